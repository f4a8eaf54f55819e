"""The data files: read once, checked on load, turned into tables of indexes.

Regions, empires, seats and cards are numbers inside the rules; their ids are in the tables here.
"""

from __future__ import annotations

import pkgutil
import re
from contextlib import suppress
from functools import cache
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from rules.sentence import Sentence

SLOTS = ("devout", "dutiful", "affiliated", "unallied", "opposed")
LINES = ("basic", "advanced", "special")
_LAYOUT = re.compile(r"[a-z0-9-]+")
S = TypeVar("S")


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """One printed action of a seat: `amount` for every `per` icons controlled, or a fixed amount."""

    kind: Literal["add", "draw", "attack", "swap"]
    amount: int = 0
    icon: Literal["city", "fort", "farm"] | None = None
    per: int = 1


class RegionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a layout file."""

    home: str
    name: str
    icons: list[Literal["city", "fort", "farm"]]
    banners: int


class LayoutFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A layout file."""

    id: str
    rounds: int
    hand_limit: int
    supply: int
    supply_with_farm: int
    banners_per_empire: int
    agents_per_player: int
    empires: list[str]
    borders: list[str]
    disputed: list[str]
    totals: dict[str, int]
    regions: dict[str, RegionRow]


class CouncilFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The council file: seat names from left to right, and per empire the actions of each seat."""

    seats: list[str]
    councils: dict[str, dict[str, list[Action]]]


class AbilityRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What a line of a card does and when it may be played."""

    ability: str
    windows: list[Literal["exchange", "declare", "flight", "battle", "after", "any"]]


class CardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The card file."""

    copies: int
    basic: dict[str, AbilityRow]
    advanced: dict[str, AbilityRow]
    special: dict[str, AbilityRow]
    amounts: dict[str, int]


class AgentRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Agents placed every round and taken back from round 2 on."""

    placed: int
    taken_back: int


class SetupFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up file."""

    agents: dict[int, AgentRow]
    loyalty: dict[str, int]


def read(name: str, into: type[S]) -> S:
    """A data file, decoded and typed. ValueError naming the file when its form is wrong."""
    text = pkgutil.get_data("rules.whispers", f"data/{name}") or b""
    try:
        return msgspec.toml.decode(text, type=into, strict=False)
    except msgspec.MsgspecError as error:
        raise ValueError(f"{name}: {error}") from None


def layouts() -> list[str]:
    """The ids of the layouts there are."""
    # Imported here, for it takes longer than all the rest of this module, and only mistakes need the list.
    from importlib import resources

    folder = resources.files("rules.whispers") / "data" / "layouts"
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


def check_layout(file: LayoutFile) -> None:
    """ValueError if ids, borders or totals of a layout do not fit together."""
    if len(file.empires) != len(SLOTS) or len(set(file.empires)) != len(SLOTS):
        raise ValueError(f"{file.id}: there must be {len(SLOTS)} empires, one for each loyalty slot")
    _check_borders(file)
    _check_regions(file)
    _check_totals(file)


def _check_borders(file: LayoutFile) -> None:
    if len(file.disputed) != 2:
        raise ValueError(f"{file.id}: `disputed` needs exactly two readings")
    pairs = [tuple(border.split("-")) for border in [*file.borders, *file.disputed]]
    for pair in pairs:
        if len(pair) != 2 or pair[0] == pair[1] or not all(end in file.regions for end in pair):
            raise ValueError(f"{file.id}: {'-'.join(pair)} is no border between two known regions")
    if len({frozenset(pair) for pair in pairs}) != len(pairs):
        raise ValueError(f"{file.id}: a border is named twice")


def _check_regions(file: LayoutFile) -> None:
    for code, row in file.regions.items():
        if row.home not in file.empires:
            raise ValueError(f"{file.id}: region {code} has the unknown home empire {row.home!r}")
        if len(set(row.icons)) != len(row.icons) or row.banners < 0:
            raise ValueError(f"{file.id}: region {code} has an icon twice or banners below 0")
    if len({code.lower() for code in file.regions}) != len(file.regions):
        raise ValueError(f"{file.id}: two region codes differ in nothing but capital letters")
    for empire in file.empires:
        if sum(row.banners for row in file.regions.values() if row.home == empire) > file.banners_per_empire:
            raise ValueError(f"{file.id}: {empire} starts with more than {file.banners_per_empire} banners")


def _check_totals(file: LayoutFile) -> None:
    rows = list(file.regions.values())
    found = {
        "regions": len(rows),
        "cities": sum("city" in row.icons for row in rows),
        "forts": sum("fort" in row.icons for row in rows),
        "farms": sum("farm" in row.icons for row in rows),
        "banners": sum(row.banners for row in rows),
        "borders": len(file.borders) + 1,
    }
    if set(file.totals) != set(found):
        raise ValueError(f"{file.id}: totals must name {', '.join(found)}")
    for what, number in file.totals.items():
        if found[what] != number:
            raise ValueError(f"{file.id}: totals say {number} {what}, the rows make {found[what]}")


class Board:
    """A layout with one reading of the disputed border, as tables indexed by region, empire or seat."""

    def __init__(self, file: LayoutFile, councils: CouncilFile, border: str) -> None:
        self.id = file.id
        self.rounds, self.hand_limit = file.rounds, file.hand_limit
        self.banners_per_empire, self.agents_per_player = file.banners_per_empire, file.agents_per_player
        self.empires = tuple(file.empires)
        self.regions = tuple(file.regions)
        self.region = {code: index for index, code in enumerate(self.regions)}
        self.empire = {name: index for index, name in enumerate(self.empires)}
        rows = list(file.regions.values())
        self.names = tuple(row.name for row in rows)
        self.home = [self.empire[row.home] for row in rows]
        self.start = [row.banners for row in rows]
        self.icons = {
            icon: tuple(r for r, row in enumerate(rows) if icon in row.icons) for icon in ("city", "fort", "farm")
        }
        self.fort, self.city, self.farm = (
            [r in self.icons[icon] for r in range(len(rows))] for icon in ("fort", "city", "farm")
        )
        self.limit = [file.supply_with_farm if farm else file.supply for farm in self.farm]
        self.least_limit = min(self.limit)
        self.borders = [tuple(pair.split("-")) for pair in [*file.borders, border]]
        self.adjacent = self._adjacent()
        self.council_size = len(councils.seats)
        self.seat_names = tuple(councils.seats)
        self.seats = tuple(f"{empire}.{seat}" for empire in self.empires for seat in councils.seats)
        self.seat = {name: index for index, name in enumerate(self.seats)}
        missing = [empire for empire in self.empires if empire not in councils.councils]
        if missing:
            raise ValueError(f"{file.id}: the empire {missing[0]} has no council")
        self.actions = tuple(
            tuple(councils.councils[empire][seat]) for empire in self.empires for seat in councils.seats
        )
        for seat, actions in zip(self.seats, self.actions, strict=True):
            if len({action.kind for action in actions}) != len(actions):
                raise ValueError(f"seat {seat} offers one kind of action twice")

    def _adjacent(self) -> list[tuple[int, ...]]:
        near: list[set[int]] = [set() for _ in self.regions]
        for one, other in self.borders:
            near[self.region[one]].add(self.region[other])
            near[self.region[other]].add(self.region[one])
        return [tuple(sorted(regions)) for regions in near]


def _layout(name: str) -> LayoutFile:
    if _LAYOUT.fullmatch(name):
        with suppress(OSError):
            return read(f"layouts/{name}.toml", LayoutFile)
    raise ValueError(
        Sentence(
            "no-layout-name-there-are", "no layout {name!r}; there are: {known}", name=name, known=", ".join(layouts())
        )
    )


@cache
def board(layout: str, border: str) -> Board:
    """The tables of a layout. ValueError for a layout or border reading there is not."""
    file = _layout(layout)
    check_layout(file)
    if border not in file.disputed:
        raise ValueError(
            Sentence(
                "no-border-reading-border-there-are",
                "no border reading {border!r}; there are: {known}",
                border=border,
                known=", ".join(file.disputed),
            )
        )
    return Board(file, read("councils.toml", CouncilFile), border)


SETUP = read("setup.toml", SetupFile)
VALUES = tuple(SETUP.loyalty[slot] for slot in SLOTS)
