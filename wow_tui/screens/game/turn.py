"""It is your turn: how a person who looks elsewhere learns of it."""

from __future__ import annotations

from textual.screen import Screen


def call_to_turn(screen: Screen[None]) -> None:
    """Ring the bell, if the settings say so."""
    settings = getattr(screen.app, "settings", None)
    if settings is not None and settings.bell:
        screen.app.bell()
