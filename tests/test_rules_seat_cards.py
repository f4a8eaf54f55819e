"""Cards and actions that lead elsewhere: relocating, borrowing, swapping, midnight oil, and their chains."""

from __future__ import annotations

from tests.conformance.table import position as at
from tests.conformance.table import printed, summary, turn

RELOCATE = "play eagle/bear basic"
BORROW = "play lion/bear basic"
OIL = "play lion/horse special with horse/lion"
OIL_HAND = ["lion/horse", "horse/lion"]
SEATS = ("sheriff", "steward", "marshal", "chancellor")
EMPIRES = ("bear", "eagle", "elephant", "lion", "horse")


# Relocating


def test_the_active_agent_moves_to_an_empty_seat_acts_there_and_play_goes_on_after_the_seat_left() -> None:
    seats = {"bear.steward": 0, "bear.marshal": 1, "horse.sheriff": 1}
    table = turn(at({"B1": 3}, seats=seats, hands=[["eagle/bear"]]), "bear.steward")
    table.do(RELOCATE)
    assert table.why("to bear.marshal") == "card.relocate/taken"
    table.do("to horse.marshal", "add H1 1", "add H1 1")
    assert (table.seat("bear.steward"), table.seat("horse.marshal")) == (-1, 0)
    assert table.at("H1") == "2 horse"
    assert table.acting() == "bear.marshal"
    table.do("add B1 1", "add B1 1", "add B1 1", "add B1 1")
    assert table.acting() == "horse.sheriff"
    table.do("add H5 2")
    assert (table.acting(), table.asked()) == ("horse.steward", 0)


def test_seats_whose_only_agent_has_left_do_nothing() -> None:
    seats = {"bear.chancellor": 0, "eagle.sheriff": 1}
    table = turn(at({"B1": 3}, seats=seats, hands=[["eagle/bear"]]), "bear.sheriff")
    table.do(RELOCATE, "to horse.sheriff", "add H1 2")
    assert table.acting() == "eagle.sheriff"


def test_a_delegating_agent_may_come_to_the_very_seat_he_acts_for() -> None:
    seats = {"bear.chancellor": 0, "eagle.sheriff": 1}
    table = turn(at({"B1": 3}, seats=seats, hands=[["eagle/bear"]]), "bear.steward")
    table.do(RELOCATE, "to bear.steward", "add B1 2")
    assert table.seat("bear.steward") == 0
    assert table.acting() == "eagle.sheriff"


def test_with_all_seats_taken_nobody_relocates() -> None:
    full = {f"{empire}.{seat}": place for empire in EMPIRES for place, seat in enumerate(SEATS)}
    table = turn(at({"B1": 3}, seats=full, hands=[[], ["eagle/bear"]], players=4), "bear.steward")
    assert table.why(RELOCATE) == "card.relocate/full"


def test_relocating_and_borrowing_come_instead_of_the_action_not_after_it() -> None:
    hands = [["eagle/bear", "lion/bear"]]
    table = turn(at({"B1": 3}, seats={"bear.marshal": 0, "horse.marshal": 0}, hands=hands), "bear.marshal")
    table.do("attack B1 E1 2", "done")
    assert table.why(RELOCATE) == "card.window/exchange"
    assert table.why(BORROW) == "card.window/exchange"


def test_an_agent_who_relocated_may_borrow_and_then_relocate_again() -> None:
    hands = [["eagle/bear", "lion/bear", "eagle/lion"]]
    state = at({"B1": 3}, seats={"bear.marshal": 0, "horse.marshal": 0}, hands=hands)
    table = turn(state, "bear.marshal")
    table.do(RELOCATE, "to lion.marshal")
    assert table.acting() == "lion.marshal"
    table.do(BORROW)
    assert table.why("use lion.marshal") == "card.borrow/same-agent"
    table.do("use horse.marshal")
    assert table.acting() == "horse.marshal"
    table.do("play eagle/lion basic", "to horse.sheriff")
    assert (table.seat("horse.marshal"), table.seat("horse.sheriff")) == (-1, 0)


# Borrowing


def test_a_borrowed_seat_acts_for_its_empire_and_again_in_its_own_turn() -> None:
    seats = {"bear.steward": 0, "horse.marshal": 0}
    table = turn(at({"H1": 2, "L3": 1}, seats=seats, hands=[["lion/bear"]]), "bear.steward")
    table.do(BORROW, "use horse.marshal", "attack H1 L3 2")
    assert table.at("L3") == "1 horse"
    assert table.acting() == "horse.sheriff"


def test_a_delegated_seat_may_be_borrowed_but_not_one_of_the_same_agent_or_of_another() -> None:
    seats = {"bear.chancellor": 0, "horse.chancellor": 0, "eagle.sheriff": 1}
    table = turn(at({"B1": 3}, seats=seats, hands=[["lion/bear"]]), "bear.sheriff")
    table.do(BORROW)
    assert table.offered() == [f"use horse.{seat}" for seat in SEATS]
    assert table.why("use bear.marshal") == "card.borrow/same-agent"
    assert table.why("use eagle.sheriff") == "card.borrow/control"
    assert table.why("use eagle.steward") == "card.borrow/control"


def test_of_the_summary_a_seat_is_borrowed_only_where_another_agent_stands() -> None:
    seats = {"bear.chancellor": 0, "horse.chancellor": 0}
    table = turn(at({"B1": 3}, seats=seats, hands=[["lion/bear"]], options=summary()), "bear.sheriff")
    table.do(BORROW)
    assert table.offered() == ["use horse.chancellor"]
    assert table.why("use horse.marshal") == "reading.lion_basic_scope"


def test_who_controls_no_other_seat_borrows_nothing() -> None:
    table = turn(at({"B1": 3}, seats={"bear.chancellor": 0}, hands=[["lion/bear"]]), "bear.sheriff")
    assert table.why(BORROW) == "card.borrow/none"


def test_after_borrowing_the_active_empire_is_the_one_that_acted() -> None:
    hand = ["lion/bear", "eagle/lion", "lion/eagle"]
    seats = {"bear.steward": 0, "horse.sheriff": 0}
    table = turn(at({"B1": 3}, seats=seats, hands=[hand]), "bear.steward")
    table.do(BORROW, "use horse.sheriff", "add H9 1", "add H9 1", "play eagle/lion special with lion/eagle")
    assert (table.at("H9"), table.at("H1"), table.at("B1")) == ("3 horse", "1 horse", "3 bear")


def test_the_agent_on_a_borrowed_chancellor_swaps() -> None:
    seats = {"bear.steward": 0, "horse.chancellor": 0, "horse.sheriff": 1}
    table = turn(at({"B1": 3}, seats=seats, hands=[["lion/bear"]]), "bear.steward")
    table.do(BORROW, "use horse.chancellor", "swap horse.sheriff")
    assert (table.seat("horse.sheriff"), table.seat("horse.chancellor")) == (0, 1)
    assert table.seat("bear.steward") == 0
    assert table.acting() == "horse.sheriff"
    table.do("add H9 2")
    assert (table.acting(), table.asked()) == ("horse.sheriff", 0)


# The swap


def test_the_swap_moves_both_agents_and_acts_at_once_and_the_other_does_not_act() -> None:
    seats = {"bear.sheriff": 1, "bear.chancellor": 0, "eagle.sheriff": 1}
    table = turn(at({"B1": 3}, seats=seats), "bear.chancellor")
    assert table.why("swap bear.chancellor") == "swap.other/self"
    assert table.why("swap eagle.sheriff") == "swap.other/council"
    table.do("swap bear.sheriff")
    assert (table.seat("bear.sheriff"), table.seat("bear.chancellor")) == (0, 1)
    table.do("add B1 1", "add B1 1")
    assert table.acting() == "eagle.sheriff"


def test_the_swap_with_an_empty_seat_is_a_reading() -> None:
    banners = {"B1": 3, "E1": 1}
    table = turn(at(banners), "bear.chancellor")
    table.do("swap bear.steward", "add B1 2")
    assert (table.seat("bear.steward"), table.seat("bear.chancellor")) == (0, -1)
    table = turn(at(banners, options=printed(swap_with_empty=False)), "bear.chancellor")
    assert table.offered("swap") == []
    assert table.why("swap bear.steward") == "reading.swap_with_empty"


def test_only_the_chancellor_swaps() -> None:
    table = turn(at({"B1": 3}, seats={"bear.chancellor": 0}), "bear.marshal")
    assert table.why("swap bear.sheriff") == "act.printed"


def test_an_agent_may_swap_with_another_of_the_same_player() -> None:
    table = turn(at({"B1": 3}, seats={"bear.chancellor": 0, "bear.steward": 0}), "bear.chancellor")
    table.do("swap bear.steward")
    assert table.acting() == "bear.steward"


def test_after_a_swap_the_seat_may_not_be_exchanged_by_a_card() -> None:
    seats = {"bear.chancellor": 0, "horse.sheriff": 0}
    table = turn(at({"B1": 3}, seats=seats, hands=[["eagle/bear", "lion/bear"]]), "bear.chancellor")
    table.do("swap bear.steward")
    assert table.why(RELOCATE) == "card.window/exchange"
    assert table.why(BORROW) == "card.window/exchange"


# Midnight oil


def test_midnight_oil_after_a_swap_repeats_the_action_at_the_new_seat() -> None:
    state = at({"B1": 3}, seats={"bear.sheriff": 1, "bear.chancellor": 0}, hands=[OIL_HAND])
    table = turn(state, "bear.chancellor")
    table.do("swap bear.sheriff", "add B4 2", OIL)
    assert table.why("attack B1 E1 1") == "card.midnight-oil/other-action"
    assert table.why("swap bear.steward") == "card.midnight-oil/other-action"
    table.do("add B2 2")
    assert (table.at("B4"), table.at("B2")) == ("2 bear", "2 bear")


def test_midnight_oil_after_relocating_repeats_the_action_of_the_new_seat() -> None:
    table = turn(at({"B1": 3}, hands=[["eagle/bear", *OIL_HAND]]), "bear.steward")
    table.do(RELOCATE, "to lion.sheriff", "add L1 3", OIL, "add L3 3")
    assert (table.at("L1"), table.at("L3")) == ("3 lion", "3 lion")


def test_midnight_oil_after_borrowing_repeats_the_borrowed_action_for_the_borrowed_empire() -> None:
    seats = {"bear.steward": 0, "horse.marshal": 0}
    hands = [["lion/bear", *OIL_HAND, "bear/eagle"]]
    table = turn(at({"H1": 4, "H6": 3, "L3": 1}, seats=seats, hands=hands), "bear.steward")
    table.do(BORROW, "use horse.marshal", "attack H1 L3 2", "done", OIL, "attack H6 L4 3", "done")
    assert (table.at("L3"), table.at("L4")) == ("1 horse", "3 horse")


def test_midnight_oil_is_paid_again_for_another_repeat() -> None:
    table = turn(at({"B1": 1}, hands=[[*OIL_HAND, *OIL_HAND]]), "bear.steward")
    table.do("add B1 2", OIL, "add B1 2", OIL, "add B1 2")
    assert table.at("B1") == "4 bear"
    assert table.hand(0) == []


def test_midnight_oil_repeats_a_draw_even_when_its_own_payment_is_all_there_is_to_draw() -> None:
    state = at({"H9": 1}, hands=[OIL_HAND], decks={"horse": ["horse/bear"], "lion": []})
    table = turn(state, "horse.steward")
    table.do("draw", OIL, "draw")
    assert table.hand(0) == ["horse/bear", "horse/lion"]
    other = at({"B4": 1, "B3": 1}, hands=[OIL_HAND], decks={"bear": ["bear/lion"]})
    table = turn(other, "bear.steward")
    table.do("draw")
    assert table.why(OIL) == "card.midnight-oil/none"


def test_midnight_oil_needs_an_action_that_can_be_repeated() -> None:
    table = turn(at({"B1": 1}, hands=[OIL_HAND], reserve={"bear": 2}), "bear.steward")
    assert table.why(OIL) == "card.window/after"
    table.do("add B1 2")
    assert table.why(OIL) == "card.midnight-oil/none"


def test_a_repeated_action_may_not_be_exchanged() -> None:
    table = turn(at({"B1": 1}, hands=[[*OIL_HAND, "eagle/bear"]]), "bear.steward")
    table.do("add B1 2", OIL)
    assert table.why(RELOCATE) == "card.window/exchange"


def test_a_repeated_attack_may_reach_further() -> None:
    hand = [*OIL_HAND, "eagle/horse", "horse/eagle"]
    table = turn(at({"B3": 4, "B5": 1, "H6": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B3 L2 2", "done", OIL, "play eagle/horse special with horse/eagle", "attack B3 H6 2")
    assert table.at("H6") == "1 bear"


def test_an_attack_that_only_a_longer_reach_allows_may_be_repeated() -> None:
    hand = [*OIL_HAND, "eagle/horse", "horse/eagle"]
    table = turn(at({"B1": 4, "H6": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B1 E1 2", "done")
    assert table.why(OIL) == ""


def test_a_repeated_addition_is_no_attack_to_reach_further_with() -> None:
    hand = [*OIL_HAND, "eagle/horse", "horse/eagle"]
    table = turn(at({"B1": 4, "H6": 1}, hands=[hand]), "bear.marshal")
    table.do("add B1 4", OIL)
    assert table.why("play eagle/horse special with horse/eagle") == "card.window/declare"
