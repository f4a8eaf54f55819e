"""What many games add up to. Sums of whole numbers, and of fractions in the order of the games, so that a run
that was broken off and resumed comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct, field

from rules.whispers.layout import Board, board
from wow_tui.simulation import Result, Setup, lineups
from wow_tui.simulation.luck import Deals, Shares, Table
from wow_tui.simulation.ratings import Duels, Rating
from wow_tui.simulation.uses import PARTS, Ends, UseLine, Uses, interval


class Line(Struct, frozen=True):
    """What was reached in one place: sole and shared wins, the share of all wins (a shared one counts in
    part) with its 95 % interval, mean and standard deviation of the points."""

    place: int
    bot: str
    games: int
    wins: int
    shared: int
    share: float
    mean: float
    deviation: float
    low: float = 0.0
    high: float = 1.0


class SwapLine(Struct, frozen=True):
    """Loyalty swaps after a round: how many, for each player and game, points they made in the end, the share of
    them that made any."""

    round: int
    swaps: int
    rate: float
    gain: float
    good: float


class Summary(Struct, frozen=True):
    """A run: by player, by order of play in the first round (1 = first player), by kind of bot; mean length
    of a game in answers and in decisions, and the spread of the latter; by favourite dealt and by empire (its
    cities at the end); cards, swaps and seats of the councils; ratings in Elo points; what decides the results."""

    games: int
    players: list[Line]
    order: list[Line]
    bots: list[Line]
    answers: float
    decisions: float
    deviation: float = 0.0
    shortest: int = 0
    longest: int = 0
    favourites: list[Line] = []
    cities: list[Line] = []
    abilities: list[UseLine] = []
    swaps: list[SwapLine] = []
    seats: list[UseLine] = []
    ratings: list[Rating] = []
    luck: Shares | None = None
    histogram: list[tuple[int, int]] = []


class _Sums(Struct):
    """Sums over games; `credit` counts wins in equal parts, so that a shared one is a whole number too."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    credit: int = 0
    points: int = 0
    squares: int = 0

    def add(self, points: int, sharers: int) -> None:
        """Count a game: `sharers` = how many won it together, the player included; 0: he lost."""
        self.games += 1
        self.wins += sharers == 1
        self.shared += sharers > 1
        self.credit += PARTS // sharers if sharers else 0
        self.points += points
        self.squares += points * points

    def line(self, place: int, bot: str) -> Line:
        """The sums as a line."""
        games = self.games or 1
        spread = self.games * self.squares - self.points * self.points
        deviation = sqrt(spread / (games * (games - 1))) if games > 1 else 0.0
        share, mean = self.credit / PARTS / games, self.points / games
        low, high = interval(share, self.games)
        return Line(place, bot, self.games, self.wins, self.shared, share, mean, deviation, low, high)


class _Swaps(Struct):
    swaps: int = 0
    gain: int = 0
    good: int = 0


class Counts(Struct):
    """All that is counted of a run, to be kept and taken up again."""

    games: int = 0
    answers: int = 0
    decisions: int = 0
    squares: int = 0
    shortest: int = 0
    longest: int = 0
    players: list[_Sums] = []
    order: list[_Sums] = []
    kinds: dict[str, _Sums] = {}
    favourites: dict[int, _Sums] = {}
    cities: dict[int, _Sums] = {}
    abilities: dict[str, Uses] = {}
    seats: dict[int, Uses] = {}
    ends: dict[str, Ends] = {}
    swaps: dict[int, _Swaps] = {}
    points: dict[int, int] = {}
    duels: Duels = field(default_factory=Duels)
    deals: Deals = field(default_factory=Deals)


class Tally:
    """Counts results as they come, in the order of the games."""

    def __init__(self, setup: Setup, counts: Counts | None = None) -> None:
        """`setup`: that of the run; `counts`: what was counted of it before."""
        self._setup = setup
        players = setup.seats
        self.counts = counts or Counts(
            players=[_Sums() for _ in range(players)],
            order=[_Sums() for _ in range(players)],
            kinds={name: _Sums() for name in setup.bots},
        )

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.counts.games

    def add(self, results: Iterable[Result]) -> None:
        """Count some games."""
        for result in results:
            self._length(result)
            self._people(result)
            self._notes(result)
            bots = result.bots or self._setup.bots
            self.counts.duels.add(result.deal, bots, result.points)
            of_a_deal = len(lineups(self._setup))
            if of_a_deal > 1:
                self.counts.deals.add(Table(result.deal, bots, result.points), of_a_deal)

    def _length(self, result: Result) -> None:
        counts = self.counts
        counts.shortest = min(counts.shortest, result.decisions) if counts.games else result.decisions
        counts.longest = max(counts.longest, result.decisions)
        counts.games += 1
        counts.answers += result.answers
        counts.decisions += result.decisions
        counts.squares += result.decisions * result.decisions

    def _people(self, result: Result) -> None:
        counts, bots = self.counts, result.bots or self._setup.bots
        for player, points in enumerate(result.points):
            order = (player - result.first) % len(bots)
            sharers = len(result.winners) if player in result.winners else 0
            sums = [counts.players[player], counts.order[order], counts.kinds[bots[player]]]
            if result.notes.favourites:
                sums.append(counts.favourites.setdefault(result.notes.favourites[player], _Sums()))
            for each in sums:
                each.add(points, sharers)
            counts.points[points] = counts.points.get(points, 0) + 1
            counts.ends.setdefault(bots[player], Ends()).add(_ahead(result.points, player))

    def _notes(self, result: Result) -> None:
        counts, notes = self.counts, result.notes
        for empire, cities in enumerate(notes.cities):
            counts.cities.setdefault(empire, _Sums()).add(cities, 0)
        bots = result.bots or self._setup.bots
        credit = [PARTS // len(result.winners) if p in result.winners else 0 for p in range(len(bots))]
        ends = [_ahead(result.points, player) for player in range(len(bots))]
        for play in notes.plays:
            uses = counts.abilities.setdefault(play.ability, Uses())
            uses.add(play.gain, credit[play.player], bots[play.player], ends[play.player])
        for act in notes.acts:
            uses = counts.seats.setdefault(act.seat, Uses())
            uses.add(act.gain, credit[act.player], bots[act.player], ends[act.player])
        for swap in notes.swaps:
            swaps = counts.swaps.setdefault(swap.round, _Swaps())
            swaps.swaps += 1
            swaps.gain += swap.gain
            swaps.good += swap.gain > 0

    def summary(self) -> Summary:
        """What was counted so far."""
        counts = self.counts
        games = counts.games or 1
        bots = self._setup.bots if self._setup.schedule == "fixed" else [""] * self._setup.seats
        spread = counts.games * counts.squares - counts.decisions * counts.decisions
        return Summary(
            counts.games,
            [s.line(i + 1, bots[i]) for i, s in enumerate(counts.players)],
            [s.line(i + 1, "") for i, s in enumerate(counts.order)],
            [s.line(0, name) for name, s in counts.kinds.items()],
            counts.answers / games,
            counts.decisions / games,
            sqrt(spread / (games * (games - 1))) if games > 1 else 0.0,
            counts.shortest,
            counts.longest,
            self._empires(counts.favourites),
            self._empires(counts.cities),
            self._abilities(games),
            self._swaps(games),
            self._seats(games),
            counts.duels.ratings(),
            counts.deals.shares(),
            sorted(counts.points.items()),
        )

    def _empires(self, sums: dict[int, _Sums]) -> list[Line]:
        names = _board(self._setup).empires
        return [sums[empire].line(empire + 1, names[empire]) for empire in sorted(sums)]

    def _abilities(self, games: int) -> list[UseLine]:
        rows = sorted(self.counts.abilities.items(), key=lambda row: (-row[1].plays, row[0]))
        return [uses.line(name, games, self.counts.ends, self._setup.seats - 1) for name, uses in rows]

    def _seats(self, games: int) -> list[UseLine]:
        names, rows = _board(self._setup).seats, sorted(self.counts.seats.items())
        return [uses.line(names[seat], games, self.counts.ends, self._setup.seats - 1) for seat, uses in rows]

    def _swaps(self, games: int) -> list[SwapLine]:
        people = games * self._setup.seats
        return [
            SwapLine(number, s.swaps, s.swaps / people, s.gain / s.swaps, s.good / s.swaps)
            for number, s in sorted(self.counts.swaps.items())
        ]


def _board(setup: Setup) -> Board:
    return board(setup.options.layout, setup.options.border)


def _ahead(points: Sequence[int], player: int) -> int:
    """How far a player is ahead of the mean of the others, times the number of the others."""
    return len(points) * points[player] - sum(points)
