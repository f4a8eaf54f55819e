"""What every game offers, and the registry of games.

A game is seven names. Match, saves, host, bots, line mode and screens know these and nothing else.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from rules.ask import Ask, Event


class Facts(Struct, frozen=True):
    """What can be said of a game without starting it: numbers of players, the version of its rules and
    states, and the types that options and states decode into. A state has `copy()`."""

    id: str
    title: str
    players: tuple[int, ...]
    version: int
    options: type[Any]
    state: type[Any]


class Place(Struct, frozen=True):
    """One player's result: `rank` from 1, equal ranks share; `why` = named numbers that make `points`."""

    player: int
    rank: int
    points: int
    why: dict[str, int]
    parts: list[dict[str, int | str]] = []


class Outcome(Struct, frozen=True):
    """The end of a game: places from best to worst."""

    places: list[Place]

    @property
    def winners(self) -> list[int]:
        """Every player of rank 1: several when the victory is shared."""
        return [place.player for place in self.places if place.rank == 1]


class Game(Protocol):
    """The interface. States and views are opaque to the caller; both encode with msgspec."""

    facts: Facts

    def new(self, players: int, options: Any, seed: int) -> Any:
        """A state after set-up. ValueError for a number of players or options the game does not allow."""

    def asks(self, state: Any) -> dict[int, Ask]:
        """Who must answer now, and what; empty when the game is over."""

    def take(self, state: Any, player: int, answer: Sequence[str]) -> list[Event]:
        """Apply `answer` (option ids) to this state and run on to the next question.

        Illegal, with nothing changed, for an answer that the rules refuse.
        """

    def view(self, state: Any, player: int | None) -> Any:
        """What `player` (None: a spectator, who sees least) may see."""

    def outcome(self, state: Any) -> Outcome | None:
        """Ranking, points and how they came about; None while the game goes on."""

    def check(self, state: Any) -> None:
        """ValueError with one sentence if an invariant of the state is broken."""


GAMES = {"whispers": "rules.whispers.game"}


def load(game_id: str) -> Game:
    """The game of that id; KeyError if there is none. Imported late, so that one game costs one import."""
    game: Game = importlib.import_module(GAMES[game_id]).GAME
    return game
