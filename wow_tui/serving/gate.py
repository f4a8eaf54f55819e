"""Who may come in: counts of connections per address and in all, and who has to go for a newcomer."""

from __future__ import annotations

import ipaddress
from collections import deque
from collections.abc import Callable, Iterable

from wow_tui.serving.limits import Limits

# Addresses whose wrong codes are remembered.
_MOST_ADDRESSES = 4096
CONNECTED, TALKING, ADMITTED = range(3)


class Visitor:
    """One connection. `stage`: connected, talking (it has begun to say who it is), or admitted."""

    def __init__(self, address: str, since: float, send_away: Callable[[], object]) -> None:
        self.address, self.since, self.send_away = address, since, send_away
        self.stage = CONNECTED


def group(address: str) -> str:
    """What counts as one address: of IPv6 the network that one household gets."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Gate:
    """All connections there are."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self.visitors: set[Visitor] = set()
        self._wrong: dict[str, deque[float]] = {}

    def enter(self, address: str, send_away: Callable[[], object]) -> tuple[Visitor | None, list[Visitor]]:
        """A visitor for a new connection, or None if there are too many; and who has to leave for it.

        Newcomers who have not said who they are give way to newer ones, the silent and old first: whoever
        holds many connections open keeps nobody out.
        """
        address = group(address)
        leave: list[Visitor] = []
        newcomers = [visitor for visitor in self.visitors if visitor.stage != ADMITTED]
        same = [visitor for visitor in newcomers if visitor.address == address]
        if len(same) >= self._limits.newcomers_per_address:
            leave.append(_first_to_go(same))
        elif len(newcomers) >= self._limits.newcomers:
            leave.append(_first_to_go(newcomers))
        elif len(self.visitors) >= self._limits.connections:
            return None, []
        self.visitors.difference_update(leave)
        visitor = Visitor(address, self._clock(), send_away)
        self.visitors.add(visitor)
        return visitor, leave

    def admit(self, visitor: Visitor) -> bool:
        """Let a newcomer play, if there is room."""
        admitted = [other for other in self.visitors if other.stage == ADMITTED]
        same = sum(other.address == visitor.address for other in admitted)
        if len(admitted) >= self._limits.sessions or same >= self._limits.sessions_per_address:
            return False
        visitor.stage = ADMITTED
        return True

    def leave(self, visitor: Visitor) -> None:
        """A connection has ended."""
        self.visitors.discard(visitor)

    def wrong(self, visitor: Visitor) -> None:
        """It gave a wrong code."""
        times = self._wrong.pop(visitor.address, None) or deque(maxlen=self._limits.wrong_per_address)
        times.append(self._clock())
        # Put at the end, so that the address silent for longest is forgotten first.
        self._wrong[visitor.address] = times
        while len(self._wrong) > _MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]

    def must_wait(self, visitor: Visitor) -> bool:
        """Whether too many wrong codes came from its address just now."""
        times = self._wrong.get(visitor.address)
        return (
            times is not None
            and len(times) >= self._limits.wrong_per_address
            and self._clock() - times[0] < self._limits.wrong_time
        )


def _first_to_go(visitors: Iterable[Visitor]) -> Visitor:
    return min(visitors, key=lambda visitor: (visitor.stage, visitor.since))
