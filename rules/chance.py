"""Seeded draws whose whole state is one 64-bit number kept in the game state (splitmix64)."""

from __future__ import annotations

from typing import Protocol, TypeVar

_MASK = (1 << 64) - 1
_WORD = 1 << 64
T = TypeVar("T")


class HasChance(Protocol):
    """A state that keeps the chance number."""

    chance: int


def seeded(seed: int) -> int:
    """The chance number for `seed` (any integer)."""
    return seed & _MASK


def below(state: HasChance, n: int) -> int:
    """A uniform number from 0 to n - 1, by rejection so that no value is favoured."""
    limit = _WORD - _WORD % n
    while True:
        state.chance = number = (state.chance + 0x9E3779B97F4A7C15) & _MASK
        number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
        number ^= number >> 31
        if number < limit:
            return number % n


def shuffle(state: HasChance, items: list[T]) -> None:
    """Put `items` in a uniformly random order, in place."""
    for last in range(len(items) - 1, 0, -1):
        other = below(state, last + 1)
        items[last], items[other] = items[other], items[last]
