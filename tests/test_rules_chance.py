"""Chance: one number in the state, no value favoured, the same draws for ever; and the run loop's guards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from msgspec import Struct

from rules.agenda import never
from rules.chance import below, seeded, shuffle


class Holder(Struct):
    """What keeps a chance number."""

    chance: int


def test_the_first_draws_of_a_seed_are_these_for_ever() -> None:
    holder = Holder(seeded(42))
    assert [below(holder, 1000) for _ in range(6)] == DRAWS
    assert holder.chance == (42 + 6 * 0x9E3779B97F4A7C15) % 2**64


# Known numbers of splitmix64 for seed 42, modulo 1000.
DRAWS = [value % 1000 for value in (13679457532755275413, 2949826092126892291, 5139283748462763858)]
DRAWS += [value % 1000 for value in (6349198060258255764, 701532786141963250, 16015981125662989062)]


def test_a_seed_of_any_size_is_a_number_of_64_bits() -> None:
    assert seeded(-1) == 2**64 - 1
    assert seeded(2**64 + 5) == 5


def test_draws_that_would_favour_small_values_are_drawn_again() -> None:
    holder, count = Holder(1), 0
    large = 2**63 + 1
    for _ in range(200):
        assert 0 <= below(holder, large) < large
        count += 1
    drawn = (holder.chance - 1) * pow(0x9E3779B97F4A7C15, -1, 2**64) % 2**64
    assert drawn > 1.5 * count


def test_every_value_is_drawn_about_as_often() -> None:
    holder = Holder(7)
    counts = Counter(below(holder, 5) for _ in range(10_000))
    assert set(counts) == set(range(5))
    assert max(counts.values()) - min(counts.values()) < 300


def test_a_shuffle_makes_every_order_about_as_often_and_loses_nothing() -> None:
    holder, counts = Holder(3), Counter[tuple[int, ...]]()
    for _ in range(6000):
        items = [1, 2, 3, 4]
        shuffle(holder, items)
        counts[tuple(items)] += 1
    assert set(counts) == set(permutations([1, 2, 3, 4]))
    assert max(counts.values()) < 2 * min(counts.values())


def test_a_frame_that_only_runs_cannot_be_asked() -> None:
    with pytest.raises(AssertionError, match="asks nobody"):
        never(None, None)
