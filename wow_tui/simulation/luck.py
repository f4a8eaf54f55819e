"""What decides results: the deal, the bot, or neither. Needs deals that were played with the bots changed about."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from wow_tui.simulation.ratings import HEAPS, SIGMAS, jackknife
from wow_tui.simulation.scribe import ahead


class Table(Struct, array_like=True):
    """One game on a deal: who played which player, and their points."""

    deal: int
    bots: tuple[str, ...]
    points: tuple[int, ...]


class Shares(Struct, frozen=True):
    """How much of the variance of the points ahead is due to what a player was dealt (loyalties, place in order),
    to the kind of bot that played him, and to what is left: the course of the game, draws and the others'
    choices. They add up to 1. `deals`: how many were compared; `error`: half the 95 % interval of `bot`, and so
    of its complement, which is luck."""

    deal: float
    bot: float
    course: float
    deals: int
    error: float = 0.0

    @property
    def luck(self) -> float:
        """What is not due to the bot."""
        return 1 - self.bot


class _Kind(Struct):
    count: int = 0
    total: float = 0.0


class _Heap(Struct):
    """Sums over some deals of points ahead of the mean of the others.

    `within`: squares of what is left of a result without the mean of its deal and player; `between`: squares of
    those means.
    """

    deals: int = 0
    cells: int = 0
    results: int = 0
    within: float = 0.0
    between: float = 0.0
    total: float = 0.0
    squares: float = 0.0
    kinds: dict[str, _Kind] = {}

    def add(self, games: list[Table]) -> None:
        """Count the games of a deal."""
        self.deals += 1
        for player in range(len(games[0].points)):
            margins = [ahead(game.points, player) for game in games]
            mean = sum(margins) / len(margins)
            self.cells += 1
            self.results += len(margins)
            self.total += sum(margins)
            self.squares += sum(value * value for value in margins)
            self.between += mean * mean
            self.within += sum((value - mean) ** 2 for value in margins)
            for game, value in zip(games, margins, strict=True):
                kind = self.kinds.setdefault(game.bots[player], _Kind())
                kind.count += 1
                # Against the mean of the deal, which all kinds shared.
                kind.total += value - mean

    def take(self, other: _Heap) -> None:
        """Count the deals of another heap, too."""
        for name in ("deals", "cells", "results", "within", "between", "total", "squares"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for bot, found in other.kinds.items():
            kind = self.kinds.setdefault(bot, _Kind())
            kind.count += found.count
            kind.total += found.total

    def shares(self) -> Shares | None:
        """The shares of these deals; None before the second one."""
        if self.deals < 2 or self.results <= self.cells:
            return None
        games = self.results / self.cells
        bot = sum(kind.total * kind.total / kind.count for kind in self.kinds.values())
        free = self.results - self.cells - (len(self.kinds) - 1)
        course = max(0.0, self.within - bot) / max(1, free)
        mean = self.total / self.results
        spread = max(0.0, self.between / self.cells - mean * mean)
        deal = max(0.0, spread - course / games)
        # What chance alone would make of the kinds' means is no merit of theirs.
        skill = max(0.0, (bot - (len(self.kinds) - 1) * course) / self.results)
        whole = deal + skill + course or 1.0
        return Shares(deal / whole, skill / whole, course / whole, self.deals)


class Deals(Struct):
    """The deals of a run, in heaps. The games of a deal come one after the other; those of the last one are kept
    until it is complete."""

    open: list[Table] = []
    heaps: dict[int, _Heap] = {}

    def add(self, table: Table, games: int) -> None:
        """Count a game of a deal that is played in so many."""
        self.open.append(table)
        if len(self.open) == games:
            self.heaps.setdefault(table.deal % HEAPS, _Heap()).add(self.open)
            self.open = []

    def shares(self) -> Shares | None:
        """The shares of the deals that are complete; None before the second one."""
        found = self._without(None).shares()
        if found is None:
            return None
        others = [shares.bot for heap in self.heaps if (shares := self._without(heap).shares()) is not None]
        return replace(found, error=SIGMAS * jackknife(others))

    def _without(self, left_out: int | None) -> _Heap:
        whole = _Heap()
        for number, heap in sorted(self.heaps.items()):
            if number != left_out:
                whole.take(heap)
        return whole
