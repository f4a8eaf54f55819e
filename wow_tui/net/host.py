"""A host: tables in a folder, served over TCP and a Unix socket."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rules.match import Match
from rules.whispers.options import Options
from saves.envelope import Seat
from saves.errors import SaveError, StoreError
from saves.store import read
from wow_tui.bots import NAMES
from wow_tui.clean import clean
from wow_tui.net import keeping, limits
from wow_tui.net.connection import Connection
from wow_tui.net.keeping import Folder, Kept, new_code
from wow_tui.net.limits import Buckets
from wow_tui.net.messages import LONGEST_NAME, Card, Create
from wow_tui.net.refusing import refuse
from wow_tui.net.room import Room
from wow_tui.setup_args import table_of
from wow_tui.switches import read_options
from wow_tui.table import PERSON, Table
from wow_tui.thinking import Elsewhere

log = logging.getLogger("wow_tui.net")
# Finished tables stay to be looked at until there are more of them.
MOST_OVER = 8
# Seconds after a change until the lobby shows it.
TELL_AFTER = 0.1


class Host:
    """All tables and all clients of one process. `serve` opens a socket, `close` ends everything."""

    def __init__(self, folder: Path, name: str = "", may_create: bool = True, pace: float = 0.5) -> None:
        """`folder`: where the tables lie, for this host alone; `pace`: seconds between two answers of bots.

        StoreError if the folder cannot be used.
        """
        self._folder = Folder(folder)
        self.id = self._folder.id()
        self.name = clean(name or socket.gethostname(), LONGEST_NAME)
        self.may_create, self.pace = may_create, pace
        self.rooms: dict[str, Room] = {}
        self.serial = 0
        self.wrong_codes = Buckets(0.1, 10)
        self._think = Elsewhere(max(1, (os.cpu_count() or 2) - 1))
        self._servers: list[asyncio.Server] = []
        self._connections: dict[Connection, asyncio.Task[None] | None] = {}
        self._sockets: list[Path] = []
        self.port = 0
        self._telling: asyncio.TimerHandle | None = None

    # Tables

    async def resume(self) -> list[str]:
        """Take up every unfinished table of the folder; a sentence for each that cannot be."""
        problems = []
        for table in keeping.tables(self._folder.path):
            try:
                kept = keeping.fetch(self._folder.path, table)
                match = table_of(read(keeping.match_path(self._folder.path, table)), None)
                if len(kept.owners) != len(match.seats):
                    raise ValueError(f"'{table}{keeping.TABLE}' is not of the match beside it.")
            except (SaveError, StoreError, ValueError) as error:
                problems.append(str(error))
                continue
            if match.asked is not None:
                await self._open(table, match, kept)
        return problems

    async def create(self, request: Create, identity: str) -> Room:
        """The table somebody asks for. Illegal if it cannot be."""
        if not self.may_create:
            raise refuse("no-create")
        if any(kind and kind not in {f"bot:{name}" for name in NAMES} for kind in request.players):
            raise refuse("no-bot", name="")
        if "" not in request.players:
            raise refuse("no-people")
        try:
            options = read_options(request.preset, request.switches)
        except ValueError:
            raise refuse("options") from None
        seats = [Seat(name, kind or PERSON) for name, kind in zip(_names(request), request.players, strict=True)]
        name = clean(request.name, LONGEST_NAME).strip() or f"Table {len(self.rooms) + 1}"
        code = request.code.strip().upper()[:16] or new_code()
        kept = Kept(name, code, [""] * len(seats), identity, clock=request.clock, open=request.open)
        return await self.add(seats, options, kept)

    async def add(self, seats: Sequence[Seat], options: Options, kept: Kept, seed: int | None = None) -> Room:
        """A new table. Illegal if there are too many."""
        match = Match.new("whispers", len(seats), options, secrets.randbits(63) if seed is None else seed)
        return await self.take(Table(match, seats), kept)

    async def take(self, table: Table, kept: Kept) -> Room:
        """A table for a match that may have begun already. Illegal if there are too many."""
        self._forget()
        if len(self.rooms) >= limits.MOST_TABLES:
            raise refuse("tables", most=limits.MOST_TABLES)
        return await self._open(secrets.token_hex(4), table, kept)

    async def _open(self, id: str, table: Table, kept: Kept) -> Room:
        room = Room(id, table, kept, self._folder.path, self._think, self.pace)
        await room.open()
        room.told = self.changed
        self.rooms[id] = room
        room.course.run()
        self.changed()
        return room

    def _forget(self) -> None:
        """Let go of finished tables at which nobody is any more, the oldest first."""
        over = [room for room in self.rooms.values() if room.table.asked is None and not room.readers]
        for room in over[: max(0, len(over) - MOST_OVER)]:
            del self.rooms[room.id]

    def room(self, id: str, code: str = "") -> Room:
        """The table of that id, or with an empty one the table of that code. Illegal if there is none."""
        if id:
            found = self.rooms.get(id)
        else:
            wanted = code.strip().upper()
            found = next((room for room in self.rooms.values() if wanted and room.kept.code == wanted), None)
        if found is None:
            raise refuse("table" if id else "code")
        return found

    def knock(self, code: str) -> None:
        """Illegal unless that code opens a table; without one, unless some table needs none."""
        if code.strip():
            self.room("", code)
        elif all(room.kept.code for room in self.rooms.values()):
            raise refuse("code")

    def cards(self, identity: str) -> list[Card]:
        """The tables as somebody may see them, his own first."""
        cards = [room.card(identity) for room in self.rooms.values()]
        return sorted(cards, key=lambda card: (not card.mine, card.over))

    @staticmethod
    def bots() -> list[str]:
        """The bots there are."""
        return list(NAMES)

    def changed(self) -> None:
        """The lobby may be another one now; whoever is there is told soon, of many changes at once."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_AFTER, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self.serial += 1
        for connection in self._connections:
            if connection.room is None and connection.identity:
                connection.woken.set()

    # Sockets

    async def serve_tcp(self, address: str, port: int) -> int:
        """Listen at an address; the port. OSError if that cannot be."""
        server = await asyncio.start_server(self._tcp, address, port, limit=16_384)
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    async def serve_unix(self, path: Path) -> None:
        """Listen at a path that only this user may open. OSError if that cannot be."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.is_socket():
            if await _answers(path):
                raise OSError(f"another host listens at '{path}'")
            path.unlink()
        before = os.umask(0o177)
        try:
            server = await asyncio.start_unix_server(self._unix, path, limit=16_384)
        finally:
            os.umask(before)
        self._servers.append(server)
        self._sockets.append(path)

    async def _tcp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = writer.get_extra_info("peername")
        with suppress(OSError, AttributeError):
            writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self._connected(reader, writer, str(peer[0]) if peer else "?", False)

    async def _unix(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._connected(reader, writer, "local", True)

    async def _connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str, trusted: bool
    ) -> None:
        same = sum(other.address == address for other in self._connections)
        if len(self._connections) >= limits.MOST_CONNECTIONS or (same >= limits.MOST_PER_ADDRESS and not trusted):
            log.warning("%s: too many connections", address)
            writer.transport.abort()
            return
        writer.transport.set_write_buffer_limits(limits.BACKLOG)
        connection = Connection(self, reader, writer, address, trusted)
        self._connections[connection] = asyncio.current_task()
        try:
            await connection.run()
        except asyncio.CancelledError:
            # Only `close` cancels; asyncio would log it for each client.
            pass
        finally:
            self._connections.pop(connection, None)

    async def close(self) -> None:
        """End all connections, write everything down, and let go of folder and sockets."""
        for server in self._servers:
            server.close()
        if self._telling is not None:
            self._telling.cancel()
        tasks = [task for task in self._connections.values() if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in self.rooms.values():
            await room.close()
        for path in self._sockets:
            with suppress(OSError):
                path.unlink()
        self._think.close()
        self._folder.close()


def _names(request: Create) -> list[str]:
    """What the players of a new table are called: as was wished, all different."""
    found: list[str] = []
    wished = [clean(name, LONGEST_NAME).strip() for name in request.names]
    for number, kind in enumerate(request.players, 1):
        wish = wished[number - 1] if number <= len(wished) else ""
        usual = f"{kind[4:].capitalize()} {number}" if kind else f"Player {number}"
        found.append(wish if wish and wish not in found else usual)
    return found


async def _answers(path: Path) -> bool:
    """Whether anybody listens at a Unix socket."""
    try:
        _, writer = await asyncio.open_unix_connection(path)
    except OSError:
        return False
    writer.close()
    return True
