"""A client's end: connects, says who it is, asks, hears; and comes back by itself when the line or the host is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from typing import NamedTuple

import msgspec

from rules.ask import Illegal, Refusal
from wow_tui.net.limits import HEARTBEAT, SILENCE, WHOLE_FRAME
from wow_tui.net.messages import (
    VERSION,
    AllNews,
    Bye,
    Done,
    Greeting,
    Hello,
    Leave,
    Ping,
    Refused,
    Request,
    Sit,
    Watch,
    Welcome,
)
from wow_tui.net.wire import MOST_FRAME, WireError, frame, read_frame, read_news

# Seconds until the next try to come back; the last one is repeated.
TRIES = (0.05, 0.1, 0.2, *[0.3] * 100, 2.0)
CONNECT = 5.0
# Why a host ends a connection that it would end again.
_FINAL = ("net.version", "net.trust", "net.token", "net.codes", "net.hello")


class Place(NamedTuple):
    """Where a host is: a Unix socket, or an address and port."""

    socket: Path | None = None
    address: str = "127.0.0.1"
    port: int = 0

    def __str__(self) -> str:
        if self.socket is not None:
            return str(self.socket)
        return f"[{self.address}]:{self.port}" if ":" in self.address else f"{self.address}:{self.port}"


class Identity(NamedTuple):
    """Who comes. `token`: the secret for a host with that id; `key`, `origin` as in `messages.Hello`."""

    name: str = ""
    token: Callable[[str], str] = lambda host: ""
    key: str = ""
    origin: str = ""


class Lost(Exception):
    """There is no connection to the host now; its text is the rule of a refusal."""


class Client:
    """A connection that lasts over single ones. `hear` is called with all that comes unasked.

    `greeting`, `welcome`: what the host said last; `lost`: whether there is no connection now; `over`: why there
    will be none again, or empty.
    """

    def __init__(self, place: Place, identity: Identity) -> None:
        self.place, self.identity = place, identity
        self.greeting: Greeting | None = None
        self.welcome: Welcome | None = None
        self.lost, self.over = True, ""
        self.hear: Callable[[AllNews], None] = lambda news: None
        self.moved: Callable[[], None] = lambda: None
        """Called when the connection is lost, or is there again."""
        self._seat: Sit | Watch | None = None
        self._seq = 0
        self._waiting: dict[int, asyncio.Future[list[str]]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._back = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> Welcome:
        """Connect for the first time. OSError, Illegal with a reason of the host, or TimeoutError."""
        async with asyncio.timeout(CONNECT):
            reader = await self._connect()
        self._task = asyncio.create_task(self._stay(reader))
        assert self.welcome is not None
        return self.welcome

    async def close(self) -> None:
        """End it for good."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._drop("net.closed")
        self.over = "net.closed"

    async def ask(self, request: Request) -> list[str]:
        """Have a request fulfilled; what Done holds. Illegal if it is refused, Lost if the line breaks meanwhile."""
        values = await self._send(request)
        if isinstance(request, Sit | Watch):
            self._seat = request
        elif isinstance(request, Leave):
            self._seat = None
        return values

    async def back(self) -> None:
        """Wait until there is a connection. Lost if there will be none."""
        while self.lost:
            if self.over:
                raise Lost(self.over)
            self._back.clear()
            await self._back.wait()

    # One connection

    async def _connect(self) -> asyncio.StreamReader:
        if self.place.socket is not None:
            reader, writer = await asyncio.open_unix_connection(self.place.socket, limit=2 * MOST_FRAME)
        else:
            reader, writer = await asyncio.open_connection(self.place.address, self.place.port, limit=2 * MOST_FRAME)
        try:
            self._writer, self._seq = writer, 0
            greeting = await _news(reader)
            if not isinstance(greeting, Greeting) or greeting.version != VERSION:
                raise Illegal(Refusal("net.version"))
            self.greeting = greeting
            token = "" if self.identity.key else self.identity.token(greeting.host)
            name, key, origin = self.identity.name, self.identity.key, self.identity.origin
            self._write(Hello(seq=0, version=VERSION, name=name, token=token, key=key, origin=origin))
            while not isinstance(news := await _news(reader), Done):
                if isinstance(news, Welcome):
                    self.welcome = news
                elif isinstance(news, Refused | Bye):
                    raise Illegal(Refusal(news.rule))
            if self.welcome is None:
                raise Illegal(Refusal("net.hello"))
        except BaseException as error:
            writer.close()
            if isinstance(error, WireError | EOFError):
                raise Illegal(Refusal("net.foreign")) from None
            raise
        self.lost = False
        self._back.set()
        return reader

    def _write(self, request: Request) -> int:
        """Send a request under the next number, and which that is."""
        assert self._writer is not None
        self._seq += 1
        self._writer.write(frame(msgspec.structs.replace(request, seq=self._seq)))
        return self._seq

    async def _send(self, request: Request) -> list[str]:
        if self.lost or self._writer is None:
            raise Lost(self.over or "net.lost")
        number = self._write(request)
        answer: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Hear until the connection ends. OSError, EOFError, TimeoutError, WireError."""
        while True:
            news = await _news(reader)
            if isinstance(news, Done | Refused):
                waiting = self._waiting.get(news.seq)
                if waiting is None or waiting.done():
                    continue
                if isinstance(news, Done):
                    waiting.set_result(news.values)
                else:
                    waiting.set_exception(Illegal(Refusal(news.rule, news.reason, news.values)))
            elif isinstance(news, Bye):
                if news.rule in _FINAL:
                    self.over = news.rule
                return
            else:
                self.hear(news)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            with suppress(Illegal):
                await self._send(Ping(seq=0))

    def _drop(self, why: str) -> None:
        self.lost = True
        if self._writer is not None:
            self._writer.transport.abort()
            self._writer = None
        for waiting in list(self._waiting.values()):
            if not waiting.done():
                waiting.set_exception(Lost(why))
        self._waiting.clear()

    # Over single connections

    async def _stay(self, reader: asyncio.StreamReader) -> None:
        current: asyncio.StreamReader | None = reader
        while not self.over:
            if current is not None:
                await self._live(current)
                self._drop(self.over or "net.lost")
                self.moved()
            current = await self._again()
        self._back.set()
        self.moved()

    async def _live(self, reader: asyncio.StreamReader) -> None:
        beat = asyncio.create_task(self._beat())
        listen = asyncio.create_task(self._listen(reader))
        seat = asyncio.create_task(self._sit_again())
        try:
            await asyncio.wait((listen, beat), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (listen, beat, seat):
                task.cancel()
            await asyncio.gather(listen, beat, seat, return_exceptions=True)

    async def _sit_again(self) -> None:
        """Take the place at the table that one had on the connection before."""
        if self._seat is not None:
            try:
                await self._send(self._seat)
            except Illegal:
                self._seat = None
        self.moved()

    async def _again(self) -> asyncio.StreamReader | None:
        for wait in chain(TRIES, repeat(TRIES[-1])):
            await asyncio.sleep(wait)
            try:
                async with asyncio.timeout(CONNECT):
                    return await self._connect()
            except Illegal as illegal:
                if illegal.refusal.rule in _FINAL:
                    self.over = illegal.refusal.rule
                    return None
            except (OSError, TimeoutError):
                continue
        return None


async def _news(reader: asyncio.StreamReader) -> AllNews:
    return read_news(await read_frame(reader, MOST_FRAME, SILENCE, 4 * WHOLE_FRAME))


def refusal_of(error: BaseException) -> Refusal | None:
    """Why a host could not be reached or asked, to be said by `Speaker.refusal`; None for any other error."""
    if isinstance(error, Illegal):
        return error.refusal
    if isinstance(error, Lost):
        return Refusal(str(error))
    # A name that can be no host's is one that cannot be encoded.
    return Refusal("net.unreachable") if isinstance(error, OSError | TimeoutError | UnicodeError) else None
