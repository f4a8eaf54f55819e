"""The filter of the log: words to type, and the societies, empires and regions to switch on and off."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from wow_tui.actions import Footer, bindings, say
from wow_tui.filtering import Filters, LogFilter
from wow_tui.screens.quit import LONGEST_LINE
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.chips import Chips


class FindPage(ModalScreen[None]):
    """Every change shows in the log at once; Escape takes the filter back that was there before."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("find")

    def __init__(self, speaker: Speaker, filters: Filters, now: LogFilter, show: Callable[[LogFilter], None]) -> None:
        """`now`: the filter there is; `show`: has the log show another."""
        super().__init__()
        self._speaker, self._filters, self._before, self._show = speaker, filters, now, show
        self._terms = [*filters.players, *filters.empires, *filters.regions]

    def compose(self) -> ComposeResult:
        """The line, the words, what to do."""
        groups = (self._filters.players, self._filters.empires, self._filters.regions)
        with Vertical(classes="line find"):
            words = " ".join(term.label for term in self._before.terms)
            yield Input(words, placeholder=say("find.placeholder"), max_length=LONGEST_LINE, compact=True)
            yield Chips(self._speaker, [[term.label for term in group] for group in groups])
            yield Static(say("find.tip"), classes="quiet", markup=False)
            yield Footer()

    def on_mount(self) -> None:
        """A blinking cursor would write to the line for ever."""
        self.query_one(Input).cursor_blink = False
        self.query_one(Chips).ascii_only = getattr(self.app, "settings").ascii  # noqa: B009
        self._mark()

    def _mark(self) -> LogFilter:
        wanted = self._filters.read(self.query_one(Input).value)
        self.query_one(Chips).set_on({self._terms.index(term) for term in wanted.terms if term in self._terms})
        return wanted

    @on(Input.Changed)
    def changed(self) -> None:
        """Other words, another filter."""
        self._show(self._mark())

    @on(Input.Submitted)
    def submitted(self, event: Input.Submitted) -> None:
        """Keep it."""
        event.stop()
        self.action_keep()

    def on_chips_toggled(self, message: Chips.Toggled) -> None:
        """A word is typed, or taken out."""
        line = self.query_one(Input)
        line.value = self._filters.toggled(line.value, self._terms[message.number])

    def on_key(self, event: events.Key) -> None:
        """Down from the line into the words."""
        if event.key == "down" and isinstance(self.focused, Input):
            event.stop()
            self.query_one(Chips).focus()

    def on_click(self, event: events.Click) -> None:
        """A click beside it keeps the filter and closes."""
        if event.widget is self:
            self.action_keep()

    def action_keep(self) -> None:
        """Close; the filter stays."""
        self.dismiss(None)

    def action_clear(self) -> None:
        """Show everything again, and close."""
        self._show(LogFilter())
        self.dismiss(None)

    def action_cancel(self) -> None:
        """Close with the filter there was before."""
        self._show(self._before)
        self.dismiss(None)
