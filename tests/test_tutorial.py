"""The tutorial as data and as a teacher: what it waits for can be done, whatever else is done it can be finished."""

from __future__ import annotations

import random
import re
from pathlib import Path
from string import Formatter

import pytest

from rules.ask import Event, Illegal
from rules.whispers.layout import SETUP, VALUES, board
from rules.whispers.options import preset
from rules.whispers.rulebook import load as load_rulebook
from wow_tui.text.catalogue import catalogue, source
from wow_tui.text.speaker import Speaker
from wow_tui.tutorial import progress
from wow_tui.tutorial.course import OTHER, YOU, Chapter, Step, course
from wow_tui.tutorial.following import Following
from wow_tui.tutorial.lesson import Lesson, Note, looked_up
from wow_tui.tutorial.progress import Progress
from wow_tui.tutorial.wording import KEYS, MARKS, Speech, Wording

COURSE = course()
NAMES = ["You", "Mira"]
SHOWN = dict.fromkeys((*KEYS, *MARKS), "#")
STEPS = [
    pytest.param(chapter, step, id=f"{chapter.id}.{step.id}") for chapter in COURSE.chapters for step in chapter.steps
]
PLAIN, SCREEN = (Wording(Speaker(catalogue(), NAMES), keys) for keys in (None, SHOWN))


def lesson_at(chapter: Chapter, step: Step) -> Lesson:
    """A lesson at a step, all before it done as shown."""
    lesson = Lesson(COURSE, NAMES, COURSE.chapters.index(chapter))
    while lesson.step is not step:
        lesson.perform()
    return lesson


def complete(speech: Speech) -> bool:
    """Whether everything is said in words: no key, no value left over."""
    return all(
        text and not re.search(r"[{}]|tutorial\.", text) for text in (speech.head, speech.foot, *speech.paragraphs)
    )


# The data


@pytest.mark.parametrize(("chapter", "step"), STEPS)
def test_every_step_has_its_words_and_no_others(chapter: Chapter, step: Step) -> None:
    prefix = f"tutorial.{chapter.id}.{step.id}."
    found = {key.removeprefix(prefix).removesuffix(".plain") for key in source() if key.startswith(prefix)}
    wanted = {"say", *({"task"} if step.on else ()), *(row.say for row in step.on), step.miss} - {""}
    assert found - {"hint"} == wanted


def test_there_are_no_words_for_steps_that_are_not_there() -> None:
    known = {f"tutorial.{chapter.id}.{step.id}" for chapter in COURSE.chapters for step in chapter.steps}
    chapters = {chapter.id for chapter in COURSE.chapters}
    told = {
        ".".join(key.split(".")[:3])
        for key in source()
        if key.split(".")[0] == "tutorial" and key.split(".")[1] in chapters
    }
    assert told == known
    assert {f"tutorial.title.{chapter}" for chapter in chapters} <= set(source())


def test_words_use_only_values_that_are_given() -> None:
    given = {*SHOWN, "other", "other_score", "what", "score", "bear", "eagle", "elephant", "lion", "horse"}
    for key, text in source().items():
        if key.split(".")[0] == "tutorial" and key.split(".")[1] in {chapter.id for chapter in COURSE.chapters}:
            assert {name for _, name, _, _ in Formatter().parse(text) if name} <= given, key


@pytest.mark.parametrize(("chapter", "step"), STEPS)
def test_what_a_step_waits_for_is_legal_and_happens_by_the_way_it_shows(chapter: Chapter, step: Step) -> None:
    lesson = lesson_at(chapter, step)
    assert not any(note.key in ("set", "done", "else") for note in lesson.notes)
    lesson.perform()
    assert lesson.step is not step or lesson.finished or lesson.chapter != COURSE.chapters.index(chapter)


def test_every_outcome_names_a_step_that_is_there() -> None:
    for chapter in COURSE.chapters:
        for step in chapter.steps:
            for row in step.on:
                assert row.then in ("next", "stay") or chapter.index(row.then) > chapter.index(step.id)
        assert not chapter.steps[-1].on, "a chapter ends with something to read, so that the other player waits"


def test_the_whole_tutorial_can_be_done_as_it_shows() -> None:
    lesson = Lesson(COURSE, NAMES)
    told: list[str] = []
    while not lesson.finished:
        for wording in (PLAIN, SCREEN):
            assert complete(wording.speech(lesson))
        told += SCREEN.speech(lesson).paragraphs
        lesson.perform()
    # Ten minutes: at some two hundred and forty words a minute a third of them is left for doing.
    assert 900 < sum(len(text.split()) for text in told) < 1600


# What it says of the rules


def test_behind_every_step_there_is_a_rule_of_the_rulebook() -> None:
    rules = load_rulebook("en").rules
    assert [step.id for chapter in COURSE.chapters for step in chapter.steps if step.rule not in rules] == []


def test_the_figures_it_teaches_are_those_of_the_rules() -> None:
    table = board("original", preset("printed").border)
    assert VALUES == (4, 3, 2, 0, -1)
    assert len(table.regions) == 40
    assert (min(table.limit), max(table.limit)) == (4, 6)
    assert (table.banners_per_empire, table.agents_per_player, table.rounds, table.hand_limit) == (20, 9, 4, 5)
    assert (preset("printed").agents_two_players, SETUP.agents[2].taken_back) == (3, 1)
    assert table.empires == ("bear", "eagle", "elephant", "lion", "horse")
    assert table.seat_names == ("sheriff", "steward", "marshal", "chancellor")


def speech_of(chapter: str, step: str) -> str:
    """What the lesson says at a step."""
    found = next(each for each in COURSE.chapters if each.id == chapter)
    return " ".join(SCREEN.speech(lesson_at(found, found.steps[found.index(step)])).paragraphs)


def test_the_points_it_adds_up_are_those_of_the_position() -> None:
    assert "Lion 3 cities x 4, Bear 1 x 3, Eagle 2 x 2, Horse 4 x -1, together 15 points" in speech_of(
        "board", "secret"
    )
    assert 3 * 4 + 1 * 3 + 2 * 2 - 4 == 15
    assert "you would score 19 now, and you had 15" in speech_of("fight", "end")
    assert "Eagle took L4 and L5 and has 4 cities, your beloved Lion 1. You would score 15" in speech_of(
        "swap", "choose"
    )
    assert "You would score 21 now" in speech_of("swap", "revealed")
    assert "You have 17 points" in speech_of("scoring", "last")
    assert "You have 19 points, Mira 18" in speech_of("scoring", "result")


def test_the_last_move_wins_and_without_it_the_game_is_lost() -> None:
    lesson = lesson_at(COURSE.chapters[-1], COURSE.chapters[-1].steps[2])
    outcome = lesson.table.match.game.outcome(lesson.table.match.state)
    assert outcome is not None
    assert outcome.winners == [YOU]
    other = lesson_at(COURSE.chapters[-1], COURSE.chapters[-1].steps[1])
    other.table.answer(YOU, ["attack H5 L4 3"])
    outcome = other.table.match.game.outcome(other.table.match.state)
    assert outcome is not None
    assert outcome.winners == [OTHER]


def test_a_swap_of_the_two_loyalties_brings_what_is_promised() -> None:
    assert "would have brought 6 points" in catalogue().say("tutorial.swap.choose.kept")
    assert 21 - 15 == 6


def test_the_idle_seat_could_not_act_and_passes() -> None:
    chapter = COURSE.chapters[2]
    lesson = lesson_at(chapter, chapter.steps[chapter.index("pass")])
    ask = lesson.table.ask(YOU)
    assert ask is not None
    assert {option.id.split()[0] for option in ask.options} == {"pass", "play"}


# Other answers


def step_at_random(lesson: Lesson, rng: random.Random) -> None:
    """Something a learner may do: mostly any legal answer, now and then undo, look, or go on."""
    if not lesson.holds and (answered := lesson.table.by_itself()) is not None:
        lesson.heard(answered)
        return
    ask, chance = lesson.table.ask(YOU), rng.random()
    if ask is None or chance < 0.1:
        lesson.forward()
    elif chance < 0.2 and lesson.table.may_undo(YOU):
        lesson.table.undo(YOU)
        lesson.undone()
    elif chance < 0.25:
        lesson.noticed(looked_up(lesson.table, rng.choice(("what", "why")), rng.choice(ask.options).id))
    else:
        lesson.heard(lesson.table.answer(YOU, [rng.choice(ask.options).id]))


def finish(lesson: Lesson) -> None:
    """Go on alone to the end of the chapter; the next one begins in a position of its own."""
    chapter = lesson.chapter
    for _ in range(4 * len(lesson.current.steps)):
        if lesson.finished or lesson.chapter != chapter:
            return
        lesson.forward()
    raise AssertionError(f"stuck at {lesson.current.id}.{lesson.step.id}")


@pytest.mark.parametrize("number", range(len(COURSE.chapters)))
def test_whatever_legal_is_answered_at_a_step_the_tutorial_can_be_finished(number: int) -> None:
    rng = random.Random(number)
    chapter = COURSE.chapters[number]
    for step in chapter.steps:
        for _ in range(2):
            lesson = lesson_at(chapter, step)
            for _ in range(12):
                if not lesson.finished:
                    step_at_random(lesson, rng)
                    assert complete(SCREEN.speech(lesson))
                    assert complete(PLAIN.speech(lesson))
                    lesson.table.match.game.check(lesson.table.match.state)
            finish(lesson)


@pytest.mark.parametrize(("chapter", "step"), STEPS)
def test_every_single_legal_answer_at_a_step_leads_on_or_can_be_taken_back(chapter: Chapter, step: Step) -> None:
    ask = lesson_at(chapter, step).table.ask(YOU)
    if ask is None:
        return  # there is only something to be taken back, or the other player's turn
    for option in random.Random(1).sample(ask.options, min(8, len(ask.options))):
        lesson = lesson_at(chapter, step)
        lesson.heard(lesson.table.answer(YOU, [option.id]))
        if lesson.astray:
            assert lesson.holds
            lesson.table.undo(YOU)
            lesson.undone()
            assert lesson.step is step
            assert not lesson.astray
            lesson.perform()
        assert not lesson.astray


def test_another_answer_is_named_and_taken_back_the_step_is_asked_again() -> None:
    chapter = COURSE.chapters[5]
    lesson = lesson_at(chapter, chapter.steps[1])
    lesson.heard(lesson.table.answer(YOU, ["attack L9 P6 3"]))
    speech = SCREEN.speech(lesson)
    assert "fort takes 1, 2 for 2" in speech.notes[0]
    assert lesson.astray
    lesson.table.undo(YOU)
    lesson.undone()
    assert "One for the fort" in SCREEN.speech(lesson).text or not lesson.tries
    lesson.heard(lesson.table.answer(YOU, ["attack L9 P6 4"]))
    assert lesson.step.id == "end"


def test_an_answer_given_while_something_is_to_be_read_counts() -> None:
    chapter = COURSE.chapters[1]
    lesson = lesson_at(chapter, chapter.steps[0])
    lesson.heard(lesson.table.answer(YOU, ["recall eagle.sheriff"]))
    assert lesson.step.id == "first"
    assert lesson.notes == [Note("agents.recall.good", lesson.notes[0].events)]


def test_a_step_that_waits_is_only_done_for_you_when_asked_twice() -> None:
    chapter = COURSE.chapters[1]
    lesson = lesson_at(chapter, chapter.steps[1])
    lesson.forward()
    assert lesson.step.id == "recall"
    assert lesson.sure
    lesson.forward()
    assert lesson.step.id == "first"
    assert "recall eagle.sheriff" in [entry.answer[0] for entry in lesson.table.match.journal]


def test_the_other_player_waits_while_there_is_something_to_read() -> None:
    for chapter in COURSE.chapters:
        assert lesson_at(chapter, chapter.steps[-1]).holds


def test_taking_back_more_than_a_step_leads_to_the_step_before() -> None:
    chapter = COURSE.chapters[1]
    lesson = lesson_at(chapter, chapter.steps[2])
    while lesson.table.may_undo(YOU):
        lesson.table.undo(YOU)
        lesson.undone()
    assert lesson.step.id == "recall"


def test_what_the_other_holds_is_in_no_word_before_the_end() -> None:
    lesson = lesson_at(COURSE.chapters[7], COURSE.chapters[7].steps[1])
    secret = {"Elephant is", "Mira is Devout"}
    for wording in (PLAIN, SCREEN):
        assert not [word for word in secret if any(word in text for text in wording.speech(lesson).paragraphs)]
    hidden = Event("drawn", {"player": OTHER, "empire": "bear", "count": 1, "cards": ["bear/lion"]}, OTHER)
    from wow_tui.table import Answered

    lesson.heard(Answered(OTHER, ["draw"], [hidden]))
    assert not any(hidden in note.events for note in lesson.notes)


# The place that is kept


def test_the_place_is_kept_and_found_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert not progress.load().begun
    following = Following(catalogue())
    while following.lesson.chapter < 4:
        following.lesson.perform()
        following.keep()
    assert progress.load() == Progress("fight", ["board", "agents", "councils", "banners"])
    again = Following(catalogue())
    assert again.lesson.current.id == "fight"
    while not again.lesson.finished:
        again.lesson.perform()
        again.keep()
    assert progress.load() == Progress("", [chapter.id for chapter in COURSE.chapters])


def test_to_begin_at_a_chapter_does_not_count_the_one_before_as_done(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    following = Following(catalogue(), 6)
    following.go_to(3)
    assert progress.load() == Progress("banners", [])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\x00\xff",
        b"[]",
        b'{"chapter": 7}',
        b'{"chapter": "fight", "done": 3}',
        b"[" * 60_000,
        b"x" * 99_999,
    ],
)
def test_a_broken_file_is_as_good_as_none(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "tutorial.json"
    path.write_bytes(content)
    assert progress.load(path) == Progress()
    progress.keep(Progress("fight", ["board"]), path)
    assert progress.load(path) == Progress("fight", ["board"])


def test_a_chapter_that_is_not_known_any_more_begins_at_the_first(tmp_path: Path) -> None:
    path = tmp_path / "tutorial.json"
    path.write_bytes(b'{"chapter": "dragons", "done": ["ghosts"], "more": 1}')
    assert progress.load(path).number(COURSE) == 0


def test_a_folder_in_the_way_is_told_and_the_lesson_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    progress.progress_path().mkdir(parents=True)
    following = Following(catalogue())
    assert "could not be saved" in following.trouble
    following.lesson.forward()
    assert following.lesson.at == 1


def test_undo_that_is_refused_leaves_the_lesson_where_it_is() -> None:
    lesson = Lesson(COURSE, NAMES, 1)
    with pytest.raises(Illegal):
        lesson.table.undo(YOU)
    assert lesson.at == 0
