"""Two branches side by side: whatever differs between where they end, beside where they part."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.whispers.changes import held
from rules.whispers.scoring import cities, points
from wow_tui.lab.session import Lab, Moment


class Row(Struct, frozen=True):
    """One thing: `what` (region, cities, points, reserve, seat, hand), `name`, and what it is where the branches part,
    at the end of one and of the other. A region reads like `lion 2`, a seat by its player, -1 for nobody."""

    what: str
    name: str
    base: str | int
    one: str | int
    other: str | int


class Comparison(Struct):
    """`moves`: what led from the parting to each end. `rows`: all that differs, and all cities and points."""

    names: tuple[str, str]
    moves: tuple[list[str], list[str]]
    rows: list[Row]
    societies: list[str]


def compare(lab: Lab, one: str, other: str) -> Comparison:
    """Two branches by their names. KeyError for one there is not."""
    tips = {branch.name: branch.tip for branch in lab.branches}
    lines = lab.path(tips[one]), lab.path(tips[other])
    shared = [a for a, b in zip(*lines, strict=False) if a == b]
    base = lab.moments[shared[-1]]
    ends = lab.moments[tips[one]], lab.moments[tips[other]]
    ways = [[lab.moments[each] for each in line[len(shared) :]] for line in lines]
    told = [[moment.move or "" for moment in way] for way in ways]
    rows = list(_rows(base, *ends))
    names = max((moment.placed.names for moment in ends), key=len)
    return Comparison((one, other), (told[0], told[1]), rows, names)


def _rows(base: Moment, one: Moment, other: Moment) -> Iterator[Row]:
    states = base.state, one.state, other.state
    board = one.state.board()
    for region, code in enumerate(board.regions):
        yield from _differing("region", code, *(held(state, region) for state in states))
    for empire, name in enumerate(board.empires):
        yield Row("cities", name, *(cities(state)[empire] for state in states))
    for player in range(min(state.players for state in states)):
        if not any(moment.placed.unsure[player] for moment in (base, one, other)):
            yield Row("points", str(player), *(points(state, player) for state in states))
    for empire, name in enumerate(board.empires):
        yield from _differing("reserve", name, *(state.reserve[empire] for state in states))
    for seat, name in enumerate(board.seats):
        yield from _differing("seat", name, *(state.seats[seat] for state in states))
    for player in range(min(state.players for state in states)):
        yield from _differing("hand", str(player), *(len(state.hands[player]) for state in states))


def _differing(what: str, name: str, base: str | int, one: str | int, other: str | int) -> Iterator[Row]:
    """A row where anything differs."""
    if not base == one == other:
        yield Row(what, name, base, one, other)
