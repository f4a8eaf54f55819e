"""The drawings agree with the map of the rules, and what is drawn over them can be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wow_tui.boards.arrows import ASKEW, Direction, towards
from wow_tui.boards.drawing import banner_text, draw, draw_region, draw_rows, label_cells
from wow_tui.boards.geometry import Cell, DrawingError, Geometry, measure, parse
from wow_tui.boards.looks import Hatch, Kind, Looks, RegionLook, Role, Run, State
from wow_tui.boards.whispers import OTHER_READING, TIERS, Tier, drawing, tier_for

FACTS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "whispers_borders.json").read_text(encoding="utf-8")
)
REGIONS: dict[str, dict[str, Any]] = {region["id"]: region for region in FACTS["regions"]}
LARGEST = {"80x24": (50, 17), "100x30": (62, 23), "120x40": (78, 31), "160x48": (104, 39)}
HATCHES = dict(zip(("bear", "eagle", "elephant", "lion", "horse"), Hatch, strict=True))
LETTERS = {"bear": "B", "eagle": "E", "elephant": "P", "lion": "L", "horse": "H"}

every_drawing = pytest.mark.parametrize(
    ("tier", "variant"),
    [(tier, variant) for tier in TIERS for variant in (None, OTHER_READING)],
    ids=lambda value: value.name if isinstance(value, Tier) else str(value),
)
every_tier = pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.name)


def look(region: str, owner: str | None = None, **changes: Any) -> RegionLook:
    """A region with its printed icons, held by its home empire unless told otherwise."""
    facts = REGIONS[region]
    holder = owner or facts["home"]
    fixed = {icon: facts[icon] for icon in ("fort", "city", "farm")}
    start = {"banners": facts["start_banners"]} | fixed | changes
    return RegionLook(holder, LETTERS[holder], HATCHES[holder], **start)


def start_looks(**changes: Any) -> dict[str, RegionLook]:
    return {region: look(region, **changes) for region in REGIONS}


def borders(variant: str | None) -> set[frozenset[str]]:
    found = {frozenset(pair) for pair in FACTS["borders"]}
    if variant == OTHER_READING:
        found -= {frozenset(("P2", "P5"))}
        found |= {frozenset(("P3", "P4"))}
    return found


def text_of(rows: list[list[Run]]) -> list[str]:
    return ["".join(run.text for run in row) for row in rows]


def reachable(geometry: Geometry, start: str) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        region = waiting.pop()
        for direction in Direction:
            other = towards(geometry, region, direction)
            if other is not None and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def connected(geometry: Geometry, region: str) -> bool:
    cells = set(geometry.cells[region])
    waiting = [cells.pop()]
    while waiting:
        row, column = waiting.pop()
        for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if cell in cells:
                cells.remove(cell)
                waiting.append(cell)
    return not cells


@every_drawing
def test_drawing_has_exactly_the_borders_of_the_graph(tier: Tier, variant: str | None) -> None:
    geometry = drawing(tier, variant)
    drawn = {frozenset((one, other)) for one in REGIONS for other in geometry.adjacency[one]}
    assert drawn - borders(variant) == set()
    assert borders(variant) - drawn == set()


@every_drawing
def test_drawing_is_whole(tier: Tier, variant: str | None) -> None:
    geometry = drawing(tier, variant)
    width, height = LARGEST[tier.name]
    assert geometry.width <= width
    assert geometry.height <= height
    assert set(geometry.cells) == set(REGIONS)
    assert all(len(row) == geometry.width for row in geometry.rows)
    assert all(connected(geometry, region) for region in REGIONS)
    land = sum(region is not None for row in geometry.rows for region in row)
    assert land == sum(len(cells) for cells in geometry.cells.values())
    assert all(geometry.region_at(*cell) == region for region in REGIONS for cell in geometry.cells[region])


@every_drawing
@pytest.mark.parametrize("ascii_only", [False, True])
def test_longest_label_fits_inside_its_own_cells(tier: Tier, variant: str | None, ascii_only: bool) -> None:
    geometry = drawing(tier, variant)
    for region in REGIONS:
        full = look(region, banners=12, legal=True, danger=True, mark="+")
        label = label_cells(geometry, region, full, ascii_only)
        assert set(label) <= geometry.open_cells(region), region
        kinds = [kind for _, kind in label.values()]
        icons = [kind for kind in (Kind.FORT, Kind.CITY, Kind.FARM) if REGIONS[region][kind.value]]
        assert all(kinds.count(icon) == 1 for icon in icons), region
        for kind, length in ((Kind.CODE, len(region)), (Kind.OWNER, 1), (Kind.BANNERS, 3), (Kind.MARK, 1)):
            assert kinds.count(kind) == length, (region, kind)


@every_drawing
@pytest.mark.parametrize("ascii_only", [False, True])
def test_rows_have_exactly_the_width(tier: Tier, variant: str | None, ascii_only: bool) -> None:
    geometry = drawing(tier, variant)
    rows = text_of(draw(geometry, start_looks(), ascii_only))
    assert len(rows) == geometry.height
    assert {len(row) for row in rows} == {geometry.width}
    assert not ascii_only or all(row.isascii() for row in rows)


@every_drawing
def test_arrows_lead_from_every_region_to_every_other(tier: Tier, variant: str | None) -> None:
    geometry = drawing(tier, variant)
    assert all(reachable(geometry, region) == set(REGIONS) for region in REGIONS)


@every_drawing
def test_arrows_are_never_stuck_and_go_the_way_they_point(tier: Tier, variant: str | None) -> None:
    geometry = drawing(tier, variant)
    axis = {Direction.UP: (1, -1), Direction.DOWN: (1, 1), Direction.LEFT: (0, -1), Direction.RIGHT: (0, 1)}
    for region, here in geometry.centres.items():
        for direction, (part, sign) in axis.items():
            ahead = {
                other
                for other, there in geometry.centres.items()
                if (along := (there[part] - here[part]) * sign) > 0.5
                and along >= ASKEW * abs(there[1 - part] - here[1 - part])
            }
            goal = towards(geometry, region, direction)
            assert goal in ahead if ahead else goal is None, (region, direction)


def cells_of(rows: list[list[Run]]) -> Iterator[tuple[Cell, tuple[str, Role]]]:
    for row, runs in enumerate(rows):
        column = 0
        for run in runs:
            for glyph in run.text:
                yield (row, column), (glyph, run.role)
                column += 1


@every_tier
def test_moving_the_cursor_changes_only_the_cells_of_two_regions(tier: Tier) -> None:
    geometry = drawing(tier)
    before = start_looks()
    after = before | {"B3": look("B3", selected=True), "H10": look("H10", banners=5, danger=True)}
    screen = dict(cells_of(draw(geometry, before)))
    for region in ("B3", "H10"):
        for row, column, run in draw_region(geometry, after, region):
            assert run.region == region
            screen.update({(row, column + at): (glyph, run.role) for at, glyph in enumerate(run.text)})
    assert screen == dict(cells_of(draw(geometry, after)))


@every_tier
def test_some_rows_are_the_same_as_those_rows_of_the_whole(tier: Tier) -> None:
    geometry = drawing(tier)
    looks = start_looks()
    rows = geometry.rows_of("E5")
    assert draw_rows(geometry, looks, rows) == draw(geometry, looks)[rows.start : rows.stop]


@every_tier
def test_ownership_shows_in_colour_letter_and_hatch_each_alone(tier: Tier) -> None:
    geometry = drawing(tier)
    for owner, hatch in HATCHES.items():
        looks: Looks = {region: look(region, owner, banners=3) for region in REGIONS}
        for region in REGIONS:
            runs = [patch.run for patch in draw_region(geometry, looks, region)]
            assert {run.role.owner for run in runs} == {owner}
            assert [run.text for run in runs if run.role.kind is Kind.OWNER] == [LETTERS[owner]]
            ground = "".join(run.text for run in runs if run.role.kind is Kind.GROUND)
            assert set(ground) == {hatch.value}, region


@every_tier
def test_border_is_thick_between_owners_and_thin_inside_an_empire(tier: Tier) -> None:
    geometry = drawing(tier)
    kinds = {run.role.kind for row in draw(geometry, start_looks()) for run in row}
    assert {Kind.BORDER, Kind.FRONT, Kind.SEA} <= kinds
    one_owner = draw(geometry, {region: look(region, "lion") for region in REGIONS})
    assert Kind.FRONT not in {run.role.kind for row in one_owner for run in row}


def test_states_carry_a_sign_and_the_strongest_wins() -> None:
    geometry = drawing(TIERS[0])
    signs = {"legal": "›", "source": "«", "selected": "*"}
    for state, sign in signs.items():
        changes: dict[str, Any] = {state: True}
        label = label_cells(geometry, "L3", replace(look("L3"), **changes))
        assert (sign, Kind.STATE) in label.values()
    assert look("L3", legal=True, source=True, selected=True).state is State.SELECTED


def test_banners_up_to_three_are_signs_and_then_a_number() -> None:
    assert [banner_text(count) for count in (0, 1, 3, 4, 12)] == ["", "▲", "▲▲▲", "▲4", "▲12"]
    assert banner_text(4, ascii_only=True) == "^4"


def test_a_tag_stands_in_the_place_of_the_code() -> None:
    label = label_cells(drawing(TIERS[0]), "H10", look("H10", tag="ab"))
    assert [glyph for glyph, kind in label.values() if kind is Kind.TAG] == ["a", "b"]
    assert Kind.CODE not in {kind for _, kind in label.values()}


def test_the_largest_tier_that_fits_is_used() -> None:
    sizes = ((79, 24), (80, 24), (119, 60), (160, 40), (400, 100))
    names = [tier.name if (tier := tier_for(*size)) else None for size in sizes]
    assert names == [None, "80x24", "100x30", "120x40", "160x48"]


@pytest.mark.parametrize(
    "text",
    [
        "region a A1 0 0\n---\naa\na\n",
        "region a A1 0 0\n---\nab\n",
        "region a A1 0\n---\na\n",
        "region a A1 0 left\n---\na\n",
        "region a A1 0 0\nregion b B1 0 0\n---\na\n",
    ],
    ids=["unequal rows", "unknown symbol", "short header", "no number", "region without cells"],
)
def test_a_bad_drawing_is_refused(text: str) -> None:
    with pytest.raises(DrawingError):
        parse(text)


def test_a_variant_moves_its_cells_and_an_unknown_one_is_refused() -> None:
    text = "region a A1 0 0\nregion b B1 0 0\nvariant wide a 0 2\nvariant bad a 0 9\n---\naabb\n"
    assert len(parse(text).cells["A1"]) == 2
    assert len(parse(text, "wide").cells["A1"]) == 3
    for name in ("bad", "unknown"):
        with pytest.raises(DrawingError):
            parse(text, name)


def test_a_corner_is_no_border_and_a_channel_of_sea_separates() -> None:
    geometry = measure((("A", "A", None, "B"), ("C", None, "A", None)), {"A": (0, 0), "B": (0, 0), "C": (0, 0)})
    assert geometry.adjacency == {"A": frozenset("C"), "B": frozenset(), "C": frozenset("A")}
