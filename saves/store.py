"""Saves as files: write, read, list. A file is input from a stranger; a disk may be full or read-only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from rules.game import load
from saves.disk import SUFFIX, copies, quoted, read_bytes, reading, replace, sweep, writing
from saves.envelope import Save, encode, from_plain
from saves.errors import SaveError, StoreError
from saves.packing import MOST_BYTES, checksum, unseal
from saves.steps import discard, follow

__all__ = [
    "Listed",
    "SaveError",
    "StoreError",
    "copies",
    "read",
    "recent",
    "safe_name",
    "save_path",
    "sweep",
    "write",
]

LONGEST_NAME = 60
# Names that some systems keep for devices.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)


class Listed(Struct, frozen=True):
    """One save of a folder. `problem`: the sentence saying why it cannot be loaded, or None if it can.

    `updated`: seconds of the epoch; `title`: of the game; `players`: their names, as in the file;
    `round`: 0 if the game has none; `waiting`: the players who must answer, empty when it is over.
    """

    path: Path
    updated: int
    title: str = ""
    players: tuple[str, ...] = ()
    round: int = 0
    waiting: tuple[int, ...] = ()
    note: str = ""
    problem: str | None = None


def safe_name(text: str) -> str:
    """A file name, without suffix, from what a person typed: letters, digits, space, - and _; never empty."""
    text = unicodedata.normalize("NFC", text[:400]).removesuffix(SUFFIX)
    kept = "".join(char if char.isalnum() or char in " _" else "-" for char in text)
    name = re.sub(r"([ -])[ -]*", r"\1", kept).strip(" -")[:LONGEST_NAME]
    # In bytes too, since a letter may take four of them and a system counts bytes.
    name = name.encode("utf-8", "ignore")[: 3 * LONGEST_NAME].decode("utf-8", "ignore").strip(" -")
    return f"{name}-" if _RESERVED.fullmatch(name) else name or "match"


def save_path(folder: Path, name: str) -> Path:
    """Where the save of that name belongs; the name may be anything."""
    return folder / (safe_name(name) + SUFFIX)


def write(path: Path, save: Save) -> None:
    """Write the whole save, for good once this returns; the file before becomes the first older copy.

    StoreError, with what was there before untouched, if the disk fails; ValueError as `encode`.
    """
    data = encode(save)
    with writing(path):
        replace(path, data)
        discard(path)


def read(path: Path) -> Save:
    """The save at `path` with the decisions of its log. SaveError for a bad one, StoreError for the disk."""
    try:
        with reading(path):
            data = read_bytes(path, MOST_BYTES + 1)
            version, plain = unseal(data)
            plain = follow(plain, checksum(data), path)
        return from_plain(version, plain)
    except SaveError as error:
        raise error.named(quoted(path)) from None


def recent(folder: Path, most: int = 20) -> list[Listed]:
    """The saves of a folder written last, newest first; bad ones too, with their reason. Never raises.

    Older copies are listed only where the save itself is gone. Left-overs of killed writers are removed.
    """
    sweep(folder)
    found = sorted(_candidates(folder), key=lambda each: each[0], reverse=True)[:most]
    listed = [_listed(path, int(changed)) for changed, path in found]
    return sorted(listed, key=lambda each: (each.updated, each.path.name), reverse=True)


def _candidates(folder: Path) -> Iterator[tuple[float, Path]]:
    """Time of change and path of every file that may be a save."""
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"))
    except (OSError, ValueError):
        return
    copied = {copy for path in paths for copy in copies(path)}
    for path in paths:
        if path not in copied:
            with suppress(OSError):
                yield path.lstat().st_mtime, path


def _listed(path: Path, changed: int) -> Listed:
    try:
        save = read(path)
    except (SaveError, StoreError) as error:
        return Listed(path, max(changed, 0), problem=str(error))
    game = load(save.game)
    return Listed(
        path,
        save.updated,
        game.facts.title,
        tuple(seat.name for seat in save.players),
        getattr(save.state, "round", 0),
        tuple(game.asks(save.state)),
        save.note,
    )
