"""Attacks: who may attack what with how many, forts, the fight, what is left. Rules `attack.*`."""

from __future__ import annotations

from rules.ask import Event, Option, Refusal, Value
from rules.whispers.frames import Act, After, Declare, Flight
from rules.whispers.moves import moves
from rules.whispers.state import State
from rules.whispers.table import lift, put, spare

REACHES = ("adjacent", "empty", "all", "any")


def attacks(
    state: State, empire: int, reach: str = "adjacent", source: int = -1, most: int = 0, first: bool = False
) -> list[Option]:
    """Every attack open to an empire, or with `first` only as many as show that there is one.

    `source` and `most` bind a further attack of survivors.
    """
    options = state.options
    board = state.board()
    catalogue = moves(board)
    holder, banners, home, table = state.holder, state.banners, board.home, catalogue.attacks
    empty = _empty_allowed(state, source >= 0)
    plain = empty and reach == "adjacent"
    hold = options.hold_conquest
    out: list[Option] = []
    for region, count in enumerate(banners) if source < 0 else ((source, banners[source]),):
        if not count or holder[region] != empire:
            continue
        if hold and home[region] != empire:
            count -= 1
        if most and count > most:
            count = most
        if count <= 0:
            continue
        near, row = board.adjacent[region], table[region]
        for target in near if reach == "adjacent" else range(len(holder)):
            if holder[target] == empire:
                continue
            if not plain and not _may_enter(target in near, banners[target], reach, empty):
                continue
            if len(row[target]) < count:
                catalogue.more_attacks(region, target, count)
            out += row[target][:count]
        if first and out:
            break
    return out


def _may_enter(near: bool, banners: int, reach: str, empty: bool) -> bool:
    """Whether distance and emptiness let an attack of that reach enter an enemy region."""
    if banners:
        return near or reach in ("all", "any")
    return reach in ("empty", "any") or (empty and (near or reach == "all"))


def extended(reach: str, by: str) -> str:
    """The reach of an attack after one more card; each keeps what the other allows."""
    return by if reach == "adjacent" or reach == by else "any"


def opens(state: State, empire: int, reach: str, by: str, source: int = -1, most: int = 0) -> bool:
    """Whether a card of reach `by` would open a target that `reach` does not."""
    board, holder, banners = state.board(), state.holder, state.banners
    hold, empty, wider = state.options.hold_conquest, _empty_allowed(state, source >= 0), extended(reach, by)
    for region in range(len(holder)) if source < 0 else (source,):
        if holder[region] != empire or not min(spare(state, region, hold), most or banners[region]):
            continue
        near = board.adjacent[region]
        for target, owner in enumerate(holder):
            if owner == empire or not _may_enter(target in near, banners[target], wider, empty):
                continue
            if not _may_enter(target in near, banners[target], reach, empty):
                return True
    return False


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
    board, options, holder = state.board(), state.options, state.holder
    there = state.banners[source]
    rule = reason = ""
    if bound >= 0 and source != bound:
        rule, reason = "card.press-on", "source"
    elif holder[source] != empire:
        rule = "attack.source"
    elif not there:
        rule = "attack.banners"
    elif holder[target] == empire:
        rule = "attack.own-region"
    else:
        near, empty = target in board.adjacent[source], _empty_allowed(state, bound >= 0)
        if not _may_enter(near, state.banners[target], reach, empty):
            if state.banners[target] or not (near or reach in ("all", "any")):
                rule = "attack.adjacent"
            else:
                rule = "reading.bear_basic_empty" if options.empty_targets else "reading.empty_targets"
        elif count > there:
            rule = "attack.size"
        elif count > spare(state, source, options.hold_conquest):
            rule = "attack.hold"
        elif most and count > most:
            rule, reason = "card.press-on", "survivors"
    if not rule:
        return None
    names: dict[str, Value] = {"source": board.regions[source], "target": board.regions[target]}
    held = {"empire": board.empires[empire], "holder": board.empires[holder[source]]}
    bounds = {"region": board.regions[bound] if bound >= 0 else "", "survivors": most}
    return Refusal(rule, reason, {**names, **held, "count": count, "there": there, **bounds})


def _empty_allowed(state: State, further: bool) -> bool:
    """Readings `empty_targets` and, for a further attack of survivors, `bear_basic_empty`."""
    return state.options.empty_targets and (not further or state.options.bear_basic_empty)


def launch(state: State, frame: Act | Declare, empire: int, option: Option, events: list[Event]) -> None:
    """Declare an attack: its banners leave the source; the frame on top of the agenda is replaced."""
    source, target, count = option.args
    board = state.board()
    lift(state, source, count)
    state.agenda[-1] = Flight(frame.player, frame.seat, frame.agent, empire, source, target, count)
    values: dict[str, Value] = {
        "player": frame.player,
        "empire": board.empires[empire],
        "count": count,
        "source": board.regions[source],
        "target": board.regions[target],
    }
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
        frame.player,
        frame.seat,
        frame.agent,
        empire,
        "attack",
        target,
        left,
        0 if enemy == empire else defenders,
        traded,
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
