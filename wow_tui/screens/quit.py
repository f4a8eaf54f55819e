"""Small pages over a screen: a question, a text to read, help, a line to type, actions to search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from wow_tui.actions import BY_ID, Footer, Offer, bindings, offered, run, say
from wow_tui.clean import clean
from wow_tui.screens.commands import Command, Commands

if TYPE_CHECKING:
    from wow_tui.app import WowApp

LONGEST_LINE = 200
# Moving the mark and the like is of no use in a list of actions to search.
_NO_PALETTE = ("menu", "form", "choice", "pages", "button")


class Question(ModalScreen[bool]):
    """A question answered by yes or no; Escape is no, and nothing happens by Enter alone."""

    BINDINGS = bindings("question")

    def __init__(self, question: str, detail: str = "") -> None:
        """Both texts must be clean."""
        super().__init__()
        self._question, self._detail = question, detail

    def compose(self) -> ComposeResult:
        """The question and how to answer."""
        with Vertical(classes="box"):
            yield Static(self._question, classes="heading", markup=False)
            yield Static(self._detail, classes="quiet", markup=False)
            yield Footer()

    def action_answer(self, answer: bool) -> None:
        """Give the answer."""
        self.dismiss(answer)


class Page(ModalScreen[None]):
    """A text to read, over the screen it was asked from."""

    BINDINGS = bindings("page")

    def __init__(self, title: str, text: str | Content) -> None:
        """Both texts must be clean."""
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """Title, text, bottom line."""
        with Vertical(classes="box tall"):
            yield Static(self._title, classes="heading", markup=False)
            with VerticalScroll():
                yield Static(self._text, markup=False)
            yield Footer()

    def action_close(self) -> None:
        """Back to the screen below."""
        self.dismiss(None)

    def action_scroll(self, by: int) -> None:
        """Read on, or back."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def on_click(self, event: events.Click) -> None:
        """A click beside the page closes it."""
        if event.widget is self:
            self.dismiss(None)


class Typed(ModalScreen[str]):
    """A line to type a command into, at the bottom; an empty answer when it is left."""

    BINDINGS = bindings("typed")

    def __init__(self, placeholder: str = "", tip: str = "") -> None:
        """`placeholder`, `tip`: other words for another kind of line."""
        super().__init__()
        self._placeholder, self._tip = placeholder or say("typed.placeholder"), tip or say("typed.tip")

    def compose(self) -> ComposeResult:
        """The line."""
        with Vertical(classes="line"):
            yield Input(placeholder=self._placeholder, max_length=LONGEST_LINE, compact=True)
            yield Static(self._tip, classes="quiet", markup=False)

    def on_mount(self) -> None:
        """A blinking cursor would write to the line for ever."""
        self.query_one(Input).cursor_blink = False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the line back, cleaned."""
        event.stop()
        self.dismiss(clean(event.value, LONGEST_LINE).strip())

    def action_close(self) -> None:
        """Leave without a command."""
        self.dismiss("")


class Group(NamedTuple):
    """Actions under a heading of the help."""

    heading: str
    belongs: Callable[[Offer], bool]


def help_text(offers: list[Offer]) -> Content:
    """What can be done here: keys, label and a line on each, from the actions offered."""
    groups = (
        Group(say("help.here"), lambda offer: not offer.everywhere),
        Group(say("help.everywhere"), lambda offer: offer.everywhere),
    )
    wide = max((len(_keys(offer)) for offer in offers), default=0)
    parts: list[Content] = []
    for group in groups:
        lines = [offer for offer in offers if group.belongs(offer)]
        if lines:
            parts += [
                Content.styled(group.heading, "bold"),
                *(_help_line(offer, wide) for offer in lines),
                Content(""),
            ]
    return Content("\n").join([*parts, Content(say("help.mouse"))])


def _keys(offer: Offer) -> str:
    return ", ".join(offer.keys)


def _help_line(offer: Offer, wide: int) -> Content:
    return Content.assemble((f" {_keys(offer):{wide}}", "bold"), f"  {offer.label}: {offer.tooltip}")


class Palette(Commands):
    """Everything that can be done now, to be searched."""

    def commands(self) -> list[Command]:
        """The actions of the screen, then what the app has besides."""
        found = [
            Command(offer.label, offer.tooltip, partial(run, self.app, offer))
            for offer in offered(self.screen)
            if BY_ID[offer.id].where not in _NO_PALETTE and offer.id != "palette"
        ]
        return found + [Command(*more) for more in cast("WowApp", self.app).more_commands()]
