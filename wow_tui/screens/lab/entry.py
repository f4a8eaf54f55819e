"""Small pages over the lab: a line to type or paste into, and a list to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from wow_tui.actions import Footer, bindings, say
from wow_tui.screens.load import Saves

LONGEST = 2000


class Pasteable(Input):
    """An input that hands a pasted text of several lines over as a whole."""

    def _on_paste(self, event: events.Paste) -> None:
        if "\n" in event.text.strip() and isinstance(self.screen, LineEntry):
            event.prevent_default()
            event.stop()
            self.screen.dismiss(event.text)


class LineEntry(ModalScreen[str]):
    """A line to type or paste into, at the bottom; an empty answer when it is left. A paste of several lines is the
    answer by itself."""

    BINDINGS = bindings("typed")

    def __init__(self, title: str, value: str = "") -> None:
        """`title`: what is wanted; `value`: what stands there first."""
        super().__init__()
        self._title, self._value = title, value

    def compose(self) -> ComposeResult:
        """The line, and what it is for."""
        with Vertical(classes="line"):
            yield Pasteable(
                self._value, placeholder=self._title, max_length=LONGEST, compact=True, select_on_focus=False
            )
            yield Static(f"{self._title}  {say('typed.tip')}", classes="quiet", markup=False)

    def on_mount(self) -> None:
        """A blinking cursor would write to the line for ever."""
        self.query_one(Input).cursor_blink = False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the line back."""
        event.stop()
        self.dismiss(event.value.strip())

    def action_close(self) -> None:
        """Leave without an answer."""
        self.dismiss("")


class Choosing(ModalScreen[int | None]):
    """Entries of which one is chosen, by its place; None when it is left."""

    BINDINGS = bindings("typed")

    def __init__(self, title: str, entries: Sequence[str]) -> None:
        """All texts must be clean."""
        super().__init__()
        self._title, self._entries = title, entries

    def compose(self) -> ComposeResult:
        """Title and entries."""
        with Vertical(classes="box tall"):
            yield Static(self._title, classes="heading", markup=False)
            yield Saves(*(Option(Content(entry)) for entry in self._entries), markup=False, compact=True)
            yield Footer()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Give its place back."""
        message.stop()
        self.dismiss(message.option_index)

    def action_close(self) -> None:
        """Leave without a choice."""
        self.dismiss(None)
