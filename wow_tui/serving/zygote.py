"""The fork server: imports the client once, then forks a child for each login.

Run as `python -m wow_tui.serving.zygote CONTROL MODULE...`, CONTROL being the number of a connected Unix
socket. Children live in sessions of their own and outlive this process; the end of the socket ends both.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from wow_tui.serving.spawning import MOST, Ended, Inbox, Ready, Start, send

PATIENCE = 3.0
# What a child may grow to, write into one file, and hold open.
MOST_MEMORY = 512 << 20
MOST_FILE = 4 << 20
MOST_OPEN = 64
_NICE = 2


class Zygote:
    """One fork server over its control socket."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.children: dict[int, int] = {}
        self._inbox = Inbox()
        self._files: list[int] = []
        self._wake, self._waking = os.pipe()
        for file in (self._wake, self._waking):
            os.set_blocking(file, False)

    def serve(self) -> None:
        """Fork and reap until the front end has gone, then see that the children go too."""
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(self._waking, warn_on_full_buffer=False)
        with contextlib.suppress(OSError):
            send(self.control, Ready(os.getpid()))
            while self._once():
                pass
        self._end()

    def _once(self) -> bool:
        control = self.control.fileno()
        readable, _, _ = select.select([control, self._wake], [], [])
        if self._wake in readable:
            with contextlib.suppress(BlockingIOError):
                os.read(self._wake, 4096)
            self._reap()
        if control in readable:
            data, files, _, _ = socket.recv_fds(self.control, MOST, 8)
            self._files += files
            if not data:
                return False
            for message in self._inbox.feed(data):
                if isinstance(message, Start):
                    self._fork(message)
        return True

    def _fork(self, start: Start) -> None:
        terminal, lifeline = self._files[:2]
        del self._files[:2]
        pid = os.fork()
        if pid == 0:
            become(start, terminal, lifeline)
        os.close(terminal)
        os.close(lifeline)
        self.children[pid] = start.number

    def _reap(self) -> None:
        while self.children:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            number = self.children.pop(pid, None)
            if number is not None:
                send(self.control, Ended(number, os.waitstatus_to_exitcode(status)))

    def _end(self) -> None:
        """Children whose front end has gone: first asked to end, then ended."""
        for number in (signal.SIGHUP, signal.SIGKILL):
            for pid in self.children:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            end = time.monotonic() + PATIENCE
            while self.children and time.monotonic() < end:
                with contextlib.suppress(OSError):
                    self._reap()
                time.sleep(0.05)


def become(start: Start, terminal: int, lifeline: int) -> None:
    """Be the child of one login: a terminal of its own, nothing of anybody else's. Does not return."""
    status = 70
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        lifeline = _take(terminal, lifeline)
        _hang_on(lifeline)
        _confine()
        module, _, name = start.target.partition(":")
        target: Callable[[bytes], int | None] = getattr(importlib.import_module(module), name)
        status = target(start.spec) or 0
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        # Nothing of the fork server's may run at the end: no atexit, no buffers of others.
        os._exit(status)


def _take(terminal: int, lifeline: int) -> int:
    """Standard input, output and errors are the terminal; only the lifeline stays open besides. Its number."""
    import fcntl
    import termios

    if os.isatty(terminal):
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for file in range(3):
        os.dup2(terminal, file)
    if lifeline != 3:
        os.dup2(lifeline, 3)
    os.closerange(4, os.sysconf("SC_OPEN_MAX"))
    os.set_inheritable(3, False)
    return 3


def _hang_on(lifeline: int) -> None:
    """From now on the kernel ends this process when the other end is closed, whatever it is doing."""
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:
        os._exit(128 + signal.SIGIO)


def _confine() -> None:
    """Bounds that hold whatever a screen is made to do."""
    import resource

    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_DATA, MOST_MEMORY),
        (resource.RLIMIT_FSIZE, MOST_FILE),
        (resource.RLIMIT_NOFILE, MOST_OPEN),
    ):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (most, most))
    # The front end and the tables go first: a screen that is busy must not delay the others' keys.
    with contextlib.suppress(OSError):
        os.nice(_NICE)


def preload(modules: Sequence[str]) -> None:
    """Import the modules, let each with a `warm` function prepare more, and keep all that out of collections."""
    for name in modules:
        module: Any = importlib.import_module(name)
        warm = getattr(module, "warm", None)
        if warm is not None:
            warm()
    gc.collect()
    gc.freeze()


def main(arguments: Sequence[str]) -> None:
    """The process: the number of the control socket, then the modules to import."""
    control = socket.socket(fileno=int(arguments[0]))
    control.set_inheritable(False)
    preload(arguments[1:])
    Zygote(control).serve()


if __name__ == "__main__":
    main(sys.argv[1:])
