"""How many processors there are to use, and what running processes cost.

The latter is read from outside, on Linux only: elsewhere there is nothing to be read, and all is 0.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct


class Memory(Struct):
    """Bytes that processes hold: each page counted by each of them, and shared pages shared."""

    resident: int
    proportional: int


# More processes than that hardly make a bot better, but each has its memory.
_MOST = 4


def spare_processors() -> int:
    """How many processors a bot may think on beside the one that draws: at least one, and never very many."""
    # Of a container or a service often fewer than the machine has.
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(_MOST, known - 1))


def family(process: int) -> list[int]:
    """A process and all that it has started, directly or not, as far as they still run."""
    found, todo = [], [process]
    while todo:
        each = todo.pop()
        with suppress(OSError):
            for task in Path(f"/proc/{each}/task").iterdir():
                todo += map(int, (task / "children").read_text("ascii").split())
            found.append(each)
    return found


def memory(processes: Iterable[int]) -> Memory:
    """What these processes hold now; one that has ended holds nothing."""
    found = Memory(0, 0)
    for process in processes:
        with suppress(OSError):
            text = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
            sizes = dict(re.findall(r"^(Rss|Pss):\s+(\d+) kB", text, re.M))
            found.resident += int(sizes["Rss"]) * 1024
            found.proportional += int(sizes["Pss"]) * 1024
    return found


def processor(processes: Iterable[int]) -> float:
    """Seconds of processor time that all threads of these processes have used up to now."""
    spent = 0
    for process in processes:
        for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
            with suppress(OSError):
                spent += int(task.read_text("ascii").split()[0])
    return spent / 1e9
