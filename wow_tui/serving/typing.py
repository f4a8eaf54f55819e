"""What a client types, as far as a screen should get it: at a bearable rate, pastes cut, no forged sizes."""

from __future__ import annotations

import re
from collections.abc import Callable

from wow_tui.serving.limits import Limits

# A whole sequence, the beginning of one (which may go on in the next packet), or a single byte.
_TOKEN = re.compile(
    rb"(?P<csi>\x1b\[[0-?]*[ -/]*[@-~])|(?P<part>\x1b(?:\[[0-?]*[ -/]*)?\Z)|(?P<key>\x1b[^\[\x1b]|.)", re.S
)
# Reports by which a terminal tells its size inside what is typed: the size comes by the way SSH has for it.
_SIZE = re.compile(rb"\x1b\[(?:48;[0-9:;]*t|\?2048;[0-9]*\$y|[48];[0-9;]*t)\Z")
ESCAPE = b"\x1b"
PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"
_LONGEST = 64


class Bucket:
    """Lets through `rate` a second, and `burst` at once after a pause."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self.rate, self.burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self, amount: float = 1) -> bool:
        """Whether that much may pass now; if not, nothing is taken."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


class Typing:
    """The filter of one session. `thrown`: how many bytes it has kept back so far; `why`: for the last of them."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._keys = Bucket(limits.keys, limits.keys_burst, clock)
        self._held = b""
        self._escaped = False
        self._pasting: float | None = None
        self._pasted = 0
        self.thrown = 0
        self.why = ""

    def feed(self, data: bytes) -> bytes:
        """What of `data`, and of what was held back before, may pass now. A cut sequence waits for its rest."""
        # An escape passed on alone may be the beginning of a sequence that goes on now.
        data = (self._held or (ESCAPE if self._escaped else b"")) + data
        self._held = b""
        passed = bytearray()
        position, first, lone = 0, True, False
        while position < len(data):
            token = _TOKEN.match(data, position)
            assert token is not None
            position, piece = token.end(), token.group()
            if token.lastgroup == "part" and piece != ESCAPE and len(piece) <= _LONGEST:
                self._held = piece
                self._escaped = self._escaped and first
                return bytes(passed)
            judged = self._judged(piece)
            passed += judged[1:] if first and self._escaped and judged == piece else judged
            first = False
            lone = judged == ESCAPE
        self._escaped = lone
        return bytes(passed)

    def _judged(self, piece: bytes) -> bytes:
        if _SIZE.match(piece) or len(piece) > _LONGEST:
            return self._throw(piece, "size")
        if self._pasting is not None and self._clock() - self._pasting > self._limits.paste_time:
            # Whatever did not end is ended, or keys would be taken for pasted text for ever.
            self._pasting = None
            return PASTED + self._judged(piece) if piece != PASTED else PASTED
        if piece == PASTE and self._pasting is None:
            self._pasting, self._pasted = self._clock(), 0
            return piece
        if piece == PASTED:
            ended, self._pasting = self._pasting is not None, None
            return piece if ended else b""
        if self._pasting is not None:
            self._pasted += len(piece)
            return piece if self._pasted <= self._limits.paste else self._throw(piece, "paste")
        return piece if self._keys.take() else self._throw(piece, "keys")

    def _throw(self, piece: bytes, why: str) -> bytes:
        self.thrown += len(piece)
        self.why = why
        return b""
