"""The council track: five empires by four seats in playing order, who sits and who acts."""

from __future__ import annotations

from collections.abc import Collection
from itertools import accumulate
from typing import ClassVar, Literal

from rich.cells import cell_len
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from rules.whispers.layout import Board
from rules.whispers.view import View
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Line, Lined
from wow_tui.widgets.messages import Looked, Picked
from wow_tui.widgets.words import action_words, empire_name, letter, mark

NAMES = 10
"""Columns for the empires: a letter, a blank and the name."""
NARROW, BROAD = 5, 7
"""Least and most columns for a seat without its printed actions."""
WIDE = 42
"""From so many columns on there is room for the printed actions."""
TALL = 3
"""Lines of an empire with the printed actions: marks and two actions."""


class CouncilTrack(Lined, can_focus=True):
    """Posts Looked (`seat:bear.marshal`) when the cursor moves and Picked when a legal seat is chosen.

    Compact it takes 30 columns and 6 lines; from 42 columns and 16 lines on it shows the printed actions.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "walk(-1,0)", "widgets.keys.council.up", False, id="council.up"),
        Binding("down,j", "walk(1,0)", "widgets.keys.council.down", False, id="council.down"),
        Binding("left,h", "walk(0,-1)", "widgets.keys.council.left", False, id="council.left"),
        Binding("right,l", "walk(0,1)", "widgets.keys.council.right", False, id="council.right"),
        Binding("tab", "cycle(1)", "widgets.keys.council.next", False, id="council.next"),
        Binding("shift+tab", "cycle(-1)", "widgets.keys.council.previous", False, id="council.previous"),
        Binding("enter,space", "pick", "widgets.keys.council.pick", False, id="council.pick"),
    ]

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty track until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self.compact = False
        self._view: View | None = None
        self._legal: frozenset[int] = frozenset()
        self._current, self._agent, self._came_from = -1, -1, -1
        self._cursor = 0
        self._measured: tuple[object, ...] = ()
        self._columns: list[int] = []
        self._actions: list[list[str]] = []

    # What is shown

    def show(
        self,
        view: View,
        legal: Collection[str] = (),
        current: str | None = None,
        agent: str | None = None,
        came_from: str | None = None,
    ) -> None:
        """Show a view. `legal`: the seats that can be picked; `current`: the seat that acts; `agent`: where
        the agent sits that acts there; `came_from`: the seat play has jumped from and will go on after."""
        board, before = view.board(), self._legal
        self._view = view
        self._legal = frozenset(board.seat[seat] for seat in legal)
        self._current = board.seat.get(current or "", -1)
        self._agent = board.seat.get(agent or "", -1)
        self._came_from = board.seat.get(came_from or "", -1)
        if self._legal and self._legal != before and self._cursor not in self._legal:
            self._to_legal()
        self.renew()

    def _to_legal(self) -> None:
        """Other seats can be picked now than the one under the cursor."""
        self._cursor = min(self._legal)

    def set_compact(self, compact: bool) -> None:
        """Leave out the printed actions even where there is room for them."""
        if compact != self.compact:
            self.compact = compact
            self.refresh(layout=True)

    @property
    def cursor(self) -> str:
        """The seat under the cursor."""
        return self._board.seats[self._cursor] if self._view else ""

    def look_at(self, seat: str) -> None:
        """Move the cursor to a seat and tell so."""
        before, self._cursor = self._cursor, self._board.seat[seat]
        if before != self._cursor:
            self.redraw({*self._rows(before), *self._rows(self._cursor)})
        self.post_message(Looked(f"seat:{seat}"))

    @property
    def _board(self) -> Board:
        assert self._view is not None
        return self._view.board()

    @property
    def _seats(self) -> int:
        return self._board.council_size

    # How it is drawn

    def _tall(self, width: int) -> bool:
        return not self.compact and width >= WIDE

    def _lines(self) -> int:
        """The lines of an empire."""
        width, height = self.content_size
        return TALL if self._tall(width) and height > TALL * 5 else 1

    def _margin(self) -> int:
        """A blank column on the left, since the map may reach up to it."""
        return 1 if self._lines() == 1 else 0

    def _rows(self, seat: int) -> range:
        first = 1 + seat // self._seats * self._lines()
        return range(first, first + self._lines())

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return NAMES + 4 * NARROW

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 + 5 * (TALL if self._tall(width) else 1)

    def _words(self, length: Literal["long", "short"]) -> list[list[str]]:
        """Per seat its printed actions."""
        return [[action_words(self.speaker, action, length) for action in seat] for seat in self._board.actions]

    def _layout(self) -> None:
        """Widths of the columns and words for the actions, as far as there is room; only if something has changed."""
        room = self.content_size.width - NAMES - self._margin()
        measured = room, self._lines(), self._board, self.speaker.catalogue
        if self._measured == measured:
            return
        self._measured = measured
        # Nobody acts for the last seat but its own agent: no bracket there, so it needs one column less.
        self._columns, self._actions = [min(BROAD, (room + 1) // self._seats)] * self._seats, []
        if self._lines() == TALL:
            for words in (self._words("short"), self._words("long")):
                columns = [
                    max(
                        NARROW,
                        1 + max(cell_len(each) for seat in words[place :: self._seats] for each in seat),
                    )
                    for place in range(self._seats)
                ]
                if sum(columns) <= room or not self._actions:
                    self._columns, self._actions = columns, words

    def draw_line(self, row: int) -> Strip:
        line = self.line()
        if self._view is None:
            return line.strip()
        self._layout()
        line.skip(self._margin())
        empire, part = divmod(row - 1, self._lines())
        if row == 0:
            self._header(line)
        elif empire < len(self._board.empires):
            self._empire(line, empire, part)
        return line.strip()

    def _header(self, line: Line) -> None:
        line.put(self.say("council.title"), self.look("heading"), NAMES)
        for title, column in zip(self._board.seat_names, self._columns, strict=True):
            words = self.speaker.name("seat", title)
            if cell_len(words) >= column:
                words = self.say(f"seat.short.{title}")
            line.skip(1).put(words, self.look("quiet"), column - 1)

    def _empire(self, line: Line, empire: int, part: int) -> None:
        name = self._board.empires[empire]
        if part == 0:
            acts = self._current >= 0 and self._current // self._seats == empire
            look = self.look(name, "strong") if acts else self.look(name)
            words = f"{letter(self.speaker, name)} {empire_name(self.speaker, name, NAMES - 2)}"
            line.put(words, look, NAMES)
        else:
            line.skip(NAMES)
        for seat in range(empire * self._seats, (empire + 1) * self._seats):
            if part == 0:
                self._seat(line, seat)
            else:
                self._action(line, seat, part - 1)

    def _seat(self, line: Line, seat: int) -> None:
        """A sign, then the mark: of the agent there, or in brackets of the one who will act there."""
        assert self._view is not None
        here = seat == self._cursor and self.has_focus
        names = self._seat_looks(seat)
        line.put(self._sign(seat), self.look("danger" if seat == self._came_from else "legal"), 1)
        holder = self._view.controllers[seat]
        if self._view.seats[seat] >= 0:
            words = f" {mark(self.speaker.names, self._view.seats[seat])} "
        elif holder >= 0:
            words = f"({mark(self.speaker.names, self._view.seats[holder])})"
        else:
            words = f" {self.sign('free')}  "
        line.put(words.rstrip(), self.look(*names, "cursor") if here else self.look(*names), 4)
        line.skip(self._columns[seat % self._seats] - NARROW)

    def _seat_looks(self, seat: int) -> tuple[str, ...]:
        assert self._view is not None
        if seat == self._current:
            return ("current",)
        if seat == self._agent:
            return ("agent",)
        if seat in self._legal:
            return ("legal",)
        return () if self._view.seats[seat] >= 0 else ("quiet",)

    def _sign(self, seat: int) -> str:
        if seat == self._current:
            return self.sign("jump") if self._came_from >= 0 else self.sign("asked")
        if seat == self._came_from:
            return self.sign("return")
        return self.sign("legal") if seat in self._legal else ""

    def _action(self, line: Line, seat: int, place: int) -> None:
        actions = self._actions[seat]
        words = actions[place] if place < len(actions) else ""
        look = self.look() if seat == self._current else self.look("quiet")
        line.skip(1).put(words, look, self._columns[seat % self._seats] - 1)

    def redraw_cursor(self) -> None:
        if self._view is not None:
            self.redraw(self._rows(self._cursor))

    # Keys and mouse

    def action_walk(self, down: int, right: int) -> None:
        """Go to the seat beside; the edges hold."""
        if self._view is None:
            return
        empire, place = divmod(self._cursor, self._seats)
        empire = min(max(empire + down, 0), len(self._board.empires) - 1)
        place = min(max(place + right, 0), self._seats - 1)
        self.look_at(self._board.seats[empire * self._seats + place])

    def action_cycle(self, step: int) -> None:
        """Go to the next legal seat, or leave the widget if there is none."""
        if not self._legal:
            raise SkipAction
        legal = sorted(self._legal)
        if step > 0:
            after = next((seat for seat in legal if seat > self._cursor), legal[0])
        else:
            after = next((seat for seat in reversed(legal) if seat < self._cursor), legal[-1])
        self.look_at(self._board.seats[after])

    def action_pick(self) -> None:
        """Choose the seat under the cursor."""
        if self._view is not None:
            message = Picked if self._cursor in self._legal else Looked
            self.post_message(message(f"seat:{self.cursor}"))

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, a click on the cursor's seat chooses it."""
        cell = self.clicked(event)
        if cell is None or self._view is None or cell[0] < 1 or cell[1] < NAMES:
            return
        self._layout()
        empire, ends = (
            (cell[0] - 1) // self._lines(),
            accumulate(self._columns, initial=NAMES + self._margin()),
        )
        place = sum(cell[1] >= end for end in ends) - 1
        if empire >= len(self._board.empires) or place >= self._seats:
            return
        seat = empire * self._seats + place
        if seat == self._cursor:
            self.action_pick()
        else:
            self.look_at(self._board.seats[seat])
