"""What becomes of a crash: the match is saved, the details go to a file, and one sentence says so."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any


def crash_sentence(error: BaseException, table: Any, lesson: Mapping[str, object] | None = None) -> str:
    """Save the match, write the details of a crash to a file, and say what became of both.

    `lesson`: the chapter of the tutorial that was open instead of a match, its `number` and `title`.
    """
    from wow_tui.actions import say
    from wow_tui.clean import clean

    state = "nothing"
    if table is not None:
        try:
            table.save()
            state = "unsaved" if table.trouble or table.path is None else "saved"
        except Exception:  # the crash may have been in the match itself
            state = "unsaved"
    values: dict[str, object] = {"kind": clean(type(error).__name__, 60), "saved": say(f"crash.{state}")}
    kind = "crash" if lesson is None else "crash.lesson"
    values |= lesson or {}
    try:
        return say(f"{kind}.sentence", path=clean(str(_write_crash(error)), 300), **values)
    except OSError:
        return say(f"{kind}.unwritten", **values)


def _write_crash(error: BaseException) -> Any:
    import traceback

    from wow_tui import config

    folder = config.state_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"crash-{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}.txt"
    # No local variables: they may hold what a player must not see.
    path.write_text("".join(traceback.format_exception(error)), encoding="utf-8", errors="replace")
    path.chmod(0o600)
    return path
