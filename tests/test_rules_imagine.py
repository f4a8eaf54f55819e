"""Imagined states: possible by all that the viewer knows."""

from __future__ import annotations

import random

from rules.whispers.frames import Act, After
from rules.whispers.game import GAME
from rules.whispers.imagine import imagine
from rules.whispers.options import preset
from rules.whispers.state import State
from tests.conformance.table import position as at
from tests.conformance.table import printed, turn
from tests.games import dealt, play


def mid_game(seed: int) -> State:
    """Three players in the middle of a game with cards."""
    state = dealt(3, preset("printed"), seed)
    play(GAME, state, random.Random(seed), 60)
    return state


def test_what_the_viewer_knows_is_as_it_is_and_the_rest_is_drawn_anew() -> None:
    others = set()
    for seed in range(20):
        state = mid_game(5)
        imagined = imagine(GAME.view(state, 1), seed)
        GAME.check(imagined)
        assert imagined.hands[1] == state.hands[1]
        assert imagined.loyalty[1] == state.loyalty[1]
        assert [len(hand) for hand in imagined.hands] == [len(hand) for hand in state.hands]
        assert [len(deck) for deck in imagined.decks] == [len(deck) for deck in state.decks]
        others.add(str((imagined.loyalty, imagined.hands, imagined.decks)))
    assert len(others) == 20


def test_the_true_chance_number_and_deck_order_play_no_part() -> None:
    state = mid_game(6)
    other = state.copy()
    other.chance ^= 12345
    other.decks = [sorted(deck) for deck in other.decks]
    assert imagine(GAME.view(other, 0), 9) == imagine(GAME.view(state, 0), 9)


def test_revealed_tokens_stay_where_they_are() -> None:
    state = mid_game(7)
    state.shown[2], state.swaps[2] = 0b10010, 1
    for seed in range(10):
        imagined = imagine(GAME.view(state, 0), seed)
        assert (imagined.loyalty[2][1], imagined.loyalty[2][4]) == (state.loyalty[2][1], state.loyalty[2][4])


def test_imagined_favourites_differ_where_the_variant_says_so() -> None:
    state = GAME.new(4, printed(unique_favourites=True), 3)
    for seed in range(20):
        imagined = imagine(GAME.view(state, 0), seed)
        assert len({slots[0] for slots in imagined.loyalty}) == 4


def test_imagined_hands_are_of_the_empires_that_were_drawn_for_all_to_see() -> None:
    state = dealt(3, preset("printed"), 8)
    size = len(state.decks)
    for seed in range(20):
        imagined = imagine(GAME.view(state, None), seed)
        for hand, true in zip(imagined.hands, state.hands, strict=True):
            assert sorted(card // size for card in hand) == sorted(card // size for card in true)


def test_a_delegated_action_is_repeated_by_the_same_agent() -> None:
    hands = [["lion/horse", "horse/lion"]]
    table = turn(at({"B1": 1}, seats={"bear.chancellor": 0}, hands=hands), "bear.steward")
    table.do("add B1 2")
    assert isinstance(table.state.agenda[-1], After)
    table.do("play lion/horse special with horse/lion")
    frame = table.state.agenda[-1]
    assert isinstance(frame, Act)
    assert table.board.seats[frame.agent] == "bear.chancellor"
