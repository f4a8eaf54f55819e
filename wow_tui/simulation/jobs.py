"""Runs of many games, in this process or in several."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context

from rules.game import load
from wow_tui.bots import make
from wow_tui.simulation import Result, Setup, lineups, play

# Games handed to a process at once, at most: few enough that a run that is stopped ends soon.
MOST = 5
# Parts of the run that wait for each process.
AHEAD = 4


def results(setup: Setup, games: int, jobs: int = 1, start: int = 0) -> Generator[list[Result], None, None]:
    """The results of games `start` to `games` - 1 in their order, some at a time, from `jobs` processes.

    ValueError at once for players, options or bots there are not. BrokenProcessPool if a process dies.
    Close it if you leave it early: that ends the processes.
    """
    possible(setup)
    if jobs == 1 or start >= games:
        return ([play(setup, number)] for number in range(start, games))
    return _from_processes(setup, start, games, jobs)


def possible(setup: Setup) -> None:
    """ValueError for players, options or bots there are not."""
    load(setup.game).new(setup.seats, setup.options, 0)
    for name in setup.bots:
        make(name, 0)
    lineups(setup)


def chunks(start: int, games: int, jobs: int) -> list[range]:
    """The numbers of the games in parts, several for each process."""
    size = max(1, min(MOST, (games - start) // (jobs * 4)))
    return [range(first, min(first + size, games)) for first in range(start, games, size)]


def play_all(setup: Setup, numbers: range) -> list[Result]:
    """The results of these games."""
    return [play(setup, number) for number in numbers]


def _from_processes(setup: Setup, start: int, games: int, jobs: int) -> Generator[list[Result], None, None]:
    parts = chunks(start, games, jobs)
    # A forked process would inherit locks that threads of this one hold, so fresh ones are started.
    pool = ProcessPoolExecutor(min(jobs, len(parts)), mp_context=get_context("spawn"))
    try:
        with _interrupts_ignored():
            # Only some at a time: a run may have 100,000 games.
            rest = iter(parts)
            waiting = deque(pool.submit(play_all, setup, numbers) for numbers in islice(rest, jobs * AHEAD))
        while waiting:
            found = waiting.popleft().result()
            waiting.extend(pool.submit(play_all, setup, numbers) for numbers in islice(rest, 1))
            yield found
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C for good: this one tells them when to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
