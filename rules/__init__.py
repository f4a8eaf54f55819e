"""The rules core: no terminal, no clock, no files but its own data, no network, no global randomness."""
