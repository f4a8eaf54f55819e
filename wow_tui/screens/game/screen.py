"""The game screen: map, councils, hand and log around one question at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import Reactive
from textual.screen import Screen
from textual.signal import Signal
from textual.widget import Widget

from rules.ask import Refusal
from rules.game import Outcome
from wow_tui.actions import Footer, bindings, say, words
from wow_tui.boards.whispers import TIERS, tier_for
from wow_tui.config import Settings
from wow_tui.filtering import Filters, LogFilter, Term
from wow_tui.link import Link, LocalLink
from wow_tui.screens.find import FindPage
from wow_tui.screens.game import happenings, showing, typed
from wow_tui.screens.game.about import about_here, rule_here
from wow_tui.screens.game.desk import Desk
from wow_tui.screens.game.foreseeing import foresee, look, nearest_option
from wow_tui.screens.game.happenings import Did, Foreseen, Happening, Refused, Shown
from wow_tui.screens.game.palette import FilterCommands, OptionCommands
from wow_tui.screens.game.playing import Play
from wow_tui.screens.links import page_of
from wow_tui.screens.quit import Page
from wow_tui.screens.result import ResultScreen, save_sentence
from wow_tui.table import Table
from wow_tui.text.speaker import Speaker
from wow_tui.typing_ahead import uncalled
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.hand import HandPanel
from wow_tui.widgets.log import LogPanel
from wow_tui.widgets.loyalty import LoyaltyPanel
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.messages import Looked, OptionChosen, Picked
from wow_tui.widgets.prompt import PromptPanel
from wow_tui.widgets.societies import SocietiesPanel

if TYPE_CHECKING:
    from wow_tui.app import WowApp

SIDES = ("log", "hand", "people")


class GameScreen(Screen[None]):
    """Plays a match through a link. It holds no rule: it offers what the rules offer, and asks them why not.

    `desk` is what it knows, `play` the course of the match; `happened` tells listeners what happens here.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("game", "match")
    COMMANDS: ClassVar = {OptionCommands, FilterCommands}
    CSS_PATH: ClassVar = ["../../styles/widgets.tcss", "../../styles/game.tcss"]
    AUTO_FOCUS = "MapWidget"

    # What shows the focus draws itself; Textual would draw the whole screen.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def __init__(self, table: Table | Link, settings: Settings) -> None:
        """`table`: a match in this process, or a link to one anywhere."""
        super().__init__(classes="-side-log")
        link: Link = LocalLink(table) if isinstance(table, Table) else table
        self.settings = settings
        self.speaker = Speaker(words(), link.names)
        self.desk = Desk(link, self.speaker)
        self.happened: Signal[Happening] = Signal(self, "happened")
        self.play = Play(self, settings.bot_speed)

    # Layout

    def compose(self) -> ComposeResult:
        """The widgets; which of them show is up to the style sheet."""
        speaker = self.speaker
        # Before there is anything whose style would change with it.
        place = self._set_size_classes(self.app.size.width, self.app.size.height)
        yield TopLine(speaker)
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield MapWidget(speaker, TIERS[place])
                yield PromptPanel(speaker)
            with Vertical(id="right"):
                yield CouncilTrack(speaker)
                yield LoyaltyPanel(speaker)
                yield SocietiesPanel(speaker)
                yield HandPanel(speaker)
                yield LogPanel(speaker)
        yield Footer()

    def on_mount(self) -> None:
        """Show where the match stands, and begin."""
        for widget in self.query("Lined"):
            widget.ascii_only = self.settings.ascii  # type: ignore[attr-defined]
        self.play.rewrite_log()
        self.show()
        # The map has its width from here on, so that the first layout is the right one.
        self._fit(self.app.size.width, self.app.size.height)
        self.play.go_on()

    def on_resize(self, event: events.Resize) -> None:
        """More room shows more; nothing is lost."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, columns: int, rows: int) -> None:
        place = self._set_size_classes(columns, rows)
        self.query_one(MapWidget).set_tier(TIERS[place])
        self.query_one(CouncilTrack).set_compact(place < 2)
        self.query_one("#left").styles.width = self.query_one(MapWidget).get_content_width(self.size, self.size)

    def _set_size_classes(self, columns: int, rows: int) -> int:
        """Say which widgets there is room for; the number of the tier."""
        place = TIERS.index(tier_for(columns, rows) or TIERS[0])
        self.set_class(place >= 2, "-wide")
        self.set_class(place >= 3, "-widest")
        return place

    # Showing

    def show(self) -> None:
        """Show the match as the viewer may see it, or as it was when looking back."""
        showing.show_all(self)
        self.refresh_bindings()
        self.happened.publish(Shown())

    def take_language(self, language: str) -> None:
        """Speak the language of whoever plays next; empty: that of the program."""
        cast("WowApp", self.app).speak(language)

    def language_changed(self) -> None:
        """Say all of it in the language now spoken."""
        self.speaker.catalogue = words()
        self.tell([])
        self.play.rewrite_log()
        self.show()

    def show_top(self) -> None:
        """The first line anew."""
        showing.show_top(self)

    def tell(self, lines: Sequence[str]) -> None:
        """Lines below the question."""
        self.query_one(PromptPanel).show_preview(lines)

    def refuse(self, refusal: Refusal) -> None:
        """Say why not, and by which rule."""
        self.desk.refusal = refusal
        self.query_one(PromptPanel).show_refusal(self.speaker.refusal(refusal), refusal.rule)
        self.happened.publish(Refused(refusal))

    def foresee(self, move: str) -> None:
        """Tell what a move in notation would bring, or why it is refused."""
        found = foresee(self.desk, move)
        if isinstance(found, Refusal):
            self.refuse(found)
        else:
            self.tell(found)
            self.happened.publish(Foreseen(move))

    def show_result(self, outcome: Outcome, asked: bool = True) -> None:
        """Open the final scoring, `asked` for or by itself; back from it, the board as it is or was."""
        result = ResultScreen(self.desk.link, self.speaker, outcome)
        self.app.push_screen(result if asked else uncalled(result), self._after_result)

    def _after_result(self, moment: int | None) -> None:
        if moment is not None:
            self.look_back(moment)

    # What the widgets tell

    async def give(self, answers: Sequence[str]) -> None:
        """Give the viewer's answer; a refusal is told below the question."""
        await self.play.give(answers)

    async def on_picked(self, message: Picked) -> None:
        """The next step of a choice, or a place in the log."""
        kind, _, word = message.ref.partition(":")
        if kind == "log":
            self.look_back(int(word))
            return
        if self.desk.ask is None:
            return
        try:
            chosen = self.desk.chooser.pick(message.ref)
        except ValueError:
            return
        if chosen is not None:
            await self.give([chosen])
        else:
            self.show()
            self.happened.publish(happenings.Picked(message.ref))

    async def on_option_chosen(self, message: OptionChosen) -> None:
        """A complete answer."""
        await self.give([message.option])

    def on_looked(self, message: Looked) -> None:
        """Nothing is chosen; what lies there may be asked for."""
        self.desk.looked = message.ref
        self.happened.publish(happenings.Looked(message.ref))

    async def on_key(self, event: events.Key) -> None:
        """Digits choose, whatever has the focus."""
        if event.character and event.character.isdigit() and self.query_one(PromptPanel).press(event.character):
            event.stop()

    def typed(self, text: str) -> None:
        """A typed line: a move, a command, or an action by its name."""
        self.run_worker(typed.obey(self, text))

    def open_ref(self, ref: str) -> None:
        """Open the page behind a ref such as `rule:attack.fort`, if it has one."""
        page = page_of(ref, self.desk.view.board())
        if page is not None:
            self.app.push_screen(page)

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a final scoring only at the end."""
        return action != "result" or self.desk.update.view.outcome is not None

    def action_result(self) -> None:
        """Open the final scoring again."""
        outcome = self.desk.update.view.outcome
        if outcome is not None:
            self.show_result(outcome)

    def action_save(self) -> None:
        """Write the match down, and say where."""
        self.tell([save_sentence(self.desk.link)])

    def action_back(self) -> None:
        """Back from the past, one step back in a choice, or nothing told and filtered any more."""
        if self.desk.moment is not None:
            self.look_back(self.desk.link.answered())
        elif self.desk.chooser.back():
            self.show()
        else:
            self.tell([])
            self.query_one(LogPanel).set_filter(LogFilter())

    async def action_undo(self) -> None:
        """Take back a step of the choice, or the last answer."""
        if self.desk.chooser.back():
            self.show()
        elif self.desk.viewer is not None:
            await self.play.undo(self.desk.viewer)
        self.happened.publish(Did("undo"))

    async def action_redo(self) -> None:
        """Do again what was taken back."""
        if self.desk.viewer is not None:
            await self.play.change(self.desk.link.redo(self.desk.viewer))
        self.happened.publish(Did("redo"))

    async def action_reset_turn(self) -> None:
        """Take back everything that can be taken back freely."""
        while self.desk.viewer is not None and self.desk.link.may_undo(self.desk.viewer):
            await self.action_undo()
            if any(kind != "person" for kind in self.desk.link.kinds):
                break

    def action_preview(self) -> None:
        """What would happen: of the choice under the cursor, or of the one that is left."""
        option = nearest_option(self.desk)
        if option is None:
            self.tell([say("game.preview-what")])
        else:
            self.foresee(option)

    def action_look(self) -> None:
        """Say what lies under the cursor, and why it cannot be picked."""
        found = look(self.desk)
        if isinstance(found, Refusal):
            self.refuse(found)
        elif found:
            self.tell(found)
        self.happened.publish(Did("look"))

    def action_rule(self) -> None:
        """Open the rule behind the refusal that is shown, or behind the question."""
        self.open_ref(rule_here(self))
        self.happened.publish(Did("rule"))

    def action_about(self) -> None:
        """Open what the rules say about the thing under the cursor."""
        self.open_ref(about_here(self))
        self.happened.publish(Did("about"))

    def action_why(self) -> None:
        """Tell why a bot moved: for the marked line of the log, or the last time one did."""
        self.tell(self.play.why())
        self.happened.publish(Did("why"))

    def action_hint(self) -> None:
        """Tell what the planner and the whisperer would do in the viewer's place, and why."""
        from wow_tui.screens.game.hinting import hint

        self.run_worker(hint(self), group="hint", exclusive=True)
        self.happened.publish(Did("hint"))

    def action_to_lab(self) -> None:
        """Ask the rules about this position, as the viewer sees it."""
        from wow_tui.lab.loading import from_view

        cast("WowApp", self.app).open_lab(from_view(self.desk.view, self.desk.link.names))

    def action_tags(self) -> None:
        """Show a tag on each region that can be picked."""
        board = self.query_one(MapWidget)
        if board.has_focus:
            board.action_tags()
        else:
            # Letters go when the map loses the focus, as it does while a page over it closes.
            self.set_focus(board)
            self.call_after_refresh(board.action_tags)
        self.happened.publish(Did("tags"))

    def action_since(self) -> None:
        """What has happened since the viewer last answered."""
        told = [line.text for line in self.play.since_lines(self.desk.viewer)]
        self.app.push_screen(Page(say("game.since"), "\n".join(told) or say("game.nothing")))
        self.happened.publish(Did("since"))

    def action_side(self, side: str = "") -> None:
        """Show another panel on the right: log, hand, societies."""
        shown = next(name for name in SIDES if self.has_class(f"-side-{name}"))
        new = side or SIDES[(SIDES.index(shown) + 1) % len(SIDES)]
        self.remove_class(f"-side-{shown}")
        self.add_class(f"-side-{new}")
        if new == "hand":
            self.set_focus(self.query_one(HandPanel))
        self.happened.publish(Did(new))

    def action_panel(self) -> None:
        """Move the focus to the next panel."""
        self.focus_next()

    @property
    def filters(self) -> Filters:
        """What the words of a filter of the log can mean at this table."""
        return Filters(self.speaker, self.desk.view.board())

    def filter_log(self, wanted: LogFilter) -> None:
        """Show only some lines of the log; with an empty filter all."""
        self.query_one(LogPanel).set_filter(wanted)
        self.action_side("log")
        self.happened.publish(Did("find"))

    def toggle_filter(self, term: Term) -> None:
        """Add a term to the filter of the log, or take it away."""
        line = " ".join(each.label for each in self.query_one(LogPanel).filter.terms)
        filters = self.filters
        self.filter_log(filters.read(filters.toggled(line, term)))

    def action_find(self) -> None:
        """Choose what the log shows."""
        self.app.push_screen(FindPage(self.speaker, self.filters, self.query_one(LogPanel).filter, self.filter_log))

    def action_find_all(self) -> None:
        """Show everything in the log."""
        self.filter_log(LogFilter())

    def action_find_here(self) -> None:
        """Show only what concerns the thing under the cursor, or everything again."""
        term = self.filters.of_ref(self.desk.looked)
        if term is not None:
            self.toggle_filter(term)

    def action_bot_speed(self) -> None:
        """The next speed of the bots."""
        self.play.next_speed()
        self.show_top()
        self.happened.publish(Did("bot-speed"))

    def action_next(self) -> None:
        """Let the next bot play, when they play step by step."""
        self.play.next_step()

    def action_replay(self, by: int = 0) -> None:
        """Look back: at the start of the last answer, or `by` moments on."""
        moment = self.desk.moment
        self.look_back(self.desk.link.answered() - 1 if moment is None else moment + by)

    def look_back(self, moment: int) -> None:
        """Show the match as it was before answer `moment`; at its end, the present."""
        self.desk.look_back(moment)
        self.show()
        self.happened.publish(Did("replay"))
