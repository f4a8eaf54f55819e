"""The prompt: what is asked, what can be chosen next, what would happen or why not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from wow_tui.choosing import Step
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Line, Lined, safe
from wow_tui.widgets.messages import Looked, Picked
from wow_tui.widgets.words import ref_words
from wow_tui.widgets.wrapping import Place, flow, wrap

ELSEWHERE = ("region", "seat")
"""Kinds of refs that other widgets light up; here they are only counted."""
ROOMY = 5
"""So many lines suffice for a question of two lines."""
MARGIN = 8
"""Columns kept for the page of a long list of choices."""

Layout = tuple[list[str], list[Place], int]


class PromptPanel(Lined, can_focus=True):
    """Posts Looked when the cursor moves to a choice and Picked when one is chosen.

    The screen passes digits to `press` whatever has the focus: amounts and numbers of choices.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)", "widgets.keys.prompt.left", False, id="prompt.left"),
        Binding("right,l", "move(1)", "widgets.keys.prompt.right", False, id="prompt.right"),
        Binding("up,k", "line(-1)", "widgets.keys.prompt.up", False, id="prompt.up"),
        Binding("down,j", "line(1)", "widgets.keys.prompt.down", False, id="prompt.down"),
        Binding("enter,space", "pick", "widgets.keys.prompt.pick", False, id="prompt.pick"),
        Binding("pagedown", "scroll_preview(1)", "widgets.keys.prompt.more", False, id="prompt.more"),
        Binding("pageup", "scroll_preview(-1)", "widgets.keys.prompt.back", False, id="prompt.back"),
    ]

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty panel until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self._asked = ""
        self._refs: list[str] = []
        self._elsewhere: list[str] = []
        self._cursor = 0
        self._typed = ""
        self._below: list[str] = []
        self._rule = ""
        self._top = 0
        self._laid_out: tuple[Size, Layout] | None = None

    # What is shown

    def show(self, asked: str, steps: Sequence[Step] = (), elsewhere: Collection[str] = ELSEWHERE) -> None:
        """`asked`: what is asked, or what has been picked so far; `steps`: what can be picked next. Steps of
        the kinds in `elsewhere` are not listed but counted. Takes preview and refusal away."""
        kinds = [(step.ref.partition(":")[0], step.ref) for step in steps]
        self._asked = asked
        self._refs = [ref for kind, ref in kinds if kind not in elsewhere]
        counts = {kind: sum(other == kind for other, _ in kinds) for kind, _ in kinds if kind in elsewhere}
        self._elsewhere = [
            self.say(f"prompt.{kind}", count=count) for kind, count in counts.items() if kind in ELSEWHERE
        ]
        self._cursor, self._typed = 0, ""
        self._below, self._rule, self._top = [], "", 0
        self._laid_out = None
        self.renew()

    def show_preview(self, lines: Sequence[str]) -> None:
        """Lines below the choices: what would happen, or what lies under a cursor."""
        self._set_below(list(lines), "")

    def show_refusal(self, reason: str, rule: str) -> None:
        """Why something may not be done, and the id of the rule."""
        self._set_below([reason], rule)

    def _set_below(self, lines: list[str], rule: str) -> None:
        if (lines, rule) != (self._below, self._rule):
            self._below, self._rule, self._top = lines, rule, 0
            self.redraw(self._below_rows())

    @property
    def told(self) -> list[str]:
        """The lines below the choices."""
        return list(self._below)

    @property
    def rule(self) -> str:
        """The id of the rule of the refusal that is shown, or an empty text."""
        return self._rule

    @property
    def choices(self) -> list[str]:
        """The refs of the choices listed, in order."""
        return list(self._refs)

    # How it is drawn

    def _question(self) -> list[str]:
        """What is asked in lines: one, or two if it needs them and four are left for the rest."""
        return self._layout()[0]

    def _room(self) -> int:
        """The lines for choices."""
        return self._layout()[2]

    def _places(self) -> list[Place]:
        return self._layout()[1]

    def _layout(self) -> Layout:
        """Question, places of the choices and lines for them; worked out once for a content and a size."""
        size = self.content_size
        if self._laid_out is None or self._laid_out[0] != size:
            self._laid_out = size, self._lay_out(size)
        return self._laid_out[1]

    def _lay_out(self, size: Size) -> Layout:
        lines = wrap(safe(self._asked), size.width - 2 - cell_len(self._elsewhere_words()))
        if len(lines) > 1:
            lines = [self._asked] if size.height < ROOMY else [lines[0], " ".join(lines[1:])]
        labels = [self._label(number) for number in range(len(self._refs))]
        widths = [cell_len(key) + 2 + (cell_len(words) + 1 if words else 0) for key, words in labels]
        # One line, or up to a third of a taller panel if the choices need it.
        most = max(1, (size.height - 1) // 3)
        places = flow(widths, size.width, gap=1)
        if places and places[-1].line >= most:
            places = flow(widths, max(1, size.width - MARGIN), gap=1)
        needed = places[-1].line + 1 if places else 1
        return lines, places, min(needed, most)

    def _choice_rows(self) -> range:
        first = len(self._question())
        return range(first, first + self._room())

    def _below_rows(self) -> range:
        return range(self._choice_rows().stop, self.content_size.height)

    def _label(self, number: int) -> tuple[str, str]:
        """Key and words of a choice; an amount is its own key."""
        kind, _, word = self._refs[number].partition(":")
        if kind == "number":
            return word, ""
        return str(number + 1), safe(ref_words(self.speaker, self._refs[number]))

    def _first_line(self, places: Sequence[Place]) -> int:
        """The first line of choices that is shown: pages that hold the cursor."""
        room = self._room()
        return places[self._cursor].line // room * room if places else 0

    def draw_line(self, row: int) -> Strip:
        line = self.line()
        question, choices = self._question(), self._choice_rows()
        if row < len(question):
            self._draw_question(line, question[row], row == len(question) - 1)
        elif row in choices:
            self._draw_choices(line, row - choices.start)
        else:
            self._draw_below(line, row - choices.stop)
        return line.strip()

    def _draw_question(self, line: Line, text: str, last: bool) -> None:
        """The question; at the end of its last line what can be picked elsewhere."""
        words = self._elsewhere_words() if last else ""
        line.skip(1).put(text, self.look("strong"), max(0, line.left - cell_len(words) - 1))
        line.skip(1).put(words, self.look("legal"))

    def _elsewhere_words(self) -> str:
        return f"{self.sign('legal')} {', '.join(self._elsewhere)} " if self._elsewhere else ""

    def _draw_choices(self, line: Line, row: int) -> None:
        places, width = self._places(), self.content_size.width
        first = self._first_line(places)
        for number, place in enumerate(places):
            if place.line == first + row:
                line.skip(place.column - (width - line.left))
                self._draw_choice(line, number, place.width)
        pages = (places[-1].line // self._room() + 1) if places else 1
        if row == 0 and pages > 1:
            page = self.say("prompt.more", page=first // self._room() + 1, pages=pages)
            line.skip(line.left - MARGIN + 1).put(self._page(page), self.look("quiet"), MARGIN - 2, right=True)

    def _page(self, page: str) -> str:
        return f"{self.sign('left')}{page}{self.sign('right')}"

    def _draw_choice(self, line: Line, number: int, width: int) -> None:
        key, words = self._label(number)
        here = number == self._cursor and self.has_focus
        cursor = ("cursor",) if here else ()
        piece = Line(width, self.look(*cursor), self.sign("more"))
        piece.skip(1).put(key, self.look("key", *cursor))
        line.join(piece.put(f" {words}" if words else "", self.look(*cursor)))

    def _wrapped(self) -> list[str]:
        width = self.content_size.width - 3
        return [part for text in self._below for part in wrap(safe(text), width, 2)]

    def _space(self) -> int:
        """The lines of the preview."""
        return max(1, len(self._below_rows()))

    def _draw_below(self, line: Line, row: int) -> None:
        if self._rule:
            self._draw_refusal(line, row)
            return
        lines, space = self._wrapped(), self._space()
        rest = len(lines) - self._top - space
        if row == space - 1 and rest > 0:
            line.skip(1).put(self.say("prompt.rest", count=rest + 1), self.look("quiet"))
        elif self._top + row < len(lines):
            line.skip(1).put(lines[self._top + row], self.look())

    def _draw_refusal(self, line: Line, row: int) -> None:
        """The reason after a `!`, then the rule; where there is no room for both the reason gives way."""
        lines, space = [text.strip() for text in self._wrapped()], self._space()
        rule = self.say("prompt.rule", rule=self._rule)
        room = line.left - 2 - cell_len(safe(rule)) - 3
        if len(lines) < space and cell_len(lines[-1]) > room:
            lines.append("")
        if len(lines) > space:
            lines[space - 1 :] = [" ".join(lines[space - 1 :])]
        if row >= len(lines):
            return
        line.put("!" if row == 0 else "", self.look("danger"), 2)
        if row < len(lines) - 1:
            line.put(lines[row], self.look())
        else:
            width = min(max(0, room), cell_len(lines[row]))
            line.join(Line(width, self.look(), self.sign("more")).put(lines[row], self.look()))
            line.skip(2 if width else 0).put(rule, self.look("quiet"))

    def redraw_cursor(self) -> None:
        self.redraw(self._choice_rows())

    # Keys and mouse

    def press(self, digit: str) -> bool:
        """A digit typed anywhere: picks the choice of that number as soon as no longer number can be meant,
        else moves the cursor there and waits for another digit or Enter. False if it fits nothing."""
        keys = [self._label(number)[0] for number in range(len(self._refs))]
        for typed in (self._typed + digit, digit):
            fitting = [number for number, key in enumerate(keys) if key.startswith(typed)]
            if fitting:
                break
        else:
            return False
        exact = next((number for number in fitting if keys[number] == typed), None)
        if exact is not None and len(fitting) == 1:
            self._typed = ""
            self._go(exact)
            self.action_pick()
        else:
            self._typed = typed
            self._go(fitting[0] if exact is None else exact)
        return True

    def on_key(self, event: events.Key) -> None:
        """Digits while the panel itself has the focus."""
        if event.character and event.character.isdecimal() and event.character.isascii():
            if self.press(event.character):
                event.stop()
                event.prevent_default()

    def _go(self, number: int) -> None:
        before, self._cursor = self._cursor, number
        if before != number:
            self.redraw(self._choice_rows())
            self.post_message(Looked(self._refs[number]))

    def action_move(self, step: int) -> None:
        """To the next choice or the one before."""
        if self._refs:
            self._typed = ""
            self._go((self._cursor + step) % len(self._refs))

    def action_line(self, step: int) -> None:
        """To the choice above or below."""
        if not self._refs:
            return
        self._typed = ""
        places = self._places()
        here = places[self._cursor]
        wanted = [number for number, place in enumerate(places) if place.line == here.line + step]
        if wanted:
            self._go(min(wanted, key=lambda number: abs(places[number].column - here.column)))

    def action_pick(self) -> None:
        """Choose what is under the cursor."""
        self._typed = ""
        if self._refs:
            self.post_message(Picked(self._refs[self._cursor]))

    def action_scroll_preview(self, step: int) -> None:
        """Show more of the preview."""
        most = max(0, len(self._wrapped()) - self._space())
        top = min(max(self._top + step, 0), most)
        if top != self._top:
            self._top = top
            self.redraw(self._below_rows())

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel shows more of the preview, or the next page of choices when over them."""
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel, back."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, step: int) -> None:
        event.stop()
        if event.y < self._below_rows().start:
            self.action_line(step)
        else:
            self.action_scroll_preview(step)

    def on_click(self, event: events.Click) -> None:
        """A click on a choice picks it; on the page sign it turns the page."""
        cell = self.clicked(event)
        if cell is None or cell[0] not in self._choice_rows():
            return
        places = self._places()
        first = self._first_line(places)
        for number, place in enumerate(places):
            if (
                place.line == first + cell[0] - self._choice_rows().start
                and place.column <= cell[1] < place.column + place.width
            ):
                self._cursor = number
                self.action_pick()
                self.redraw(self._choice_rows())
                return
        pages = places[-1].line // self._room() + 1 if places else 1
        if cell[1] >= self.content_size.width - MARGIN and pages > 1:
            line = (first // self._room() + 1) % pages * self._room()
            self._go(next(number for number, place in enumerate(places) if place.line == line))
