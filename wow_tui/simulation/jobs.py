"""Runs of many games, in this process or in several."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from rules.game import load
from wow_tui.bots import make
from wow_tui.simulation import Result, Setup, play

# Games handed to a process at once, at most: few enough that a run that is stopped ends soon.
MOST = 5


def results(setup: Setup, games: int, jobs: int = 1) -> Generator[list[Result], None, None]:
    """The results of games 0 to `games` - 1 in their order, some at a time, from `jobs` processes.

    ValueError at once for players, options or bots there are not. BrokenProcessPool if a process dies.
    Close it if you leave it early: that ends the processes.
    """
    load(setup.game).new(len(setup.bots), setup.options, 0)
    for name in setup.bots:
        make(name, 0)
    if jobs == 1:
        return ([play(setup, number)] for number in range(games))
    return _from_processes(setup, games, jobs)


def chunks(games: int, jobs: int) -> list[range]:
    """The numbers of the games in parts, several for each process."""
    size = max(1, min(MOST, games // (jobs * 4)))
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


def _play_all(setup: Setup, numbers: range) -> list[Result]:
    return [play(setup, number) for number in numbers]


def _from_processes(setup: Setup, games: int, jobs: int) -> Generator[list[Result], None, None]:
    parts = chunks(games, jobs)
    # A forked process would inherit locks that threads of this one hold, so fresh ones are started.
    pool = ProcessPoolExecutor(min(jobs, len(parts)), mp_context=get_context("spawn"))
    try:
        with _interrupts_ignored():
            futures = [pool.submit(_play_all, setup, numbers) for numbers in parts]
        for future in futures:
            yield future.result()
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
