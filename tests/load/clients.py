"""SSH clients that measure: from connecting to ready, from a key to the first byte that answers it."""

from __future__ import annotations

import asyncio
import re
import statistics
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import asyncssh

from tests.ssh_server import Client

_ESCAPES = re.compile(r"\x1b\[[0-9;:<=>?]*[ -/]*[@-~]|\x1b[P_^X\]].*?(?:\x07|\x1b\\)|\x1b.", re.S)
_KEPT = 60_000
# How the window's title is marked when it is one's turn, and how that is taken back.
_CALLED, _CALL_OVER = "\x1b]2;* ", "\x1b[23;2t"


class Session(asyncssh.SSHClientSession[bytes]):
    """One session, what it shows and when."""

    def __init__(self) -> None:
        self.channel: Any = None
        self.connection: Any = None
        self.raw = ""
        self.size = 0
        self.closed = self.called = False
        """`called`: the window says that it is his turn."""
        self.status: int | None = None
        self.first = self.last = 0.0
        self._news = asyncio.Event()

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Something was drawn."""
        self.last = time.perf_counter()
        self.first = self.first or self.last
        self.size += len(data)
        # A terminal that can draw whole frames says so when it is asked.
        if b"\x1b[?2026$p" in data:
            self.channel.write(b"\x1b[?2026;2$y")
        self.raw = (self.raw + data.decode("utf-8", "replace"))[-_KEPT:]
        self._hear_calls(len(data))
        self._news.set()

    def _hear_calls(self, size: int) -> None:
        # Looked for at once, for a few whole screens are more than what is kept; a mark may come in two pieces.
        new = self.raw[-size - len(_CALLED) :]
        called, over = new.rfind(_CALLED), new.rfind(_CALL_OVER)
        if called != over:
            self.called = called > over

    def exit_status_received(self, status: int) -> None:
        """It ended."""
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.closed = True
        self._news.set()

    def text(self) -> str:
        """What was written lately, without escape sequences."""
        return _ESCAPES.sub("", self.raw)

    async def shows(self, pattern: str, seconds: float = 30) -> None:
        """Wait for a text. AssertionError with what there is instead."""
        end = time.perf_counter() + seconds
        while not re.search(pattern, self.text()):
            assert not self.closed, self.text()[-1000:]
            assert time.perf_counter() < end, self.text()[-1000:]
            self._news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), 1)

    async def news(self, seconds: float) -> bool:
        """Wait until anything comes, or it is over; whether it did."""
        self._news.clear()
        if self.closed:
            return False
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
            return True
        return False

    async def settled(self, seconds: float) -> None:
        """Wait until nothing has come for so long."""
        while await self.news(seconds):
            pass

    async def key(self, key: bytes, seconds: float = 20) -> float:
        """Press a key; milliseconds until something is drawn."""
        self.first = 0.0
        began = time.perf_counter()
        self.channel.write(key)
        while not self.first and time.perf_counter() - began < seconds and not self.closed:
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), seconds)
            except TimeoutError:
                break
        return ((self.first or time.perf_counter()) - began) * 1000


async def connect(port: int, answers: str = "", key: asyncssh.SSHKey | None = None) -> asyncssh.SSHClientConnection:
    """Log in with a key, or by `code|name|word`."""
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        username="table",
        known_hosts=None,
        config=None,
        agent_path=None,
        client_keys=[key] if key is not None else None,
        client_factory=lambda: Client([answers]),
    )


async def begin(connection: asyncssh.SSHClientConnection, size: tuple[int, int] | None = (120, 40)) -> Session:
    """A session; without a size it is in line mode."""
    session = Session()
    session.connection = connection
    more: dict[str, Any] = {} if size is None else {"term_type": "xterm-256color", "term_size": (*size, 0, 0)}

    def made() -> Session:
        return session

    session.channel, _ = await connection.create_session(made, encoding=None, **more)
    return session


def share(values: Iterable[float], part: float) -> float:
    """The value below which that part of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(part * (len(ordered) - 1)))] if ordered else 0.0


def middle(values: Iterable[float]) -> float:
    """The median, 0 of nothing."""
    ordered = list(values)
    return statistics.median(ordered) if ordered else 0.0
