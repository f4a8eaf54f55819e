"""The clock of a table: how long the person asked may still think."""

from __future__ import annotations

import time

from wow_tui.net.gathering import Gathering


class Clock:
    """Runs for one question at a time, from when it is first looked at."""

    def __init__(self, at: Gathering) -> None:
        self._at, self._table, self._kept = at, at.table, at.kept
        self._due: tuple[int, float] | None = None

    def left(self) -> float | None:
        """What is left on the clock of the person asked; None where no clock runs."""
        asked = self._table.asked
        if not self._kept.clock or not self._kept.started or asked is None or self._table.bot(asked) is not None:
            return None
        step = self._table.match.state.step
        if self._due is None or self._due[0] != step:
            self._due = step, time.monotonic() + self._kept.clock
        return self._due[1] - time.monotonic()
