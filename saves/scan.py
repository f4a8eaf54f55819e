"""Bounds of packed bytes, checked without building anything: a small file must not become a large tree."""

from __future__ import annotations

from rules.sentence import Sentence
from saves.errors import SaveError

MOST_DEPTH = 16
MOST_ITEMS = 8_192
MOST_TEXT = 4_096

# First bytes of numbers and how many bytes follow; of texts, lists and maps, how long their length is.
_NUMBERS = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_CONSTANTS = (0xC0, 0xC2, 0xC3)
_TEXTS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_LISTS = {0xDC: 2, 0xDD: 4}
_MAPS = {0xDE: 2, 0xDF: 4}


def _item(data: bytes, at: int) -> tuple[int, int]:
    """The item at `at`: where the next one begins, and how many items it holds. Else SaveError."""
    first = data[at]
    at += 1
    if first < 0x80 or first >= 0xE0 or first in _CONSTANTS:
        return at, 0
    if first in _NUMBERS:
        return at + _NUMBERS[first], 0
    if first < 0x90:
        return at, 2 * (first & 0x0F)
    if first < 0xA0:
        return at, first & 0x0F
    if first < 0xC0:
        return at + (first & 0x1F), 0
    size = _TEXTS.get(first) or _LISTS.get(first) or _MAPS.get(first)
    if size is None:
        raise SaveError(
            "form",
            Sentence("type-byte-first-has-no-place", "type byte {first:#04x} has no place in a save", first=first),
        )
    length = int.from_bytes(data[at : at + size], "big")
    at += size
    if first in _LISTS:
        return at, length
    if first in _MAPS:
        return at, 2 * length
    if length > MOST_TEXT:
        raise SaveError(
            "large",
            Sentence(
                "a-text-of-length-bytes-where",
                "a text of {length} bytes, where {most_text} are the most",
                length=length,
                most_text=MOST_TEXT,
            ),
        )
    return at + length, 0


def scan(data: bytes) -> None:
    """SaveError if `data` is not exactly one item of numbers, texts, lists and maps within bounds."""
    left, at, items, end = [1], 0, 0, len(data)
    while left:
        if not left[-1]:
            left.pop()
            continue
        left[-1] -= 1
        items += 1
        if items > MOST_ITEMS:
            raise SaveError(
                "large", Sentence("more-than-most-items-items", "more than {most_items} items", most_items=MOST_ITEMS)
            )
        if at >= end:
            raise SaveError("form", Sentence("it-ends-in-the-middle-of", "it ends in the middle of an item"))
        at, inside = _item(data, at)
        if inside > end - at:
            raise SaveError("form", Sentence("a-list-says-it-is-longer", "a list says it is longer than the save"))
        if inside:
            left.append(inside)
            if len(left) > MOST_DEPTH + 1:
                raise SaveError(
                    "deep",
                    Sentence("more-than-most-depth-levels", "more than {most_depth} levels", most_depth=MOST_DEPTH),
                )
    if at != end:
        raise SaveError("form", Sentence("it-does-not-end-where-its", "it does not end where its content ends"))
