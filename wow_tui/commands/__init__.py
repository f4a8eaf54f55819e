"""One module per command of `wow-tui`, imported only when it is called."""
