"""Typed lines of the game screen: moves in notation, `why MOVE`, `what MOVE`, `find TEXT`, an action by its name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, cast

from rules.ask import Illegal
from rules.whispers.moves import VERBS
from wow_tui.trying import read_line
from wow_tui.widgets.log import LogPanel

if TYPE_CHECKING:
    from wow_tui.app import WowApp
    from wow_tui.screens.game.screen import GameScreen


async def obey(screen: GameScreen, text: str) -> None:
    """Do what a line says; what cannot be done is told."""
    word, _, rest = text.partition(" ")
    command = COMMANDS.get(word.lower())
    if command is not None:
        await command(screen, rest)
    elif word.lower() in VERBS:
        await _move(screen, text)
    else:
        await cast("WowApp", screen.app).command(text)


async def _move(screen: GameScreen, line: str) -> None:
    viewer = screen.desk.viewer
    if viewer is None:
        return
    try:
        await screen.give(read_line(screen.desk.update.view, viewer, line))
    except Illegal as illegal:
        screen.refuse(illegal.refusal)


async def _foresee(screen: GameScreen, move: str) -> None:
    screen.foresee(move)


async def _find(screen: GameScreen, text: str) -> None:
    screen.query_one(LogPanel).set_filter(text)


COMMANDS: dict[str, Callable[[GameScreen, str], Awaitable[None]]] = {
    "why": _foresee,
    "what": _foresee,
    "find": _find,
}
"""What a line may begin with besides a move and the name of an action."""
