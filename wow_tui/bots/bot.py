"""What a bot is: it chooses from a view and an ask, and can say why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from rules.ask import Ask, Value


class Reason(Struct, frozen=True):
    """Why a bot decided as it did, for a client to put in words: a message key and its values.

    `values` may be told to everybody but for a `move` (see `public`). `secret` gives the bot's loyalties away: not
    to be shown before they lie open at the end of the game.
    """

    key: str
    values: Mapping[str, Value]
    secret: Mapping[str, Value] = {}

    def public(self) -> Reason:
        """What others may know of it while the game goes on: a move can be a discard, which the log tells to its
        player alone."""
        return Reason(self.key, {key: value for key, value in self.values.items() if key != "move"})


class Bot(Protocol):
    """A player made of code, with its own random numbers.

    `looks`: whether `choose` reads the view; a bot that does not may be given None instead of one.
    `reason`: why it decided as it last did; None before its first decision.
    """

    looks: bool
    reason: Reason | None

    def choose(self, view: Any, ask: Ask) -> list[str]:
        """The ids of the options it answers with: `ask.least` to `ask.most` of those offered.

        `view` is what the player who is asked may see.
        """


@runtime_checkable
class Watcher(Protocol):
    """A bot that takes into account what everybody has seen."""

    def watch(self, evidence: Any) -> None:
        """Know what everybody has seen of the match so far, a `beliefs.Evidence`, before it chooses."""


@runtime_checkable
class Thinker(Protocol):
    """A bot that can make use of time."""

    def think(self, seconds: float, processes: int = 1) -> None:
        """From now on think so long about each decision, in so many processes at the same time; 0: a number of
        iterations, however long they take."""
