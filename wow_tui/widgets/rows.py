"""A list of rows with a cursor, scrolled by keys and wheel: what the hand and the log share."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.strip import Strip

from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Line, Lined

WHEEL = 3


class Rows(Lined, can_focus=True):
    """Subclasses say how many rows there are, draw one, and do what picking one means.

    The last column is kept for signs that there is more above or below.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "widgets.keys.rows.up", False, id="rows.up"),
        Binding("down,j", "move(1)", "widgets.keys.rows.down", False, id="rows.down"),
        Binding("pageup", "page(-1)", "widgets.keys.rows.page-up", False, id="rows.page-up"),
        Binding("pagedown", "page(1)", "widgets.keys.rows.page-down", False, id="rows.page-down"),
        Binding("home", "end(-1)", "widgets.keys.rows.first", False, id="rows.first"),
        Binding("end", "end(1)", "widgets.keys.rows.last", False, id="rows.last"),
        Binding("enter,space", "pick", "widgets.keys.rows.pick", False, id="rows.pick"),
    ]

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """A list without rows."""
        super().__init__(speaker, id=id, classes=classes)
        self.cursor = 0
        self.top = 0

    # What a subclass says

    def count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def draw_row(self, line: Line, row: int, here: bool) -> None:
        """Put a row into a line; `here`: it belongs to the cursor's."""
        raise NotImplementedError

    def pick(self, row: int) -> None:
        """Enter on a row, or a click on the cursor's."""
        raise NotImplementedError

    def moved(self, row: int) -> None:
        """The cursor has come to a row."""

    def open(self, row: int) -> bool:
        """Whether the cursor may rest on a row."""
        return True

    def group(self, row: int) -> range:
        """The rows that light up together with one."""
        return range(row, row + 1)

    def head(self) -> int:
        """Lines kept above the rows."""
        return 0

    def foot(self) -> int:
        """Lines kept below the rows."""
        return 0

    def draw_head(self, line: Line, row: int) -> None:
        """Put a line above the rows."""

    def draw_foot(self, line: Line, row: int) -> None:
        """Put a line below the rows."""

    def spare(self, arrow: bool) -> int:
        """Cells at the end of a row that are kept free: for the sign that there are more rows, on all for one edge."""
        return 1

    def empty(self) -> str:
        """What stands there when there are no rows."""
        return ""

    # How it is drawn

    @property
    def body(self) -> int:
        """The lines for rows."""
        return max(1, self.content_size.height - self.head() - self.foot())

    def draw_line(self, row: int) -> Strip:
        line, head = self.line(), self.head()
        if row < head:
            self.draw_head(line, row)
        elif row >= head + self.body:
            self.draw_foot(line, row - head - self.body)
        elif not self.count():
            line.skip(1).put(self.empty() if row == head else "", self.look("quiet"))
        else:
            self._draw_body(line, row - head)
        return line.strip()

    def _draw_body(self, line: Line, place: int) -> None:
        row, count = self.top + place, self.count()
        arrow = ""
        if place == 0 and self.top > 0:
            arrow = self.sign("earlier")
        elif place == self.body - 1 and row < count - 1:
            arrow = self.sign("later")
        inner = Line(line.left - self.spare(bool(arrow)), self.look(), self.sign("more"))
        if row < count:
            here = self.has_focus and row in self.group(self.cursor)
            self.draw_row(inner, row, here)
        line.join(inner)
        if arrow:
            line.put(arrow, self.look("quiet"))

    def settle(self) -> None:
        """Keep cursor and scrolling inside the rows after they have changed, and draw anew what differs."""
        count = self.count()
        self.cursor = min(self.cursor, max(0, count - 1))
        if count and not self.open(self.cursor):
            self.cursor = self._next_open(self.cursor, 1)
        self.top = min(self.top, max(0, count - self.body))
        if count:
            self._bring_into_sight(self.cursor)
        self.renew()

    def on_resize(self) -> None:
        """Another height may show other rows."""
        self.settle()

    # Moving

    def _next_open(self, row: int, step: int) -> int:
        """The nearest row in that direction on which the cursor may rest; else the nearest the other way."""
        count = self.count()
        ahead = range(row, count) if step > 0 else range(row, -1, -1)
        behind = range(row, -1, -1) if step > 0 else range(row, count)
        return next((each for side in (ahead, behind) for each in side if self.open(each)), row)

    def _bring_into_sight(self, row: int) -> bool:
        """Scroll as little as shows the row with its whole group; whether that scrolled."""
        group, body, before = self.group(row), self.body, self.top
        self.top = max(self.top, group.stop - body)
        # Headings above the first row would never come back into sight otherwise.
        first = 0 if self._next_open(0, 1) == row else group.start
        self.top = min(self.top, first)
        return self.top != before

    def go(self, row: int, step: int = 1) -> None:
        """Move the cursor to a row, or to the nearest one where it may rest."""
        count = self.count()
        if not count:
            return
        before = self.cursor
        self.cursor = self._next_open(min(max(row, 0), count - 1), step)
        if self._bring_into_sight(self.cursor):
            self.refresh()
        elif before != self.cursor:
            self._redraw_groups(before, self.cursor)
        if before != self.cursor:
            self.moved(self.cursor)

    def _redraw_groups(self, *rows: int) -> None:
        """Draw rows anew with all that lights up together, and what stands below the rows."""
        head, foot = self.head() - self.top, self.head() + self.body
        found = {head + each for row in rows for each in self.group(row)}
        self.redraw(found | set(range(foot, foot + self.foot())))

    def redraw_cursor(self) -> None:
        if self.count():
            self._redraw_groups(self.cursor)

    def action_move(self, step: int) -> None:
        """To the next row or the one before."""
        group = self.group(self.cursor)
        self.go(group.stop if step > 0 else group.start - 1, step)

    def action_page(self, step: int) -> None:
        """A page on or back."""
        self.go(self.cursor + step * max(1, self.body - 1), step)

    def action_end(self, step: int) -> None:
        """To the first or the last row."""
        self.go(self.count() - 1 if step > 0 else 0, -step)

    def action_pick(self) -> None:
        """Choose the cursor's row."""
        if self.count():
            self.pick(self.cursor)

    def scroll_by(self, rows: int) -> None:
        """Scroll without moving the cursor."""
        top = min(max(self.top + rows, 0), max(0, self.count() - self.body))
        if top != self.top:
            self.top = top
            self.refresh()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel."""
        event.stop()
        self.scroll_by(WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel."""
        event.stop()
        self.scroll_by(-WHEEL)

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, a click on the cursor's row chooses it."""
        cell = self.clicked(event)
        if cell is None or not self.head() <= cell[0] < self.head() + self.body:
            return
        row = self.top + cell[0] - self.head()
        if row >= self.count():
            return
        if row in self.group(self.cursor):
            self.pick(self.cursor)
        else:
            self.go(self.group(row).start)
