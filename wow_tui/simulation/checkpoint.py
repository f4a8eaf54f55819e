"""A run on disk, so that one that was broken off goes on where it stood."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from rules.sentence import Sentence
from rules.whispers.options import Options
from wow_tui.simulation import Schedule, Setup
from wow_tui.simulation.tally import Counts

VERSION = 2
MOST_BYTES = 50_000_000


class CheckpointError(Exception):
    """A file that cannot be read or written; its text is one sentence."""


class Checkpoint(Struct):
    """What is kept: the run, what was counted, and how many bytes of the table of games belong to it."""

    version: int
    game: str
    bots: tuple[str, ...]
    options: Options
    seed: int
    schedule: Schedule
    players: int
    thinking: float
    counts: Counts
    csv_bytes: int = 0


def keep(path: Path, setup: Setup, counts: Counts, csv_bytes: int) -> None:
    """Write it down, whole or not at all. CheckpointError if the disk does not let us."""
    whole = Checkpoint(
        VERSION,
        setup.game,
        setup.bots,
        setup.options,
        setup.seed,
        setup.schedule,
        setup.players,
        setup.thinking,
        counts,
        csv_bytes,
    )
    temporary = path.with_name(path.name + ".new")
    try:
        with open(temporary, "wb") as file:
            file.write(msgspec.json.encode(whole))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise CheckpointError(
            Sentence(
                "path-cannot-be-written",
                "{path} cannot be written: {reason}",
                path=path,
                reason=error.strerror or error,
            )
        ) from None


def take_up(path: Path, setup: Setup) -> Checkpoint | None:
    """What was kept of this run; None if there is no such file yet. CheckpointError for another run's file."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CheckpointError(
            Sentence(
                "path-cannot-be-read", "{path} cannot be read: {reason}", path=path, reason=error.strerror or error
            )
        ) from None
    try:
        found = msgspec.json.decode(data, type=Checkpoint)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise CheckpointError(Sentence("path-is-no-kept-run", "{path} is no kept run", path=path)) from None
    if found.version != VERSION:
        raise CheckpointError(
            Sentence(
                "path-was-kept-by-another-version",
                "{path} was kept by another version of the program; begin a new file",
                path=path,
            )
        )
    for field in ("game", "bots", "players", "schedule", "seed", "thinking", "options"):
        if getattr(found, field) != getattr(setup, field):
            raise CheckpointError(
                Sentence(
                    "path-was-kept-of-a-run",
                    "{path} was kept of a run with other {field}; name another file, or the same run",
                    path=path,
                    field=field,
                )
            )
    return found
