"""Taking back between people at one keyboard: the others are asked, one by one, and see nothing private meanwhile."""

from __future__ import annotations

from textual.pilot import Pilot

from rules.match import Match
from rules.whispers.options import Options
from saves.envelope import Seat
from tests.ways import all_at_once, on_top, until
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.link import LocalLink
from wow_tui.screens.curtain import Curtain
from wow_tui.screens.game import GameScreen
from wow_tui.screens.quit import Question
from wow_tui.table import Table

SIZE = (80, 24)


def three() -> WowApp:
    """An app with a match of two people and a bot, or of three people."""
    table = Table(Match.new("whispers", 3, Options(), 4), [Seat("Ann"), Seat("Bob"), Seat("Cleo")])
    return WowApp(Settings(bot_speed="instant"), start=table)


def journal(screen: GameScreen) -> list[int]:
    """Who gave the answers so far."""
    assert isinstance(screen.desk.link, LocalLink)
    return [entry.player for entry in screen.desk.link.table.match.journal]


def said(screen: GameScreen) -> list[str]:
    """What was said at the table."""
    return [line.text for line in screen.play._said]


async def lift(pilot: Pilot[None], app: WowApp) -> GameScreen:
    """Lift the curtain."""
    await until(pilot, lambda: isinstance(app.screen, Curtain), "the curtain")
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, GameScreen) and on_top(app).desk.ask, "the question")
    return on_top(app)


async def answer(pilot: Pilot[None], app: WowApp) -> None:
    """Whoever is asked takes the first option."""
    screen = on_top(app)
    ask, before = screen.desk.ask, len(journal(screen))
    assert ask is not None
    await screen.give([ask.options[0].id])
    await until(pilot, lambda: len(journal(screen)) > before and app._keys.at_rest)


async def ann_then_bob(pilot: Pilot[None], app: WowApp) -> GameScreen:
    """Two people answer until the curtain has fallen before a third decision by another person; Bob looks."""
    screen = await lift(pilot, app)
    await answer(pilot, app)
    for _ in range(20):
        await until(pilot, lambda: isinstance(app.screen, Curtain) or bool(screen.desk.ask))
        if isinstance(app.screen, Curtain):
            break
        await answer(pilot, app)
    return screen


async def test_the_one_who_played_last_asks_from_the_curtain_and_all_others_must_agree() -> None:
    app = three()
    async with app.run_test(size=SIZE) as pilot:
        screen = await ann_then_bob(pilot, app)
        before = journal(screen)
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, Question), "the first question")
        await pilot.press("y")
        await until(pilot, lambda: len(app.screen_stack) == 3 and isinstance(app.screen, Question), "the second")
        assert journal(screen) == before
        await pilot.press("y")
        await until(pilot, lambda: len(journal(screen)) < len(before), "taken back")
        assert [text for text in said(screen) if "take back" in text or "taken back" in text]
        again = await lift(pilot, app)
        assert again.desk.viewer == before[-1]


async def test_nothing_private_shows_while_the_others_are_asked() -> None:
    app = three()
    async with app.run_test(size=SIZE) as pilot:
        screen = await ann_then_bob(pilot, app)
        await lift(pilot, app)
        assert screen.desk.viewer is not None
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, Question), "the question")
        assert screen.desk.viewer is None
        assert screen.desk.view.viewer is None


async def test_a_refusal_changes_nothing_and_is_told() -> None:
    app = three()
    async with app.run_test(size=SIZE) as pilot:
        screen = await ann_then_bob(pilot, app)
        before = journal(screen)
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, Question), "the question")
        await pilot.press("n")
        await lift(pilot, app)
        assert journal(screen) == before
        assert any("does not agree to take back" in text for text in said(screen))


async def test_nobody_agrees_by_keys_typed_ahead() -> None:
    app = three()
    async with app.run_test(size=SIZE) as pilot:
        screen = await ann_then_bob(pilot, app)
        before = journal(screen)
        all_at_once(app, "uyyyy")
        await until(pilot, lambda: isinstance(app.screen, Question) and app._keys.at_rest, "the question")
        assert journal(screen) == before


async def test_before_anybody_has_played_nothing_can_be_taken_back_from_the_curtain() -> None:
    app = three()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Curtain), "the curtain")
        await pilot.press("u")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
