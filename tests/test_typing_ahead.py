"""Keys typed faster than screens open go where they were meant to go, in order, and nowhere else."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Input

from rules.ask import Ask
from rules.match import Match
from rules.whispers.options import Options
from saves.envelope import Seat
from saves.store import read
from tests.test_pty_game import instant_bots
from tests.test_pty_title import command
from tests.test_terminal import Pty, clean, environ, saves
from tests.ways import all_at_once, on_top, until
from wow_tui import typing_ahead
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.link import LocalLink
from wow_tui.screens.curtain import Curtain
from wow_tui.screens.game import GameScreen
from wow_tui.screens.lab import LabScreen
from wow_tui.screens.load import open_table
from wow_tui.screens.new_game import NewGameScreen
from wow_tui.screens.quit import Question
from wow_tui.screens.result import ResultScreen
from wow_tui.screens.rulebook import RulebookScreen
from wow_tui.screens.settings import SettingsScreen
from wow_tui.screens.title import Title
from wow_tui.table import Table
from wow_tui.typing_ahead import uncalled
from wow_tui.widgets.log import LogPanel
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.tags import tags

SIZE = (80, 24)


def in_a_game() -> WowApp:
    """An app straight in a match."""
    table = Table(Match.new("whispers", 2, Options(), 4), [Seat("Ann"), Seat("Bob", "bot:random")])
    return WowApp(Settings(bot_speed="instant"), start=table)


async def test_a_line_typed_at_once_opens_what_it_says_and_no_letter_of_it_is_an_action() -> None:
    app = WowApp()
    async with app.run_test(size=SIZE) as pilot:
        # Each letter of these opens something on the title, or leaves the program.
        all_at_once(app, ":rules\r")
        await until(pilot, lambda: isinstance(app.screen, RulebookScreen), "the rules")
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack] == [Title, RulebookScreen]
        all_at_once(app, "\x1b:settings\r")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen), "the settings")
        assert [type(screen) for screen in app.screen_stack] == [Title, SettingsScreen]


async def test_quit_typed_at_once_leaves_the_program() -> None:
    app = in_a_game()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen), "the game")
        all_at_once(app, ":quit\r")
        await until(pilot, lambda: app._exit, "the end")


async def test_a_digit_after_the_key_to_a_field_is_in_that_field() -> None:
    app = WowApp()
    async with app.run_test(size=SIZE) as pilot:
        all_at_once(app, "n", "shift+tab", "73")
        await until(pilot, lambda: isinstance(app.screen, NewGameScreen), "the form")
        seed = app.screen.query_one("#seed", Input)
        await until(pilot, lambda: seed.value == "73", "the seed")


async def test_moves_typed_at_once_are_made_one_after_the_other() -> None:
    app = in_a_game()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and app.screen.desk.ask, "the question")
        screen = on_top(app)
        assert screen.desk.ask is not None
        assert isinstance(screen.desk.link, LocalLink)
        moves = [option.id for option in screen.desk.ask.options[:2]]
        here = screen.desk.link.table
        all_at_once(app, f":{moves[0]}\r:undo\r:{moves[1]}\r")
        await until(pilot, lambda: [each.answer for each in here.match.journal[:1]] == [moves[1:]], moves[1])


async def test_a_filter_typed_at_once_is_the_filter() -> None:
    app = in_a_game()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and app.screen.desk.ask, "the question")
        all_at_once(app, "/B3\r")
        log = on_top(app).query_one(LogPanel)
        await until(pilot, lambda: log.filter.label == "B3", "the filter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen), "the game below")


async def test_a_name_typed_at_once_into_a_dialog_that_a_worker_opens_is_the_name() -> None:
    app = WowApp()
    async with app.run_test(size=SIZE) as pilot:
        all_at_once(app, "a")
        await until(pilot, lambda: isinstance(app.screen, LabScreen), "the lab")
        all_at_once(app, "N", "ctrl+u", "quick\r")
        lab = app.screen
        assert isinstance(lab, LabScreen)
        await until(pilot, lambda: lab.lab.branch.name == "quick", "the branch of that name")
        assert app.screen is lab


async def test_a_tag_typed_right_after_the_key_for_tags_goes_to_the_map(tmp_path: Path) -> None:
    path = tmp_path / "attack.wow"
    path.write_bytes(Path("tests/data/saves/v1-attack.wow").read_bytes())
    app = WowApp(Settings(bot_speed="instant"), start=open_table(path))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Curtain), "the curtain")
        all_at_once(app, "\r")
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and app.screen.desk.ask, "the question")
        screen = on_top(app)
        board = screen.query_one(MapWidget)
        tag = tags(board._ordered())[list(board._ordered())[-1]]
        assert len(tag) == 1
        screen.query_one(LogPanel).focus()
        path_before = list(screen.desk.chooser.path)
        all_at_once(app, "g", tag)
        await until(pilot, lambda: screen.desk.chooser.path != path_before, "the region")


async def test_what_hangs_holds_neither_the_keys_after_it_nor_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typing_ahead, "PATIENCE", 1.0)
    app = in_a_game()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen), "the game")
        free = asyncio.Event()
        app.screen.call_later(free.wait)
        try:
            # Pausing as tests do would wait for what hangs.
            all_at_once(app, "xx")
            await asyncio.sleep(0.1)
            assert app._keys._waiting
            all_at_once(app, "ctrl+q")
            await asyncio.sleep(0.1)
            assert app._exit
            for _ in range(500):
                await asyncio.sleep(0.02)
                if not app._keys._waiting:
                    break
            assert not app._keys._waiting
        finally:
            free.set()


# Screens that open by themselves


async def test_a_question_from_elsewhere_takes_no_key_typed_before_it_could_be_seen() -> None:
    app = in_a_game()
    answers: list[bool | None] = []
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and app._keys.at_rest, "the game")
        app.push_screen(Question("Do you agree?"), answers.append)
        all_at_once(app, "y", "n", "\x1b")
        await until(pilot, lambda: isinstance(app.screen, Question) and app._keys.at_rest, "the question")
        assert isinstance(app.screen, Question)
        assert answers == []
        await pilot.press("y")
        await until(pilot, lambda: answers == [True], "the answer")


async def test_keys_that_wait_for_one_that_hangs_do_not_answer_a_question_that_opens_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(typing_ahead, "PATIENCE", 0.3)
    app = in_a_game()
    answers: list[bool | None] = []
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and app._keys.at_rest, "the game")
        free = asyncio.Event()
        app.screen.call_later(free.wait)
        try:
            all_at_once(app, "xyyy")
            await asyncio.sleep(0.05)
            app.push_screen(uncalled(Question("Do you agree?")), answers.append)
            while not app._keys.at_rest:
                await asyncio.sleep(0.02)
            assert answers == []
            assert isinstance(app.screen, Question)
        finally:
            free.set()


async def test_the_way_out_works_although_a_question_cannot_be_seen_yet() -> None:
    app = in_a_game()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and app._keys.at_rest, "the game")
        app.push_screen(Question("Do you agree?"))
        all_at_once(app, "ctrl+q")
        await until(pilot, lambda: app._exit, "the end")


def _moved_on(app: WowApp, screen: GameScreen, ask: Ask) -> bool:
    return screen.desk.ask != ask and app._keys.at_rest


async def test_keys_typed_before_the_curtain_falls_do_not_lift_it() -> None:
    table = Table(Match.new("whispers", 2, Options(), 4), [Seat("Ann"), Seat("Bob")])
    app = WowApp(Settings(bot_speed="instant"), start=table)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Curtain), "the curtain")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and on_top(app).desk.ask, "the question")
        screen, asked = on_top(app), table.asked
        for _ in range(40):
            if table.asked != asked:
                break
            ask = screen.desk.ask
            assert ask is not None
            all_at_once(app, f":{ask.options[0].id}\r", "\r", "\r")
            await until(pilot, partial(_moved_on, app, screen, ask), "the answer")
        await until(pilot, lambda: app._keys.at_rest, "all keys")
        assert isinstance(app.screen, Curtain)


def at_the_last_decision() -> Match:
    """A match of two in which one decision is left."""
    match, length = Match.new("whispers", 2, Options(), 4), 0
    while asks := match.asks():
        player, ask = next(iter(asks.items()))
        length = len(match.journal) if len(ask.options) > 1 else length
        match.answer(player, ask.id, [ask.options[0].id])
    while len(match.journal) > length:
        match.undo(0, (0, 1))
    return match


async def test_keys_typed_before_the_final_scoring_opens_do_nothing_there() -> None:
    match = at_the_last_decision()
    [(player, ask)] = match.asks().items()
    table = Table(match, [Seat(str(n), "person" if n == player else "bot:random") for n in range(2)])
    app = WowApp(Settings(bot_speed="instant"), start=table)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and on_top(app).desk.ask, "the question")
        # There the key begins another match.
        all_at_once(app, f":{ask.options[0].id}\r", "aaa")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen) and app._keys.at_rest, "the scoring")
        assert isinstance(app.screen, ResultScreen)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, GameScreen), "another match")


@pytest.mark.skipif(os.name != "posix", reason="needs a pty")
def test_all_keys_in_one_go_on_a_real_terminal_start_that_very_game_and_leave(tmp_path: Path) -> None:
    instant_bots(tmp_path)
    program = Pty([command()], environ(tmp_path))
    try:
        program.shows("For 2 to 4 players")
        program.press("n\x1b[Z7\t\r")
        program.shows("Place an agent.")
        program.press(":settings\r\x1b:quit\r")
        assert program.end() == 0
        clean(program)
        [path] = saves(tmp_path)
        assert read(path).seed == 7
    finally:
        program.close()
