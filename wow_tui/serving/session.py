"""One session: between the channel of a client and the terminal of the child that serves it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import asyncssh

from wow_tui.clean import clean
from wow_tui.modes import RESTORE
from wow_tui.serving.login import VARIABLES, Login, pack
from wow_tui.serving.nursery import Child, Unavailable
from wow_tui.serving.terminals import Terminal
from wow_tui.serving.typing import Typing
from wow_tui.text.catalogue import catalogue

if TYPE_CHECKING:
    from wow_tui.serving.ssh import Server

# How long typing is not listened to after too much of it.
REST = 0.25
_TERM_LENGTH = 40


class Session(asyncssh.SSHServerSession[bytes]):
    """One session of a connection."""

    def __init__(self, server: Server) -> None:
        self.server, self.desk, self.limits = server, server.desk, server.limits
        assert server.conn is not None
        self.conn = server.conn
        self.channel: asyncssh.SSHServerChannel[bytes] | None = None
        self.term = ""
        self.size: tuple[int, int] | None = None
        self._terminal: Terminal | None = None
        self._child: Child | None = None
        self._task: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._typing = Typing(self.limits, self._loop.time)
        self._paused = False
        self._unread: asyncio.TimerHandle | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._heard = self._loop.time()
        self._idle = self._loop.call_later(self.limits.idle, self._check_idle)

    # What is asked for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is there."""
        self.channel = chan
        chan.set_write_buffer_limits(self.limits.backlog)
        self.conn.session = self

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        """It has a terminal."""
        self.term = clean(term_type, _TERM_LENGTH)
        self.size = self._fitting(*term_size[:2])
        return True

    def _fitting(self, columns: int, rows: int) -> tuple[int, int]:
        return min(columns or 80, self.limits.columns), min(rows or 24, self.limits.rows)

    def shell_requested(self) -> bool:
        """What others call a shell is the game here."""
        return True

    def exec_requested(self, command: str) -> bool:
        """No commands."""
        return self.server.refused("exec")

    def subsystem_requested(self, subsystem: str) -> bool:
        """No file transfer, nor anything else."""
        return self.server.refused(f"subsystem {subsystem}")

    def session_started(self) -> None:
        """Begin."""
        self.server.wait_for_session(False)
        self._task = self._loop.create_task(self._serve())

    async def _serve(self) -> None:
        assert self.channel is not None
        plain = self.size is None or self.term in ("", "dumb")
        terminal = self._terminal = Terminal(self.size)
        try:
            self._child = await self.desk.nursery.spawn(self.desk.target, pack(self._login(plain)), terminal.theirs)
        except Unavailable:
            self._say("unavailable")
            self._end(1)
            return
        terminal.handed()
        terminal.listen(self._written)
        self.choke()
        status = await self._child.ended()
        if self.channel is None:
            return
        self._written(terminal.drain())
        if status is None or status < 0:
            if terminal.sized:
                self.channel.write(RESTORE.encode())
            self._say("broken")
            self.desk.log.tell("screen-ended", self.server.visitor.address, status=status)
        self._end(status if status is not None and status >= 0 else 1)

    def _login(self, plain: bool) -> Login:
        assert self.channel is not None
        sent = dict(list(self.channel.get_environment().items())[: self.limits.variables])
        variables = {name: clean(sent[name], self.limits.value) for name in VARIABLES if name in sent}
        if self.term:
            variables["TERM"] = self.term
        return Login(
            user=self.server.user,
            code=self.server.code,
            name=self.server.name,
            token=self.server.token,
            key=self.conn.fingerprint,
            address=self.server.visitor.address,
            plain=plain,
            socket=self.desk.socket,
            folder=self.desk.folder,
            variables=variables,
        )

    def _say(self, what: str) -> None:
        assert self.channel is not None
        ending = "\r\n" if self.size is not None else "\n"
        self.channel.write((catalogue().say(f"serving.session.{what}") + ending).encode())

    def _end(self, status: int) -> None:
        if self.channel is not None and not self.channel.is_closing():
            self.channel.exit(status)
        self.server.session_over()

    # From the client

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Something was typed."""
        self._heard = self._loop.time()
        terminal = self._terminal
        if terminal is None or self.channel is None:
            return
        if not terminal.sized:
            # Lines may come from a file, as fast as they are read.
            terminal.type(data)
            if terminal.waiting:
                self._rest()
            return
        before = self._typing.thrown
        thrown = terminal.type(self._typing.feed(data))
        if self._typing.thrown > before or thrown:
            self.desk.log.tell(f"slowed-{self._typing.why or 'keys'}", self.server.visitor.address)
            if self._typing.thrown > self.limits.thrown:
                self.conn.cut("typed-too-much")
                return
            self._rest()

    def _rest(self) -> None:
        if self.channel is not None:
            self.channel.pause_reading()
            self._loop.call_later(REST, self._listen_again)

    def _listen_again(self) -> None:
        if self.channel is None or self.channel.is_closing():
            return
        if self._terminal is not None and not self._terminal.sized and self._terminal.waiting:
            self._rest()
        else:
            self.channel.resume_reading()

    def eof_received(self) -> bool:
        """It will type nothing more, but may still read."""
        if self._terminal is not None:
            self._terminal.end_of_input()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Its window has another size; the last of many counts."""
        if self.size is None:
            return
        self.size = self._fitting(width, height)
        if self._resizing is None:
            self._resizing = self._loop.call_later(self.limits.resize_every, self._resize)

    def _resize(self) -> None:
        self._resizing = None
        if self._terminal is not None and self.size is not None:
            self._terminal.resize(*self.size)

    def break_received(self, msec: int) -> bool:
        """Nothing."""
        return False

    def signal_received(self, signal: str) -> None:
        """Nothing."""

    def _check_idle(self) -> None:
        left = self._heard + self.limits.idle - self._loop.time()
        if left > 0:
            self._idle = self._loop.call_later(left, self._check_idle)
        else:
            self.conn.cut("idle")

    # To the client

    def _written(self, data: bytes) -> None:
        if self.channel is not None and data and not self.channel.is_closing():
            self.channel.write(data)

    def pause_writing(self) -> None:
        """It reads too slowly."""
        self._paused = True
        self.choke()

    def resume_writing(self) -> None:
        """It has read."""
        self._paused = False
        self.choke()

    def choke(self) -> None:
        """Let the screen wait as long as the client or the network takes nothing, but not for ever."""
        waiting = self._paused or self.conn.choked
        if self._terminal is not None:
            if waiting:
                self._terminal.pause()
            elif self._child is not None:
                self._terminal.resume()
        if waiting and self._unread is None:
            self._unread = self._loop.call_later(self.limits.unread, self.conn.cut, "unread")
        elif not waiting and self._unread is not None:
            self._unread.cancel()
            self._unread = None

    # The end

    def connection_lost(self, exc: Exception | None) -> None:
        """Hang up; a screen that does not end by that is ended."""
        self.channel, self.conn.session = None, None
        for timer in (self._idle, self._unread, self._resizing):
            if timer is not None:
                timer.cancel()
        if self._terminal is not None:
            self._terminal.close()
        if self._child is not None:
            self._loop.call_later(self.limits.farewell, self._child.let_go)
