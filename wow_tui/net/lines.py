"""Lines from standing input for line mode, where reading may be broken off by what happens elsewhere."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from contextlib import suppress

from wow_tui.plain import Woken

LONGEST = 4_096


class Lines:
    """`read` is a `wow_tui.plain.Read`; `wake`, from any thread, breaks it off."""

    def __init__(self, file: int, write: Callable[[str], None]) -> None:
        """`file`: the number of the open file; `write(text)`: shows a prompt, without a line's end."""
        self._file, self._write = file, write
        self._held = b""
        self._ended = False
        self._far, self._near = os.pipe()
        os.set_blocking(self._far, False)
        os.set_blocking(self._near, False)

    def wake(self) -> None:
        """Break off the reading that goes on, or the next one."""
        with suppress(OSError):
            os.write(self._near, b"!")

    def read(self, prompt: str) -> str:
        """The next line. EOFError at the end of input, Woken when broken off."""
        self._write(prompt)
        while b"\n" not in self._held:
            if self._ended:
                raise EOFError
            ready = select.select([self._file, self._far], [], [])[0]
            if self._far in ready:
                os.read(self._far, 4096)
                self._write("\n")
                raise Woken
            part = os.read(self._file, LONGEST)
            if not part:
                self._ended = True
                if not self._held:
                    raise EOFError
                self._held += b"\n"
            else:
                self._held += part
                if b"\n" not in self._held:
                    self._held = self._held[:LONGEST]
        line, _, self._held = self._held.partition(b"\n")
        return line.decode("utf-8", "replace")

    def close(self) -> None:
        """Give the pipe back."""
        os.close(self._far)
        os.close(self._near)
