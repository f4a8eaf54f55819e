"""What a host keeps in its folder besides the matches: who it is, and what belongs to each table.

`ID.wow` is the match, a save like any other; `ID.table` is who may play it, its code and its chat. Both hold
secrets and are readable by their owner alone.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from saves.disk import SUFFIX, read_bytes, reading, replace, writing
from saves.errors import StoreError
from wow_tui.net.messages import Line

TABLE = ".table"
_MOST_BYTES = 262_144
# Neither 0 and O nor 1, I and L.
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


class Kept(Struct, forbid_unknown_fields=True):
    """What belongs to a table. `owners`: by player, who plays him (`key:FINGERPRINT`, `token:HASH`), or empty;
    `keeper`: who made the table; `clock`: seconds for a decision, or 0; `open`: to look on takes no code."""

    name: str
    code: str
    owners: list[str]
    keeper: str = ""
    started: bool = False
    clock: Annotated[int, Meta(ge=0)] = 0
    open: bool = False
    lines: list[Line] = []


def new_code() -> str:
    """A join code: easy to say and type, one in 900 million."""
    return "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))


def match_path(folder: Path, table: str) -> Path:
    """Where the match of a table lies."""
    return folder / f"{table}{SUFFIX}"


def _table_path(folder: Path, table: str) -> Path:
    return folder / f"{table}{TABLE}"


def keep(folder: Path, table: str, kept: Kept) -> None:
    """Write down what belongs to a table, for good once this returns. StoreError if the disk fails."""
    path = _table_path(folder, table)
    with writing(path):
        replace(path, msgspec.json.format(msgspec.json.encode(kept)))


def fetch(folder: Path, table: str) -> Kept:
    """What belongs to a table. StoreError, or ValueError with one sentence for a damaged file."""
    path = _table_path(folder, table)
    with reading(path):
        data = read_bytes(path, _MOST_BYTES + 1)
    try:
        return msgspec.json.decode(data[: _MOST_BYTES + 1], type=Kept)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"'{path.name}' is damaged ({error}); put '{table}.1{TABLE}' in its place.") from None


def tables(folder: Path) -> Iterator[str]:
    """The ids of the tables in a folder, in order; older copies are none."""
    for path in sorted(folder.glob(f"*{TABLE}")):
        if "." not in path.stem and match_path(folder, path.stem).exists():
            yield path.stem


class Folder:
    """A host's folder, held for this host alone until `close`."""

    def __init__(self, path: Path) -> None:
        """Made if it is not there. StoreError if it cannot be used, or another host uses it."""
        self.path = path
        with writing(path / "host"):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock: Any = open(path / "host.lock", "a+")  # noqa: SIM115 - held until close
        try:
            _lock(self._lock)
        except OSError:
            self._lock.close()
            raise StoreError(f"Another host runs on the folder '{path.name}'; stop it, or name another.") from None

    def id(self) -> str:
        """By what the host is known, the same for ever. StoreError if it cannot be written down."""
        path = self.path / "host.id"
        try:
            known = path.read_text("ascii").strip()
        except (OSError, ValueError):
            known = ""
        if not known.isalnum():
            known = secrets.token_hex(8)
            with writing(path):
                replace(path, known.encode())
        return known

    def close(self) -> None:
        """Let another host use it."""
        self._lock.close()


def _lock(file: Any) -> None:
    """Lock an open file for this process. OSError if another one has it."""
    if os.name == "posix":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
