"""The state of a match: a tree of plain numbers and lists, everything that decides how play goes on."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rules.whispers.frames import Frame
from rules.whispers.layout import Board, board
from rules.whispers.options import Options


class State(Struct, gc=False):
    """All of a match. Lists are indexed by region, empire, seat or player.

    `holder`: the empire that controls each region (its home empire when it holds no banners);
    `seats`: player whose agent sits there, or -1; `posts`: [player, region] of agents on regions;
    `decks`: cards per empire, the last one on top; `loyalty`: per player the empire in each slot;
    `shown`: per player a bit for each slot revealed for good; `lab`: set up by hand, so pieces may be
    missing; `step`: answers taken so far.
    """

    options: Options
    players: int
    chance: int
    round: int
    first: int
    holder: list[int]
    banners: list[int]
    reserve: list[int]
    seats: list[int]
    posts: list[list[int]]
    decks: list[list[int]]
    hands: list[list[int]]
    loyalty: list[list[int]]
    shown: list[int]
    swaps: list[int]
    agenda: list[Frame]
    step: int = 0
    lab: bool = False

    def copy(self) -> State:
        """An independent copy; frames and options are immutable and shared."""
        return State(
            self.options,
            self.players,
            self.chance,
            self.round,
            self.first,
            self.holder[:],
            self.banners[:],
            self.reserve[:],
            self.seats[:],
            [post[:] for post in self.posts] if self.posts else [],
            [deck[:] for deck in self.decks],
            [hand[:] for hand in self.hands],
            [slots[:] for slots in self.loyalty],
            self.shown[:],
            self.swaps[:],
            self.agenda[:],
            self.step,
            self.lab,
        )

    def board(self) -> Board:
        """The tables this match is played on."""
        options = self.options
        if _last[0] is not options:
            _last[:] = options, board(options.layout, options.border)
        found: Board = _last[1]
        return found


# The options last asked for and their tables: one match asks for the same ones again and again.
_last: list[Any] = [None, None]
