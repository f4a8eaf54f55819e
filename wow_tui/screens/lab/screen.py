"""The lab: a position on the real map and tracks, and what the rules say to every move in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from rules.ask import Illegal, Refusal
from rules.whispers.position import PositionError
from rules.whispers.view import View
from wow_tui.actions import Footer, bindings, say, words
from wow_tui.boards.whispers import TIERS, Tier, tier_for
from wow_tui.clean import clean
from wow_tui.config import Settings
from wow_tui.lab.answers import Answers, answers
from wow_tui.lab.edits import Edit
from wow_tui.lab.items import TABS, Items, Wanted
from wow_tui.lab.session import Lab
from wow_tui.lab.wording import Wording
from wow_tui.screens.game.desk import of_kind
from wow_tui.screens.lab import branching, editing, filing, telling, typed
from wow_tui.screens.lab.widgets import Adjusted, LabCouncil, LabMap, LabPanel, LabPrompt, TabChosen
from wow_tui.screens.links import page_of
from wow_tui.screens.quit import Page
from wow_tui.text.faults import told
from wow_tui.whereabouts import whereabouts
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.lined import Lined
from wow_tui.widgets.messages import Looked, Picked

if TYPE_CHECKING:
    from wow_tui.app import WowApp


class LabScreen(Screen[None]):
    """Shows one moment of a lab, and changes it by edits and moves. It holds no rule."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("lab")]
    CSS_PATH: ClassVar = ["../../styles/widgets.tcss", "../../styles/lab.tcss"]
    AUTO_FOCUS = "LabMap"

    # What shows the focus draws itself; Textual would draw the whole screen.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def __init__(self, lab: Lab, settings: Settings, said: str = "") -> None:
        """`said`: what to tell at first, such as what was opened."""
        super().__init__()
        self.lab, self.settings = lab, settings
        self.words = Wording(words(), lab.names)
        self.found: Answers = answers(lab)
        self.tab, self.society = TABS[0], max(lab.asked, 0)
        self.wanted = Wanted()
        self.items = self._items()
        self.refusal: Refusal | None = None
        self.digits = ""
        self._subject: type[object] = LabMap
        self._said = said

    @property
    def wow(self) -> WowApp:
        """The app."""
        return cast("WowApp", self.app)

    # Layout

    def compose(self) -> ComposeResult:
        """Map and prompt on the left, councils and a panel on the right."""
        speaker = self.words.speaker
        yield TopLine(speaker)
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield LabMap(speaker)
                yield LabPrompt(speaker)
            with Vertical(id="right"):
                yield LabCouncil(speaker)
                yield LabPanel(speaker)
        yield Footer()

    def on_mount(self) -> None:
        """Show the moment, and say what can be done."""
        for widget in self.query(Lined):
            widget.ascii_only = self.settings.ascii
        self.show()
        # The map has its width from here on, so that the first layout is the right one.
        self._fit(self.app.size.width, self.app.size.height)
        self.call_after_refresh(self.tell, self._said or say("lab.say.welcome"))

    def on_resize(self, event: events.Resize) -> None:
        """More room shows more; nothing is lost."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, columns: int, rows: int) -> None:
        tier: Tier = tier_for(columns, rows) or TIERS[0]
        self.query_one(LabMap).set_tier(tier)
        self.query_one(LabCouncil).set_compact(TIERS.index(tier) < 2)
        self.query_one("#left").styles.width = self.query_one(LabMap).get_content_width(self.size, self.size)

    # Showing

    def _items(self) -> Items:
        return Items(self.lab, self.found, self.words, self.society, self.wanted)

    def changed(self) -> None:
        """Another moment, or the same one after an edit: ask the rules anew, and show what they say."""
        asked = self.lab.asked
        if asked != self.found.view.viewer and asked >= 0:
            self.society = asked
        self.found = answers(self.lab)
        self.refusal = None
        if self.lab.names != self.words.speaker.names:
            self.words = Wording(words(), self.lab.names)
            for widget in self.query(Lined):
                widget.speaker = self.words.speaker
                widget.refresh(layout=True)
        self.show()

    def language_changed(self) -> None:
        """Say all of it in the language now spoken."""
        self.words.speaker.catalogue = words()
        self.show()

    @property
    def view(self) -> View:
        """The moment as it is shown."""
        return self.found.view

    def show(self) -> None:
        """Show the moment in every widget."""
        refs = {ref for option in (self.found.ask.options if self.found.ask else ()) for ref in option.refs}
        marks = {fault.ref.partition(":")[2]: "!" for fault in self.lab.faults if fault.ref.startswith("region:")}
        where = whereabouts(self.view)
        self.query_one(LabMap).show(self.view, of_kind(refs, "region"), marks=marks)
        self.query_one(LabCouncil).show(self.view, of_kind(refs, "seat"), *where)
        self.show_top()
        self.show_panel()
        self.tell_cursor()

    def show_top(self) -> None:
        """The first line: the branch, whose turn it is, and how many rules are broken."""
        where = whereabouts(self.view)
        many = len(self.lab.branches) > 1
        mode = say("lab.mode.branch", branch=clean(self.lab.branch.name, 20)) if many else say("lab.mode.one")
        broken = sum(not fault.note for fault in self.lab.faults)
        faults = say("lab.faults.count", count=broken) if broken else ""
        self.query_one(TopLine).show(self.view, seat=where.seat, agent=where.agent, mode=mode, speed=faults)

    def show_panel(self) -> None:
        """The panel anew."""
        self.items = self._items()
        self.query_one(LabPanel).show(self.tab, self.items.title(self.tab), self.items.rows(self.tab))

    def tell(self, *lines: str) -> None:
        """Lines below what is under the cursor."""
        self.query_one(LabPrompt).show_preview(lines)

    def complain(self, text: str) -> None:
        """One sentence on what cannot be done."""
        self.tell(text)

    def refuse(self, refusal: Refusal) -> None:
        """Say why a move is not legal, and by which rule."""
        self.refusal = refusal
        self.query_one(LabPrompt).show_refusal(self.words.speaker.refusal(refusal), refusal.rule)

    def tell_cursor(self) -> None:
        """What is under the cursor, what can be done with it, and what the rules say of it."""
        telling.tell(self)

    # What is under the cursor

    @property
    def ref(self) -> str:
        """What the keys of the lab are about: under the cursor of what has the focus, or had it before the prompt."""
        if self._subject is LabCouncil:
            return f"seat:{self.query_one(LabCouncil).cursor}"
        if self._subject is LabPanel:
            return self.query_one(LabPanel).ref
        return f"region:{self.query_one(LabMap).cursor}"

    def edit(self, edit: Edit | None) -> None:
        """Make an edit, and show what comes of it; a sentence if it cannot be."""
        if edit is None:
            self.tell(say("lab.say.nothing-here"))
            return
        try:
            self.lab.edit(edit)
        except PositionError as error:
            self.tell(clean(told(error), 300))
            return
        self.changed()

    def play(self, line: str) -> None:
        """Play moves; a refusal is told."""
        try:
            self.lab.play(line)
        except Illegal as illegal:
            self.refuse(illegal.refusal)
            return
        # What was looked for belonged to the question that is answered now.
        self.wanted = Wanted(self.wanted.which)
        self.changed()
        self.tell(*(self.words.speaker.event(event) for event in self.lab.moment.events if event.only is None))

    def ask(self, move: str) -> None:
        """Tell what a move would bring, or why it may not be made."""
        found = self.found.preview(move)
        if found.refusal is not None:
            self.refuse(found.refusal)
        else:
            self.tell(*self.words.foreseen(found))

    # What the widgets tell

    def on_descendant_focus(self) -> None:
        """The keys are about something else; of the prompt they are about what it tells of."""
        focused = type(self.focused)
        if focused in (LabMap, LabCouncil, LabPanel) and focused is not self._subject:
            self._subject, self.digits = focused, ""
            self.tell_cursor()

    def on_looked(self, message: Looked) -> None:
        """The cursor has moved."""
        self.digits = ""
        self.tell_cursor()

    def on_picked(self, message: Picked) -> None:
        """Something was picked: a button, a row, a region, a seat."""
        editing.pick(self, message.ref)

    def on_adjusted(self, message: Adjusted) -> None:
        """The right button takes away."""
        editing.adjust_ref(self, message.ref, message.by)

    def on_tab_chosen(self, message: TabChosen) -> None:
        """Another panel by the mouse."""
        self.action_tab(message.tab)

    def on_key(self, event: events.Key) -> None:
        """Digits say how many."""
        if event.character and event.character.isascii() and event.character.isdigit():
            event.stop()
            editing.digit(self, event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Whatever is pasted is opened: a code, a line, a position, a case file."""
        event.stop()
        filing.open_text(self, event.text)

    def typed(self, text: str) -> None:
        """A typed line: an edit, a move, a question, or an action by its name."""
        self.run_worker(typed.obey(self, text))

    # Actions

    def action_tab(self, tab: str) -> None:
        """Show a panel, and go there."""
        self.tab = tab
        self.show_panel()
        # At once: a key that follows quickly is meant for the panel.
        self.set_focus(self.query_one(LabPanel))
        self._subject, self.digits = LabPanel, ""
        self.tell_cursor()

    def action_panel(self) -> None:
        """Move the focus to the next panel."""
        order = (LabMap, LabCouncil, LabPanel, LabPrompt)
        at = next((place for place, kind in enumerate(order) if isinstance(self.focused, kind)), -1)
        self.set_focus(self.query_one(order[(at + 1) % len(order)]))

    def action_back(self) -> None:
        """A filter away, or back to the map."""
        if self.wanted.words or self.wanted.ref or self.wanted.which != "all":
            self.want(Wanted())
        else:
            self.set_focus(self.query_one(LabMap))

    def want(self, wanted: Wanted) -> None:
        """List other moves."""
        self.wanted = wanted
        self.action_tab("moves")

    def action_undo(self) -> None:
        """One edit or move back."""
        self._went("lab.say.undone" if self.lab.back() else "lab.say.first-moment")

    def action_redo(self) -> None:
        """One edit or move on."""
        self._went("lab.say.redone" if self.lab.forward() else "lab.say.last-moment")

    def _went(self, key: str) -> None:
        self.changed()
        self.tell(say(key, what=self.words.moment(self.lab.moment)))

    def action_preview(self) -> None:
        """All that is told of what is under the cursor, on a page."""
        title, lines = telling.whole_story(self)
        self.app.push_screen(Page(title, "\n".join(lines)))

    def action_rule(self) -> None:
        """Open the rule behind what is marked, or what the rules say of it."""
        rule = telling.rule_of(self)
        page = page_of(f"rule:{rule}" if rule else self.ref, self.view.board())
        if page is not None:
            self.app.push_screen(page)

    def action_adjust(self, by: int) -> None:
        """One more or one fewer of what is marked."""
        editing.adjust_ref(self, self.ref, by)

    def action_empire(self) -> None:
        """Banners of the next empire in this region."""
        editing.next_empire(self)

    def action_beside(self) -> None:
        """A banner of another empire beside."""
        editing.beside(self)

    def action_agent(self) -> None:
        """The agent of the next society."""
        editing.next_agent(self)

    def action_acts(self) -> None:
        """This seat acts now."""
        editing.acts(self)

    def action_reveal(self) -> None:
        """Show this token for good, or cover it."""
        editing.reveal(self)

    def action_society(self) -> None:
        """The cards of the next society."""
        self.society = (self.society + 1) % len(self.lab.names)
        self.action_tab("cards")

    def action_here(self) -> None:
        """Only moves with what is under the cursor; again, all."""
        ref = self.ref
        fits = not self.wanted.ref and ref.partition(":")[0] in ("region", "seat", "card")
        self.want(replace(self.wanted, ref=ref if fits else ""))

    def action_which(self) -> None:
        """Legal moves, barred moves, or both."""
        order = {"all": "legal", "legal": "barred", "barred": "all"}
        which = order[self.wanted.which]
        self.want(replace(self.wanted, which=which))
        self.tell(say("lab.moves.all-moves" if which == "all" else f"lab.moves.only-{which}"))

    def action_find(self) -> None:
        """Only moves with some words."""
        self.run_worker(branching.find(self))

    def action_fork(self) -> None:
        """A branch that begins here."""
        self.run_worker(branching.fork(self))

    def action_name(self) -> None:
        """Another name for the marked branch or society."""
        self.run_worker(branching.rename(self))

    def action_compare(self) -> None:
        """This branch beside the marked one."""
        branching.compare_marked(self)

    def action_drop(self) -> None:
        """Forget the marked branch."""
        branching.drop(self)

    def action_code(self) -> None:
        """Copy the position as a code."""
        filing.copy_code(self)

    def action_save(self, what: str) -> None:
        """Write a case file or a position file."""
        self.run_worker(filing.save(self, what))

    def action_open(self) -> None:
        """Open a file, a code or a line."""
        self.run_worker(filing.open_asked(self))
