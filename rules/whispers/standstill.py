"""A state that stands still right after an action, for cases and previews."""

from __future__ import annotations

from rules.agenda import run
from rules.ask import Event
from rules.whispers import game
from rules.whispers.frames import Council, Frame, MarkRound, NewRound, Supply
from rules.whispers.kinds import KINDS
from rules.whispers.notation import play_line
from rules.whispers.state import State
from rules.whispers.view import waiting

# Frames that run by themselves: an action has ended before them.
_RUNNING = (Council, Supply, MarkRound, NewRound)


class Standstill:
    """A state that stands still right after an action, before the game runs on to the next question.

    So a case can look at what an action did before supply checks and other seats change it again.
    """

    def __init__(self, state: State, rest: list[Frame] | None = None) -> None:
        self.state, self.rest = state, rest

    def copy(self) -> Standstill:
        """An independent copy."""
        return Standstill(self.state.copy(), self.rest)

    def go_on(self) -> list[Event]:
        """Run on to the next question; what happened on the way."""
        events: list[Event] = []
        if self.rest is not None:
            self.state.agenda[:] = self.rest
            self.rest = None
            run(self.state, KINDS, events)
        return events

    def play(self, player: int, line: str) -> tuple[list[str], list[Event]]:
        """Play a line and stand still again. Illegal if it is refused."""
        agenda = self.state.agenda
        cut = max((i + 1 for i, frame in enumerate(agenda) if isinstance(frame, _RUNNING)), default=0)
        rest, agenda[:cut] = agenda[:cut], []
        answers, events = play_line(self.state, player, line)
        if agenda:
            agenda[:0] = rest
        else:
            self.rest = rest
        return answers, [event for batch in events for event in batch]

    def window(self) -> bool:
        """Whether all that is asked is whether to play a card: nothing is lost by answering `done`."""
        return self.rest is None and any(ask.key in ("flight", "after") for ask in game.asks(self.state).values())

    def close(self) -> list[Event]:
        """Answer `done` to the window; what happened."""
        return self.play(waiting(self.state), "done")[1]

    def closed(self) -> Standstill:
        """A copy in which no window is open: no further card is played."""
        out = self.copy()
        while out.window():
            out.close()
        return out

    def at_question(self) -> State:
        """The state at the next question."""
        ahead = self.copy()
        ahead.go_on()
        return ahead.state
