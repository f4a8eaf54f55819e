"""Players made of code. A bot gets a View and an Ask, never a State."""

from __future__ import annotations

import importlib

from wow_tui.bots.bot import Bot, Reason

__all__ = ["NAMES", "Bot", "Reason", "make"]

# The bots there are: a name for each, and the module and class it lives in, imported when it first plays.
_HOMES = {
    "random": ("wow_tui.bots.random_bot", "RandomBot"),
    "greedy": ("wow_tui.bots.greedy", "GreedyBot"),
}
NAMES = tuple(_HOMES)


def make(name: str, seed: int) -> Bot:
    """A new bot of that name; the same seed makes the same decisions. ValueError for a name there is not."""
    if name not in _HOMES:
        raise ValueError(f"no bot {name!r}; there are: {', '.join(NAMES)}")
    module, kind = _HOMES[name]
    bot: Bot = getattr(importlib.import_module(module), kind)(seed)
    return bot
