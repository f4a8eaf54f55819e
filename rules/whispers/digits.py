"""Small values packed into one large number, and that number spelled in letters.

One description of what follows what serves both ways: a `Coder` that writes is given each value and returns it, one
that reads ignores what it is given and returns what it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

# No letter that looks like another.
ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
# Beyond that nothing is counted: what is read came from strangers.
_MOST_BASE = 1 << 40
_MOST_ITEMS = 1000
T = TypeVar("T")


class NotCodable(ValueError):
    """A value that has no place in the code, or letters that no code has."""


class Coder:
    """Writes digits of any base one after the other, or reads them from the number they made."""

    def __init__(self, total: int | None = None) -> None:
        """`total`: the number to read; without it the coder writes."""
        self.writing = total is None
        self._rest = total or 0
        self._digits: list[tuple[int, int]] = []

    def digit(self, base: int, value: int = 0) -> int:
        """One digit, 0 to base - 1."""
        if not self.writing:
            self._rest, value = divmod(self._rest, base)
        elif not 0 <= value < base:
            raise NotCodable(str(value))
        else:
            self._digits.append((value, base))
        return value

    def number(self, base: int, value: int = 0) -> int:
        """A number from 0 on; those below base - 1 take one digit."""
        if value < 0:
            raise NotCodable(str(value))
        total = 0
        while base < _MOST_BASE:
            part = self.digit(base, min(value - total, base - 1))
            total += part
            if part < base - 1:
                return total
            base *= 4
        raise NotCodable(str(value))

    def flag(self, value: object = False) -> bool:
        """Whether something is so."""
        return bool(self.digit(2, int(bool(value))))

    def pick(self, words: Sequence[T], word: object = None, base: int = 0) -> T:
        """One of these; with a larger `base` there is room for words to come."""
        if self.writing and word not in words:
            raise NotCodable(str(word))
        at = self.digit(base or len(words), words.index(word) if self.writing else 0)
        if at >= len(words):
            raise NotCodable(str(at))
        return words[at]

    def many(self, base: int, items: Sequence[T], each: Callable[[T | None], T]) -> list[T]:
        """A list of any length, each item by the function given."""
        count = self.number(base, len(items))
        if count > _MOST_ITEMS:
            raise NotCodable(str(count))
        return [each(items[at] if self.writing else None) for at in range(count)]

    def finish(self) -> int:
        """What was written as one number; nothing may be left of what was read."""
        if self._rest:
            raise NotCodable("more follows")
        total = 0
        for value, base in reversed(self._digits):
            total = total * base + value
        return total


def spell(number: int) -> str:
    """A number in letters; nothing for 0."""
    out = ""
    while number:
        number, digit = divmod(number, len(ALPHABET))
        out = ALPHABET[digit] + out
    return out


def spelled(word: str) -> int:
    """The number of a word. NotCodable for letters that are none."""
    total = 0
    for letter in word:
        if letter not in ALPHABET:
            raise NotCodable(letter)
        total = total * len(ALPHABET) + ALPHABET.index(letter)
    return total
