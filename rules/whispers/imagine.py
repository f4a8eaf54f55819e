"""A possible state behind a view: what is hidden is drawn anew, so that nothing hidden can leak from it.

Bots look ahead and clients preview with it.
"""

from __future__ import annotations

from rules.chance import seeded, shuffle
from rules.whispers.setup import full_decks
from rules.whispers.state import State
from rules.whispers.view import UNKNOWN, View

# One in five shufflings has four different favourites; so many tries make a failure less likely than a fault.
_TRIES = 200


def imagine(view: View, seed: int) -> State:
    """A state that `view.viewer` cannot tell from the true one; the same seed gives the same state."""
    size = len(view.reserve)
    state = State(
        options=view.options,
        players=view.players,
        chance=seeded(seed),
        round=view.round,
        first=view.first,
        holder=view.control[:],
        banners=view.banners[:],
        reserve=view.reserve[:],
        seats=view.seats[:],
        posts=[post[:] for post in view.posts],
        decks=[[] for _ in range(size)],
        hands=[[] for _ in range(view.players)],
        loyalty=[],
        shown=view.shown[:],
        swaps=view.swaps[:],
        agenda=view.pending[:],
        step=view.step,
        lab=view.lab,
    )
    state.loyalty = _guess_loyalties(state, view)
    _deal(state, view)
    return state


def _guess_loyalties(state: State, view: View) -> list[list[int]]:
    """Face-down tokens drawn anew; where favourites are known to have differed, those never swapped differ."""
    size = len(view.reserve)
    for _ in range(_TRIES):
        guess = [_guess_slots(state, slots, size) for slots in view.loyalty]
        first = [slots[0] for slots, swaps in zip(guess, view.swaps, strict=True) if not swaps]
        if not view.options.unique_favourites or len(set(first)) == len(first):
            break
    return guess


def _guess_slots(state: State, slots: list[int], size: int) -> list[int]:
    unknown = [empire for empire in range(size) if empire not in slots]
    shuffle(state, unknown)
    return [unknown.pop() if empire == UNKNOWN else empire for empire in slots]


def _deal(state: State, view: View) -> None:
    """Own hand as it is; other hands of as many cards of each empire as everybody knows; the rest are decks."""
    unseen = full_decks(view.board())
    if view.viewer is not None:
        state.hands[view.viewer] = view.hand[:]
    for card in view.hand:
        # A table set up by hand may hold a card too often.
        if card in unseen[card // len(unseen)]:
            unseen[card // len(unseen)].remove(card)
    for empire, cards in enumerate(unseen):
        shuffle(state, cards)
        for player, counts in enumerate(view.hand_empires):
            if player != view.viewer:
                state.hands[player] += cards[: counts[empire]]
                del cards[: counts[empire]]
        state.decks[empire] = cards[: view.deck_counts[empire]]
    for hand in state.hands:
        hand.sort()
