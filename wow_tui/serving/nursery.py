"""The front end's side of the fork server: starts it, starts it again when it dies, and asks for children."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Sequence

from wow_tui.serving.spawning import Ended, Inbox, Ready, Start, send

# A fork server that dies at once is not started again at once.
PAUSE = 1.0
# An exit status comes right after the end of the process, unless the fork server has died.
STATUS_TIME = 0.3


class Unavailable(Exception):
    """No child can be started now."""


def environment() -> dict[str, str]:
    """Of processes beside this one: they find the same modules, and read and write UTF-8."""
    return {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Child:
    """A process serving one login. It ends, whatever it is doing, when `let_go` is called or this process ends."""

    def __init__(self, number: int, lifeline: socket.socket) -> None:
        self.number, self._lifeline = number, lifeline
        loop = asyncio.get_running_loop()
        self._gone: asyncio.Future[None] = loop.create_future()
        self._status: asyncio.Future[int] = loop.create_future()
        loop.add_reader(lifeline, self._on_end)

    def _on_end(self) -> None:
        with contextlib.suppress(BlockingIOError, ConnectionError):
            if self._lifeline.recv(16):
                return
        self.let_go()

    def told(self, status: int) -> None:
        """The fork server says how it ended."""
        if not self._status.done():
            self._status.set_result(status)

    def let_go(self) -> None:
        """Cut the lifeline."""
        if self._gone.done():
            return
        asyncio.get_running_loop().remove_reader(self._lifeline)
        self._lifeline.close()
        self._gone.set_result(None)

    async def ended(self) -> int | None:
        """Wait for its end: the exit status, negative for a signal, None if nobody knows."""
        await asyncio.shield(self._gone)
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self._status), STATUS_TIME)
        return None


class Nursery:
    """A fork server that is always there. `modules`: what it imports before the first fork."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.modules = list(modules)
        self.pid = 0
        self.restarts = -1
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._inbox = Inbox()
        self._children: dict[int, Child] = {}
        self._numbers = 0
        self._ready = asyncio.Event()
        self._closed = False
        self._again: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the fork server, and wait until it has imported everything."""
        self._launch()
        await self._ready.wait()

    def _launch(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "wow_tui.serving.zygote", str(theirs.fileno()), *self.modules]
            # In a session of its own: an interrupt typed at the host's terminal is not meant for it.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=environment(),
            )
        ours.setblocking(False)
        self._control, self._inbox = ours, Inbox()
        self.restarts += 1
        asyncio.get_running_loop().add_reader(ours, self._heard)

    def _heard(self) -> None:
        assert self._control is not None
        try:
            data = self._control.recv(65_536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._died()
            return
        for message in self._inbox.feed(data):
            if isinstance(message, Ready):
                self.pid = message.pid
                self._ready.set()
            elif isinstance(message, Ended):
                child = self._children.pop(message.number, None)
                if child is not None:
                    child.told(message.status)

    def _died(self) -> None:
        self._drop()
        if not self._closed:
            self._again = asyncio.get_running_loop().create_task(self._relaunch())

    async def _relaunch(self) -> None:
        await asyncio.sleep(PAUSE if self.restarts else 0)
        if not self._closed:
            self._launch()

    def _drop(self) -> None:
        self._ready.clear()
        self._children.clear()
        if self._control is not None:
            asyncio.get_running_loop().remove_reader(self._control)
            self._control.close()
            self._control = None
        if self._process is not None:
            process, self._process = self._process, None
            asyncio.get_running_loop().run_in_executor(None, process.wait)

    async def spawn(self, target: str, spec: bytes, terminal: int, patience: float = 15) -> Child:
        """A child with that open file as its terminal, calling `target` with `spec`. Unavailable if it cannot be."""
        try:
            await asyncio.wait_for(self._ready.wait(), patience)
        except TimeoutError:
            raise Unavailable from None
        assert self._control is not None
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        self._numbers += 1
        with theirs:
            try:
                send(self._control, Start(self._numbers, target, spec), (terminal, theirs.fileno()))
            except OSError:
                ours.close()
                raise Unavailable from None
        child = self._children[self._numbers] = Child(self._numbers, ours)
        return child

    async def close(self) -> None:
        """End the fork server; it ends the children that are left."""
        self._closed = True
        if self._again is not None:
            self._again.cancel()
        process = self._process
        self._drop()
        if process is not None:
            await asyncio.get_running_loop().run_in_executor(None, process.wait)
