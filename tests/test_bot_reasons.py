"""A bot says why it moved: in a sentence, on request, and never what would give its loyalties away too early."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.test_game_screen import app_for, by_typing, game, shown, table_for, until_asked
from wow_tui.app import WowApp
from wow_tui.bots import NAMES, Reason
from wow_tui.screens.game import GameScreen
from wow_tui.table import Table
from wow_tui.text.catalogue import catalogue
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.log import LogPanel


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_has_a_sentence_for_its_reason(name: str) -> None:
    table = table_for(f"bot:{name}", "bot:random")
    answered = table.by_itself()
    assert answered is not None
    reason = table.reason(0)
    assert isinstance(reason, Reason)
    told = Speaker(catalogue("en"), table.names).reason(0, reason.key, reason.values, reason.secret)
    assert len(told) == 1
    assert told[0].startswith("Player1")
    assert told[0].endswith(".")
    assert "{" not in told[0]


def test_what_a_reason_keeps_secret_is_told_at_the_end_only_and_a_move_that_may_be_a_discard_never_before() -> None:
    table = table_for("bot:greedy", "bot:random", seed=5)
    while table.asked is not None:
        table.by_itself()
        last = table.reason(table.answered() - 1)
        if table.asked is not None and last is not None:
            assert not last.secret
            assert "move" not in last.values
    reasons = [table.reason(number) for number in range(table.answered())]
    greedy = [reason for reason in reasons if reason is not None and reason.key == "greedy"]
    assert greedy
    assert all(set(reason.secret) == {"now", "then"} for reason in greedy)
    told = Speaker(catalogue("en"), table.names).reason(0, "greedy", greedy[0].values, greedy[0].secret)
    assert len(told) == 2
    assert str(greedy[0].secret["then"]) in told[1]


def test_a_reason_goes_when_its_answer_is_taken_back() -> None:
    table = table_for("person", "bot:greedy")
    table.answer(0, [_first(table)])
    while table.asked == 1:
        table.by_itself()
    known = [number for number in range(table.answered()) if table.reason(number)]
    assert known
    table.undo(0)
    assert not [number for number in range(known[-1] + 1) if table.reason(number)]


def _first(table: Table) -> str:
    ask = table.ask(0)
    assert ask is not None
    return ask.options[0].id


async def after_a_bot(pilot: Pilot[None], app: WowApp) -> GameScreen:
    """The screen once a bot has moved and the person is asked again."""
    while await until_asked(pilot, app):
        screen = game(app)
        if any(screen.desk.link.reason(number) for number in range(screen.desk.link.answered())):
            return screen
        ask = screen.desk.ask
        assert ask is not None
        await screen.give([ask.options[0].id])
    raise AssertionError("no bot has moved")


async def test_the_last_bot_move_or_the_marked_line_is_explained_by_key_and_by_typing() -> None:
    app = app_for("person", "bot:greedy", seed=8)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await after_a_bot(pilot, app)
        await pilot.press("y")
        await pilot.pause()
        assert "Player2 tried" in shown(app)
        screen.tell([])
        await pilot.pause()
        assert "Player2 tried" not in shown(app)
        await by_typing(pilot, app, "why")
        await pilot.pause()
        assert "Player2 tried" in shown(app)
        log = screen.query_one(LogPanel)
        log.focus()
        log.go(0)
        number = next(number for number in range(9) if screen.desk.link.moment(None, number).waiting == 0)
        log.go(next(row for row in range(log.count()) if _number(log, row) == number))
        await pilot.press("y")
        await pilot.pause()
        assert "A person decided that" in shown(app)


def _number(log: LogPanel, row: int) -> int:
    log.go(row)
    line = log.current()
    assert line is not None
    return line.number
