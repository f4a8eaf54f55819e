"""Questions to the rules without a screen: where they come from, what is answered, and how it reads."""
