"""The log beside a save: one slot for each decision since, so that a decision costs a single disk flush.

`NAME.wow-log` has a fixed size and is never grown, because growing a file costs further flushes. A slot
is guarded by a checksum that is keyed with the save it follows and its own number: after a new full save
all slots are void at once. Each slot holds the whole state, so that loading never replays.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

from rules.sentence import Sentence
from saves.disk import read_bytes, sync_folder, write_all
from saves.errors import SaveError
from saves.packing import CHECKSUM, Plain, pack, unpack

SLOT = 4096
SLOTS = 64
_LENGTH = 4
MOST = SLOT - CHECKSUM - _LENGTH


def log_path(path: Path) -> Path:
    """Where the log of a save lies."""
    return path.with_name(path.name + "-log")


def step(updated: int, keep: int, journal: object, state: object) -> bytes | None:
    """A slot's content: `keep` lines of the journal stay, then come those of `journal`; None if too long."""
    packed = pack({"updated": updated, "keep": keep, "journal": journal, "state": state})
    return packed if len(packed) <= MOST else None


class Log:
    """The log of one save, open for writing."""

    def __init__(self, path: Path, base: bytes) -> None:
        """Void all slots of the log beside `path`; those written from now on follow the save whose checksum
        is `base`. OSError."""
        self.base, self.used = base, 0
        name = log_path(path)
        binary = getattr(os, "O_BINARY", 0)
        self.file = os.open(name, os.O_RDWR | os.O_CREAT | binary, 0o600)
        try:
            write_all(self.file, bytes(SLOT * SLOTS))
            os.ftruncate(self.file, SLOT * SLOTS)
            os.fsync(self.file)
        except BaseException:
            self.close()
            raise

    def add(self, packed: bytes) -> None:
        """Write the next slot, for good once this returns. OSError."""
        size = len(packed).to_bytes(_LENGTH, "big")
        os.lseek(self.file, self.used * SLOT, os.SEEK_SET)
        write_all(self.file, _guard(self.base, self.used, packed) + size + packed)
        getattr(os, "fdatasync", os.fsync)(self.file)
        self.used += 1

    def close(self) -> None:
        """Give the file back; the log stays as it is."""
        os.close(self.file)


def discard(path: Path) -> None:
    """Remove the log of a save, for good, if it has one. OSError."""
    try:
        os.unlink(log_path(path))
    except FileNotFoundError:
        return
    sync_folder(path.parent)


def _guard(base: bytes, number: int, packed: bytes) -> bytes:
    return blake2b(packed, digest_size=CHECKSUM, key=base, salt=number.to_bytes(2, "big")).digest()


def _slots(base: bytes, data: bytes) -> list[bytes | None]:
    """The content of each slot that follows the save `base`; None where there is none."""
    out: list[bytes | None] = []
    for number in range(SLOTS):
        slot = data[number * SLOT : (number + 1) * SLOT]
        size = int.from_bytes(slot[CHECKSUM : CHECKSUM + _LENGTH], "big")
        packed = slot[CHECKSUM + _LENGTH :][:size]
        out.append(packed if size and slot[:CHECKSUM] == _guard(base, number, packed) else None)
    return out


def follow(plain: Plain, base: bytes, path: Path) -> Plain:
    """The content of the save at `path`, whose checksum is `base`, taken on by its log, if it has one.

    The last slot may be cut: its decision was never acknowledged. A hole before is damage: SaveError.
    OSError if there is a log that cannot be read.
    """
    try:
        data = read_bytes(log_path(path), SLOT * SLOTS)
    except FileNotFoundError:
        return plain
    slots = _slots(base, data)
    found = [number for number, slot in enumerate(slots) if slot is not None]
    if found != list(range(len(found))) or (found and len(data) < SLOT * SLOTS):
        raise SaveError(
            "garbled",
            Sentence(
                "decisions-in-its-log-name-are", "decisions in its log {name} are missing", name=log_path(path).name
            ),
        )
    for slot in slots[: len(found)]:
        plain = _taken(plain, unpack(slot or b""))
    return plain


def _taken(plain: Plain, change: Plain) -> Plain:
    journal, keep, more = plain.get("journal"), change.get("keep"), change.get("journal")
    if not isinstance(journal, list) or not isinstance(more, list) or type(keep) is not int:
        raise SaveError("form", Sentence("a-decision-in-its-log-has", "a decision in its log has no journal"))
    return {
        **plain,
        "updated": change.get("updated"),
        "journal": journal[: max(keep, 0)] + more,
        "state": change.get("state"),
    }
