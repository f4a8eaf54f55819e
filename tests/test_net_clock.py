"""Clocks that are seen and said, levels of stand-ins, names and onlookers of a new table, and coming straight back."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Region
from textual.widgets import OptionList

from rules.whispers.options import preset
from tests.net_clients import CODE, Tap, hosted, table
from tests.test_net_lines import typist
from tests.test_net_screens import app_for, own_folders
from tests.ways import until
from wow_tui.net.client import Place
from wow_tui.net.keeping import Kept
from wow_tui.net.messages import Create, Done, Refused, Start, Watch
from wow_tui.net.room import Room
from wow_tui.screens.joining import LobbyScreen
from wow_tui.screens.new_table import NewTableScreen
from wow_tui.screens.pick import Pick
from wow_tui.screens.settings import Choice
from wow_tui.screens.together import SharedGameScreen, TableScreen
from wow_tui.serving.web import accepted
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.lined import texts

__all__ = ["own_folders"]
SIZE = (120, 40)


@pytest.mark.parametrize(("clock", "shown"), [(0, ""), (90, "1:"), (4000, "1:06:")])
async def test_the_clock_stands_at_the_end_of_the_first_line_and_only_its_cells_are_drawn_anew(
    tmp_path: Path, clock: int, shown: str
) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "bot:greedy"), clock=clock)
        app = app_for(Place(socket=where), CODE)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, SharedGameScreen) and app.screen.desk.ask is not None)
            screen = app.screen
            assert isinstance(screen, SharedGameScreen)
            top = screen.query_one(TopLine)
            await pilot.pause()
            [line] = texts(top)
            assert len(line) == SIZE[0]
            if not clock:
                assert line.rstrip().endswith("instant")
                assert screen._clock is None
                return
            end = line.rstrip().rsplit(" ", 1)[1]
            assert end.startswith(shown)
            drawn: list[tuple[Region, ...]] = []
            top.refresh = lambda *regions, **more: drawn.append(regions)  # type: ignore[method-assign,assignment]
            left = screen.shared.left()
            assert left is not None
            top.show_left(left)
            top.show_left(left - 3)
            assert [region.width for region in drawn[-1]] == [10 if len(end) > 5 else 7]
            assert texts(top) != [line]
        assert room.kept.clock == clock


async def test_line_mode_says_the_time_when_asked_and_at_its_marks(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as (host, where):
        # Just over a mark, so that it comes at once.
        await table(host, ("person", "bot:greedy"), clock=32)
        async with typist(tmp_path, where, "--code", CODE) as ann:
            await ann.until("Ann> ")
            ann.type("time")
            await ann.until("seconds left for this decision")
            await ann.until("You have 30 seconds left")
            ann.type("lobby")
            await ann.until("lobby> ")
            ann.type("quit")
            assert await ann.process.wait() == 0
        async with typist(tmp_path, where) as ann:
            # His place is known: no question, no list.
            await ann.until("Ann> ")


async def test_whoever_has_a_place_comes_straight_to_it_and_from_there_to_the_lobby(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "bot:greedy"))
        await _there_and_back(where, room, CODE)
        await _there_and_back(where, room, "")


async def _there_and_back(where: Path, room: Room, code: str) -> None:
    app = app_for(Place(socket=where), code)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, SharedGameScreen) and app.screen.is_mounted)
        assert room.here(0)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.screen.is_mounted)
        await until(pilot, lambda: not room.here(0))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SharedGameScreen))


async def test_who_gives_his_place_to_a_bot_picks_which_one(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person", "person"))
        app = app_for(Place(socket=where), CODE)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
            await pilot.press("b")
            await until(pilot, lambda: isinstance(app.screen, Pick) and app.screen.is_mounted)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert room.table.seats[0].kind == "person"
            await pilot.press("b")
            await until(pilot, lambda: isinstance(app.screen, Pick) and app.screen.is_mounted)
            listed = app.screen.query_one(OptionList)
            assert "greedy" in str(listed.get_option_at_index(0).prompt)
            names = [str(option.prompt).strip() for option in listed.options]
            listed.highlighted = names.index("planner")
            await pilot.press("enter")
            await until(pilot, lambda: room.table.seats[0].kind == "bot:planner")


async def test_a_match_begins_with_the_bots_that_were_asked_for(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        ann = await Tap.open(where, "Ann")
        room, code = await ann.make(host, Create(seq=0, name="T", players=["", "", "bot:greedy"]))
        await ann.sit(room, code=code)
        assert isinstance(await ann.ask(Start(seq=0, bot="nobody")), Refused)
        assert isinstance(await ann.ask(Start(seq=0, bot="planner")), Done)
        assert [seat.kind for seat in room.table.seats] == ["person", "bot:planner", "bot:greedy"]
        await ann.close()


async def test_names_of_a_new_table_stand_and_whoever_is_called_so_sits_there(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        cid = await Tap.open(where, "Cid")
        wanted = Create(seq=0, name="T", players=["", "", ""], names=["Ann", "cid\x1b", "Ann"], clock=60)
        room, code = await cid.make(host, wanted)
        assert [seat.name for seat in room.table.seats] == ["Ann", "cid", "Player 3"]
        assert room.kept.clock == 60
        await cid.sit(room, code=code)
        assert room.kept.owners[1]
        assert room.table.seats[1].name == "Cid"
        await cid.close()


@pytest.mark.parametrize("everybody", [False, True])
async def test_a_table_open_to_onlookers_takes_no_code_from_them_but_from_players(
    tmp_path: Path, everybody: bool
) -> None:
    async with hosted(tmp_path) as (host, where):
        kept = Kept("Table", CODE, ["", ""], open=everybody)
        room = await host.add((await table(host, ("person", "person"))).table.seats, preset("printed"), kept)
        eve = await Tap.open(where, "Eve")
        assert isinstance(await eve.ask(Watch(seq=0, table=room.id)), Done if everybody else Refused)
        assert room.card("").open == everybody
        assert not room.players_of("")[2:]
        await eve.close()


async def test_the_form_of_a_new_table_asks_for_clock_and_onlookers_and_passes_names_on(tmp_path: Path) -> None:
    wanted: list[Create] = []
    app = app_for(None)
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(NewTableScreen(wanted.append))
        await pilot.pause()
        app.screen.query_one("#clock", Choice).take("60")
        app.screen.query_one("#watching", Choice).take("open")
        await pilot.pause()
        await pilot.press("f5")
        await until(pilot, lambda: wanted)
    assert (wanted[0].clock, wanted[0].open, len(wanted[0].names)) == (60, True, len(wanted[0].players))
    assert all(kind in ("", "bot:greedy") for kind in wanted[0].players)


@pytest.mark.parametrize(
    ("header", "language"),
    [("pl,en;q=0.8", "pl"), ("de-DE, ru;q=0.5, en;q=0.7", "en"), ("", ""), ("xx;q=hm,;;,pl-PL", "pl"), ("pl;q=0", "")],
)
def test_a_browser_is_spoken_to_in_the_language_it_wants_most(header: str, language: str) -> None:
    assert accepted(header) == language
    assert accepted("x" * 100_000 + header) == ""
