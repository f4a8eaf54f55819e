"""Names and saves from strangers: nothing of what they hold may command the terminal or the app."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Input

from rules.match import Match
from rules.whispers.options import Options
from saves.envelope import Save, Seat, from_match
from saves.store import write
from tests.strangers import PAYLOADS, WRITABLE
from tests.test_app import GameScreen, current, settled, shown
from wow_tui import config
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.names import player_names
from wow_tui.printable import Printable
from wow_tui.screens.load import LoadScreen
from wow_tui.screens.new_game import NewGameScreen

_OWN = re.compile(r"\x1b\[[0-9;:<=>?]*[ -/]*[@-~]")
_HURTFUL = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]")


def third(texts: Mapping[str, str], part: int) -> pytest.MarkDecorator:
    """Each third text from number `part` on; the others only in the long suite."""
    return pytest.mark.parametrize(
        "text",
        [
            pytest.param(text, id=name, marks=[pytest.mark.long] if (number - part) % 3 else [])
            for number, (name, text) in enumerate(texts.items())
        ],
    )


class Recorder(Driver):
    """A driver that keeps what would reach the terminal."""

    written: list[str]

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        type(self).written = []

    def write(self, data: str) -> None:
        """Keep it."""
        self.written.append(data)

    def start_application_mode(self) -> None:
        """Only the size is of interest."""
        size = Size(80, 24)
        self._app.post_message(Resize(size, size))

    def disable_input(self) -> None:
        """There is none."""

    def stop_application_mode(self) -> None:
        """There is nothing to stop."""


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of its own for each test, and a stand-in for the game."""
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    module: Any = types.ModuleType("wow_tui.screens.game")
    module.GameScreen = GameScreen
    monkeypatch.setitem(sys.modules, "wow_tui.screens.game", module)


def drawn(app: WowApp) -> str:
    """What the screen's lines would send to a terminal, escape sequences included."""
    console = Console(force_terminal=True, color_system="truecolor", legacy_windows=False)
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.render(console) for strip in strips)


def assert_harmless(app: WowApp) -> None:
    """No sequence but colours and attributes, no character that moves or hides anything."""
    text = drawn(app).replace("\n", "")
    assert not re.findall(r"\x1b(?!\[[0-9;]*m)", text)
    assert not _HURTFUL.findall(_OWN.sub("", text))
    assert all(
        "click" not in str(segment.style.meta)
        for strip in app.screen._compositor.render_strips()
        for segment in strip
        if segment.style is not None and segment.style.meta
    )


def hostile_save(name: str) -> Path:
    """A save of two players, the first of that name."""
    seats = [Seat(name), Seat("Bob", "bot:greedy")]
    match = Match.new("whispers", 2, Options(), 5)
    save: Save = from_match(match, seats, 1_700_000_000, 1_700_000_001, name)
    path = config.saves_folder() / "a.wow"
    write(path, save)
    return path


@third(WRITABLE, 0)
async def test_a_hostile_name_in_a_save_is_harmless_on_title_list_question_and_game(text: str) -> None:
    hostile_save(text)
    app = WowApp()
    async with app.run_test() as pilot:
        await settled(pilot, lambda: "Bob" in shown(app))
        assert_harmless(app)
        await pilot.press("l")
        await settled(pilot, lambda: "next: " in shown(app))
        assert_harmless(app)
        await pilot.press("d")
        assert_harmless(app)
        await pilot.press("n", "enter")
        await settled(pilot, lambda: isinstance(current(app), GameScreen))
        assert_harmless(app)
        assert app.table is not None
        assert all(name.strip() and len(name) <= 40 for name in app.table.names)
        await pilot.press("P")
        await pilot.pause(0.1)
        assert_harmless(app)
        assert app.return_code is None


@third(PAYLOADS, 1)
async def test_a_hostile_name_typed_or_pasted_into_the_form_is_harmless(text: str) -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("n")
        app.screen.query_one("#name-1", Input).value = text
        app.screen.query_one("#seed", Input).value = text[:20]
        await pilot.press("f5")
        await pilot.pause()
        assert_harmless(app)
        app.screen.query_one("#seed", Input).value = ""
        await pilot.press("f5")
        await pilot.pause()
        assert_harmless(app)
        assert isinstance(current(app), NewGameScreen | GameScreen)
        if app.table is not None:
            assert not _HURTFUL.findall(app.table.names[0])
            assert len(app.table.names[0]) <= 24


@pytest.mark.parametrize("text", [p for p in PAYLOADS.values() if p.strip() and "\x00" not in p and len(p) < 99])
async def test_a_hostile_file_name_is_harmless_in_the_list(text: str) -> None:
    config.saves_folder().mkdir(parents=True)
    (config.saves_folder() / f"{text.replace('/', '_')}.wow").write_bytes(b"nothing of ours")
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("l")
        await settled(pilot, lambda: "not a save of" in shown(app))
        assert_harmless(app)
        await pilot.press("enter", "d")
        assert_harmless(app)
        await pilot.press("escape")
        assert isinstance(current(app), LoadScreen)


@third(PAYLOADS, 2)
async def test_a_hostile_typed_command_is_harmless(text: str) -> None:
    app = WowApp()
    async with app.run_test(notifications=True) as pilot:
        await pilot.press("colon")
        app.screen.query_one(Input).value = text
        await pilot.press("enter")
        await pilot.pause(0.05)
        assert_harmless(app)
        assert app.return_code is None


async def test_the_gate_stops_what_a_screen_forgot_to_clean() -> None:
    from textual.widgets import Static

    class Careless(Screen[None]):
        def compose(self) -> Any:
            for text in PAYLOADS.values():
                yield Static(text, markup=False)

    app = WowApp()
    async with app.run_test(size=(100, 60)) as pilot:
        await app.push_screen(Careless())
        await pilot.pause()
        assert_harmless(app)


async def test_nothing_but_colours_and_cursor_reaches_the_driver_for_a_hostile_save() -> None:
    hostile_save(PAYLOADS["clipboard"])
    app = WowApp(Settings())
    app.driver_class = Recorder
    async with app.run_test(headless=False) as pilot:
        await settled(pilot, lambda: "Bob" in shown(app))
        await pilot.press("l")
        await settled(pilot, lambda: "next: " in shown(app))
    # Textual itself sets the shape of the mouse's pointer.
    text = re.sub(r"\x1b\]22;[a-z]*\x07", "", "".join(Recorder.written))
    assert "Bob" in text
    assert "\x1b]" not in text
    assert "\x07" not in text


def test_names_of_which_nothing_is_left_become_numbers_and_repeated_ones_get_one() -> None:
    assert player_names(["\x1b", "  ", "Ann", "Ann"]) == ["Player 1", "Player 2", "Ann", "Ann (4)"]


def test_the_gate_keeps_the_width_of_a_line() -> None:
    gate = Printable(plain=False)
    assert gate._shown("a\u200bb\x1bc\u3000d") == "abc  d"
    assert Printable(plain=True)._shown("╭─›█▄") == "+->#-"
