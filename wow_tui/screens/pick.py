"""A small page to pick one of a few things."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from wow_tui.actions import Footer, bindings, say
from wow_tui.screens.load import Saves as Picks


class Pick(ModalScreen[str]):
    """Dismissed with the word that was picked, or empty when it is left."""

    BINDINGS = bindings("typed")

    def __init__(self, title: str, words: Sequence[tuple[str, str]]) -> None:
        """`words`: each word and what it is called; all texts must be clean."""
        super().__init__()
        self._title, self._words = title, list(words)

    def compose(self) -> ComposeResult:
        """Title, list, bottom line."""
        with Vertical(classes="box"):
            yield Static(self._title, classes="heading", markup=False)
            yield Picks(*(Option(Content(f" {called}")) for _, called in self._words), markup=False)
            yield Footer()

    def on_mount(self) -> None:
        """The first one is marked."""
        self.query_one(Picks).highlighted = 0

    @on(OptionList.OptionSelected)
    def chosen(self, message: OptionList.OptionSelected) -> None:
        """This one."""
        message.stop()
        self.dismiss(self._words[message.option_index][0])

    def action_close(self) -> None:
        """None of them."""
        self.dismiss("")


def bots(names: Sequence[str]) -> list[tuple[str, str]]:
    """The levels of bots there are, as `Pick` wants them."""
    return [(name, say(f"new.kind.{name}")) for name in names]
