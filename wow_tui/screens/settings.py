"""The settings, and the row of values that forms are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast, get_args

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from wow_tui.actions import Footer, bindings, say
from wow_tui.clean import clean
from wow_tui.config import Animations, BotSpeed, ConfigError, Settings, ThemeName, config_path, languages
from wow_tui.text.faults import told

if TYPE_CHECKING:
    from wow_tui.app import WowApp

NAME_WIDTH = 20


class Choice(Widget, can_focus=True):
    """A row of a form: a name, its values side by side with one taken, and a line that explains it.

    Left and right, Enter or a click take another value. The texts must be clean.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"choice--taken", "choice--tip", "choice--name"}
    BINDINGS = bindings("choice")
    ALLOW_SELECT = False

    value: reactive[str] = reactive("")
    tip: reactive[str] = reactive("")

    class Changed(Message):
        """Somebody took another value."""

        def __init__(self, choice: Choice, value: str) -> None:
            super().__init__()
            self.choice, self.value = choice, value

        @property
        def control(self) -> Choice:
            """The row."""
            return self.choice

    def __init__(
        self,
        id: str,
        name: str,
        values: Sequence[tuple[str, str]],
        value: str,
        tip: str = "",
        width: int = NAME_WIDTH,
    ) -> None:
        """`values`: each value and what it is called; `width`: cells for the name."""
        super().__init__(id=id)
        self._label, self._values, self._width = name, list(values), width
        self.set_reactive(Choice.value, value)
        self.set_reactive(Choice.tip, tip)

    @property
    def values(self) -> list[str]:
        """The values there are."""
        return [value for value, _ in self._values]

    def render(self) -> Content:
        """Name and values; below, what it means."""
        taken = self.get_visual_style("choice--taken", partial=True)
        mark = "›" if self.has_focus else " "
        name = self.get_visual_style("choice--name", partial=True) if self.has_focus else ""
        parts: list[Content] = [Content.assemble((f" {mark} {self._label:{self._width}}", name))]
        if self.narrow:
            label = dict(self._values).get(self.value, self.value)
            parts.append(Content.assemble("‹", (f"[{label}]", taken), "›"))
        else:
            for value, label in self._values:
                text = f"[{label}]" if value == self.value else f" {label} "
                parts.append(Content.styled(text, taken) if value == self.value else Content(text))
        line = Content("").join(parts)
        if not self.tip:
            return line
        return Content.assemble(line, "\n   ", (self.tip, self.get_visual_style("choice--tip", partial=True)))

    @property
    def narrow(self) -> bool:
        """Whether the values do not fit side by side, so that only the one taken shows."""
        return self._width + 3 + sum(cell_len(label) + 2 for _, label in self._values) > self.size.width

    def take(self, value: str) -> None:
        """Take a value as a person would."""
        if value != self.value:
            self.value = value
            self.post_message(self.Changed(self, value))

    def _step(self, by: int) -> None:
        values = self.values
        at = values.index(self.value) if self.value in values else -by
        self.take(values[(at + by) % len(values)])

    def action_after(self) -> None:
        """Take the next value; after the last, the first."""
        self._step(1)

    def action_before(self) -> None:
        """Take the value before; before the first, the last."""
        self._step(-1)

    def on_click(self, event: events.Click) -> None:
        """A click on a value takes it; on the name, the next one."""
        left = self._width + 3
        if event.y == 0 and (event.x < left or self.narrow):
            self.action_after()
            return
        for value, label in self._values:
            right = left + cell_len(label) + 2
            if event.y == 0 and left <= event.x < right:
                self.take(value)
            left = right


class Rows(VerticalScroll, can_focus=False, inherit_bindings=False):
    """What scrolls a form; up and down are left to the rows."""


class Form(Screen[None]):
    """A screen of rows: up and down go from row to row."""

    BINDINGS = bindings("form")
    AUTO_FOCUS = "Choice"

    @property
    def wow(self) -> WowApp:
        """The app."""
        return cast("WowApp", self.app)

    def language_changed(self) -> None:
        """Write the form anew; what was typed and taken stays."""
        self.run_worker(self._write_anew(), exclusive=True, group="language")

    async def _write_anew(self) -> None:
        focus = self.focused.id if self.focused is not None else None
        rows = [row for row in self.query("Choice, Input") if row.id]
        kept = {row.id: row.value for row in rows if isinstance(row, Choice | Input)}
        await self.recompose()
        for row in self.query("Choice, Input"):
            if isinstance(row, Choice | Input) and row.id in kept:
                with self.prevent(Choice.Changed, Input.Changed):
                    row.value = kept[row.id]
        self.written()
        if focus is not None:
            self.query_one(f"#{focus}").focus(scroll_visible=False)

    def written(self) -> None:
        """What is to be done whenever the form was written."""

    def action_row_up(self) -> None:
        """To the row before."""
        self.focus_previous()

    def action_row_down(self) -> None:
        """To the next row."""
        self.focus_next()


_VALUES: dict[str, tuple[str, ...]] = {
    "theme": get_args(ThemeName),
    "ascii": ("false", "true"),
    "mouse": ("true", "false"),
    "bot_speed": get_args(BotSpeed),
    "animations": get_args(Animations),
    "bell": ("false", "true"),
    "title_mark": ("true", "false"),
    "notify": ("true", "false"),
}


# The word for no language of one's own: that of the environment.
AUTO = "auto"


def as_word(value: object) -> str:
    """A setting's value as a word of the form."""
    return str(value).lower() if isinstance(value, bool) else str(value) or AUTO


def _value(name: str, word: str) -> object:
    if word == AUTO:
        return ""
    return word == "true" if isinstance(getattr(Settings(), name), bool) else word


class SettingsScreen(Form):
    """Every setting as a row; a change holds at once and is kept."""

    def compose(self) -> ComposeResult:
        """A row for each setting."""
        yield Static(say("settings.title"), classes="bar", markup=False)
        with Rows():
            plain = self.wow.settings.ascii
            rows = {name: [(word, called(word, plain)) for word in values] for name, values in _VALUES.items()}
            for name, words in {**rows, "language": language_values(plain)}.items():
                now = as_word(getattr(self.wow.settings, name))
                yield Choice(name, say(f"settings.{name}"), words, now, say(f"settings.{name}.tip"))
            yield Static("\n".join(self._notes()), id="notes", markup=False)
        yield Static("", id="said", markup=False)
        yield Footer()

    def _notes(self) -> list[str]:
        notes = ["", say("settings.file", path=clean(str(config_path()), 200))]
        if self.wow.no_color:
            notes.append(say("settings.no-colour"))
        return [*notes, *self.wow.problems]

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Make it so, and keep it."""
        name = message.choice.id or ""
        try:
            self.wow.change_setting(name, _value(name, message.value))
            said = say("settings.saved")
        except ConfigError as error:
            said = told(error)
        self.query_one("#said", Static).update(said)


def language_values(ascii_only: bool) -> list[tuple[str, str]]:
    """The languages a player may take, first the one of the system, each with what it is called."""
    return [(word, called(word, ascii_only)) for word in (AUTO, *languages())]


def called(value: str, ascii_only: bool) -> str:
    """What a value is called; its id where the name, such as that of a language, takes more than ASCII."""
    name = say(f"settings-value.{value}")
    return name if name.isascii() or not ascii_only else value
