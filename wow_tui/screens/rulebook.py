"""The rulebook: the index or what a search finds on the left, a rule with its example and links on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from rules.whispers.examples import example
from rules.whispers.rulebook import Rule
from rules.whispers.rulebook.search import Search
from wow_tui.actions import Footer, bindings
from wow_tui.clean import clean
from wow_tui.rule_text import example_lines, rule_lines
from wow_tui.text.book import book
from wow_tui.text.voice import say, voice

if TYPE_CHECKING:
    from wow_tui.app import WowApp

OVERVIEW = "overview"
LONGEST = 80


def rule_link(number: int, rule: Rule) -> Content:
    """A link to a rule on a screen with the action `visit`, by a click or by its number."""
    style = Style(underline=True) + Style.from_meta({"@click": f"screen.visit('{rule.id}')"})
    return Content.assemble((f"{number}", "bold"), " ", (rule.title, style))


class Trail:
    """Where a reader has been, with a way back and forward."""

    def __init__(self, first: str) -> None:
        self._been, self._at = [first], 0

    @property
    def here(self) -> str:
        """Where he is."""
        return self._been[self._at]

    def visit(self, place: str) -> None:
        """Go somewhere; the way forward is forgotten."""
        if place != self.here:
            self._been = [*self._been[: self._at + 1], place]
            self._at += 1

    def step(self, by: int) -> bool:
        """Back (-1) or forward (1); False at the end of the way."""
        if not 0 <= self._at + by < len(self._been):
            return False
        self._at += by
        return True


class RulebookScreen(Screen[None]):
    """Searched as you type. Every id of a rule leads to its page, and back."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("rulebook")]

    def __init__(self, rule_id: str = "") -> None:
        """`rule_id`: the rule to open at; one that is not in the book, or none, opens the overview."""
        super().__init__()
        self._read(rule_id)

    def _read(self, rule_id: str) -> None:
        self.book = book(voice().language)
        self._search = Search(self.book)
        self.trail = Trail(rule_id if rule_id in self.book.rules else OVERVIEW)
        # What the search found; None while nothing is searched for.
        self._found: list[Rule] | None = None

    @property
    def rule(self) -> Rule | None:
        """The rule that is open; None at the overview."""
        return self.book.rules.get(self.trail.here)

    def compose(self) -> ComposeResult:
        """Search and list, page, bottom line."""
        yield Static(say("rulebook.title"), classes="bar", markup=False)
        with Horizontal():
            with Vertical(id="index"):
                yield Input(placeholder=say("rulebook.search"), max_length=LONGEST, compact=True)
                yield OptionList(*self._index(), markup=False)
            with VerticalScroll(id="page"):
                yield Static("", id="text", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Open where the reader wanted to go."""
        self.query_one(Input).cursor_blink = False
        self.query_one(OptionList if self.rule is None else "#page").focus()
        self._show()

    def language_changed(self) -> None:
        """The same page in the language now spoken."""
        self._read(self.trail.here)
        self.query_one(".bar", Static).update(say("rulebook.title"))
        self._list()
        self._show()

    # The list

    def _index(self) -> list[Option | None]:
        """The overview and all rules by chapter, or what the search finds, the best first."""
        if self._found is not None:
            return [self._option(rule) for rule in self._found] or [Option(say("rulebook.nothing"), disabled=True)]
        out: list[Option | None] = [Option(say("rulebook.overview"), OVERVIEW)]
        for chapter, title in self.book.chapters.items():
            out.append(Option(Content.styled(title, "bold"), disabled=True))
            out += [self._option(rule) for rule in self.book.chapter(chapter)]
        return out

    def _option(self, rule: Rule) -> Option:
        return Option(Content(rule.title), rule.id)

    def _list(self) -> None:
        rows = self.query_one(OptionList)
        with self.prevent(OptionList.OptionHighlighted):
            rows.clear_options()
            rows.add_options(self._index())
            self._mark()

    def _mark(self) -> None:
        rows = self.query_one(OptionList)
        ids = [rows.get_option_at_index(row).id for row in range(rows.option_count)]
        if self.trail.here in ids:
            rows.highlighted = ids.index(self.trail.here)

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Search as it is typed; the best find is opened at once."""
        words = clean(event.value, LONGEST)
        self._found = self._search.find(words) if words.strip() else None
        self._list()
        if self._found:
            self.trail.visit(self._found[0].id)
            with self.prevent(OptionList.OptionHighlighted):
                self._mark()
            self._show()

    @on(Input.Submitted)
    def entered(self) -> None:
        """From the search to what was found."""
        self.query_one(OptionList).focus()

    @on(OptionList.OptionHighlighted)
    def marked(self, event: OptionList.OptionHighlighted) -> None:
        """The page follows the mark."""
        if event.option_id is not None and event.option_list.has_focus:
            self.trail.visit(event.option_id)
            self._show()

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Read the page."""
        if event.option_id is not None:
            self.trail.visit(event.option_id)
            self._show()
            self.query_one("#page").focus()

    # The page

    def _show(self) -> None:
        page = self._overview() if self.rule is None else self._page(self.rule)
        self.query_one("#text", Static).update(page)
        self.query_one("#page", VerticalScroll).scroll_home(animate=False)

    def _overview(self) -> Content:
        return Content(say("rules.text").strip())

    def _page(self, rule: Rule) -> Content:
        quiet = "dim"
        parts = [Content.styled(rule.title, "bold"), Content.styled(f"({rule.id})", quiet), Content("")]
        for text in rule_lines(rule):
            parts += [Content(text), Content("")]
        shown = example(rule.id)
        if shown is not None:
            parts.append(Content.styled(say("rulebook.example"), "bold"))
            parts += [*(Content(clean(line, 500)) for line in example_lines(shown)), Content("")]
        if rule.see:
            parts.append(Content.styled(say("rulebook.see"), "bold"))
            parts += [rule_link(number, self.book.rule(rule_id)) for number, rule_id in enumerate(rule.see, 1)]
        return Content("\n").join(parts)

    # Actions

    def action_visit(self, rule_id: str) -> None:
        """Follow a link."""
        self.trail.visit(rule_id)
        self._moved()

    def action_travel(self, by: int) -> None:
        """Back to the page before, or forward again."""
        if self.trail.step(by):
            self._moved()

    def _moved(self) -> None:
        with self.prevent(OptionList.OptionHighlighted):
            self._mark()
        self._show()

    def action_search(self) -> None:
        """To the line to search in."""
        self.query_one(Input).focus()

    def action_side(self) -> None:
        """From the list to the page, or back."""
        page = self.query_one("#page")
        (self.query_one(OptionList) if page.has_focus else page).focus()

    def action_down(self) -> None:
        """From the search to the list."""
        self.query_one(OptionList).focus()

    def action_close(self) -> None:
        """Clear the search; with none, back to where the book was opened."""
        field = self.query_one(Input)
        if field.value:
            field.value = ""
            self.query_one(OptionList).focus()
        else:
            self.dismiss(None)

    def action_lab(self) -> None:
        """Open the worked example in the lab."""
        shown = example(self.trail.here)
        if shown is not None:
            from wow_tui.lab.loading import Found

            cast("WowApp", self.app).open_lab(Found("case", cases=[shown.case]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where nothing is typed letters are keys; the lab needs an example."""
        if action == "lab":
            return self.rule is not None
        return True

    def on_key(self, event: events.Key) -> None:
        """Digits follow the links."""
        if isinstance(self.focused, Input) or self.rule is None:
            return
        if event.character and event.character.isdecimal() and 1 <= int(event.character) <= len(self.rule.see):
            event.stop()
            self.action_visit(self.rule.see[int(event.character) - 1])
