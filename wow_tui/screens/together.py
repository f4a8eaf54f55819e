"""A match at a host on the screen: who is there, chat, agreeing to an undo, around the same game screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rules.ask import Illegal
from wow_tui.actions import Footer, bindings, say, words
from wow_tui.clean import clean
from wow_tui.link import News
from wow_tui.names import NAME_LENGTH
from wow_tui.net.limits import STAND_IN
from wow_tui.net.messages import LONGEST_NAME, Hand, Proposal, Release, Start
from wow_tui.net.socket_link import SocketLink
from wow_tui.net.words import person_of
from wow_tui.screens.game import GameScreen
from wow_tui.screens.joining import refusal_text
from wow_tui.screens.load import Saves as Picks
from wow_tui.screens.pick import Pick, bots
from wow_tui.screens.quit import Question, Typed
from wow_tui.table import PERSON
from wow_tui.typing_ahead import uncalled
from wow_tui.widgets.bars import TopLine

if TYPE_CHECKING:
    from wow_tui.app import WowApp

_SHOWN_LINES = 8


async def open_link(app: WowApp, link: SocketLink, code: str) -> None:
    """Show the table behind a link: the match, or before it begins who is there. `code`: to be told to others."""
    if link.standing.started:
        await app.push_game(SharedGameScreen(link, app.settings))
    else:
        await app.push_screen(TableScreen(link, code))


def chat(screen: Screen[Any], link: SocketLink) -> None:
    """Ask for a line and say it at the table."""

    def typed(text: str | None) -> None:
        if text:
            screen.run_worker(_do(screen, link.say(text)))

    screen.app.push_screen(Typed(say("together.chat"), say("together.chat.tip")), typed)


async def _do(screen: Screen[Any], doing: Any) -> None:
    """Await something asked of the host; a refusal is said on the screen."""
    try:
        await doing
    except Illegal as illegal:
        cast("WowApp", screen.app).tell(refusal_text(illegal.refusal))


class SharedGameScreen(GameScreen):
    """The game screen at a table with other people."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("together")]
    # Paths are taken from the module of each class.
    CSS_PATH: ClassVar = ["../styles/widgets.tcss", "../styles/game.tcss"]

    def __init__(self, link: SocketLink, settings: Any) -> None:
        super().__init__(link, settings)
        self.shared = link
        link.proposed = self._proposed
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        """What was said before."""
        self.play.hear(News(lines=list(self.shared.lines)))
        proposal = self.shared.standing.proposal
        if proposal is not None and self.shared.standing.me in proposal.missing:
            self._proposed(proposal)

    def show(self) -> None:
        """As ever, with the clock."""
        super().show()
        self._run_clock()

    def show_top(self) -> None:
        """As ever, with the clock."""
        super().show_top()
        self._run_clock()

    def _run_clock(self) -> None:
        """Show what is left, from now on every second; where no clock runs nothing is written."""
        left = self.shared.left()
        self.query_one(TopLine).show_left(left)
        if left is None:
            if self._clock is not None:
                self._clock.stop()
                self._clock = None
        elif self._clock is None:
            self._clock = self.set_interval(1, self._run_clock)

    def complain(self, text: str) -> None:
        """Say something below the question."""
        self.tell([text])

    def action_chat(self) -> None:
        """Say something at the table."""
        chat(self, self.shared)

    def action_people(self) -> None:
        """Who is there, and who plays for those who are not."""
        self.app.push_screen(TableScreen(self.shared, ""))

    def _proposed(self, proposal: Proposal) -> None:
        if not self.is_mounted:
            return
        name = self.speaker.player(proposal.by)

        def answered(yes: bool | None) -> None:
            self.run_worker(_do(self, self.shared.agree(bool(yes))))

        question = Question(say("together.agree", player=name), say("together.agree.detail"))
        self.app.push_screen(uncalled(question), answered)


class TableScreen(Screen[None]):
    """Who plays at a table. Before the match begins it waits for them; later it lies over the game screen."""

    BINDINGS = bindings("table")

    def __init__(self, link: SocketLink, code: str) -> None:
        super().__init__()
        self._link, self._code = link, code
        self._waiting = not link.standing.started
        self._shown: list[Any] = []

    def compose(self) -> ComposeResult:
        """The people, what was said, what is to be said."""
        name = clean(self._link.standing.name, LONGEST_NAME)
        yield Static(say("table.title", name=name), classes="bar", markup=False)
        yield Static("", id="about", classes="quiet", markup=False)
        yield Picks(id="people", markup=False)
        yield Static("", id="lines", markup=False)
        yield Static("", id="said", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show them, now and whenever that changes."""
        if self._waiting:
            self._link.listen(self._heard)
        else:
            self.set_interval(1, self._show)
        self._show()

    def _heard(self, news: News) -> None:
        if not self.is_mounted:
            return
        self._show()
        if self._waiting and self._link.standing.started:
            self._waiting = False
            # Not a worker of this screen: it would be ended with it, in the middle of showing the other.
            self.app.run_worker(self._begun())

    async def _begun(self) -> None:
        app = cast("WowApp", self.app)
        await app.replace_by_game(self, SharedGameScreen(self._link, app.settings))

    def _show(self) -> None:
        standing = self._link.standing
        now = [*standing.people, len(self._link.lines), standing.started]
        if now == self._shown:
            return
        self._shown = now
        about = [say("table.code", code=clean(self._code, 24))] if self._code else []
        if not standing.started:
            about.append(say("table.missing"))
        self.query_one("#about", Static).update(" ".join(about))
        picks = self.query_one(Picks)
        at = picks.highlighted or 0
        picks.set_options([Option(Content(f" {person_of(words(), person)}")) for person in standing.people])
        picks.highlighted = min(at, len(standing.people) - 1)
        self.query_one("#lines", Static).update(Content("\n".join(self._link.lines[-_SHOWN_LINES:])))

    def complain(self, text: str) -> None:
        """Say something at the bottom."""
        self.query_one("#said", Static).update(text)

    @property
    def _marked(self) -> int:
        return self.query_one(OptionList).highlighted or 0

    def _ask(self, request: Any) -> None:
        self.complain("")
        self.run_worker(_do(self, self._link.ask(request)))

    def action_begin(self) -> None:
        """Begin with bots for whoever is missing."""
        missing = any(person.kind == PERSON and not person.taken for person in self._link.people)
        if missing:
            self._pick(say("table.which-bots"), lambda bot: Start(seq=0, bot=bot))
        else:
            self._ask(Start(seq=0))

    def action_bot_plays(self) -> None:
        """Let a bot play the marked player."""
        marked = self._marked
        name = clean(self._link.people[marked].name, NAME_LENGTH)
        self._pick(say("table.which-bot", player=name), lambda bot: Hand(seq=0, player=marked, bot=bot))

    def _pick(self, title: str, request: Callable[[str], Any]) -> None:
        """Ask for the level of bots first; the one that stands in without a question is the first."""
        welcome = self._link.client.welcome
        names = welcome.bots if welcome is not None and welcome.bots else [STAND_IN]

        def picked(bot: str | None) -> None:
            if bot:
                self._ask(request(bot))

        self.app.push_screen(Pick(title, bots(sorted(names, key=lambda name: name != STAND_IN))), picked)

    def action_person_plays(self) -> None:
        """Let a person play the marked player again."""
        self._ask(Hand(seq=0, player=self._marked))

    def action_release(self) -> None:
        """Let go of the marked player."""
        name = clean(self._link.people[self._marked].name, NAME_LENGTH)
        marked = self._marked

        def answered(yes: bool | None) -> None:
            if yes:
                self._ask(Release(seq=0, player=marked))

        self.app.push_screen(Question(say("table.release", player=name), say("table.release.detail")), answered)

    def action_chat(self) -> None:
        """Say something at the table."""
        chat(self, self._link)
