"""A table on a host with all that goes on around it.

Every change is made with the lock held, one at a time, and saved before anybody learns of it. What a reader is
told is made at the moment it is sent, so that a slow one costs no memory, and gets the newest.
"""

from __future__ import annotations

from pathlib import Path

from wow_tui.net.clock import Clock
from wow_tui.net.course import Course
from wow_tui.net.gathering import Gathering
from wow_tui.net.keeping import Kept
from wow_tui.net.playing import Playing
from wow_tui.net.seating import Seating
from wow_tui.net.telling import Telling
from wow_tui.table import Table
from wow_tui.thinking import Elsewhere


class Room(Gathering):
    """One table. All methods belong to the host's event loop; disk and bots work outside it."""

    def __init__(self, id: str, table: Table, kept: Kept, folder: Path, think: Elsewhere, pace: float = 0.0) -> None:
        """`table`: without a path, for its saves go to `folder`; `pace`: seconds between two answers of bots."""
        super().__init__(id, table, kept, folder)
        clock = Clock(self)
        self.seating = Seating(self)
        self.telling = Telling(self, clock)
        self.playing = Playing(self, self.telling)
        self.course = Course(self, self.playing, clock, think, pace)

    async def open(self) -> None:
        """Write everything down, as for a new table."""
        async with self.lock:
            await self.save()
            await self.write()

    async def close(self) -> None:
        """Stop playing; the files are whole once this returns."""
        async with self.lock:
            await self.course.stop()
            await self.files.close()
            await self.write()
