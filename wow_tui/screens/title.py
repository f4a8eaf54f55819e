"""The title: what the program is, and the way into everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from wow_tui.actions import Footer, bindings, label, say, tooltip
from wow_tui.config import saves_folder

if TYPE_CHECKING:
    from wow_tui.app import WowApp

# Five rows per letter, a digit for each: its bits from left to right in a letter of that width.
_LETTERS = {
    "A": (4, 0b0110, 0b1001, 0b1111, 0b1001, 0b1001),
    "E": (4, 0b1111, 0b1000, 0b1110, 0b1000, 0b1111),
    "F": (4, 0b1111, 0b1000, 0b1110, 0b1000, 0b1000),
    "H": (4, 0b1001, 0b1001, 0b1111, 0b1001, 0b1001),
    "I": (3, 0b111, 0b010, 0b010, 0b010, 0b111),
    "O": (4, 0b0110, 0b1001, 0b1001, 0b1001, 0b0110),
    "P": (4, 0b1110, 0b1001, 0b1110, 0b1000, 0b1000),
    "R": (4, 0b1110, 0b1001, 0b1110, 0b1010, 0b1001),
    "S": (4, 0b0111, 0b1000, 0b0110, 0b0001, 0b1110),
    "W": (5, 0b10001, 0b10001, 0b10101, 0b11011, 0b10001),
    " ": (1, 0, 0, 0, 0, 0),
    # Wojna Szeptów, Война теней: an accent takes the first row.
    "J": (4, 0b0001, 0b0001, 0b0001, 0b1001, 0b0110),
    "N": (4, 0b1001, 0b1101, 0b1011, 0b1001, 0b1001),
    "T": (3, 0b111, 0b010, 0b010, 0b010, 0b010),
    "Z": (4, 0b1111, 0b0001, 0b0110, 0b1000, 0b1111),
    "Ó": (4, 0b0010, 0b0110, 0b1001, 0b1001, 0b0110),
    "В": (4, 0b1110, 0b1001, 0b1110, 0b1001, 0b1110),
    "Й": (4, 0b0110, 0b1001, 0b1011, 0b1101, 0b1001),
}
_LETTERS |= {russian: _LETTERS[latin] for russian, latin in zip("АЕНОТ", "AEHOT", strict=True)}
_HALVES = {(" ", " "): " ", ("1", " "): "▀", (" ", "1"): "▄", ("1", "1"): "█"}


def big(text: str, ascii_only: bool) -> str:
    """A text in large letters: three lines of half blocks, or five of `#`. As it is where a letter is not drawn."""
    if not set(text) <= set(_LETTERS):
        return text
    rows = [
        " ".join(f"{_LETTERS[char][row]:0{_LETTERS[char][0]}b}" for char in text).replace("0", " ")
        for row in range(1, 6)
    ]
    if ascii_only:
        return "\n".join(row.replace("1", "#") for row in rows)
    rows.append(" " * len(rows[0]))
    lines = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(_HALVES[pair] for pair in zip(*line, strict=True)) for line in lines)


# A component style would lose the reversing: Textual 8.2.8 drops it in `get_visual_style`.
_MARKED = Style(bold=True, reverse=True)


class Entry(NamedTuple):
    """A line of a menu: its id, what it is called, and a few words more."""

    id: str
    label: str
    detail: str = ""


class Menu(Widget, can_focus=True):
    """A list of entries, one line each, with a mark on one of them."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"menu--detail", "menu--letter"}
    BINDINGS = bindings("menu")

    marked: reactive[int] = reactive(0)
    entries: reactive[tuple[Entry, ...]] = reactive((), layout=True)

    def __init__(self, entries: Sequence[Entry]) -> None:
        """The entries may be replaced later; there is always one."""
        super().__init__()
        self.set_reactive(Menu.entries, tuple(entries))

    class Chosen(Message):
        """An entry was chosen."""

        def __init__(self, entry: str) -> None:
            super().__init__()
            self.entry = entry

    def validate_marked(self, marked: int) -> int:
        """Stay within the list."""
        return max(0, min(marked, len(self.entries) - 1))

    def render(self) -> Content:
        """All entries, as wide as the widget."""
        wide = max((len(entry.label) for entry in self.entries), default=0) + 2
        return Content("\n").join(self._line(row, entry, wide) for row, entry in enumerate(self.entries))

    def _line(self, row: int, entry: Entry, wide: int) -> Content:
        here = row == self.marked
        line = Content.assemble(
            " › " if here else "   ",
            (entry.label[:1], self.get_visual_style("menu--letter", partial=True)),
            f"{entry.label[1:]:{wide - 1}}",
            (entry.detail, "" if here else self.get_visual_style("menu--detail", partial=True)),
        ).truncate(self.size.width, ellipsis=True, pad=True)
        return line.stylize(_MARKED) if here else line

    def action_up(self) -> None:
        """Mark the entry before; from the first, the last."""
        self.marked = (self.marked - 1) % max(1, len(self.entries))

    def action_down(self) -> None:
        """Mark the next entry; from the last, the first."""
        self.marked = (self.marked + 1) % max(1, len(self.entries))

    def action_first(self) -> None:
        """Mark the first entry."""
        self.marked = 0

    def action_last(self) -> None:
        """Mark the last entry."""
        self.marked = len(self.entries) - 1

    def action_choose(self) -> None:
        """Take the marked entry."""
        if self.entries:
            self.post_message(self.Chosen(self.entries[self.marked].id))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The mark follows the mouse."""
        if 0 <= event.y < len(self.entries):
            self.marked = event.y

    def on_click(self, event: events.Click) -> None:
        """A click takes the entry under it."""
        if 0 <= event.y < len(self.entries):
            self.marked = event.y
            self.action_choose()


class Title(Screen[None]):
    """The first screen. It shows at once; what the newest save holds is filled in when it is read."""

    BINDINGS = bindings("title")
    ITEMS = ("new-game", "tutorial", "load", "join", "lab", "rules", "settings", "quit")

    def __init__(self) -> None:
        super().__init__()
        self._newest: str | None = None
        self._plain = False

    @property
    def wow(self) -> WowApp:
        """The app."""
        return cast("WowApp", self.app)

    def compose(self) -> ComposeResult:
        """Large name, one line below, the menu."""
        self._plain = self.wow.settings.ascii
        yield Static(big(say("title.name"), self._plain), id="name", markup=False)
        yield Static(say("title.subtitle"), id="subtitle", markup=False)
        yield Menu(self._entries())
        yield Static("", id="problems", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Say what is wrong with the settings file, if anything is."""
        self._tell_problems()

    def _tell_problems(self) -> None:
        count = len(self.wow.problems)
        if count:
            key = "title.problems" if count == 1 else "title.problems.many"
            self.query_one("#problems", Static).update(say(key, count=count))

    def on_screen_resume(self) -> None:
        """Show what other screens may have changed: the saves, the settings."""
        if self._plain is not self.wow.settings.ascii:
            self._plain = self.wow.settings.ascii
            self.query_one("#name", Static).update(big(say("title.name"), self._plain))
        self._fill()

    def _fill(self) -> None:
        menu = self.query_one(Menu)
        before = menu.entries[menu.marked].id
        menu.entries = self._entries()
        ids = [entry.id for entry in menu.entries]
        menu.marked = ids.index(before) if before in ids and before != "new-game" else 0
        if "continue" in ids:
            self.run_worker(self._look, thread=True, exclusive=True)

    def language_changed(self) -> None:
        """Say all of it in the language now spoken."""
        self._newest = None
        self.query_one("#name", Static).update(big(say("title.name"), self._plain))
        self.query_one("#subtitle", Static).update(say("title.subtitle"))
        self._tell_problems()
        self._fill()

    def _entries(self) -> tuple[Entry, ...]:
        """The lines of the menu; Continue only where there is a save."""
        entries = [Entry(each, label(each), tooltip(each)) for each in self.ITEMS]
        if any(saves_folder().glob("*.wow")):
            entries.insert(0, Entry("continue", label("continue"), self._newest or say("title.looking")))
        return tuple(entries)

    def _look(self) -> None:
        """Read what the newest good save holds, off the screen's thread."""
        from wow_tui.screens.load import newest, summary

        found = newest(saves_folder())
        text = say("title.bad-saves") if found is None else summary(found)
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._found, text)

    def _found(self, text: str) -> None:
        self._newest = text
        menu = self.query_one(Menu)
        menu.entries = tuple(entry._replace(detail=text) if entry.id == "continue" else entry for entry in menu.entries)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Open what was chosen."""
        self.action_item(message.entry)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Continue is no action where there is nothing to continue."""
        if action == "item" and parameters == ("continue",):
            return any(entry.id == "continue" for entry in self.query_one(Menu).entries)
        return True

    def action_item(self, entry: str) -> None:
        """Open an entry by its id, whether it is marked or not."""
        if not self.is_current:
            return  # a second key press that was on its way already
        if entry == "continue":
            self.wow.open_save(None)
        elif entry == "quit":
            self.wow.exit()
        else:
            self.wow.open(entry)
