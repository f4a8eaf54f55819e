"""Edits of a position as small values, and what each makes of it. Nothing here asks whether a rule allows it.

Positions are settled (`rules.whispers.settling`) before and after, and never changed in place.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.sentence import Sentence
from rules.whispers.layout import SLOTS
from rules.whispers.oneline import parse
from rules.whispers.options import PRESETS
from rules.whispers.position import LETTERS, UNKNOWN, Phase, Position, PositionError
from rules.whispers.settling import settle, started, tables

MOST_BANNERS = 99
MOST_COPIES = 9
SECOND_TOKEN = 2


class Put(Struct, frozen=True):
    """`count` banners of an empire in a region, and no other there."""

    region: str
    empire: str
    count: int


class Beside(Struct, frozen=True):
    """So many more banners of an empire (fewer, if below 0) in a region, whoever else stands there."""

    region: str
    empire: str
    count: int = 1


class Seat(Struct, frozen=True):
    """The agent of a player on a seat, or (None) nobody."""

    seat: str
    player: str | None


class Post(Struct, frozen=True):
    """The agent of a player on a region: there, or gone."""

    region: str
    player: str
    there: bool


class Card(Struct, frozen=True):
    """So many copies of a card in a hand; `bear/?` is a card of which only the back is known."""

    player: str
    card: str
    count: int


class Token(Struct, frozen=True):
    """The empire in a slot of a player; it changes places with the one that was there."""

    player: str
    slot: str
    empire: str


class Reveal(Struct, frozen=True):
    """A token shown for good, or face down again; two shown make a swap."""

    player: str
    slot: str
    shown: bool


class Swaps(Struct, frozen=True):
    """How many loyalty swaps a player has made."""

    player: str
    count: int


class Pile(Struct, frozen=True):
    """The banners in a reserve (`what` is `reserves`) or the cards in a deck (`decks`); None: what is left."""

    what: str
    empire: str
    count: int | None


class Round(Struct, frozen=True):
    """The round."""

    round: int


class First(Struct, frozen=True):
    """The first player."""

    player: str


class Acts(Struct, frozen=True):
    """The seat that acts now."""

    seat: str


class During(Struct, frozen=True):
    """The phase, and the player asked first in it, if it matters."""

    phase: Phase
    turn: str | None = None


class Switch(Struct, frozen=True):
    """An option of the match."""

    name: str
    value: bool | int | str


class Preset(Struct, frozen=True):
    """All options as one of the presets has them."""

    name: str


class Players(Struct, frozen=True):
    """How many societies play; those that leave take everything with them."""

    count: int


class Rename(Struct, frozen=True):
    """Another name for a society."""

    player: str
    name: str


class Typed(Struct, frozen=True):
    """A line in the one-line syntax, on top of what there is."""

    line: str


class Whole(Struct, frozen=True):
    """Another position altogether; `what` says which, for the list of edits."""

    position: Position
    what: str


Edit = (
    Put
    | Beside
    | Seat
    | Post
    | Card
    | Token
    | Reveal
    | Swaps
    | Pile
    | Round
    | First
    | Acts
    | During
    | Switch
    | Preset
    | Players
    | Rename
    | Typed
    | Whole
)


def apply(position: Position, edit: Edit) -> Position:
    """The position after an edit, settled. PositionError for words that name nothing."""
    return settle(_apply(edit, position))


@singledispatch
def _apply(edit: Edit, position: Position) -> Position:
    raise TypeError(type(edit).__name__)


def named(position: Position) -> list[str]:
    """The societies of a settled position."""
    return list(position.players) if isinstance(position.players, list) else []


def banners_in(position: Position, region: str) -> dict[str, int]:
    """The banners in a region per empire; a settled position may say `setup` without naming any."""
    words = str(_banners(position).get(region, "")).split()
    return {empire: int(count) for empire, count in zip(words[::2], words[1::2], strict=True)}


def _banners(position: Position) -> dict[str, int | str]:
    if position.banners or position.board == "empty":
        return dict(position.banners)
    return dict(started(tables(position)[1]))


def _standing(position: Position, region: str, there: dict[str, int]) -> Position:
    banners = _banners(position)
    words = [f"{empire} {min(count, MOST_BANNERS)}" for empire, count in there.items() if count > 0]
    banners[region] = " ".join(words) or 0
    return replace(position, banners=banners, board="empty")


@_apply.register
def _(edit: Put, position: Position) -> Position:
    return _standing(position, edit.region, {edit.empire: edit.count})


@_apply.register
def _(edit: Beside, position: Position) -> Position:
    there = banners_in(position, edit.region)
    return _standing(position, edit.region, {**there, edit.empire: there.get(edit.empire, 0) + edit.count})


@_apply.register
def _(edit: Seat, position: Position) -> Position:
    agents = {place: owner for place, owner in position.agents.items() if place != edit.seat}
    if edit.player is not None:
        agents[edit.seat] = edit.player
    return _again(replace(position, agents=agents))


@_apply.register
def _(edit: Post, position: Position) -> Position:
    agents = dict(position.agents)
    owners = [name for name in agents.pop(edit.region, []) if name != edit.player]
    agents[edit.region] = [*owners, edit.player] if edit.there else owners
    return replace(position, agents=agents)


@_apply.register
def _(edit: Card, position: Position) -> Position:
    hand = [card for card in position.hands.get(edit.player, []) if card != edit.card]
    hand += [edit.card] * min(max(edit.count, 0), MOST_COPIES)
    return replace(position, hands={**position.hands, edit.player: hand})


@_apply.register
def _(edit: Token, position: Position) -> Position:
    known = position.loyalties.get(edit.player)
    slots = list(known) if isinstance(known, list) else [UNKNOWN] * len(SLOTS)
    at = SLOTS.index(edit.slot)
    if edit.empire in slots:
        slots[slots.index(edit.empire)] = slots[at]
    slots[at] = edit.empire
    return replace(position, loyalties={**position.loyalties, edit.player: slots})


@_apply.register
def _(edit: Reveal, position: Position) -> Position:
    shown = [slot for slot in position.revealed.get(edit.player, []) if slot != edit.slot]
    shown += [edit.slot] if edit.shown else []
    swaps = (len(shown) + 1) // SECOND_TOKEN
    return replace(
        position,
        revealed={**position.revealed, edit.player: shown},
        swaps={**position.swaps, edit.player: swaps},
    )


@_apply.register
def _(edit: Swaps, position: Position) -> Position:
    return replace(position, swaps={**position.swaps, edit.player: max(0, edit.count)})


@_apply.register
def _(edit: Pile, position: Position) -> Position:
    table = {empire: count for empire, count in getattr(position, edit.what).items() if empire != edit.empire}
    if edit.count is not None:
        table[edit.empire] = max(0, edit.count)
    return replace(position, **{edit.what: table})


@_apply.register
def _(edit: Round, position: Position) -> Position:
    return _again(replace(position, round=max(1, edit.round)))


@_apply.register
def _(edit: First, position: Position) -> Position:
    return _again(replace(position, first=edit.player))


@_apply.register
def _(edit: Acts, position: Position) -> Position:
    return _manned(replace(position, acts=edit.seat, phase=None, turn=None, agenda=None))


def _manned(position: Position) -> Position:
    """Where nobody could act for the seat that acts, an agent of the first player sits there from now on."""
    board = tables(position)[1]
    seat = board.seat.get(position.acts or "", -1)
    council = board.seats[seat : seat - seat % board.council_size + board.council_size]
    if seat < 0 or any(place in position.agents for place in council):
        return position
    name = position.first or named(position)[0]
    return replace(position, agents={**position.agents, board.seats[seat]: name})


@_apply.register
def _(edit: During, position: Position) -> Position:
    return replace(position, acts=None, phase=edit.phase, turn=edit.turn, agenda=None)


@_apply.register
def _(edit: Switch, position: Position) -> Position:
    return replace(position, options={**position.options, edit.name: edit.value})


@_apply.register
def _(edit: Preset, position: Position) -> Position:
    if edit.name not in PRESETS:
        raise PositionError(
            Sentence(
                "no-preset-name-there-are",
                "no preset {name!r}; there are: {known}",
                name=edit.name,
                known=", ".join(PRESETS),
            ),
            edit.name,
        )
    return replace(position, preset=edit.name, options={})


@_apply.register
def _(edit: Players, position: Position) -> Position:
    if not 2 <= edit.count <= len(LETTERS):
        raise PositionError(
            Sentence(
                "players-for", "{players} players: the game is for 2 to {most}", players=edit.count, most=len(LETTERS)
            ),
            "players",
        )
    names = named(position)[: edit.count]
    names += [name for name in [*LETTERS, *"EFGH"] if name not in names][: edit.count - len(names)]
    return _people(position, {name: name for name in names}, names)


@_apply.register
def _(edit: Rename, position: Position) -> Position:
    names = named(position)
    if edit.name in names or not edit.name:
        taken = Sentence("society-taken", "there is a society {name!r} already", name=edit.name)
        raise PositionError(taken if edit.name else Sentence("society-nameless", "a society needs a name"))
    new = {name: edit.name if name == edit.player else name for name in names}
    return _people(position, new, list(new.values()))


def _people(position: Position, new: dict[str, str], names: list[str]) -> Position:
    """The position with other people: each under a new name, those without one gone."""

    def kept(table: dict[str, Any]) -> dict[str, Any]:
        return {new[name]: value for name, value in table.items() if name in new}

    agents: dict[str, Any] = {}
    for place, owner in position.agents.items():
        owners = [new[name] for name in (owner if isinstance(owner, list) else [owner]) if name in new]
        if owners:
            agents[place] = owners if isinstance(owner, list) else owners[0]
    changed = replace(
        position,
        players=names,
        agents=agents,
        hands=kept(position.hands),
        loyalties=kept(position.loyalties),
        revealed=kept(position.revealed),
        swaps=kept(position.swaps),
        first=new.get(position.first or ""),
        turn=new.get(position.turn or ""),
    )
    return changed if len(new) == len(named(position)) == len(names) else _again(changed)


@_apply.register
def _(edit: Typed, position: Position) -> Position:
    # Without a word on the board, naming one region would empty all others.
    base = position if position.banners or position.board else replace(position, board="setup")
    said = parse(edit.line, base)
    if said.move:
        raise PositionError(Sentence("move-no-edit", "{move!r} is a move, not an edit", move=said.move), said.move)
    turn = ("acts", "phase", "turn", "agents", "round")
    moved = any(getattr(said.position, field) != getattr(base, field) for field in turn)
    out = replace(said.position, agenda=None) if moved else said.position
    if said.position.acts != base.acts:
        out = _manned(replace(out, phase=None, turn=None))
    elif said.position.phase != base.phase:
        out = replace(out, acts=None)
    return out


@_apply.register
def _(edit: Whole, position: Position) -> Position:
    return edit.position


def _again(position: Position) -> Position:
    """After a change of councils or round the moment within an action is lost: its seat begins anew."""
    return replace(position, agenda=None)
