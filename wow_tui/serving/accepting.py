"""Accepting connections: the gate is asked before SSH begins."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Sequence
from contextvars import ContextVar

import asyncssh

from wow_tui.serving.gate import Visitor
from wow_tui.serving.ssh import Connection, Desk, Server, options

_BACKLOG = 1024
# While no more files may be open, waiting is all that helps.
_PAUSE = 0.5
# Taken in one go, so that players' keys are never behind hundreds of new connections.
_AT_ONCE = 8
# Beginning SSH costs some milliseconds; clients speak first, so that silent connections cost none.
_FIRST_WORD = 0.5
_GOODBYE = 1.0

_entering: ContextVar[Visitor] = ContextVar("entering")


def listen(addresses: Sequence[str], port: int) -> list[socket.socket]:
    """Sockets listening at the addresses, all at one port. OSError if one cannot be had."""
    sockets: list[socket.socket] = []
    try:
        for address in addresses:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            sock = socket.socket(family, socket.SOCK_STREAM)
            sockets.append(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind((address, port))
            sock.listen(_BACKLOG)
            sock.setblocking(False)
            port = sock.getsockname()[1]
    except OSError:
        for sock in sockets:
            sock.close()
        raise
    return sockets


class Acceptor:
    """Takes connections from listening sockets and begins SSH on each."""

    def __init__(self, desk: Desk, key: asyncssh.SSHKey, sockets: list[socket.socket]) -> None:
        self.desk, self._key, self._sockets = desk, key, sockets
        self._options: asyncssh.SSHServerConnectionOptions | None = None
        self._connections: set[Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to accept."""
        self._options = await asyncssh.SSHServerConnectionOptions.construct(
            None, server_factory=lambda: Server(self.desk, _entering.get()), **options(self.desk, self._key)
        )
        self._watch()

    def _watch(self) -> None:
        for sock in self._sockets:
            asyncio.get_running_loop().add_reader(sock, self._accept, sock)

    def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(_AT_ONCE):
            try:
                sock, peer = listening.accept()
            except (BlockingIOError, ConnectionError):
                return
            except OSError:
                for each in self._sockets:
                    loop.remove_reader(each)
                loop.call_later(_PAUSE, self._watch)
                return
            sock.setblocking(False)
            task = loop.create_task(self._begin(sock, peer[0]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _begin(self, sock: socket.socket, address: str) -> None:
        desk, loop = self.desk, asyncio.get_running_loop()
        assert self._options is not None
        quiet: asyncio.Future[None] = loop.create_future()
        visitor, leave = desk.gate.enter(address, lambda: quiet.cancel())
        for other in leave:
            desk.log.tell("too-many-newcomers", other.address)
            other.send_away()
        if visitor is None:
            desk.log.tell("too-many", address)
            sock.close()
            return
        try:
            await _first_word(sock, quiet)
            connection = Connection(loop, self._options).entered(desk, visitor)
            visitor.send_away = connection.abort
            # Read by the factory of servers, which is called without arguments, in this task's context.
            _entering.set(visitor)
            self._connections.add(connection)
            try:
                await loop.connect_accepted_socket(lambda: connection, sock)
                await connection.wait_closed()
            finally:
                self._connections.discard(connection)
        except (OSError, asyncio.CancelledError):
            sock.close()
        finally:
            desk.gate.leave(visitor)

    async def close(self) -> None:
        """Stop accepting, and send everybody away."""
        loop = asyncio.get_running_loop()
        for sock in self._sockets:
            loop.remove_reader(sock)
            sock.close()
        for connection in list(self._connections):
            connection.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                while self._tasks:
                    await asyncio.sleep(0.02)
        for connection in list(self._connections):
            connection.abort()


async def _first_word(sock: socket.socket, waiting: asyncio.Future[None]) -> None:
    """Wait until something has come, or for a while: some clients may wait for us to speak first."""
    loop = asyncio.get_running_loop()

    def heard() -> None:
        if not waiting.done():
            waiting.set_result(None)

    loop.add_reader(sock, heard)
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(waiting, _FIRST_WORD)
    finally:
        loop.remove_reader(sock)
