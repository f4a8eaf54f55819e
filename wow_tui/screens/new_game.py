"""The form for a new match: who plays, by which rules."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button, Input, Static

from rules.match import Match
from rules.whispers.options import PRESETS, Options, preset, values
from saves.envelope import Seat
from wow_tui.actions import Footer, bindings, say
from wow_tui.clean import clean
from wow_tui.names import NAME_LENGTH
from wow_tui.players import PERSON, TIMED, level
from wow_tui.screens.quit import Question
from wow_tui.screens.settings import AUTO, Choice, Form, Rows, language_values
from wow_tui.setup_args import new_save_path
from wow_tui.table import Table
from wow_tui.text.faults import told

if TYPE_CHECKING:
    from textual.widget import Widget

MOST = 4
KINDS = ("person", "bot:greedy", "bot:planner", "bot:whisperer", "bot:random")
# How long a bot that makes use of time thinks: milliseconds, and what that is called; "" for the usual iterations.
TIMES = {"": "usual", "100": "quick", "500": "half", "2000": "long", "10000": "longest"}

# Where the languages stand: under the name of the player.
LANGUAGE_INDENT = 11


def option_values(name: str) -> tuple[object, ...]:
    """All values of an option of the rules, the default of `printed` first."""
    default = getattr(Options(), name)
    return tuple(sorted(values(name), key=lambda value: value != default))


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _called(word: str) -> str:
    key = f"option-value.{word}"
    found = say(key)
    return word if found == key else found


class SeatRow(Horizontal):
    """A player: a name to type and who it is."""

    def __init__(self, number: int, name: str, kind: str) -> None:
        super().__init__(id=f"seat-{number}", classes="seat")
        self.number, self._name_first, self._kind_first = number, name, kind

    def compose(self) -> ComposeResult:
        """Number, name, kind."""
        yield Static(say("new.seat", number=self.number), markup=False)
        length, hint = NAME_LENGTH, say("new.name")
        yield Input(self._name_first, id=f"name-{self.number}", max_length=length, compact=True, placeholder=hint)
        kinds = [(kind, say(f"new.kind.{kind.removeprefix('bot:')}")) for kind in KINDS]
        yield Choice(f"kind-{self.number}", "", kinds, self._kind_first, width=0)

    @property
    def kind(self) -> str:
        """`person` or `bot:NAME`."""
        return self.query_one(Choice).value

    @property
    def typed(self) -> str:
        """The name, cleaned."""
        return clean(self.query_one(Input).value, NAME_LENGTH).strip()


class Act(Button, inherit_bindings=False):
    """A button whose key stands in help and bottom line like every other."""

    BINDINGS = bindings("button")


class NewGameScreen(Form):
    """Starts with a match against two bots, ready to begin."""

    BINDINGS = bindings("new-game")
    AUTO_FOCUS = "#start"
    takes_times = True
    """Whether bots can be told how long to think."""

    def compose(self) -> ComposeResult:
        """Players, seats, rules, seed, buttons; below them every option."""
        yield Static(say("new.title"), classes="bar", markup=False)
        with Rows():
            numbers = [(str(number), str(number)) for number in range(2, MOST + 1)]
            yield Choice("players", say("new.players"), numbers, "3", width=10)
            for number, (name, kind) in enumerate(self._starting(), 1):
                yield SeatRow(number, name, kind)
                languages = language_values(self.wow.settings.ascii)
                yield Choice(f"language-{number}", "", languages, AUTO, width=LANGUAGE_INDENT)
                times = [(time, say(f"new.thinks.{called}")) for time, called in TIMES.items()]
                yield Choice(
                    f"thinks-{number}", f"{'':{LANGUAGE_INDENT}}{say('new.thinks.label')}", times, "", width=24
                )
            presets = [(name, say(f"new.preset.{name}")) for name in (*PRESETS, "own")]
            yield Choice("preset", say("new.preset"), presets, "printed", say("new.preset.printed.tip"), width=10)
            yield from self.more_rows()
            with Horizontal(classes="seat"):
                yield Static(say("new.seed"), markup=False)
                yield Input(id="seed", max_length=20, compact=True, placeholder=say("new.seed-empty"))
                yield Static(say("new.seed.tip"), classes="quiet", markup=False)
            with Horizontal(id="buttons"):
                yield Act(say("new.start"), id="start", compact=True)
                yield Act(say("new.back"), id="cancel", compact=True)
            yield Static(say("new.readings"), classes="heading", markup=False)
            for name in Options.__struct_fields__:
                words = [_word(value) for value in option_values(name)]
                called = [(word, _called(word)) for word in words]
                label, tip = say(f"option-name.{name}"), say(f"option.{name}")
                yield Choice(f"option-{name}", label, called, _word(getattr(Options(), name)), tip)
        yield Static("", id="said", markup=False)
        yield Footer()

    def more_rows(self) -> ComposeResult:
        """What another form has besides."""
        yield from ()

    def _starting(self) -> list[tuple[str, str]]:
        greedy = say("new.greedy-name")
        bots = [greedy, f"{greedy} 2", f"{greedy} 3"]
        return [(say("new.you"), "person"), *((name, "bot:greedy") for name in bots)]

    def on_mount(self) -> None:
        """Make the form ready."""
        self.written()

    def written(self) -> None:
        """Show as many seats as play; cursors do not blink, so that nothing is written in vain."""
        self._show_seats()
        for field in self.query(Input):
            field.cursor_blink = False
        self._untouched = self._values()

    def _values(self) -> list[str]:
        """All that is typed and chosen."""
        return [row.value for row in self.query("Choice, Input") if isinstance(row, Choice | Input)]

    def action_cancel(self) -> None:
        """Back; what was typed and chosen is not thrown away without a question."""
        if self._values() == self._untouched:
            self.dismiss()
        else:
            self.app.push_screen(Question(say("new.leave.question"), say("new.leave.detail")), self._answered)

    def _answered(self, leave: bool | None) -> None:
        if leave:
            self.dismiss()

    @property
    def seats(self) -> list[SeatRow]:
        """The rows of those who play."""
        count = int(self.query_one("#players", Choice).value)
        return list(self.query(SeatRow))[:count]

    def _show_seats(self) -> None:
        playing = self.seats
        # One person alone plays in the language of the settings.
        several = sum(row.kind == PERSON for row in playing) > 1
        for row in self.query(SeatRow):
            row.display = row in playing
            language = self.query_one(f"#language-{row.number}", Choice)
            language.display = row.display and several and row.kind == PERSON
            times = self.query_one(f"#thinks-{row.number}", Choice)
            times.display = self.takes_times and row.display and level(row.kind) in TIMED

    @on(Choice.Changed)
    def changed(self, message: Choice.Changed) -> None:
        """Keep the rows in step: seats with players, options with the preset, names with kinds."""
        name = message.choice.id or ""
        if name == "players":
            self._show_seats()
        elif name == "preset":
            self._take_preset(message.value)
        elif name.startswith("kind-"):
            self._rename(int(name.removeprefix("kind-")))
            self._show_seats()
        elif name.startswith("option-"):
            self._name_preset()
        self.complain("")

    def _kind(self, row: SeatRow) -> str:
        """Who plays, with the time it thinks if one was picked."""
        times = self.query_one(f"#thinks-{row.number}", Choice)
        return f"{row.kind}.{times.value}" if times.display and times.value else row.kind

    def _language(self, row: SeatRow) -> str:
        """The language of a person's own; empty for that of the program."""
        choice = self.query_one(f"#language-{row.number}", Choice)
        return choice.value if choice.display and choice.value != AUTO else ""

    def _take_preset(self, name: str) -> None:
        if name in PRESETS:
            options = preset(name)
            for field in Options.__struct_fields__:
                self.query_one(f"#option-{field}", Choice).value = _word(getattr(options, field))
        self.query_one("#preset", Choice).tip = say(f"new.preset.{name}.tip")

    def _name_preset(self) -> None:
        """Which preset the options are now, if any."""
        now = self.options()
        found = next((name for name in PRESETS if preset(name) == now), "own")
        row = self.query_one("#preset", Choice)
        row.value, row.tip = found, say(f"new.preset.{found}.tip")

    def _rename(self, number: int) -> None:
        """Give a seat the usual name of its new kind, unless somebody typed another."""
        row = self.query_one(f"#seat-{number}", SeatRow)
        stems = {kind: say(f"new.{kind.removeprefix('bot:')}-name") for kind in KINDS[1:]}
        stems["person"] = say("new.you")
        usual = {f"{stem}{more}" for stem in stems.values() for more in ("", " 2", " 3", " 4")}
        if row.typed and row.typed not in usual:
            return
        taken = {other.typed for other in self.query(SeatRow) if other is not row}
        stem = stems[row.kind]
        free = (f"{stem}{more}" for more in ("", " 2", " 3", " 4") if f"{stem}{more}" not in taken)
        row.query_one(Input).value = next(free)

    def options(self) -> Options:
        """The options as the form has them."""
        found: dict[str, object] = {}
        for name in Options.__struct_fields__:
            word = self.query_one(f"#option-{name}", Choice).value
            found[name] = next(value for value in option_values(name) if _word(value) == word)
        return preset("printed", **found)

    def complain(self, text: str, at: Widget | None = None) -> None:
        """Say in one sentence what is wrong, and go there; nothing on the form changes."""
        self.query_one("#said", Static).update(text)
        if at is not None:
            at.focus()

    def action_start(self) -> None:
        """Begin the match, or say what is missing."""
        if not self.is_current:
            return  # a second key press that was on its way already
        seats: list[Seat] = []
        for row in self.seats:
            field = row.query_one(Input)
            if not row.typed:
                return self.complain(say("new.no-name", number=row.number), field)
            names = [seat.name for seat in seats]
            if row.typed in names:
                first = names.index(row.typed) + 1
                return self.complain(say("new.same-name", first=first, second=row.number), field)
            seats.append(Seat(row.typed, self._kind(row), self._language(row)))
        seed = self.query_one("#seed", Input)
        text = seed.value.strip()
        if text and not (text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()):
            return self.complain(say("new.seed-wrong"), seed)
        self._begin(seats, int(text) if text else secrets.randbits(63))

    def _begin(self, seats: list[Seat], seed: int) -> None:
        try:
            match = Match.new("whispers", len(seats), self.options(), seed)
            table = Table(match, seats, new_save_path())
        except (ValueError, OSError) as error:
            return self.complain(say("new.not-possible", reason=clean(told(error), 200)))
        table.save()
        self.wow.open_table(table)

    @on(Button.Pressed, "#start")
    def started(self) -> None:
        """The button begins."""
        self.action_start()

    @on(Button.Pressed, "#cancel")
    def cancelled(self) -> None:
        """The other goes back."""
        self.action_cancel()

    @on(Input.Submitted)
    def entered(self) -> None:
        """Enter in a field goes on to the next row."""
        self.focus_next()
