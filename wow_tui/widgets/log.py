"""The log: what has happened, newest at the bottom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wow_tui.filtering import LogFilter
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Line, safe
from wow_tui.widgets.messages import Picked
from wow_tui.widgets.rows import Rows
from wow_tui.widgets.wrapping import wrap

MOST = 3000
"""So many lines are kept; the oldest go first."""
SLACK = 300
INDENT = 1
_INDENTS = {"round": 1, "seat": 1, "event": 2, "chat": 1}


class LogLine(Struct, frozen=True):
    """A line of the log in words. `number`: the moment it belongs to (of the answer that brought it);
    `kind`: a new round, a seat that acts, an event, or something said; `empire`: whose colour a heading wears;
    `refs`: what it is about, to filter by; `rule`: the id of the rule behind it, or an empty text."""

    number: int
    text: str
    kind: Literal["round", "seat", "event", "chat"] = "event"
    empire: str | None = None
    refs: frozenset[str] = frozenset()
    rule: str = ""


class _Row(NamedTuple):
    entry: int
    text: str


class LogPanel(Rows):
    """Posts Picked (`log:NUMBER`) for a line, to jump to that moment."""

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty log."""
        super().__init__(speaker, id=id, classes=classes)
        self._entries: list[LogLine] = []
        self._rows: list[_Row] = []
        self._first: list[int] = []
        self._filter = LogFilter()
        self._width = 0

    # What is shown

    def add(self, lines: Iterable[LogLine]) -> None:
        """Add lines; one who was at the end stays there."""
        follow = self._at_end()
        new = [replace(line, text=safe(line.text)) for line in lines]
        self._entries += new
        if self._filter or len(self._entries) > MOST + SLACK:
            del self._entries[:-MOST]
            self._wrap_all()
        else:
            self._append(range(len(self._entries) - len(new), len(self._entries)))
        self._show(follow)

    def reset(self, lines: Iterable[LogLine] = ()) -> None:
        """Begin anew with these lines, at their end."""
        self._entries, self._rows, self._first = [], [], []
        self.cursor = self.top = 0
        self.add(lines)
        self._show(True)

    @property
    def filter(self) -> LogFilter:
        """What is shown; an empty one shows all."""
        return self._filter

    def current(self) -> LogLine | None:
        """The line under the cursor."""
        return self._entries[self._rows[self.cursor].entry] if self._rows else None

    def set_filter(self, wanted: LogFilter) -> None:
        """Show only the events that pass, below their headings."""
        if wanted != self._filter:
            self._filter = wanted
            self._wrap_all()
            self._show(True)

    def _show(self, end: bool) -> None:
        if end:
            self.cursor = max(0, self.count() - 1)
        self.settle()

    def _at_end(self) -> bool:
        return self.cursor >= self.count() - 1 or self.group(self.cursor).stop >= self.count()

    # Rows

    def _wrap_all(self) -> None:
        self._rows, self._first = [], []
        self._append(self._wanted())

    def _append(self, entries: Iterable[int]) -> None:
        width = self._width - 1
        for entry in entries:
            line = self._entries[entry]
            indent = _INDENTS[line.kind]
            texts = wrap(line.text, width - indent - INDENT, INDENT) if width > 10 else [line.text]
            start = len(self._rows)
            self._rows += [_Row(entry, " " * indent + text) for text in texts]
            self._first += [start] * len(texts)

    def _wanted(self) -> Iterator[int]:
        """The entries that pass the filter, with the headings they stand under."""
        headings: dict[str, int] = {}
        for entry, line in enumerate(self._entries):
            if not self._filter or (line.kind != "round" and self._filter.matches(line.refs, line.text)):
                if line.kind == "seat":
                    headings.pop("seat", None)
                yield from headings.values()
                headings.clear()
                yield entry
            elif line.kind == "round":
                headings = {"round": entry}
            elif line.kind == "seat":
                headings["seat"] = entry

    def on_resize(self) -> None:
        """Another width breaks lines elsewhere."""
        if self._width != self.content_size.width:
            self._width = self.content_size.width
            follow, entry = self._at_end(), self._rows[self.cursor].entry if self._rows else 0
            self._wrap_all()
            self.cursor = next((row for row, each in enumerate(self._rows) if each.entry >= entry), 0)
            self._show(follow)
        else:
            self.settle()

    def count(self) -> int:
        return len(self._rows)

    def open(self, row: int) -> bool:
        return self._first[row] == row

    def group(self, row: int) -> range:
        if not self._rows:
            return range(0)
        first = stop = self._first[row]
        while stop < len(self._first) and self._first[stop] == first:
            stop += 1
        return range(first, stop)

    def head(self) -> int:
        return 1 if self._filter else 0

    def draw_head(self, line: Line, row: int) -> None:
        line.skip(1).put(self.say("log.filter", text=self._filter.label), self.look("heading"))

    def empty(self) -> str:
        return self.say("log.nothing") if self._entries else self.say("log.none")

    def draw_row(self, line: Line, row: int, here: bool) -> None:
        found = self._rows[row]
        entry = self._entries[found.entry]
        cursor = ("cursor",) if here else ()
        if entry.kind == "round":
            self._draw_round(line, found.text, cursor)
            return
        look = [entry.empire] if entry.empire else []
        look += ["strong"] if entry.kind == "seat" else []
        line.put(found.text, self.look(*look, *cursor), line.left if here else None)

    def _draw_round(self, line: Line, text: str, cursor: Sequence[str]) -> None:
        dash = self.sign("dash")
        look = self.look("heading", *cursor)
        line.put(dash * 2 + " " + text.strip() + " ", look)
        line.put(dash * line.left, look)

    def pick(self, row: int) -> None:
        self.post_message(Picked(f"log:{self._entries[self._rows[row].entry].number}"))
