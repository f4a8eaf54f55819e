"""The host's log of its front end: one line for each thing, and no flood of lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from wow_tui.clean import clean
from wow_tui.text.catalogue import catalogue

# The same thing from the same address is told again only after so many seconds.
QUIET = 10.0
_MOST = 1024


class Log:
    """Lines of the catalogue's table `serving.log`."""

    def __init__(
        self, write: Callable[[str], object] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._write, self._clock = write or _to_stderr, clock
        self._told: dict[tuple[str, str], float] = {}

    def tell(self, what: str, address: str = "", **values: object) -> None:
        """A line about something at an address, unless the same was told just now."""
        now = self._clock()
        if address:
            if now - self._told.get((what, address), -QUIET) < QUIET:
                return
            while len(self._told) >= _MOST:
                del self._told[next(iter(self._told))]
            self._told.pop((what, address), None)
            self._told[what, address] = now
        cleaned = {name: clean(str(value), 80) for name, value in values.items()}
        said = self.sentence(what, address=address, **cleaned)
        self._write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} ssh: {said}\n")

    @staticmethod
    def sentence(what: str, **values: object) -> str:
        """What a line says."""
        return catalogue().say(f"serving.log.{what}", **values)


def _to_stderr(line: str) -> None:
    sys.stderr.write(line)
    sys.stderr.flush()
