"""Fit the forecast of cities to games of bots: `python -m tests.tuning.forecast --games 400` prints its table.

Least squares over moments of many games. Some moves are made by chance, of those that place agents nearly half:
what a move leads to could not be told otherwise from who makes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import click

from rules.whispers import game
from rules.whispers.frames import Deploy, TakeBack
from rules.whispers.options import Options
from rules.whispers.scoring import cities
from rules.whispers.state import State
from rules.whispers.view import view
from wow_tui.bots import make
from wow_tui.bots.beliefs import Beliefs, Evidence
from wow_tui.bots.forecast import SEEN, Terrain, Wills, between, seen, terrain, to_go

# How often a moment is taken; how often a move is made by chance, and how often one that places agents.
_OFTEN, _WHIM, _STRAY = 0.1, 0.05, 0.45
# What keeps weights small that little speaks for.
_RIDGE = 20.0

Sample = tuple[float, list[list[float]]]


class Sums:
    """Normal equations."""

    def __init__(self, width: int) -> None:
        self.square = [[0.0] * width for _ in range(width)]
        self.right = [0.0] * width
        self.rest = self.count = 0.0

    def add(self, row: list[float], value: float) -> None:
        """One empire at one moment: what is seen of it, and how many cities it came to have more."""
        for line, one in zip(self.square, row, strict=True):
            for place, other in enumerate(row):
                line[place] += one * other
        self.right = [have + one * value for have, one in zip(self.right, row, strict=True)]
        self.rest += value * value
        self.count += 1

    def solve(self) -> list[float]:
        """The weights, by elimination."""
        lines = [[*line, right] for line, right in zip(self.square, self.right, strict=True)]
        for place, line in enumerate(lines):
            line[place] += _RIDGE * (self.square[place][place] / max(1.0, self.count) or 1.0)
        for place, line in enumerate(lines):
            for other in lines[place + 1 :]:
                part = other[place] / line[place]
                for k in range(place, len(other)):
                    other[k] -= part * line[k]
        out = [0.0] * len(lines)
        for place in range(len(lines) - 1, -1, -1):
            line = lines[place]
            out[place] = (line[-1] - sum(line[k] * out[k] for k in range(place + 1, len(out)))) / line[place]
        return out


def moments(names: list[str], seed: int) -> Iterator[tuple[Sample, list[int]]]:
    """Moments of one game, each with the cities at its end."""
    random = Random(seed)
    state = game.new(len(names), Options(), random.getrandbits(60))
    bots = [make(name, random.getrandbits(60)) for name in names]
    evidence, land = Evidence.none(len(names), len(state.reserve)), terrain(state.board())
    found: list[Sample] = []
    while asks := game.asks(state):
        player, ask = next(iter(asks.items()))
        answer = [ask.options[0].id]
        if len(ask.options) > 1:
            look = view(state, player)
            if random.random() < _OFTEN:
                found.append(_moment(state, land, player, Beliefs(look, evidence)))
            whim = random.random() < (_STRAY if isinstance(state.agenda[-1], Deploy | TakeBack) else _WHIM)
            answer = [random.choice(ask.options).id] if whim else bots[player].choose(look, ask)
        evidence.note(state.board(), game.take(state, player, answer))
    for sample in found:
        yield sample, cities(state)


def _moment(state: State, land: Terrain, player: int, beliefs: Beliefs) -> Sample:
    wants = [beliefs.values(other) for other in range(state.players)]
    return to_go(state, land), seen(state, land, Wills(state, land, wants))


@click.command(help=__doc__)
@click.option("--games", default=400, help="How many games.")
@click.option("--seed", default=1)
@click.option("--bots", "names", default="greedy", help="Who plays: names, drawn for each player.")
def main(games: int, seed: int, names: str) -> None:
    """Play, fit, print."""
    random, kinds, rounds, width = Random(seed), names.split(","), 4, len(SEEN)
    sums = Sums(rounds * width)
    for number in range(games):
        players = random.choice((2, 3, 3, 3, 4))
        for (time, things), final in moments([random.choice(kinds) for _ in range(players)], seed * 100_003 + number):
            rows = zip(*([value - sum(each) / len(each) for value in each] for each in things), strict=True)
            for row, end, now in zip(rows, final, things[0], strict=True):
                sums.add(spread(list(row), time, rounds), end - now)
    weights = sums.solve()
    known = sum(weight * right for weight, right in zip(weights, sums.right, strict=True))
    table = [[round(weight, 3) for weight in weights[place : place + width]] for place in range(0, len(weights), width)]
    click.echo("[\n" + ",\n".join(json.dumps(row) for row in table) + "\n]")
    click.echo(f"{int(sums.count)} rows, explained {known / sums.rest:.2f}", err=True)


def spread(row: list[float], time: float, rounds: int) -> list[float]:
    """A row for the weights of each whole number of rounds to go: between two of them both count in part."""
    whole, part = between(time, rounds + 1)
    out = [0.0] * (len(row) * rounds)
    for share, place in ((1 - part, whole - 1), (part, whole)):
        if place >= 0:
            out[place * len(row) : (place + 1) * len(row)] = [share * value for value in row]
    return out


if __name__ == "__main__":
    main()
