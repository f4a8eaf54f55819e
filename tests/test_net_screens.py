"""Joining a host on the screen: from the address over the lobby to the game and back, as a person would."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from rules.match import Match
from rules.whispers.options import preset
from saves.envelope import Seat
from tests.net_clients import CODE, Tap, hosted, play, table
from tests.ways import until
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.net.client import Identity, Place
from wow_tui.net.host import Host
from wow_tui.net.keeping import Kept
from wow_tui.net.messages import Done, Say, Undo
from wow_tui.net.session import Joining
from wow_tui.screens.joining import JoinScreen, LobbyScreen
from wow_tui.screens.quit import Question, Typed
from wow_tui.screens.result import ResultScreen
from wow_tui.screens.title import Title
from wow_tui.screens.together import SharedGameScreen, TableScreen
from wow_tui.table import Table
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.log import LogLine

SIZE = (120, 40)
ME = Identity("Ann", lambda host: f"the secret of Ann for the host {host}")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes into the user's folders."""
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


def app_for(place: Place | None, code: str = "") -> WowApp:
    """The app as `wow-tui join` starts it."""
    return WowApp(Settings(bot_speed="instant"), join=Joining(place, ME, code))


def nearly_over(kinds: tuple[str, ...], left: int) -> Table:
    """A match of these players with so many answers left, if they are given by the same chance."""

    def played(most: int) -> Match:
        match, chance = Match.new("whispers", len(kinds), preset("printed"), 5), random.Random(2)
        while (asks := match.asks()) and len(match.journal) < most:
            player, ask = next(iter(asks.items()))
            match.answer(player, ask.id, (chance.choice(ask.options).id,))
        return match

    whole = len(played(10_000).journal)
    return Table(played(whole - left), [Seat(f"P{number}", kind) for number, kind in enumerate(kinds, 1)])


async def test_a_person_joins_plays_to_the_end_and_is_in_the_lobby_again(tmp_path: Path) -> None:
    chance = random.Random(3)
    async with hosted(tmp_path) as (host, where):
        near = nearly_over(("person", "person", "bot:random"), 6)
        room = await host.take(near, Kept("Table", CODE, [""] * 3))
        app = app_for(Place(socket=where))
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, Typed))
            app.screen.query_one(Input).value = CODE
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            bob = await Tap.open(where, "Bob")
            await bob.sit(room)
            await until(pilot, lambda: isinstance(app.screen, SharedGameScreen))
            others = asyncio.create_task(play([bob], room, chance))
            screen = app.screen
            assert isinstance(screen, SharedGameScreen)
            await _play(pilot, app, screen, chance)
            await until(pilot, lambda: isinstance(app.screen, ResultScreen))
            assert screen.desk.link.answered() == room.table.answered()
            others.cancel()
            app.leave_game()
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await until(pilot, lambda: not room.here(0))
            await bob.close()
            await pilot.press("q")
        assert app._exit


async def _play(pilot: Pilot[None], app: WowApp, screen: SharedGameScreen, chance: random.Random) -> None:
    async with asyncio.timeout(60):
        while not isinstance(app.screen, ResultScreen):
            if screen.desk.ask is not None:
                await screen.give([chance.choice(screen.desk.ask.options).id])
            await pilot.pause()


async def test_chat_undo_by_consent_and_a_lost_line_show_on_the_screen(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        bob = await Tap.open(where, "Bob")
        app = app_for(Place(socket=where), CODE)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await bob.sit(room)
            await until(pilot, lambda: isinstance(app.screen, SharedGameScreen) and app.screen.is_mounted)
            screen = app.screen
            assert isinstance(screen, SharedGameScreen)
            if room.table.asked == 1:
                assert await play([bob], room, random.Random(1), 1) == 1
            await until(pilot, lambda: screen.desk.ask is not None)
            await bob.ask(Say(seq=0, text="[bold]hello[/] \x1b[31mthere"))
            await until(pilot, lambda: any("[bold]hello[/] [31mthere" in line.text for line in _lines(screen)))
            assert screen.desk.ask is not None
            await screen.give([screen.desk.ask.options[0].id])
            assert await play([bob], room, random.Random(1), 1) == 1
            await until(pilot, lambda: screen.desk.ask is not None)
            said = await bob.ask(Undo(seq=0))
            assert isinstance(said, Done)
            await until(pilot, lambda: isinstance(app.screen, Question))
            before = room.table.answered()
            await pilot.press("y")
            await until(pilot, lambda: room.table.answered() < before)
            await until(pilot, lambda: screen.desk.link.answered() == room.table.answered())
            await host_lost(host, pilot, screen)
            await bob.close()


def _lines(screen: SharedGameScreen) -> list[LogLine]:
    return list(screen.play._said)


async def host_lost(host: Host, pilot: Pilot[None], screen: SharedGameScreen) -> None:
    """The line breaks and comes back; the first line says so meanwhile."""
    seen: list[str] = []
    top = screen.query_one(TopLine)
    original = top.show

    def noted(*args: object, **values: object) -> None:
        seen.append(str(values["mode"]))
        original(*args, **values)  # type: ignore[arg-type]

    top.show = noted  # type: ignore[method-assign]
    for connection in list(host._connections):
        if connection.name == "Ann":
            connection._writer.transport.abort()
    await until(pilot, lambda: any(seen) and not seen[-1])


async def test_no_host_there_is_one_sentence_and_the_list_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody() -> list[object]:
        return []

    monkeypatch.setattr("wow_tui.screens.joining.find", nobody)
    app = WowApp(Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Title) and app.screen.is_mounted)
        app.open("join")
        await until(pilot, lambda: isinstance(app.screen, JoinScreen) and app.screen.is_mounted)
        screen = app.screen
        said = screen.query_one("#said")
        await until(pilot, lambda: "No host was found" in str(said.render()))
        app.screen.query_one(Input).value = "x" * 80
        await pilot.press("enter")
        await until(pilot, lambda: "There is no host to be reached" in str(said.render()))
        app.screen.query_one(Input).value = "a b"
        await pilot.press("enter")
        await until(pilot, lambda: "is no address" in str(said.render()))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Title))
