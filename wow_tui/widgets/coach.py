"""The coach of the tutorial: what is told, what is to be done, and how to go on, a page at a time."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.strip import Strip

from wow_tui.text.speaker import Speaker
from wow_tui.tutorial.wording import Speech
from wow_tui.widgets.lined import Lined, safe
from wow_tui.widgets.wrapping import wrap

NOTHING = Speech("", [], "", "", "")
# Longer texts are no error; nobody wants to read them beside a board.
LONGEST = 2000


class CoachPanel(Lined):
    """Posts Forward for a click on its last line. It never has the focus: keys stay with the game."""

    class Forward(Message):
        """Go on."""

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """Silent until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self._speech, self._more, self._top = NOTHING, "", 0

    def show(self, speech: Speech, more: str) -> None:
        """What to say; `more`: the last line while there is more to read."""
        if (speech, more) != (self._speech, self._more):
            self._speech, self._more, self._top = speech, more, 0
            self.refresh()

    # How it is drawn

    @property
    def _space(self) -> int:
        """The lines of text between head and foot."""
        return max(1, self.content_size.height - 2)

    def _text(self) -> list[tuple[str, str]]:
        """The lines of the text, each with its look; a blank one between paragraphs."""
        width, lines = self.content_size.width - 1, []
        for paragraph in self._speech.paragraphs:
            look = "strong" if paragraph == self._speech.task else ""
            lines += [(line, look) for line in wrap(safe(paragraph, LONGEST), width)] + [("", "")]
        return lines[:-1]

    def _rest(self) -> bool:
        return self._top + self._space < len(self._text())

    def draw_line(self, row: int) -> Strip:
        line = self.line()
        if row == 0:
            dash = self.sign("dash")
            line.put(dash, self.look("quiet")).skip(1).put(self._speech.head, self.look("heading")).skip(1)
            line.put(dash * line.left, self.look("quiet"))
        elif row == self.content_size.height - 1:
            line.skip(1).put(self._more if self._rest() else self._speech.foot, self.look("key"))
        else:
            text = self._text()
            at = self._top + row - 1
            words, look = text[at] if at < len(text) else ("", "")
            line.skip(1).put(words, self.look(look) if look else self.look())
        return line.strip()

    # Reading on

    def page(self, step: int) -> bool:
        """A page on (1) or back (-1); False if there is none. One line is seen on both pages."""
        most = max(0, len(self._text()) - self._space)
        top = min(max(0, self._top + step * max(1, self._space - 1)), most)
        moved, self._top = top != self._top, top
        self.refresh()
        return moved

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel."""
        event.stop()
        self.page(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel."""
        event.stop()
        self.page(-1)

    def on_click(self, event: events.Click) -> None:
        """A click on the last line goes on."""
        cell = self.clicked(event)
        if cell is not None and cell[0] == self.content_size.height - 1:
            self.post_message(self.Forward())
