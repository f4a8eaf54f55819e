"""Playing cards: windows, what is paid, and which abilities would do something now. Rules `card.*`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rules.ask import Event, Option, Refusal
from rules.chance import shuffle
from rules.whispers.abilities import ABILITIES
from rules.whispers.deck import lines, payer, payments
from rules.whispers.frames import Act, After, Declare, Flight
from rules.whispers.layout import LINES, Board
from rules.whispers.moves import card_id, moves, paired
from rules.whispers.state import State

Playing = Act | Declare | Flight | After
Plan = tuple[Callable[[State, Any], Refusal | None], list[Option]]


def windows(state: State, frame: Playing) -> frozenset[str]:
    """The windows open at a frame. Rule `card.window`."""
    if isinstance(frame, Declare):
        return _DECLARE
    if isinstance(frame, Flight):
        return _FLIGHT
    if isinstance(frame, After):
        return _BATTLE if frame.action == "attack" else _AFTER
    may_attack = any(
        action.kind == "attack" and frame.only in ("", "attack") for action in state.board().actions[frame.seat]
    )
    return _ACT[frame.exchange, may_attack]


_DECLARE = frozenset({"declare"})
_FLIGHT = frozenset({"flight", "any"})
_AFTER = frozenset({"after", "any"})
_BATTLE = frozenset({"battle", "after", "any"})
_ACT = {
    (exchange, attack): frozenset({"any"} | ({"exchange"} if exchange else set()) | ({"declare"} if attack else set()))
    for exchange in (False, True)
    for attack in (False, True)
}


def play_options(state: State, frame: Playing) -> list[Option]:
    """Every ability the player can pay for that is in its window and would do something."""
    board = state.board()
    hand = tuple(state.hands[frame.player])
    out: list[Option] = []
    for refuse, options in _plan(board, hand, windows(state, frame)):
        if refuse(state, frame) is None:
            out += options
    return out


@lru_cache(maxsize=4096)
def _plan(board: Board, hand: tuple[int, ...], open_windows: frozenset[str]) -> list[Plan]:
    """What a hand can pay for in these windows: per ability whether it does something, and its options.

    Depends on the hand alone, and small hands come again and again.
    """
    make = moves(board).make
    found: dict[str, dict[str, Option]] = {}
    for card in dict.fromkeys(hand):
        for line, row in enumerate(lines(board)[card]):
            if open_windows.isdisjoint(row.windows):
                continue
            pay = payments(board, hand, card, line) if line else []
            options = [make("play-with", *paired(board, card, line, payment)) for payment in pay]
            options = options if line else [make("play", card, line)]
            found.setdefault(row.ability, {}).update({option.id: option for option in options})
    return [(ABILITIES[name].refuse, list(options.values())) for name, options in found.items() if options]


def refuse_play(state: State, frame: Playing, option: Option) -> Refusal | None:
    """Why a card may not be played so: not held, wrong window, cannot pay, no effect."""
    board, hand = state.board(), state.hands[frame.player]
    card, line = option.args[:2]
    row = lines(board)[card][line]
    values = {"card": card_id(board, card), "line": LINES[line], "ability": row.ability}
    if card not in hand:
        return Refusal("card.hand", "", values)
    if windows(state, frame).isdisjoint(row.windows):
        return Refusal("card.window", row.windows[0], values)
    refusal = _refuse_payment(board, hand, option, values)
    return refusal or ABILITIES[row.ability].refuse(state, frame)


def _refuse_payment(board: Board, hand: list[int], option: Option, values: dict[str, str]) -> Refusal | None:
    card, line = option.args[:2]
    if not line:
        return Refusal("card.pay", "nothing", values) if option.key == "play-with" else None
    empire = board.empires[payer(board, card, line)]
    able = payments(board, hand, card, line)
    if not able:
        return Refusal("card.pay", "", {**values, "empire": empire})
    if option.key == "play":
        return Refusal("card.pay", "name", {**values, "empire": empire})
    if option.args[2] not in able:
        return Refusal("card.pay", "other", {**values, "empire": empire, "with": card_id(board, option.args[2])})
    return None


def take_play(state: State, frame: Playing, option: Option, events: list[Event]) -> None:
    """Pay, then start the ability."""
    board = state.board()
    card, line = option.args[:2]
    name = lines(board)[card][line].ability
    values = {"player": frame.player, "card": card_id(board, card), "line": LINES[line], "ability": name}
    paid = [card, *option.args[2:]]
    events.append(Event("play", {**values, "with": card_id(board, paid[1]) if paid[1:] else ""}))
    for each in paid:
        return_card(state, frame.player, each)
    ABILITIES[name].start(state, frame, events)


def return_card(state: State, player: int, card: int) -> None:
    """A card goes from hand to its own deck, which is shuffled at once. Rule `card.return`."""
    state.hands[player].remove(card)
    deck = state.decks[card // len(state.board().empires)]
    deck.append(card)
    shuffle(state, deck)
