"""A table on a host: the match, whose players they are, what was said, and the rules of sitting there.

Every change goes through `_change`: one at a time, saved before anybody learns of it. What a reader is told is
made at the moment it is sent (`frame_for`), so that a slow one costs no memory, and gets the newest.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from msgspec.structs import replace

from rules.ask import Ask, Event, Illegal, Refusal, readable
from saves.autosave import Autosave
from saves.envelope import Save
from saves.errors import StoreError
from wow_tui.bots import NAMES, Bot, make
from wow_tui.bots.bot import Reason
from wow_tui.clean import clean
from wow_tui.net import keeping, limits
from wow_tui.net.keeping import Kept
from wow_tui.net.messages import LONGEST_CHAT, LONGEST_NAME, Batch, Card, Line, Past, Person, Proposal, Standing
from wow_tui.net.wire import size
from wow_tui.table import PERSON, Answered, Table
from wow_tui.thinking import Elsewhere

log = logging.getLogger("wow_tui.net")
# Bytes of history in one frame; the rest of it is for the question.
PAGE = 40_000


class Reader(Protocol):
    """Somebody connected who is at a table. `player`: whom he plays, None to look on; `known`: how many answers he
    has been told of."""

    identity: str
    player: int | None
    known: int
    woken: asyncio.Event


def refuse(rule: str, reason: str = "", **values: object) -> Illegal:
    """A refusal of the host's own, to be raised."""
    return Illegal(Refusal(f"net.{rule}", reason, values))


class Room:
    """One table. All methods belong to the host's event loop; disk and bots work outside it."""

    def __init__(self, id: str, table: Table, kept: Kept, folder: Path, think: Elsewhere, pace: float = 0.0) -> None:
        """`table`: without a path, for the room saves it; `pace`: seconds between two answers of bots."""
        self.id, self.table, self.kept = id, table, kept
        self.folder, self.pace = folder, pace
        self.readers: set[Reader] = set()
        self.serial = 0
        self.said = 0
        self.proposal: Proposal | None = None
        self.trouble = ""
        self.told: Callable[[], None] = lambda: None
        self._think = think
        self._autosave = Autosave(keeping.match_path(folder, id))
        self._lock = asyncio.Lock()
        self._woken = asyncio.Event()
        self._notes: list[tuple[bool, Reason | None]] = [(False, None)] * table.answered()
        self._left: dict[int, float] = dict.fromkeys(range(len(table.seats)), -limits.AWAY)
        self._seen: set[int] = set()
        # By viewer: the number of answers before the last view made for him, and that view.
        self._views: dict[int | None, tuple[int, Any]] = {}
        self._due: tuple[int, float] | None = None
        self._task: asyncio.Task[None] | None = None

    # Who is who

    def players_of(self, identity: str) -> list[int]:
        """The players that somebody plays."""
        return [player for player, owner in enumerate(self.kept.owners) if owner == identity]

    def free(self) -> list[int]:
        """The players nobody plays."""
        kinds = [seat.kind for seat in self.table.seats]
        return [player for player, owner in enumerate(self.kept.owners) if not owner and kinds[player] == PERSON]

    def here(self, player: int) -> bool:
        """Whether the person who plays is connected."""
        return any(reader.player == player for reader in self.readers)

    def _away(self, player: int) -> bool:
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
        )

    # Coming and going

    async def sit(self, reader: Reader, player: int, code: str, name: str) -> None:
        """Let somebody play. Illegal if he may not."""
        async with self._lock:
            mine = self.players_of(reader.identity)
            if player < 0:
                player = next(iter([*mine, *self.free()]), -1)
            if not 0 <= player < len(self.table.seats):
                raise refuse("full")
            if player in mine:
                await self._come_back(player)
            else:
                if self.kept.owners[player] or self.table.seats[player].kind != PERSON:
                    raise refuse("taken", player=player, name=self.table.seats[player].name)
                self._check_code(reader, code)
                self.kept.owners[player] = reader.identity
                self.kept.keeper = self.kept.keeper or reader.identity
                self._name(player, name)
                if not self.free():
                    self.kept.started = True
                await self._write()
                await self._keep()
            reader.player = player
            self._enter(reader)
        self._woken.set()

    async def _come_back(self, player: int) -> None:
        if self.table.seats[player].kind != PERSON:
            self.table.hand(player, PERSON)
            await self._keep()

    async def watch(self, reader: Reader, code: str) -> None:
        """Let somebody look on. Illegal without the code."""
        async with self._lock:
            if not self.players_of(reader.identity):
                self._check_code(reader, code)
            reader.player = None
            self._enter(reader)

    def _check_code(self, reader: Reader, code: str) -> None:
        if self.kept.code and code.strip().upper() != self.kept.code and reader.identity != self.kept.keeper:
            raise refuse("code")

    def _name(self, player: int, name: str) -> None:
        """Give a player the name of the person, made different from those of the others."""
        others = {seat.name for other, seat in enumerate(self.table.seats) if other != player}
        wanted = clean(name, LONGEST_NAME).strip() or self.table.seats[player].name
        numbered = [wanted, *(f"{wanted[: LONGEST_NAME - 2]} {number}" for number in range(2, 6))]
        chosen = next(each for each in numbered if each not in others)
        self.table.seats[player] = replace(self.table.seats[player], name=chosen, language="")

    def _enter(self, reader: Reader) -> None:
        reader.known = 0
        self.readers.add(reader)
        player = reader.player
        if player is not None:
            self._left.pop(player, None)
            if player not in self._seen:
                self._seen.add(player)
                self._note("came", name=self.table.seats[player].name)
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
            self._note("went", name=self.table.seats[player].name)

    # What people ask for

    async def release(self, reader: Reader, player: int) -> None:
        """Let go of a player. Illegal if the reader may not."""
        async with self._lock:
            self._check_manages(reader, player)
            if self.table.seats[player].kind != PERSON:
                raise refuse("bot", name=self.table.seats[player].name)
            self.kept.owners[player] = ""
            for other in [each for each in self.readers if each.player == player]:
                other.player, other.known = None, 0
            self._left[player] = -limits.AWAY
            self.proposal = None
            self._note("released", name=self.table.seats[player].name)
            await self._write()
            self.changed()

    async def hand(self, reader: Reader, player: int, bot: str) -> None:
        """Let a bot play a player, or people again. Illegal if the reader may not, or there is no such bot."""
        async with self._lock:
            self._check_manages(reader, player)
            if bot and bot not in NAMES:
                raise refuse("no-bot", name=clean(bot, 20))
            self.table.hand(player, f"bot:{bot}" if bot else PERSON)
            self.proposal = None
            self.kept.started = self.kept.started or not self.free()
            self._note("bot" if bot else "person", name=self.table.seats[player].name)
            await self._write()
            await self._keep()
            self.changed()
        self._woken.set()

    def _check_manages(self, reader: Reader, player: int) -> None:
        """Illegal unless it is the reader's player, his table, or a player whose person is not there."""
        if not 0 <= player < len(self.table.seats):
            raise refuse("player")
        mine = self.players_of(reader.identity)
        if player in mine or (reader.identity == self.kept.keeper and not self.here(player)):
            return
        if not mine or not self._away(player):
            raise refuse("not-yours", name=self.table.seats[player].name)

    async def start(self, reader: Reader) -> None:
        """Begin, with bots for everybody who is missing. Illegal unless the reader made the table."""
        async with self._lock:
            if reader.identity != self.kept.keeper or not self.players_of(reader.identity):
                raise refuse("keeper")
            for player in self.free():
                self.table.hand(player, f"bot:{limits.STAND_IN}")
            self.kept.started = True
            await self._write()
            await self._keep()
            self.changed()
        self._woken.set()

    async def answer(self, reader: Reader, ask: int, answers: Sequence[str]) -> None:
        """Take answers of a player. Illegal, with nothing changed, if they are not what is asked."""
        player = self._player(reader)
        async with self._lock:
            self._check_ask(ask)
            await self._taken(self.table.answer(player, answers))
        self._woken.set()

    def _player(self, reader: Reader) -> int:
        if reader.player is None or not self.kept.started:
            raise refuse("watching" if reader.player is None else "waiting")
        if self.table.seats[reader.player].kind != PERSON:
            raise refuse("bot", name=self.table.seats[reader.player].name)
        return reader.player

    def _check_ask(self, ask: int) -> None:
        if ask != self.table.match.state.step:
            raise Illegal(Refusal("game.stale", "", {"ask": ask, "now": self.table.match.state.step}))

    async def _taken(self, answered: Answered) -> None:
        """What an answer brings with it; the lock is held."""
        self._notes += [(answered.forced, answered.reason)] * len(answered.answer)
        self.proposal = None
        await self._keep()
        self.changed()

    async def undo(self, reader: Reader) -> list[str]:
        """Take back, or ask the others whether that may be. The moves taken back. Illegal if there is nothing."""
        player = self._player(reader)
        async with self._lock:
            refusal = self.table.match.may_undo(player, self._bots())
            if refusal is None:
                return await self._undone(player, ())
            if refusal.rule != "undo.consent":
                raise Illegal(refusal)
            missing = [each for each in self._missing(refusal) if self.kept.owners[each]]
            if not missing:
                return await self._undone(player, range(self.table.match.players))
            self.proposal = Proposal(player, missing)
            self._note("asks-undo", name=self.table.seats[player].name)
            self.changed()
            return []

    def _bots(self) -> list[int]:
        return [player for player, seat in enumerate(self.table.seats) if seat.kind != PERSON]

    @staticmethod
    def _missing(refusal: Refusal) -> list[int]:
        missing = refusal.values.get("missing")
        return list(missing) if isinstance(missing, list) else []

    async def agree(self, reader: Reader, yes: bool) -> None:
        """Agree to an undo, or not. Illegal if nobody has asked this player."""
        player = self._player(reader)
        async with self._lock:
            proposal = self.proposal
            if proposal is None or player not in proposal.missing:
                raise refuse("no-proposal")
            missing = [each for each in proposal.missing if each != player]
            self.proposal = Proposal(proposal.by, missing) if yes and missing else None
            if not yes:
                self._note("refuses-undo", name=self.table.seats[player].name)
            elif not missing:
                with suppress(Illegal):
                    await self._undone(proposal.by, range(self.table.match.players))
            self.changed()
        self._woken.set()

    async def _undone(self, player: int, agreed: Sequence[int]) -> list[str]:
        """Take back; the lock is held."""
        taken = self.table.undo(player, agreed)
        self.proposal = None
        count = self.table.answered()
        self._views.clear()
        del self._notes[count:]
        for reader in self.readers:
            reader.known = min(reader.known, count)
        self._note("undid", name=self.table.seats[player].name)
        await self._keep()
        self.changed()
        return taken

    async def redo(self, reader: Reader) -> None:
        """Give the answer last taken back again. Illegal if there is none."""
        player = self._player(reader)
        async with self._lock:
            await self._taken(self.table.redo(player))
        self._woken.set()

    async def say(self, reader: Reader, text: str) -> None:
        """A line of chat. Illegal if nothing of it can be shown."""
        text = clean(text, LONGEST_CHAT).strip()
        if not text:
            raise refuse("empty")
        name = self.table.seats[reader.player].name if reader.player is not None else ""
        self._note("said" if name else "watcher-said", name=name, text=text)
        async with self._lock:
            await self._write()

    def _note(self, key: str, **words: str) -> None:
        self.kept.lines.append(Line(int(time.time()), key, words))
        del self.kept.lines[: -limits.KEPT_LINES]
        self.said += 1
        self._wake_readers()

    # The course of the match

    def run(self) -> None:
        """From now on bots play and clocks run."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            try:
                await self._wait()
                while self.kept.started and await self._go_on():
                    pass
            except Exception:  # one table's fault must not become another's
                log.exception("table %s: a fault in its course", self.id)
                await asyncio.sleep(1)

    async def _wait(self) -> None:
        """Until something has happened, or the clock of whoever is asked runs out."""
        with suppress(TimeoutError):
            left = self.seconds_left()
            async with asyncio.timeout(None if left is None else max(left, 0) + 0.01):
                await self._woken.wait()
        self._woken.clear()

    def seconds_left(self) -> float | None:
        """What is left on the clock of the person asked; None where no clock runs."""
        asked = self.table.asked
        if not self.kept.clock or not self.kept.started or asked is None or self.table.bot(asked) is not None:
            return None
        step = self.table.match.state.step
        if self._due is None or self._due[0] != step:
            self._due = step, time.monotonic() + self.kept.clock
        return self._due[1] - time.monotonic()

    async def _go_on(self) -> bool:
        """One forced or bot's answer, or one for whoever is out of time; False if a person is to answer."""
        asked = self.table.asked
        if asked is None:
            return False
        bot, ask = self.table.bot(asked), self.table.ask(asked)
        assert ask is not None
        if len(ask.options) == 1:
            async with self._lock:
                forced = self.table.by_itself(bots=False) if self._still(ask) else None
                if forced is not None:
                    await self._taken(forced)
            return True
        left = self.seconds_left()
        if bot is None and left is not None and left <= 0:
            bot = make(limits.STAND_IN, ask.id)
            self._note("out-of-time", name=self.table.seats[asked].name)
        if bot is None:
            return False
        await self._bot_answers(bot, ask)
        return True

    def _still(self, ask: Ask) -> bool:
        return self.table.match.state.step == ask.id and self.table.asked == ask.player

    async def _bot_answers(self, bot: Bot, ask: Ask) -> None:
        kind = self.table.seats[ask.player].kind
        try:
            chosen = await self._think.choose(bot, self.table.view(ask.player), ask)
        except Exception:  # the others go on playing
            log.exception("table %s: the bot of player %s failed", self.id, ask.player + 1)
            chosen = [ask.options[0].id]
        async with self._lock:
            # Meanwhile somebody may have taken back, or taken the place.
            if self._still(ask) and self.table.seats[ask.player].kind == kind:
                try:
                    answered = self.table.answer(ask.player, chosen, reason=bot.reason)
                except Illegal:
                    log.error("table %s: a bot gave an answer that was refused", self.id)
                    answered = self.table.answer(ask.player, [ask.options[0].id])
                await self._taken(answered)
        if self.pace:
            await asyncio.sleep(self.pace)

    # Telling

    def changed(self) -> None:
        """Everybody at the table is to be told how things are now."""
        self.serial += 1
        self._wake_readers()
        self.told()

    def _wake_readers(self) -> None:
        for reader in self.readers:
            reader.woken.set()

    async def frame_for(self, reader: Reader) -> tuple[Past | Standing, bool]:
        """The next message for a reader, and whether there is more. Never of what is not saved yet."""
        async with self._lock:
            return self._frame(reader)

    def _frame(self, reader: Reader) -> tuple[Past | Standing, bool]:
        count, first, room = self.table.answered(), reader.known, PAGE
        batches: list[Batch] = []
        states = self.table.match.states()
        events = self.table.match.events()
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
        match = self.table.match
        entry = match.journal[len(match.journal) - self.table.answered() + number]
        known = self._views.get(viewer)
        forced, reason = self._notes[number] if number < len(self._notes) else (False, None)
        return Batch(
            before=known[1] if known is not None and known[0] == number else match.game.view(state, viewer),
            player=entry.player,
            answer=list(entry.answer) if entry.player == viewer else [],
            events=readable(events, viewer),
            forced=forced,
            reason=None if reason is None else _told(reason),
        )

    def _standing(self, reader: Reader, first: int, batches: list[Batch]) -> Standing:
        asked, me = self.table.asked, reader.player
        left = self.seconds_left()
        ask = self.table.ask(me) if self.kept.started and me is not None and asked == me else None
        if ask is not None and len(ask.options) == 1:
            # It is answered by itself; whoever answered too would only be late.
            ask = None
        return Standing(
            table=self.id,
            name=self.kept.name,
            me=me,
            view=self._view_now(me),
            asked=asked,
            ask=ask,
            first=first,
            batches=batches,
            people=self.people(reader.identity),
            started=self.kept.started,
            free=me is not None and self.table.may_undo(me),
            proposal=self.proposal,
            left=None if left is None else max(0, round(left)),
            trouble=self.trouble,
            keeper=bool(self.kept.keeper) and reader.identity == self.kept.keeper,
        )

    def _view_now(self, viewer: int | None) -> Any:
        """The match as it is. Kept, for it is what was before the next answer, too."""
        count = self.table.answered()
        known = self._views.get(viewer)
        if known is None or known[0] != count:
            known = self._views[viewer] = count, self.table.view(viewer)
        return known[1]

    # Keeping

    async def _keep(self) -> None:
        """Save the match before anybody learns of the change; a full disk is told, and play goes on."""
        await self._guarded(self._autosave.keep, self.table.snapshot())

    async def _write(self) -> None:
        kept = Kept(**{name: getattr(self.kept, name) for name in Kept.__struct_fields__})
        kept.owners, kept.lines = list(kept.owners), list(kept.lines)
        await self._guarded(lambda _: keeping.keep(self.folder, self.id, kept), None)

    async def _guarded(self, write: Callable[..., None], save: Save | None) -> None:
        writing = asyncio.ensure_future(asyncio.to_thread(write, save))
        try:
            await asyncio.shield(writing)
            self.trouble = ""
        except asyncio.CancelledError:
            # Whoever asked for the change is gone; nobody else may write before this is done.
            await asyncio.wait([writing])
            raise
        except StoreError as error:
            log.error("table %s: %s", self.id, error)
            self.trouble = str(error)

    async def open(self) -> None:
        """Write everything down, as for a new table."""
        async with self._lock:
            await self._keep()
            await self._write()

    async def close(self) -> None:
        """Stop playing; the files are whole once this returns."""
        async with self._lock:
            # With the lock held nothing is being written, so that nothing is cut off.
            if self._task is not None:
                self._task.cancel()
                await _ended(self._task)
            await self._guarded(lambda _: self._autosave.close(), None)
            await self._write()


def _told(reason: Reason) -> Reason:
    """A bot's reason as everybody may know it: a move can be a discard, which the log tells to its player alone."""
    return Reason(reason.key, {key: value for key, value in reason.values.items() if key != "move"})


async def _ended(task: Awaitable[None]) -> None:
    with suppress(asyncio.CancelledError):
        await task
