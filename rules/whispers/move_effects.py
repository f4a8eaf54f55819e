"""Cards that move banners. Rules `card.march`, `rearrange`, `disperse`, `reinforce`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.ask import Event, Option, Refusal, Value
from rules.whispers.frames import ChooseEmpire, Disperse, Flight, March, Rearrange, Reinforce, Scatter
from rules.whispers.moves import moves
from rules.whispers.state import State
from rules.whispers.table import controlled, lift, put, some, spare


def _move(state: State, source: int, target: int, count: int, ability: str, events: list[Event]) -> None:
    board, empire = state.board(), state.holder[source]
    lift(state, source, count)
    put(state, target, empire, count)
    values: dict[str, Value] = {"empire": board.empires[empire], "count": count, "ability": ability}
    names = {"source": board.regions[source], "target": board.regions[target]}
    events.append(Event("move", {**values, **names}))


def _refuse_ends(state: State, rule: str, empire: int, source: int, target: int) -> Refusal | None:
    board = state.board()
    values = {
        "source": board.regions[source],
        "target": board.regions[target],
        "empire": board.empires[empire],
    }
    for end in (source, target):
        if state.holder[end] != empire:
            return Refusal(rule, "control", {**values, "region": board.regions[end]})
    if source == target:
        return Refusal(rule, "same", values)
    return None if state.banners[source] else Refusal(rule, "banners", values)


# Horse basic


def march_spare(state: State, region: int) -> int:
    """How many banners may leave. Reading `horse_basic_all`: all, and then nothing need stay."""
    return spare(state, region, not state.options.horse_basic_all)


def refuse_march(state: State, frame: March, source: int, target: int, count: int) -> Refusal | None:
    """Why these banners may not march."""
    refusal = _refuse_ends(state, "card.march", frame.empire, source, target)
    if refusal:
        return refusal
    board, there = state.board(), state.banners[source]
    values = {"source": board.regions[source], "count": count, "there": there}
    if count > there:
        return Refusal("card.march", "amount", values)
    if count > march_spare(state, source):
        return Refusal("card.march", "hold", values)
    if state.options.horse_basic_all and count != there:
        return Refusal("reading.horse_basic_all", "", values)
    return None


def march_options(state: State, frame: March) -> Iterator[Option]:
    """Any number from each region to each other one that the empire controls."""
    make = moves(state.board()).make
    regions = controlled(state, frame.empire)
    for source in regions:
        most = march_spare(state, source)
        first = max(most, 1) if state.options.horse_basic_all else 1
        for target in regions:
            if target != source:
                for count in range(first, most + 1):
                    yield make("move", source, target, count)


def take_march(state: State, frame: March, option: Option, events: list[Event]) -> None:
    """Move them; this is no attack, so no fort strikes."""
    state.agenda.pop()
    source, target, count = option.args
    _move(state, source, target, count, "march", events)


# Horse advanced


def refuse_empire(state: State, frame: ChooseEmpire, empire: int) -> Refusal | None:
    """Why an empire cannot be rearranged: nothing to move, or no room within supply. Rule `supply`."""
    board, regions = state.board(), controlled(state, empire)
    total = sum(state.banners[region] for region in regions)
    room = sum(board.limit[region] for region in regions)
    values = {"empire": board.empires[empire], "total": total, "room": room}
    if total > room:
        return Refusal("card.rearrange", "room", values)
    if not some(rearrange_moves(state, Rearrange(frame.player, empire))):
        return Refusal("card.rearrange", "nothing", values)
    return None


def empire_options(state: State, frame: ChooseEmpire) -> Iterator[Option]:
    """Every empire with something to move."""
    make = moves(state.board()).make
    for empire in range(len(state.reserve)):
        if refuse_empire(state, frame, empire) is None:
            yield make("rearrange", empire)


def take_empire(state: State, frame: ChooseEmpire, option: Option, events: list[Event]) -> None:
    """The empire is chosen."""
    state.agenda[-1] = Rearrange(frame.player, option.args[0])


def _overfull(state: State, empire: int) -> list[int]:
    limit = state.board().limit
    return [region for region in controlled(state, empire) if state.banners[region] > limit[region]]


def refuse_rearrange(state: State, frame: Rearrange, option: Option) -> Refusal | None:
    """Why banners may not be moved so: control, hold, supply; or why not stop yet.

    A region only gives or only takes: every arrangement can be reached so, and it comes to an end.
    Regions over supply give their surplus first, so that room for it is left.
    """
    board, over = state.board(), _overfull(state, frame.empire)
    if option.key == "done":
        if over:
            return Refusal("card.rearrange", "supply", {"region": board.regions[over[0]]})
        return None if frame.givers else Refusal("choice.first", "", {})
    source, target, count = option.args
    refusal = _refuse_ends(state, "card.rearrange", frame.empire, source, target)
    if refusal:
        return refusal
    most, room = _may_give(state, source, over), board.limit[target] - state.banners[target]
    if source in frame.takers or target in frame.givers:
        reason = "one-way"
    elif over and source not in over:
        reason = "surplus"
    elif count > most:
        reason = "amount"
    elif count > room:
        reason = "limit"
    else:
        return None
    names: dict[str, Value] = {
        "source": board.regions[source],
        "target": board.regions[target],
        "count": count,
    }
    region = board.regions[over[0]] if over else ""
    values = {**names, "region": region, "most": most, "limit": board.limit[target]}
    return Refusal("card.rearrange", reason, values)


def _may_give(state: State, source: int, over: list[int]) -> int:
    """How many banners may leave a region; while some are over supply, those give their surplus only."""
    if over:
        return max(0, state.banners[source] - state.board().limit[source])
    return spare(state, source, True)


def rearrange_moves(state: State, frame: Rearrange) -> Iterator[Option]:
    """Every single move open."""
    board = state.board()
    make, over = moves(board).make, _overfull(state, frame.empire)
    regions = controlled(state, frame.empire)
    room = {region: board.limit[region] - state.banners[region] for region in regions if region not in frame.givers}
    for source in regions:
        give = 0 if source in frame.takers else _may_give(state, source, over)
        for target in room if give else ():
            if target != source:
                for count in range(1, min(give, room[target]) + 1):
                    yield make("move", source, target, count)


def rearrange_options(state: State, frame: Rearrange) -> Iterator[Option]:
    """Every single move open, and to stop once all is within supply."""
    done = moves(state.board()).done
    if refuse_rearrange(state, frame, done) is None:
        yield done
    yield from rearrange_moves(state, frame)


def advance_rearrange(state: State, frame: Rearrange, events: list[Event]) -> bool:
    """Ask until nothing more can move."""
    if some(rearrange_moves(state, frame)):
        return True
    state.agenda.pop()
    return False


def take_rearrange(state: State, frame: Rearrange, option: Option, events: list[Event]) -> None:
    """Move, or stop."""
    if option.key == "done":
        state.agenda.pop()
        return
    source, target, count = option.args
    givers, takers = {*frame.givers, source}, {*frame.takers, target}
    state.agenda[-1] = replace(frame, givers=tuple(sorted(givers)), takers=tuple(sorted(takers)))
    _move(state, source, target, count, "rearrange", events)


# Disperse


def refuse_disperse(state: State, frame: Disperse, region: int) -> Refusal | None:
    """Why a region cannot disperse: it holds no banners."""
    if state.banners[region]:
        return None
    return Refusal("card.disperse", "banners", {"region": state.board().regions[region]})


def disperse_options(state: State, frame: Disperse) -> Iterator[Option]:
    """Every region with banners."""
    make = moves(state.board()).make
    for region, count in enumerate(state.banners):
        if count:
            yield make("from", region)


def take_disperse(state: State, frame: Disperse, option: Option, events: list[Event]) -> None:
    """Lift all banners of the region; with no neighbour of that empire they go to its reserve."""
    region, board = option.args[0], state.board()
    empire, count = state.holder[region], state.banners[region]
    lift(state, region, count)
    scatter = Scatter(frame.player, empire, region, count)
    values: dict[str, Value] = {
        "region": board.regions[region],
        "empire": board.empires[empire],
        "count": count,
    }
    if any(state.holder[near] == empire for near in board.adjacent[region]):
        state.agenda[-1] = scatter
        events.append(Event("disperse", values))
    else:
        state.agenda.pop()
        state.reserve[empire] += count
        events.append(Event("disperse-reserve", values))


def refuse_scatter(state: State, frame: Scatter, region: int, count: int) -> Refusal | None:
    """Why banners may not go there: not next to it, of another empire, too many."""
    board = state.board()
    values = {"region": board.regions[region], "source": board.regions[frame.source]}
    values["empire"] = board.empires[frame.empire]
    if region not in board.adjacent[frame.source]:
        return Refusal("card.disperse", "far", values)
    if state.holder[region] != frame.empire:
        return Refusal("card.disperse", "control", values)
    if count > frame.left:
        return Refusal("card.disperse", "amount", {**values, "count": count, "most": frame.left})
    return None


def scatter_options(state: State, frame: Scatter) -> Iterator[Option]:
    """One to all that are left in each neighbour of that empire."""
    make, board = moves(state.board()).make, state.board()
    for near in board.adjacent[frame.source]:
        if state.holder[near] == frame.empire:
            for count in range(1, frame.left + 1):
                yield make("to-region", near, count)


def take_scatter(state: State, frame: Scatter, option: Option, events: list[Event]) -> None:
    """Stand them there."""
    region, count = option.args
    board = state.board()
    put(state, region, frame.empire, count)
    names: dict[str, Value] = {"source": board.regions[frame.source], "target": board.regions[region]}
    values = {"empire": board.empires[frame.empire], "count": count, "ability": "disperse"}
    events.append(Event("move", {**values, **names}))
    if frame.left > count:
        state.agenda[-1] = replace(frame, left=frame.left - count)
    else:
        state.agenda.pop()


# Reinforce


def reinforce_spare(state: State, region: int) -> int:
    """How many banners may join. Reading `reinforce_sources`: any regions, which may then be emptied."""
    return spare(state, region, state.options.reinforce_sources == "one")


def refuse_reinforce(state: State, frame: Reinforce, option: Option) -> Refusal | None:
    """Why these banners may not join the attack; or why not stop yet."""
    board = state.board()
    if option.key == "done":
        return None if frame.any else Refusal("choice.first", "", {})
    region, count = option.args
    values = {"region": board.regions[region], "count": count, "empire": board.empires[frame.empire]}
    if state.holder[region] != frame.empire:
        return Refusal("card.reinforce", "control", values)
    if count > min(frame.left, state.banners[region]):
        return Refusal("card.reinforce", "amount", {**values, "most": min(frame.left, state.banners[region])})
    if count > reinforce_spare(state, region):
        return Refusal("card.reinforce", "hold", values)
    return None


def reinforce_options(state: State, frame: Reinforce) -> Iterator[Option]:
    """One to `left` banners from each region; stop once some have joined."""
    catalogue = moves(state.board())
    if frame.any:
        yield catalogue.done
    for region in controlled(state, frame.empire):
        for count in range(1, min(frame.left, reinforce_spare(state, region)) + 1):
            yield catalogue.make("reinforce", region, count)


def advance_reinforce(state: State, frame: Reinforce, events: list[Event]) -> bool:
    """Ask until six have joined or nobody is left to join."""
    if frame.left and some(reinforce_options(state, replace(frame, any=False))):
        return True
    state.agenda.pop()
    return False


def take_reinforce(state: State, frame: Reinforce, option: Option, events: list[Event]) -> None:
    """They join the attack below."""
    agenda, board = state.agenda, state.board()
    if option.key == "done":
        agenda.pop()
        return
    region, count = option.args
    lift(state, region, count)
    flight = agenda[-2]
    assert isinstance(flight, Flight)
    agenda[-2] = replace(flight, count=flight.count + count)
    names: dict[str, Value] = {"region": board.regions[region], "empire": board.empires[frame.empire]}
    events.append(Event("reinforce", {**names, "count": count, "total": flight.count + count}))
    if state.options.reinforce_sources == "one":
        agenda.pop()
    else:
        agenda[-1] = replace(frame, left=frame.left - count, any=True)
