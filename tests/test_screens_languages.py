"""The screens in every language at 80 columns: nothing cut, nothing left in English, each player in his own."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from rules.match import Match
from rules.whispers.options import Options
from saves.envelope import Seat
from wow_tui.actions import _KEY_NAMES, offered
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.screens.curtain import Curtain
from wow_tui.screens.game import GameScreen
from wow_tui.screens.settings import Choice, SettingsScreen
from wow_tui.table import Table
from wow_tui.text.catalogue import catalogue
from wow_tui.text.language import PSEUDO, languages
from wow_tui.text.voice import spoken

SIZE = (80, 24)
NAMES = ("Ann", "Bob", "Cid")
# What is the same in every language: names, keys, and the words of moves in the list of the lab.
SAME = {*NAMES, *_KEY_NAMES.values(), "Shift", "Ctrl", "toml", "keys"}
_ID = re.compile(r"\b[a-z]+\.[a-z][a-z.-]*")
_WORD = re.compile(r"[A-Za-z]{2,}")
Step = Callable[[Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


def rows(app: WowApp) -> list[str]:
    """What the screen shows, line by line."""
    return ["".join(segment.text for segment in strip).rstrip() for strip in app.screen._compositor.render_strips()]


def keys(*pressed: str) -> Step:
    async def step(pilot: Pilot[None]) -> None:
        await pilot.press(*pressed)

    return step


async def play(pilot: Pilot[None]) -> None:
    """A match of one person and two bots."""
    seats = [Seat(NAMES[0]), *(Seat(name, "bot:random") for name in NAMES[1:])]
    assert isinstance(pilot.app, WowApp)
    pilot.app.open_table(Table(Match.new("whispers", 3, Options(), 5), seats))


# The way through the screens: what leads to each, and what leads back.
WAY: tuple[tuple[str, Step, Step], ...] = (
    ("title", keys(), keys()),
    ("help", keys("question_mark"), keys("escape")),
    ("new game", keys("n"), keys()),
    ("help of the form", keys("question_mark"), keys("escape", "escape")),
    ("settings", keys("s"), keys("escape")),
    ("load", keys("l"), keys("escape")),
    ("rules", keys("r"), keys("escape")),
    ("palette", keys("P"), keys("escape")),
    ("game", play, keys()),
    ("hand", keys("c"), keys()),
    ("societies", keys("o"), keys()),
    ("undo refused", keys("u"), keys()),
    ("help of the game", keys("question_mark"), keys("escape")),
)


async def walk(language: str) -> AsyncIterator[tuple[str, WowApp]]:
    """The app in a language at each of the screens."""
    with spoken(language):
        app = WowApp(Settings(bot_speed="instant"))
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            for name, there, back in WAY:
                await there(pilot)
                await pilot.pause()
                await app.workers.wait_for_complete([worker for worker in app.workers if worker.group != "play"])
                await pilot.pause()
                yield name, app
                await back(pilot)
                await pilot.pause()


@pytest.mark.parametrize("language", languages())
async def test_nothing_is_cut_off_on_a_screen_of_80_columns(language: str) -> None:
    cut = {}
    async for name, app in walk(language):
        assert any(row.strip() for row in rows(app)), name
        cut[name] = [row for row in rows(app) if "…" in row]
    assert len(cut) == len(WAY)
    assert {name: found for name, found in cut.items() if found} == {}


async def test_every_word_on_a_screen_and_every_tooltip_comes_from_the_catalogue() -> None:
    english: dict[str, list[str]] = {}
    async for name, app in walk(PSEUDO):
        shown = [_ID.sub("", row) for row in rows(app) if "/" not in row]
        english[name] = [word for row in shown for word in _WORD.findall(row) if word not in SAME]
        texts = [text for offer in offered(app.screen) for text in (offer.label, offer.tooltip)]
        texts += [text for label, tip, _ in app.more_commands() for text in (label, tip)]
        texts += [str(widget.tooltip) for widget in app.screen.query("*") if widget.tooltip]
        assert texts, name
        english[name] += [text for text in texts if text and not text.startswith("[")]
    assert {name: found for name, found in english.items() if found} == {}


@pytest.mark.parametrize("language", ["pl", "ru"])
async def test_a_language_taken_in_the_settings_holds_at_once_on_every_screen(language: str) -> None:
    app = WowApp(Settings())
    async with app.run_test(size=SIZE) as pilot:
        await play(pilot)
        await pilot.pause()
        app.open("settings")
        await pilot.pause()
        app.screen.query_one("#language", Choice).focus().take(language)
        await pilot.pause()
        await app.workers.wait_for_complete([w for w in app.workers if w.group == "language"])
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        said = catalogue(language)
        assert said.say("settings.theme") in "\n".join(rows(app))
        assert app.focused is not None
        assert app.focused.id == "language"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)
        text = "\n".join(rows(app))
        assert said.say("name.slot.devout") in text
        assert said.say("action.undo") in text
        await pilot.press("q")
        await pilot.pause()
        assert said.say("title.subtitle") in "\n".join(rows(app))


async def test_a_form_keeps_what_was_typed_when_the_language_changes() -> None:
    app = WowApp(Settings())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("n")
        await pilot.pause()
        app.screen.query_one("#name-1", Input).value = "Zoë"
        app.screen.query_one("#players", Choice).take("4")
        await pilot.pause()
        app.speak("ru")
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.screen.query_one("#name-1", Input).value == "Zoë"
        assert app.screen.query_one("#players", Choice).value == "4"
        assert catalogue("ru").say("new.title") in "\n".join(rows(app))


async def test_in_a_hot_seat_each_player_has_a_language_of_his_own_behind_the_curtain() -> None:
    seats = [Seat("Ann", language="pl"), Seat("Bob", language="ru")]
    app = WowApp(Settings(), start=Table(Match.new("whispers", 2, Options(), 1), seats))
    async with app.run_test(size=SIZE) as pilot:
        for name, language in (("Ann", "pl"), ("Bob", "ru"), ("Ann", "pl")):
            await pilot.pause()
            assert isinstance(app.screen, Curtain)
            said = catalogue(language)
            assert said.say("curtain.pass", player=name) in "\n".join(rows(app))
            await pilot.press("enter")
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, GameScreen)
            text = "\n".join(rows(app))
            for key in ("name.slot.devout", "action.undo", "action.help"):
                assert said.say(key) in text
            assert screen.desk.ask is not None
            assert screen.speaker.catalogue is said
            assert screen.speaker.ask(screen.desk.ask) in text
            await screen.give([screen.desk.ask.options[0].id])
        await pilot.pause()
        app.leave_game()
        await pilot.pause()
        assert catalogue("en").say("title.subtitle") in "\n".join(rows(app))


async def test_the_form_gives_each_person_a_language_and_the_save_keeps_it() -> None:
    app = WowApp(Settings())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("n")
        await pilot.pause()
        assert not app.screen.query_one("#language-1", Choice).display
        app.screen.query_one("#kind-2", Choice).take("person")
        await pilot.pause()
        assert app.screen.query_one("#language-1", Choice).display
        assert not app.screen.query_one("#language-3", Choice).display
        app.screen.query_one("#language-2", Choice).take("ru")
        await pilot.press("f5")
        await pilot.pause()
        assert app.table is not None
        assert [seat.language for seat in app.table.seats] == ["", "ru", ""]
        path = app.table.path
        assert path is not None
    from wow_tui.screens.load import open_table

    assert [seat.language for seat in open_table(path).seats] == ["", "ru", ""]
