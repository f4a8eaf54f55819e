"""What fits the forecast of cities finds what lies behind figures."""

from __future__ import annotations

from random import Random

import pytest

from tests.tuning.forecast import Sums, moments, spread
from wow_tui.bots.forecast import SEEN, fitted


def test_weights_are_found_again_that_made_the_figures() -> None:
    random, weights, sums = Random(3), [0.5, -0.2, 0.0], Sums(3)
    for _ in range(4000):
        row = [random.gauss(0, 1) for _ in weights]
        sums.add(row, sum(w * x for w, x in zip(weights, row, strict=True)) + random.gauss(0, 0.3))
    assert sums.solve() == pytest.approx(weights, abs=0.03)


def test_between_two_rounds_both_weights_count_in_part() -> None:
    assert spread([1.0, 2.0], 1.25, 4) == [0.75, 1.5, 0.25, 0.5, 0, 0, 0, 0]
    assert spread([1.0], 0.5, 4) == [0.5, 0, 0, 0]
    assert spread([1.0], 4.0, 4) == [0, 0, 0, 1.0]


def test_a_game_gives_moments_with_all_that_is_seen_of_each_empire() -> None:
    found = list(moments(["random", "random"], 5))
    assert found
    for (time, things), final in found:
        assert 0 < time <= 4
        assert [len(each) for each in things] == [5] * len(SEEN)
        assert sum(things[0]) == sum(final) == 12


def test_the_table_has_a_weight_for_all_that_is_seen() -> None:
    assert [len(row) for row in fitted()] == [len(SEEN)] * 5
