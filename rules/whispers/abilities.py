"""The twenty abilities: when each would do something, and how it starts. Rules `card.<ability>`.

Each is a pair of small functions over the state and the frame it is played in; what is then chosen
is a frame of its own in `effects`. Figures are in the card file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.ask import Event, Refusal
from rules.whispers import attack, councils, effects
from rules.whispers.deck import AMOUNTS, affordable
from rules.whispers.frames import (
    Act,
    Add,
    AddOnce,
    After,
    Borrow,
    ChooseEmpire,
    Declare,
    Disperse,
    Fire,
    Flight,
    March,
    Populate,
    Recruit,
    Reinforce,
    Relocate,
    Remove,
)
from rules.whispers.layout import Action
from rules.whispers.state import State
from rules.whispers.table import controlled, destroy, recruit, spare, yields


class Ability(NamedTuple):
    """`refuse(state, frame)`: why it would do nothing now; `start(state, frame, events)`: once it is paid for."""

    refuse: Callable[[State, Any], Refusal | None]
    start: Callable[[State, Any, list[Event]], None]


def active(state: State, frame: Any) -> int:
    """The active empire: the one whose seat acts, a borrowed seat included. Rule `card.active-empire`."""
    return frame.seat // state.board().council_size if isinstance(frame, Act) else frame.empire


def _empire(state: State, frame: Any) -> dict[str, str]:
    return {"empire": state.board().empires[active(state, frame)]}


# Around an attack


def survivors(state: State, frame: After) -> int:
    """Attackers of the last attack that still stand where it struck."""
    if frame.target < 0 or state.holder[frame.target] != frame.empire:
        return 0
    return min(frame.survivors, state.banners[frame.target])


def _refuse_press_on(state: State, frame: After) -> Refusal | None:
    left = survivors(state, frame)
    if not left:
        return Refusal("card.press-on", "none", {})
    values = {"region": state.board().regions[frame.target], "survivors": left}
    if not min(left, spare(state, frame.target, state.options.hold_conquest)):
        return Refusal("card.press-on", "hold", values)
    if not attack.attacks(state, frame.empire, "adjacent", frame.target, left, first=True):
        if not _could_reach(state, frame.player, frame.empire, frame.target, left):
            return Refusal("card.press-on", "target", values)
    return None


def _could_reach(state: State, player: int, empire: int, source: int = -1, most: int = 0) -> bool:
    """Whether the player could also pay for a card that lets an attack reach further."""
    board, hand = state.board(), state.hands[player]
    return any(
        affordable(board, hand, ability) and attack.opens(state, empire, "adjacent", reach, source, most)
        for ability, reach in (("swoop", "empty"), ("armada", "all"))
    )


def _press_on(state: State, frame: After, events: list[Event]) -> None:
    most = survivors(state, frame)
    state.agenda[-1] = Declare(frame.player, frame.seat, frame.agent, frame.empire, "adjacent", frame.target, most)


def _involved(state: State, frame: After) -> int:
    """Banners of both sides of the last attack that still stand in the region it struck."""
    if frame.target < 0:
        return 0
    mine = state.holder[frame.target] == frame.empire
    return min(frame.survivors if mine else frame.defenders, state.banners[frame.target])


def _refuse_scorch(state: State, frame: After) -> Refusal | None:
    return None if _involved(state, frame) else Refusal("card.scorch", "none", {})


def _scorch(state: State, frame: After, events: list[Event]) -> None:
    count = _involved(state, frame)
    mine = state.holder[frame.target] == frame.empire
    board = state.board()
    values = {"empire": board.empires[state.holder[frame.target]], "region": board.regions[frame.target]}
    destroy(state, frame.target, count)
    destroyed = frame.destroyed + (0 if mine else count)
    state.agenda[-1] = replace(frame, survivors=0, defenders=0, destroyed=destroyed)
    events.append(Event("destroy", {**values, "count": count, "ability": "scorch"}))


def _refuse_subjugate(state: State, frame: After) -> Refusal | None:
    if not frame.destroyed:
        return Refusal("card.subjugate", "none", {})
    if not state.reserve[frame.empire]:
        return Refusal("add.reserve", "", _empire(state, frame))
    if not controlled(state, frame.empire):
        return Refusal("card.subjugate", "region", _empire(state, frame))
    return None


def _subjugate(state: State, frame: After, events: list[Event]) -> None:
    state.agenda.append(Add(frame.player, frame.empire, frame.destroyed))


def _refuse_reach(by: str, ability: str) -> Callable[[State, Any], Refusal | None]:
    def refuse(state: State, frame: Act | Declare) -> Refusal | None:
        if isinstance(frame, Act):
            reach, source, most = "adjacent", -1, 0
        else:
            reach, source, most = frame.reach, frame.source, frame.most
        if attack.opens(state, active(state, frame), reach, by, source, most):
            return None
        return Refusal(f"card.{ability}", "none" if reach == "adjacent" else "already", _empire(state, frame))

    return refuse


def _reach(reach: str) -> Callable[[State, Any, list[Event]], None]:
    def start(state: State, frame: Act | Declare, events: list[Event]) -> None:
        if isinstance(frame, Declare):
            state.agenda[-1] = replace(frame, reach=attack.extended(frame.reach, reach))
        else:
            state.agenda[-1] = Declare(frame.player, frame.seat, frame.agent, active(state, frame), reach)

    return start


def _refuse_more(state: State, frame: Flight) -> Refusal | None:
    return None if state.reserve[frame.empire] else Refusal("add.reserve", "", _empire(state, frame))


def _more(ability: str) -> Callable[[State, Any, list[Event]], None]:
    def start(state: State, frame: Flight, events: list[Event]) -> None:
        count = min(AMOUNTS[ability], state.reserve[frame.empire])
        state.reserve[frame.empire] -= count
        state.agenda[-1] = replace(frame, count=frame.count + count)
        events.append(Event("join", {**_empire(state, frame), "count": count, "total": frame.count + count}))

    return start


# Instead of the action, and again


def _refuse_relocate(state: State, frame: Act) -> Refusal | None:
    return None if -1 in state.seats else Refusal("card.relocate", "full", {})


def _refuse_borrow(state: State, frame: Act) -> Refusal | None:
    again = Borrow(frame.player, frame.seat, frame.agent)
    return None if effects.answerable(state, again) else Refusal("card.borrow", "none", {})


def _refuse_midnight_oil(state: State, frame: After) -> Refusal | None:
    if councils.can_act(state, _again(frame)) or _draws_own_payment(state, frame):
        return None
    if frame.action == "attack" and _could_reach(state, frame.player, frame.empire):
        return None
    return Refusal("card.midnight-oil", "none", {"seat": state.board().seats[frame.seat]})


def _draws_own_payment(state: State, frame: After) -> bool:
    """The payment of this card refills the Horse and Lion decks before the action is taken again."""
    empire = state.board().empires[frame.empire]
    if frame.action != "draw" or empire not in ("horse", "lion"):
        return False
    action = councils.find_action(state, _again(frame), "draw")
    return isinstance(action, Action) and yields(state, action, frame.empire) > 0


def _midnight_oil(state: State, frame: After, events: list[Event]) -> None:
    state.agenda[-1] = _again(frame)


def _again(frame: After) -> Act:
    return Act(frame.player, frame.seat, frame.agent, exchange=False, only=frame.action)


# At any moment of one's own action


def _choice(make: Callable[[State, Any], Any], rule: str) -> Ability:
    """An ability that consists of one frame to be answered: open while that frame has an answer."""

    def refuse(state: State, frame: Any) -> Refusal | None:
        if effects.answerable(state, make(state, frame)):
            return None
        return Refusal(f"card.{rule}", "none", _empire(state, frame))

    def start(state: State, frame: Any, events: list[Event]) -> None:
        state.agenda.append(make(state, frame))

    return Ability(refuse, start)


def _refuse_populate(state: State, frame: Any) -> Refusal | None:
    empire = active(state, frame)
    if not state.reserve[empire]:
        return Refusal("add.reserve", "", _empire(state, frame))
    return None if controlled(state, empire) else Refusal("card.populate", "none", _empire(state, frame))


def _populate(state: State, frame: Any, events: list[Event]) -> None:
    empire = active(state, frame)
    regions = controlled(state, empire)
    if state.reserve[empire] < len(regions):
        state.agenda.append(Populate(frame.player, empire))
        return
    for region in regions:
        recruit(state, region, 1)
    events.append(Event("populate", {**_empire(state, frame), "count": len(regions)}))


ABILITIES: dict[str, Ability] = {
    "press-on": Ability(_refuse_press_on, _press_on),
    "scorch": Ability(_refuse_scorch, _scorch),
    "subjugate": Ability(_refuse_subjugate, _subjugate),
    "swoop": Ability(_refuse_reach("empty", "swoop"), _reach("empty")),
    "armada": Ability(_refuse_reach("all", "armada"), _reach("all")),
    "one-more": Ability(_refuse_more, _more("one-more")),
    "three-more": Ability(_refuse_more, _more("three-more")),
    "relocate": Ability(_refuse_relocate, lambda s, f, e: s.agenda.append(Relocate(f.player, f.seat, f.agent))),
    "borrow": Ability(_refuse_borrow, lambda s, f, e: s.agenda.append(Borrow(f.player, f.seat, f.agent))),
    "midnight-oil": Ability(_refuse_midnight_oil, _midnight_oil),
    "populate": Ability(_refuse_populate, _populate),
    "march": _choice(lambda s, f: March(f.player, active(s, f)), "march"),
    "rearrange": _choice(lambda s, f: ChooseEmpire(f.player), "rearrange"),
    "garrison": _choice(lambda s, f: AddOnce(f.player, "garrison", AMOUNTS["garrison"]), "garrison"),
    "uprising": _choice(lambda s, f: AddOnce(f.player, "uprising", AMOUNTS["uprising"]), "uprising"),
    "mercenaries": _choice(lambda s, f: Remove(f.player, AMOUNTS["mercenaries"]), "mercenaries"),
    "recruit": _choice(lambda s, f: Recruit(f.player, AMOUNTS["recruit"]), "recruit"),
    "disperse": _choice(lambda s, f: Disperse(f.player), "disperse"),
    "alchemists-fire": _choice(lambda s, f: Fire(f.player, active(s, f)), "alchemists-fire"),
    "reinforce": _choice(lambda s, f: Reinforce(f.player, f.empire, AMOUNTS["reinforce"]), "reinforce"),
}
