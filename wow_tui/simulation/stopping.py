"""The ways to stop a run early: Ctrl-C, and `q` where somebody sits at a terminal."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopping(keys: bool) -> Iterator[Callable[[], bool]]:
    """Gives what tells whether the run is to stop. The first Ctrl-C is only noted, a second one breaks off as usual.

    `keys`: whether `q` stops as well; it does nothing where standard input is no terminal of ours.
    """
    pressed: list[int] = []

    def handle(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, handle)
    try:
        with _letters(keys) as typed:
            yield lambda: bool(pressed) or "q" in typed().lower()
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _letters(wanted: bool) -> Iterator[Callable[[], str]]:
    """Gives what reads the letters typed so far, which are not shown; nothing where there is no terminal."""
    try:
        import termios
        import tty
    except ImportError:  # Windows has none
        wanted = False
    if not wanted or not _ours():
        yield lambda: ""
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)

    def typed() -> str:
        # Reading from the background would stop the program.
        if not _ours() or not select.select([terminal], [], [], 0)[0]:
            return ""
        return os.read(terminal, 1000).decode(errors="replace")

    try:
        yield typed
    finally:
        if _ours():
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _ours() -> bool:
    """Whether standard input is a terminal that listens to this program."""
    try:
        return sys.stdin.isatty() and os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (OSError, ValueError, AttributeError):
        return False
