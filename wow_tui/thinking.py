"""Thinking in other processes: a bot that takes long must not hold the interpreter of whoever draws the screen.

    chosen = await elsewhere().choose(bot, view, ask)      # any bot of `wow_tui.bots`
    result = await elsewhere().call(function, *arguments)  # any other long work: a hint, an analysis

The result is the same as in this process: the bot itself travels, with its random numbers and what it remembers,
and comes back as it is after its decision. Nothing stays behind in the other process, so that one which was killed
is simply replaced. Where no process can be started, or what is asked cannot be pickled, a thread thinks. Whoever
stops waiting (a cancelled task) stops the thinking, too. A process ends with the one that started it, however
that ends.

A pool of `concurrent.futures` would need a third process, import the program's main module again, and could not
stop what it has begun.
"""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from rules.ask import Ask
from wow_tui.bots.bot import Bot
from wow_tui.thinker import called, choose

P = ParamSpec("P")
R = TypeVar("R")

# Processes tried for one piece of work before a thread of this one does it.
TRIES = 2
_START = "import sys; sys.path.insert(0, sys.argv[1]); from wow_tui.thinker import work; work()"
_BROKEN = (EOFError, OSError, ValueError, pickle.UnpicklingError)


class Elsewhere:
    """Does work in up to `processes` other processes; more has to wait. They are started when they are needed."""

    def __init__(self, processes: int = 1) -> None:
        # Each of these threads has a process of its own and waits for it.
        self._threads = ThreadPoolExecutor(processes, "thinking")
        self._own = threading.local()
        self._workers: set[_Worker] = set()

    async def choose(self, bot: Bot, view: Any, ask: Ask) -> list[str]:
        """What the bot answers. Afterwards the bot is as if it had chosen here, its reason included."""
        if not bot.looks:
            return bot.choose(None, ask)
        chosen, after = await self.call(choose, bot, view, ask)
        if after is not bot:
            vars(bot).update(vars(after))
        return chosen

    async def call(self, function: Callable[P, R], *args: P.args, **keywords: P.kwargs) -> R:
        """What a function of a module returns or raises; arguments and result are copies."""
        try:
            job = _Job(pickle.dumps((function, args, keywords), pickle.HIGHEST_PROTOCOL))
        except (pickle.PicklingError, AttributeError, TypeError):
            return await asyncio.to_thread(function, *args, **keywords)
        try:
            result: R = await asyncio.wrap_future(self._threads.submit(self._do, job))
        except asyncio.CancelledError:
            job.stop()
            raise
        return result

    def begin(self, function: Callable[P, R], *args: P.args, **keywords: P.kwargs) -> Future[R]:
        """The same for whoever does not run in a loop: the result to come. `PicklingError` and the like at once."""
        job = _Job(pickle.dumps((function, args, keywords), pickle.HIGHEST_PROTOCOL))
        return self._threads.submit(self._do, job)

    def workers(self) -> list[int]:
        """The ids of the processes that there are."""
        return [worker.process.pid for worker in self._workers]

    def close(self) -> None:
        """End all processes, and whatever they do."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in list(self._workers):
            worker.end()

    def _do(self, job: _Job) -> Any:
        for _ in range(TRIES):
            worker = None if job.stopped else self._worker()
            if worker is None:
                break
            try:
                done, result = job.by(worker)
            except _BROKEN:
                self._workers.discard(worker)
                worker.end()
                self._own.worker = None
            else:
                if done:
                    return result
                break
        if job.stopped:
            return None
        # What went wrong there goes wrong here again, and is raised where it can be read.
        return called(job.pickled)

    def _worker(self) -> _Worker | None:
        """The process of this thread, a new one if it has none; None if none can be started."""
        worker: _Worker | None = getattr(self._own, "worker", None)
        if worker is None:
            with suppress(OSError, ValueError):
                worker = self._own.worker = _Worker()
                self._workers.add(worker)
        return worker


@lru_cache(maxsize=1)
def elsewhere() -> Elsewhere:
    """One process beside this one, for whoever needs no more."""
    return lasting(1)


def lasting(processes: int) -> Elsewhere:
    """So many processes that end with this one."""
    import atexit

    made = Elsewhere(processes)
    atexit.register(made.close)
    return made


class _Job:
    """A piece of work, and the process that is at it."""

    def __init__(self, pickled: bytes) -> None:
        self.pickled, self.stopped = pickled, False
        self._lock = threading.Lock()
        self._worker: _Worker | None = None

    def by(self, worker: _Worker) -> tuple[bool, Any]:
        """Whether that process did it, and the result. One of _BROKEN if the process is no more."""
        with self._lock:
            if self.stopped:
                return False, None
            self._worker = worker
        try:
            return worker.do(self.pickled)
        finally:
            with self._lock:
                self._worker = None

    def stop(self) -> None:
        """Nobody waits for it any more."""
        with self._lock:
            self.stopped = True
            if self._worker is not None:
                self._worker.kill()


class _Worker:
    """The near end of a process that works."""

    def __init__(self) -> None:
        """Start it. OSError if that fails."""
        root = str(Path(__file__).parent.parent)
        # A session of its own: what the terminal sends to the program in front of it does not end a worker.
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, root],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def do(self, pickled: bytes) -> tuple[bool, Any]:
        """Whether it could be done, and the result."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(pickled)
        self.process.stdin.flush()
        done, result = pickle.load(self.process.stdout)
        return done, result

    def kill(self) -> None:
        """Stop it at once; whoever waits for its answer is told so by EOFError."""
        self.process.kill()

    def end(self) -> None:
        """Stop it and let go of it."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self.process.wait()
