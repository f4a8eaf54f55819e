"""The files of one table on a host: everything is on the disk before anybody learns of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from saves.autosave import Autosave
from saves.envelope import Save
from saves.errors import StoreError
from wow_tui.net import keeping
from wow_tui.net.keeping import Kept
from wow_tui.text.faults import told

log = logging.getLogger("wow_tui.net")


class Files:
    """The match of a table and what belongs to it. One write at a time: whoever writes holds the table's lock."""

    def __init__(self, folder: Path, id: str) -> None:
        """`trouble`: why the last write failed, one sentence, or empty."""
        self.folder, self.id = folder, id
        self.trouble = ""
        self._autosave = Autosave(keeping.match_path(folder, id))

    async def save(self, save: Save) -> None:
        """Save the match; a full disk is told in `trouble`, and play goes on."""
        await self._guarded(lambda: self._autosave.keep(save))

    async def write(self, kept: Kept) -> None:
        """Write down what belongs to the table, as it is now."""
        copy = replace(kept, owners=list(kept.owners), lines=list(kept.lines))
        await self._guarded(lambda: keeping.keep(self.folder, self.id, copy))

    async def close(self) -> None:
        """Make the save whole without its log."""
        await self._guarded(self._autosave.close)

    async def _guarded(self, write: Callable[[], None]) -> None:
        writing = asyncio.ensure_future(asyncio.to_thread(write))
        try:
            await asyncio.shield(writing)
            self.trouble = ""
        except asyncio.CancelledError:
            # Whoever asked for the change is gone; nobody else may write before this is done.
            await asyncio.wait([writing])
            raise
        except StoreError as error:
            log.error("table %s: %s", self.id, error)
            self.trouble = told(error)
