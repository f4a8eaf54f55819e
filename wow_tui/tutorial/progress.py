"""Where a learner is in the tutorial, kept in the state folder. A broken file is as good as none."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from saves.disk import read_bytes, replace, writing
from wow_tui.config import state_folder
from wow_tui.tutorial.course import Course

MOST_BYTES = 65_536


class Progress(Struct):
    """`chapter`: the id of the chapter to go on with, empty before the first; `done`: the ids of those done."""

    chapter: str = ""
    done: list[str] = []

    @property
    def begun(self) -> bool:
        """Whether there is anything to go on with."""
        return bool(self.chapter or self.done)

    def number(self, course: Course) -> int:
        """The chapter to go on with, counted from 0; the first one if it is not known (any more)."""
        ids = [chapter.id for chapter in course.chapters]
        return ids.index(self.chapter) if self.chapter in ids else 0

    def reach(self, course: Course, chapter: int) -> None:
        """A chapter begins, and with it the one before is done; the number of chapters stands for the end."""
        ids = [each.id for each in course.chapters]
        if chapter and ids[chapter - 1] not in self.done:
            self.done.append(ids[chapter - 1])
        self.chapter = ids[chapter] if chapter < len(ids) else ""


def progress_path() -> Path:
    """The file; `XDG_STATE_HOME` moves it."""
    return state_folder() / "tutorial.json"


def load(path: Path | None = None) -> Progress:
    """What was kept; nothing for a file that is missing, broken or another thing altogether. Never raises."""
    with suppress(OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return msgspec.json.decode(read_bytes(path or progress_path(), MOST_BYTES), type=Progress)
    return Progress()


def keep(progress: Progress, path: Path | None = None) -> None:
    """Write it down. StoreError if that cannot be."""
    path = path or progress_path()
    with writing(path):
        replace(path, msgspec.json.encode(progress))
