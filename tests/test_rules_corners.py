"""Corners of abilities where banners change hands between a fight and what follows it."""

from __future__ import annotations

from rules.whispers.frames import Flight
from tests.conformance.table import position as at
from tests.conformance.table import printed, summary, turn

MERCENARIES = "play bear/eagle special with eagle/bear"
RECRUIT = "play bear/elephant special with elephant/bear"
SCORCH = "play bear/horse advanced with bear/lion"
SWOOP = "play eagle/bear advanced with eagle/lion"
ARMADA = "play eagle/horse special with horse/eagle"


def test_banners_recruited_after_the_survivors_died_do_not_press_on() -> None:
    hand = ["bear/eagle", "eagle/bear", "bear/elephant", "elephant/bear", "bear/horse"]
    table = turn(at({"B3": 4, "B5": ("horse", 1), "H1": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B3 B5 4", "done", MERCENARIES, "remove B5 2", RECRUIT, "add B5 2", "add B2 1")
    assert table.at("B5") == "2 bear"
    assert table.why("play bear/horse basic") == "card.press-on/none"


def test_banners_recruited_after_the_defenders_died_are_not_scorched() -> None:
    hand = ["bear/eagle", "eagle/bear", "bear/elephant", "elephant/bear", "bear/horse", "bear/lion"]
    table = turn(at({"L2": ("bear", 4), "H1": ("lion", 3)}, hands=[hand]), "bear.marshal")
    table.do("attack L2 H1 1", "done", MERCENARIES, "remove H1 2", RECRUIT, "add H1 3")
    assert table.at("H1") == "3 horse"
    assert table.why(SCORCH) == "card.scorch/none"


def test_survivors_who_die_are_fewer_to_press_on() -> None:
    hand = ["bear/eagle", "eagle/bear", "bear/horse"]
    table = turn(at({"B3": 6, "B5": ("horse", 1), "H1": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B3 B5 6", "done", MERCENARIES, "remove B5 3", "play bear/horse basic")
    assert table.offered("attack") == ["attack B5 H1 1"]


def test_of_the_summary_armada_on_top_of_swooping_still_enters_empty_regions() -> None:
    hand = ["eagle/bear", "eagle/lion", "eagle/horse", "horse/eagle"]
    table = turn(at({"B1": 3, "H6": 1}, hands=[hand], options=summary()), "bear.marshal")
    table.do(SWOOP, ARMADA)
    assert table.why("attack B1 H6 1") == ""
    assert table.why("attack B1 P4 1") == ""


def test_swooping_is_not_offered_where_no_empty_region_is_far_away() -> None:
    held = dict.fromkeys(at({}).board().regions, 1)
    table = turn(at({**held, "B1": 3}, hands=[["eagle/bear", "eagle/lion"]]), "bear.marshal")
    assert table.why(SWOOP) == "card.swoop/none"


def test_banners_that_march_in_after_the_fight_do_not_press_on() -> None:
    hand = ["horse/bear", "bear/eagle"]
    table = turn(at({"B3": 4, "B5": ("horse", 1), "B1": 3, "H1": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B3 B5 4", "done", "play horse/bear basic", "move B1 B5 3", "play bear/eagle basic")
    assert table.at("B5") == "5 bear"
    assert table.offered("attack") == ["attack B5 H1 1", "attack B5 H1 2"]
    assert table.why("attack B5 H1 3") == "card.press-on/survivors"


def test_an_empire_that_has_lost_its_last_region_has_nowhere_to_subjugate() -> None:
    lost = dict.fromkeys(("B1", "B2", "B3", "B4", "B6"), ("horse", 1))
    hand = ["bear/lion", "lion/bear", "bear/eagle", "eagle/bear"]
    table = turn(at({**lost, "L2": ("bear", 2), "B5": ("horse", 3)}, hands=[hand]), "bear.marshal")
    table.do("attack L2 B3 1", "done", MERCENARIES, "remove L2 1")
    assert table.why("play bear/lion special with lion/bear") == "card.subjugate/none"
    state = at({**lost, "L2": ("bear", 3), "H1": 1, "B5": ("horse", 3)}, hands=[hand])
    table = turn(state, "bear.marshal")
    table.do("attack L2 H1 1", "done", MERCENARIES, "remove L2 2")
    assert table.why("play bear/lion special with lion/bear") == "card.subjugate/region"


def test_a_defender_who_vanishes_leaves_an_empty_region_of_its_home_with_its_fort() -> None:
    hand = ["bear/eagle", "eagle/bear", "bear/horse"]
    table = turn(at({"B5": 4, "L2": ("horse", 3), "H1": ("bear", 3)}, hands=[hand]), "bear.marshal")
    table.do("attack H1 L2 2", MERCENARIES, "remove L2 3", "done")
    assert table.at("L2") == "1 bear"
    assert table.reserve("bear") == 14


def test_an_attack_whose_source_is_lost_meanwhile_goes_on() -> None:
    hand = ["bear/horse", "horse/bear", "bear/lion"]
    table = turn(at({"H1": ("bear", 3), "L3": 1}, hands=[hand]), "bear.marshal")
    table.do("attack H1 L3 2", "play bear/horse special with horse/bear", "from H1", "to B5 1")
    assert table.at("H1") == "horse"
    table.do("done")
    assert table.at("L3") == "1 bear"


def test_populate_in_the_middle_of_an_attack_adds_nothing_to_it() -> None:
    hand = ["eagle/lion", "lion/eagle", "bear/lion"]
    table = turn(at({"B5": 3, "H1": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B5 H1 3", "play eagle/lion special with lion/eagle")
    frame = table.state.agenda[-1]
    assert isinstance(frame, Flight)
    assert frame.count == 3
    assert table.at("B5") == "1 bear"


def test_a_region_emptied_by_its_own_attack_may_be_recruited_into() -> None:
    hand = ["bear/elephant", "elephant/bear", "bear/lion"]
    table = turn(at({"B5": 3, "H1": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B5 H1 3", RECRUIT)
    assert "add B5 3" in table.offered()
    assert table.why("add H1 1") == "card.recruit/empty"


def test_defenders_added_during_the_attack_fight() -> None:
    hand = ["lion/bear", "lion/eagle", "bear/lion"]
    table = turn(at({"B5": 3, "H1": ("lion", 1), "H2": ("lion", 2), "L2": 1}, hands=[hand]), "bear.marshal")
    table.do("attack B5 H1 2", "play lion/bear advanced with lion/eagle")
    assert table.why("add H1 3") == "card.garrison/city"
    table.do("add H2 3", "done")
    assert (table.at("H1"), table.at("H2")) == ("1 bear", "5 lion")


def test_both_sides_gone_the_home_empire_has_the_region_even_against_a_conqueror() -> None:
    table = turn(at({"L3": ("bear", 3), "H1": ("lion", 2), "B1": 1}), "bear.marshal")
    table.do("attack L3 H1 2")
    assert table.at("H1") == "horse"


def test_without_the_switch_an_empty_enemy_region_is_no_target() -> None:
    table = turn(at({"B5": 3, "L2": 1, "B3": 1}, options=printed(empty_targets=False)), "bear.marshal")
    assert table.offered("attack") == ["attack B3 L2 1"]
    assert table.why("attack B5 H1 1") == "reading.empty_targets"


def test_without_the_switch_a_conquest_may_be_left() -> None:
    table = turn(at({"H1": ("bear", 2), "L2": 1}, options=printed(hold_conquest=False)), "bear.marshal")
    assert "attack H1 L2 2" in table.offered()
    table.do("attack H1 L2 2")
    assert table.at("H1") == "horse"


def test_every_way_an_attack_can_be_wrong_has_its_rule() -> None:
    table = turn(at({"B3": 2, "H1": ("bear", 1), "L2": 1, "B6": 1}), "bear.marshal")
    reasons = {
        "attack L2 B3 1": "attack.source",
        "attack B5 H1 1": "attack.banners",
        "attack B3 B5 1": "attack.own-region",
        "attack B3 E1 1": "attack.adjacent",
        "attack B3 L2 3": "attack.size",
        "attack H1 L2 1": "attack.hold",
    }
    assert {move: table.why(move) for move in reasons} == reasons
