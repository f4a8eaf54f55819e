"""Clients for the tests of the network: raw ones that keep every byte, and games played by them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from rules.whispers.options import preset
from saves.envelope import Seat
from wow_tui.net.host import Host
from wow_tui.net.keeping import Kept
from wow_tui.net.messages import (
    VERSION,
    AllNews,
    Answer,
    Bye,
    Create,
    Done,
    Hello,
    Past,
    Refused,
    Request,
    Sit,
    Standing,
    Talk,
    Watch,
)
from wow_tui.net.room import Room
from wow_tui.net.wire import frame, read_news

CODE = "CODE"
TOKEN = "a secret of sixteen letters at least"
PATIENCE = 30


class Tap:
    """A client that does only what it is told, and keeps every frame it gets.

    `standing`: the newest; `told`: of how many answers it knows; `lines`: what was said; `bye`: why the host ended it.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, name: str) -> None:
        self.reader, self.writer, self.name = reader, writer, name
        self.frames: list[bytes] = []
        self.news: list[AllNews] = []
        self.standing: Standing | None = None
        self.told = self.seq = 0
        self.lines: list[tuple[str, dict[str, str]]] = []
        self.answers: dict[int, Done | Refused] = {}
        self.bye, self.ended = "", False
        self._came = asyncio.Event()
        self._task = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, where: Path | int, name: str = "Ann", **more: Any) -> Tap:
        """Connected and known."""
        tap = await cls.raw(where, name)
        identity = {"token": f"{TOKEN} {name}"} if "key" not in more else {}
        said = await tap.ask(Hello(seq=0, version=VERSION, name=name, **identity, **more))
        assert isinstance(said, Done), said
        return tap

    @classmethod
    async def raw(cls, where: Path | int, name: str = "Ann") -> Tap:
        """Connected, no more."""
        if isinstance(where, Path):
            reader, writer = await asyncio.open_unix_connection(where, limit=1 << 20)
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", where, limit=1 << 20)
        return cls(reader, writer, name)

    async def _listen(self) -> None:
        with suppress(OSError, EOFError):
            while True:
                head = await self.reader.readexactly(4)
                packed = await self.reader.readexactly(int.from_bytes(head, "big"))
                self.frames.append(packed)
                self._heard(read_news(packed))
        self.ended = True
        self._came.set()

    def _heard(self, news: AllNews) -> None:
        self.news.append(news)
        if isinstance(news, Done | Refused):
            self.answers[news.seq] = news
        elif isinstance(news, Past | Standing):
            self.told = news.first + len(news.batches)
            if isinstance(news, Standing):
                self.standing = news
        elif isinstance(news, Talk):
            self.lines += [(line.key, line.values) for line in news.lines]
        elif isinstance(news, Bye):
            self.bye = news.rule
        self._came.set()

    async def until(self, so: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until something is so. TimeoutError; EOFError if the connection ends before."""
        async with asyncio.timeout(seconds):
            while not so():
                if self.ended:
                    raise EOFError(self.bye)
                self._came.clear()
                await self._came.wait()

    def send(self, request: Request, seq: int | None = None) -> int:
        """Send a request under the next number, or another one."""
        if seq is None:
            self.seq += 1
        number = self.seq if seq is None else seq
        self.writer.write(frame(msgspec.structs.replace(request, seq=number)))
        return number

    async def ask(self, request: Request, seq: int | None = None) -> Done | Refused:
        """Send a request, and wait until it is answered."""
        number = self.send(request, seq)
        self.answers.pop(number, None)
        await self.until(lambda: number in self.answers)
        return self.answers.pop(number)

    async def sit(self, room: Room, player: int = -1, code: str = CODE) -> None:
        """Play at a table, until the first standing."""
        said = await self.ask(Sit(seq=0, table=room.id, player=player, code=code))
        assert isinstance(said, Done), said
        await self.until(lambda: self.standing is not None)

    async def make(self, host: Host, wanted: Create) -> tuple[Room, str]:
        """Make a table of this host: the table, and the code it is joined by."""
        said = await self.ask(wanted)
        assert isinstance(said, Done), said
        return host.rooms[said.values[0]], said.values[1]

    async def watch(self, room: Room) -> None:
        """Look on at a table."""
        assert isinstance(await self.ask(Watch(seq=0, table=room.id, code=CODE)), Done)

    async def gone(self) -> None:
        """Wait until the host has ended the connection."""
        async with asyncio.timeout(PATIENCE):
            await self._task

    async def close(self) -> None:
        """Be gone."""
        self._task.cancel()
        self.writer.transport.abort()
        with suppress(asyncio.CancelledError):
            await self._task


@asynccontextmanager
async def hosted(folder: Path, **more: Any) -> AsyncIterator[tuple[Host, Path]]:
    """A host on a Unix socket; bots do not wait."""
    host = Host(folder / "hosted", "Test", pace=0, **more)
    try:
        assert await host.resume() == []
        await host.serve_unix(folder / "s")
        yield host, folder / "s"
    finally:
        await host.close()


async def table(host: Host, kinds: Sequence[str], seed: int = 5, clock: int = 0) -> Room:
    """A table with the usual code, of players `P1`, `P2`, ... of these kinds."""
    seats = [Seat(f"P{number}", kind) for number, kind in enumerate(kinds, 1)]
    return await host.add(seats, preset("printed"), Kept("Table", CODE, [""] * len(kinds), clock=clock), seed)


async def people_at(where: Path | int, room: Room, count: int, prefix: str = "T") -> list[Tap]:
    """So many people at a table, in the order of the players."""
    taps = [await Tap.open(where, f"{prefix}{number}") for number in range(1, count + 1)]
    for tap in taps:
        await tap.sit(room)
    return taps


async def asked(taps: Sequence[Tap], room: Room) -> Tap | None:
    """Wait until one of these people is asked, and knows it; who it is. None when the game is over."""
    async with asyncio.timeout(PATIENCE):
        while room.table.asked is not None:
            step, player = room.table.match.state.step, room.table.asked
            for tap in taps:
                standing = tap.standing
                if standing is not None and standing.me == player and standing.ask is not None:
                    if standing.ask.id == step:
                        return tap
            await asyncio.sleep(0.001)
    return None


async def answer(tap: Tap, chance: random.Random) -> Done | Refused:
    """Give an answer by chance to what is asked."""
    assert tap.standing is not None
    assert tap.standing.ask is not None
    ask = tap.standing.ask
    return await tap.ask(Answer(seq=0, ask=ask.id, answers=[chance.choice(ask.options).id]))


async def play(taps: Sequence[Tap], room: Room, chance: random.Random, most: int = 10_000) -> int:
    """Play by chance to the end, or so many answers; how many were given."""
    for count in range(most):
        tap = await asked(taps, room)
        if tap is None:
            return count
        said = await answer(tap, chance)
        assert isinstance(said, Done), said
    return most
