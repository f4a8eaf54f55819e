"""Board pictures: hand-drawn maps as text files, and the pure code that reads and draws them (no Textual)."""
