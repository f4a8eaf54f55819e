"""Moves that a person might think of and may not make, each with the rule that bars it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from rules.ask import Option, Refusal
from rules.whispers.deck import payments
from rules.whispers.frames import Act, Scatter
from rules.whispers.kinds import ANSWERS, KINDS
from rules.whispers.layout import LINES, SLOTS
from rules.whispers.moves import MOST, SIGNATURES, moves, paired
from rules.whispers.state import State

_PRINTED = ("add", "draw", "attack", "swap")


class Barred(Struct, frozen=True):
    """A move that is plausible and illegal, and why."""

    move: str
    refusal: Refusal


def barred(state: State) -> list[Barred]:
    """The plausible moves that whoever is asked may not make. Empty when the game is over.

    Plausible: what the question is about with another region, seat, card or token, or one banner too many;
    and of the printed actions that the seat has not one example each.
    """
    if not state.agenda:
        return []
    frame = state.agenda[-1]
    kind = KINDS[frame.__class__]
    offered = kind.options(state, frame)
    legal = {option.id for option in offered}
    out: dict[str, Barred] = {}
    for option in _plausible(state, offered):
        if option.id in legal or option.id in out:
            continue
        refusal = kind.refuse(state, frame, option)
        if refusal is not None:
            out[option.id] = Barred(option.id, refusal)
    return list(out.values())


def _plausible(state: State, offered: list[Option]) -> Iterator[Option]:
    """Candidates for the question asked, legal ones among them."""
    frame = state.agenda[-1]
    for key in ANSWERS[frame.__class__]:
        if key == "play-with":
            continue
        found = _domain(state, key)
        if isinstance(frame, Act) and key in _PRINTED and not _can(state, frame, key):
            yield from _first(found)
        else:
            yield from found
    yield from _one_more(state, offered)


def _can(state: State, frame: Act, kind: str) -> bool:
    return any(action.kind == kind and frame.only in ("", kind) for action in state.board().actions[frame.seat])


def _first(options: Iterator[Option]) -> Iterator[Option]:
    for option in options:
        yield option
        return


def _one_more(state: State, offered: list[Option]) -> Iterator[Option]:
    """The largest number offered of each kind, and one more."""
    most: dict[tuple[str, tuple[int, ...]], int] = {}
    for option in offered:
        if SIGNATURES[option.key][1][-1:] == ("number",):
            group = option.key, option.args[:-1]
            most[group] = max(most.get(group, 0), option.args[-1])
    for (key, args), number in most.items():
        if number < MOST:
            yield moves(state.board()).make(key, *args, number + 1)


def _domain(state: State, key: str) -> Iterator[Option]:
    """Every move of a kind that somebody might think of, with one banner where a number belongs."""
    board = state.board()
    make = moves(board).make
    nouns = SIGNATURES[key][1]
    if not nouns:
        yield make(key)
    elif key == "play":
        yield from _plays(state)
    elif key in ("attack", "move"):
        yield from (make(key, source, target, 1) for source, target in _pairs(state, near=key == "attack"))
    elif key == "swap-tokens":
        yield from (make(key, one, other) for one, other in combinations(range(len(SLOTS)), 2))
    elif key in ("recall", "recall-region"):
        taken = [seat for seat, owner in enumerate(state.seats) if owner >= 0]
        places = taken if key == "recall" else [region for _, region in state.posts]
        yield from (make(key, place) for place in places)
    elif key == "swap":
        # The frame of a swap is an Act; only its own council can be meant.
        first = _acting(state) * board.council_size
        yield from (make(key, seat) for seat in range(first, first + board.council_size))
    elif nouns == ("seat",):
        yield from (make(key, seat) for seat in range(len(board.seats)))
    elif nouns == ("empire",):
        yield from (make(key, empire) for empire in range(len(board.empires)))
    elif nouns[:1] == ("region",) and (key != "deploy-region" or state.options.agents_on_regions):
        number = (1,) if nouns[1:] else ()
        yield from (make(key, region, *number) for region in _regions(state, key))


def _acting(state: State) -> int:
    """The active empire of the question."""
    frame = state.agenda[-1]
    if isinstance(frame, Act):
        return frame.seat // state.board().council_size
    return int(getattr(frame, "empire", -1))


def _regions(state: State, key: str) -> list[int]:
    """The regions that can be meant: those with banners, those nearby for what scatters, all for adding."""
    board, frame = state.board(), state.agenda[-1]
    if key in ("add", "deploy-region"):
        return list(range(len(board.regions)))
    if isinstance(frame, Scatter):
        near = board.adjacent[frame.source]
        return [*near, *(region for region in _occupied(state) if region not in near)]
    return _occupied(state)


def _occupied(state: State) -> list[int]:
    return [region for region, count in enumerate(state.banners) if count]


def _pairs(state: State, near: bool) -> Iterator[tuple[int, int]]:
    """From where to where: from regions of the active empire with banners, and an example from each other one.

    `near`: to neighbours, and to banners two borders away; otherwise to the empire's own regions.
    """
    board, empire = state.board(), _acting(state)
    for source in _occupied(state):
        neighbours = board.adjacent[source]
        if state.holder[source] != empire:
            yield source, neighbours[0]
            continue
        if near:
            beyond = {far for region in neighbours for far in board.adjacent[region]} - {source, *neighbours}
            targets = [*neighbours, *sorted(far for far in beyond if state.banners[far])]
        else:
            targets = [region for region, holder in enumerate(state.holder) if holder == empire]
        yield from ((source, target) for target in targets)


def _plays(state: State) -> Iterator[Option]:
    """Every line of every card in hand, with each payment there is, or without one if there is none."""
    board = state.board()
    make = moves(board).make
    hand = state.hands[KINDS[state.agenda[-1].__class__].player(state, state.agenda[-1])]
    for card in dict.fromkeys(hand):
        for line in range(len(LINES)):
            paying = payments(board, hand, card, line) if line else []
            if paying:
                yield from (make("play-with", *paired(board, card, line, other)) for other in paying)
            else:
                yield make("play", card, line)
