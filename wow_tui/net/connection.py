"""One client of a host: who he is, what he asks for, and what he is sent. Nothing he does reaches further."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rules.ask import Illegal, Refusal
from wow_tui.clean import clean
from wow_tui.net import limits
from wow_tui.net.limits import Bucket
from wow_tui.net.messages import (
    LONGEST_NAME,
    VERSION,
    Agree,
    Answer,
    Bye,
    Create,
    Done,
    Greeting,
    Hand,
    Hello,
    Knock,
    Leave,
    Lobby,
    News,
    Ping,
    Redo,
    Release,
    Requests,
    Say,
    Sit,
    Start,
    Talk,
    Undo,
    Watch,
    Welcome,
)
from wow_tui.net.refusing import refuse
from wow_tui.net.room import Room
from wow_tui.net.wire import MOST_REQUEST, WireError, frame, read_frame, read_request, refused

if TYPE_CHECKING:
    from wow_tui.net.host import Host

log = logging.getLogger("wow_tui.net")


class Ended(Exception):
    """The connection is over; why, as the rule of a refusal. An empty one: nothing need be said."""

    def __init__(self, rule: str = "") -> None:
        super().__init__(rule)
        self.rule = rule


class Connection:
    """A client from its first byte to its last. `trusted`: it came over the host's own Unix socket."""

    def __init__(
        self, host: Host, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str, trusted: bool
    ) -> None:
        self.host, self.address, self.trusted = host, address, trusted
        self.identity, self.name = "", ""
        self.player: int | None = None
        self.known = 0
        self.woken = asyncio.Event()
        self.room: Room | None = None
        self._reader, self._writer = reader, writer
        self._replies: deque[News] = deque()
        self._seq = 0
        self._serial = self._said = self._lobby = -1
        self._strikes = self._wrong = 0
        self._pace, self._chat = Bucket(30, 60), Bucket(0.5, 5)
        self._slowed = False
        self._obey: dict[type[Any], Callable[[Any], Awaitable[list[str] | None]]] = {
            Create: self._create,
            Sit: self._sit,
            Watch: self._watch,
            Leave: self._leave,
            Release: lambda r: self._at().seating.release(self, r.player),
            Hand: lambda r: self._at().seating.hand(self, r.player, r.bot),
            Start: lambda r: self._at().seating.start(self, r.bot),
            Answer: lambda r: self._at().playing.answer(self, r.ask, r.answers),
            Undo: lambda r: self._at().playing.undo(self),
            Redo: lambda r: self._at().playing.redo(self),
            Agree: lambda r: self._at().playing.agree(self, r.yes),
            Say: self._say,
            Knock: self._knock,
            Ping: self._ping,
        }

    async def run(self) -> None:
        """Serve until either end has enough. Never raises."""
        sender: asyncio.Task[None] | None = None
        why = ""
        try:
            await self._send(Greeting(version=VERSION, host=self.host.id, name=self.host.name))
            async with asyncio.timeout(limits.AUTHENTICATE):
                await self._greet()
            sender = asyncio.create_task(self._send_on())
            await self._serve(sender)
        except Ended as ended:
            why = ended.rule
        except TimeoutError:
            why = "net.slow" if self.identity else "net.late"
        except (OSError, EOFError):
            pass
        except Exception:  # a fault of ours in serving one client stays with that one
            log.exception("%s: a fault in serving", self.address)
            why = "net.fault"
        finally:
            await self._close(sender, why)

    # Reading

    async def _next(self, first: float) -> Requests:
        """The next request in its order; what is none is refused, and ends the connection when it goes on."""
        while True:
            try:
                packed = await read_frame(self._reader, MOST_REQUEST, first, limits.WHOLE_FRAME)
                early = self._pace.take()
                if early:
                    await self._slow_down(early)
                request = read_request(packed)
            except WireError as error:
                self._strike("net.form", 0, str(error), error.fatal)
                continue
            if request.seq <= self._seq:
                self._strike("net.sequence", request.seq, "a request out of its order", False)
                continue
            self._seq = request.seq
            return request

    async def _slow_down(self, early: float) -> None:
        if not self._slowed:
            log.warning("%s: floods, and is slowed down", self.address)
            self._slowed = True
        await asyncio.sleep(early)
        self._pace.take()

    def _strike(self, rule: str, seq: int, why: str, fatal: bool) -> None:
        self._strikes += 1
        log.warning("%s: %s", self.address, clean(why, 200))
        self._reply(refused(seq, Refusal(rule)))
        if fatal or self._strikes >= limits.STRIKES:
            raise Ended(rule)

    async def _greet(self) -> None:
        """Learn who it is. Ended if that cannot be."""
        request = await self._next(limits.AUTHENTICATE)
        if not isinstance(request, Hello):
            raise Ended("net.hello")
        if request.version != VERSION:
            raise Ended("net.version")
        if (request.key or request.origin) and not self.trusted:
            raise Ended("net.trust")
        if request.key:
            self.identity = f"key:{clean(request.key, 128)}"
        elif len(request.token) >= 16:
            self.identity = f"token:{blake2b(request.token.encode(), digest_size=16).hexdigest()}"
        else:
            raise Ended("net.token")
        if request.origin:
            self.address = f"{self.address} for {clean(request.origin, 60)}"
        self.name = clean(request.name, LONGEST_NAME).strip()
        self._lobby = self.host.serial
        self._replies.append(
            Welcome(tables=self.host.cards(self.identity), create=self.host.may_create, bots=self.host.bots())
        )
        self._replies.append(Done(seq=request.seq))
        self.woken.set()

    async def _serve(self, sender: asyncio.Task[None]) -> None:
        while True:
            reading = asyncio.ensure_future(self._next(limits.SILENCE))
            try:
                await asyncio.wait((reading, sender), return_when=asyncio.FIRST_COMPLETED)
                if sender.done():
                    raise sender.exception() or Ended()
                request = reading.result()
            finally:
                reading.cancel()
            await self._fulfil(request)

    async def _fulfil(self, request: Requests) -> None:
        obey = self._obey.get(type(request))
        try:
            if obey is None:
                raise refuse("sequence")
            self._reply(Done(seq=request.seq, values=await obey(request) or []))
        except Illegal as illegal:
            self._reply(refused(request.seq, illegal.refusal))
        except Ended:
            raise
        except Exception:  # told to him alone; the table goes on
            log.exception("%s: a fault in %s", self.address, type(request).__name__)
            self._reply(refused(request.seq, Refusal("net.fault")))

    # What can be asked for

    def _at(self) -> Room:
        if self.room is None:
            raise refuse("lobby")
        return self.room

    async def _create(self, request: Create) -> list[str]:
        room = await self.host.create(request, self.identity)
        return [room.id, room.kept.code]

    async def _sit(self, request: Sit) -> None:
        with self._counted():
            room = self.host.room(request.table, request.code)
            name = request.name or self.name
            await self._enter(room, lambda: room.seating.sit(self, request.player, request.code, name))

    async def _watch(self, request: Watch) -> None:
        with self._counted():
            room = self.host.room(request.table, request.code)
            await self._enter(room, lambda: room.seating.watch(self, request.code))

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Counts a wrong code while something is tried."""
        try:
            yield
        except Illegal as illegal:
            if illegal.refusal.rule == "net.code":
                self.wrong_code()
            raise

    async def _enter(self, room: Room, how: Callable[[], Awaitable[None]]) -> None:
        if self.room is not None and self.room is not room:
            self._out()
        await how()
        self.room, self._serial = room, -1
        self._said = room.said - len(room.kept.lines)
        self.woken.set()

    async def _leave(self, request: Leave) -> None:
        self._out()
        self._lobby = -1
        self.woken.set()

    def _out(self) -> None:
        if self.room is not None:
            self.room.leave(self)
        self.room, self.player = None, None

    async def _say(self, request: Say) -> None:
        room = self._at()
        if self._chat.take():
            raise refuse("chat-fast")
        await room.say(self, request.text)

    async def _knock(self, request: Knock) -> None:
        with self._counted():
            self.host.knock(request.code)

    async def _ping(self, request: Ping) -> None:
        """Done says enough."""

    def wrong_code(self) -> None:
        """A code was wrong once more. Ended after too many."""
        self._wrong += 1
        log.warning("%s: a wrong code", self.address)
        if self._wrong >= limits.MOST_WRONG_CODES or self.host.wrong_codes.take(self.address):
            raise Ended("net.codes")

    # Sending

    def _reply(self, news: News) -> None:
        if len(self._replies) >= limits.MOST_REPLIES:
            raise Ended("net.slow")
        self._replies.append(news)
        self.woken.set()

    async def _send(self, news: News) -> None:
        self._writer.write(frame(news))
        async with asyncio.timeout(limits.SLOW_READER):
            await self._writer.drain()

    async def _send_on(self) -> None:
        """Send whatever there is, made when it is sent. Ended if the client does not read."""
        try:
            while True:
                await self.woken.wait()
                self.woken.clear()
                # The replies of now come after the news of now, which hold what they brought.
                count = len(self._replies)
                await self._send_news()
                for _ in range(count):
                    await self._send(self._replies.popleft())
        except TimeoutError:
            log.warning("%s: does not read, and is cut off", self.address)
            raise Ended from None

    async def _send_news(self) -> None:
        room = self.room
        if room is None:
            if self._lobby != self.host.serial:
                self._lobby = self.host.serial
                await self._send(Lobby(tables=self.host.cards(self.identity)))
            return
        if self._said < room.said:
            lines = room.kept.lines[-(room.said - self._said) :]
            self._said = room.said
            await self._send(Talk(lines=lines))
        more = self._serial != room.serial
        while more and room is self.room:
            self._serial = room.serial
            news, more = await room.telling.frame_for(self)
            await self._send(news)

    async def _close(self, sender: asyncio.Task[None] | None, why: str) -> None:
        self._out()
        if sender is not None:
            sender.cancel()
            with suppress(asyncio.CancelledError, Ended, OSError):
                await sender
        if why:
            log.info("%s: ended, %s", self.address, why)
        with suppress(OSError, WireError, RuntimeError, TimeoutError):
            for reply in self._replies:
                self._writer.write(frame(reply))
            if why:
                self._writer.write(frame(Bye(rule=why)))
            self._writer.close()
            async with asyncio.timeout(1):
                await self._writer.wait_closed()
        if self._writer.transport is not None:
            self._writer.transport.abort()
