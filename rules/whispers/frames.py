"""The frames of the agenda: what is still to be done. They hold public facts only, so a view may show them.

`player` is who decides; `empire` the active empire; `seat` the council position that acts.
"""

from __future__ import annotations

from msgspec import Struct


class Base(Struct, frozen=True, tag=True, gc=False):
    """What all frames share: immutable, tagged by their name in saves."""


class TakeBack(Base, frozen=True):
    """Each player in turn takes back an agent; `turn` counts from the first player."""

    turn: int


class Deploy(Base, frozen=True):
    """Each player in turn places an agent; `turn` counts over all placements of the round."""

    turn: int
    turns: int


class Council(Base, frozen=True):
    """The council of `empire` acts from position `place` (0 to 3) on."""

    empire: int
    place: int


class Act(Base, frozen=True):
    """The seat takes an action. `agent`: the seat where the active agent sits.

    `only`: the one kind of action open, when an action is repeated; `exchange`: whether a card may
    still be played instead of the action.
    """

    player: int
    seat: int
    agent: int
    exchange: bool = True
    only: str = ""


class Add(Base, frozen=True):
    """Place `left` banners of `empire` in regions it controls."""

    player: int
    empire: int
    left: int


class Declare(Base, frozen=True):
    """An attack must be declared. `reach`: adjacent, empty (any empty region), all (any region), or any
    (both, where `all` alone would not allow empty regions). `agent`: where the active agent sits.

    `source` and `most`: the only region and number of banners that may attack, for a further attack
    of survivors; -1 and 0 when free.
    """

    player: int
    seat: int
    agent: int
    empire: int
    reach: str
    source: int = -1
    most: int = 0


class Flight(Base, frozen=True):
    """`count` banners of `empire` attack `target` from `source`; not yet fought."""

    player: int
    seat: int
    agent: int
    empire: int
    source: int
    target: int
    count: int


class After(Base, frozen=True):
    """Right after an action of kind `action`; the last fields tell of the attack, if it was one.

    `target`: region attacked or -1; `survivors`: attackers left there; `defenders`: enemies left there;
    `destroyed`: enemy banners destroyed by that attack so far.
    """

    player: int
    seat: int
    agent: int
    empire: int
    action: str
    target: int = -1
    survivors: int = 0
    defenders: int = 0
    destroyed: int = 0


class Relocate(Base, frozen=True):
    """Eagle basic: choose the empty seat the active agent moves to."""

    player: int
    seat: int
    agent: int


class Borrow(Base, frozen=True):
    """Lion basic: choose the seat whose action is used."""

    player: int
    seat: int
    agent: int


class Remove(Base, frozen=True):
    """Mercenaries: choose the region that loses up to `most` banners."""

    player: int
    most: int


class Recruit(Base, frozen=True):
    """Add `left` friendly banners to empty regions."""

    player: int
    left: int


class AddOnce(Base, frozen=True):
    """Choose one region and add `most` friendly banners there; `rule`: garrison or uprising."""

    player: int
    rule: str
    most: int


class Populate(Base, frozen=True):
    """Too few in reserve for one banner everywhere: choose regions, each once; `done`: those that have theirs."""

    player: int
    empire: int
    done: tuple[int, ...] = ()


class Disperse(Base, frozen=True):
    """Choose the region whose banners disperse."""

    player: int


class Scatter(Base, frozen=True):
    """Place `left` banners of `empire`, taken from `source`, in adjacent regions it controls."""

    player: int
    empire: int
    source: int
    left: int


class Fire(Base, frozen=True):
    """Alchemist's Fire: choose the banner of the active empire whose neighbours burn."""

    player: int
    empire: int


class Burn(Base, frozen=True):
    """Remove up to `left` enemy banners from regions next to `source`; `any`: at least one is gone."""

    player: int
    empire: int
    source: int
    left: int
    any: bool = False


class March(Base, frozen=True):
    """Horse basic: move banners of `empire` between two regions it controls."""

    player: int
    empire: int


class ChooseEmpire(Base, frozen=True):
    """Horse advanced: choose the empire to rearrange."""

    player: int


class Rearrange(Base, frozen=True):
    """Horse advanced: move banners of `empire`; a region only gives or only takes, so that it ends."""

    player: int
    empire: int
    givers: tuple[int, ...] = ()
    takers: tuple[int, ...] = ()


class Reinforce(Base, frozen=True):
    """Choose banners of `empire` that join the attack below in the agenda, `left` at most."""

    player: int
    empire: int
    left: int
    any: bool = False


class Supply(Base, frozen=True):
    """The supply check at the end of the turn of `empire`."""

    empire: int


class MarkRound(Base, frozen=True):
    """The round is marked; the game ends or the first-player marker passes on."""


class Loyalty(Base, frozen=True):
    """Each player in turn may swap two face-down loyalty tokens."""

    turn: int


class Discard(Base, frozen=True):
    """Each player in turn discards down to the hand limit."""

    turn: int


class NewRound(Base, frozen=True):
    """The next round begins."""


Frame = (
    TakeBack
    | Deploy
    | Council
    | Act
    | Add
    | Declare
    | Flight
    | After
    | Relocate
    | Borrow
    | Remove
    | Recruit
    | AddOnce
    | Populate
    | Disperse
    | Scatter
    | Fire
    | Burn
    | March
    | ChooseEmpire
    | Rearrange
    | Reinforce
    | Supply
    | MarkRound
    | Loyalty
    | Discard
    | NewRound
)
