"""The curtain between two people at one keyboard: an opaque page that holds nothing of either."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Middle
from textual.screen import Screen
from textual.widgets import Static

from wow_tui.actions import Footer, bindings, say


class Curtain(Screen[bool]):
    """Covers everything until the next person is there. It owns no private widget.

    Its result: whether the last choice shall be taken back before that.
    """

    BINDINGS = bindings("curtain")

    def __init__(self, name: str, before: str = "") -> None:
        """`name`: the person who may look next; `before`: the one who may ask to take back, or nobody. Cleaned."""
        super().__init__()
        self._name_shown, self._before = name, before

    def compose(self) -> ComposeResult:
        """Who is next, and how to go on."""
        with Middle():
            yield Static(say("curtain.pass", player=self._name_shown), classes="heading", markup=False)
            yield Static(say("curtain.ready", player=self._name_shown), classes="quiet", markup=False)
            if self._before:
                said = say("undo-here.curtain", player=self._before)
                yield Static(said, classes="quiet", markup=False)
        yield Footer()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing can be taken back before anybody here has played."""
        return action != "undo_last" or bool(self._before)

    def action_undo_last(self) -> None:
        """Whoever played last asks to take back."""
        self.dismiss(True)

    def action_open(self) -> None:
        """The next person is there."""
        self.dismiss(False)

    def on_click(self, event: events.Click) -> None:
        """A click opens it, too."""
        self.dismiss(False)
