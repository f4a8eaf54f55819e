"""Every move and every action of the game screen, done by keys alone, by the mouse alone, from the palette and by a
typed line. The tables are checked against all there is: a new move or action without the four ways fails."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot

from rules.game import load
from rules.match import Match
from rules.whispers.kinds import ANSWERS
from rules.whispers.options import preset
from saves.envelope import Seat
from tests.games import ROWS, walk
from tests.test_result_screen import finished
from tests.ways import ACTION_WAYS, MOVE_WAYS, choose_in_palette, click_footer, click_in_palette, on_top, until
from wow_tui.actions import ACTIONS, label
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.filtering import LogFilter
from wow_tui.link import LocalLink
from wow_tui.screens.find import FindPage
from wow_tui.screens.game import GameScreen
from wow_tui.screens.lab import LabScreen
from wow_tui.screens.new_game import NewGameScreen
from wow_tui.screens.quit import Page, Typed
from wow_tui.screens.result import ResultScreen
from wow_tui.screens.rulebook import RulebookScreen
from wow_tui.screens.title import Title
from wow_tui.table import Table
from wow_tui.widgets.log import LogPanel
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.prompt import PromptPanel

OPTIONS = preset("printed", agents_on_regions=True)
KINDS_OF_MOVES = sorted({key for keys in ANSWERS.values() for key in keys})
# Games in which, taken together, every kind of move can be made; any others would do as well.
SEEDS = (0, 1, 3, 11, 12, 25, 43, 57, 89)
SIZE = (80, 24)


class Found(NamedTuple):
    """A state in which the first player can make a move of some kind, and the move."""

    state: Any
    move: str


@cache
def found() -> dict[str, Found]:
    """One for each kind of move."""
    out: dict[str, Found] = {}
    game = load("whispers")
    for seed in (*SEEDS, *range(300)):
        for step in walk(game, ROWS["whispers"].rich(2, OPTIONS, seed), random.Random(seed)):
            if step.ask.player == 0 and len(step.ask.options) > 1:
                for option in step.ask.options:
                    if option.key not in out:
                        out[option.key] = Found(step.state.copy(), option.id)
        if len(out) == len(KINDS_OF_MOVES):
            break
    return out


def table(kind: str) -> Table:
    """A table at that state: a person against a bot."""
    match = Match(load("whispers"), 2, OPTIONS, 1, start=found()[kind].state)
    return Table(match, [Seat("Ann", "person"), Seat("Bob", "bot:random")])


async def opened(pilot: Pilot[None], app: WowApp, table: Table) -> GameScreen:
    """A table on the screen, once its question is there."""
    app.open_table(table)
    await until(pilot, lambda: isinstance(app.screen, GameScreen) and app.screen.desk.ask, "the question")
    await pilot.pause()
    return on_top(app)


def test_every_kind_of_move_there_is_was_found() -> None:
    assert sorted(found()) == KINDS_OF_MOVES


@pytest.mark.parametrize("kind", KINDS_OF_MOVES)
async def test_a_move_is_made_by_keys_by_mouse_from_the_palette_and_by_typing(kind: str) -> None:
    move, here = found()[kind].move, table(kind)
    app = WowApp(Settings(bot_speed="step"), start=here)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and app.screen.desk.ask, "the question")
        screen = on_top(app)
        for name, way in MOVE_WAYS.items():
            await pilot.pause()
            assert not here.match.journal
            await way(pilot, app, move)
            await until(pilot, lambda: here.match.journal, f"{move} by {name}")
            assert here.match.journal[0].answer == [move], name
            await screen.action_undo()
            await until(pilot, lambda: screen.desk.ask, "the question again")


# Actions


class Row(NamedTuple):
    """How to see that an action was done. `before`: brings the screen where it can be; `done`: whether it was."""

    done: Callable[[WowApp, GameScreen], object]
    before: Callable[[GameScreen], object] = lambda screen: None
    kind: str = "attack"
    speed: str = "instant"


def _told(app: WowApp, screen: GameScreen) -> object:
    return screen.query_one(PromptPanel).told


def _top(kind: type) -> Callable[[WowApp, GameScreen], object]:
    return lambda app, screen: isinstance(app.screen, kind)


def _journal(screen: GameScreen) -> int:
    assert isinstance(screen.desk.link, LocalLink)
    return len(screen.desk.link.table.match.journal)


def _look_at(ref: str) -> Callable[[GameScreen], object]:
    def look(screen: GameScreen) -> None:
        screen.query_one(MapWidget).focus()
        screen.desk.looked = ref

    return look


async def _answer(screen: GameScreen) -> None:
    assert screen.desk.ask is not None
    await screen.give([screen.desk.ask.options[0].id])


async def _take_back(screen: GameScreen) -> None:
    await _answer(screen)
    await screen.action_undo()


async def _several_moments(screen: GameScreen) -> None:
    await _answer(screen)
    screen.look_back(0)


def _side(name: str) -> Row:
    other = "log" if name != "log" else "people"
    return Row(lambda app, screen: screen.has_class(f"-side-{name}"), lambda screen: screen.action_side(other))


def _pick(verb: str) -> Callable[[GameScreen], object]:
    def pick(screen: GameScreen) -> None:
        screen.desk.chooser.pick(verb)
        screen.show()

    return pick


ROWS_OF_ACTIONS: dict[str, Row] = {
    "help": Row(_top(Page)),
    "typed": Row(_top(Typed)),
    "undo": Row(lambda app, screen: _journal(screen) == 0, _answer, "deploy", "step"),
    "redo": Row(lambda app, screen: _journal(screen) > 0, _take_back, "deploy", "step"),
    "reset-turn": Row(lambda app, screen: _journal(screen) == 0, _answer, "deploy", "step"),
    "preview": Row(_told, _pick("verb:attack")),
    "rule": Row(_top(RulebookScreen)),
    "tags": Row(lambda app, screen: screen.query_one(MapWidget)._tags, _pick("verb:attack")),
    "look": Row(_told, _look_at("region:L2")),
    "find": Row(_top(FindPage)),
    "find-here": Row(lambda app, screen: screen.query_one(LogPanel).filter.label == "B3", _look_at("region:B3")),
    "find-all": Row(
        lambda app, screen: not screen.query_one(LogPanel).filter,
        lambda screen: screen.filter_log(screen.filters.read("B3")),
    ),
    "since": Row(_top(Page)),
    "replay": Row(lambda app, screen: screen.desk.moment == 0, _answer, "deploy", "step"),
    "bot-speed": Row(lambda app, screen: screen.play.speed == "normal"),
    "cards": _side("hand"),
    "societies": _side("people"),
    "log-panel": _side("log"),
    "panel": Row(
        lambda app, screen: not isinstance(screen.focused, MapWidget),
        lambda screen: screen.query_one(MapWidget).focus(),
    ),
    "next": Row(lambda app, screen: _journal(screen) > 1, _answer, "deploy", "step"),
    "earlier": Row(lambda app, screen: screen.desk.moment == 0, _answer, "deploy", "step"),
    "later": Row(lambda app, screen: screen.desk.moment != 0, _several_moments, "deploy", "step"),
    "step-back": Row(lambda app, screen: not screen.desk.chooser.path, _pick("verb:attack")),
    "why": Row(_told),
    # Two bots advise, one after the other.
    "hint": Row(lambda app, screen: len(screen.query_one(PromptPanel).told) > 1),
    "about": Row(_top(Page), _look_at("region:B3")),
    "save": Row(_told),
    "to-lab": Row(_top(LabScreen)),
    "leave": Row(_top(Title)),
    # The last: nothing can be done after it.
    "exit": Row(lambda app, screen: app._exit, speed="step"),
}
"""What can be done on the game screen while the match goes on."""

OF_THE_END: dict[str, Callable[[WowApp], object]] = {
    "save": lambda app: isinstance(app.screen, ResultScreen) and app.screen.said,
    "export": lambda app: isinstance(app.screen, ResultScreen) and app.screen.said,
    "look-back": lambda app: isinstance(app.screen, GameScreen) and app.screen.desk.moment is not None,
    "analysis": lambda app: isinstance(app.screen, Page) or (isinstance(app.screen, ResultScreen) and app.screen.said),
    "rematch": lambda app: app.table is not None and app.table.match.seed != 5,
    "another-game": lambda app: isinstance(app.screen, NewGameScreen),
    "title": lambda app: isinstance(app.screen, Title),
}
"""What can be done on the final scoring."""

ELSEWHERE = {
    "palette": "it is one of the four ways",
    "back": "on the game screen `step-back` stands in its place",
    "interrupt": "the same action as `exit`",
    "result": "only once a match is over; tested with the final scoring",
}


def test_every_action_of_game_and_result_has_its_row() -> None:
    of: dict[str, set[str]] = {}
    for each in ACTIONS:
        of.setdefault(each.where, set()).add(each.id)
    assert of["app"] | of["game"] | of["match"] == ROWS_OF_ACTIONS.keys() | ELSEWHERE.keys()
    assert of["result"] | of["match"] == OF_THE_END.keys()


@pytest.mark.parametrize("name", ACTION_WAYS)
async def test_every_action_is_done_by_keys_by_mouse_from_the_palette_and_by_typing(name: str) -> None:
    for speed in ("instant", "step"):
        app = WowApp(Settings(bot_speed=speed))
        async with app.run_test(size=SIZE) as pilot:
            screen: GameScreen | None = None
            for action, row in ROWS_OF_ACTIONS.items():
                if row.speed == speed:
                    if screen is None or not await back(pilot, screen, row):
                        screen = await opened(pilot, app, table(row.kind))
                    await prepared(pilot, row.before(screen))
                    assert not row.done(app, screen), f"{action} was done before"
                    await ACTION_WAYS[name](pilot, app, action)
                    await until(pilot, partial(row.done, app, screen), f"{action} by {name}")


async def prepared(pilot: Pilot[None], coming: object) -> None:
    """Wait for what brings the screen where an action can be done."""
    if isinstance(coming, Awaitable):
        await coming
    await pilot.pause()


async def back(pilot: Pilot[None], screen: GameScreen, row: Row) -> bool:
    """Make the screen as it was, which is quicker than another; False if that cannot be."""
    if row.kind != "attack" or row.before is _answer or not screen.is_attached or _journal(screen):
        return False
    while screen.app.screen is not screen and screen in screen.app.screen_stack:
        screen.app.pop_screen()
    screen.desk.chooser.path.clear()
    screen.filter_log(LogFilter())
    screen.action_side("log")
    screen.show()
    screen.tell([])
    await pilot.pause()
    return screen.app.screen is screen


@pytest.mark.parametrize("action", OF_THE_END)
async def test_an_action_of_the_final_scoring_is_done_in_the_four_ways(action: str) -> None:
    app = WowApp(Settings(bot_speed="instant"))
    async with app.run_test(size=SIZE) as pilot:
        for name, way in ACTION_WAYS.items():
            app.open_table(finished(3, 5))
            await until(pilot, lambda: isinstance(app.screen, ResultScreen), "the result")
            await pilot.pause()
            assert not OF_THE_END[action](app)
            await way(pilot, app, action)
            await until(pilot, lambda: OF_THE_END[action](app), f"{action} by {name}")


async def test_the_result_is_opened_again_in_the_four_ways() -> None:
    app = WowApp(Settings(bot_speed="instant"), start=finished(3, 5))
    async with app.run_test(size=SIZE) as pilot:
        for name, way in ACTION_WAYS.items():
            await until(pilot, lambda: isinstance(app.screen, ResultScreen), "the result")
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, GameScreen), "the board")
            await pilot.pause()
            await way(pilot, app, "result")
            await until(pilot, lambda: isinstance(app.screen, ResultScreen), f"the result by {name}")


async def test_the_palette_opens_by_key_and_by_mouse_and_does_what_is_chosen_there() -> None:
    app = WowApp(Settings())
    async with app.run_test(size=SIZE) as pilot:
        screen = await opened(pilot, app, table("attack"))
        assert await click_footer(pilot, app, "palette")
        await click_in_palette(pilot, app, label("societies"))
        await until(pilot, lambda: screen.has_class("-side-people"), "the societies")
        await choose_in_palette(pilot, app, label("cards"))
        await until(pilot, lambda: screen.has_class("-side-hand"), "the cards")
        move = found()["attack"].move
        await choose_in_palette(pilot, app, move)
        await until(pilot, lambda: _journal(screen), move)
