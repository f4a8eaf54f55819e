"""The tutorial in line mode: played to its end by typing, deaf to nonsense, left and taken up again."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.test_pseudo_locale import outside
from wow_tui.cli import main
from wow_tui.text.catalogue import catalogue
from wow_tui.text.language import PSEUDO
from wow_tui.tutorial import progress
from wow_tui.tutorial.course import YOU, course
from wow_tui.tutorial.following import Following
from wow_tui.tutorial.line_mode import LessonPlain
from wow_tui.tutorial.progress import Progress


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state folder of its own for each test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


class Typist:
    """Types what `lines` gives, and keeps what is written."""

    def __init__(self, chapter: int | None = None, language: str = "en") -> None:
        self.out: list[str] = []
        words = catalogue(language)
        self.game = LessonPlain(Following(words, chapter), words, self.read, self.out.append)
        self.lines: Iterator[str] = iter(())

    def read(self, prompt: str) -> str:
        """The next line; the end of input after the last."""
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.out.append(prompt + line)
        return line

    def run(self, lines: Iterator[str]) -> bool:
        """Play; whether the end was reached."""
        self.lines = lines
        return self.game.run()


def as_shown(typist: Typist) -> Iterator[str]:
    """What each step asks for, as it can be typed."""
    lesson = typist.game.lesson
    while not lesson.finished:
        step = lesson.step
        yield from step.do if step.on else [""]


def test_the_whole_tutorial_is_played_to_its_end_by_typing() -> None:
    typist = Typist()
    assert typist.run(as_shown(typist))
    assert not [line for line in typist.out if "{" in line or line.startswith("tutorial.")]
    assert not [line for line in typist.out if line.startswith("No:") and "Press on" not in line]
    assert progress.load() == Progress("", [chapter.id for chapter in course().chapters])
    assert "1. You: 19 points" in typist.out
    # No sentence is written twice in a row.
    said = [line for line in typist.out if len(line) > 60 and not line.startswith("Do:")]
    assert all(line != after for line, after in pairwise(said))


def test_every_word_of_the_tutorial_comes_from_the_catalogue() -> None:
    typist = Typist(language=PSEUDO)
    typist.run(as_shown(typist))
    told = [line for line in typist.out if not line.startswith(("> ", "  "))]
    words = {word for line in told for word in re.findall(r"[^\W\d]{2,}", outside(line))}
    assert not words


def nonsense(typist: Typist, rng: random.Random) -> Iterator[str]:
    """Anything: legal moves by number, commands, broken words, and now and then a step on."""
    commands = ("next", "again", "chapters", "undo", "redo", "?", "? attack", "why", "what", "show", "hand", "log")
    junk = ("attack", "attack B3", "zzz", "99", "chapter", "chapter 0", "chapter x", "\x1b[2J", "play", "ż" * 300)
    for _ in range(200):
        ask, chance = typist.game.table.ask(YOU), rng.random()
        if chance < 0.45 and ask is not None:
            yield str(rng.randrange(len(ask.options)) + 1)
        elif chance < 0.55:
            yield f"{rng.choice(('what', 'why'))} {rng.choice(ask.options).id if ask is not None else 'draw'}"
        else:
            yield rng.choice((*commands, *junk, "", "next"))
    while not typist.game.lesson.finished:
        yield "next"


@pytest.mark.parametrize("seed", range(2))
def test_nonsense_and_other_moves_never_stop_the_tutorial(seed: int) -> None:
    rng = random.Random(seed)
    typist = Typist(rng.randrange(len(course().chapters)))
    assert typist.run(nonsense(typist, rng))
    assert not [line for line in typist.out if "Traceback" in line or "\x1b" in line.removeprefix("> \x1b[2J")]


def test_the_end_of_input_keeps_the_chapter_and_says_how_to_come_back() -> None:
    first = Typist()
    assert not first.run(iter([""] * 6))
    assert "chapter 2, Agents" in first.out[-1]
    assert progress.load() == Progress("agents", ["board"])
    again = Typist()
    assert not again.run(iter(()))
    assert "2/9 Agents" in again.out


def test_another_move_is_told_and_taken_back() -> None:
    typist = Typist(5)
    assert not typist.run(iter(["", "rule", "attack L9 P6 3", "undo", "attack L9 P6 4"]))
    text = "\n".join(typist.out)
    assert "(attack.fort)" in text
    assert "The fort took one of yours" in text
    assert "Exactly right." in text


def test_the_command_plays_chapters_by_number_and_refuses_others() -> None:
    run = CliRunner().invoke(main, ["tutorial", "--plain", "--chapter", "6"], input="\nattack L9 P6 4\n")
    assert run.exit_code == 0
    assert "6/9 A fort" in run.output
    assert "Exactly right." in run.output
    assert CliRunner().invoke(main, ["tutorial", "--chapter", "10"]).exit_code == 2
    no_terminal = CliRunner().invoke(main, ["tutorial"])
    assert no_terminal.exit_code == 2


def test_what_is_said_in_line_mode_names_no_key_and_no_panel() -> None:
    typist = Typist()
    typist.run(as_shown(typist))
    for word in ("Press t", "beside the map", "Tab", "click", "Esc"):
        assert not [line for line in typist.out if word in line], word
