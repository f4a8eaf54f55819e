"""The widgets of the lab: those of the game, on which everything may be picked, and a panel of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.message import Message

from wow_tui.actions import BY_ID, label, show_key
from wow_tui.lab.items import TABS, Item
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.lined import Line
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.messages import Looked, Picked
from wow_tui.widgets.prompt import PromptPanel
from wow_tui.widgets.rows import Rows

RIGHT_BUTTON = 3
WIDE = 56
"""From so many columns on the panels are named, not only their keys."""


class Adjusted(Message):
    """One more (`by` 1) or one fewer (-1) of something is wanted by the mouse."""

    def __init__(self, ref: str, by: int) -> None:
        super().__init__()
        self.ref, self.by = ref, by


class TabChosen(Message):
    """Another panel is wanted."""

    def __init__(self, tab: str) -> None:
        super().__init__()
        self.tab = tab


class LabMap(MapWidget):
    """Any region may be picked; the right button takes away. The cursor stays where it was put."""

    def _nearest_legal(self) -> str:
        return self.cursor or super()._nearest_legal()

    def _choose(self, region: str) -> None:
        if region:
            self.post_message(Picked(f"region:{region}"))

    def on_click(self, event: events.Click) -> None:
        """The right button goes to a region and takes away there."""
        if event.button != RIGHT_BUTTON:
            return
        event.prevent_default()
        cell = self.clicked(event)
        region = self._geometry.region_at(*cell) if cell and self._geometry else None
        if region is not None:
            self.look_at(region)
            self.post_message(Adjusted(f"region:{region}", -1))


class LabCouncil(CouncilTrack):
    """Any seat may be picked. The cursor stays where it was put."""

    def _to_legal(self) -> None:
        """It stays."""

    def action_pick(self) -> None:
        """Pick the seat under the cursor."""
        if self.cursor:
            self.post_message(Picked(f"seat:{self.cursor}"))


class LabPrompt(PromptPanel):
    """The choices are actions by their ids, each with its key; digits belong to what is edited."""

    def _label(self, number: int) -> tuple[str, str]:
        kind, _, word = self._refs[number].partition(":")
        if kind == "do" and word in BY_ID:
            return show_key(_first_key(word)), label(word)
        return super()._label(number)

    def press(self, digit: str) -> bool:
        """No digit is meant for the choices here."""
        return False


def _first_key(action: str) -> str:
    return BY_ID[action].keys.split(",")[0]


class LabPanel(Rows):
    """One of the lab's panels at a time, below a line with the keys of all. Posts Picked and Looked with the refs of
    the rows, TabChosen for a click on the head, and Adjusted for the right button."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"wow--key"}
    tab = TABS[0]

    def __init__(self, *args: object, **keywords: object) -> None:
        super().__init__(*args, **keywords)  # type: ignore[arg-type]
        self._items: list[Item] = []
        self._title = ""
        self._marked: dict[str, str] = {}
        self._tabs: list[tuple[range, str]] = []

    def show(self, tab: str, title: str, items: Sequence[Item]) -> None:
        """Show a panel; the cursor stays on the row it was on there, or as near as can be."""
        if tab != self.tab:
            self.tab, self.cursor, self.top = tab, 0, 0
        self._title, self._items = title, list(items)
        wanted = self._marked.get(tab, "")
        if self.ref != wanted:
            self.cursor = next((at for at, item in enumerate(self._items) if item.ref == wanted), self.cursor)
        self.settle()
        self._marked[tab] = self.ref

    @property
    def ref(self) -> str:
        """The ref under the cursor, or nothing."""
        return self._items[self.cursor].ref if self.cursor < len(self._items) else ""

    def mark(self, ref: str) -> None:
        """Move the cursor to the row of a ref, if there is one."""
        at = next((at for at, item in enumerate(self._items) if item.ref == ref), None)
        if at is not None:
            self.go(at)

    # Rows

    def spare(self, arrow: bool) -> int:
        """Here moves are long: none where no sign stands."""
        return int(arrow)

    def count(self) -> int:
        return len(self._items)

    def open(self, row: int) -> bool:
        return bool(self._items[row].ref)

    def head(self) -> int:
        return 1

    def draw_head(self, line: Line, row: int) -> None:
        """The keys of the panels, that of the one shown standing out, and its title."""
        self._tabs, column = [], 0
        named = line.left >= WIDE
        for tab in TABS:
            key = show_key(_first_key(f"lab-{tab}"))
            words = f" {key} {label(f'lab-{tab}')}" if named else f"{key}"
            looks = ("key", "current") if tab == self.tab else ("key",)
            self._tabs.append((range(column, column + len(words) + 1), tab))
            column += len(words) + 1
            line.put(words, self.look(*looks)).skip(1)
        if not named:
            line.put(self._title, self.look("heading"))

    def draw_row(self, line: Line, row: int, here: bool) -> None:
        item = self._items[row]
        cursor = ("cursor",) if here else ()
        if not item.ref:
            line.put(item.text, self.look("heading" if item.kind == "heading" else "quiet"), line.left - 4)
            line.put(item.noted(), self.look("quiet"), line.left, right=True)
            return
        sign = {"barred": "!", "legal": self.sign("legal"), "current": self.sign("asked")}.get(item.kind, "")
        looks = {"barred": "danger", "legal": "legal"}.get(item.kind, "quiet")
        # The gap goes before a letter of the move does.
        line.put(sign, self.look(looks), 2 if cell_len(item.text) + 2 <= line.left else 1)
        style = {"current": ("strong",), "strong": ("strong",), "legal": ("legal",), "quiet": ("quiet",)}.get(
            item.kind, ()
        )
        note = item.noted()
        width = min(cell_len(item.text), line.left) if note else line.left
        line.put(item.text, self.look(*style, *cursor), width)
        if note and line.left > 2:
            line.skip(1).put(note, self.look("quiet"), line.left, right=True)

    def pick(self, row: int) -> None:
        self.post_message(Picked(self._items[row].ref))

    def moved(self, row: int) -> None:
        self._marked[self.tab] = self.ref
        self.post_message(Looked(self.ref))

    def on_click(self, event: events.Click) -> None:
        """A click on the head shows another panel, the right button takes away from a row."""
        cell = self.clicked(event)
        if cell is None:
            return
        if cell[0] == 0:
            event.prevent_default()
            tab = next((tab for columns, tab in self._tabs if cell[1] in columns), None)
            if tab is not None:
                self.post_message(TabChosen(tab))
        elif event.button == RIGHT_BUTTON:
            event.prevent_default()
            row = self.top + cell[0] - self.head()
            if row < self.count() and self.open(row):
                self.go(row)
                self.post_message(Adjusted(self._items[row].ref, -1))
