"""What lies on the table: banners and control, icons, who controls a seat. Rules `control`, `delegation`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.ask import Option
from rules.whispers.frames import After
from rules.whispers.layout import Action
from rules.whispers.state import State


def controlled(state: State, empire: int) -> list[int]:
    """The regions an empire controls: with its banners on, or empty homes. Rule `control`."""
    return [region for region, holder in enumerate(state.holder) if holder == empire]


def spare(state: State, region: int, hold: bool) -> int:
    """How many banners may leave a region; with `hold` the last one stays in a conquered region."""
    banners = state.banners[region]
    if banners and hold and state.board().home[region] != state.holder[region]:
        return banners - 1
    return banners


def put(state: State, region: int, empire: int, count: int) -> None:
    """Stand `count` more banners of an empire, already in hand, in a region that is empty or its own."""
    state.holder[region] = empire
    state.banners[region] += count


def lift(state: State, region: int, count: int) -> None:
    """Take banners off a region into the hand; an empty region is its home empire's. Rule `control`.

    After an attack on that region so many fewer of those that fought are left; newcomers never count.
    """
    left = state.banners[region] - count
    state.banners[region] = left
    if not left:
        state.holder[region] = state.board().home[region]
    for place, frame in enumerate(state.agenda):
        if frame.__class__ is After and frame.target == region:
            survivors, defenders = min(frame.survivors, left), min(frame.defenders, left)
            state.agenda[place] = replace(frame, survivors=survivors, defenders=defenders)


def recruit(state: State, region: int, count: int) -> None:
    """Add banners of the controlling empire from its reserve to a region."""
    state.reserve[state.holder[region]] -= count
    state.banners[region] += count


def destroy(state: State, region: int, count: int) -> None:
    """Return banners of a region to the reserve of their empire."""
    state.reserve[state.holder[region]] += count
    lift(state, region, count)


def controller(state: State, seat: int) -> int:
    """The seat whose agent controls `seat`: its own, else the nearest to the right; -1: nobody. Rule `delegation`."""
    seats = state.seats
    size = state.board().council_size
    for place in range(seat, seat - seat % size + size):
        if seats[place] >= 0:
            return place
    return -1


def yields(state: State, action: Action, empire: int) -> int:
    """Banners or cards that a printed action grants now: complete sets of icons controlled. Rule `icons`."""
    if action.icon is None:
        return action.amount
    holder = state.holder
    count = 0
    for region in state.board().icons[action.icon]:
        if holder[region] == empire:
            count += 1
    return count // action.per * action.amount


def some(options: Iterator[Option]) -> bool:
    """Whether there is any option at all; looks no further than the first."""
    return next(options, None) is not None
