"""Servers to be measured: a host with SSH as a person starts it, people at it, and what a process uses."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from wow_tui.net.client import Client, Identity, Place
from wow_tui.net.messages import Create
from wow_tui.processes import family, memory, processor
from wow_tui.serving.nursery import environment


class Server:
    """A running server. `pid`: of its first process; `port`: for SSH; `socket`: of its tables."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, socket: Path | None = None) -> None:
        self.process, self.port, self.socket = process, port, socket
        self.pid = process.pid
        self.output: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            self.output.append(line.decode(errors="replace").rstrip())

    async def stop(self) -> None:
        """End it, and see that it ends."""
        if self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), 20)
            except TimeoutError:
                self.process.kill()
        await self.process.wait()
        self._reading.cancel()


@contextlib.asynccontextmanager
async def host(folder: Path, arguments: Sequence[str] = ()) -> AsyncIterator[Server]:
    """`wow-tui host --ssh 0` with everything it writes in `folder`."""
    homes = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
    socket = folder / "host.sock"
    command = [
        sys.executable,
        "-m",
        "wow_tui.cli",
        "host",
        "--ssh",
        "0",
        "--no-tcp",
        "--socket",
        str(socket),
        *arguments,
    ]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**environment(), **homes, "PYTHONUNBUFFERED": "1"},
    )
    server = Server(process, 0, socket)
    try:
        async with asyncio.timeout(60):
            while not any("Ready" in line for line in server.output):
                assert process.returncode is None, "\n".join(server.output)
                await asyncio.sleep(0.02)
        found = re.search(r"ssh -p (\d+)", "\n".join(server.output))
        assert found is not None, "\n".join(server.output)
        server.port = int(found[1])
        yield server
    finally:
        await server.stop()


async def table(socket: Path, players: list[str]) -> str:
    """Make a table (as in `messages.Create.players`); its join code."""
    client = await visitor(socket)
    try:
        made = await client.ask(Create(seq=0, name=f"Table {secrets.token_hex(2)}", players=players))
        return made[1]
    finally:
        await client.close()


async def visitor(socket: Path) -> Client:
    """Somebody at the host without a screen."""
    token = secrets.token_hex(16)
    client = Client(Place(socket=socket), Identity("Visitor", lambda host: token))
    await client.open()
    return client


class Use:
    """What a process with all that it started uses: `pss` in MB, `cpu` in seconds, `count` of processes."""

    def __init__(self, pid: int) -> None:
        processes = family(pid)
        self.pss = memory(processes).proportional / 2**20
        self.cpu = processor(processes)
        self.count = len(processes)
