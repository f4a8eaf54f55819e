"""What the map shows, without any idea of where: the words shared by the drawing code and its caller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a run of text is."""

    SEA = "sea"
    GROUND = "ground"
    BORDER = "border"
    FRONT = "front"
    CODE = "code"
    OWNER = "owner"
    BANNERS = "banners"
    FORT = "fort"
    CITY = "city"
    FARM = "farm"
    STATE = "state"
    DANGER = "danger"
    MARK = "mark"
    TAG = "tag"


class State(StrEnum):
    """How far a region takes part in the question at hand; the strongest one counts."""

    PLAIN = "plain"
    LEGAL = "legal"
    SOURCE = "source"
    SELECTED = "selected"


class Hatch(StrEnum):
    """The pattern of an empire's ground; one per empire. The same in ASCII."""

    EMPTY = " "
    DOTS = "."
    COLONS = ":"
    RISING = "/"
    FALLING = "\\"


class Role(NamedTuple):
    """What the caller needs to choose a style: the kind, the owner's key for the colour, the state."""

    kind: Kind
    owner: str = ""
    state: State = State.PLAIN


class Run(NamedTuple):
    """Neighbouring cells of one row that look alike; region is None at sea."""

    text: str
    region: str | None
    role: Role


class Patch(NamedTuple):
    """A run with the place where it starts, for repainting one region only."""

    row: int
    column: int
    run: Run


@dataclass(frozen=True, slots=True)
class RegionLook:
    """What is to be seen of one region now. Owner is a colour key, letter, mark: one narrow character each.

    A tag (one or two keys, for jumping) stands in the place of the code while it is set.
    """

    owner: str
    letter: str
    hatch: Hatch
    banners: int = 0
    fort: bool = False
    city: bool = False
    farm: bool = False
    legal: bool = False
    selected: bool = False
    source: bool = False
    danger: bool = False
    mark: str = ""
    tag: str = ""

    @property
    def state(self) -> State:
        """The strongest state."""
        if self.selected:
            return State.SELECTED
        if self.source:
            return State.SOURCE
        return State.LEGAL if self.legal else State.PLAIN


Looks = Mapping[str, RegionLook]
"""What is to be seen of every region, by region id."""
