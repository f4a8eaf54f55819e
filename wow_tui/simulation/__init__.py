"""Bots play many games: the same seed gives the same results in any number of processes."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from itertools import combinations_with_replacement
from typing import Any, Literal

from msgspec import Struct

from rules.ask import readable
from rules.game import load
from rules.sentence import Sentence
from wow_tui.bots import Watcher, make
from wow_tui.simulation.scribe import Notes, Scribe

Schedule = Literal["fixed", "rotated", "round-robin"]


class Setup(Struct, frozen=True):
    """What all games of a run share: the rules and their options, the bots, the base seed.

    `schedule`: with `fixed` each bot plays its player in every game, each game is dealt anew; with `rotated` the
    bots move on by one player after each game, and a deal is played again until each bot has played each player;
    with `round-robin` `bots` are entrants, `players` of whom play: every line-up of two kinds at least, each
    rotated, all of them on one deal before the next. `thinking`: seconds for each decision of a bot that takes
    a time; 0 leaves it the number of iterations that makes results repeatable.
    """

    game: str
    bots: tuple[str, ...]
    options: Any
    seed: int
    schedule: Schedule = "fixed"
    players: int = 0
    thinking: float = 0.0

    @property
    def seats(self) -> int:
        """How many play in a game."""
        return self.players or len(self.bots)


class Result(Struct, frozen=True):
    """One game: who was first player in round 1, points by player, the winners, how many answers were
    given in all and how many of them among two options or more; which deal it was, who played, what is told
    of it besides."""

    number: int
    first: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    answers: int
    decisions: int
    deal: int = 0
    bots: tuple[str, ...] = ()
    notes: Notes = Notes()


def derive(seed: int, *names: object) -> int:
    """A 64-bit seed of its own for each name under a base seed."""
    text = "/".join(str(name) for name in (seed, *names))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


@lru_cache(maxsize=32)
def lineups(setup: Setup) -> tuple[tuple[str, ...], ...]:
    """Who plays which player, in the order of the games of one deal. ValueError if there is nobody to play."""
    if setup.schedule == "fixed":
        return (setup.bots,)
    sets: list[tuple[str, ...]] = [setup.bots]
    if setup.schedule == "round-robin":
        entrants = tuple(dict.fromkeys(setup.bots))
        if len(entrants) < 2:
            raise ValueError(
                Sentence("a-tournament-needs-two-kinds-of", "a tournament needs two kinds of bot at least")
            )
        every = combinations_with_replacement(entrants, setup.seats)
        sets = [each for each in every if len(set(each)) > 1]
    return tuple(each[-turn:] + each[:-turn] if turn else each for each in sets for turn in range(len(each)))


def seating(setup: Setup, number: int) -> tuple[int, tuple[str, ...]]:
    """The deal that game `number` is played on, and who plays."""
    every = lineups(setup)
    return number // len(every), every[number % len(every)]


def play(setup: Setup, number: int) -> Result:
    """Play game `number` of a run to its end. ValueError for players, options or bots there are not."""
    game = load(setup.game)
    deal, names = seating(setup, number)
    state = game.new(len(names), setup.options, derive(setup.seed, deal, "chance"))
    bots = [make(name, derive(setup.seed, number, "bot", p), setup.thinking) for p, name in enumerate(names)]
    first = game.view(state, None).first
    scribe = Scribe(state)
    answers = decisions = 0
    while asks := game.asks(state):
        player, ask = next(iter(asks.items()))
        answers += 1
        if len(ask.options) == ask.least == 1:
            answer = [ask.options[0].id]
        else:
            decisions += 1
            bot = bots[player]
            if isinstance(bot, Watcher):
                bot.watch(scribe.evidence)
            answer = bot.choose(game.view(state, player) if bot.looks else None, ask)
        scribe.before(state, player, answer)
        scribe.after(state, readable(game.take(state, player, answer), None))
    outcome = game.outcome(state)
    assert outcome is not None
    points = {place.player: place.points for place in outcome.places}
    return Result(
        number,
        first,
        tuple(points[player] for player in range(len(names))),
        tuple(outcome.winners),
        answers,
        decisions,
        deal,
        names,
        scribe.notes(state),
    )
