"""What a bot is: it chooses from a view and an ask, and can say why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from rules.ask import Ask, Value


class Reason(Struct, frozen=True):
    """Why a bot decided as it did, for a client to put in words: a message key and its values.

    `values` may be told to everybody. `secret` gives the bot's loyalties away: not to be shown before they
    lie open at the end of the game.
    """

    key: str
    values: Mapping[str, Value]
    secret: Mapping[str, Value] = {}


class Bot(Protocol):
    """A player made of code, with its own random numbers.

    `looks`: whether `choose` reads the view; a bot that does not may be given None instead of one.
    `reason`: why it decided as it last did; None before its first decision.
    It can be pickled: it may think in another process (`wow_tui.thinking`), and comes back as it is then.
    """

    looks: bool
    reason: Reason | None

    def choose(self, view: Any, ask: Ask) -> list[str]:
        """The ids of the options it answers with: `ask.least` to `ask.most` of those offered.

        `view` is what the player who is asked may see.
        """
