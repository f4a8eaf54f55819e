"""Positions of A War of Whispers for every kind of question, gathered from random games with full hands."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from itertools import product

from rules.ask import Option
from rules.whispers.game import GAME
from rules.whispers.kinds import ANSWERS
from rules.whispers.layout import LINES, SLOTS, Board
from rules.whispers.moves import SIGNATURES, cards, moves
from rules.whispers.state import State
from tests.games import ROWS, walk

GAMES_PLAYED, AMOUNTS = 150, range(1, 9)


@cache
def samples(each: int) -> dict[str, list[State]]:
    """Up to `each` states per type of the frame that asks, from all settings in turn."""
    found: dict[str, list[State]] = defaultdict(list)
    settings = ROWS["whispers"].settings
    for seed in range(GAMES_PLAYED):
        setting = settings[seed % len(settings)]
        state = ROWS["whispers"].rich(setting.players, setting.options, seed)
        taken: set[str] = set()
        for step in walk(GAME, state, random.Random(seed)):
            name = type(step.state.agenda[-1]).__name__
            late = random.Random(seed * 1000 + step.state.step).random() < 0.4
            if name not in taken and len(found[name]) < each and late:
                taken.add(name)
                found[name].append(step.state)
    return dict(found)


def every_move(board: Board, key: str) -> list[Option]:
    """All moves of a kind that can be written, with amounts up to eight; each in its one form."""
    catalogue = moves(board)
    ranges = {
        "region": range(len(board.regions)),
        "seat": range(len(board.seats)),
        "empire": range(len(board.empires)),
        "slot": range(len(SLOTS)),
        "line": range(len(LINES)),
        "card": cards(board),
        "number": AMOUNTS,
    }
    kinds = [kind for kind in SIGNATURES[key][1] if kind != "with"]
    found = {}
    for args in product(*(ranges[kind] for kind in kinds)):
        words = [catalogue.write(kind, value) for kind, value in zip(kinds, args, strict=True)]
        if "with" in SIGNATURES[key][1]:
            words.insert(-1, "with")
        option = catalogue.find(" ".join([SIGNATURES[key][0], *words]))
        assert option is not None
        assert option.key == key
        found[option.id] = option
    return list(found.values())


@cache
def answers(board: Board, name: str) -> dict[str, Option]:
    """Every move of the kinds that a frame of that name accepts."""
    (keys,) = (keys for frame, keys in ANSWERS.items() if frame.__name__ == name)
    return {option.id: option for key in keys for option in every_move(board, key)}
