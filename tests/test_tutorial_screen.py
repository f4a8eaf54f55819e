"""The tutorial on the game screen, played to its end by keys alone and by mouse alone; leaving and coming back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Protocol

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from rules.ask import Option
from rules.whispers.layout import Board
from rules.whispers.layout import board as board_of
from rules.whispers.moves import moves
from rules.whispers.options import Options
from tests.ways import until
from wow_tui.actions import Footer
from wow_tui.app import WowApp
from wow_tui.boards.whispers import TIERS
from wow_tui.choosing import Chooser
from wow_tui.config import Settings
from wow_tui.screens.result import ResultScreen
from wow_tui.screens.rulebook import RulebookScreen
from wow_tui.screens.title import Menu, Title
from wow_tui.screens.tutorial import ChapterScreen, TutorialScreen, begin
from wow_tui.text.book import book
from wow_tui.text.language import PSEUDO
from wow_tui.tutorial import progress
from wow_tui.tutorial.course import course
from wow_tui.tutorial.lesson import Lesson
from wow_tui.tutorial.progress import Progress
from wow_tui.tutorial.wording import Speech, Wording
from wow_tui.widgets.coach import CoachPanel
from wow_tui.widgets.council import NAMES, CouncilTrack
from wow_tui.widgets.hand import HandPanel
from wow_tui.widgets.lined import texts
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.prompt import PromptPanel

LONG = sum(len(chapter.steps) for chapter in course().chapters)


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of its own for each test."""
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.delenv("NO_COLOR", raising=False)


def tutorial(app: WowApp) -> TutorialScreen:
    """The tutorial, below whatever lies on it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TutorialScreen))


def app_with_tutorial() -> WowApp:
    """An app that begins with the tutorial."""
    return WowApp(Settings(bot_speed="instant"), entry="tutorial")


def course_board() -> Board:
    """The board all positions of the course are on."""
    return board_of("original", Options().border)


def board_of_kind(screen: TutorialScreen, kind: str) -> MapWidget | CouncilTrack:
    """Where things of a kind lie."""
    return screen.query_one(MapWidget) if kind == "region" else screen.query_one(CouncilTrack)


class Hands(Protocol):
    """A way to play."""

    async def forward(self, screen: TutorialScreen) -> None:
        """Go on."""

    async def pick(self, screen: TutorialScreen, ref: str) -> None:
        """Pick the next thing of a choice."""

    async def action(self, screen: TutorialScreen, action: str) -> None:
        """Do an action of the bottom line."""

    async def look(self, screen: TutorialScreen, card: str) -> None:
        """Rest on a card."""


class Keys:
    """The keyboard alone; the focus is where the screen has put it."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    async def forward(self, screen: TutorialScreen) -> None:
        """Go on."""
        await self.pilot.press("t")

    async def pick(self, screen: TutorialScreen, ref: str) -> None:
        """Digits for what the prompt lists, Tab and Enter for what lies on the table."""
        kind, _, word = ref.partition(":")
        panel = screen.query_one(PromptPanel)
        if ref in panel.choices:
            await self.pilot.press(*(word if kind == "number" else str(panel.choices.index(ref) + 1)))
            return
        board = board_of_kind(screen, kind)
        assert board.has_focus
        for _ in range(40):
            if board.cursor == word:
                break
            await self.pilot.press("tab")
        await self.pilot.press("enter")

    async def action(self, screen: TutorialScreen, action: str) -> None:
        """Undo and preview by their keys."""
        await self.pilot.press({"undo": "u", "preview": "p"}[action])

    async def look(self, screen: TutorialScreen, card: str) -> None:
        """The arrows in the hand."""
        await self.pilot.press("c", "down", "up")


class Mouse:
    """The mouse alone."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    async def _click(self, widget: Widget, column: int, row: int) -> None:
        await self.pilot.click(widget, offset=(column, row))
        await self.pilot.pause()

    async def forward(self, screen: TutorialScreen) -> None:
        """A click on the last line of the coach."""
        coach = screen.query_one(CoachPanel)
        await self._click(coach, 3, coach.size.height - 1)

    async def pick(self, screen: TutorialScreen, ref: str) -> None:
        """A click in the prompt, or as many as it takes on the table."""
        kind, _, word = ref.partition(":")
        panel = screen.query_one(PromptPanel)
        if ref in panel.choices:
            place = panel._places()[panel.choices.index(ref)]
            await self._click(panel, place.column + 1, panel._choice_rows().start + place.line)
            return
        board = board_of_kind(screen, kind)
        for _ in range(1 if board.cursor == word else 2):
            await self._click(board, *self._place(board, word))

    def _place(self, board: MapWidget | CouncilTrack, word: str) -> tuple[int, int]:
        if isinstance(board, MapWidget):
            assert board._geometry is not None
            row, column = sorted(board._geometry.cells[word])[0]
            return column, row
        empire, place = divmod(course_board().seat[word], course_board().council_size)
        columns = list(accumulate(board._columns, initial=NAMES + board._margin()))
        return columns[place] + 2, 1 + empire * board._lines()

    async def action(self, screen: TutorialScreen, action: str) -> None:
        """A click in the bottom line."""
        footer = screen.query_one(Footer)
        place = next(place for place, offer in footer._places if offer.id == action)
        await self._click(footer, place.start + 1, 0)

    async def look(self, screen: TutorialScreen, card: str) -> None:
        """A click into the hand."""
        await self._click(screen.query_one(HandPanel), 3, 4)


async def do_step(pilot: Pilot[None], app: WowApp, hands: Hands) -> None:
    """What the step asks for, by hand."""
    screen = tutorial(app)
    lesson, step = screen.lesson, screen.lesson.step
    for command in step.do:
        word, _, rest = command.partition(" ")
        if word == "why":
            await hands.look(screen, "bear/eagle")
        elif word == "undo":
            await hands.action(screen, "undo")
        else:
            await until(pilot, lambda: screen.desk.ask is not None)
            option = moves(screen.desk.view.board()).find(rest if word == "what" else command)
            assert option is not None
            await answer(pilot, screen, hands, option, word == "what")
    await until(pilot, lambda: lesson.step is not step or isinstance(app.screen, ResultScreen))


async def answer(pilot: Pilot[None], screen: TutorialScreen, hands: Hands, option: Option, only_look: bool) -> None:
    """Pick one after the other of what an option touches; or all but the last, and preview."""
    chooser = screen.desk.chooser
    refs = [f"verb:{option.id.split()[0]}", *option.refs]
    for ref in refs[:-1] if only_look else refs:
        if screen.desk.chooser is not chooser:
            break  # only one option was left
        if ref in chooser.refs() | {each.ref for each in chooser.steps()}:
            before = len(chooser.path)
            await hands.pick(screen, ref)
            await until(pilot, partial(_moved_on, screen, chooser, before))
    if only_look:
        await hands.action(screen, "preview")


def _moved_on(screen: TutorialScreen, chooser: Chooser, before: int) -> bool:
    return screen.desk.chooser is not chooser or len(chooser.path) > before


def _says_more(screen: TutorialScreen, before: list[str]) -> bool:
    return screen.lesson.finished or texts(screen.query_one(CoachPanel)) != before


def _shows(app: WowApp, *kinds: type[Screen[None]]) -> bool:
    return isinstance(app.screen, kinds)


@pytest.mark.parametrize(
    ("hands", "size"),
    [(Keys, (80, 24)), pytest.param(Mouse, (120, 40), marks=pytest.mark.long)],
    ids=["keys-80x24", "mouse-120x40"],
)
async def test_the_whole_tutorial_is_played_to_its_end(
    hands: Callable[[Pilot[None]], Hands], size: tuple[int, int]
) -> None:
    app = app_with_tutorial()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen, player = tutorial(app), hands(pilot)
        seen: set[str] = set()
        while not screen.lesson.finished:
            if isinstance(app.screen, ResultScreen):
                await pilot.press("escape")
                await pilot.pause()
            step = screen.lesson.step
            seen.add(f"{screen.lesson.current.id}.{step.id}")
            assert not {note.key for note in screen.lesson.notes} & {"else", "set", "done"}
            if step.on:
                await do_step(pilot, app, player)
                continue
            before = texts(screen.query_one(CoachPanel))
            await player.forward(screen)
            await until(pilot, partial(_says_more, screen, before))
        assert len(seen) == LONG
        await until(pilot, lambda: isinstance(app.screen, Title))
        assert len(progress.load().done) == len(course().chapters)


async def test_title_has_a_way_into_the_tutorial_by_key_by_menu_and_by_word() -> None:
    for way in ("t", "menu", "word"):
        app = WowApp()
        async with app.run_test() as pilot:
            if way == "menu":
                row = [entry.id for entry in app.screen.query_one(Menu).entries].index("tutorial")
                await pilot.click(Menu, offset=(6, row))
            else:
                await pilot.press(*(["t"] if way == "t" else ["colon", *"tutorial", "enter"]))
            await until(pilot, partial(_shows, app, TutorialScreen, ChapterScreen))
            await pilot.press("q")
            await until(pilot, partial(_shows, app, Title))


async def test_whoever_leaves_comes_back_to_the_chapter() -> None:
    progress.keep(Progress("fight", ["board", "agents", "councils", "banners"]))
    app = app_with_tutorial()
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, ChapterScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TutorialScreen))
        assert tutorial(app).lesson.current.id == "fight"
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Title))
        await pilot.press("t", "2")
        await until(pilot, lambda: isinstance(app.screen, TutorialScreen))
        assert tutorial(app).lesson.current.id == "agents"


@pytest.mark.parametrize("size", [(tier.columns, tier.lines) for tier in (TIERS[0], TIERS[-1])])
async def test_the_coach_hides_nothing_of_the_map_and_all_it_says_can_be_read(size: tuple[int, int]) -> None:
    app = app_with_tutorial()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = tutorial(app)
        coach = screen.query_one(CoachPanel)
        assert not coach.region.overlaps(screen.query_one(MapWidget).region)
        assert not coach.region.overlaps(screen.query_one(PromptPanel).region)
        assert app.size.region.contains_region(coach.region)
        # A panel above it takes room, too.
        await pilot.press("c")
        await pilot.pause()
        for speech in speeches(screen):
            coach.show(speech, "t: more")
            assert whole_speech(coach)


def speeches(screen: TutorialScreen) -> list[Speech]:
    """All that is said when everything is done as shown."""
    lesson, wording = Lesson(course(), screen.lesson.names), Wording(screen.speaker, screen._values())
    found = []
    while not lesson.finished:
        found.append(wording.speech(lesson))
        lesson.perform()
    return found


def whole_speech(coach: CoachPanel) -> bool:
    """Whether every line said is seen on some page, the last line telling when there is more."""
    wanted = [text for text, _ in coach._text() if text]
    found: list[str] = []
    while True:
        found += [line.strip() for line in texts(coach)[1:-1]]
        assert coach._rest() == ("more" in texts(coach)[-1])
        if not coach._rest():
            break
        assert coach.page(1)
    return all(text in found for text in wanted)


@asynccontextmanager
async def begun(chapter: str) -> AsyncIterator[tuple[WowApp, Pilot[None], TutorialScreen]]:
    """A chapter on a small screen, its first page read."""
    progress.keep(Progress(chapter))
    app = WowApp(Settings(bot_speed="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        begin(app)
        await until(pilot, lambda: isinstance(app.screen, TutorialScreen))
        await pilot.press("t")
        yield app, pilot, tutorial(app)


async def test_another_answer_is_told_and_undo_leads_back() -> None:
    async with begun("fort") as (app, pilot, screen):
        await until(pilot, lambda: screen.lesson.step.id == "strike" and screen.desk.ask is not None)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulebookScreen))
        assert app.screen.rule == book("en").rule("attack.fort")  # type: ignore[attr-defined]
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await screen.give(["attack L9 P6 3"])
        await until(pilot, lambda: screen.lesson.astray)
        assert "fort takes 1" in " ".join(" ".join(texts(screen.query_one(CoachPanel))).split())
        await pilot.press("u")
        await until(pilot, lambda: not screen.lesson.astray and screen.desk.ask is not None)
        await screen.give(["swap lion.marshal"])
        await pilot.pause()
        await pilot.press("t", "t", "t")
        await until(pilot, lambda: screen.lesson.step.id != "strike")
        await pilot.pause()
        assert isinstance(app.screen, TutorialScreen)


async def test_resizing_and_looking_back_disturb_no_lesson() -> None:
    async with begun("fight") as (app, pilot, screen):
        for size in ((160, 48), (60, 20), (100, 30), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await until(pilot, lambda: isinstance(app.screen, TutorialScreen) and screen.desk.ask is not None)
        await screen.give(["attack H1 H2 2"])
        await until(pilot, lambda: screen.lesson.step.id == "back")
        await pilot.press("left_square_bracket", "escape", "e", "o", "c", "c")
        await pilot.press("u")
        await until(pilot, lambda: screen.lesson.step.id == "three")


async def test_the_coach_and_the_chapters_speak_another_language_at_once() -> None:
    progress.keep(Progress("fight"))
    app = app_with_tutorial()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ChapterScreen))
        app.speak(PSEUDO)
        await pilot.pause()
        assert all(entry.label[2] == "[" for entry in app.screen.query_one(Menu).entries)
        assert app.screen.query_one(Menu).marked == 4
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TutorialScreen))
        app.speak("en")
        await pilot.pause()
        assert "5/9 A fight" in texts(tutorial(app).query_one(CoachPanel))[0]


async def test_a_crash_in_a_lesson_says_where_it_was_and_how_to_take_it_again() -> None:
    def broken() -> None:
        raise RuntimeError("odd")

    app = WowApp(Settings(bot_speed="instant"))

    async def crash() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            begin(app, 2)
            await until(pilot, lambda: isinstance(app.screen, TutorialScreen))
            app.screen.call_later(broken)
            await pilot.pause()
            await pilot.pause()

    with pytest.raises(RuntimeError, match="odd"):
        await crash()
    assert "The lesson stood in chapter 3, " in app.crashed
    assert "wow-tui tutorial --chapter 3 takes it again" in app.crashed
    assert "match" not in app.crashed
