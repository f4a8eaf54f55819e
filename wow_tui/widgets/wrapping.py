"""Break texts into lines by cells, and lay out choices in lines. No Textual."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len, chop_cells


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """`text` in lines of at most `width` cells, broken at blanks; words too long are broken anywhere.

    Lines after the first begin with `indent` blanks.
    """
    if width <= indent + 1:
        return [text]
    if text.isascii() and len(text) <= width:
        return [text]
    lines: list[str] = []
    line, used = "", 0
    for word in _pieces(text, width - indent):
        size = cell_len(word)
        if line and used + 1 + size > width:
            lines.append(line)
            line, used = " " * indent + word, indent + size
        elif line:
            line, used = f"{line} {word}", used + 1 + size
        else:
            line, used = word, size
    return [*lines, line]


def _pieces(text: str, width: int) -> list[str]:
    """The words of a text, those wider than a line in pieces."""
    out: list[str] = []
    for word in text.split(" "):
        out += chop_cells(word, width) if len(word) * 2 > width and cell_len(word) > width else [word]
    return out


class Place(Struct, frozen=True):
    """Where a choice stands: which line and from which column, and how wide it is."""

    line: int
    column: int
    width: int


def flow(widths: Sequence[int], width: int, gap: int = 2) -> list[Place]:
    """Places for things of these widths one after the other, in lines of `width` cells."""
    out: list[Place] = []
    line = column = 0
    for each in widths:
        each = min(each, width)
        if column and column + each > width:
            line, column = line + 1, 0
        out.append(Place(line, column, each))
        column += each + gap
    return out
