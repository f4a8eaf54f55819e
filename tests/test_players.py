"""Who plays: levels of bots, and how long each is told to think."""

from __future__ import annotations

import pytest

from rules.match import Match
from rules.whispers.options import Options
from saves.envelope import Seat
from saves.store import read
from tests.ways import on_top, until
from wow_tui.app import WowApp
from wow_tui.bots.whisperer import WhispererBot
from wow_tui.config import Settings
from wow_tui.link import LocalLink
from wow_tui.net.messages import Create
from wow_tui.players import bot_for, is_bot, kind_of, level
from wow_tui.screens.game import GameScreen
from wow_tui.screens.new_game import NewGameScreen
from wow_tui.screens.new_table import NewTableScreen
from wow_tui.screens.settings import Choice
from wow_tui.setup_args import read_seats, table_of
from wow_tui.table import Table


def test_a_level_can_be_followed_by_the_time_to_think() -> None:
    seats = read_seats(["Ann", "whisperer.500", "Bob=whisperer.2000", "greedy"])
    assert [(seat.name, seat.kind) for seat in seats] == [
        ("Ann", "person"),
        ("Whisperer", "bot:whisperer.500"),
        ("Bob", "bot:whisperer.2000"),
        ("Greedy", "bot:greedy"),
    ]
    assert [level(seat.kind) for seat in seats] == ["person", "whisperer", "whisperer", "greedy"]


def test_the_time_reaches_the_bot_of_that_player_alone() -> None:
    quick, usual = bot_for("bot:whisperer.500", 1), bot_for("bot:whisperer", 1)
    assert isinstance(quick, WhispererBot)
    assert isinstance(usual, WhispererBot)
    assert (quick._budget.seconds, usual._budget.seconds) == (0.5, 0)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("greedy.500", "greedy cannot be told how long to think; only these bots can: whisperer."),
        ("whisperer.0", "whisperer.0: the time to think is a number of milliseconds from 1 to 60000"),
        ("whisperer.60001", "the time to think is a number of milliseconds"),
        ("whisperer.", "the time to think is a number of milliseconds"),
        ("whisperer.1e3", "the time to think is a number of milliseconds"),
        ("whisperer.²", "the time to think is a number of milliseconds"),
        ("whisperer." + "9" * 30, "the time to think is a number of milliseconds"),
    ],
)
def test_a_time_that_cannot_be_is_told_in_one_sentence(typed: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
        read_seats(["Ann", typed])


def test_a_save_keeps_the_time() -> None:
    table = Table(Match.new("whispers", 2, Options(), 1), [Seat("Ann"), Seat("Bob", "bot:whisperer.500")])
    again = table_of(table.snapshot(), None)
    assert [seat.kind for seat in again.seats] == ["person", "bot:whisperer.500"]


def test_a_name_with_a_dot_is_a_person() -> None:
    assert not is_bot("J.R.R.")
    assert [seat.kind for seat in read_seats(["J.R.", "A.500"])] == ["person", "person"]
    assert kind_of("planner") == "bot:planner"


async def test_on_the_form_each_bot_that_takes_time_has_its_own() -> None:
    app = WowApp(Settings(bot_speed="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewGameScreen), "the form")
        form = app.screen
        for number in (2, 3):
            form.query_one(f"#kind-{number}", Choice).take("bot:whisperer")
        await pilot.pause()
        shown = {number: form.query_one(f"#thinks-{number}", Choice).display for number in (1, 2, 3, 4)}
        assert shown == {1: False, 2: True, 3: True, 4: False}
        times = form.query_one("#thinks-3", Choice)
        times.focus()
        await pilot.press("right")
        assert times.value == "100"
        form.query_one("#kind-2", Choice).take("bot:greedy")
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(app.screen, GameScreen), "the game")
        link = on_top(app).desk.link
        assert isinstance(link, LocalLink)
    assert link.table.path is not None
    assert [seat.kind for seat in read(link.table.path).players] == ["person", "bot:greedy", "bot:whisperer.100"]


async def test_on_the_form_for_a_table_at_a_host_no_time_is_picked() -> None:
    wanted: list[Create] = []
    app = WowApp()
    async with app.run_test(size=(80, 24)) as pilot:
        form = NewTableScreen(wanted.append)
        await app.push_screen(form)
        form.query_one("#kind-3", Choice).take("bot:whisperer")
        await pilot.pause()
        assert not form.query_one("#thinks-3", Choice).display
        form.action_start()
        await pilot.pause()
    assert wanted[0].players[2] == "bot:whisperer"
