"""Words to switch on and off, side by side over several lines: by cursor and Space, or by a click."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Lined, safe
from wow_tui.widgets.wrapping import Place, flow


class Chips(Lined, can_focus=True):
    """Groups of words, each group on lines of its own. Posts Toggled with the number of a word."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)", "widgets.keys.chips.left", False, id="chips.left"),
        Binding("right,l", "move(1)", "widgets.keys.chips.right", False, id="chips.right"),
        Binding("up,k", "line(-1)", "widgets.keys.chips.up", False, id="chips.up"),
        Binding("down,j", "line(1)", "widgets.keys.chips.down", False, id="chips.down"),
        Binding("space", "switch", "widgets.keys.chips.toggle", False, id="chips.toggle"),
    ]

    class Toggled(Message):
        """A word was switched."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, speaker: Speaker, groups: Sequence[Sequence[str]]) -> None:
        """The words are numbered through all groups."""
        super().__init__(speaker)
        self._groups = [[safe(word, 40) for word in group] for group in groups]
        self._words = [word for group in self._groups for word in group]
        self._on: set[int] = set()
        self._cursor = 0
        self._places: list[Place] = []
        self._width = 0

    def set_on(self, numbers: Collection[int]) -> None:
        """Which words are on."""
        if set(numbers) != self._on:
            self._on = set(numbers)
            self.refresh()

    def _lay_out(self, width: int) -> list[Place]:
        if self._width != width:
            self._width, self._places = width, []
            line = 0
            for group in self._groups:
                found = flow([cell_len(word) + 2 for word in group], max(4, width), gap=1)
                self._places += [Place(line + each.line, each.column, each.width) for each in found]
                line += found[-1].line + 1 if found else 0
        return self._places

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the words need."""
        places = self._lay_out(width)
        return places[-1].line + 1 if places else 1

    def draw_line(self, row: int) -> Strip:
        line = self.line()
        width = line.left
        for number, place in enumerate(self._lay_out(width)):
            if place.line == row:
                line.skip(place.column - (width - line.left))
                line.put(self._chip(number), self.look(*self._chip_looks(number)), place.width)
        return line.strip()

    def _chip(self, number: int) -> str:
        """A word in brackets when it is on: no state by colour alone."""
        word = self._words[number]
        return f"[{word}]" if number in self._on else f" {word} "

    def _chip_looks(self, number: int) -> list[str]:
        looks = ["strong"] if number in self._on else []
        return [*looks, "cursor"] if self.has_focus and number == self._cursor else looks

    def action_move(self, step: int) -> None:
        """To the next word or the one before."""
        self._cursor = (self._cursor + step) % len(self._words)
        self.refresh()

    def action_line(self, step: int) -> None:
        """To the nearest word above or below; from the first line up and from the last down out of the words."""
        here = self._places[self._cursor]
        wanted = [number for number, place in enumerate(self._places) if place.line == here.line + step]
        if wanted:
            self._cursor = min(wanted, key=lambda number: abs(self._places[number].column - here.column))
            self.refresh()
        elif step < 0:
            self.screen.focus_previous()
        else:
            self.screen.focus_next()

    def action_switch(self) -> None:
        """Switch the word under the cursor."""
        self.post_message(self.Toggled(self._cursor))

    def on_click(self, event: events.Click) -> None:
        """Switch the word clicked."""
        cell = self.clicked(event)
        for number, place in enumerate(self._places):
            if cell is not None and place.line == cell[0] and place.column <= cell[1] < place.column + place.width:
                self._cursor = number
                self.action_switch()
                self.refresh()
