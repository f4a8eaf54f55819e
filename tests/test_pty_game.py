"""Whole games through the installed command on a real terminal, by keys, by whoever sees nothing but the screen."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path
from random import Random

import pytest

from saves.store import read
from tests.test_pty_title import command
from tests.test_terminal import Pty, clean, environ, saves

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a pty")

# Where the question and its numbered choices stand at 80x24: left of the log, below the map.
QUESTION = slice(18, 23)
LEFT = 52
NUMBERED = re.compile(r"(?:^|\s)([1-9])(?=\s)")
ENOUGH = 700


class Person:
    """Somebody who reads the screen and presses keys."""

    def __init__(self, program: Pty, seed: int) -> None:
        self.program, self._random = program, Random(seed)
        self.keys = 0
        self._unmoved = 0

    def settled(self, quiet: float = 0.04) -> str:
        """The screen once nothing has changed for a moment and nobody else is waited for."""
        end, before = time.monotonic() + 30, -1
        while time.monotonic() < end:
            if len(self.program.output) == before and not self._others_play():
                return self.program.text()
            before = len(self.program.output)
            self.program.read(quiet)
        raise AssertionError(self.program.text())

    def _others_play(self) -> bool:
        top = self.program.text().split("\n", 1)[0]
        return "REPLAY" not in top and bool(re.search(r"waiting for (?!You)", top))

    def press(self, keys: str) -> str:
        """Press keys, each one character or one escape sequence; the screen then."""
        before = len(self.program.output)
        for key in re.findall(r"\x1b\[.|.", keys, re.S):
            self.program.press(key)
            self.keys += 1
        # The longer nothing has moved, the longer it may take on a busy machine.
        end = time.monotonic() + 0.3 * (1 + self._unmoved)
        while len(self.program.output) == before and time.monotonic() < end:
            self.program.read(0.02)
        return self.settled()

    def answer(self, text: str) -> str:
        """Do something about the question that a screen shows; the screen then."""
        question = "\n".join(line[:LEFT] for line in text.split("\n")[QUESTION])
        numbers = NUMBERED.findall(question.partition("\n")[2].split("Since your")[0])
        if "REPLAY" in text.split("\n", 1)[0]:
            # The log had the focus: back from the past.
            self.press("\x1b")
            after = self.settled(0.3)
        elif numbers and not self._unmoved:
            after = self.press(self._random.choice(numbers))
        else:
            # On the map and the councils the cursor rests on something that can be chosen, or Tab leads there.
            after = self.press("\t" * self._random.choice((0, 1, self._unmoved)) + "\r")
        self._unmoved = self._unmoved + 1 if after == text else 0
        assert self._unmoved < 10, f"nothing moves any more:\n{after}"
        return after


def instant_bots(tmp_path: Path) -> None:
    """Settings in which bots do not wait for people to follow."""
    folder = tmp_path / "config" / "wow-tui"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text('bot_speed = "instant"\n')


def into_a_game(person: Person, seed: str) -> str:
    """From the title by the form, which is ready to start, into a match of that seed."""
    person.program.shows("For 2 to 4 players")
    person.program.press(f"n\x1b[Z{seed}\t\r")
    person.program.shows("Place an agent.")
    return person.settled()


def test_a_whole_game_by_keys_from_the_title_to_the_scoring_and_out(tmp_path: Path) -> None:
    instant_bots(tmp_path)
    program = Pty([command()], environ(tmp_path))
    try:
        person = Person(program, 3)
        text = into_a_game(person, "7")
        rounds = []
        while "The game is over" not in text:
            rounds += re.findall(r"Round (\d) of 4", text.split("\n", 1)[0])
            text = person.answer(text)
            assert person.keys < ENOUGH, text
        assert list(dict.fromkeys(rounds)) == ["1", "2", "3", "4"]
        program.shows("Points")
        person.press("q")
        program.shows("For 2 to 4 players")
        program.press("q")
        assert program.end() == 0
        clean(program)
        [path] = saves(tmp_path)
        assert not read(path).state.agenda
    finally:
        program.close()


def test_a_program_killed_in_a_decision_goes_on_in_that_very_decision(tmp_path: Path) -> None:
    instant_bots(tmp_path)
    program = Pty([command()], environ(tmp_path))
    try:
        person = Person(program, 3)
        text = into_a_game(person, "7")
        while "choose an action" not in text:
            text = person.answer(text)
        asked = [line[:LEFT].rstrip() for line in text.split("\n")[QUESTION]][:2]
        # Half of an answer is not an answer.
        assert person.press("1") != text
        [path] = saves(tmp_path)
        before = read(path)
        os.kill(program.pid, signal.SIGKILL)
        assert program.end() == -signal.SIGKILL
    finally:
        program.close()
    again = Pty([command(), "--continue"], environ(tmp_path))
    try:
        again.shows("choose an action")
        person = Person(again, 3)
        text = person.settled()
        assert [line[:LEFT].rstrip() for line in text.split("\n")[QUESTION]][:2] == asked
        assert read(path).state == before.state
        answered = len(before.journal)
        while len(read(path).journal) == answered:
            person.answer(text)
            text = person.settled()
        assert read(path).journal[:answered] == before.journal
        again.press("\x11")
        assert again.end() == 0
        clean(again)
    finally:
        again.close()
