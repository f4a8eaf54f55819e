"""It is your turn: how a person who looks elsewhere learns of it."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from wow_tui.actions import say


def call_to_turn(screen: Screen[None], far: bool) -> None:
    """The turn has come to a person here: ring, as far as the settings say so.

    `far`: others play elsewhere, so that it may have taken long; then the window's title is marked, and the terminal
    tells it outside of the window.
    """
    settings, output = getattr(screen.app, "settings", None), _output(screen)
    if settings is None:
        return
    if settings.bell:
        screen.app.bell()
    if output is not None and far and settings.title_mark:
        output.set_title(f"* {say('turn.title')}")
    if output is not None and far and settings.notify:
        output.notify(say("turn.notice"))


def turn_is_over(screen: Screen[None]) -> None:
    """The mark on the window goes."""
    output = _output(screen)
    if output is not None:
        output.set_title("")


def _output(screen: Screen[None]) -> Any:
    return getattr(getattr(screen.app, "guard", None), "output", None)
