"""The events of a match as lines of the log, with a heading for each round and each seat that acts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.ask import Event
from rules.whispers.layout import Board
from wow_tui.meaning import event_refs, event_rule, seat_refs
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.log import LogLine

_HEADINGS = {"round": "round", "acts": "seat"}
# What happens at the table, by nobody's action.
_NOBODY = ("round", "supply", "round-marked", "game-end")


class Chronicle:
    """Writes a match down, answer by answer in their order: what follows an action belongs to who acts."""

    def __init__(self, speaker: Speaker, board: Board) -> None:
        """Nothing is written yet."""
        self._speaker, self._board = speaker, board
        self._acting: frozenset[str] = frozenset()

    def lines(self, number: int, events: Iterable[Event]) -> list[LogLine]:
        """The lines of answer `number`."""
        return [self._line(number, event) for event in events]

    def _line(self, number: int, event: Event) -> LogLine:
        refs = event_refs(event, self._board)
        if event.key in _NOBODY:
            self._acting = frozenset()
        elif "player" in event.values:
            self._acting = frozenset(ref for ref in refs if ref.startswith("player:"))
        seat = str(event.values.get("seat", "")) if event.key == "acts" else ""
        return LogLine(
            number,
            self._speaker.event(event),
            _HEADINGS.get(event.key, "event"),  # type: ignore[arg-type]
            seat_refs(seat)[1].partition(":")[2] if seat else None,
            refs | self._acting,
            event_rule(event),
        )

    def all(self, history: Sequence[Sequence[Event]], first: int = 0) -> list[LogLine]:
        """The lines of many answers; `first` is the number of the first of them."""
        return [line for at, events in enumerate(history) for line in self.lines(first + at, events)]
