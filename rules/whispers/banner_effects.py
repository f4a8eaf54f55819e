"""Cards that add and remove banners. Rules `card.mercenaries`, `recruit`, `garrison`, `uprising`, `populate`,
`alchemists-fire`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.ask import Event, Option, Refusal, Value
from rules.whispers.deck import AMOUNTS
from rules.whispers.frames import AddOnce, Burn, Fire, Populate, Recruit, Remove
from rules.whispers.moves import moves
from rules.whispers.state import State
from rules.whispers.table import destroy, recruit, some


def _values(state: State, region: int) -> dict[str, Value]:
    board = state.board()
    holder = state.holder[region]
    return {"region": board.regions[region], "empire": board.empires[holder], "there": state.banners[region]}


def _add(state: State, player: int, region: int, count: int, events: list[Event]) -> None:
    recruit(state, region, count)
    board = state.board()
    values: dict[str, Value] = {"player": player, "empire": board.empires[state.holder[region]]}
    events.append(Event("add", {**values, "region": board.regions[region], "count": count}))


# Mercenaries


def refuse_remove(state: State, frame: Remove, region: int, count: int) -> Refusal | None:
    """Why these banners may not be removed: it is `most`, or all if fewer stand there."""
    there = min(frame.most, state.banners[region])
    if there and count == there:
        return None
    return Refusal("card.mercenaries", "amount" if there else "empty", {**_values(state, region), "most": there})


def remove_options(state: State, frame: Remove) -> Iterator[Option]:
    """One option for each region with banners."""
    make = moves(state.board()).make
    for region, count in enumerate(state.banners):
        if count:
            yield make("remove", region, min(frame.most, count))


def take_remove(state: State, frame: Remove, option: Option, events: list[Event]) -> None:
    """Return the banners to their reserve."""
    state.agenda.pop()
    region, count = option.args
    _destroy(state, region, count, "mercenaries", events)


def _destroy(state: State, region: int, count: int, ability: str, events: list[Event]) -> None:
    values = _values(state, region)
    destroy(state, region, count)
    board = state.board()
    holder = board.empires[state.holder[region]]
    names = {"region": values["region"], "empire": values["empire"]}
    events.append(Event("destroy", {**names, "count": count, "ability": ability, "holder": holder}))


# Recruit, Garrison, Uprising: friendly banners, those of whoever controls the region


def refuse_recruit(state: State, frame: Recruit, region: int, count: int) -> Refusal | None:
    """Why these banners may not be recruited there: not empty, reserve, too many."""
    values = {**_values(state, region), "count": count}
    reserve = state.reserve[state.holder[region]]
    if state.banners[region]:
        return Refusal("card.recruit", "empty", values)
    if count > min(frame.left, reserve):
        return Refusal("card.recruit", "amount", {**values, "most": min(frame.left, reserve)})
    return None


def recruit_options(state: State, frame: Recruit) -> Iterator[Option]:
    """One to `left` banners in each empty region, as far as its empire's reserve goes."""
    add = moves(state.board()).add
    for region, count in enumerate(state.banners):
        if not count:
            yield from add[region][: min(frame.left, state.reserve[state.holder[region]])]


def advance_recruit(state: State, frame: Recruit, events: list[Event]) -> bool:
    """Ask while banners are left and there is room."""
    if frame.left and some(recruit_options(state, frame)):
        return True
    state.agenda.pop()
    return False


def take_recruit(state: State, frame: Recruit, option: Option, events: list[Event]) -> None:
    """Place them, keep the rest to be placed."""
    region, count = option.args
    state.agenda[-1] = replace(frame, left=frame.left - count)
    _add(state, frame.player, region, count, events)


def refuse_add_once(state: State, frame: AddOnce, region: int, count: int) -> Refusal | None:
    """Why Garrison or Uprising may not go there."""
    board, values, rule = state.board(), _values(state, region), f"card.{frame.rule}"
    most = min(frame.most, state.reserve[state.holder[region]])
    if frame.rule == "garrison" and not board.city[region]:
        return Refusal(rule, "city", values)
    if frame.rule == "uprising" and (board.city[region] or board.fort[region]):
        return Refusal(rule, "icon", values)
    if frame.rule == "uprising" and state.banners[region]:
        return Refusal(rule, "empty", values)
    if not most:
        return Refusal("add.reserve", "", values)
    return None if count == most else Refusal(rule, "amount", {**values, "count": count, "most": most})


def add_once_options(state: State, frame: AddOnce) -> Iterator[Option]:
    """One option for each region it may go to."""
    add = moves(state.board()).add
    for region, holder in enumerate(state.holder):
        count = min(frame.most, state.reserve[holder])
        if count and refuse_add_once(state, frame, region, count) is None:
            yield add[region][count - 1]


def take_add_once(state: State, frame: AddOnce, option: Option, events: list[Event]) -> None:
    """Place them."""
    state.agenda.pop()
    region, count = option.args
    _add(state, frame.player, region, count, events)


# Populate with a reserve that is too small


def refuse_populate(state: State, frame: Populate, region: int, count: int) -> Refusal | None:
    """Why the banner may not go there: region of another empire, or it has had its one."""
    board = state.board()
    values = {**_values(state, region), "empire": board.empires[frame.empire], "count": count}
    if state.holder[region] != frame.empire:
        return Refusal("add.control", "", {**values, "holder": board.empires[state.holder[region]]})
    if count > 1 or region in frame.done:
        return Refusal("card.populate", "once", values)
    return None


def populate_options(state: State, frame: Populate) -> Iterator[Option]:
    """One banner in each region that has not had its own yet."""
    add = moves(state.board()).add
    for region, holder in enumerate(state.holder):
        if holder == frame.empire and region not in frame.done:
            yield add[region][0]


def advance_populate(state: State, frame: Populate, events: list[Event]) -> bool:
    """Ask until the reserve is empty."""
    if state.reserve[frame.empire] and some(populate_options(state, frame)):
        return True
    state.agenda.pop()
    return False


def take_populate(state: State, frame: Populate, option: Option, events: list[Event]) -> None:
    """Place one banner."""
    region = option.args[0]
    state.agenda[-1] = replace(frame, done=(*frame.done, region))
    _add(state, frame.player, region, 1, events)


# Alchemist's Fire


def _enemies_near(state: State, empire: int, source: int) -> list[int]:
    return [
        region for region in state.board().adjacent[source] if state.banners[region] and state.holder[region] != empire
    ]


def refuse_fire(state: State, frame: Fire, region: int) -> Refusal | None:
    """Why the fire cannot start there: no banner of the active empire, no enemy next to it."""
    values = {**_values(state, region), "active": state.board().empires[frame.empire]}
    if state.holder[region] != frame.empire or not state.banners[region]:
        return Refusal("card.alchemists-fire", "source", values)
    if not _enemies_near(state, frame.empire, region):
        return Refusal("card.alchemists-fire", "near", values)
    return None


def fire_options(state: State, frame: Fire) -> Iterator[Option]:
    """Every region with a banner of the active empire next to enemy banners."""
    make = moves(state.board()).make
    for region, count in enumerate(state.banners):
        if count and refuse_fire(state, frame, region) is None:
            yield make("from", region)


def take_fire(state: State, frame: Fire, option: Option, events: list[Event]) -> None:
    """The banner is chosen; now its neighbours burn."""
    state.agenda[-1] = Burn(frame.player, frame.empire, option.args[0], AMOUNTS["alchemists-fire"])


def refuse_burn(state: State, frame: Burn, option: Option) -> Refusal | None:
    """Why these banners may not be removed: not next to it, no enemy, too many; or why not stop yet."""
    board = state.board()
    if option.key == "done":
        return None if frame.any else Refusal("choice.first", "", {})
    region, count = option.args
    most = min(frame.left, state.banners[region])
    values = {**_values(state, region), "source": board.regions[frame.source], "count": count, "most": most}
    if region not in board.adjacent[frame.source]:
        return Refusal("card.alchemists-fire", "far", values)
    if not state.banners[region] or state.holder[region] == frame.empire:
        return Refusal("card.alchemists-fire", "enemy", values)
    return None if count <= most else Refusal("card.alchemists-fire", "amount", values)


def burn_options(state: State, frame: Burn) -> Iterator[Option]:
    """One to `left` banners of each enemy region next to the banner; stop once something is gone."""
    catalogue = moves(state.board())
    if frame.any:
        yield catalogue.done
    for region in _enemies_near(state, frame.empire, frame.source):
        for count in range(1, min(frame.left, state.banners[region]) + 1):
            yield catalogue.make("remove", region, count)


def advance_burn(state: State, frame: Burn, events: list[Event]) -> bool:
    """Ask while enemies are left to remove."""
    if frame.left and _enemies_near(state, frame.empire, frame.source):
        return True
    state.agenda.pop()
    return False


def take_burn(state: State, frame: Burn, option: Option, events: list[Event]) -> None:
    """Remove them, or stop."""
    if option.key == "done":
        state.agenda.pop()
        return
    region, count = option.args
    state.agenda[-1] = replace(frame, left=frame.left - count, any=True)
    _destroy(state, region, count, "alchemists-fire", events)
