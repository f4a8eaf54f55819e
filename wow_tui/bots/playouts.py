"""Playouts of plans: information-set Monte Carlo tree search over outlines of the rest of a match.

Loyalties are drawn anew for each iteration, as likely as they are believed. An iteration begins with a plan, walks
down a tree of what the players then choose, and plays the rest in outline, where only the number of cards counts.
"""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random
from time import perf_counter

from msgspec import Struct

from rules.whispers.view import View
from wow_tui.bots import weighing
from wow_tui.bots.beliefs import Beliefs
from wow_tui.bots.plans import Plan
from wow_tui.bots.sketch import OVER, Move, Sketch

# A difference in points that makes a win in the head look e times as likely.
_SPREAD = 1.5
# How much the tree explores.
_EXPLORE = 0.5
# Iterations for a decision where no time is given.
ITERATIONS = 300


class Budget(Struct, frozen=True):
    """How long to think: `seconds` for each decision, or if that is 0 a number of `iterations` (0: ITERATIONS), in
    each of so many `processes` at the same time."""

    seconds: float = 0.0
    iterations: int = 0
    processes: int = 1


# Per plan how often it was played out and what that came to: results and points.
Found = list[tuple[int, float, float]]


def searched(plans: list[Plan], trust: float, view: View, beliefs: Beliefs, seed: int, budget: Budget) -> Found:
    """Play plans out in another process."""
    search = Search([Arm(plan, trust) for plan in plans], view, beliefs, Random(seed))
    search.run(budget, perf_counter())
    return [(arm.visits, arm.total, arm.points) for arm in search.arms]


class Node:
    """A choice in the tree: per move how often it was open, taken, and what it brought whoever chose it."""

    __slots__ = ("moves", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.moves: dict[Move, list[float]] = {}


class Arm:
    """A plan that is played out, and how its playouts went for the player."""

    def __init__(self, plan: Plan, trust: float) -> None:
        self.plan, self.trust = plan, trust
        self.sketch = Sketch(plan.state)
        self.visits, self.total, self.points = 0, 0.0, 0.0
        self.nodes: dict[tuple[Move, ...], Node] = {}

    def mean(self, level: tuple[float, float]) -> float:
        """What it promises: its playouts, weighed with how it looked at first sight. `level`: mean result of all
        playouts, mean worth of all plans."""
        first = level[0] + (self.plan.worth - level[1]) / 100
        return (self.total + self.trust * first) / (self.visits + self.trust)


class Search:
    """Playouts of some plans, each plan against the same draws of what is hidden."""

    def __init__(self, arms: list[Arm], view: View, beliefs: Beliefs, random: Random) -> None:
        self.arms, self.view, self.beliefs, self._random = arms, view, beliefs, random
        self._me = view.viewer or 0
        self._hidden: list[tuple[list[list[int]], list[float]]] = []
        self.iterations = 0
        self.level = (0.5, sum(arm.plan.worth for arm in arms) / len(arms))

    def run(self, budget: Budget, start: float) -> None:
        """Halve the field again and again, so that the best plans get most of the playouts."""
        field = list(self.arms)
        rounds = max(1, (len(field) - 1).bit_length())
        for number in range(rounds):
            part = (number + 1) / rounds
            until = start + budget.seconds * part
            most = int((budget.iterations or ITERATIONS) * part)
            self._share(field, budget, start, until, most)
            field.sort(key=lambda arm: -arm.mean(self.level))
            field = field[: max(2, (len(field) + 1) // 2)]

    def add(self, found: Found) -> None:
        """Count in what another process has found for the same plans."""
        for arm, (visits, total, points) in zip(self.arms, found, strict=True):
            arm.visits += visits
            arm.total += total
            arm.points += points
            self.iterations += visits
        played = sum(arm.visits for arm in self.arms)
        self.level = sum(arm.total for arm in self.arms) / max(1, played), self.level[1]

    def _share(self, field: list[Arm], budget: Budget, start: float, until: float, most: int) -> None:
        """Play the plans of the field out in turn until this part of the budget is spent."""
        step = 0.0
        while True:
            for arm in field:
                if budget.seconds:
                    now = perf_counter()
                    if now + step > until:
                        return
                elif self.iterations >= most:
                    return
                self.play(arm)
                if budget.seconds:
                    step = max(perf_counter() - now, step * 0.9)

    def play(self, arm: Arm) -> None:
        """One iteration."""
        hidden, whims = self._draw(arm.visits)
        sketch = arm.sketch.copy()
        sketch.believe(hidden)
        path = self._descend(arm, sketch)
        weighing.play(sketch, whims)
        points = sketch.points()
        results = [_result(points, player) for player in range(len(points))]
        for player, entry in path:
            entry[0] += 1
            entry[1] += results[player]
        arm.visits += 1
        arm.total += results[self._me]
        arm.points += points[self._me]
        self.iterations += 1
        share, worth = self.level
        self.level = share + (results[self._me] - share) / (self.iterations + 1), worth

    def _draw(self, number: int) -> tuple[list[list[int]], list[float]]:
        """What is hidden in the playout of that number, the same for each plan."""
        while len(self._hidden) <= number:
            roll = self._random.random
            self._hidden.append((self.beliefs.draw(self._random), [roll() for _ in range(256)]))
        return self._hidden[number]

    def _descend(self, arm: Arm, sketch: Sketch) -> list[tuple[int, list[float]]]:
        """Walk down the tree as far as it goes and one choice further."""
        path: list[tuple[int, list[float]]] = []
        key: tuple[Move, ...] = ()
        while sketch.phase != OVER:
            node = arm.nodes.get(key)
            if node is None:
                arm.nodes[key] = Node()
                break
            move, entry, new = _select(node, sketch)
            path.append((sketch.player, entry))
            sketch.apply(move)
            if new:
                break
            key = (*key, move)
        return path


def _select(node: Node, sketch: Sketch) -> tuple[Move, list[float], bool]:
    """The move to go on with: of those open, a new one while few are known, else that of the highest bound."""
    node.visits += 1
    options = sorted(weighing.options(sketch), reverse=True)[: 1 + int(sqrt(node.visits))]
    best, choice = -1.0, None
    for worth, move in options:
        entry = node.moves.get(move)
        if entry is None:
            entry = node.moves[move] = [0.0, 0.0, 1.0]
            return move, entry, True
        entry[2] += 1
        tried = entry[0] or 1.0
        bound = entry[1] / tried + _EXPLORE * sqrt(log(entry[2]) / tried) + 0.1 * worth / (tried + 1)
        if bound > best:
            best, choice = bound, (move, entry)
    assert choice is not None
    return *choice, False


def _result(points: list[int], player: int) -> float:
    """How a match that ends like this went for a player: from 0 to 1, more for more points ahead."""
    rest = max(score for other, score in enumerate(points) if other != player)
    return 1 / (1 + exp((rest - points[player]) / _SPREAD))
