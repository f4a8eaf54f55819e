"""Bars of characters, for figures in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 32
_FULL, _EIGHTHS = "█", " ▏▎▍▌▋▊▉"


def bar(part: float, width: int = WIDTH, ascii_only: bool = False) -> str:
    """A bar for a part of the whole from 0 to 1, in eighths of a character where the terminal has them."""
    part = min(1.0, max(0.0, part))
    if ascii_only:
        return "#" * round(part * width)
    whole, rest = divmod(round(part * width * 8), 8)
    return _FULL * whole + (_EIGHTHS[rest] if rest else "")


def span(
    low: float, middle: float, high: float, width: int = WIDTH, ascii_only: bool = False, fair: float | None = None
) -> str:
    """An interval between 0 and 1 on a line of so many characters, its middle marked; a dot where `fair` is."""
    cells = [" "] * (width + 1)
    if fair is not None:
        cells[round(fair * width)] = "." if ascii_only else "·"
    first, mark, last = (round(min(1.0, max(0.0, value)) * width) for value in (low, middle, high))
    for place in range(first, last + 1):
        cells[place] = "-" if ascii_only else "─"
    cells[first], cells[last] = ("|", "|") if ascii_only else ("├", "┤")
    cells[mark] = "o" if ascii_only else "●"
    return "".join(cells).rstrip()


def scale(cells: int, fair: float) -> str:
    """What stands over spans of so many cells: both ends, and where `fair` is if there is room for it."""
    line = list("0%".ljust(cells - 4) + "100%")
    mark = f"{fair:.0%}"
    first = round(fair * (cells - 1)) - len(mark) // 2
    if first > len("0%") and first + len(mark) < cells - len("100%"):
        line[first : first + len(mark)] = mark
    return "".join(line)


def histogram(counts: Sequence[tuple[int, int]], bins: int = 16, ascii_only: bool = False) -> list[tuple[str, int]]:
    """Values and how often each came, in at most so many bins of equal width: label, count."""
    if not counts:
        return []
    low, high = counts[0][0], counts[-1][0]
    width = max(1, -(-(high - low + 1) // bins))
    sums: dict[int, int] = {}
    for value, count in counts:
        place = (value - low) // width
        sums[place] = sums.get(place, 0) + count
    out = []
    for place in range(max(sums) + 1):
        start = low + place * width
        label = str(start) if width == 1 else f"{start} … {start + width - 1}"
        label = label.replace("…", "..") if ascii_only else label
        out.append((label, sums.get(place, 0)))
    return out
