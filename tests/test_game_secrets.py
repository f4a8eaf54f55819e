"""The game screen among strangers and in a hot seat: no hostile name gets through, nothing private is told."""

from __future__ import annotations

import random

import pytest
from textual.pilot import Pilot

from rules.match import Match
from rules.whispers.options import preset
from saves.envelope import Seat
from tests.strangers import PAYLOADS
from tests.test_game_screen import app_for, game, private_words, shown, until_asked
from tests.ways import until
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.screens.commands import Commands
from wow_tui.screens.curtain import Curtain
from wow_tui.screens.find import FindPage
from wow_tui.screens.game import GameScreen
from wow_tui.screens.quit import Page
from wow_tui.table import Table
from wow_tui.widgets.log import LogPanel
from wow_tui.widgets.prompt import PromptPanel


def palette(screen: GameScreen) -> list[str]:
    """Names of all that the palette has, and the lines on them."""
    sources = [*screen.app.COMMANDS, *screen.COMMANDS]
    kinds = [source if isinstance(source, type) else source() for source in sources]
    commands = [command for kind in kinds if issubclass(kind, Commands) for command in kind(screen).commands()]
    return [text for command in commands for text in (command.name, command.tip)]


async def looked_over(pilot: Pilot[None], app: WowApp) -> None:
    """Every page that shows names: nothing on the screen may be anything but printable."""
    screen = game(app)
    for key, kind in (("slash", FindPage), ("s", Page), ("P", None), ("question_mark", Page)):
        await pilot.press(key)
        await pilot.pause(0.05)
        assert kind is None or isinstance(app.screen, kind)
        assert all(line.isprintable() for line in shown(app).split("\n"))
        await pilot.press("escape")
        await pilot.pause()
    assert app.screen is screen


STRANGE = [*PAYLOADS.values(), "Ann", "Bob", "Cid"]


@pytest.mark.parametrize("first", range(0, len(STRANGE) - 3, 4))
async def test_no_name_of_a_stranger_gets_through_the_game_screen(first: int) -> None:
    names = STRANGE[first : first + 4]
    match = Match.new("whispers", 4, preset("printed"), 5)
    kinds = ("person", "bot:random", "person", "bot:random")
    table = Table(match, [Seat(name, kind) for name, kind in zip(names, kinds, strict=True)])
    app = WowApp(Settings(bot_speed="instant"), start=table)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Curtain), "the curtain")
        await pilot.pause()
        assert all(line.isprintable() for line in shown(app).split("\n"))
        await until_asked(pilot, app)
        ask = game(app).desk.ask
        assert ask is not None
        await game(app).give([ask.options[0].id])
        await until_asked(pilot, app)
        await looked_over(pilot, app)
        assert all(text.isprintable() for text in palette(game(app)))
        assert app.title.isprintable()


async def test_in_a_hot_seat_palette_log_why_since_and_filter_tell_nobody_what_is_the_others() -> None:
    app = app_for("person", "person", "bot:greedy", seed=9)
    chance, checked = random.Random(3), 0
    async with app.run_test(size=(120, 40)) as pilot:
        while checked < 40 and await until_asked(pilot, app):
            screen = game(app)
            viewer, ask = screen.desk.viewer, screen.desk.ask
            assert viewer is not None
            assert ask is not None
            screen.action_why()
            log = screen.query_one(LogPanel)
            texts = [*palette(screen), app.title, *screen.query_one(PromptPanel).told]
            texts += [f"{line.text} {' '.join(line.refs)}" for line in log._entries]
            texts += [line.text for line in screen.play.since_lines(viewer)]
            texts += [str(widget.tooltip or "") for widget in screen.query("*")]
            for word in private_words(screen, 1 - viewer) - private_words(screen, viewer):
                assert not [
                    text for text in texts if word in text and "card " + word not in text and "play" not in text
                ]
            checked += 1
            await screen.give([chance.choice(ask.options).id])
        # A bot that thinks would be left alone in the middle of it.
        await until_asked(pilot, app)
    assert checked > 20


async def test_a_bot_that_fails_is_told_and_tries_again_and_nothing_is_lost() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await until_asked(pilot, app)
        screen = game(app)
        go_on, failures = screen.desk.link.go_on, [RuntimeError("it broke"), ValueError("again")]

        async def failing() -> object:
            if failures and screen.desk.link.update(None).asked == 1:
                raise failures.pop()
            return await go_on()

        screen.desk.link.go_on = failing  # type: ignore[method-assign, assignment]
        ask = screen.desk.ask
        assert ask is not None
        await screen.give([ask.options[0].id])
        for kind in ("ValueError", "RuntimeError"):
            await until(pilot, lambda kind=kind: kind in screen.query_one(PromptPanel)._asked, kind)  # type: ignore[misc]
            await pilot.press("n")
        assert await until_asked(pilot, app)
        assert screen.desk.link.answered() > 1
