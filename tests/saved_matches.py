"""Matches and saves that the tests of saves share; light to import, for the processes they start."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from rules.game import load
from rules.match import Match
from rules.whispers.frames import Act, After, Declare, Deploy, Flight
from rules.whispers.options import Options, preset
from saves.envelope import Save, Seat, from_match
from tests.games import by_chance, dealt

SEATS = [Seat("Ann"), Seat("Bob", "bot:greedy"), Seat("Çelik"), Seat("Dora", "bot:random")]
ROOT = Path(__file__).parent.parent


def started(players: int, seed: int, rich: bool = False, options: Options | None = None) -> Match:
    """A new match; a `rich` one is set up by hand, with cards in all hands."""
    chosen = options or preset("printed")
    start = dealt(players, chosen, seed) if rich else None
    return Match(load("whispers"), players, chosen, seed, start)


def go_on(match: Match, chance: random.Random) -> bool:
    """Give one answer by chance; False if the match is over."""
    for player, ask in match.asks().items():
        match.answer(player, ask.id, [by_chance(chance, ask.options).id])
        return True
    return False


def saved(match: Match, updated: int = 2) -> Save:
    return from_match(match, SEATS[: match.players], 1, updated, "a note")


@cache
def moments() -> dict[str, Save]:
    """Saves at moments that differ in kind: the begin, in mid-attack, in the middle of a card, the end."""
    found: dict[str, Save] = {}
    for seed in range(9):
        match, chance = started(2 + seed % 3, seed, rich=seed % 2 == 1), random.Random(seed)
        found.setdefault("begin", saved(match))
        while go_on(match, chance):
            top = match.state.agenda[-1] if match.state.agenda else None
            if isinstance(top, Flight) and match.state.round == 4 and match.players == 4:
                found["attack"] = saved(match)
            if top is not None and not isinstance(top, Act | After | Declare | Deploy | Flight):
                found.setdefault(f"card-{type(top).__name__}", saved(match))
        found.setdefault("end", saved(match))
    return found
