"""The map widget: cursor, tags, clicks, what it tells, and how little it draws anew."""

from __future__ import annotations

from typing import Any

import pytest
from textual.geometry import Region
from textual.strip import Strip

from rules.whispers.view import view
from tests.widgets_host import seen, shown, speaker, table
from wow_tui.boards.whispers import TIERS, Tier, drawing
from wow_tui.widgets.lined import texts
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.tags import KEYS, tags

SMALL = TIERS[0]
LEGAL = ("B2", "L1", "P5")


def a_map(tier: Tier = SMALL, **what: Any) -> tuple[MapWidget, int, int]:
    """A map of that tier with some legal regions, and its size."""
    widget = MapWidget(speaker(), tier)
    widget.show(seen(), **{"legal": LEGAL} | what)
    return widget, drawing(tier).width, drawing(tier).height


async def test_cursor_starts_on_a_legal_region() -> None:
    async with shown(*a_map()) as (host, _):
        assert isinstance(host.widget, MapWidget)
        assert host.widget.cursor == "B2"


async def test_arrows_and_letters_walk_and_tell_each_step() -> None:
    async with shown(*a_map()) as (host, pilot):
        await pilot.press("right", "h", "down", "k")
        assert len(host.told) == 4
        assert host.told[:2] == ["looked region:B4", "looked region:B2"]


async def test_tab_goes_round_the_legal_regions_only() -> None:
    async with shown(*a_map()) as (host, pilot):
        await pilot.press("tab", "tab", "tab", "shift+tab")
        assert host.told == [f"looked region:{code}" for code in ("L1", "P5", "B2", "P5")]


async def test_tab_leaves_the_map_when_nothing_is_legal() -> None:
    async with shown(*a_map(legal=())) as (host, pilot):
        await pilot.press("tab")
        assert host.told == []


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_enter_picks_a_legal_region(key: str) -> None:
    async with shown(*a_map()) as (host, pilot):
        await pilot.press(key)
        assert host.told == ["picked region:B2"]


async def test_enter_on_another_region_only_looks_so_that_the_screen_can_say_why_not() -> None:
    async with shown(*a_map()) as (host, pilot):
        await pilot.press("right", "enter")
        assert host.told == ["looked region:B4", "looked region:B4"]


async def test_first_click_moves_the_cursor_second_picks() -> None:
    async with shown(*a_map()) as (host, pilot):
        row, column = drawing(SMALL).anchors["P5"]
        await pilot.click(MapWidget, offset=(column, row))
        await pilot.click(MapWidget, offset=(column, row))
        assert host.told == ["looked region:P5", "picked region:P5"]


async def test_click_at_sea_does_nothing() -> None:
    async with shown(*a_map()) as (host, pilot):
        await pilot.click(MapWidget, offset=(49, 0))
        assert host.told == []


async def test_tags_pick_a_legal_region_by_its_letter() -> None:
    async with shown(*a_map()) as (host, pilot):
        await pilot.press("g")
        assert "›s" in "".join(texts(host.widget))
        await pilot.press("s")
        assert host.told == ["looked region:L1", "picked region:L1"]
        assert isinstance(host.widget, MapWidget)
        assert not host.widget.tagging


async def test_escape_takes_the_tags_away_and_other_keys_wait() -> None:
    async with shown(*a_map()) as (host, pilot):
        before = texts(host.widget)
        await pilot.press("g", "z", "right", "escape")
        assert host.told == []
        assert texts(host.widget) == before


async def test_two_key_tags_when_all_regions_are_legal() -> None:
    everything = tuple(drawing(SMALL).cells)
    async with shown(*a_map(legal=everything)) as (host, pilot):
        await pilot.press("g", "m")
        assert host.told == []
        await pilot.press("a")
        assert host.told[-1].startswith("picked region:")


@pytest.mark.parametrize("count", [0, 1, 25, 26, 27, 40, 51, 52, 300, 676])
def test_tags_are_short_and_none_begins_with_another(count: int) -> None:
    found = list(tags([str(number) for number in range(count)]).values())
    assert len(found) == len(set(found)) == count
    assert all(len(tag) <= 2 for tag in found)
    assert not any(one != other and other.startswith(one) for one in found for other in found)


def test_tags_refuse_more_than_two_keys_can_tell_apart() -> None:
    with pytest.raises(ValueError, match="677"):
        tags([str(number) for number in range(len(KEYS) ** 2 + 1)])


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.name)
async def test_a_cursor_move_draws_at_most_the_lines_of_two_regions_anew(
    tier: Tier, monkeypatch: pytest.MonkeyPatch
) -> None:
    widget, width, height = a_map(tier)
    drawn: list[int] = []
    asked: list[Region] = []
    draw_line, refresh = widget.draw_line, widget.refresh

    def count_line(row: int) -> Strip:
        drawn.append(row)
        return draw_line(row)

    def count_regions(*regions: Region, **more: Any) -> MapWidget:
        asked.extend(regions)
        return refresh(*regions, **more)

    async with shown(widget, width, height) as (_, pilot):
        monkeypatch.setattr(widget, "draw_line", count_line)
        monkeypatch.setattr(widget, "refresh", count_regions)
        await pilot.press("right")
        await pilot.pause()
        widths = [part.width for part in asked]
        rows_asked, rows_drawn = sorted(part.y for part in asked), sorted(drawn)
    rows = [row for code in ("B2", "B4") for row in drawing(tier).rows_of(code)]
    assert rows_asked == sorted(rows)
    assert rows_drawn == sorted(set(rows))
    assert sum(widths) <= width * len(rows) // 3


async def test_a_new_state_draws_only_the_regions_that_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    widget, width, height = a_map()
    async with shown(widget, width, height) as (_, pilot):
        asked: list[Region] = []
        monkeypatch.setattr(widget, "refresh", lambda *regions, **more: asked.extend(regions))
        state = table()
        state.banners[state.board().region["P3"]] += 1
        widget.show(view(state, 0), LEGAL)
        await pilot.pause()
        assert {part.y for part in asked} == set(drawing(SMALL).rows_of("P3"))


async def test_a_new_owner_draws_the_whole_map_since_borders_change() -> None:
    widget, width, height = a_map()
    async with shown(widget, width, height) as (_, pilot):
        before = texts(widget)
        state = table()
        state.holder[state.board().region["P3"]] = 0
        widget.show(view(state, 0), LEGAL)
        await pilot.pause()
        changed = {row for row, line in enumerate(texts(widget)) if line != before[row]}
        assert changed > set(drawing(SMALL).rows_of("P3"))


async def test_cursor_goes_to_the_nearest_legal_region_when_the_choice_changes() -> None:
    async with shown(*a_map()) as (host, _):
        widget = host.widget
        assert isinstance(widget, MapWidget)
        widget.show(seen(), ("P3", "E1"))
        assert widget.cursor == "E1"
        widget.show(seen(), ())
        assert widget.cursor == "E1"


async def test_another_tier_keeps_the_cursor() -> None:
    async with shown(*a_map()) as (host, pilot):
        widget = host.widget
        assert isinstance(widget, MapWidget)
        await pilot.press("right")
        widget.set_tier(TIERS[3])
        await pilot.pause()
        assert widget.cursor == "B4"
        assert widget.get_content_width(host.size, host.size) == drawing(TIERS[3]).width


async def test_over_supply_is_marked() -> None:
    async with shown(*a_map()) as (host, _):
        assert "!B▲6" in "".join(texts(host.widget))


async def test_the_cursor_shows_only_with_the_focus() -> None:
    widget, width, height = a_map()
    async with shown(widget, width, height, focus=False) as (host, pilot):
        host.screen.set_focus(None)
        await pilot.pause()
        row = drawing(SMALL).anchors["B2"][0]
        assert not any(segment.style and segment.style.reverse for segment in widget.render_line(row))
        widget.focus()
        await pilot.pause()
        assert any(segment.style and segment.style.reverse for segment in widget.render_line(row))
