"""Text for a terminal or a pipe: wrapped to its width, titles bold only where a person looks."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable

LEAST_WIDTH = 20
# Stands for a space at which no line may end.
_KEPT = "\0"


def width() -> int:
    """The width of the terminal in columns; 80 where there is none."""
    return max(LEAST_WIDTH, shutil.get_terminal_size().columns)


def bold(text: str) -> str:
    """The text in bold if standard output is a terminal and NO_COLOR is not set."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    return text if plain else f"\x1b[1m{text}\x1b[0m"


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A paragraph in lines of the terminal's width; `first` and `rest` stand before them."""
    rest = " " * len(first) if rest is None else rest
    return textwrap.wrap(
        text, width(), initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def wrapped_list(items: Iterable[str], first: str = "", rest: str | None = None) -> list[str]:
    """The same for items after each other; none is broken in its middle."""
    kept = [item.replace(" ", _KEPT) for item in items]
    return [line.replace(_KEPT, " ") for line in wrapped(", ".join(kept), first, rest)]
