"""Whole files on a disk that may fail: written so that at every moment the old or the new one is there."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rules.sentence import Sentence
from saves.errors import StoreError, printable

SUFFIX = ".wow"
COPIES = 3
_TEMPORARY = (".wow-", ".tmp")
# No writer that still lives takes that long.
_ABANDONED_AFTER = 600.0

_WRITING = {
    errno.ENOSPC: Sentence("disk-the-disk-is-full", "the disk is full"),
    errno.EDQUOT: Sentence("disk-the-disk-quota-is-used", "the disk quota is used up"),
    errno.EFBIG: Sentence("disk-files-may-not-become-that", "files may not become that large here"),
    errno.EROFS: Sentence("disk-the-disk-is-read-only", "the disk is read-only"),
    errno.EACCES: Sentence("disk-you-may-not-write-there", "you may not write there"),
    errno.EPERM: Sentence("disk-you-may-not-write-there", "you may not write there"),
    errno.ENOTDIR: Sentence("disk-a-part-of-its-path", "a part of its path is no folder"),
    errno.EISDIR: Sentence("disk-there-is-a-folder-of", "there is a folder of that name"),
    errno.ENAMETOOLONG: Sentence("disk-its-name-is-too-long", "its name is too long"),
}
_READING = {
    errno.ENOENT: Sentence("disk-there-is-no-such-file", "there is no such file"),
    errno.EACCES: Sentence("disk-you-may-not-read-it", "you may not read it"),
    errno.EISDIR: Sentence("disk-it-is-a-folder", "it is a folder"),
    errno.ENOTDIR: Sentence("disk-a-part-of-its-path", "a part of its path is no folder"),
    errno.ENAMETOOLONG: Sentence("disk-its-name-is-too-long", "its name is too long"),
}


def quoted(path: Path) -> str:
    """The name of a file as it stands in a sentence."""
    return f"'{printable(path.name or str(path))}'"


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """StoreError for every failure of the disk while `path` is written."""
    try:
        yield
    except OSError as error:
        why = _why(error, _WRITING)
        raise StoreError(
            Sentence(
                "value-could-not-be-saved",
                "{value} could not be saved: {why}; what was saved before is still there.",
                value=quoted(path),
                why=why,
            )
        ) from None


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """StoreError for every failure of the disk while `path` is read."""
    try:
        yield
    except OSError as error:
        why = _why(error, _READING)
        raise StoreError(
            Sentence(
                "value-could-not-be-read-choose",
                "{value} could not be read: {why}; choose another file.",
                value=quoted(path),
                why=why,
            )
        ) from None


def _why(error: OSError, table: dict[int, Sentence]) -> str:
    return table.get(error.errno or 0) or printable(error.strerror or str(error))


def _check_name(path: Path) -> None:
    """OSError for a name that no system can have, where Python would raise something else."""
    try:
        fits = b"\0" not in os.fsencode(path)
    except ValueError:
        fits = False
    if not fits:
        raise OSError(errno.EINVAL, "no file can have that name")


def read_bytes(path: Path, most: int) -> bytes:
    """The first `most` bytes of an ordinary file. OSError; a pipe or device is refused, not waited for."""
    _check_name(path)
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(file).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is no ordinary file")
        parts: list[bytes] = []
        while most > 0 and (part := os.read(file, most)):
            parts.append(part)
            most -= len(part)
        return b"".join(parts)
    finally:
        os.close(file)


def write_all(file: int, data: bytes) -> None:
    """Write all of `data` to an open file, however the system splits it. OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def replace(path: Path, data: bytes) -> None:
    """Make `data` the whole content of `path`, for good once this returns; the file before becomes a copy.

    OSError, with what was there before untouched. The order is what makes it safe against a kill or a
    power cut: temporary file, fsync, rename, fsync of the folder.
    """
    _check_name(path)
    if path.exists() and not path.is_file():
        # A device is a file that must never be replaced, whatever rights the writer has.
        number = errno.EISDIR if path.is_dir() else errno.EINVAL
        raise OSError(number, "it is no ordinary file")
    prefix, suffix = _TEMPORARY
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Imported here, for reading needs none of it and should begin soon.
    import tempfile

    file, name = tempfile.mkstemp(suffix, prefix, path.parent)
    try:
        try:
            write_all(file, data)
            os.fsync(file)
        finally:
            os.close(file)
        _rotate(path)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can do that. OSError."""
    if os.name != "posix":
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def copies(path: Path) -> list[Path]:
    """Where the older copies of `path` are kept, the newest first, whether they exist or not."""
    return [path.with_name(f"{path.stem}.{number}{path.suffix}") for number in range(1, COPIES + 1)]


def _rotate(path: Path) -> None:
    """Move the copies on by one and keep the present file as the first, by names only: no byte is written.

    A disk without hard links keeps no copies; that is no reason not to save.
    """
    if not path.exists():
        return
    names = copies(path)
    for older, newer in reversed(list(zip(names[1:], names, strict=False))):
        with suppress(OSError):
            os.replace(newer, older)
    with suppress(OSError):
        os.link(path, names[0])


def sweep(folder: Path) -> int:
    """Remove temporary files that killed writers left behind long ago; how many. Never raises."""
    prefix, suffix = _TEMPORARY
    removed = 0
    with suppress(OSError, ValueError), os.scandir(folder) as entries:
        for entry in entries:
            if not (entry.name.startswith(prefix) and entry.name.endswith(suffix)):
                continue
            with suppress(OSError):
                if time.time() - entry.stat(follow_symlinks=False).st_mtime > _ABANDONED_AFTER:
                    os.unlink(entry.path)
                    removed += 1
    return removed
