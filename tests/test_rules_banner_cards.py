"""Cards that add and remove banners: whose they are, how many, where, with a short reserve."""

from __future__ import annotations

from tests.conformance.table import Table, summary, turn
from tests.conformance.table import position as at

MERCENARIES = "play bear/eagle special with eagle/bear"
RECRUIT = "play bear/elephant special with elephant/bear"
FIRE = "play eagle/elephant special with elephant/eagle"
POPULATE = "play eagle/lion special with lion/eagle"
UPRISING = "play elephant/horse special with horse/elephant"
GARRISON = "play lion/bear advanced with lion/eagle"


def hand(play: str) -> list[list[str]]:
    """The two cards of a play."""
    words = play.split()
    return [[words[1], words[4]]]


def test_mercenaries_remove_three_or_all_if_fewer() -> None:
    table = turn(at({"P6": 2, "L3": 4, "B1": 1}, hands=hand(MERCENARIES)), "bear.steward")
    table.do(MERCENARIES)
    assert table.offered() == ["remove B1 1", "remove P6 2", "remove L3 3"]
    assert table.why("remove L3 2") == "card.mercenaries/amount"
    assert table.why("remove L4 1") == "card.mercenaries/empty"
    table.do("remove P6 2")
    assert table.at("P6") == "elephant"
    assert table.acting() == "bear.steward"


def test_mercenaries_that_empty_a_conquest_give_it_back_to_its_home() -> None:
    table = turn(at({"H2": ("lion", 3)}, hands=hand(MERCENARIES)), "bear.steward")
    table.do(MERCENARIES, "remove H2 3")
    assert table.at("H2") == "horse"


def test_with_no_banner_on_the_map_there_is_nothing_for_mercenaries_or_fire() -> None:
    hands = [[*hand(MERCENARIES)[0], *hand(FIRE)[0]]]
    table = turn(at({}, hands=hands), "bear.steward")
    assert table.why(MERCENARIES) == "card.mercenaries/none"
    assert table.why(FIRE) == "card.alchemists-fire/none"


def test_recruits_are_of_the_empire_that_controls_each_region() -> None:
    table = turn(at({"B1": 1}, hands=hand(RECRUIT)), "bear.steward")
    table.do(RECRUIT, "add H7 1")
    assert table.why("add H7 1") == "card.recruit/empty"
    assert table.why("add B1 1") == "card.recruit/empty"
    assert table.why("add P4 3") == "card.recruit/amount"
    table.do("add P4 1", "add E3 1")
    assert [table.at(code) for code in ("H7", "P4", "E3")] == ["1 horse", "1 elephant", "1 eagle"]
    assert table.acting() == "bear.steward"


def test_recruits_stop_where_no_empire_with_an_empty_region_has_a_reserve() -> None:
    none = {"bear": 1, "eagle": 0, "elephant": 0, "lion": 0, "horse": 0}
    table = turn(at({}, hands=hand(RECRUIT), reserve=none), "bear.steward")
    table.do(RECRUIT)
    assert all(option.endswith(" 1") for option in table.offered())
    table.do("add B2 1")
    assert table.acting() == "bear.steward"
    empty = turn(at({}, hands=hand(RECRUIT), reserve={**none, "bear": 0}), "bear.steward")
    assert empty.why(RECRUIT) == "card.recruit/none"


def test_a_garrison_is_three_of_the_controller_in_a_city_even_over_supply() -> None:
    table = turn(at({"H2": ("bear", 3), "H6": 1}, hands=hand(GARRISON)), "bear.steward")
    table.do(GARRISON)
    assert table.why("add B1 3") == "card.garrison/city"
    assert table.why("add H2 2") == "card.garrison/amount"
    table.do("add H2 3")
    assert table.at("H2") == "6 bear"
    again = turn(at({"H2": ("bear", 3)}, hands=hand(GARRISON)), "bear.steward")
    again.do(GARRISON, "add H6 3")
    assert again.at("H6") == "3 horse"


def test_a_garrison_from_a_short_reserve_is_what_there_is() -> None:
    table = turn(at({}, hands=hand(GARRISON), reserve={"horse": 2, "lion": 0}), "bear.steward")
    table.do(GARRISON)
    assert table.why("add L3 3") == "add.reserve"
    assert table.offered("add H2") == ["add H2 2"]


def test_an_uprising_is_in_one_empty_region_without_city_or_fort() -> None:
    table = turn(at({"L6": 1}, hands=hand(UPRISING), reserve={"lion": 3}), "bear.steward")
    table.do(UPRISING)
    assert table.why("add H3 4") == "card.uprising/icon"
    assert table.why("add H6 4") == "card.uprising/icon"
    assert table.why("add L6 4") == "card.uprising/empty"
    assert table.why("add E3 3") == "card.uprising/amount"
    assert table.offered("add L7") == ["add L7 3"]
    table.do("add E3 4")
    assert table.at("E3") == "4 eagle"


def test_populating_adds_one_everywhere_empty_homes_and_conquests_too() -> None:
    table = turn(at({"H2": ("bear", 1)}, hands=hand(POPULATE)), "bear.steward")
    table.do(POPULATE)
    assert [table.at(code) for code in ("B1", "B6", "H2")] == ["1 bear", "1 bear", "2 bear"]
    assert table.reserve("bear") == 12


def test_populating_from_a_short_reserve_the_player_chooses_each_region_once() -> None:
    table = turn(at({"B1": 2}, hands=hand(POPULATE), reserve={"bear": 2}), "bear.steward")
    table.do(POPULATE)
    assert table.why("add B1 2") == "card.populate/once"
    assert table.why("add H1 1") == "add.control"
    table.do("add B1 1")
    assert table.why("add B1 1") == "card.populate/once"
    table.do("add B6 1")
    assert (table.at("B1"), table.at("B6"), table.reserve("bear")) == ("3 bear", "1 bear", 0)


def test_populating_needs_a_reserve_and_a_region() -> None:
    table = turn(at({}, hands=hand(POPULATE), reserve={"bear": 0}), "bear.steward")
    assert table.why(POPULATE) == "add.reserve"
    lost: dict[str, int | tuple[str, int]] = {f"B{n}": ("lion", 1) for n in range(1, 7)}
    table = turn(at(lost, hands=hand(POPULATE)), "bear.steward")
    assert table.why(POPULATE) == "card.populate/none"


def burning() -> Table:
    """The fire is to start; Bear at B1 has an eagle and a horse beside it and a bear."""
    banners: dict[str, int | tuple[str, int]] = {"B1": 2, "E1": 4, "B2": ("horse", 3), "B3": 1, "L2": 1}
    return turn(at({**banners, "B6": 1}, hands=hand(FIRE)), "bear.steward")


def test_the_fire_starts_at_a_banner_of_the_active_empire_next_to_enemies() -> None:
    table = burning()
    table.do(FIRE)
    assert table.offered() == ["from B1", "from B3"]
    assert table.why("from E1") == "card.alchemists-fire/source"
    assert table.why("from B5") == "card.alchemists-fire/source"
    assert table.why("from B6") == "card.alchemists-fire/near"


def test_the_fire_takes_up_to_five_enemies_of_several_empires() -> None:
    table = burning()
    table.do(FIRE, "from B1")
    assert table.why("done") == "choice.first"
    assert table.why("remove L2 1") == "card.alchemists-fire/far"
    assert table.why("remove B3 1") == "card.alchemists-fire/enemy"
    assert table.why("remove E1 5") == "card.alchemists-fire/amount"
    table.do("remove E1 4")
    assert table.why("remove E1 1") == "card.alchemists-fire/enemy"
    assert table.offered() == ["done", "remove B2 1"]
    table.do("remove B2 1")
    assert (table.at("E1"), table.at("B2")) == ("eagle", "2 horse")
    assert table.acting() == "bear.steward"


def test_the_fire_may_stop_early_and_ends_when_no_enemy_is_left() -> None:
    table = burning()
    table.do(FIRE, "from B1", "remove B2 1", "done")
    assert table.at("B2") == "2 horse"
    table = burning()
    table.do(FIRE, "from B3", "remove L2 1", "remove B2 3")
    assert (table.at("L2"), table.at("B2")) == ("lion", "bear")
    assert table.acting() == "bear.steward"


def test_what_cards_add_over_the_limit_is_cut_at_the_turn_of_its_own_empire() -> None:
    state = at({"H10": 3, "B1": 1}, hands=hand(GARRISON), seats={"bear.chancellor": 0, "horse.chancellor": 1})
    table = turn(state, "bear.chancellor")
    table.do(GARRISON, "add H10 3", "swap bear.sheriff", "add B4 1", "add B4 1")
    assert table.asked() == 1
    assert table.at("H10") == "6 horse"


def test_of_the_summary_every_overfull_region_is_cut_at_once() -> None:
    seats = {"bear.chancellor": 0, "horse.chancellor": 1}
    state = at({"H10": 3, "B1": 1}, hands=hand(GARRISON), seats=seats, options=summary())
    table = turn(state, "bear.chancellor")
    table.do(GARRISON, "add H10 3", "pass")
    assert table.asked() == 1
    assert (table.at("H10"), table.reserve("horse")) == ("4 horse", 16)
