"""What each player's open acts say about the loyalties he hides.

Evidence is gathered from what everybody sees, so it is the same for all and gives nothing away.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from math import exp
from random import Random

from msgspec import Struct

from rules.ask import Event
from rules.whispers.layout import VALUES, Board
from rules.whispers.view import UNKNOWN, View

# How much an act in favour of an empire says, in log odds for each point the empire is worth to the player: a
# city won for it, a banner added, a banner lost by a fight, an agent placed in its council.
_CITY, _BANNER, _LOSS, _AGENT = 0.25, 0.02, 0.05, 0.12


class Evidence(Struct):
    """Per player and empire how far his acts spoke for that empire, in log odds for each point of loyalty.

    `player`: whose act is being told.
    """

    favours: list[list[float]]
    player: int = 0

    @classmethod
    def none(cls, players: int, empires: int) -> Evidence:
        """Nothing seen yet."""
        return cls([[0.0] * empires for _ in range(players)])

    @classmethod
    def seen(cls, view: View, history: Iterable[Iterable[Event]]) -> Evidence:
        """All that the events of a match so far, in their order, told everybody."""
        found = cls.none(view.players, len(view.reserve))
        for events in history:
            found.note(view.board(), events)
        return found

    def note(self, board: Board, events: Iterable[Event]) -> None:
        """Take in what the events of one answer told everybody."""
        for event in events:
            if event.only is not None:
                continue
            player = event.values.get("player")
            self.player = player if isinstance(player, int) else self.player
            if event.key in _READERS:
                _READERS[event.key](board, self.favours[self.player], event.values)


def _deploy(board: Board, favour: list[float], values: object) -> None:
    kind, _, place = str(_get(values, "place")).partition(":")
    if kind == "seat":
        favour[board.seat[place] // board.council_size] += _AGENT


def _recall(board: Board, favour: list[float], values: object) -> None:
    kind, _, place = str(_get(values, "place")).partition(":")
    if kind == "seat":
        favour[board.seat[place] // board.council_size] -= _AGENT / 2


def _add(board: Board, favour: list[float], values: object) -> None:
    favour[board.empire[str(_get(values, "empire"))]] += _BANNER * int(str(_get(values, "count")))


def _battle(board: Board, favour: list[float], values: object) -> None:
    empire, enemy = board.empire[str(_get(values, "empire"))], board.empire[str(_get(values, "enemy"))]
    traded = int(str(_get(values, "traded")))
    favour[enemy] -= _LOSS * traded
    favour[empire] -= _LOSS * (traded + int(str(_get(values, "fort"))))
    if board.city[board.region[str(_get(values, "target"))]]:
        holder = board.empire[str(_get(values, "holder"))]
        favour[holder] += _CITY
        favour[enemy] -= _CITY


def _destroy(board: Board, favour: list[float], values: object) -> None:
    favour[board.empire[str(_get(values, "empire"))]] -= _LOSS * int(str(_get(values, "count")))


def _get(values: object, name: str) -> object:
    assert isinstance(values, dict)
    return values[name]


_READERS = {"deploy": _deploy, "recall": _recall, "add": _add, "battle": _battle, "destroy": _destroy}


class Beliefs:
    """How likely each order of the hidden tokens of each player is."""

    def __init__(self, view: View, evidence: Evidence | None) -> None:
        """`view` says which tokens are shown; tokens of the viewer himself are no question to him."""
        self._view = view
        self._tables = [
            _table(slots, evidence.favours[player] if evidence is not None else [0.0] * len(view.reserve))
            for player, slots in enumerate(view.loyalty)
        ]

    def values(self, player: int) -> list[float]:
        """Per empire the expected points of a city to that player."""
        out = [0.0] * len(self._view.reserve)
        for slots, weight in zip(*self._tables[player], strict=True):
            for value, empire in zip(VALUES, slots, strict=True):
                out[empire] += weight * value
        return out

    def favourite(self, player: int) -> tuple[int, float]:
        """The empire most likely to be his Devout one, and how likely that is."""
        chances = [0.0] * len(self._view.reserve)
        for slots, weight in zip(*self._tables[player], strict=True):
            chances[slots[0]] += weight
        best = max(range(len(chances)), key=chances.__getitem__)
        return best, chances[best]

    def chance(self, player: int, slots: list[int]) -> float:
        """How likely this very order is."""
        orders, weights = self._tables[player]
        return sum(weight for order, weight in zip(orders, weights, strict=True) if list(order) == slots)

    def draw(self, random: Random) -> list[list[int]]:
        """Loyalties of all players, each as likely as it is believed; favourites differ where they must."""
        view = self._view
        for _ in range(_TRIES):
            found = [
                list(orders[0]) if len(orders) == 1 else list(random.choices(orders, weights)[0])
                for orders, weights in self._tables
            ]
            first = [slots[0] for slots, swaps in zip(found, view.swaps, strict=True) if not swaps]
            if not view.options.unique_favourites or len(set(first)) == len(first):
                break
        return found


# As in `rules.whispers.imagine`: a failure to find different favourites is less likely than a fault.
_TRIES = 200


def _table(slots: list[int], favour: list[float]) -> tuple[list[tuple[int, ...]], list[float]]:
    """The orders of the five empires that fit the tokens shown, and how likely each is."""
    hidden = [empire for empire in range(len(slots)) if empire not in slots]
    orders, weights = [], []
    for order in permutations(hidden):
        rest = iter(order)
        full = tuple([next(rest) if held == UNKNOWN else held for held in slots])
        orders.append(full)
        weights.append(exp(sum([VALUES[slot] * favour[empire] for slot, empire in enumerate(full)])))
    total = sum(weights)
    return orders, [weight / total for weight in weights]
