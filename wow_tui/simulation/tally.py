"""What many games add up to. Sums are whole numbers, so that the order of adding changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm, sqrt

from msgspec import Struct

from rules.game import load
from wow_tui.simulation import Result, Setup


class Line(Struct, frozen=True):
    """What was reached in one place: sole and shared wins, the share of all wins (a shared one counts in
    part), mean and standard deviation of the points."""

    place: int
    bot: str
    games: int
    wins: int
    shared: int
    share: float
    mean: float
    deviation: float


class Summary(Struct, frozen=True):
    """A run: by player, by order of play in the first round (1 = first player), by kind of bot; mean length
    of a game in answers and in decisions."""

    games: int
    players: list[Line]
    order: list[Line]
    bots: list[Line]
    answers: float
    decisions: float


class _Sums(Struct):
    """Sums over games; `credit` counts wins in equal parts, so that a shared one is a whole number too."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    credit: int = 0
    points: int = 0
    squares: int = 0

    def add(self, points: int, sharers: int, parts: int) -> None:
        """Count a game: `sharers` = how many won it together, the player included; 0: he lost."""
        self.games += 1
        self.wins += sharers == 1
        self.shared += sharers > 1
        self.credit += parts // sharers if sharers else 0
        self.points += points
        self.squares += points * points

    def line(self, place: int, bot: str, parts: int) -> Line:
        """The sums as a line."""
        games = self.games or 1
        spread = self.games * self.squares - self.points * self.points
        deviation = sqrt(spread / (games * (games - 1))) if games > 1 else 0.0
        share, mean = self.credit / parts / games, self.points / games
        return Line(place, bot, self.games, self.wins, self.shared, share, mean, deviation)


class Tally:
    """Counts results as they come."""

    def __init__(self, setup: Setup) -> None:
        """`setup`: that of the run."""
        self._bots = setup.bots
        players = len(setup.bots)
        self._parts = lcm(*range(1, max(load(setup.game).facts.players) + 1))
        self._players = [_Sums() for _ in range(players)]
        self._order = [_Sums() for _ in range(players)]
        self._kinds = {name: _Sums() for name in setup.bots}
        self.games = self.answers = self.decisions = 0

    def add(self, results: Iterable[Result]) -> None:
        """Count some games."""
        for result in results:
            self.games += 1
            self.answers += result.answers
            self.decisions += result.decisions
            for player, points in enumerate(result.points):
                order = (player - result.first) % len(self._bots)
                sharers = len(result.winners) if player in result.winners else 0
                for sums in (self._players[player], self._order[order], self._kinds[self._bots[player]]):
                    sums.add(points, sharers, self._parts)

    def summary(self) -> Summary:
        """What was counted so far."""
        games, parts, bots = self.games or 1, self._parts, self._bots
        return Summary(
            self.games,
            [s.line(i + 1, bots[i], parts) for i, s in enumerate(self._players)],
            [s.line(i + 1, "", parts) for i, s in enumerate(self._order)],
            [s.line(0, name, parts) for name, s in self._kinds.items()],
            self.answers / games,
            self.decisions / games,
        )
