"""A match with people and bots around it, as every front end plays it: answers, undo, autosave."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.ask import Ask, Event, Illegal, Refusal, readable
from rules.match import Match
from saves.autosave import Autosave
from saves.envelope import Save, Seat, from_match
from saves.errors import StoreError
from wow_tui.bots import Bot, Watcher, Witness
from wow_tui.players import PERSON as PERSON
from wow_tui.players import bot_for
from wow_tui.simulation import derive
from wow_tui.text.faults import told


class Answered(Struct):
    """An answer that was taken: by whom, what, what everybody involved may read of it, and how it came.

    `forced`: nothing else could be answered; `reason`: why a bot chose it (key and values), or None.
    """

    player: int
    answer: list[str]
    events: list[Event]
    forced: bool = False
    reason: Any = None


class Table:
    """A running match and who plays it. `seats`: name and kind (see `players`) per player."""

    def __init__(self, match: Match, seats: Sequence[Seat], path: Path | None = None, created: int = 0) -> None:
        """`path`: where every answer is saved; None keeps nothing. `created`: seconds since the epoch."""
        self.match, self.seats = match, list(seats)
        self._autosave = Autosave(path) if path is not None else None
        self.created = created or int(time.time())
        self.trouble = ""
        self._reasons: dict[int, Any] = {}
        self._witness = Witness()
        self._bots = {player: self._made(player) for player, seat in enumerate(self.seats) if seat.kind != PERSON}

    @property
    def path(self) -> Path | None:
        """Where every answer is saved, or None."""
        return self._autosave.path if self._autosave is not None else None

    @property
    def names(self) -> list[str]:
        """The players' names in order."""
        return [seat.name for seat in self.seats]

    @property
    def asked(self) -> int | None:
        """The player who must answer, or None when the game is over."""
        return next(iter(self.match.asks()), None)

    def people(self) -> list[int]:
        """The players who are people."""
        return [player for player in range(len(self.seats)) if player not in self._bots]

    def bot(self, player: int) -> Bot | None:
        """The bot in that seat, told what everybody has seen so far; None for a person."""
        bot = self._bots.get(player)
        if isinstance(bot, Watcher):
            bot.watch(self._witness.told(self.view(None), self.match.events()))
        return bot

    def hand(self, player: int, kind: str) -> None:
        """From now on a person (`person`) or a bot (`bot:NAME`) plays that player. ValueError for another kind."""
        self.seats[player] = replace(self.seats[player], kind=kind)
        self._bots.pop(player, None)
        if kind != PERSON:
            self._bots[player] = self._made(player)

    def _made(self, player: int) -> Bot:
        return bot_for(self.seats[player].kind, derive(self.match.seed, "bot", player))

    def ask(self, player: int) -> Ask | None:
        """What that player is asked now, or None."""
        return self.match.asks().get(player)

    def view(self, player: int | None) -> Any:
        """What that player (None: a spectator) may see."""
        return self.match.game.view(self.match.state, player)

    def answer(self, player: int, answers: Sequence[str], forced: bool = False, reason: Any = None) -> Answered:
        """Give answers one after the other, all or none. Illegal, with nothing changed, if one is refused."""
        taken: list[Event] = []
        count = 0
        try:
            for each in answers:
                taken += self.match.answer(player, self.match.state.step, (each,))
                count += 1
        except Illegal:
            for _ in range(count):
                self.match.undo(player, range(self.match.players))
            raise
        if reason is not None:
            self._reasons[self.answered() - 1] = reason
        self.save()
        return Answered(player, list(answers), taken, forced, reason)

    def reason(self, number: int) -> Any:
        """Why a bot gave answer `number`: a Reason without what it must keep secret until the game is over; None
        for a person's answer, or one from before the match was loaded."""
        found = self._reasons.get(number)
        return found if found is None or self.asked is None else found.public()

    def by_itself(self, bots: bool = True) -> Answered | None:
        """The next answer that needs no person: a forced one, or (with `bots`) a bot's. None if there is none."""
        for player, ask in self.match.asks().items():
            if len(ask.options) == 1:
                return self.answer(player, [ask.options[0].id], forced=True)
            bot = self.bot(player) if bots else None
            if bot is not None:
                chosen = bot.choose(self.view(player), ask)
                return self.answer(player, chosen, reason=bot.reason)
        return None

    def may_undo(self, player: int) -> bool:
        """Whether `player` may take his last choice back, with the bots agreeing to everything."""
        return self.undo_refusal(player) is None

    def undo_refusal(self, player: int) -> Refusal | None:
        """Why `player` may not take his last choice back, with the bots agreeing to everything; None if he may."""
        return self.match.may_undo(player, self._bots)

    def undo(self, player: int, agreed: Collection[int] = ()) -> list[str]:
        """Take answers back up to the last choice of `player`; bots agree. Illegal if people have not `agreed`."""
        taken: list[str] = []
        while not taken or not self._chooses(player):
            try:
                taken += self.match.undo(player, {*self._bots, *agreed}).answer
            except Illegal:
                if not taken:
                    raise
                break
        self._reasons = {number: reason for number, reason in self._reasons.items() if number < self.answered()}
        self.save()
        return taken

    def _chooses(self, player: int) -> bool:
        ask = self.match.asks().get(player)
        return ask is not None and len(ask.options) > 1

    def redo(self, player: int) -> Answered:
        """Give the answer last taken back again. Illegal if there is none."""
        events = self.match.redo(player)
        self.save()
        return Answered(player, self.match.journal[-1].answer, events)

    def save(self) -> None:
        """Write the match down. A full or read-only disk is told in `trouble`; play goes on."""
        self._guarded(lambda autosave: autosave.keep(self.snapshot()))

    def close(self) -> None:
        """Bring the file up to date and let go of it, when nobody plays any more; `save` may follow."""
        self._guarded(lambda autosave: autosave.close())

    def _guarded(self, write: Callable[[Autosave], None]) -> None:
        if self._autosave is None:
            return
        try:
            write(self._autosave)
            self.trouble = ""
        except StoreError as error:
            self.trouble = told(error)

    def snapshot(self) -> Save:
        """The match as a save."""
        return from_match(self.match, self.seats, self.created, int(time.time()))

    def answered(self) -> int:
        """Of how many answers there is a history."""
        return self.match.known()

    def history(self, viewer: int | None, since: int = 0) -> list[list[Event]]:
        """What `viewer` may read of each answer from number `since` on."""
        return [readable(events, viewer) for events in self.match.events()[since:]]
