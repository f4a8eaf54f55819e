"""The front end as the host has it: a process of its own beside the tables, started again when it dies."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

import msgspec

from wow_tui.serving.front import Config, Opened
from wow_tui.serving.log import Log
from wow_tui.serving.nursery import environment

# A front end that dies at once is not started again at once.
_PAUSE = 1.0
_LEAVING = 8.0


class FrontEndError(Exception):
    """The front end cannot open; its text is one sentence."""


class FrontEnd:
    """The process. `opened`: what it said last."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.opened = Opened()
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """Of the process running now, which has the logins for children."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it, and wait until players can come. FrontEndError if it cannot open."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "wow_tui.serving.front",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(self.config) + b"\n")
        try:
            self.opened = msgspec.json.decode(await self._process.stdout.readline(), type=Opened)
        except msgspec.DecodeError:
            self.opened = Opened(problem=Log.sentence("no-front-end"))
        if self.opened.problem:
            raise FrontEndError(self.opened.problem)
        # The port that was free must be the same after a restart.
        self.config = msgspec.structs.replace(self.config, port=self.opened.port)

    async def stay(self) -> None:
        """Keep it running until this is cancelled."""
        log = Log()
        while True:
            assert self._process is not None
            await self._process.wait()
            log.tell("again")
            await asyncio.sleep(_PAUSE)
            with contextlib.suppress(FrontEndError):
                await self.start()

    async def close(self) -> None:
        """End it: its players' terminals are put back first."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), _LEAVING)
        except TimeoutError:
            process.kill()
            await process.wait()


@contextlib.asynccontextmanager
async def front_end(config: Config) -> AsyncIterator[FrontEnd]:
    """A front end while the block runs. FrontEndError if it cannot open."""
    front = FrontEnd(config)
    try:
        await front.start()
        staying = asyncio.create_task(front.stay())
        try:
            yield front
        finally:
            staying.cancel()
    finally:
        await front.close()
