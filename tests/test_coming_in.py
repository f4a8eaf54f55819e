"""What makes coming in and following others quick must change nothing that is seen."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest
from textual.css.stylesheet import Stylesheet

from tests.net_clients import CODE, Tap, answer, hosted, table
from tests.test_net_screens import ME, own_folders
from tests.ways import until
from wow_tui import sheet
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.net.client import Identity, Place
from wow_tui.net.room import Room
from wow_tui.net.session import Joining
from wow_tui.screens.game import playing
from wow_tui.screens.joining import JoinScreen, LobbyScreen
from wow_tui.screens.together import SharedGameScreen
from wow_tui.sheet import Sheet

__all__ = ["own_folders"]
SIZE = (120, 40)


async def test_style_sheets_parsed_for_another_app_are_what_they_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = [0]
    plain = Stylesheet._parse_rules

    def counted(self, *more, **named):  # type: ignore[no-untyped-def]
        parsed[0] += 1
        return plain(self, *more, **named)

    monkeypatch.setattr(Stylesheet, "_parse_rules", counted)
    monkeypatch.setattr(sheet, "_PARSED", {})
    rules: dict[str, list[str]] = {}
    for theme in ("night", "day", "night"):
        app = WowApp(Settings(theme=theme))
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            assert isinstance(app.stylesheet, Sheet)
            before = parsed[0]
            own = Stylesheet(variables=app.get_css_variables())
            own.source = app.stylesheet.source.copy()
            own.parse()
            rules[theme] = _told(app.stylesheet)
            assert rules[theme] == _told(own)
            assert parsed[0] > before
    assert rules["night"] != rules["day"]
    first = parsed[0]
    async with WowApp(Settings(theme="night")).run_test(size=SIZE) as pilot:
        await pilot.pause()
    assert parsed[0] == first


def _told(parsed: Stylesheet) -> list[str]:
    """All that the rules of a style sheet say."""
    return [
        f"{rule.selectors} {rule.is_default_rules} {rule.tie_breaker} {rule.styles.get_rules()}"
        for rule in parsed.rules
    ]


async def test_what_people_do_is_shown_without_the_pause_of_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(playing.PAUSES, "normal", 3600.0)
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        bob = await Tap.open(where, "Bob")
        app = WowApp(Settings(bot_speed="normal"), join=Joining(Place(socket=where), ME, CODE))
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: room.here(0))
            await bob.sit(room)
            await until(pilot, lambda: isinstance(app.screen, SharedGameScreen) and app.screen.is_mounted)
            screen = app.screen
            assert isinstance(screen, SharedGameScreen)
            told = 0
            while told < 3:
                now = room.table.answered()
                if room.table.asked == 1:
                    await bob.until(lambda: bob.standing is not None and bob.standing.ask is not None)
                    await answer(bob, random.Random(1))
                    told += 1
                else:
                    await until(pilot, lambda: screen.desk.ask is not None)
                    assert screen.desk.ask is not None
                    await screen.give([screen.desk.ask.options[0].id])
                await until(pilot, partial(_beyond, room, now))
            await until(pilot, lambda: screen.desk.link.answered() == room.table.answered())
        await bob.close()


def _beyond(room: Room, number: int) -> bool:
    return room.table.answered() > number


async def test_a_guest_passes_through_an_empty_page_and_sees_why_there_is_no_host(tmp_path: Path) -> None:
    app = WowApp(join=Joining(Place(socket=tmp_path / "none"), Identity(), guest=True))
    async with app.run_test(size=SIZE) as pilot:
        assert isinstance(app.screen, JoinScreen)
        await until(pilot, lambda: app.screen.query("#said"))
        await until(pilot, lambda: "no host" in str(app.screen.query_one("#said").render()))
        await pilot.press("q")
    assert app._exit


async def test_a_guest_with_a_wrong_code_is_in_the_lobby_and_told_so(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        await table(host, ("person", "person"))
        app = WowApp(join=Joining(Place(socket=where), ME, "WRONG", guest=True))
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.screen.is_mounted)
            await until(pilot, lambda: "not the code" in str(app.screen.query_one("#said").render()))
            assert app.screen.query("#tables")
            await pilot.press("q")
            await until(pilot, lambda: app._exit)
