"""Hint and analysis by their keys on the real screens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.test_hints import table
from tests.ways import until
from wow_tui import hints
from wow_tui.app import WowApp
from wow_tui.bots import Reason
from wow_tui.config import Settings
from wow_tui.screens.game import GameScreen
from wow_tui.screens.quit import Page
from wow_tui.screens.result import ResultScreen
from wow_tui.thinking import Elsewhere
from wow_tui.widgets.prompt import PromptPanel

ADVICE = [hints.Advice("planner", "draw", Reason("planner", {"move": "draw"}, {"now": 7, "then": 9}))]


@pytest.mark.parametrize("typed", [False, True])
async def test_a_hint_is_told_below_the_question(typed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    async def call(self: Elsewhere, function: object, *given: Any) -> list[hints.Advice]:
        asked.append((function, given[0].viewer))
        return ADVICE

    monkeypatch.setattr(Elsewhere, "call", call)
    told: list[str] = []
    shown = PromptPanel.show_preview

    def show(panel: PromptPanel, lines: list[str]) -> None:
        told.extend(lines)
        shown(panel, lines)

    monkeypatch.setattr(PromptPanel, "show_preview", show)
    app = WowApp(Settings(), start=table(5, 12))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        if typed:
            await pilot.press("colon", *"hint", "enter")
        else:
            await pilot.press("H")
        await until(pilot, lambda: any(line.startswith("The planner would choose draw: 9 points") for line in told))
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert asked == [(hints.advise, screen.desk.viewer)]


async def test_the_analysis_of_a_finished_match_opens_as_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wow_tui.analysis.MOMENTS", 8)
    app = WowApp(Settings(), start=table(5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        await pilot.press("A")
        await until(pilot, lambda: isinstance(app.screen, Page))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
