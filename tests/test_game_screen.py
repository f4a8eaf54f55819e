"""The game screen: whole games by keyboard, by mouse, by palette and by typed command; hot seat without leaks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rules.match import Entry, Match
from rules.whispers.options import preset
from saves.envelope import Seat
from tests.ways import Way, all_at_once, at_rest, move_by_keys
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.link import LocalLink
from wow_tui.screens.curtain import Curtain
from wow_tui.screens.game import GameScreen
from wow_tui.screens.result import ResultScreen
from wow_tui.screens.rulebook import RulebookScreen
from wow_tui.table import Table
from wow_tui.widgets.council import CouncilTrack

SIZE = (120, 40)


def app_for(*kinds: str, seed: int = 4, path: Path | None = None) -> WowApp:
    """An app straight in a match of players of these kinds."""
    return WowApp(Settings(bot_speed="instant"), start=table_for(*kinds, seed=seed, path=path))


def table_for(*kinds: str, seed: int = 4, path: Path | None = None) -> Table:
    """A new match of players of these kinds."""
    match = Match.new("whispers", len(kinds), preset("printed"), seed)
    return Table(match, [Seat(f"Player{number}", kind) for number, kind in enumerate(kinds, 1)], path)


def game(app: WowApp) -> GameScreen:
    """The game screen below whatever lies on it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))


async def until_asked(pilot: Pilot[None], app: WowApp) -> bool:
    """Wait until a person is asked, lifting curtains; False when the game is over."""
    for _ in range(2000):
        await pilot.pause()
        if isinstance(app.screen, Curtain):
            await pilot.press("enter")
        elif isinstance(app.screen, ResultScreen):
            return False
        elif isinstance(app.screen, GameScreen) and app.screen.desk.update.ask is not None:
            return True
    raise AssertionError("nobody is asked and the game does not end")


async def by_typing(pilot: Pilot[None], app: WowApp, move: str) -> None:
    """Answer with a typed line, all of it at once."""
    all_at_once(app, f":{move}\r")
    await at_rest(pilot, app)


# Answers given the long way; the rest of the game is played through the screen at once.
BY_HAND = 8


@pytest.mark.parametrize("way", [by_typing, pytest.param(move_by_keys, marks=pytest.mark.long)], ids=["typed", "keys"])
async def test_a_whole_game_is_played_through_the_screen(way: Way, tmp_path: Path) -> None:
    app = app_for("person", "bot:random", path=tmp_path / "game.wow")
    rng = random.Random(1)
    async with app.run_test(size=SIZE) as pilot:
        answers = 0
        while await until_asked(pilot, app):
            ask = game(app).desk.update.ask
            assert ask is not None
            move = rng.choice(ask.options).id
            if answers < BY_HAND:
                await way(pilot, app, move)
                await pilot.pause()
                assert journal(game(app))[ask.id].answer == [move]
            else:
                await game(app).give([move])
            answers += 1
        assert answers > BY_HAND
        assert (tmp_path / "game.wow").exists()


def shown(app: WowApp) -> str:
    """All text on the screen now."""
    return "\n".join("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())


async def test_a_move_is_made_by_the_mouse_alone() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=SIZE) as pilot:
        assert await until_asked(pilot, app)
        screen = game(app)
        track = screen.query_one(CouncilTrack)
        before = len(screen.desk.link.history(None))
        for _ in range(2):
            await pilot.click(track, offset=(14, 2))
        await pilot.pause()
        assert len(screen.desk.link.history(None)) > before


async def test_a_move_is_made_from_the_palette() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=SIZE) as pilot:
        assert await until_asked(pilot, app)
        screen = game(app)
        before = len(screen.desk.link.history(None))
        await pilot.press("P", *"deploy", "space", *"lion.ste")
        await pilot.pause(1.0)
        await pilot.press("enter")
        await pilot.pause()
        assert len(screen.desk.link.history(None)) > before
        assert "deploy lion.steward" in [entry.answer[0] for entry in journal(screen)]


def journal(screen: GameScreen) -> list[Entry]:
    """The answers given so far."""
    assert isinstance(screen.desk.link, LocalLink)
    return screen.desk.link.table.match.journal


async def test_resizing_at_any_moment_keeps_the_choice_that_was_begun() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=SIZE) as pilot:
        screen = await to_an_action(pilot, app)
        screen.desk.chooser.pick(screen.desk.chooser.steps()[0].ref)
        screen.show()
        path = list(screen.desk.chooser.path)
        for size in ((80, 24), (160, 48), (60, 20), (100, 30), SIZE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert game(app).desk.chooser.path == path
        assert isinstance(app.screen, GameScreen)


async def to_an_action(pilot: Pilot[None], app: WowApp) -> GameScreen:
    """Play on with the first option until the person acts at a seat and has a choice of kinds."""
    while await until_asked(pilot, app):
        screen = game(app)
        ask = screen.desk.update.ask
        assert ask is not None
        if ask.key == "act" and len({option.key for option in ask.options}) > 1:
            return screen
        await screen.give([ask.options[0].id])
    raise AssertionError("the game ended")


async def test_a_refused_move_says_why_and_its_rule_opens_with_one_key() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=SIZE) as pilot:
        screen = await to_an_action(pilot, app)
        await by_typing(pilot, app, "attack b3 b1 1")
        await pilot.pause()
        assert screen.desk.refusal is not None
        assert screen.desk.refusal.rule.startswith(("attack.", "act."))
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, RulebookScreen)
        assert screen.desk.refusal.rule in shown(app)


async def test_a_preview_changes_nothing_and_an_answer_can_be_taken_back_and_given_again() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=SIZE) as pilot:
        screen = await to_an_action(pilot, app)
        ask = screen.desk.update.ask
        assert ask is not None
        move = ask.options[0].id
        count = len(journal(screen))
        await by_typing(pilot, app, f"what {move}")
        await pilot.pause()
        assert len(journal(screen)) == count
        await by_typing(pilot, app, move)
        assert await until_asked(pilot, app)
        given = len(journal(screen))
        assert given > count
        await pilot.press("u")
        await pilot.pause()
        assert len(journal(screen)) == count


async def test_looking_back_shows_the_board_as_it_was_and_returns() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=SIZE) as pilot:
        screen = await to_an_action(pilot, app)
        await pilot.press("left_square_bracket")
        await pilot.press("left_square_bracket")
        await pilot.pause()
        assert screen.desk.moment == len(journal(screen)) - 2
        assert "REPLAY" in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert screen.desk.moment is None
        assert "REPLAY" not in shown(app)


def private_words(screen: GameScreen, player: int) -> set[str]:
    """What only that player may read: his cards, and each loyalty row as the panel writes it."""
    assert isinstance(screen.desk.link, LocalLink)
    view = screen.desk.link.table.view(player)
    board = view.board()
    cards = {f"{board.empires[card // 5]}/{board.empires[card % 5]}" for card in view.hand}
    favourite = board.empires[view.loyalty[player][0]]
    letter, name = screen.speaker.catalogue.say(f"widgets.letter.{favourite}"), screen.speaker.name("empire", favourite)
    return cards | {f"4 Devout     {letter} {name}"}


@pytest.mark.parametrize(
    ("size", "steps"),
    [
        ((80, 24), 60),
        pytest.param((120, 40), 60, marks=pytest.mark.long),
        pytest.param((160, 48), 120, marks=pytest.mark.long),
    ],
)
async def test_in_a_hot_seat_nobody_sees_what_is_the_others(size: tuple[int, int], steps: int) -> None:
    app = app_for("person", "person", seed=9)
    rng = random.Random(3)
    async with app.run_test(size=size) as pilot:
        seen = 0
        for _ in range(steps):
            await pilot.pause()
            if isinstance(app.screen, ResultScreen):
                break
            text = shown(app)
            screen = game(app)
            hidden = (
                [0, 1] if isinstance(app.screen, Curtain) or screen.desk.viewer is None else [1 - screen.desk.viewer]
            )
            if screen.desk.link.update(None).view.outcome is None:
                for player in hidden:
                    other = private_words(screen, player) - private_words(screen, 1 - player)
                    assert not [word for word in other if word in text and "play" not in text]
                    seen += 1
            if isinstance(app.screen, Curtain):
                await pilot.press("enter")
            elif screen.desk.update.ask is not None:
                await screen.give([rng.choice(screen.desk.update.ask.options).id])
        assert seen >= steps // 2


async def test_the_end_tells_who_won_and_how_the_points_came_about() -> None:
    app = app_for("bot:random", "bot:random", seed=9)
    async with app.run_test(size=SIZE) as pilot:
        assert not await until_asked(pilot, app)
        await pilot.pause()
        text = shown(app)
        assert "Victory" in text or "Shared victory" in text
        assert "round 1" in text


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 48)])
async def test_everything_on_the_screen_fits_at_every_tier(size: tuple[int, int]) -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=size) as pilot:
        screen = await to_an_action(pilot, app)
        for widget in screen.query("Lined"):
            if widget.display:
                assert app.size.region.contains_region(widget.region)
                assert widget.region.area
