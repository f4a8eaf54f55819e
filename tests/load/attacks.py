"""Hostile clients, each bounded in count and time, and the player beside them."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncssh

from tests.load.clients import Session, begin, connect

_BROKEN = (asyncssh.Error, asyncssh.ChannelListenError, OSError, BrokenPipeError)
_SETTLE = 0.7


class Victim:
    """Somebody who plays: how long a key takes meanwhile."""

    def __init__(self, session: Session, keys: tuple[bytes, bytes]) -> None:
        self.session, self.keys, self._pressed = session, keys, 0

    async def during(self, attack: Awaitable[Any]) -> list[float]:
        """Press keys while something goes on, and at least ten; milliseconds each."""
        running = asyncio.ensure_future(attack)
        felt: list[float] = []
        while not running.done() or len(felt) < 10:
            # To and fro over all attacks: twice the same way would lead to the edge, where nothing is drawn.
            felt.append(await self.session.key(self.keys[self._pressed % 2]))
            self._pressed += 1
            await asyncio.sleep(0.15)
        with suppress(*_BROKEN):
            await running
        return felt


async def _guest(port: int, key: asyncssh.SSHKey, size: tuple[int, int] = (120, 40)) -> Session:
    session = await begin(await connect(port, key=key), size)
    await asyncio.sleep(_SETTLE)
    return session


async def resizes(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """Window changes as fast as one can."""
    session = await _guest(port, key)
    end = time.monotonic() + seconds
    while time.monotonic() < end and not session.closed:
        for step in range(20):
            session.channel.change_terminal_size(100 + step, 30 + step % 10)
        await asyncio.sleep(0.005)
    session.connection.close()


async def keys(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """Tens of thousands of keys a second."""
    session = await _guest(port, key)
    end = time.monotonic() + seconds
    while time.monotonic() < end and not session.closed:
        session.channel.write(b"j" * 1000)
        await asyncio.sleep(0.02)
    session.connection.close()


def paste(end: bytes) -> Callable[[int, asyncssh.SSHKey, float], Awaitable[None]]:
    """A paste of 4 MB, ended by `end`."""

    async def attack(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
        session = await _guest(port, key)
        session.channel.write(b"\x1b[200~" + b"A" * 4_000_000 + end)
        await asyncio.sleep(seconds)
        session.connection.close()

    return attack


async def channels(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """Thirty sessions on one connection."""
    connection = await connect(port, key=key)
    for _ in range(30):
        with suppress(*_BROKEN):
            await begin(connection)
    await asyncio.sleep(seconds / 2)
    connection.close()


async def giant(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """A terminal of 4000 x 4000, and such a size told by the keyboard."""
    session = await _guest(port, key, (4000, 4000))
    session.channel.write(b"\x1b[?2048;1$y\x1b[48;4000;4000;1;1t")
    await asyncio.sleep(seconds)
    session.connection.close()


async def unread(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """Keys that draw, and nobody who looks."""
    session = await _guest(port, key)
    session.channel.pause_reading()
    end = time.monotonic() + 2 * seconds
    while time.monotonic() < end and not session.closed:
        session.channel.write(b"jk")
        await asyncio.sleep(0.02)
    session.connection.close()


async def silent(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """Two hundred connections that say nothing; a new player must get in."""
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(200)]
    await asyncio.sleep(1)
    (await connect(port, key=key)).close()
    for _, writer in connections:
        writer.close()


async def garbage(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """A megabyte that is no SSH."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"A" * 1_000_000)
    with suppress(OSError):
        while await asyncio.wait_for(reader.read(4096), 10):
            pass
    writer.close()


async def slow_drip(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """Thirty connections that send one byte now and then."""
    made = [socket.create_connection(("127.0.0.1", port), 2) for _ in range(30)]
    for byte in b"SSH-2.0-slow"[: int(seconds * 2)]:
        for each in made:
            with suppress(OSError):
                each.send(bytes([byte]))
        await asyncio.sleep(0.5)
    for each in made:
        each.close()


async def wishes(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """Commands, files, forwarding: all must be refused."""
    connection = await connect(port, key=key)
    asked: list[Awaitable[Any]] = [
        connection.open_connection("127.0.0.1", 22),
        connection.open_unix_connection("/tmp/x"),
        connection.start_server(lambda *_: None, "127.0.0.1", 0),
        connection.run("id"),
    ]
    for wish in asked:
        try:
            await wish
        except _BROKEN:
            continue
        raise AssertionError("granted")
    connection.close()


async def churn(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """Fifty sessions opened and closed one after the other."""
    for _ in range(50):
        session = await begin(await connect(port, key=key))
        await session.shows("q Leave|Table: |Round")
        session.connection.close()
        await session.connection.wait_closed()


async def logins(port: int, key: asyncssh.SSHKey, seconds: float) -> None:
    """Logins as fast as one can, each broken off."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(*_BROKEN):
            (await connect(port, key=key)).abort()


ATTACKS: dict[str, Callable[[int, asyncssh.SSHKey, float], Awaitable[None]]] = {
    "resizes": resizes,
    "keys": keys,
    "paste": paste(b"\x1b[201~"),
    "endless-paste": paste(b""),
    "channels": channels,
    "giant": giant,
    "unread": unread,
    "silent": silent,
    "garbage": garbage,
    "slow-drip": slow_drip,
    "wishes": wishes,
    "logins": logins,
    "churn": churn,
}
