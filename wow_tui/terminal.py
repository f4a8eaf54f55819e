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
from typing import TYPE_CHECKING, Any, NamedTuple

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


class Wishes(NamedTuple):
    """What the command line says about the screen; None leaves a setting as it is."""

    theme: str | None = None
    ascii: bool | None = None
    mouse: bool | None = None
    colour: str = "auto"


def launch(
    wishes: Wishes, table: Any = None, go_on: bool = False, entry: str = "", lab: Any = None, join: Any = None
) -> int:
    """Run the app in this terminal; the exit status.

    `table`: a match to go straight into; `go_on`: go on with the one played last; `entry`: of the title,
    to be opened at once; `lab`: what is looked at in the lab; `join`: a `wow_tui.net.session.Joining`.
    """
    # In a browser the terminal is a pipe that only Textual's own driver knows how to use.
    browser = "TEXTUAL_DRIVER" in os.environ
    if not browser and not (_is_terminal(sys.__stdin__) and _is_terminal(sys.__stderr__)):
        from wow_tui.actions import say

        sys.stderr.write(say("start.no-terminal") + "\n")
        return 2
    guard = Guard()
    if not browser:
        guard.install()
    from wow_tui import actions, config

    loaded = config.load()
    settings = loaded.settings
    for name in ("theme", "ascii", "mouse"):
        wish = getattr(wishes, name)
        if wish is not None:
            setattr(settings, name, wish)
    choose_colours(wishes, settings)
    # Read when Textual is imported: how long it gathers changes before it draws them.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    from wow_tui.app import WowApp

    app = WowApp(settings, loaded.problems, None if browser else guard, table, go_on, entry, lab, join)
    try:
        app.run(mouse=settings.mouse)
    except BaseException as error:
        guard.restore()
        sys.stderr.write(crash_sentence(error, app.table) + "\n")
        return 1
    finally:
        guard.restore()
    if app.crashed:
        sys.stderr.write(app.crashed + "\n")
    elif app.table is not None and not browser:
        trouble = app.table.trouble
        sys.stdout.write(actions.say("leave.unsaved", reason=trouble) if trouble else actions.say("leave.saved"))
        sys.stdout.write("\n")
    return app.return_code or 0


def _is_terminal(file: Any) -> bool:
    return file is not None and os.isatty(file.fileno())


def choose_colours(wishes: Wishes, settings: Any) -> None:
    """Set what Textual reads from the environment when imported, and a theme that fits the terminal."""
    environ = os.environ
    if wishes.colour in ("always", "16") or environ.get("NO_COLOR") == "":
        environ.pop("NO_COLOR", None)
    if wishes.colour == "always":
        environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
    elif wishes.colour == "never" or environ.get("TERM") in ("dumb", "unknown"):
        environ["NO_COLOR"] = "1"
    elif wishes.colour == "16" or not _many_colours(environ.get("TERM", ""), environ.get("COLORTERM", "")):
        environ["TEXTUAL_COLOR_SYSTEM"] = "standard"
        # Mixing true colours down to sixteen makes empires alike; this theme is made of the sixteen.
        if wishes.theme is None and settings.theme != "mono":
            settings.theme = "16-colours"


def _many_colours(term: str, colour_term: str) -> bool:
    return colour_term.lower() in ("truecolor", "24bit") or any(
        word in term for word in ("256color", "direct", "kitty", "alacritty", "ghostty", "wezterm", "foot")
    )


def crash_sentence(error: BaseException, table: Any) -> str:
    """Save the match, write the details of a crash to a file, and say in one sentence what became of both."""
    from wow_tui.actions import say
    from wow_tui.clean import clean

    state = "nothing"
    if table is not None:
        try:
            table.save()
            state = "unsaved" if table.trouble or table.path is None else "saved"
        except Exception:  # the crash may have been in the match itself
            state = "unsaved"
    values = {"kind": clean(type(error).__name__, 60), "saved": say(f"crash.{state}")}
    try:
        return say("crash.sentence", path=clean(str(_write_crash(error)), 300), **values)
    except OSError:
        return say("crash.unwritten", **values)


def _write_crash(error: BaseException) -> Any:
    import traceback

    from wow_tui import config

    folder = config.crash_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"crash-{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}.txt"
    # No local variables: they may hold what a player must not see.
    path.write_text("".join(traceback.format_exception(error)), encoding="utf-8", errors="replace")
    path.chmod(0o600)
    return path
