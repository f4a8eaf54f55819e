"""One canonical form of a position, whoever wrote it: so that two can be compared, and packed into a code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.whispers.layout import SLOTS, Board, board
from rules.whispers.moves import card_id, moves
from rules.whispers.naming import entries, lookup, options_in
from rules.whispers.options import PRESETS, Options, preset
from rules.whispers.position import UNKNOWN, Position, flat, names_of

T = TypeVar("T")


def options_of(options: Options) -> tuple[str, dict[str, Any]]:
    """The preset with the fewest switches changed, and those changed."""
    found: dict[str, dict[str, Any]] = {}
    for name in PRESETS:
        base = preset(name)
        fields = Options.__struct_fields__
        found[name] = {f: getattr(options, f) for f in fields if getattr(options, f) != getattr(base, f)}
    best = min(found, key=lambda name: len(found[name]))
    return best, found[best]


def settle(position: Position) -> Position:
    """The same position in one canonical form: every name in full, everything in the order of the board, nothing
    that goes without saying. PositionError for words that name nothing."""
    names = names_of(position)
    options, board = tables(position)
    banners = _banners(position, board)
    loyalties = {name: _slots(board, position.loyalties[name]) for name in names if name in position.loyalties}
    loyalties = {name: slots for name, slots in loyalties.items() if set(slots) != {UNKNOWN}}
    base, changed = options_of(options)
    return replace(
        position,
        preset=base,
        options=changed,
        players=list(names),
        first=None if position.first == names[0] else position.first,
        phase=None if position.phase == "council" and position.acts else position.phase,
        acts=position.acts.lower() if position.acts else None,
        board=None if banners else "empty",
        banners={} if banners == started(board) else banners,
        agents=_agents(position, board),
        hands={name: words for name in names if (words := _cards(board, position.hands.get(name, [])))},
        loyalties=loyalties,
        revealed={
            name: words
            for name in names
            if (words := _shown(board, position.revealed.get(name, []), loyalties.get(name)))
        },
        swaps={name: count for name in names if (count := position.swaps.get(name, 0))},
        decks=_by_empire(position.decks, board),
        reserves=_by_empire(position.reserves, board),
    )


def started(board: Board) -> dict[str, str]:
    """The printed banners as a settled position would name them."""
    rows = zip(board.regions, board.home, board.start, strict=True)
    return {code: f"{board.empires[home]} {count}" for code, home, count in rows if count}


def tables(position: Position) -> tuple[Options, Board]:
    """The options of a position and the board it is on. PositionError for what there is not."""
    options = options_in(position)
    return options, board(options.layout, options.border)


def _banners(position: Position, board: Board) -> dict[str, int | str]:
    named = {board.regions[lookup(board, "region", code)]: entry for code, entry in position.banners.items()}
    setup = position.board == "setup" or (position.board is None and not named)
    out: dict[str, int | str] = {}
    for region, code in enumerate(board.regions):
        pairs = [(board.home[region], board.start[region])] if setup else []
        if code in named:
            pairs = entries(board, code, named[code])
        words = [f"{board.empires[empire]} {count}" for empire, count in pairs if count]
        if words:
            out[code] = " ".join(words)
    return out


def _agents(position: Position, board: Board) -> dict[str, Any]:
    found: dict[str, list[str]] = {}
    regions = moves(board).words["region"]
    for place, owner in flat(position.agents):
        at = board.regions[regions[place.lower()]] if place.lower() in regions else place.lower()
        if at not in regions and "." in at:
            lookup(board, "seat", at)
        found.setdefault(at, []).extend(name for name in (owner if isinstance(owner, list) else [owner]) if name)
    order = [*board.seats, *board.regions]
    placed = {place: sorted(found[place]) for place in order if found.get(place)}
    return {
        place: owners if len(owners) > 1 or place in board.region else owners[0] for place, owners in placed.items()
    }


def _cards(board: Board, words: Sequence[str]) -> list[str]:
    known = sorted(lookup(board, "card", word) for word in words if not word.endswith(f"/{UNKNOWN}"))
    backs = sorted(lookup(board, "empire", word.partition("/")[0]) for word in words if word.endswith(f"/{UNKNOWN}"))
    return [*(card_id(board, card) for card in known), *(f"{board.empires[empire]}/{UNKNOWN}" for empire in backs)]


def _slots(board: Board, named: list[str] | dict[str, str]) -> list[str]:
    slots = [""] * len(SLOTS)
    for slot, word in named.items() if isinstance(named, dict) else zip(SLOTS, named, strict=False):
        slots[lookup(board, "slot", slot)] = word if word == UNKNOWN else board.empires[lookup(board, "empire", word)]
    return [word or UNKNOWN for word in slots]


def _shown(board: Board, words: Sequence[str], slots: Sequence[str] | None) -> list[str]:
    own = list(slots or board.empires)
    found = {own.index(word.lower()) if word.lower() in own else lookup(board, "slot", word) for word in words}
    return [SLOTS[slot] for slot in sorted(found)]


def _by_empire(table: Mapping[str, T], board: Board) -> dict[str, T]:
    found = {board.empires[lookup(board, "empire", name)]: value for name, value in table.items()}
    return {name: found[name] for name in board.empires if name in found}
