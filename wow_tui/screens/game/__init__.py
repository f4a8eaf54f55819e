"""The game screen, in parts: what it knows (desk), shows, plays, foresees, and where others plug in (happenings)."""

from wow_tui.screens.game.screen import GameScreen

__all__ = ["GameScreen"]
