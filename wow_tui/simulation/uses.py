"""How often something was used in the games, and how those fared who used it."""

from __future__ import annotations

from math import lcm, sqrt

from msgspec import Struct

from wow_tui.simulation.ratings import SIGMAS

# A shared win of up to so many players is a whole number of parts.
PARTS = lcm(*range(1, 5))


class UseLine(Struct, frozen=True):
    """What was used in the games, an ability of the cards or a seat of a council: how often in all and a game;
    the share of wins of those who used it, counted per use; points ahead of the others that it made at once; and
    `end`: how many points further ahead they ended than the same kind of bot does on the average, with half its
    95 % interval, `error` (as if every use were on its own). Playing well and playing much go together: `end` says
    how those ended who used it, not that it was the cause."""

    name: str
    plays: int
    per_game: float
    share: float
    gain: float
    end: float
    error: float


class Ends(Struct, array_like=True):
    """How far ahead players ended: how many, and sums of the points ahead and of their squares, both times the
    number of the others, so that they are whole."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, ahead: int) -> None:
        """Count one."""
        self.count += 1
        self.total += ahead
        self.squares += ahead * ahead


class Uses(Struct):
    """Sums over uses; `ends`: how those ended who used it, by kind of bot."""

    plays: int = 0
    credit: int = 0
    gain: float = 0.0
    ends: dict[str, Ends] = {}

    def add(self, gain: float, credit: int, bot: str, ahead: int) -> None:
        """Count a use."""
        self.plays += 1
        self.gain += gain
        self.credit += credit
        self.ends.setdefault(bot, Ends()).add(ahead)

    def line(self, name: str, games: int, usual: dict[str, Ends], others: int) -> UseLine:
        """The sums as a line. `usual`: how each kind of bot ended in all games."""
        extra = squares = 0.0
        for bot, ends in self.ends.items():
            mean = usual[bot].total / usual[bot].count
            extra += ends.total - ends.count * mean
            squares += ends.squares - 2 * mean * ends.total + ends.count * mean * mean
        end = extra / self.plays
        spread = max(0.0, squares / self.plays - end * end)
        error = SIGMAS * sqrt(spread / max(1, self.plays - 1))
        share = self.credit / PARTS / self.plays
        return UseLine(
            name, self.plays, self.plays / games, share, self.gain / self.plays, end / others, error / others
        )


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of so many games (Wilson)."""
    if not games:
        return 0.0, 1.0
    square = SIGMAS * SIGMAS / games
    middle = (share + square / 2) / (1 + square)
    half = SIGMAS * sqrt(max(share * (1 - share), 0.0) / games + square / games / 4) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)
