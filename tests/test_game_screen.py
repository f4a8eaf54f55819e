"""The game screen: whole games by keyboard, by mouse, by palette and by typed command; hot seat without leaks."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rules.match import Match
from rules.whispers.options import preset
from saves.envelope import Seat
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.screens.curtain import Curtain
from wow_tui.screens.game import GameScreen
from wow_tui.screens.quit import Page
from wow_tui.table import Table
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.prompt import PromptPanel

SIZE = (120, 40)


def app_for(*kinds: str, seed: int = 4, path: Path | None = None) -> WowApp:
    """An app straight in a match of players of these kinds."""
    match = Match.new("whispers", len(kinds), preset("printed"), seed)
    seats = [Seat(f"Player{number}", kind) for number, kind in enumerate(kinds, 1)]
    return WowApp(Settings(bot_speed="instant"), start=Table(match, seats, path))


def game(app: WowApp) -> GameScreen:
    """The game screen below whatever lies on it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))


async def until_asked(pilot: Pilot[None], app: WowApp) -> bool:
    """Wait until a person is asked, lifting curtains; False when the game is over."""
    for _ in range(2000):
        await pilot.pause()
        if isinstance(app.screen, Curtain):
            await pilot.press("enter")
        elif isinstance(app.screen, Page):
            return False
        elif isinstance(app.screen, GameScreen) and app.screen.update.ask is not None:
            return True
    raise AssertionError("nobody is asked and the game does not end")


async def by_typing(pilot: Pilot[None], app: WowApp, move: str) -> None:
    """Answer with a typed line."""
    await pilot.press("colon", *("space" if char == " " else char for char in move), "enter")


async def by_palette(pilot: Pilot[None], app: WowApp, move: str) -> None:
    """Answer through the palette."""
    await pilot.press("P", *("space" if char == " " else char for char in move))
    await app.workers.wait_for_complete([worker for worker in app.workers if worker.group not in ("play", "default")])
    await pilot.pause(0.3)
    await pilot.press("down", "enter")


async def by_keys(pilot: Pilot[None], app: WowApp, move: str) -> None:
    """Answer with the cursor of whatever widget the steps lie on, and digits."""
    screen = game(app)
    assert screen.update.ask is not None
    option = next(option for option in screen.update.ask.options if option.id == move)
    for ref in [f"verb:{move.split()[0]}", *option.refs]:
        if screen.update.ask is None or option.id not in {each.id for each in screen.update.ask.options}:
            return
        await step_by_keys(pilot, screen, ref)


async def step_by_keys(pilot: Pilot[None], screen: GameScreen, ref: str) -> None:
    """Pick one step, if it is one now."""
    kind, _, word = ref.partition(":")
    if ref not in screen.chooser.refs() | {step.ref for step in screen.chooser.steps()}:
        return
    if kind == "region":
        board = screen.query_one(MapWidget)
        board.focus()
        for _ in range(60):
            if board.cursor == word:
                break
            await pilot.press("tab")
        await pilot.press("enter")
    elif kind == "seat":
        track = screen.query_one(CouncilTrack)
        track.focus()
        for _ in range(30):
            if track.cursor == word:
                break
            await pilot.press("tab")
        await pilot.press("enter")
    else:
        panel = screen.query_one(PromptPanel)
        panel.focus()
        for _ in range(panel.choices.index(ref)):
            await pilot.press("right")
        await pilot.press("enter")
    await pilot.pause()


Way = Callable[[Pilot[None], WowApp, str], Awaitable[None]]


@pytest.mark.parametrize("way", [by_typing, by_keys], ids=["typed", "keys"])
async def test_a_whole_game_is_played_through_the_screen(way: Way, tmp_path: Path) -> None:
    app = app_for("person", "bot:random", path=tmp_path / "game.wow")
    rng = random.Random(1)
    async with app.run_test(size=SIZE) as pilot:
        answers = 0
        while await until_asked(pilot, app):
            ask = game(app).update.ask
            assert ask is not None
            before = ask.id
            move = rng.choice(ask.options).id
            await way(pilot, app, move)
            await pilot.pause()
            journal = game(app).link.table.match.journal  # type: ignore[attr-defined]
            assert journal[before].answer == [move]
            answers += 1
        assert answers > 20
        assert (tmp_path / "game.wow").exists()
