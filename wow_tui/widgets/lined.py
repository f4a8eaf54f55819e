"""What all widgets of the game screen share: they draw themselves line by line, in cells, without markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Self

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from wow_tui.adapter import part_style
from wow_tui.clean import clean
from wow_tui.text.speaker import Speaker

LONGEST = 500

SIGNS = {
    "legal": "›>",
    "free": "·-",
    "jump": "→@",
    "return": "←<",
    "asked": "►>",
    "first": "★*",
    "more": "…~",
    "earlier": "▲^",
    "later": "▼v",
    "left": "‹<",
    "right": "›>",
    "dash": "─-",
    "bar": "│|",
    "minus": "−-",
    "city": "●o",
}
"""Each sign with its ASCII twin."""


def safe(text: str, limit: int = LONGEST) -> str:
    """`text` with nothing in it that could command a terminal or break a line; own words pass untouched."""
    return text[:limit] if text.isascii() and text.isprintable() else _cleaned(text, limit)


@lru_cache(maxsize=4096)
def _cleaned(text: str, limit: int) -> str:
    """Besides, no variation selectors: terminals do not agree how wide they make a character."""
    return "".join(char for char in clean(text, limit) if not "\ufe00" <= char <= "\ufe0f")


def cut(text: str, width: int, more: str = "…") -> str:
    """`text` in at most `width` cells; what is cut off leaves a sign."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + more if width > 1 else more[:width]


class Line:
    """One line of exactly `width` cells, put together from pieces. Every text is made safe here."""

    def __init__(self, width: int, fill: Style, more: str = "…") -> None:
        self.left = width
        self._fill, self._more = fill, more
        self._pieces: list[tuple[str, Style]] = []

    def put(self, text: str, style: Style, width: int | None = None, right: bool = False) -> Line:
        """Add a text: cut to what is left, and filled up to `width` cells (on the left side with `right`)."""
        room = self.left if width is None else min(width, self.left)
        shown = cut(safe(text), room, self._more)
        if width is not None:
            padding = " " * (room - cell_len(shown))
            shown = padding + shown if right else shown + padding
        if shown:
            self.left -= cell_len(shown)
            self._pieces.append((shown, style))
        return self

    def skip(self, width: int) -> Line:
        """Add blanks."""
        return self.put("", self._fill, max(0, width))

    def join(self, other: Line) -> Line:
        """Add a whole line of its own width."""
        other.skip(other.left)
        self._pieces += other._pieces
        self.left -= sum(cell_len(text) for text, _ in other._pieces)
        return self

    def strip(self) -> Strip:
        """The finished line; neighbours that look alike become one piece, which saves bytes."""
        self.skip(self.left)
        return Strip(merged(self._pieces))


def merged(pieces: list[tuple[str, Style]]) -> list[Segment]:
    """Segments of pieces, with neighbours of the same style joined."""
    out: list[Segment] = []
    last: Style | None = None
    text = ""
    for piece, style in pieces:
        if style is last or style == last:
            text += piece
            continue
        if text:
            out.append(Segment(text, last))
        text, last = piece, style
    if text:
        out.append(Segment(text, last))
    return out


class Lined(Widget):
    """A widget that draws line by line. It is told what to show, and tells by messages what was picked."""

    ALLOW_SELECT = False
    ascii_only: reactive[bool] = reactive(False, init=False)
    """Whether to draw with ASCII signs only."""

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """`speaker` has the words and the names of the players."""
        super().__init__(id=id, classes=classes)
        self.speaker = speaker
        self._looks: dict[tuple[str, ...], Style] = {}
        self._drawn: dict[int, Strip] = {}
        self._ahead: dict[int, Strip] = {}
        self._extent: Size | None = None

    @property
    def content_size(self) -> Size:
        """As of Textual, which looks the widget up in its screen each time: while lines are drawn it stays the same."""
        return super().content_size if self._extent is None else self._extent

    @contextmanager
    def _standing_still(self) -> Iterator[None]:
        """A time in which its size does not change."""
        before, self._extent = self._extent, self.content_size
        try:
            yield
        finally:
            self._extent = before

    def notify_style_update(self) -> None:
        """Styles made from the old rules are forgotten."""
        super().notify_style_update()
        self._looks.clear()
        self._ahead.clear()

    def look(self, *names: str) -> Style:
        """The style of the parts `wow--NAME`, later ones on top of earlier ones; of none: the text's."""
        found = self._looks.get(names)
        if found is None:
            found = self.visual_style.rich_style
            for name in names:
                found += part_style(self, f"wow--{name}")
            self._looks[names] = found
        return found

    def sign(self, name: str) -> str:
        """A sign, or its ASCII twin."""
        return SIGNS[name][self.ascii_only]

    def say(self, key: str, **values: object) -> str:
        """A message of the widgets."""
        return self.speaker.catalogue.say(f"widgets.{key}", **values)

    def line(self, *names: str) -> Line:
        """An empty line as wide as the widget."""
        return Line(self.content_size.width, self.look(*names), self.sign("more"))

    def redraw(self, rows: Iterable[int]) -> None:
        """Draw some lines anew."""
        width, height = self.content_size
        regions = [Region(0, row, width, 1) for row in rows if 0 <= row < height]
        if regions and width:
            self.refresh(*regions)

    def renew(self) -> None:
        """Draw the lines anew that look different now; drawing is what takes time."""
        with self._standing_still():
            now = {row: self.draw_line(row) for row in range(self.content_size.height)}
            changed = {row: line for row, line in now.items() if line != self._drawn.get(row)}
            self.redraw(changed)
        self._ahead = changed

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """What was drawn ahead of this is out of date."""
        self._ahead.clear()
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def draw_line(self, row: int) -> Strip:
        """The strip of one line; what a widget has to say itself."""
        raise NotImplementedError

    def render_lines(self, crop: Region) -> list[Strip]:
        """Several lines at once, as Textual asks for them."""
        with self._standing_still():
            return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """The line API of Textual."""
        drawn = self._ahead.pop(y, None)
        if drawn is None or drawn.cell_length != self.content_size.width:
            drawn = self.draw_line(y)
        self._drawn[y] = drawn
        return drawn

    def on_focus(self, event: events.Focus) -> None:
        """Only what shows the focus is drawn anew; by default Textual would draw the whole widget."""
        self._focus_changed(event, events.DescendantFocus(self))

    def on_blur(self, event: events.Blur) -> None:
        """The same when the focus is gone."""
        self._focus_changed(event, events.DescendantBlur(self))

    def _focus_changed(self, event: events.Event, tidings: events.Event) -> None:
        event.prevent_default()
        self.has_focus = isinstance(event, events.Focus)
        self.redraw_cursor()
        if self.parent is not None:
            self.parent.post_message(tidings)

    def redraw_cursor(self) -> None:
        """Draw the lines anew that show the cursor; a widget that can have the focus says which."""
        self.refresh()

    def watch_ascii_only(self) -> None:
        """All signs change."""
        self.refresh()

    def clicked(self, event: events.Click) -> tuple[int, int] | None:
        """Row and column of a click in the content, or None."""
        offset = event.get_content_offset(self)
        return None if offset is None else (offset.y, offset.x)


def texts(widget: Lined) -> list[str]:
    """What a mounted widget shows now, as plain text; for tests and for the board as text."""
    return [widget.render_line(row).text for row in range(widget.content_size.height)]
