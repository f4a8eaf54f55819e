"""The guided first game: chapters as data, a small engine that follows a real match, and its line mode."""
