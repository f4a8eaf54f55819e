"""The curtain between two people at one keyboard: an opaque page that holds nothing of either."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Middle
from textual.screen import Screen
from textual.widgets import Static

from wow_tui.actions import Footer, bindings, say


class Curtain(Screen[None]):
    """Covers everything until the next person is there. It owns no private widget."""

    BINDINGS = bindings("curtain")

    def __init__(self, name: str) -> None:
        """`name`: the person who may look next, cleaned."""
        super().__init__()
        self._name_shown = name

    def compose(self) -> ComposeResult:
        """Who is next, and how to go on."""
        with Middle():
            yield Static(say("curtain.pass", player=self._name_shown), classes="heading", markup=False)
            yield Static(say("curtain.ready", player=self._name_shown), classes="quiet", markup=False)
        yield Footer()

    def action_open(self) -> None:
        """The next person is there."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """A click opens it, too."""
        self.dismiss(None)
