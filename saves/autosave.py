"""Saving a running match after each decision."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import to_builtins

from rules.match import Entry
from saves.disk import replace, writing
from saves.envelope import Save, encode
from saves.packing import checksum
from saves.steps import SLOTS, Log, discard, step

# Device, inode and time of change: whether a file is still the one that was written here.
Stamp = tuple[int, int, int]


class Autosave:
    """Keeps one match at one path: now and then the whole save, in between a slot of its log per decision.

    What `keep` was given is on the disk for good once it returns. `close` folds the log into the save.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log: Log | None = None
        self._stamp: Stamp | None = None
        self._head: Save | None = None
        self._journal: list[Entry] = []
        self._last: Save | None = None

    def keep(self, save: Save) -> None:
        """Save the match. StoreError if the disk fails; the next `keep` then tries the whole again."""
        with writing(self.path):
            try:
                if not self._add(save):
                    self._write(save)
            except BaseException:
                self._drop()
                raise
        self._journal, self._last = list(save.journal), save

    def close(self) -> None:
        """Make the file whole without its log. StoreError if the disk fails; both still count then."""
        last, log = self._last, self._log
        if last is None or log is None:
            return
        stale = log.used or self._stamp != _stamp(self.path)
        self._drop()
        with writing(self.path):
            if stale:
                replace(self.path, encode(last))
            discard(self.path)

    def _add(self, save: Save) -> bool:
        """Write one slot; False where only the whole will do: at first, when the log is full, when more than
        the match has changed, or when somebody else has written or removed the file."""
        log = self._log
        if log is None or log.used == SLOTS or _head(save) != self._head or self._stamp != _stamp(self.path):
            return False
        keep = _common(self._journal, save.journal)
        packed = step(save.updated, keep, to_builtins(save.journal[keep:]), to_builtins(save.state))
        if packed is None:
            return False
        log.add(packed)
        return True

    def _write(self, save: Save) -> None:
        """Write the whole and begin its log; where there is no room for a log, each decision is a whole."""
        self._drop()
        data = encode(save)
        replace(self.path, data)
        self._stamp, self._head = _stamp(self.path), _head(save)
        try:
            self._log = Log(self.path, checksum(data))
        except OSError:
            discard(self.path)

    def _drop(self) -> None:
        if self._log is not None:
            self._log.close()
        self._log = None


def _stamp(path: Path) -> Stamp | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns


def _head(save: Save) -> Save:
    """All of a save that a slot of the log does not hold."""
    return msgspec.structs.replace(save, journal=[], state=None, updated=0)


def _common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """How many lines two journals have in common from the beginning."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
