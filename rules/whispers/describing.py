"""States and views written down as positions: exactly, or in the few words a person would use."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.whispers.frames import Act, Deploy, Discard, Loyalty, TakeBack
from rules.whispers.imagine import imagine
from rules.whispers.layout import SLOTS
from rules.whispers.moves import card_id, moves
from rules.whispers.options import Options
from rules.whispers.placing import build
from rules.whispers.position import UNKNOWN, Phase, Position, PositionError
from rules.whispers.settling import options_of, settle
from rules.whispers.setup import full_decks
from rules.whispers.state import State
from rules.whispers.view import UNKNOWN as HIDDEN
from rules.whispers.view import View


def describe(state: State, names: list[str]) -> dict[str, Any]:
    """A state as a position that builds the very same state; its secrets are in it."""
    board = state.board()
    write = moves(board).write
    changed = {
        key: getattr(state.options, key)
        for key in Options.__struct_fields__
        if getattr(state.options, key) != getattr(Options(), key)
    }
    agents: dict[str, Any] = {board.seats[seat]: names[owner] for seat, owner in enumerate(state.seats) if owner >= 0}
    for owner, region in state.posts:
        agents.setdefault(board.regions[region], []).append(names[owner])
    out: dict[str, Any] = {
        "options": changed,
        "players": names,
        "round": state.round,
        "first": names[state.first],
        "board": "empty",
        "banners": {
            board.regions[region]: f"{board.empires[state.holder[region]]} {count}"
            for region, count in enumerate(state.banners)
            if count
        },
        "reserves": dict(zip(board.empires, state.reserve, strict=True)),
        "agents": agents,
        "hands": {names[p]: [write("card", card) for card in hand] for p, hand in enumerate(state.hands)},
        "decks": {
            board.empires[empire]: [write("card", card) for card in reversed(deck)]
            for empire, deck in enumerate(state.decks)
        },
        "loyalties": {names[p]: [board.empires[empire] for empire in slots] for p, slots in enumerate(state.loyalty)},
        "revealed": {
            names[p]: [SLOTS[slot] for slot in range(len(SLOTS)) if shown >> slot & 1]
            for p, shown in enumerate(state.shown)
        },
        "swaps": {names[p]: count for p, count in enumerate(state.swaps)},
        "chance": state.chance,
        "step": state.step,
        "complete": not state.lab,
        "agenda": msgspec.to_builtins(state.agenda),
    }
    return out


def plain(
    state: State,
    names: list[str],
    invented: Sequence[Collection[int]] = (),
    unsure: Sequence[Collection[int]] = (),
) -> Position:
    """A state in the words of a person: no chance, no order of decks, and where that says as much, the seat that
    acts or the phase instead of the agenda. `invented`, `unsure`: see `Placed`; what is so is written as unknown."""
    board = state.board()
    base, changed = options_of(state.options)
    agents: dict[str, Any] = {board.seats[seat]: names[owner] for seat, owner in enumerate(state.seats) if owner >= 0}
    for owner, region in state.posts:
        agents.setdefault(board.regions[region], []).append(names[owner])
    total = board.banners_per_empire
    on_map = [sum(n for n, at in zip(state.banners, state.holder, strict=True) if at == empire) for empire in range(5)]
    full = full_decks(board)
    held = [sum(card // 5 == empire for hand in state.hands for card in hand) for empire in range(5)]
    position = Position(
        preset=base,
        options=changed,
        players=names,
        round=max(1, state.round),
        first=names[state.first],
        board=None if any(state.banners) else "empty",
        banners={
            board.regions[region]: f"{board.empires[state.holder[region]]} {count}"
            for region, count in enumerate(state.banners)
            if count
        },
        agents=agents,
        hands={
            names[player]: _hand(state, hand, invented[player] if invented else ())
            for player, hand in enumerate(state.hands)
        },
        loyalties={
            names[player]: [
                UNKNOWN if unsure and slot in unsure[player] else board.empires[empire]
                for slot, empire in enumerate(slots)
            ]
            for player, slots in enumerate(state.loyalty)
        },
        revealed={
            names[player]: [SLOTS[slot] for slot in range(len(SLOTS)) if shown >> slot & 1]
            for player, shown in enumerate(state.shown)
        },
        swaps={names[player]: count for player, count in enumerate(state.swaps)},
        decks={
            name: len(deck)
            for name, deck, cards, taken in zip(board.empires, state.decks, full, held, strict=True)
            if len(deck) != len(cards) - taken
        },
        reserves={
            name: left
            for name, left, there in zip(board.empires, state.reserve, on_map, strict=True)
            if left < total - there
        },
    )
    return settle(_moment(state, names, position))


def _hand(state: State, hand: Sequence[int], invented: Collection[int]) -> list[str]:
    """The cards of a hand, those invented as unknown."""
    board, rest = state.board(), list(invented)
    words = []
    for card in hand:
        if card in rest:
            rest.remove(card)
            words.append(f"{board.empires[card // len(board.empires)]}/{UNKNOWN}")
        else:
            words.append(card_id(board, card))
    return words


def _moment(state: State, names: list[str], position: Position) -> Position:
    """The position with whose turn it is, in the fewest words that lead to the very same agenda."""
    for words in _turns(state, names):
        said = replace(position, **words)
        try:
            if build(said).state.agenda == state.agenda:
                return said
        except PositionError:
            continue
    seats = [frame.seat for frame in state.agenda if hasattr(frame, "seat")]
    acts = state.board().seats[seats[-1]] if seats else None
    return replace(position, agenda=msgspec.to_builtins(state.agenda), acts=acts)


def _turns(state: State, names: list[str]) -> list[dict[str, Any]]:
    """What a person would say of whose turn it is; it may say too little."""
    if not state.agenda:
        return [{"phase": "end"}]
    frame = state.agenda[-1]
    if isinstance(frame, Act):
        return [{"acts": state.board().seats[frame.seat]}]
    phases: dict[type[Any], Phase] = {Deploy: "deploy", TakeBack: "take-back", Loyalty: "loyalty", Discard: "discard"}
    phase = phases.get(type(frame))
    if phase is None:
        return []
    turn = (frame.turn + state.first) % state.players if isinstance(frame, Deploy | TakeBack | Loyalty | Discard) else 0
    return [{}, {"phase": phase}, {"phase": phase, "turn": names[turn]}]


def of_view(view: View, names: list[str]) -> Position:
    """What a viewer sees as a position: cards of others by their backs, face-down tokens as unknown.

    Nothing else can be in it, for it is made from the view.
    """
    state = imagine(view, 0)
    hidden = [[] if player == view.viewer else hand for player, hand in enumerate(state.hands)]
    unsure = [[slot for slot, empire in enumerate(slots) if empire == HIDDEN] for slots in view.loyalty]
    return plain(state, names, hidden, unsure)
