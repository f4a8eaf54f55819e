"""Whole games and counts of leaves stay what they were; `tests.conformance.golden` writes them."""

from __future__ import annotations

import json

import pytest

from rules.game import GAMES, load
from tests.conformance.golden import FOLDER, perft, play_throughs, positions, retold
from tests.games import Setting

THROUGH = play_throughs()
COUNTS = json.loads((FOLDER / "perft.json").read_text())


def test_every_play_through_has_its_file_and_every_file_its_play_through() -> None:
    assert sorted(THROUGH) == sorted(path.name for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", THROUGH)
def test_a_recorded_game_is_accepted_answer_by_answer_and_ends_the_same(file: str) -> None:
    name, setting, rich, seed = THROUGH[file]
    assert isinstance(setting, Setting)
    text = (FOLDER / file).read_text()
    assert retold(name, setting, rich, seed, text) == text


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_lines_of_one_to_three_answers_is_as_counted(name: str) -> None:
    game, states = load(name), positions(name)
    assert list(states) == list(COUNTS[name])
    for title, state in states.items():
        expected = COUNTS[name][title]
        assert [perft(game, state, depth) for depth in range(1, len(expected) + 1)] == expected, title


@pytest.mark.parametrize("name", GAMES)
def test_the_counts_tell_something(name: str) -> None:
    rows = COUNTS[name].values()
    assert sum(len(row) == 3 for row in rows) > 10
    assert max(row[-1] for row in rows) > 1000
