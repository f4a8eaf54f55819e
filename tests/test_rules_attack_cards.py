"""Cards around an attack: pressing on, scorching, subjugating, reaching further, joining in."""

from __future__ import annotations

import pytest

from rules.whispers.frames import After, Declare, Flight
from tests.conformance.table import position as at
from tests.conformance.table import printed, summary, turn

ARMADA = "play eagle/horse special with horse/eagle"
SWOOP = "play eagle/bear advanced with eagle/lion"
SCORCH = "play bear/eagle advanced with bear/horse"
SUBJUGATE = "play bear/lion special with lion/eagle"
REINFORCE = "play elephant/lion special with lion/eagle"


def test_a_lone_survivor_in_a_conquered_region_cannot_press_on() -> None:
    table = turn(at({"B5": 3, "H1": 1}, hands=[["bear/eagle"]]), "bear.marshal")
    table.do("attack B5 H1 2", "done")
    assert table.at("H1") == "1 bear"
    assert table.why("play bear/eagle basic") == "card.press-on/hold"


def test_a_lone_survivor_at_home_presses_on() -> None:
    table = turn(at({"B3": 2, "B5": ("horse", 1), "H1": 1}, hands=[["bear/eagle"]]), "bear.marshal")
    table.do("attack B3 B5 2", "done")
    assert table.at("B5") == "bear"
    assert table.why("play bear/eagle basic") == "card.press-on/none"
    table = turn(at({"B3": 3, "B5": ("horse", 1), "H1": 1}, hands=[["bear/eagle"]]), "bear.marshal")
    table.do("attack B3 B5 3", "done", "play bear/eagle basic", "attack B5 H1 1")
    assert table.at("H1") == "horse"
    assert table.at("B5") == "bear"


def test_of_the_summary_a_lone_survivor_leaves_a_conquest_but_for_banners_only() -> None:
    banners: dict[str, int | tuple[str, int]] = {"B5": 3, "H1": 1, "L2": 1}
    table = turn(at(banners, hands=[["bear/eagle"]], options=summary()), "bear.marshal")
    table.do("attack B5 H1 2", "done", "play bear/eagle basic")
    assert table.offered("attack") == ["attack H1 L2 1"]
    assert table.why("attack H1 H2 1") == "reading.empty_targets"
    table = turn(at(banners, hands=[["bear/eagle"]], options=printed(bear_basic_empty=False)), "bear.marshal")
    table.do("attack B5 H1 3", "done", "play bear/eagle basic")
    assert table.offered("attack") == ["attack H1 L2 1"]
    assert table.why("attack H1 H2 1") == "reading.bear_basic_empty"


def test_only_survivors_press_on_not_banners_already_there() -> None:
    table = turn(at({"B3": 5, "B5": ("horse", 1), "H1": 1}, hands=[["bear/eagle"] * 2]), "bear.marshal")
    table.do("attack B3 B5 4", "done", "play bear/eagle basic")
    assert table.offered("attack") == ["attack B5 H1 1", "attack B5 H1 2"]
    assert table.why("attack B3 L2 1") == "card.press-on/source"
    table.do("attack B5 H1 2", "done")
    assert table.at("H1") == "1 bear"
    assert table.key() == "after"
    assert table.why("play bear/eagle basic") == "card.press-on/hold"


def test_banners_added_after_the_fight_do_not_press_on() -> None:
    hand = ["bear/eagle", "lion/bear", "lion/eagle"]
    table = turn(at({"B5": 5, "H1": 1, "H2": ("bear", 1)}, hands=[hand]), "bear.marshal")
    table.do("attack B5 H1 3", "done", "play lion/bear advanced with lion/eagle", "add H2 3")
    table.do("play bear/eagle basic")
    assert table.offered("attack H1 L3") == ["attack H1 L3 1"]
    assert table.why("attack H1 L3 2") == "attack.hold"


def test_survivors_press_on_by_armada_where_nothing_else_is_near() -> None:
    hand = ["bear/eagle", "eagle/horse", "horse/eagle"]
    table = turn(at({"B1": 3, "B4": ("eagle", 1), "P4": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B1 B4 3", "done", "play bear/eagle basic")
    assert table.offered("attack") == []
    table.do(ARMADA)
    assert "attack B4 P4 2" in table.offered()
    poor = turn(at({"B1": 3, "B4": ("eagle", 1)}, hands=[["bear/eagle"]]), "bear.marshal")
    poor.do("attack B1 B4 3", "done")
    assert poor.why("play bear/eagle basic") == "card.press-on/target"


def test_scorching_after_a_win_kills_the_survivors_and_the_home_empire_has_the_region() -> None:
    table = turn(at({"L2": ("bear", 6), "L3": 3}, hands=[["bear/eagle", "bear/horse"]]), "bear.marshal")
    table.do("attack L2 L3 5", "done", SCORCH)
    assert table.at("L3") == "lion"
    assert table.at("L2") == "1 bear"
    assert table.reserve("bear") == 19


def test_one_banner_sacrificed_scorches_a_whole_army_behind_a_fort() -> None:
    table = turn(at({"B3": 2, "L2": 5}, hands=[["bear/eagle", "bear/horse"]]), "bear.marshal")
    table.do("attack B3 L2 1", "done", SCORCH)
    assert table.at("L2") == "lion"
    assert table.reserve("lion") == 20


def test_scorched_defenders_count_for_subjugating_whichever_comes_first() -> None:
    hand = ["bear/eagle", "bear/horse", "bear/lion", "lion/eagle"]
    table = turn(at({"B5": 3, "H1": 5}, hands=[hand]), "bear.marshal")
    table.do("attack B5 H1 2", "done", SCORCH, SUBJUGATE)
    assert table.state.agenda[-1].left == 5  # type: ignore[union-attr]
    table = turn(at({"B5": 3, "H1": 5}, hands=[hand]), "bear.marshal")
    table.do("attack B5 H1 2", "done", SUBJUGATE, "add B6 2", SCORCH)
    assert table.at("H1") == "horse"


def test_nothing_is_scorched_where_both_sides_fell() -> None:
    table = turn(at({"B5": 3, "H1": 2}, hands=[["bear/eagle", "bear/horse"]]), "bear.marshal")
    table.do("attack B5 H1 2", "done")
    assert table.why(SCORCH) == "card.scorch/none"


def test_subjugating_counts_enemies_only_and_goes_to_the_region_just_won() -> None:
    table = turn(at({"B3": 5, "L2": 2}, hands=[["bear/lion", "lion/eagle"]]), "bear.marshal")
    table.do("attack B3 L2 5", "done", SUBJUGATE, "add L2 1", "add B6 1")
    assert (table.at("L2"), table.at("B6")) == ("3 bear", "1 bear")


def test_subjugating_with_a_short_reserve_places_what_there_is() -> None:
    state = at({"B5": 4, "H1": 2}, hands=[["bear/lion", "lion/eagle"]], reserve={"bear": 0})
    table = turn(state, "bear.marshal")
    table.do("attack B5 H1 4", "done", SUBJUGATE)
    assert table.offered("add B6") == ["add B6 1", "add B6 2"]
    table = turn(at({"B5": 4}, hands=[["bear/lion", "lion/eagle"]]), "bear.marshal")
    table.do("attack B5 H1 4", "done")
    assert table.why(SUBJUGATE) == "card.subjugate/none"


def test_there_is_nothing_to_subjugate_with_when_the_reserve_is_empty() -> None:
    state = at({"L1": ("bear", 3), "E2": 1}, hands=[["bear/lion", "lion/eagle"]], reserve={"bear": 0})
    table = turn(state, "bear.marshal")
    table.state.agenda[-1] = After(0, 2, 2, 0, "attack", table.board.region["E2"], 2, 0, 1)
    assert table.why(SUBJUGATE) == "add.reserve"


def test_swooping_reaches_any_empty_enemy_region_but_no_banners_far_away() -> None:
    table = turn(at({"B1": 3, "H6": 1}, hands=[["eagle/bear", "eagle/lion"]]), "bear.marshal")
    assert table.why("attack B1 P4 1") == "attack.adjacent"
    table.do(SWOOP)
    assert table.key() == "declare"
    assert table.why("attack B1 H6 1") == "attack.adjacent"
    table.do("attack B1 P2 1")
    assert table.at("P2") == "elephant"
    assert table.reserve("bear") == 18


def test_of_the_summary_swooping_alone_enters_empty_regions() -> None:
    state = at({"B1": 3}, hands=[["eagle/bear", "eagle/lion"]], options=summary())
    table = turn(state, "bear.marshal")
    assert table.offered("attack") == []
    assert table.why("attack B1 E1 1") == "reading.empty_targets"
    table.do(SWOOP, "attack B1 P4 3")
    assert table.at("P4") == "3 bear"


def test_armada_reaches_any_region_and_makes_swooping_needless() -> None:
    hand = ["eagle/horse", "horse/eagle", "eagle/bear", "eagle/lion"]
    table = turn(at({"B1": 3, "H6": 1}, hands=[hand]), "bear.marshal")
    table.do(ARMADA)
    assert table.why(SWOOP) == "card.swoop/already"
    table.do("attack B1 H6 2", "done")
    assert table.at("H6") == "1 bear"


@pytest.mark.parametrize("card", [ARMADA, SWOOP])
def test_no_reach_helps_an_empire_with_no_banner_to_move(card: str) -> None:
    hand = ["eagle/horse", "horse/eagle", "eagle/bear", "eagle/lion"]
    table = turn(at({"H1": ("bear", 1)}, hands=[hand]), "bear.marshal")
    assert table.why(card) in ("card.armada/none", "card.swoop/none")


def test_the_reach_is_declared_with_an_attack_not_with_another_action() -> None:
    hand = ["eagle/horse", "horse/eagle"]
    table = turn(at({"B1": 3}, hands=[hand]), "bear.steward")
    assert table.why(ARMADA) == "card.window/declare"


def test_elephant_banners_join_before_the_fort_which_kills_one_in_all() -> None:
    hand = ["elephant/bear", "elephant/lion", "elephant/horse"]
    table = turn(at({"B3": 1, "L2": 2}, hands=[hand]), "bear.marshal")
    table.do("attack B3 L2 1", "play elephant/bear basic")
    table.do("play elephant/horse advanced with elephant/lion")
    assert table.at("L2") == "2 bear"
    assert table.reserve("bear") == 18


def test_elephant_banners_that_are_short_come_as_far_as_the_reserve_goes() -> None:
    hand = ["elephant/lion", "elephant/horse", "bear/lion"]
    state = at({"B3": 1, "L2": 2}, hands=[hand], reserve={"bear": 2})
    table = turn(state, "bear.marshal")
    table.do("attack B3 L2 1", "play elephant/horse advanced with elephant/lion")
    frame = table.state.agenda[-1]
    assert isinstance(frame, Flight)
    assert frame.count == 3
    assert table.reserve("bear") == 0


def test_no_elephant_banner_joins_from_an_empty_reserve() -> None:
    state = at({"B3": 1, "L2": 2}, hands=[["elephant/lion", "elephant/horse"]], reserve={"bear": 0})
    table = turn(state, "bear.marshal")
    table.do("attack B3 L2 1")
    assert table.why("play elephant/lion basic") == "add.reserve"
    assert table.why("play elephant/horse advanced with elephant/lion") == "add.reserve"


def test_cards_of_the_fight_are_no_use_before_or_after_it() -> None:
    table = turn(at({"B5": 3, "H1": 1}, hands=[["elephant/bear", "bear/eagle"]]), "bear.marshal")
    assert table.why("play elephant/bear basic") == "card.window/flight"
    assert table.why("play bear/eagle basic") == "card.window/battle"
    table.do("attack B5 H1 3")
    assert table.why("play bear/eagle basic") == "card.window/battle"
    table.do("done")
    assert table.why("play elephant/bear basic") == "card.window/flight"


def test_reinforcements_come_from_one_region_near_or_far_and_hold_a_conquest() -> None:
    state = at({"L2": 1, "L7": 8, "H7": ("lion", 3)}, hands=[["elephant/lion", "lion/eagle", "bear/lion"]])
    table = turn(state, "lion.chancellor")
    table.do("attack L2 H1 1", REINFORCE)
    assert table.offered("reinforce H7") == ["reinforce H7 1", "reinforce H7 2"]
    assert table.why("reinforce H7 3") == "card.reinforce/hold"
    assert table.why("reinforce L7 7") == "card.reinforce/amount"
    assert table.why("reinforce B1 1") == "card.reinforce/control"
    assert table.why("done") == "choice.first"
    table.do("reinforce L7 6", "done")
    assert table.at("H1") == "7 lion"


def test_of_the_summary_reinforcements_come_from_many_regions_and_may_leave_a_conquest() -> None:
    banners: dict[str, int | tuple[str, int]] = {"L2": 1, "L7": 2, "H7": ("lion", 3), "H1": 1}
    table = turn(at(banners, hands=[["elephant/lion", "lion/eagle"]], options=summary()), "lion.chancellor")
    table.do("attack L2 H1 1", REINFORCE, "reinforce H7 3", "reinforce L7 1", "done")
    assert (table.at("H7"), table.at("L7"), table.at("H1")) == ("horse", "1 lion", "4 lion")


def test_of_the_summary_reinforcements_end_by_themselves_at_six() -> None:
    hand = ["elephant/lion", "lion/eagle", "bear/lion"]
    state = at({"L2": 1, "L7": 9, "H1": 1}, hands=[hand], options=summary())
    table = turn(state, "lion.chancellor")
    table.do("attack L2 H1 1", REINFORCE, "reinforce L7 6", "done")
    assert table.at("H1") == "6 lion"


def test_a_target_that_becomes_the_attackers_own_is_entered_without_a_fight() -> None:
    hand = ["bear/eagle", "eagle/bear", "bear/horse", "bear/lion"]
    table = turn(at({"B3": 2, "B1": ("eagle", 3)}, hands=[hand]), "bear.marshal")
    table.do("attack B3 B1 2", "play bear/eagle special with eagle/bear", "remove B1 3", "done")
    assert table.at("B1") == "2 bear"
    assert table.why("play bear/horse advanced with bear/lion") == ""


def test_a_further_attack_opens_the_windows_again() -> None:
    hand = ["bear/eagle", "elephant/bear", "bear/horse", "bear/lion"]
    table = turn(at({"B5": 5, "L2": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B5 H1 5", "done", "play bear/eagle basic", "attack H1 L2 2", "play elephant/bear basic")
    table.do("done")
    assert table.at("L2") == "1 bear"
    assert isinstance(table.state.agenda[-1], After)


def test_a_declaration_allows_no_other_card_than_a_longer_reach() -> None:
    hand = ["eagle/bear", "eagle/lion", "horse/bear"]
    table = turn(at({"B5": 5, "B1": 1}, hands=[hand]), "bear.marshal")
    table.do(SWOOP)
    assert isinstance(table.state.agenda[-1], Declare)
    assert table.why("play horse/bear basic") == "card.window/any"
