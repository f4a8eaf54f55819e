"""Playouts on other processors at the same time: each process grows its own trees of the same plans."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import lru_cache
from time import perf_counter
from typing import TypeVar

from wow_tui.thinking import Elsewhere, lasting

R = TypeVar("R")

# Seconds a result takes to travel.
TRAVEL = 0.006


@lru_cache(maxsize=1)
def crew(size: int) -> Elsewhere:
    """So many processes beside this one: not `elsewhere()`, in which the bot itself may be thinking."""
    return lasting(size)


def gathered(waiting: Sequence[Future[R]], until: float | None) -> list[R]:
    """What comes back, in order: all of it, or by `until` (of `perf_counter`) what is there by then."""
    found = []
    for future in waiting:
        with suppress(TimeoutError, CancelledError):
            found.append(future.result(None if until is None else max(0.0, until - perf_counter())))
    return found
