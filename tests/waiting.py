"""Waiting in tests, without a fixed time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)
