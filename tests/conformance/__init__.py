"""What every game must pass, and the play-throughs and counts that stay as they are."""
