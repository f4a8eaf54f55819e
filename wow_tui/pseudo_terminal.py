"""A program on a terminal of its own, watched from outside: what it writes when, and what it costs. Linux only.

Times are seconds of `time.perf_counter`, taken before anything else is done with what was read.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import perf_counter

from msgspec import Struct

from wow_tui.processes import Memory, family, memory, processor

# Whatever a terminal takes as a command instead of showing it.
_COMMANDS = re.compile(rb"\x1b(?:\[[0-9;:<=>?]*[ -/]*[@-~]|[P_^X\]](?:[^\x07\x1b]|\x1b(?!\\))*(?:\x07|\x1b\\)?|.)")
# The question whether frames can be shown at once, and the answer of a terminal that can.
_SYNC_ASKED, _SYNC_KNOWN = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
LEAVING = 10.0


class Burst(Struct):
    """What came until the program was quiet: seconds from `since` to the first thing to be seen and to the last
    byte (None if nothing came), and the number of bytes."""

    shown: float | None
    last: float | None
    size: int


class Watched:
    """A running program. `started` is the moment before its process was made."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], rows: int, columns: int) -> None:
        """Start it. OSError where there are no terminals to be had."""
        self.started = perf_counter()
        self._process, self._terminal = pty.fork()
        if self._process == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.execvpe(command[0], list(command), dict(environ))
            finally:
                os._exit(127)
        self.ended = False

    def burst(self, since: float, quiet: float, most: float, first: float | None = None) -> Burst:
        """Read until nothing has come for `quiet` seconds (before something shows: `first`), or for `most` in all."""
        seen, last, size = None, None, 0
        end, wait = perf_counter() + most, first if first is not None else most
        while not self.ended and (left := min(wait, end - perf_counter())) > 0:
            data, now = self._read(left)
            if not data:
                break
            last, size = now, size + len(data)
            if seen is None and _COMMANDS.sub(b"", data).strip():
                seen, wait = now, quiet
        return Burst(None if seen is None else seen - since, None if last is None else last - since, size)

    def _read(self, seconds: float) -> tuple[bytes, float]:
        if not select.select([self._terminal], [], [], seconds)[0]:
            return b"", perf_counter()
        now = perf_counter()
        try:
            data = os.read(self._terminal, 1 << 16)
        except OSError:  # nobody has it open any more
            data = b""
        self.ended = not data
        if _SYNC_ASKED in data:
            os.write(self._terminal, _SYNC_KNOWN)
        return data, now

    def press(self, key: bytes) -> float:
        """Type a key; the moment before that."""
        now = perf_counter()
        os.write(self._terminal, key)
        return now

    def processor(self) -> float:
        """Seconds of processor time that its processes have used up to now."""
        return processor(family(self._process))

    def memory(self) -> Memory:
        """What its processes hold now."""
        return memory(family(self._process))

    def close(self, key: bytes = b"") -> None:
        """Let it end by a key, or by force."""
        if key and not self.ended:
            with suppress(OSError):
                self.press(key)
                while not self.ended:
                    self.burst(0, LEAVING, LEAVING)
                    self.ended = True
        os.close(self._terminal)
        with suppress(ProcessLookupError):
            os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
