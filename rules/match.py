"""One running match: answers, undo, redo and the journal. The only object of the core that changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct

from rules.ask import Ask, Event, Illegal, Refusal
from rules.game import Game, load


class Entry(Struct, frozen=True, array_like=True):
    """A line of the journal: who answered, and with which options."""

    player: int
    answer: list[str]


class Past(Struct):
    """What was before an answer, what it brought, and whether its player may freely take it back."""

    before: Any
    events: list[Event]
    free: bool


class Match:
    """A match of any game. Attributes are to be read; they change by `answer`, `undo` and `redo` only.

    `seed` and `state` are secrets: give players `view` and the events they may read.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Any,
        seed: int,
        start: Any = None,
        journal: Sequence[Entry] = (),
        state: Any = None,
    ) -> None:
        """A new match, or one that goes on: `start` is a state set up by hand instead of from the seed,
        `journal` and `state` are where a saved match stands; a journal without a state is replayed.

        Illegal if the replay is refused.
        """
        self.game, self.players, self.options, self.seed, self.start = game, players, options, seed, start
        self.journal: list[Entry] = []
        self._past: list[Past] | None = []
        self._undone: list[Entry] = []
        self.state = self._first() if state is None else state
        if state is not None:
            self.journal, self._past = list(journal), None if journal else []
        else:
            for entry in journal:
                self._apply(entry)

    @classmethod
    def new(cls, game_id: str, players: int, options: Any, seed: int) -> Match:
        """A new match of a game. ValueError for what the game does not allow."""
        return cls(load(game_id), players, options, seed)

    def _first(self) -> Any:
        if self.start is not None:
            return self.start.copy()
        return self.game.new(self.players, self.options, self.seed)

    def asks(self) -> dict[int, Ask]:
        """Who must answer now, and what; empty when the game is over."""
        return self.game.asks(self.state)

    def answer(self, player: int, ask_id: int, answer: Sequence[str]) -> list[Event]:
        """Give an answer; what happened. Illegal, with the match untouched, if it is stale or refused."""
        if ask_id != self.state.step:
            raise Illegal(Refusal("game.stale", "", {"ask": ask_id, "now": self.state.step}))
        events = self._apply(Entry(player, list(answer)))
        self._undone.clear()
        return events

    def _apply(self, entry: Entry) -> list[Event]:
        past = self._past_list()
        before, state = self.state, self.state.copy()
        events = self.game.take(state, entry.player, entry.answer)
        free = not any(event.reveals for event in events)
        past.append(Past(before, events, free and list(self.game.asks(state)) == [entry.player]))
        self.state = state
        self.journal.append(entry)
        return events

    def _past_list(self) -> list[Past]:
        """What was before each answer; after a load it is found again by replaying the journal.

        Where the replay does not lead to the saved state (a rule has changed since), there is no past.
        """
        if self._past is None:
            try:
                again = Match(self.game, self.players, self.options, self.seed, self.start)
                for entry in self.journal:
                    again._apply(entry)
                self._past = again._past if again.state == self.state else []
            except (Illegal, ValueError):
                self._past = []
        assert self._past is not None
        return self._past

    def known(self) -> int:
        """Of how many answers it is known what they brought."""
        return len(self._past_list())

    def events(self) -> list[list[Event]]:
        """What each answer brought, as far back as is known; secrets included."""
        return [past.events for past in self._past_list()]

    def states(self) -> list[Any]:
        """The state before each answer, as far back as is known, and the present one."""
        return [*(past.before for past in self._past_list()), self.state]

    def may_undo(self, player: int, agreed: Collection[int] = ()) -> Refusal | None:
        """Why `player` may not take back the last answer, or None. Beyond his own free decisions everybody else
        must have `agreed`."""
        past = self._past_list()
        if not past:
            return Refusal("undo.none")
        if past[-1].free and self.journal[-1].player == player:
            return None
        missing = [other for other in range(self.players) if other != player and other not in agreed]
        return Refusal("undo.consent", "", {"missing": missing}) if missing else None

    def undo(self, player: int, agreed: Collection[int] = ()) -> Entry:
        """Take back the last answer, to the very same state; which one it was. Illegal if he may not."""
        refusal = self.may_undo(player, agreed)
        if refusal is not None:
            raise Illegal(refusal)
        self.state = self._past_list().pop().before
        entry = self.journal.pop()
        self._undone.append(entry)
        return entry

    def reset_turn(self, player: int) -> int:
        """Take back all that `player` may freely take back; how many answers that were."""
        count = 0
        while self.may_undo(player) is None:
            self.undo(player)
            count += 1
        return count

    def redo(self, player: int) -> list[Event]:
        """Give the answer last taken back again. Illegal if there is none of this player."""
        if not self._undone or self._undone[-1].player != player:
            raise Illegal(Refusal("undo.redo"))
        events = self._apply(self._undone[-1])
        self._undone.pop()
        return events
