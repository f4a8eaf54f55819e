"""Typed lines of the game screen: moves in notation, why, what, find and save, actions by their names."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, cast

from rules.ask import Illegal
from rules.whispers.moves import VERBS
from wow_tui.screens.result import save_sentence
from wow_tui.trying import read_line

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
    if text.strip():
        screen.filter_log(screen.filters.read(text))
    else:
        screen.action_find()


async def _why(screen: GameScreen, move: str) -> None:
    if move.strip():
        screen.foresee(move)
    else:
        screen.action_why()


async def _save(screen: GameScreen, path: str) -> None:
    screen.tell([save_sentence(screen.desk.link, path.strip())])


COMMANDS: dict[str, Callable[[GameScreen, str], Awaitable[None]]] = {
    "why": _why,
    "what": _foresee,
    "find": _find,
    "save": _save,
}
"""What a line may begin with besides a move and the name of an action."""
