"""A War of Whispers, base game for two to four players."""
