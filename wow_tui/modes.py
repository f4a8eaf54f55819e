"""The terminal's modes: whatever ends the program, none is left on, and the match is saved first.

The only place that knows how Textual's driver writes; `tests/test_terminal.py` holds it to that.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
# In this order: end a sequence cut off half way, synchronized output, mouse modes, paste, wrap, resize
# reports and kitty keys (which belong to the alternate screen), then that screen, cursor, focus, colours.
RESTORE = (
    "\x1b\\\x1b[?2026l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?2004l\x1b[?7h"
    f"\x1b[?2048l\x1b[<u{LEAVE}\x1b[?25h\x1b[?1004l\x1b[0m"
)
# The window's title is put on a stack of the terminal's own and taken back from there.
KEEP_TITLE, GIVE_TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"
SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")
# Longer than any save takes, shorter than service managers wait.
PATIENCE = 1.5
# How long a terminal may take to read on before it is left as it is.
SHORT_PATIENCE = 0.5
MOST_HELD = 65_536


class Output:
    """The text file the driver writes to: one system call per frame, and none after it was shut."""

    def __init__(self, file: int) -> None:
        """`file`: the number of the open file that is the terminal."""
        self._file, self._lock = file, threading.RLock()
        self._held: list[str] = []
        self._size = 0
        self._shut = False
        self._titled = False
        self.entered = False

    def fileno(self) -> int:
        """The number of the open file."""
        return self._file

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return os.isatty(self._file)

    def write(self, text: str) -> int:
        """Hold text back until `flush`, so that a frame is not shown half way."""
        self._held.append(text)
        self._size += len(text)
        if self._size > MOST_HELD:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Write what is held. A terminal that is gone takes it silently."""
        with self._lock:
            text = "".join(self._held)
            self._held.clear()
            self._size = 0
            if self._shut or not text:
                return
            if ENTER in text:
                self.entered = True
            with suppress(OSError):
                _write_all(self._file, text)
            if LEAVE in text:
                self.entered = False

    def set_title(self, text: str) -> None:
        """Have the window called so; an empty text brings back its name. The text must be clean."""
        if text:
            self.write(f"{'' if self._titled else KEEP_TITLE}\x1b]2;{text}\x07")
        elif self._titled:
            self.write(GIVE_TITLE_BACK)
        else:
            return
        self._titled = bool(text)
        self.flush()

    def notify(self, text: str) -> None:
        """Have the terminal tell something outside of its window, where it can. The text must be clean."""
        # Terminals that know the second form are known by name; both would be told twice by some.
        terminal = os.environ.get("TERM", "") + os.environ.get("TERM_PROGRAM", "")
        second = "VTE_VERSION" in os.environ or any(name in terminal for name in ("rxvt", "foot", "ghostty", "Wez"))
        self.write(f"\x1b]777;notify;wow-tui;{text}\x07" if second else f"\x1b]9;{text}\x07")
        self.flush()

    def shut(self) -> None:
        """Write nothing from now on, and put every mode back that may be on."""
        # A terminal that nobody reads may hold the writing thread for ever.
        held = self._lock.acquire(timeout=SHORT_PATIENCE)
        self._shut = True
        undo = (RESTORE if self.entered else "") + (GIVE_TITLE_BACK if self._titled else "")
        self.entered = self._titled = False
        if undo:
            with suppress(OSError):
                _write_soon(self._file, undo)
        if held:
            self._lock.release()


def _write_all(file: int, text: str) -> None:
    rest = memoryview(text.encode("utf-8", "replace"))
    while rest:
        rest = rest[os.write(file, rest) :]


class Guard:
    """Watches over one run of the app: signals, and the terminal's state before it began."""

    def __init__(self) -> None:
        self.output = Output(sys.__stderr__.fileno() if sys.__stderr__ is not None else 2)
        self._attributes = _attributes()
        self._loop: AbstractEventLoop | None = None
        self._save: Callable[[], None] | None = None
        self._seen = 0

    def install(self) -> None:
        """Take over the signals, as early as possible."""
        for name in SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                signal.signal(number, self._signalled)

    def watch(self, loop: AbstractEventLoop, save: Callable[[], None]) -> None:
        """From now on a signal first calls `save`, inside the loop."""
        self._loop, self._save = loop, save

    def restore(self) -> None:
        """Put the terminal back to what it was, if that has not been done."""
        self.output.shut()
        _set_attributes(self._attributes)

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        self._seen += 1
        loop = self._loop
        if loop is None or loop.is_closed() or self._seen > 1:
            self._leave(number)
        else:
            # Inside the loop no answer is half given, so that the match can be saved as it is.
            loop.call_soon_threadsafe(self._saved, number)
        waiting = threading.Timer(PATIENCE, self._leave, (number,))
        waiting.daemon = True
        waiting.start()

    def _saved(self, number: int) -> None:
        try:
            if self._save is not None:
                self._save()
        finally:
            self._leave(number)

    def _leave(self, number: int) -> None:
        """End the process at once: threads that still work must not hold it."""
        try:
            self.restore()
        finally:
            os._exit(128 + number)


def _write_soon(file: int, text: str) -> None:
    """Write as `_write_all`, but give up on a terminal that takes nothing for a while."""
    rest, end = text.encode(), time.monotonic() + SHORT_PATIENCE
    os.set_blocking(file, False)
    try:
        while rest and (left := end - time.monotonic()) > 0:
            if select.select([], [file], [], left)[1]:
                rest = rest[os.write(file, rest) :]
    finally:
        os.set_blocking(file, True)


def _attributes() -> Any:
    try:
        import termios

        return termios.tcgetattr(0)
    except (ImportError, OSError, ValueError):
        return None
    except Exception as error:  # termios.error is no OSError
        if type(error).__name__ != "error":
            raise
        return None


def _set_attributes(attributes: Any) -> None:
    if attributes is None:
        return
    import termios

    # A process in the background would be stopped for touching the terminal.
    with suppress(ValueError):
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    with suppress(termios.error):
        termios.tcsetattr(0, termios.TCSANOW, attributes)
        # Reports of the mouse that are still on their way would be typed into the shell.
        termios.tcflush(0, termios.TCIFLUSH)


def driver(output: Output) -> Any:
    """A driver class that writes to `output`; None where there is no such terminal."""
    try:
        from textual.drivers.linux_driver import LinuxDriver
    except ImportError:
        return None

    class Driver(LinuxDriver):
        """Textual's driver over a terminal file that can be shut."""

        def __init__(self, *args: Any, **keywords: Any) -> None:
            super().__init__(*args, **keywords)
            self._file = output  # type: ignore[assignment]

        def set_mouse(self, on: bool) -> None:
            """Turn the mouse on or off while the app runs."""
            if on:
                self._mouse = True
                self._enable_mouse_support()
            else:
                self._disable_mouse_support()
                self._mouse = False

    return Driver
