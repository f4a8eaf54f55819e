"""A front end in this process, with toys instead of the game, and a client for it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh

from tests.waiting import until
from wow_tui.serving.accepting import Acceptor, listen
from wow_tui.serving.hostkey import host_key
from wow_tui.serving.limits import Limits
from wow_tui.serving.log import Log
from wow_tui.serving.nursery import Nursery
from wow_tui.serving.ssh import Desk, Doorman

TOYS = "tests.serving_toys"


class Client(asyncssh.SSHClient):
    """A client that answers questions with these codes, one after the other."""

    def __init__(self, codes: list[str]) -> None:
        self.codes, self.asked = codes, 0

    def kbdint_auth_requested(self) -> str:
        """Any question."""
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str] | None:
        """The next answers, as `code|name|word`."""
        self.asked += 1
        if not self.codes:
            return None
        answers = self.codes.pop(0).split("|")
        return [*answers, "", "", ""][: len(prompts)]


class Screen(asyncssh.SSHClientSession[bytes]):
    """What a session shows."""

    def __init__(self) -> None:
        self.output = b""
        self.status: int | None = None
        self.closed = False

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Keep it."""
        self.output += data

    def exit_status_received(self, status: int) -> None:
        """Keep it."""
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.closed = True

    async def shows(self, text: bytes) -> str:
        """Wait for a text; all there is."""
        await until(lambda: text in self.output or self.closed)
        assert text in self.output
        return self.output.decode()


class Running:
    """A front end that listens on loopback."""

    def __init__(self, port: int, desk: Desk, lines: list[str]) -> None:
        self.port, self.desk, self.lines = port, desk, lines

    async def connect(
        self, user: str = "table", key: asyncssh.SSHKey | None = None, codes: list[str] | None = None, **more: Any
    ) -> asyncssh.SSHClientConnection:
        """Log in."""
        return await asyncssh.connect(
            "127.0.0.1",
            self.port,
            username=user,
            known_hosts=None,
            config=None,
            agent_path=None,
            client_keys=[key] if key is not None else None,
            client_factory=lambda: Client(list(codes or [""])),
            **more,
        )

    async def screen(
        self, connection: asyncssh.SSHClientConnection, size: tuple[int, int] | None = (90, 30), **more: Any
    ) -> tuple[Any, Screen]:
        """A session with a terminal of that size, or without one."""
        if size is not None:
            more = {"term_type": "xterm-256color", "term_size": (*size, 0, 0)} | more
        screen = Screen()
        channel, _ = await connection.create_session(lambda: screen, encoding=None, **more)
        return channel, screen

    async def logs(self, text: str) -> str:
        """Wait for a line of the log."""
        await until(lambda: any(text in line for line in self.lines))
        return next(line for line in self.lines if text in line)


@contextlib.asynccontextmanager
async def running(
    toy: str, folder: Path, doorman: Doorman | None = None, limits: Limits | None = None
) -> AsyncIterator[Running]:
    """A front end whose logins run a toy."""
    nursery = Nursery([TOYS])
    await nursery.start()
    lines: list[str] = []
    desk = Desk(nursery, f"{TOYS}:{toy}", "", "", limits or Limits(), Log(lines.append), doorman)
    sockets = listen(("127.0.0.1",), 0)
    acceptor = Acceptor(desk, host_key(folder / "key"), sockets)
    await acceptor.start()
    try:
        yield Running(sockets[0].getsockname()[1], desk, lines)
    finally:
        await acceptor.close()
        await nursery.close()
