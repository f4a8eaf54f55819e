"""Leaving the form for a new match: an untouched one goes at once, a changed one after a question."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input

from tests.ways import until
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.screens.new_game import NewGameScreen
from wow_tui.screens.quit import Question
from wow_tui.screens.title import Title


async def form(pilot: Pilot[None], app: WowApp) -> NewGameScreen:
    """The form, open."""
    app.open("new-game")
    await until(pilot, lambda: isinstance(app.screen, NewGameScreen) and app.screen.is_mounted, "the form")
    await pilot.pause()
    assert isinstance(app.screen, NewGameScreen)
    return app.screen


def current_form(app: WowApp) -> object:
    """Whatever is on top."""
    return app.screen


@pytest.mark.parametrize("way", ["escape", "button"])
async def test_what_was_typed_is_thrown_away_only_after_a_question(way: str) -> None:
    app = WowApp(Settings())
    async with app.run_test(size=(80, 24)) as pilot:

        async def leave(screen: NewGameScreen) -> None:
            if way == "escape":
                await pilot.press("escape")
            else:
                screen.query_one("#cancel", Button).press()
            await pilot.pause()

        await leave(await form(pilot, app))
        assert isinstance(app.screen, Title)
        screen = await form(pilot, app)
        screen.query_one("#name-1", Input).value = "Ann"
        await leave(screen)
        assert isinstance(app.screen, Question)
        await pilot.press("n")
        await pilot.pause()
        assert current_form(app) is screen
        assert screen.query_one("#name-1", Input).value == "Ann"
        await leave(screen)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, Title)
