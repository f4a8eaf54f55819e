"""Who plays whom at a table: taking a player, coming back, letting go, handing to a bot, beginning without some."""

from __future__ import annotations

from msgspec.structs import replace

from wow_tui.bots import NAMES
from wow_tui.clean import clean
from wow_tui.net import limits
from wow_tui.net.gathering import Gathering, Reader
from wow_tui.net.messages import LONGEST_NAME
from wow_tui.net.refusing import refuse
from wow_tui.table import PERSON


class Seating:
    """The rules of sitting at one table."""

    def __init__(self, at: Gathering) -> None:
        self._at, self._table, self._kept = at, at.table, at.kept

    async def sit(self, reader: Reader, player: int, code: str, name: str) -> None:
        """Let somebody play. Illegal if he may not."""
        async with self._at.lock:
            mine = self._at.players_of(reader.identity)
            if player < 0:
                player = next(iter([*mine, *self._expected(name), *self._at.free()]), -1)
            if not 0 <= player < len(self._table.seats):
                raise refuse("full")
            if player in mine:
                await self._come_back(player)
            else:
                if self._kept.owners[player] or self._table.seats[player].kind != PERSON:
                    raise refuse("taken", player=player, name=self._at.name_of(player))
                self._check_code(reader, code)
                self._kept.owners[player] = reader.identity
                self._kept.keeper = self._kept.keeper or reader.identity
                self._name(player, name)
                if not self._at.free():
                    self._kept.started = True
                await self._at.write()
                await self._at.save()
            reader.player = player
            self._at.enter(reader)
        self._at.stirred.set()

    def _expected(self, name: str) -> list[int]:
        """The free player who was given that name when the table was made."""
        wanted = clean(name, LONGEST_NAME).strip().casefold()
        return [player for player in self._at.free() if self._at.name_of(player).casefold() == wanted]

    async def _come_back(self, player: int) -> None:
        if self._table.seats[player].kind != PERSON:
            self._table.hand(player, PERSON)
            await self._at.save()

    async def watch(self, reader: Reader, code: str) -> None:
        """Let somebody look on. Illegal without the code."""
        async with self._at.lock:
            if not self._kept.open and not self._at.players_of(reader.identity):
                self._check_code(reader, code)
            reader.player = None
            self._at.enter(reader)

    def _check_code(self, reader: Reader, code: str) -> None:
        if self._kept.code and code.strip().upper() != self._kept.code and reader.identity != self._kept.keeper:
            raise refuse("code")

    def _name(self, player: int, name: str) -> None:
        """Give a player the name of the person, made different from those of the others."""
        others = {seat.name for other, seat in enumerate(self._table.seats) if other != player}
        wanted = clean(name, LONGEST_NAME).strip() or self._at.name_of(player)
        numbered = [wanted, *(f"{wanted[: LONGEST_NAME - 2]} {number}" for number in range(2, 6))]
        chosen = next(each for each in numbered if each not in others)
        self._table.seats[player] = replace(self._table.seats[player], name=chosen, language="")

    async def release(self, reader: Reader, player: int) -> None:
        """Let go of a player. Illegal if the reader may not."""
        async with self._at.lock:
            self._check_manages(reader, player)
            if self._table.seats[player].kind != PERSON:
                raise refuse("bot", name=self._at.name_of(player))
            self._at.freed(player)
            self._at.proposal = None
            self._at.note("released", name=self._at.name_of(player))
            await self._at.write()
            self._at.changed()

    async def hand(self, reader: Reader, player: int, bot: str) -> None:
        """Let a bot play a player, or people again. Illegal if the reader may not, or there is no such bot."""
        async with self._at.lock:
            self._check_manages(reader, player)
            if bot and bot not in NAMES:
                raise refuse("no-bot", name=clean(bot, 20))
            self._table.hand(player, f"bot:{bot}" if bot else PERSON)
            self._at.proposal = None
            self._kept.started = self._kept.started or not self._at.free()
            self._at.note("bot" if bot else "person", name=self._at.name_of(player))
            await self._at.write()
            await self._at.save()
            self._at.changed()
        self._at.stirred.set()

    def _check_manages(self, reader: Reader, player: int) -> None:
        """Illegal unless it is the reader's player, his table, or a player whose person is not there."""
        if not 0 <= player < len(self._table.seats):
            raise refuse("player")
        mine = self._at.players_of(reader.identity)
        if player in mine or (reader.identity == self._kept.keeper and not self._at.here(player)):
            return
        if not mine or not self._at.away(player):
            raise refuse("not-yours", name=self._at.name_of(player))

    async def start(self, reader: Reader, bot: str = "") -> None:
        """Begin, with such bots for everybody who is missing. Illegal unless the reader made the table."""
        async with self._at.lock:
            if reader.identity != self._kept.keeper or not self._at.players_of(reader.identity):
                raise refuse("keeper")
            if bot and bot not in NAMES:
                raise refuse("no-bot", name=clean(bot, 20))
            for player in self._at.free():
                self._table.hand(player, f"bot:{bot or limits.STAND_IN}")
            self._kept.started = True
            await self._at.write()
            await self._at.save()
            self._at.changed()
        self._at.stirred.set()
