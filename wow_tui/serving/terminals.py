"""The terminal of one login, as the front end holds it: a pty, or a pair of sockets for line mode."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable

PIECE = 32_768
# Of what was typed and not yet taken; a pty takes 4 kB of it.
MOST_TYPED = 65_536


class Terminal:
    """Both ends of a terminal. `file` is ours, `theirs` the child's, to be closed once it has it."""

    def __init__(self, size: tuple[int, int] | None) -> None:
        """`size`: columns and rows; None makes one without a size, for line mode."""
        self.sized = size is not None
        if size is None:
            ours, other = socket.socketpair()
            self.file, self.theirs = ours.detach(), other.detach()
        else:
            self.file, self.theirs = os.openpty()
            self.resize(*size)
        os.set_blocking(self.file, False)
        self._typed = bytearray()
        self._on_data: Callable[[bytes], None] | None = None
        self._paused = False
        self._closed = self._ending = False

    def resize(self, columns: int, rows: int) -> None:
        """Tell whoever has the terminal a new size."""
        if not self.sized:
            return
        import termios

        with contextlib.suppress(OSError, termios.error):
            termios.tcsetwinsize(self.file, (rows, columns))

    def handed(self) -> None:
        """The child has its end."""
        if self.theirs >= 0:
            os.close(self.theirs)
            self.theirs = -1

    def listen(self, on_data: Callable[[bytes], None]) -> None:
        """Give what is written on the terminal to `on_data`; b"" once nobody has it any more."""
        self._on_data = on_data
        if not self._paused:
            asyncio.get_running_loop().add_reader(self.file, self._read)

    def pause(self) -> None:
        """Take nothing for now: whoever writes will have to wait."""
        self._paused = True
        if not self._closed:
            asyncio.get_running_loop().remove_reader(self.file)

    def resume(self) -> None:
        """Take again what is written."""
        self._paused = False
        if self._on_data is not None and not self._closed:
            asyncio.get_running_loop().add_reader(self.file, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self.file, PIECE)
        except BlockingIOError:
            return
        except OSError:  # a pty says so when its other end is closed
            data = b""
        if not data:
            self.pause()
        if self._on_data is not None:
            self._on_data(data)

    def drain(self) -> bytes:
        """What was written and not yet read."""
        found = b""
        with contextlib.suppress(OSError):
            while data := os.read(self.file, PIECE):
                found += data
        return found

    def type(self, data: bytes) -> int:
        """Type on it. How many bytes were thrown away, since nobody takes them."""
        room = MOST_TYPED - len(self._typed)
        self._typed += data[:room]
        self._flush()
        return max(0, len(data) - room)

    @property
    def waiting(self) -> int:
        """How many bytes were typed and not yet taken."""
        return len(self._typed)

    def end_of_input(self) -> None:
        """Nothing more will be typed."""
        self._ending = not self.sized
        self._flush()

    def _flush(self) -> None:
        if self._closed:
            return
        loop = asyncio.get_running_loop()
        try:
            while self._typed:
                del self._typed[: os.write(self.file, self._typed)]
        except BlockingIOError:
            loop.add_writer(self.file, self._flush)
            return
        except OSError:
            self._typed.clear()
        loop.remove_writer(self.file)
        if self._ending:
            self._ending = False
            with socket.socket(fileno=os.dup(self.file)) as end, contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Hang up."""
        if self._closed:
            return
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.file)
        loop.remove_writer(self.file)
        self._closed = True
        os.close(self.file)
        self.handed()
