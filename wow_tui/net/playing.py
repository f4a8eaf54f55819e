"""What players do in a match on a host: answering, and taking back, beyond what is free with the others' consent."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rules.ask import Illegal, Refusal
from wow_tui.net.gathering import Gathering, Reader
from wow_tui.net.messages import Proposal
from wow_tui.net.refusing import refuse
from wow_tui.net.telling import Telling
from wow_tui.table import PERSON, Answered


class Playing:
    """The match of one table in the hands of its people."""

    def __init__(self, at: Gathering, telling: Telling) -> None:
        self._table, self._kept = at.table, at.kept
        self._at, self._telling = at, telling

    async def answer(self, reader: Reader, ask: int, answers: Sequence[str]) -> None:
        """Take answers of a player. Illegal, with nothing changed, if they are not what is asked."""
        player = self._player(reader)
        async with self._at.lock:
            self._check_ask(ask)
            await self.taken(self._table.answer(player, answers))
        self._at.stirred.set()

    def _player(self, reader: Reader) -> int:
        if reader.player is None or not self._kept.started:
            raise refuse("watching" if reader.player is None else "waiting")
        if self._table.seats[reader.player].kind != PERSON:
            raise refuse("bot", name=self._at.name_of(reader.player))
        return reader.player

    def _check_ask(self, ask: int) -> None:
        if ask != self._table.match.state.step:
            raise Illegal(Refusal("game.stale", "", {"ask": ask, "now": self._table.match.state.step}))

    async def taken(self, answered: Answered) -> None:
        """What an answer brings with it; the lock is held."""
        self._telling.remember(answered)
        self._at.proposal = None
        await self._at.save()
        self._at.changed()

    async def undo(self, reader: Reader) -> list[str]:
        """Take back, or ask the others whether that may be. The moves taken back. Illegal if there is nothing."""
        player = self._player(reader)
        async with self._at.lock:
            refusal = self._table.undo_refusal(player)
            if refusal is None:
                return await self._undone(player, ())
            if refusal.rule != "undo.consent":
                raise Illegal(refusal)
            missing = [each for each in self._missing(refusal) if self._kept.owners[each]]
            if not missing:
                return await self._undone(player, range(self._table.match.players))
            self._at.proposal = Proposal(player, missing)
            self._at.note("asks-undo", name=self._at.name_of(player))
            self._at.changed()
            return []

    @staticmethod
    def _missing(refusal: Refusal) -> list[int]:
        missing = refusal.values.get("missing")
        return list(missing) if isinstance(missing, list) else []

    async def agree(self, reader: Reader, yes: bool) -> None:
        """Agree to an undo, or not. Illegal if nobody has asked this player."""
        player = self._player(reader)
        async with self._at.lock:
            proposal = self._at.proposal
            if proposal is None or player not in proposal.missing:
                raise refuse("no-proposal")
            missing = [each for each in proposal.missing if each != player]
            self._at.proposal = Proposal(proposal.by, missing) if yes and missing else None
            if not yes:
                self._at.note("refuses-undo", name=self._at.name_of(player))
            elif not missing:
                with suppress(Illegal):
                    await self._undone(proposal.by, range(self._table.match.players))
            self._at.changed()
        self._at.stirred.set()

    async def _undone(self, player: int, agreed: Sequence[int]) -> list[str]:
        """Take back; the lock is held."""
        taken = self._table.undo(player, agreed)
        self._at.proposal = None
        self._telling.forget()
        self._at.note("undid", name=self._at.name_of(player))
        await self._at.save()
        self._at.changed()
        return taken

    async def redo(self, reader: Reader) -> None:
        """Give the answer last taken back again. Illegal if there is none."""
        player = self._player(reader)
        async with self._at.lock:
            await self.taken(self._table.redo(player))
        self._at.stirred.set()
