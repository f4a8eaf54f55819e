"""How much one end may ask of the host: rates that fill up again, and the fixed bounds."""

from __future__ import annotations

import time
from collections import OrderedDict

# Seconds.
AUTHENTICATE = 5.0
WHOLE_FRAME = 5.0
# A client says something at least every `HEARTBEAT` seconds; whoever is silent for `SILENCE` is gone.
HEARTBEAT = 10.0
SILENCE = 35.0
# A reader that takes nothing for so long is cut off; it comes back by itself and gets the newest.
SLOW_READER = 10.0
# Somebody away for so long is said to have gone.
GONE = 5.0
# Somebody away so long may be replaced by the others at the table.
AWAY = 60.0
MOST_CONNECTIONS = 256
MOST_PER_ADDRESS = 64
MOST_TABLES = 64
# Answers to requests that nobody has taken yet.
MOST_REPLIES = 64
# Bytes that may wait for a reader before the host stops writing to him.
BACKLOG = 65_536
# Faults in the protocol before a connection is ended.
STRIKES = 8
MOST_WRONG_CODES = 5
KEPT_LINES = 100
# The bot that answers when a clock has run out, and takes the places of those who are missing.
STAND_IN = "greedy"


class Bucket:
    """A right to do something `burst` times at once, which grows again by `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> float:
        """Use the right once; 0, or how many seconds too early that was, and then it is not used."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self.rate


class Buckets:
    """A bucket for each of the latest `most` names."""

    def __init__(self, rate: float, burst: float, most: int = 1024) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> float:
        """As `Bucket.take`, for that name."""
        bucket = self._buckets.pop(name, None) or Bucket(self.rate, self.burst)
        self._buckets[name] = bucket
        while len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket.take()
