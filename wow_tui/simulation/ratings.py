"""Ratings of kinds of bot that met each other: Elo points by Bradley and Terry, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10, sqrt

from msgspec import Struct

# Deals are put in so many heaps; leaving out one after the other tells how far a rating is due to chance.
HEAPS = 20
_STEPS = 500
_PER_FACTOR = 400 / log10(10)
# So much of a draw against everybody is added, so that who lost every game has a rating as well.
_PRIOR = 0.5
SIGMAS = 1.959964


def jackknife(without: Sequence[float]) -> float:
    """The standard error of a value from what it is without each heap: it differs by as much as that heap matters."""
    count = len(without)
    if not count:
        return 0.0
    mean = sum(without) / count
    return sqrt((count - 1) / count * sum((value - mean) ** 2 for value in without))


class Rating(Struct, frozen=True):
    """A kind of bot, its rating (0 = the mean of all) and the 95 % interval of it."""

    bot: str
    elo: float
    low: float
    high: float


class Duels(Struct):
    """Per heap and pair `one other`: how often one was ahead, in halves: two for more points, one for equal ones."""

    heaps: dict[int, dict[str, int]] = {}

    def add(self, deal: int, bots: Sequence[str], points: Sequence[int]) -> None:
        """Count a game: everybody met everybody of another kind."""
        heap = self.heaps.setdefault(deal % HEAPS, {})
        for player, one in enumerate(bots):
            for other, against in enumerate(bots):
                if one != against:
                    pair = f"{one} {against}"
                    score = 2 * (points[player] > points[other]) + (points[player] == points[other])
                    heap[pair] = heap.get(pair, 0) + score

    def ratings(self) -> list[Rating]:
        """The ratings, best first; empty where fewer than two kinds met."""
        names = sorted({name for heap in self.heaps.values() for pair in heap for name in pair.split()})
        if len(names) < 2:
            return []
        found = self._strengths(names, None)
        without = [self._strengths(names, heap) for heap in self.heaps] if len(self.heaps) > 1 else []
        out = []
        for name in names:
            error = max(jackknife([each[name] for each in without]), self._least(name, found))
            out.append(Rating(name, found[name], found[name] - SIGMAS * error, found[name] + SIGMAS * error))
        return sorted(out, key=lambda rating: (-rating.elo, rating.bot))

    def _least(self, name: str, found: dict[str, float]) -> float:
        """The error of a rating if every meeting were on its own: the heaps say nothing where one side won all."""
        met: dict[str, float] = {}
        for heap in self.heaps.values():
            for pair, halves in heap.items():
                if name in pair.split():
                    other = next(each for each in pair.split() if each != name)
                    met[other] = met.get(other, 0.0) + halves / 2
        known = 0.0
        for other, meetings in met.items():
            chance = 1 / (1 + 10 ** ((found[other] - found[name]) / 400))
            known += (meetings + 2 * _PRIOR) * chance * (1 - chance)
        return _PER_FACTOR / sqrt(known) if known else _PER_FACTOR

    def _strengths(self, names: list[str], left_out: int | None) -> dict[str, float]:
        """Elo points by the usual iteration: strength = wins / sum of meetings over sums of strengths."""
        wins: dict[tuple[str, str], float] = {}
        for number, heap in self.heaps.items():
            if number == left_out:
                continue
            for pair, halves in heap.items():
                one, other = pair.split()
                wins[one, other] = wins.get((one, other), 0.0) + halves / 2
        for one in names:
            for other in names:
                if one != other:
                    wins[one, other] = wins.get((one, other), 0.0) + _PRIOR
        strength = dict.fromkeys(names, 1.0)
        for _ in range(_STEPS):
            new = {
                one: sum(wins[one, other] for other in names if other != one)
                / sum(
                    (wins[one, other] + wins[other, one]) / (strength[one] + strength[other])
                    for other in names
                    if other != one
                )
                for one in names
            }
            mean = sum(log(value) for value in new.values()) / len(new)
            scaled = {name: value / 2.718281828459045**mean for name, value in new.items()}
            moved = max(abs(scaled[name] - strength[name]) for name in names)
            strength = scaled
            if moved < 1e-9:
                break
        return {name: _PER_FACTOR * log10(value) for name, value in strength.items()}
