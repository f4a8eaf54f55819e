"""What differs between two moments: for previews, verdicts and case reports."""

from __future__ import annotations

from msgspec import Struct

from rules.whispers.scoring import cities, points
from rules.whispers.state import State


class Change(Struct, frozen=True):
    """One difference. `what`: region, reserve, cities, seat, hand, deck or points; `name`: which one.

    A region reads like `lion 2` (who controls it, banners), a seat by its player, the rest are numbers.
    """

    what: str
    name: str
    before: str | int
    after: str | int


def changes(before: State, after: State, viewer: int | None = None) -> list[Change]:
    """All differences that everybody can see, and the points of `viewer` (None: nobody's)."""
    board = before.board()
    out: list[Change] = []

    def add(what: str, name: str, old: str | int, new: str | int) -> None:
        if old != new:
            out.append(Change(what, name, old, new))

    for region, code in enumerate(board.regions):
        add("region", code, held(before, region), held(after, region))
    old_cities, new_cities = cities(before), cities(after)
    for empire, name in enumerate(board.empires):
        add("reserve", name, before.reserve[empire], after.reserve[empire])
        add("cities", name, old_cities[empire], new_cities[empire])
        add("deck", name, len(before.decks[empire]), len(after.decks[empire]))
    for seat, name in enumerate(board.seats):
        add("seat", name, before.seats[seat], after.seats[seat])
    for player in range(before.players):
        add("hand", str(player), len(before.hands[player]), len(after.hands[player]))
    if viewer is not None:
        add("points", str(viewer), points(before, viewer), points(after, viewer))
    return out


def held(state: State, region: int) -> str:
    """Who controls a region with how many banners, as in a position: `lion 2`."""
    return f"{state.board().empires[state.holder[region]]} {state.banners[region]}"
