"""The tests; a test says the rule in its name."""
