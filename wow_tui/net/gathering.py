"""Who is at a table on a host, and what all of its parts share: the match, what is kept, the lines, the lock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from wow_tui.clean import clean
from wow_tui.net import limits
from wow_tui.net.files import Files
from wow_tui.net.keeping import Kept
from wow_tui.net.messages import LONGEST_CHAT, Card, Line, Person, Proposal
from wow_tui.net.refusing import refuse
from wow_tui.table import PERSON, Table


class Reader(Protocol):
    """Somebody connected who is at a table. `player`: whom he plays, None to look on; `known`: how many answers he
    has been told of."""

    identity: str
    player: int | None
    known: int
    woken: asyncio.Event


class Gathering:
    """People around one table. `lock`: held by whoever changes anything; `stirred`: set when play may go on."""

    def __init__(self, id: str, table: Table, kept: Kept, folder: Path) -> None:
        """`table`: without a path, for its saves go to `folder`."""
        self.id, self.table, self.kept = id, table, kept
        self.files = Files(folder, id)
        self.lock = asyncio.Lock()
        self.stirred = asyncio.Event()
        self.readers: set[Reader] = set()
        self.serial = 0
        self.said = 0
        self.proposal: Proposal | None = None
        self.told: Callable[[], None] = lambda: None
        self._left: dict[int, float] = dict.fromkeys(range(len(table.seats)), -limits.AWAY)
        self._seen: set[int] = set()

    # Who is who

    def players_of(self, identity: str) -> list[int]:
        """The players that somebody plays."""
        return [player for player, owner in enumerate(self.kept.owners) if owner == identity]

    def free(self) -> list[int]:
        """The players nobody plays."""
        kinds = [seat.kind for seat in self.table.seats]
        return [player for player, owner in enumerate(self.kept.owners) if not owner and kinds[player] == PERSON]

    def name_of(self, player: int) -> str:
        """What a player is called."""
        return self.table.seats[player].name

    def here(self, player: int) -> bool:
        """Whether the person who plays is connected."""
        return any(reader.player == player for reader in self.readers)

    def away(self, player: int) -> bool:
        """Whether nobody plays there, or somebody who has been away for a while."""
        gone = time.monotonic() - self._left.get(player, 0.0) >= limits.AWAY
        return not self.kept.owners[player] or (not self.here(player) and gone)

    def people(self, identity: str = "") -> list[Person]:
        """All players as that person may know them."""
        return [
            Person(seat.name, seat.kind, bool(owner), self.here(player), bool(identity) and owner == identity)
            for player, (seat, owner) in enumerate(zip(self.table.seats, self.kept.owners, strict=True))
        ]

    def card(self, identity: str) -> Card:
        """The table as the lobby shows it."""
        watching = sum(reader.player is None for reader in self.readers)
        return Card(
            id=self.id,
            name=self.kept.name,
            people=self.people(identity),
            coded=bool(self.kept.code),
            started=self.kept.started,
            over=self.table.asked is None,
            round=getattr(self.table.match.state, "round", 0) if self.kept.started else 0,
            watching=watching,
            clock=self.kept.clock,
            open=self.kept.open,
        )

    # Coming and going

    def enter(self, reader: Reader) -> None:
        """Somebody is here, to play or to look on."""
        reader.known = 0
        self.readers.add(reader)
        player = reader.player
        if player is not None:
            self._left.pop(player, None)
            if player not in self._seen:
                self._seen.add(player)
                self.note("came", name=self.name_of(player))
        self.changed()

    def leave(self, reader: Reader) -> None:
        """Somebody goes, or is gone; whom he plays stays his."""
        self.readers.discard(reader)
        if reader.player is not None and not self.here(reader.player):
            self._left[reader.player] = time.monotonic()
            asyncio.get_running_loop().call_later(limits.GONE, self._gone, reader.player)
        self.changed()

    def _gone(self, player: int) -> None:
        """Tell of somebody who has not come back at once, as after a break of the line."""
        if player in self._seen and not self.here(player):
            self._seen.discard(player)
            self.note("went", name=self.name_of(player))

    def freed(self, player: int) -> None:
        """Nobody plays there any more; whoever did looks on."""
        self.kept.owners[player] = ""
        for other in [each for each in self.readers if each.player == player]:
            other.player, other.known = None, 0
        self._left[player] = -limits.AWAY

    # What everybody hears

    def changed(self) -> None:
        """Everybody at the table is to be told how things are now."""
        self.serial += 1
        self._wake_readers()
        self.told()

    def _wake_readers(self) -> None:
        for reader in self.readers:
            reader.woken.set()

    async def say(self, reader: Reader, text: str) -> None:
        """A line of chat. Illegal if nothing of it can be shown."""
        text = clean(text, LONGEST_CHAT).strip()
        if not text:
            raise refuse("empty")
        name = self.name_of(reader.player) if reader.player is not None else ""
        self.note("said" if name else "watcher-said", name=name, text=text)
        async with self.lock:
            await self.write()

    def note(self, key: str, **words: str) -> None:
        """A line for everybody: what happened (`key`) with its words, or what somebody said."""
        self.kept.lines.append(Line(int(time.time()), key, words))
        del self.kept.lines[: -limits.KEPT_LINES]
        self.said += 1
        self._wake_readers()

    # Keeping

    async def save(self) -> None:
        """Save the match before anybody learns of the change; the lock is held."""
        await self.files.save(self.table.snapshot())

    async def write(self) -> None:
        """Write down what belongs to the table; the lock is held."""
        await self.files.write(self.kept)
