"""What is taken from inside Textual still does there what it is taken for."""

from __future__ import annotations

from typing import ClassVar

import pytest
from textual.css.stylesheet import Stylesheet
from textual.strip import Strip

from rules.match import Match
from rules.whispers.options import Options
from saves.envelope import Seat
from tests.test_widgets_map import a_map
from tests.widgets_host import seen, shown, speaker
from wow_tui.adapter import part_style
from wow_tui.app import WowApp
from wow_tui.screens.game import GameScreen
from wow_tui.table import Table
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.map import MapWidget


class ByTextual(MapWidget):
    """The map with two parts as Textual's own component classes."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"wow--sea", "wow--bear"}


async def test_a_part_looks_as_textual_makes_component_classes_look() -> None:
    widget = ByTextual(speaker())
    async with shown(widget, 50, 17):
        for name in sorted(ByTextual.COMPONENT_CLASSES):
            assert part_style(widget, name) == widget.get_component_rich_style(name, partial=True)
            assert part_style(widget, name)


async def test_parts_follow_the_theme() -> None:
    widget, _, _ = a_map()
    async with shown(widget, 50, 17) as (host, pilot):
        night = part_style(widget, "wow--bear")
        host.theme = "day"
        await pilot.pause()
        assert part_style(widget, "wow--bear") != night
        assert widget.look("bear").color == part_style(widget, "wow--bear").color


async def test_a_part_without_a_rule_is_an_error() -> None:
    widget, _, _ = a_map()
    async with shown(widget, 50, 17):
        with pytest.raises(KeyError, match="wow--nothing"):
            part_style(widget, "wow--nothing")


async def test_opening_the_game_parses_only_its_own_style_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    again: list[object] = []
    monkeypatch.setattr(Stylesheet, "reparse", again.append)
    table = Table(Match.new("whispers", 2, Options(), 1), [Seat("Ann"), Seat("Bob", "bot:random")])
    app = WowApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_table(table)
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)
        assert again == []
        assert app.screen.query_one(MapWidget).look("bear").color is not None
        assert str(app.screen.query_one("#table").styles.height) == "1fr"


async def test_the_focus_moves_without_drawing_the_game_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(Match.new("whispers", 2, Options(), 1), [Seat("Ann"), Seat("Bob", "bot:random")])
    app = WowApp(start=table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        game = app.screen
        assert isinstance(game, GameScreen)
        whole: list[bool] = []
        refresh = game.refresh

        def count(*regions: object, **more: object) -> object:
            whole.append(not regions)
            return refresh(*regions, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(game, "refresh", count)
        for widget in game.focus_chain[:3]:
            game.set_focus(widget)
            await pilot.pause()
        assert True not in whole


async def test_what_is_shown_again_draws_only_the_lines_that_differ() -> None:
    widget = CouncilTrack(speaker())
    async with shown(widget, 42, 16) as (_, pilot):
        widget.show(seen())
        await pilot.pause()
        drawn: list[int] = []
        render = widget.render_line

        def count(row: int) -> Strip:
            drawn.append(row)
            return render(row)

        widget.render_line = count  # type: ignore[method-assign, assignment]
        widget.show(seen())
        await pilot.pause()
        assert drawn == []
        widget.show(seen(), ["lion.sheriff"])
        await pilot.pause()
        assert 0 < len(drawn) < 8
        assert [render(row) for row in drawn] == [widget.draw_line(row) for row in drawn]
