"""The events of a match as lines of the log, with a heading for each round and each seat that acts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.ask import Event
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.log import LogLine

_HEADINGS = {"round": "round", "acts": "seat"}


def lines(speaker: Speaker, number: int, events: Iterable[Event]) -> list[LogLine]:
    """The lines of answer `number`."""
    out = []
    for event in events:
        empire = str(event.values.get("seat", "")).partition(".")[0] if event.key == "acts" else None
        kind = _HEADINGS.get(event.key, "event")
        out.append(LogLine(number, speaker.event(event), kind, empire))  # type: ignore[arg-type]
    return out


def chronicle(speaker: Speaker, history: Sequence[Sequence[Event]], first: int = 0) -> list[LogLine]:
    """The lines of many answers; `first` is the number of the first of them."""
    return [line for at, events in enumerate(history) for line in lines(speaker, first + at, events)]
