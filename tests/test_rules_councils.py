"""The printed actions of the seats, delegation, and when a seat does nothing."""

from __future__ import annotations

import pytest

from rules.whispers.frames import Act, Add, Loyalty
from tests.conformance.table import Banners, summary, turn
from tests.conformance.table import position as at

SEATS = ("sheriff", "steward", "marshal", "chancellor")
EMPIRES = ("bear", "eagle", "elephant", "lion", "horse")

# Banners added and cards drawn at the start of the game; an attack; a swap.
PRINTED = {
    "bear": ((2, 0, True, False), (2, 1, False, False), (4, 0, True, False), (0, 0, True, True)),
    "eagle": ((2, 0, False, False), (4, 2, False, False), (2, 0, True, False), (0, 0, True, True)),
    "elephant": ((2, 0, False, False), (2, 1, False, False), (3, 0, True, False), (0, 0, True, True)),
    "lion": ((3, 1, False, False), (2, 1, False, False), (4, 0, False, False), (0, 0, True, True)),
    "horse": ((2, 0, False, False), (2, 1, False, False), (2, 0, True, False), (0, 0, True, True)),
}


@pytest.mark.parametrize("empire", EMPIRES)
@pytest.mark.parametrize("place", range(4))
def test_each_seat_does_what_is_printed_on_it(empire: str, place: int) -> None:
    banners: Banners = {"B1": 1, "E1": 1, "P6": 1, "L3": 1, "H1": 1}
    adds, draws, attacks, swaps = PRINTED[empire][place]
    table = turn(at(banners), f"{empire}.{SEATS[place]}")
    amounts = [int(option.split()[2]) for option in table.offered("add")]
    assert max(amounts, default=0) == adds
    assert (bool(table.offered("draw")), bool(table.offered("attack"))) == (draws > 0, attacks)
    assert bool(table.offered("swap")) == swaps
    if draws:
        table.do("draw")
        assert len(table.hand(0)) == draws


def test_icons_of_conquests_count_and_icons_lost_do_not() -> None:
    table = turn(at({"H9": ("bear", 1), "B4": ("horse", 1), "B1": 1}), "bear.sheriff")
    assert table.offered("add B1") == ["add B1 1", "add B1 2"]
    lost: Banners = {"B4": ("horse", 1), "B3": ("horse", 1), "B1": 1}
    table = turn(at(lost), "bear.sheriff")
    assert table.why("add B1 1") == "act.effect"


def test_only_complete_sets_count() -> None:
    table = turn(at({"H9": ("bear", 1)}), "bear.steward")
    table.do("draw")
    assert len(table.hand(0)) == 1
    table = turn(at({"P2": ("horse", 1)}), "elephant.steward")
    assert table.why("draw") == "act.effect"


def test_banners_are_added_where_the_empire_controls_and_no_more_than_granted() -> None:
    table = turn(at({"B1": 1, "H1": ("bear", 1)}), "bear.steward")
    assert table.why("add B1 3") == "add.amount"
    assert table.why("add H2 1") == "add.control"
    table.do("add H1 1")
    assert isinstance(table.state.agenda[-1], Add)
    assert table.why("add H1 2") == "add.amount"
    table.do("add B6 1")
    assert (table.at("H1"), table.at("B6")) == ("2 bear", "1 bear")


def test_a_short_reserve_is_placed_as_far_as_it_goes() -> None:
    table = turn(at({"B1": 1}, reserve={"bear": 1}), "bear.marshal")
    assert table.why("add B1 2") == "add.amount"
    table.do("add B1 1")
    assert table.reserve("bear") == 0


def test_with_an_empty_reserve_the_attack_must_be_taken() -> None:
    table = turn(at({"B1": 2}, reserve={"bear": 0}), "bear.marshal")
    assert table.why("add B1 1") == "add.reserve"
    assert table.why("pass") == "act.must"
    assert all(option.startswith("attack") for option in table.offered())


def test_an_empty_deck_gives_no_card_and_a_short_one_what_it_has() -> None:
    table = turn(at({}, decks={"eagle": ["eagle/bear"]}), "eagle.steward")
    table.do("draw")
    assert table.hand(0) == ["eagle/bear"]
    table = turn(at({}, decks={"eagle": []}), "eagle.steward")
    assert table.why("draw") == "draw.deck"


def test_a_seat_without_effect_is_passed_over_when_its_player_has_no_card() -> None:
    seats = {"lion.marshal": 0, "horse.sheriff": 1}
    table = turn(at({"B1": 1}, reserve={"lion": 0}, seats=seats), "lion.marshal")
    assert table.acting() == "horse.sheriff"


def test_a_seat_without_effect_may_only_pass_but_cards_may_be_played_before() -> None:
    state = at({"B1": 1}, reserve={"lion": 0}, hands=[["horse/eagle", "elephant/lion"]])
    table = turn(state, "lion.marshal")
    assert table.offered() == ["pass"]
    assert table.why("add L1 1") == "add.reserve"
    assert table.why("play horse/eagle basic") == "card.march/none"
    table.do("pass")
    assert isinstance(table.state.agenda[-1], Loyalty)


def test_of_the_summary_a_seat_may_pass_although_it_could_act() -> None:
    table = turn(at({"B1": 1}, options=summary()), "bear.steward")
    assert table.why("pass") == ""


def test_an_empire_without_a_region_adds_nothing() -> None:
    lost: Banners = {f"B{n}": ("lion", 1) for n in range(1, 7)}
    table = turn(at(lost, hands=[["bear/lion"]]), "bear.steward")
    assert table.why("add B1 1") == "add.control"
    assert table.offered() == ["pass"]


def test_an_unoccupied_seat_is_acted_for_by_the_next_agent_to_its_right() -> None:
    seats = {"bear.steward": 0, "bear.marshal": 1, "bear.chancellor": 0}
    table = turn(at({"B1": 1}, seats=seats), "bear.sheriff")
    acted = []
    for answer in ("add B1 2", "add B1 2", "add B1 4", "attack B1 E1 1"):
        frame = table.state.agenda[-1]
        assert isinstance(frame, Act)
        acted.append((table.asked(), table.board.seats[frame.seat], table.board.seats[frame.agent]))
        table.do(answer)
    assert acted == [
        (0, "bear.sheriff", "bear.steward"),
        (0, "bear.steward", "bear.steward"),
        (1, "bear.marshal", "bear.marshal"),
        (0, "bear.chancellor", "bear.chancellor"),
    ]


def test_seats_with_nobody_to_the_right_do_nothing_and_councils_do_not_run_into_each_other() -> None:
    table = turn(at({"B1": 1}, seats={"bear.sheriff": 0, "eagle.steward": 1}), "bear.sheriff")
    table.do("add B1 1", "add B1 1")
    assert (table.acting(), table.asked()) == ("eagle.sheriff", 1)


def test_a_card_must_be_in_hand_and_paid_for() -> None:
    hand = ["eagle/elephant", "bear/horse", "eagle/lion", "horse/eagle"]
    table = turn(at({"B1": 1, "E1": 2}, hands=[hand]), "bear.steward")
    assert table.why("play lion/bear basic") == "card.hand"
    assert table.why("play eagle/elephant special") == "card.pay"
    assert table.why("play horse/eagle advanced") == "card.pay"
    assert table.why("play bear/horse special") == "card.pay/name"
    assert table.why("play bear/horse special with eagle/lion") == "card.pay/other"
    assert table.why("play horse/eagle basic with eagle/lion") == "card.pay/nothing"
    assert table.why("play bear/horse special with horse/eagle") == ""


def test_a_card_never_pays_for_itself() -> None:
    table = turn(at({"B1": 2}, hands=[["horse/bear", "bear/horse"]]), "bear.steward")
    assert table.why("play horse/bear advanced with horse/bear") == "card.pay"
    table = turn(at({"B1": 2}, hands=[["horse/bear", "horse/bear"]]), "bear.steward")
    assert table.why("play horse/bear advanced with horse/bear") == ""


def test_played_and_paid_cards_go_back_to_their_own_decks() -> None:
    table = turn(at({"B1": 2}, hands=[["bear/horse", "horse/eagle", "lion/bear"]]), "bear.steward")
    decks = [len(deck) for deck in table.state.decks]
    table.do("play bear/horse special with horse/eagle")
    assert [len(deck) for deck in table.state.decks] == [decks[0] + 1, *decks[1:4], decks[4] + 1]
    assert table.hand(0) == ["lion/bear"]
