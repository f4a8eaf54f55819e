"""What an outline looks at again and again: the tables of a board, and what tokens make a city worth."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter

from rules.whispers.layout import VALUES, Board

# What a region without a city is worth, in points per point of difference a city makes.
_REGION = 0.08
# How much seats of each kind of action are sought after.
_WEIGHT = {"attack": 1.0, "swap": 0.2, "add": 0.6, "draw": 0.4}


class Chart:
    """The tables of a board that an outline looks at again and again."""

    def __init__(self, board: Board) -> None:
        self.size, self.rounds, self.hand_limit = board.council_size, board.rounds, board.hand_limit
        self.home, self.limit = board.home, board.limit
        self.fort = [int(fort) for fort in board.fort]
        self.worth = [1.0 if city else _REGION for city in board.city]
        self.cities = board.icons["city"]
        self.near, self.icons, self.actions = board.adjacent, board.icons, board.actions
        # Picks what is listed per region for those around one; twice where there is one only, to be a tuple too.
        self.around = [itemgetter(*(near if len(near) > 1 else near * 2)) for near in board.adjacent]
        self.most = board.agents_per_player
        self.weight = [max(_WEIGHT[action.kind] for action in actions) for actions in board.actions]


@lru_cache(maxsize=8)
def chart(board: Board) -> Chart:
    """The tables of a board."""
    return Chart(board)


@lru_cache(maxsize=256)
def worths(slots: tuple[int, ...]) -> list[float]:
    """Per empire the points a city of its brings to the holder of these tokens."""
    out = [0.0] * len(slots)
    for value, empire in zip(VALUES, slots, strict=True):
        out[empire] = float(value)
    return out


@lru_cache(maxsize=4096)
def appear(slots: tuple[int, ...], shown: int) -> list[float]:
    """Per empire the expected points of a city to a player, by the tokens that he shows."""
    hidden = [slot for slot in range(len(slots)) if not shown >> slot & 1]
    mean = sum([VALUES[slot] for slot in hidden]) / len(hidden) if hidden else 0.0
    out = [mean] * len(slots)
    for slot, empire in enumerate(slots):
        if shown >> slot & 1:
            out[empire] = float(VALUES[slot])
    return out
