"""Players made of code. A bot gets a View and an Ask, never a State."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from typing import Any

from rules.ask import Event
from wow_tui.bots.bot import Bot, Reason, Thinker, Watcher

__all__ = ["NAMES", "Bot", "Reason", "Watcher", "Witness", "evidence", "make"]

# The bots there are: a name for each, and the module and class it lives in, imported when it first plays.
_HOMES = {
    "random": ("wow_tui.bots.random_bot", "RandomBot"),
    "greedy": ("wow_tui.bots.greedy", "GreedyBot"),
    "planner": ("wow_tui.bots.planner", "PlannerBot"),
    "whisperer": ("wow_tui.bots.whisperer", "WhispererBot"),
}
NAMES = tuple(_HOMES)


def make(name: str, seed: int, thinking: float = 0.0, processes: int = 1) -> Bot:
    """A new bot of that name; the same seed makes the same decisions. ValueError for a name there is not.

    `thinking`: seconds a bot that can use time may take for a decision; 0: so many iterations, however long
    they take, which alone makes its decisions repeatable. `processes`: in how many it thinks at the same time.
    """
    if name not in _HOMES:
        raise ValueError(f"no bot {name!r}; there are: {', '.join(NAMES)}")
    module, kind = _HOMES[name]
    bot: Bot = getattr(importlib.import_module(module), kind)(seed)
    if isinstance(bot, Thinker):
        bot.think(thinking, processes)
    return bot


def evidence(view: Any, history: Iterable[Iterable[Event]]) -> Any:
    """What a `Watcher` is to know: all that the events of a match told everybody, in their order."""
    from wow_tui.bots.beliefs import Evidence

    return Evidence.seen(view, history)


class Witness:
    """Keeps the evidence of one match, so that the whole of it need not be told again for each decision."""

    def __init__(self) -> None:
        self._evidence: Any = None
        self._told = 0
        self._last: list[Event] = []

    def told(self, view: Any, history: Sequence[list[Event]]) -> Any:
        """The evidence of a match so far. `history`: the events of each answer, the same lists as last time as far
        as nothing was taken back."""
        known = self._told
        if self._evidence is None or known > len(history) or (known and history[known - 1] is not self._last):
            self._evidence, known = evidence(view, ()), 0
        board = view.board()
        for events in history[known:]:
            self._evidence.note(board, events)
        self._told = len(history)
        self._last = history[-1] if history else []
        return self._evidence
