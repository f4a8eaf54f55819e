"""How many cities each empire will have at the end, as far as a table shows it.

A forecast is linear in what is seen of each empire; `forecast.json` holds how much each thing counts with so
many rounds to go, fitted to games of bots by `python -m tests.tuning.forecast`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from rules.whispers.frames import Council
from rules.whispers.layout import VALUES, Board
from rules.whispers.state import State
from wow_tui.bots.worth import targets

# What is seen of an empire. `risk`, `gain`: how many armies could take one of its cities, it one of another's,
# `near`: what lacks one or two banners for it; `feared`, `hoped`: risk and gain by how much the seats still to act
# want it done; `will`: how far those who hold the seats still to act that attack want its cities, `arms`: how
# many there are; `wanted`: how far those players want its cities who want them, `liked`: all players.
SEEN = ("cities", "risk", "gain", "near", "feared", "hoped", "will", "arms", "wanted", "liked")
# What an attack counts whose army is only as strong as the defence.
_EVEN = 0.3
_KEENEST = 3.0
_MEAN = sum(VALUES) / len(VALUES)


class Terrain:
    """The tables of a board that a forecast looks at again and again."""

    def __init__(self, board: Board) -> None:
        self.cities = targets(board)
        self.attacks = [any(action.kind == "attack" for action in actions) for actions in board.actions]
        self.size, self.rounds = board.council_size, board.rounds
        self.weights = fitted()


@lru_cache(maxsize=8)
def terrain(board: Board) -> Terrain:
    """The tables of a board."""
    return Terrain(board)


@lru_cache(maxsize=1)
def fitted() -> list[list[float]]:
    """With no, one, two... rounds to go how much each thing of `SEEN` counts, in cities."""
    found: list[list[float]] = json.loads((files(__package__) / "forecast.json").read_text("ascii"))
    return [[0.0] * len(SEEN), *found]


class Wills:
    """Who wants what, by the seats that they hold: per empire, and per pair of empires for attacks."""

    __slots__ = ("arms", "keen", "liked", "wanted", "will")

    def __init__(self, state: State, land: Terrain, wants: Sequence[Sequence[float]]) -> None:
        """`wants`: per player the expected value of a city of each empire to him."""
        size, empires = land.size, len(state.reserve)
        councils = {frame.empire: frame.place for frame in state.agenda if isinstance(frame, Council)}
        self.will, self.arms = [0.0] * empires, [0.0] * empires
        self.keen = [[0.0] * empires for _ in range(empires)]
        self.liked = [sum([want[empire] - _MEAN for want in wants]) for empire in range(empires)]
        self.wanted = [sum([max(0.0, want[empire] - _MEAN) for want in wants]) for empire in range(empires)]
        for empire in range(empires):
            start, owner = councils.get(empire, size), -1
            for place in range(size - 1, -1, -1):
                seat = empire * size + place
                owner = state.seats[seat] if state.seats[seat] >= 0 else owner
                if owner < 0 or place < start or not land.attacks[seat]:
                    continue
                want, keen = wants[owner], self.keen[empire]
                self.will[empire] += want[empire] - _MEAN
                self.arms[empire] += 1
                for other, value in enumerate(want):
                    if want[empire] > value:
                        keen[other] += want[empire] - value


def seen(state: State, land: Terrain, wills: Wills) -> list[list[float]]:
    """Per thing of `SEEN` what it is for each empire."""
    holder, banners, keen = state.holder, state.banners, wills.keen
    empires = len(state.reserve)
    count, risk, gain, near = [0.0] * empires, [0.0] * empires, [0.0] * empires, [0.0] * empires
    feared, hoped = [0.0] * empires, [0.0] * empires
    for city, fort, around in land.cities:
        owner = holder[city]
        strength = banners[city] + fort
        count[owner] += 1
        for region in around:
            force = banners[region] - strength
            if force < -2 or not banners[region]:
                continue
            other = holder[region]
            if other == owner:
                continue
            if force < 0:
                near[other] += 1
                continue
            wish = min(keen[other][owner], _KEENEST)
            if force:
                risk[owner] += 1
                gain[other] += 1
            else:
                wish *= _EVEN
            feared[owner] += wish
            hoped[other] += wish
    return [count, risk, gain, near, feared, hoped, wills.will, wills.arms, wills.wanted, wills.liked]


def to_go(state: State, land: Terrain) -> float:
    """How many rounds are still to be played, parts of the present one by the seats that have not acted."""
    if not state.agenda:
        return 0.0
    seats = sum([land.size - frame.place for frame in state.agenda if isinstance(frame, Council)])
    return land.rounds - state.round + seats / len(land.attacks)


def between(time: float, rows: int) -> tuple[int, float]:
    """Between which rows of a table by whole rounds to go a time lies: the lower one, and the share of the next."""
    whole = min(int(time), rows - 2)
    return whole, time - whole


def forecast(state: State, land: Terrain, wills: Wills, time: float) -> list[float]:
    """Per empire the cities it is expected to have at the end, `time` rounds from now."""
    things = seen(state, land, wills)
    out = things[0][:]
    if not time:
        return out
    whole, part = between(time, len(land.weights))
    for early, late, each in zip(land.weights[whole], land.weights[whole + 1], things, strict=True):
        weight = early + part * (late - early)
        middle = sum(each) / len(each)
        out = [value + weight * (thing - middle) for value, thing in zip(out, each, strict=True)]
    return out
