"""Text from strangers (names, notes, chat), cleaned once where it enters."""

from __future__ import annotations

import unicodedata

MOST_MARKS = 2
# Letters that show nothing: they would make empty names and break columns.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_MARKS = frozenset(("Mn", "Mc", "Me"))
_LINES = frozenset(("Zl", "Zp"))


def clean(text: str, limit: int) -> str:
    """`text` without what could command a terminal or garble a line, cut at `limit` characters.

    Dropped: control characters (C0, C1), bidi controls and zero width, lone surrogates, unassigned and
    private characters, line separators, and combining marks beyond two on one letter or without a letter.
    """
    kept: list[str] = []
    # A mark at the very beginning would sit on what a screen shows before the text.
    marks = MOST_MARKS
    for char in text:
        if len(kept) >= limit:
            break
        kind = unicodedata.category(char)
        if kind[0] == "C" or kind in _LINES or char in _BLANK:
            continue
        marks = marks + 1 if kind in _MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return "".join(kept)
