"""Bots play many games: the same seed gives the same results in any number of processes."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from msgspec import Struct

from rules.game import load
from wow_tui.bots import make


class Setup(Struct, frozen=True):
    """What all games of a run share: the rules and their options, a bot for each player, the base seed."""

    game: str
    bots: tuple[str, ...]
    options: Any
    seed: int


class Result(Struct, frozen=True):
    """One game: who was first player in round 1, points by player, the winners, how many answers were
    given in all and how many of them among two options or more."""

    number: int
    first: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    answers: int
    decisions: int


def derive(seed: int, *names: object) -> int:
    """A 64-bit seed of its own for each name under a base seed."""
    text = "/".join(str(name) for name in (seed, *names))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def play(setup: Setup, number: int) -> Result:
    """Play game `number` of a run to its end. ValueError for players, options or bots there are not."""
    game = load(setup.game)
    players = len(setup.bots)
    state = game.new(players, setup.options, derive(setup.seed, number, "chance"))
    bots = [make(name, derive(setup.seed, number, "bot", player)) for player, name in enumerate(setup.bots)]
    first = game.view(state, None).first
    answers = decisions = 0
    while asks := game.asks(state):
        player, ask = next(iter(asks.items()))
        answers += 1
        if len(ask.options) == ask.least == 1:
            answer = [ask.options[0].id]
        else:
            decisions += 1
            bot = bots[player]
            answer = bot.choose(game.view(state, player) if bot.looks else None, ask)
        game.take(state, player, answer)
    outcome = game.outcome(state)
    assert outcome is not None
    points = {place.player: place.points for place in outcome.places}
    return Result(number, first, tuple(points[p] for p in range(players)), tuple(outcome.winners), answers, decisions)
