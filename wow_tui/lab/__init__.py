"""The lab: positions set up by hand, questions to the rules about them, branches. No Textual, no rule of its own."""
