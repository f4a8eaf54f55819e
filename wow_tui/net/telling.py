"""What each reader at a table is told: made when it is sent, of what he may see, and never before it is saved."""

from __future__ import annotations

from typing import Any

from rules.ask import Event, readable
from wow_tui.bots.bot import Reason
from wow_tui.net.clock import Clock
from wow_tui.net.gathering import Gathering, Reader
from wow_tui.net.messages import Batch, Past, Standing
from wow_tui.net.wire import size
from wow_tui.table import Answered

# Bytes of history in one frame; the rest of it is for the question.
PAGE = 40_000


class Telling:
    """The news of one table."""

    def __init__(self, at: Gathering, clock: Clock) -> None:
        self._table, self._kept = at.table, at.kept
        self._at, self._clock = at, clock
        # By answer: whether it was forced, and a bot's reason.
        self._notes: list[tuple[bool, Reason | None]] = [(False, None)] * at.table.answered()
        # By viewer: the number of answers before the last view made for him, and that view.
        self._views: dict[int | None, tuple[int, Any]] = {}

    def remember(self, answered: Answered) -> None:
        """How an answer came, for those who are told of it."""
        self._notes += [(answered.forced, answered.reason)] * len(answered.answer)

    def forget(self) -> None:
        """Answers were taken back: those told of them are told anew from there."""
        count = self._table.answered()
        self._views.clear()
        del self._notes[count:]
        for reader in self._at.readers:
            reader.known = min(reader.known, count)

    async def frame_for(self, reader: Reader) -> tuple[Past | Standing, bool]:
        """The next message for a reader, and whether there is more. Never of what is not saved yet."""
        async with self._at.lock:
            return self._frame(reader)

    def _frame(self, reader: Reader) -> tuple[Past | Standing, bool]:
        count, first, room = self._table.answered(), reader.known, PAGE
        batches: list[Batch] = []
        states = self._table.match.states()
        events = self._table.match.events()
        while first + len(batches) < count:
            number = first + len(batches)
            batch = self._batch(reader.player, number, states[number], events[number])
            room -= size(batch)
            if room < 0 and batches:
                break
            batches.append(batch)
        reader.known = first + len(batches)
        if reader.known < count:
            return Past(first=first, batches=batches), True
        return self._standing(reader, first, batches), False

    def _batch(self, viewer: int | None, number: int, state: object, events: list[Event]) -> Batch:
        match = self._table.match
        entry = match.journal[len(match.journal) - self._table.answered() + number]
        known = self._views.get(viewer)
        forced, reason = self._notes[number] if number < len(self._notes) else (False, None)
        return Batch(
            before=known[1] if known is not None and known[0] == number else match.game.view(state, viewer),
            player=entry.player,
            answer=list(entry.answer) if entry.player == viewer else [],
            events=readable(events, viewer),
            forced=forced,
            reason=None if reason is None else reason.public(),
        )

    def _standing(self, reader: Reader, first: int, batches: list[Batch]) -> Standing:
        asked, me = self._table.asked, reader.player
        left = self._clock.left()
        ask = self._table.ask(me) if self._kept.started and me is not None and asked == me else None
        if ask is not None and len(ask.options) == 1:
            # It is answered by itself; whoever answered too would only be late.
            ask = None
        return Standing(
            table=self._at.id,
            name=self._kept.name,
            me=me,
            view=self._view_now(me),
            asked=asked,
            ask=ask,
            first=first,
            batches=batches,
            people=self._at.people(reader.identity),
            started=self._kept.started,
            free=me is not None and self._table.may_undo(me),
            proposal=self._at.proposal,
            left=None if left is None else max(0, round(left)),
            trouble=self._at.files.trouble,
            keeper=bool(self._kept.keeper) and reader.identity == self._kept.keeper,
        )

    def _view_now(self, viewer: int | None) -> Any:
        """The match as it is. Kept, for it is what was before the next answer, too."""
        count = self._table.answered()
        known = self._views.get(viewer)
        if known is None or known[0] != count:
            known = self._views[viewer] = count, self._table.view(viewer)
        return known[1]
