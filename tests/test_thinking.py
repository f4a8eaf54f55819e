"""Thinking elsewhere gives what thinking here would give, whatever becomes of the other process."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from rules.ask import Ask
from rules.match import Match
from rules.whispers import game
from rules.whispers.options import Options
from rules.whispers.view import View, view
from saves.envelope import Seat
from tests.processes import alive
from wow_tui import bots, thinking
from wow_tui.bots import Bot, Reason
from wow_tui.link import LocalLink
from wow_tui.table import Table
from wow_tui.thinking import Elsewhere

pytestmark = pytest.mark.skipif(os.name != "posix", reason="ends processes by signals")


@pytest_asyncio.fixture
async def mind() -> AsyncIterator[Elsewhere]:
    """A place to think that is closed afterwards."""
    made = Elsewhere()
    yield made
    made.close()


def questions(number: int, seed: int = 4) -> Iterator[tuple[View, Ask]]:
    """Real choices of the first player's bot in a game against others of its kind."""
    state, players = game.new(3, Options(), seed), [bots.make("greedy", seed) for _ in range(3)]
    while number and (now := game.asks(state)):
        player, ask = next(iter(now.items()))
        seen = view(state, player)
        if len(ask.options) > 1:
            yield seen, ask
            number -= 1
        game.take(state, player, players[player].choose(seen, ask))


class Slow:
    """Thinks until it is stopped, or so long that nobody would wait."""

    looks = True
    reason: Reason | None = None

    def choose(self, view: Any, ask: Ask) -> list[str]:
        """Much too late."""
        time.sleep(60)
        return ["done"]


class Doomed:
    """Ends the process it thinks in, unless that is the one given."""

    looks = True
    reason: Reason | None = None

    def __init__(self, home: int) -> None:
        self.home = home

    def choose(self, view: Any, ask: Ask) -> list[str]:
        """Dies, or says in which process it has survived."""
        if os.getpid() != self.home:
            os.kill(os.getpid(), signal.SIGKILL)
        return [str(os.getpid())]


class Local:
    """A bot of a module that no other process finds; it remembers how often it was asked."""

    looks = True
    reason: Reason | None = None
    asked = 0

    def choose(self, view: Any, ask: Ask) -> list[str]:
        """Where it thinks."""
        self.asked += 1
        return [str(os.getpid())]


ASK = Ask(0, 0, "", {}, [])


@pytest.mark.parametrize("name", bots.NAMES)
async def test_a_bot_decides_elsewhere_as_it_does_here_with_the_same_reasons(mind: Elsewhere, name: str) -> None:
    here, there = bots.make(name, 9), bots.make(name, 9)
    for seen, ask in questions(3 if name == "whisperer" else 20):
        assert await mind.choose(there, seen, ask) == here.choose(seen, ask)
        assert there.reason == here.reason


async def test_it_thinks_in_one_other_process_and_only_when_something_is_to_be_seen(mind: Elsewhere) -> None:
    [(seen, ask)] = questions(1)
    await mind.choose(bots.make("random", 1), seen, ask)
    assert mind.workers() == []
    assert await mind.call(os.getpid) == await mind.call(os.getpid) != os.getpid()
    assert mind.workers() == [await mind.call(os.getpid)]


async def test_a_killed_process_is_replaced_and_the_bot_has_forgotten_nothing(mind: Elsewhere) -> None:
    here, there = bots.make("greedy", 9), bots.make("greedy", 9)
    ends = set()
    for seen, ask in questions(6):
        assert await mind.choose(there, seen, ask) == here.choose(seen, ask)
        [worker] = mind.workers()
        os.kill(worker, signal.SIGKILL)
        ends.add(worker)
    assert len(ends) == 6


async def test_a_process_killed_while_it_thinks_is_replaced(mind: Elsewhere) -> None:
    asked = asyncio.create_task(mind.call(time.sleep, 0.4))
    while not mind.workers():
        await asyncio.sleep(0.01)
    [worker] = mind.workers()
    os.kill(worker, signal.SIGKILL)
    await asked
    assert worker not in mind.workers()


async def test_what_ends_every_process_is_thought_here_in_the_end(mind: Elsewhere) -> None:
    [(seen, ask)] = questions(1)
    assert await mind.choose(Doomed(os.getpid()), seen, ask) == [str(os.getpid())]


async def test_without_another_process_a_thread_thinks_the_same(
    mind: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    here, there = bots.make("greedy", 9), bots.make("greedy", 9)
    for seen, ask in questions(5):
        assert await mind.choose(there, seen, ask) == here.choose(seen, ask)
    assert mind.workers() == []


async def test_a_process_that_cannot_import_the_game_is_given_up(
    mind: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "_START", "raise ImportError")
    assert await mind.call(os.getpid) == os.getpid()


async def test_a_bot_that_cannot_travel_thinks_in_a_thread_and_remembers(mind: Elsewhere) -> None:
    class Private(Local):
        """Not to be found by its name."""

    for bot in (Private(), Private()):
        for _ in range(2):
            assert await mind.choose(bot, None, ASK) == [str(os.getpid())]
        assert bot.asked == 2


async def test_an_error_of_a_bot_is_raised_where_it_was_asked(mind: Elsewhere) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await mind.call(int, "three")
    assert await mind.call(int, "3") == 3


async def test_nobody_waiting_any_more_ends_the_thinking_and_the_next_is_served_at_once(mind: Elsewhere) -> None:
    bot: Bot = Slow()
    asked = asyncio.create_task(mind.choose(bot, None, ASK))
    while not mind.workers():
        await asyncio.sleep(0.01)
    [worker] = mind.workers()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await asyncio.wait_for(mind.call(int, "3"), 30) == 3
    assert worker not in mind.workers()


async def test_what_waits_for_its_turn_and_is_not_wanted_any_more_is_never_begun(
    mind: Elsewhere, tmp_path: Path
) -> None:
    first = asyncio.create_task(mind.call(time.sleep, 0.3))
    second = asyncio.create_task(mind.call(Path.touch, tmp_path / "begun"))
    await asyncio.sleep(0.05)
    second.cancel()
    await first
    await mind.call(int, "3")
    assert not (tmp_path / "begun").exists()


async def test_several_processes_think_at_the_same_time() -> None:
    mind = Elsewhere(2)
    try:
        pids = await asyncio.gather(*(mind.call(_pid_after, 0.5) for _ in range(2)))
        assert len(set(pids)) == 2
    finally:
        mind.close()


def _pid_after(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


async def test_a_match_of_bots_is_the_same_wherever_they_think() -> None:
    seats = [Seat(name, "bot:greedy") for name in ("Ann", "Bob")]
    here, there = (Table(Match.new("whispers", 2, Options(), 3), seats) for _ in range(2))
    link = LocalLink(there)
    for _ in range(30):
        here.by_itself()
        await link.go_on()
    assert there.match.journal == here.match.journal


async def test_what_a_bot_prints_does_no_harm(mind: Elsewhere) -> None:
    await mind.call(print, "x" * 100)
    assert await mind.call(int, "3") == 3


PROGRAM = """
import asyncio, os, sys, time
from wow_tui.thinking import elsewhere
async def go():
    asked = asyncio.create_task(elsewhere().call(time.sleep, 60))
    while not elsewhere().workers():
        await asyncio.sleep(0.01)
    print(elsewhere().workers()[0], flush=True)
    {end}
asyncio.run(go())
"""


@pytest.mark.parametrize("end", ["os.kill(os.getpid(), 9)", "os._exit(0)", "return", "1 / 0"])
def test_however_a_program_ends_its_thinking_process_ends_too(end: str) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(end=end)], capture_output=True, text=True, timeout=60)
    worker = int(done.stdout)
    until = time.monotonic() + 20
    while alive(worker):
        assert time.monotonic() < until, "it thinks on"
        time.sleep(0.02)
