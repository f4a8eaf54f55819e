"""The page for a terminal that is too small; what lies below it waits unchanged."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from wow_tui.actions import bindings, say

SMALLEST = Size(80, 24)


def fits(size: Size) -> bool:
    """Whether the program can be shown in a terminal of that size."""
    return size.width >= SMALLEST.width and size.height >= SMALLEST.height


class TooSmall(ModalScreen[None]):
    """Says how large the terminal has to be. It takes no key of the game; q leaves, the match is saved."""

    BINDINGS = bindings("small")

    def compose(self) -> ComposeResult:
        """One text in the middle."""
        yield Static("", markup=False)

    def on_mount(self) -> None:
        """Say it for the size there is now."""
        self._tell(self.app.size)

    def on_resize(self, event: events.Resize) -> None:
        """Say it for the new size."""
        self._tell(event.size)

    def _tell(self, size: Size) -> None:
        lines = [
            say("small.title"),
            say("small.need", width=SMALLEST.width, height=SMALLEST.height),
            say("small.have", width=size.width, height=size.height),
            say("small.safe"),
        ]
        self.query_one(Static).update("\n".join(lines))

    def action_quit(self) -> None:
        """Leave the program."""
        self.app.exit()
