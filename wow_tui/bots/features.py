"""A table in figures, as one player sees his chances in it: what the bots weigh.

Everything comes from his view; of a state only that is read which the view shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.whispers.frames import Council, Deploy, Discard, Loyalty, NewRound, TakeBack
from rules.whispers.layout import VALUES, Board
from rules.whispers.state import State
from rules.whispers.view import UNKNOWN, View

# In which part of a round a state stands: what follows differs, so each has weights of its own.
PHASES = ("deploy", "act", "end")
_DEPLOYS, _ENDS = (TakeBack, Deploy, NewRound), (Loyalty, Discard)

# All but the plain counts are summed over empires, or cities, times what a city of that empire is worth to
# the player against the others. `good`/`bad`: a city that a stronger army beside it could take, for better or
# worse; `mine`, `theirs`, `later`: because a seat of the player, only seats of others, or nobody can still attack
# with that empire in this round. `like`/`spite`: seats of the player for empires he wants strong, or weak.
NAMES = (
    "cities",
    "banners",
    "regions",
    "farms",
    "forts",
    "good-mine",
    "good-theirs",
    "good-later",
    "bad-mine",
    "bad-theirs",
    "bad-later",
    "near",
    "like-now",
    "spite-now",
    "others-now",
    "like-later",
    "spite-later",
    "others-later",
    "hand",
    "hands",
    "swaps",
)


@lru_cache(maxsize=8)
def _targets(board: Board) -> list[tuple[int, int, tuple[int, ...]]]:
    """Each city with the strength of its fort and the regions around it."""
    return [(city, int(board.fort[city]), board.adjacent[city]) for city in board.icons["city"]]


@lru_cache(maxsize=8)
def _attackers(board: Board) -> tuple[bool, ...]:
    """Per seat whether it may attack."""
    return tuple(any(action.kind == "attack" for action in actions) for actions in board.actions)


def expected(view: View, player: int) -> list[float]:
    """The value of a city of each empire to one player as far as his tokens are shown: the mean of what is left."""
    slots = view.loyalty[player]
    unknown = [value for value, held in zip(VALUES, slots, strict=True) if held == UNKNOWN]
    out = [sum(unknown) / len(unknown) if unknown else 0.0] * len(view.reserve)
    for value, held in zip(VALUES, slots, strict=True):
        if held != UNKNOWN:
            out[held] = float(value)
    return out


def phase(state: State) -> int:
    """The place in PHASES of a state that is not over."""
    top = state.agenda[-1]
    return 0 if isinstance(top, _DEPLOYS) else 2 if isinstance(top, _ENDS) else 1


class Features:
    """Makes figures of states for one player."""

    def __init__(self, board: Board, player: int, rivals: Sequence[float]) -> None:
        """`rivals`: per empire what a city of its is worth to the others, to be set against one's own value."""
        self._me, self._board, self._rivals = player, board, list(rivals)
        self._cities, self._attackers = _targets(board), _attackers(board)
        self._size, self._limit = board.council_size, board.hand_limit
        self._farms, self._forts = board.icons["farm"], board.icons["fort"]
        self._values: dict[tuple[int, ...], list[float]] = {}
        self._known: dict[tuple[object, ...], tuple[list[int], list[float]]] = {}

    def values(self, slots: Sequence[int]) -> list[float]:
        """Per empire what a city of its is worth to the player with these tokens, against the others."""
        key = tuple(slots)
        found = self._values.get(key)
        if found is None:
            found = [0.0] * len(key)
            for empire, value in zip(key, VALUES, strict=True):
                found[empire] = value - self._rivals[empire]
            self._values[key] = found
        return found

    def of(self, state: State) -> list[float]:
        """The figures of a state, in the order of NAMES."""
        me = self._me
        values = self.values(state.loyalty[me])
        who, seats = self._seats(state, values)
        holder, hands = state.holder, state.hands
        cities, threats = self._map(state, values, who)
        for owner, region in state.posts:
            if owner == me:
                cities += values[holder[region]]
        banners = -sum(map(float.__mul__, values, map(float, state.reserve)))
        out = [cities, banners, sum([values[empire] for empire in holder])]
        out.append(sum([values[holder[region]] for region in self._farms]))
        out.append(sum([values[holder[region]] for region in self._forts]))
        out += threats
        out += seats
        mine = min(len(hands[me]), self._limit)
        out.append(float(mine))
        out.append(float(sum(map(len, hands)) - len(hands[me])))
        out.append(float(state.swaps[me]))
        return out

    def _map(self, state: State, values: list[float], who: list[int]) -> tuple[float, list[float]]:
        """The cities as they stand, and as they may fall to an army beside them."""
        holder, banners = state.holder, state.banners
        threats = [0.0] * 7
        total = 0.0
        for city, fort, around in self._cities:
            owner = holder[city]
            worth, strength = values[owner], banners[city] + fort
            total += worth
            for region in around:
                if banners[region] >= strength:
                    other = holder[region]
                    if other == owner:
                        continue
                    change = values[other] - worth
                    if banners[region] == strength:
                        threats[6] += change
                    else:
                        threats[who[other] + (0 if change > 0 else 3)] += change
        return total, threats

    def _seats(self, state: State, values: list[float]) -> tuple[list[int], list[float]]:
        """Per empire who can still attack with it in this round; and the sums over seats."""
        councils = tuple([(frame.empire, frame.place) for frame in state.agenda if isinstance(frame, Council)])
        key = (*state.seats, councils, tuple(state.loyalty[self._me]))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._count(state.seats, dict(councils), values)
        return found

    def _count(self, seats: list[int], councils: dict[int, int], values: list[float]) -> tuple[list[int], list[float]]:
        size, me = self._size, self._me
        who, sums = [], [0.0] * 6
        for empire, value in enumerate(values):
            mine = theirs = False
            start, owner = councils.get(empire, size), -1
            for place in range(size - 1, -1, -1):
                seat = empire * size + place
                owner = seats[seat] if seats[seat] >= 0 else owner
                if owner < 0:
                    continue
                now = 0 if place >= start else 3
                if owner != me:
                    sums[now + 2] += value
                elif value > 0:
                    sums[now] += value
                else:
                    sums[now + 1] -= value
                if not now and self._attackers[seat]:
                    mine, theirs = mine or owner == me, theirs or owner != me
            who.append(0 if mine else 1 if theirs else 2)
        return who, sums
