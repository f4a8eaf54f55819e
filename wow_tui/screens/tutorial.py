"""The tutorial on the real game screen, with a coach beside the prompt; and the list of its chapters."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.ask import Event
from wow_tui.actions import BY_ID, Footer, bindings, say, show_key, words
from wow_tui.boards.drawing import SIGNS
from wow_tui.config import Settings
from wow_tui.screens.game import GameScreen
from wow_tui.screens.game.desk import of_kind
from wow_tui.screens.game.happenings import Did, Foreseen, Happening, Looked, Picked, Refused, Told
from wow_tui.screens.title import Entry, Menu
from wow_tui.tutorial.course import course
from wow_tui.tutorial.following import Following
from wow_tui.tutorial.link import LessonLink
from wow_tui.tutorial.progress import load
from wow_tui.tutorial.wording import KEYS, MARKS, Wording, title
from wow_tui.widgets.coach import CoachPanel
from wow_tui.widgets.hand import HandPanel
from wow_tui.widgets.prompt import PromptPanel

if TYPE_CHECKING:
    from wow_tui.opening import OpeningApp

TALL = 30
"""From so many lines on the loyalties stand below the councils."""
SIDES = ("coach", "log", "hand", "people")
"""What stands above the coach: the councils alone, or another panel in their place where there is little room."""


class TutorialScreen(GameScreen):
    """A game screen whose match is a lesson. All that can be done in a match can be done here."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tutorial")]
    CSS_PATH: ClassVar = [f"../styles/{name}.tcss" for name in ("widgets", "game", "tutorial")]

    def __init__(self, following: Following, settings: Settings) -> None:
        """`following`: the lesson, and where the learner's place is kept."""
        self.following, self.lesson = following, following.lesson
        self.lesson_link = LessonLink(self.lesson)
        super().__init__(self.lesson_link, settings)
        self.lesson.changed = False
        self._step = ""

    def on_mount(self) -> None:
        """Put the coach into its place."""
        self._coach_panel = CoachPanel(self.speaker)
        self._coach_panel.ascii_only = self.settings.ascii
        self.query_one("#right").mount(self._coach_panel)
        self.happened.subscribe(self, self._heard)
        self._tell_trouble()
        self.call_after_refresh(self.speak)

    @property
    def chapter(self) -> dict[str, object]:
        """Which chapter the lesson is in, for whoever must say so."""
        return {"number": self.lesson.chapter + 1, "title": title(words(), self.lesson.current.id)}

    # What the lesson learns of

    def _heard(self, happening: Happening) -> None:
        lesson = self.lesson
        if isinstance(happening, Told):
            lesson.heard(happening.answered)
        elif isinstance(happening, Foreseen):
            move = happening.option
            lesson.noticed(Event("preview", {"verb": move.split()[0], "move": move}))
        elif isinstance(happening, Refused):
            lesson.noticed(Event("refused", {"rule": happening.refusal.rule}))
        elif isinstance(happening, Looked):
            lesson.noticed(Event("looked", {"ref": happening.ref}))
        elif isinstance(happening, Picked):
            lesson.sure = False
        self._keep()
        self.lesson_link.release()
        self.speak()

    def _keep(self) -> None:
        before = self.following.trouble
        self.following.keep()
        if not before:
            self._tell_trouble()

    def _tell_trouble(self) -> None:
        if self.following.trouble:
            self.notify(say("tutorial.unkept", reason=self.following.trouble), markup=False)

    # What it says

    def speak(self) -> None:
        """Show what the lesson says now."""
        values = self._values()
        speech = Wording(self.speaker, values).speech(self.lesson)
        self._coach_panel.show(speech, say("tutorial.scroll", **values))
        step = f"{self.lesson.current.id}.{self.lesson.step.id}"
        if step != self._step:
            self._step = step
            self._stand(self.lesson.step.side or "coach")

    def _values(self) -> dict[str, str]:
        """The keys as they are on this keyboard, and the signs of the map."""
        own = self.settings.keys
        keys = {value: own.get(action, BY_ID[action].keys).split(",")[0] for value, action in KEYS.items()}
        signs = {name: SIGNS[name][self.settings.ascii] for name in MARKS}
        return signs | {value: show_key(key.strip()) for value, key in keys.items()}

    def _fit(self, columns: int, rows: int) -> None:
        super()._fit(columns, rows)
        self.set_class(rows >= TALL, "-tall")

    def show(self) -> None:
        """As in a match; the councils come back when a seat is to be chosen."""
        super().show()
        if self.desk.ask is not None and of_kind(self.desk.chooser.refs(), "seat"):
            self._stand("coach")

    # Actions

    def action_coach(self) -> None:
        """Read on, or go on."""
        if self._coach_panel.page(1):
            return
        self.lesson.forward()
        if self.lesson.finished:
            self._keep()
            cast("OpeningApp", self.app).leave_game()
            return
        self._keep()
        self.lesson_link.release()
        self.speak()

    def action_coach_back(self) -> None:
        """Read what came before."""
        self._coach_panel.page(-1)

    def on_coach_panel_forward(self) -> None:
        """A click on the coach."""
        self.action_coach()

    def action_rule(self) -> None:
        """The rule behind a refusal, or else behind what the coach says."""
        if self.query_one(PromptPanel).rule:
            super().action_rule()
        else:
            self.open_ref(f"rule:{self.lesson.step.rule}")
            self.happened.publish(Did("rule"))

    def action_side(self, side: str = "") -> None:
        """Show another panel above the coach; the one that shows already makes room for the councils."""
        shown = next((name for name in SIDES if self.has_class(f"-side-{name}")), SIDES[0])
        again = side == shown and (side != "hand" or self.query_one(HandPanel).has_focus)
        following = SIDES[(SIDES.index(shown) + 1) % len(SIDES)]
        self._stand(SIDES[0] if again else side or following)
        if self.has_class("-side-hand"):
            self.query_one(HandPanel).focus()
        self.happened.publish(Did(side))

    def _stand(self, side: str) -> None:
        for name in SIDES:
            self.set_class(name == side, f"-side-{name}")


class ChapterScreen(Screen[None]):
    """The chapters, to go on with one or to begin anew."""

    CSS_PATH: ClassVar = ["../styles/tutorial.tcss"]

    def __init__(self) -> None:
        super().__init__()
        self._progress = load()

    def compose(self) -> ComposeResult:
        """The chapters, one line each."""
        yield Static(say("tutorial.menu.title"), id="title", classes="heading", markup=False)
        yield Static(say("tutorial.menu.tip"), id="tip", classes="quiet", markup=False)
        menu = Menu(self._entries())
        menu.set_reactive(Menu.marked, self._progress.number(course()))
        yield menu
        yield Footer()

    def language_changed(self) -> None:
        """Say all of it in the language now spoken."""
        for line in ("title", "tip"):
            self.query_one(f"#{line}", Static).update(say(f"tutorial.menu.{line}"))
        self.query_one(Menu).entries = tuple(self._entries())

    def _entries(self) -> list[Entry]:
        following, entries = self._progress.number(course()), []
        for number, chapter in enumerate(course().chapters):
            state = "next" if number == following else "done" if chapter.id in self._progress.done else ""
            name = f"{number + 1} {title(words(), chapter.id)}"
            entries.append(Entry(str(number), name, say(f"tutorial.menu.{state}") if state else ""))
        return entries

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Begin there."""
        begin(cast("OpeningApp", self.app), int(message.entry))

    def on_key(self, event: events.Key) -> None:
        """The number of a chapter."""
        if event.character and event.character in "123456789"[: len(course().chapters)]:
            begin(cast("OpeningApp", self.app), int(event.character) - 1)


def begin(app: OpeningApp, chapter: int | None = None) -> None:
    """Begin a chapter, by default where the learner left."""
    app.open_game(TutorialScreen(Following(words(), chapter), app.settings))


def open_tutorial(app: OpeningApp) -> None:
    """The list of chapters, or at the very beginning the first one at once."""
    if load().begun:
        app.push_screen(ChapterScreen())
    else:
        begin(app)
