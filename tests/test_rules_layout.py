"""The data files: what they must add up to, and the errors of a layout that does not."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from rules.whispers.deck import CARDS, lines
from rules.whispers.layout import Board, CouncilFile, LayoutFile, board, check_layout, layouts, read
from rules.whispers.moves import cards
from rules.whispers.options import Options, preset
from rules.whispers.setup import blank

ORIGINAL = read("layouts/original.toml", LayoutFile)


def changed(**changes: object) -> LayoutFile:
    """The original layout with fields changed."""
    return msgspec.structs.replace(ORIGINAL, **changes)


def with_region(code: str, **changes: object) -> LayoutFile:
    """The original layout with a region changed."""
    row = msgspec.structs.replace(ORIGINAL.regions[code], **changes)
    return changed(regions={**ORIGINAL.regions, code: row})


def test_the_original_layout_is_sound() -> None:
    check_layout(ORIGINAL)
    assert layouts() == ["original"]


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (changed(disputed=["P2-P5"]), "exactly two readings"),
        (changed(borders=[*ORIGINAL.borders, "B1-Z9"]), "no border between two known regions"),
        (changed(borders=[*ORIGINAL.borders, "B1-B1"]), "no border between two known regions"),
        (changed(borders=[*ORIGINAL.borders, "B1"]), "no border between two known regions"),
        (changed(borders=[*ORIGINAL.borders, "B1-B2-B3"]), "no border between two known regions"),
        (changed(borders=[*ORIGINAL.borders, "B2-B1"]), "named twice"),
        (changed(disputed=["P2-P5", "B1-B2"]), "named twice"),
        (changed(borders=ORIGINAL.borders[1:]), "totals say 69 borders"),
        (changed(empires=ORIGINAL.empires[1:]), "there must be 5 empires"),
        (with_region("B1", home="orca"), "unknown home empire 'orca'"),
        (with_region("B1", banners=4), "totals say 25 banners"),
        (with_region("B1", icons=["fort", "city"]), "totals say 12 cities"),
        (with_region("B1", icons=[]), "totals say 13 forts"),
        (with_region("B4", icons=[]), "totals say 13 farms"),
        (changed(totals={**ORIGINAL.totals, "regions": 41}), "totals say 41 regions"),
        (changed(totals={**ORIGINAL.totals, "seas": 1}), "totals must name"),
    ],
)
def test_a_layout_that_does_not_fit_together_is_refused(file: LayoutFile, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_layout(file)


def test_borders_go_both_ways_and_exactly_one_disputed_one_is_drawn() -> None:
    for border, other in (("P2-P5", "P3-P4"), ("P3-P4", "P2-P5")):
        table = board("original", border)
        for region, near in enumerate(table.adjacent):
            assert region not in near
            assert all(region in table.adjacent[other] for other in near)
        one, two = (table.region[code] for code in border.split("-"))
        assert two in table.adjacent[one]
        one, two = (table.region[code] for code in other.split("-"))
        assert two not in table.adjacent[one]


def test_a_board_knows_its_homes_and_icons_by_the_facts() -> None:
    table = board("original", "P2-P5")
    homes = [table.home.count(empire) for empire in range(5)]
    assert homes == [6, 7, 8, 9, 10]
    found = {
        icon: [sum(table.home[region] == empire for region in table.icons[icon]) for empire in range(5)]
        for icon in ("city", "fort", "farm")
    }
    assert found == {"city": [1, 2, 2, 3, 4], "fort": [4, 2, 3, 2, 2], "farm": [2, 4, 2, 3, 2]}
    assert len(set(table.names)) == len(table.names)


def test_an_unknown_layout_border_or_preset_is_refused() -> None:
    with pytest.raises(ValueError, match="no layout"):
        board("../original", "P2-P5")
    with pytest.raises(ValueError, match="no border reading"):
        blank(3, preset("printed", border="B1-B2"), 0)
    with pytest.raises(ValueError, match="no preset"):
        preset("house")
    for switch in ({"may_pass": 3}, {"no_such_switch": True}, {"agents_two_players": 4}):
        with pytest.raises(ValueError, match=r"Expected|Invalid|unknown"):
            preset("printed", **switch)


def test_the_presets_differ_in_each_switch_the_summary_names() -> None:
    printed, summary = preset("printed"), preset("summary")
    assert printed == Options()
    fields = Options.__struct_fields__
    assert sum(getattr(printed, name) != getattr(summary, name) for name in fields) == 10


def test_a_council_may_not_offer_one_kind_of_action_twice() -> None:
    councils = read("councils.toml", CouncilFile)
    actions = councils.councils["bear"]
    twice = {**actions, "marshal": [*actions["marshal"], *actions["marshal"]]}
    broken = CouncilFile(councils.seats, {**councils.councils, "bear": twice})
    with pytest.raises(ValueError, match=r"bear\.marshal offers one kind of action twice"):
        Board(ORIGINAL, broken, "P2-P5")


def test_a_data_file_of_the_wrong_form_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (b"seats = 3", b"seats = [", b"seats = []\ncouncils = {}\nmore = 1"):
        monkeypatch.setattr("pkgutil.get_data", lambda *_, found=text: found)
        with pytest.raises(ValueError, match=r"councils\.toml"):
            read("councils.toml", CouncilFile)


def test_every_card_has_three_lines_and_each_special_is_on_four_cards() -> None:
    table = board("original", "P2-P5")
    rows = lines(table)
    assert len(rows) * CARDS.copies == 40
    specials = [rows[card][2].ability for card in cards(table)]
    assert {name: specials.count(name) * CARDS.copies for name in set(specials)} == dict.fromkeys(specials, 4)
    abilities = {row.ability for card in rows.values() for row in card}
    assert len(abilities) == 20


def test_the_layout_agrees_with_the_facts_kept_as_a_list_of_borders() -> None:
    facts = json.loads((Path(__file__).parent / "data" / "whispers_borders.json").read_text())
    table = board("original", "P2-P5")
    assert {frozenset(pair) for pair in facts["borders"]} == {frozenset(pair) for pair in table.borders}
    rows = {row["id"]: row for row in facts["regions"]}
    assert sorted(rows) == sorted(table.regions)
    for region, code in enumerate(table.regions):
        row = rows[code]
        assert (row["home"], row["start_banners"]) == (table.empires[table.home[region]], table.start[region])
        found = {"fort": table.fort[region], "city": table.city[region], "farm": table.farm[region]}
        assert {icon: row[icon] for icon in found} == found
