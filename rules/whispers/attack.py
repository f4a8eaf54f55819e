"""Attacks: who may attack what with how many, forts, the fight, what is left. Rules `attack.*`."""

from __future__ import annotations

from rules.ask import Event, Option, Refusal
from rules.whispers.frames import After, Declare, Flight
from rules.whispers.moves import moves
from rules.whispers.state import State
from rules.whispers.table import lift, put, spare

REACHES = ("adjacent", "empty", "all")


def attacks(
    state: State, empire: int, reach: str = "adjacent", source: int = -1, most: int = 0
) -> list[Option]:
    """Every attack open to an empire; `source` and `most` bind a further attack of survivors."""
    options = state.options
    board = state.board()
    catalogue = moves(board)
    holder, banners, home = state.holder, state.banners, board.home
    empty = options.empty_targets and (source < 0 or options.bear_basic_empty)
    hold = options.hold_conquest
    out: list[Option] = []
    for region in range(len(holder)) if source < 0 else (source,):
        count = banners[region]
        if not count or holder[region] != empire:
            continue
        if hold and home[region] != empire:
            count -= 1
        if most and count > most:
            count = most
        if count <= 0:
            continue
        near = board.adjacent[region]
        for target in near if reach == "adjacent" else range(len(holder)):
            if holder[target] == empire:
                continue
            if banners[target]:
                if reach == "empty" and target not in near:
                    continue
            elif not empty and reach != "empty":
                continue
            out += catalogue.attack(region, target)[:count]
    return out


def refuse_attack(
    state: State,
    empire: int,
    args: tuple[int, ...],
    reach: str = "adjacent",
    bound: int = -1,
    most: int = 0,
) -> Refusal | None:
    """Why this attack may not be made. `args`: source, target, banners; the rest as in `attacks`."""
    source, target, count = args
    board, options = state.board(), state.options
    names = {"source": board.regions[source], "target": board.regions[target]}
    if bound >= 0 and source != bound:
        return Refusal("card.press-on", "source", {**names, "region": board.regions[bound]})
    if state.holder[source] != empire:
        values = {**names, "empire": board.empires[empire], "holder": board.empires[state.holder[source]]}
        return Refusal("attack.source", "", values)
    if not state.banners[source]:
        return Refusal("attack.banners", "", names)
    if state.holder[target] == empire:
        return Refusal("attack.own-region", "", {**names, "empire": board.empires[empire]})
    near = target in board.adjacent[source]
    if not near and (reach == "adjacent" or reach == "empty" and state.banners[target]):
        return Refusal("attack.adjacent", "", names)
    empty = options.empty_targets and (bound < 0 or options.bear_basic_empty)
    if not state.banners[target] and not empty and reach != "empty":
        rule = "reading.empty_targets" if not options.empty_targets else "reading.bear_basic_empty"
        return Refusal(rule, "", names)
    return _refuse_count(state, empire, source, count, most)


def _refuse_count(state: State, empire: int, source: int, count: int, most: int) -> Refusal | None:
    board = state.board()
    there = state.banners[source]
    values = {"source": board.regions[source], "count": count, "there": there}
    if count > there:
        return Refusal("attack.size", "", values)
    if count > spare(state, source, state.options.hold_conquest):
        return Refusal("attack.hold", "", {**values, "empire": board.empires[empire]})
    if most and count > most:
        return Refusal("card.press-on", "survivors", {**values, "survivors": most})
    return None


def launch(
    state: State, player: int, seat: int, empire: int, option: Option, events: list[Event]
) -> None:
    """Declare an attack: its banners leave the source; the frame on top of the agenda is replaced."""
    source, target, count = option.args
    board = state.board()
    lift(state, source, count)
    state.agenda[-1] = Flight(player, seat, empire, source, target, count)
    values = {"player": player, "empire": board.empires[empire], "count": count}
    values |= {"source": board.regions[source], "target": board.regions[target]}
    events.append(Event("attack", values))


def fight(state: State, frame: Flight, events: list[Event]) -> None:
    """The fort takes one, then banners fall one for one. Rules `attack.fort`, `attack.fight`, `control`."""
    board = state.board()
    empire, target, count = frame.empire, frame.target, frame.count
    enemy, defenders = state.holder[target], state.banners[target]
    fort = traded = 0
    if enemy == empire:
        put(state, target, empire, count)
        left = count
    else:
        fort = 1 if board.fort[target] else 0
        traded = min(count - fort, defenders)
        left = count - fort - traded
        state.reserve[empire] += fort + traded
        state.reserve[enemy] += traded
        state.banners[target] = defenders - traded
        if left:
            state.holder[target] = empire
            state.banners[target] = left
        elif traded == defenders:
            state.holder[target] = board.home[target]
        defenders -= traded
    state.agenda[-1] = After(
        frame.player, frame.seat, empire, "attack", target, left, 0 if enemy == empire else defenders, traded
    )
    events.append(
        Event(
            "battle",
            {
                "empire": board.empires[empire],
                "enemy": board.empires[enemy],
                "source": board.regions[frame.source],
                "target": board.regions[target],
                "count": count,
                "fort": fort,
                "traded": traded,
                "left": left,
                "defenders": defenders,
                "holder": board.empires[state.holder[target]],
            },
        )
    )


def declare_options(state: State, frame: Declare) -> list[Option]:
    """The attacks open after a card that reaches further, or to survivors."""
    return attacks(state, frame.empire, frame.reach, frame.source, frame.most)


def refuse_declare(state: State, frame: Declare, option: Option) -> Refusal | None:
    """Why the attack may not be declared."""
    return refuse_attack(state, frame.empire, option.args, frame.reach, frame.source, frame.most)
