"""What each player's open acts say about the loyalties he hides.

Evidence is gathered from what everybody sees, so it is the same for all and gives nothing away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from math import exp
from random import Random

from msgspec import Struct

from rules.ask import Event, Value
from rules.whispers.layout import SLOTS, VALUES, Board
from rules.whispers.view import UNKNOWN, View

# How much an act in favour of an empire says, in log odds for each point the empire is worth to the player: a
# city won for it, a banner added, a banner lost by a fight, an agent placed in its council.
_CITY, _BANNER, _LOSS, _AGENT = 0.35, 0.025, 0.06, 0.1
# How much a chance to swap that was not used speaks against tokens, in log odds for each point that the best swap
# would have brought more than this many.
_REGRET, _PATIENCE = 0.5, 1.0


class Chance(Struct, frozen=True):
    """A chance to swap loyalty tokens, as everybody saw it.

    `cities`: how many each empire had; `gain`: points as they stood that the swap made brought, 0 for none.
    """

    cities: tuple[int, ...]
    gain: float


class Evidence(Struct):
    """What the acts of each player said of his tokens.

    `favours`: per player and empire how far they spoke for that empire, in log odds for each point of loyalty;
    `chances`: per player how he used his chances to swap; `player`: whose act is being told; `holder`: which
    empire controls each region, as far as the acts told it.
    """

    favours: list[list[float]]
    chances: list[list[Chance]] = []
    player: int = 0
    holder: list[int] = []

    @classmethod
    def none(cls, players: int, empires: int) -> Evidence:
        """Nothing seen yet."""
        return cls([[0.0] * empires for _ in range(players)], [[] for _ in range(players)])

    @classmethod
    def seen(cls, view: View, history: Iterable[Iterable[Event]]) -> Evidence:
        """All that the events of a match so far, in their order, told everybody."""
        found = cls.none(view.players, len(view.reserve))
        for events in history:
            found.note(view.board(), events)
        return found

    def note(self, board: Board, events: Iterable[Event]) -> None:
        """Take in what the events of one answer told everybody."""
        self.holder = self.holder or list(board.home)
        for event in events:
            if event.only is not None:
                continue
            player = event.values.get("player")
            self.player = player if isinstance(player, int) else self.player
            if event.key in _READERS:
                _READERS[event.key](board, self, event.values)


Values = Mapping[str, Value]


def _deploy(board: Board, seen: Evidence, values: Values) -> None:
    _agent(board, seen, values, _AGENT)


def _recall(board: Board, seen: Evidence, values: Values) -> None:
    _agent(board, seen, values, -_AGENT / 2)


def _agent(board: Board, seen: Evidence, values: Values, weight: float) -> None:
    kind, _, place = str(values["place"]).partition(":")
    if kind == "seat":
        seen.favours[seen.player][board.seat[place] // board.council_size] += weight


def _add(board: Board, seen: Evidence, values: Values) -> None:
    seen.favours[seen.player][board.empire[str(values["empire"])]] += _BANNER * int(str(values["count"]))


def _battle(board: Board, seen: Evidence, values: Values) -> None:
    favour = seen.favours[seen.player]
    empire, enemy = board.empire[str(values["empire"])], board.empire[str(values["enemy"])]
    traded, target = int(str(values["traded"])), board.region[str(values["target"])]
    holder = board.empire[str(values["holder"])]
    favour[enemy] -= _LOSS * traded
    favour[empire] -= _LOSS * (traded + int(str(values["fort"])))
    if board.city[target]:
        favour[holder] += _CITY
        favour[enemy] -= _CITY
    seen.holder[target] = holder


def _destroy(board: Board, seen: Evidence, values: Values) -> None:
    seen.favours[seen.player][board.empire[str(values["empire"])]] -= _LOSS * int(str(values["count"]))
    if "holder" in values:
        seen.holder[board.region[str(values["region"])]] = board.empire[str(values["holder"])]


def _disperse(board: Board, seen: Evidence, values: Values) -> None:
    region = board.region[str(values["region"])]
    seen.holder[region] = board.home[region]


def _keep(board: Board, seen: Evidence, values: Values) -> None:
    seen.chances[seen.player].append(Chance(_cities(board, seen), 0.0))


def _swap(board: Board, seen: Evidence, values: Values) -> None:
    cities = _cities(board, seen)
    first, second = (VALUES[SLOTS.index(str(values[name]))] for name in ("first", "second"))
    one, other = (cities[board.empire[str(values[name])]] for name in ("first_empire", "second_empire"))
    seen.chances[seen.player].append(Chance(cities, (first - second) * (one - other)))


def _cities(board: Board, seen: Evidence) -> tuple[int, ...]:
    counts = [0] * len(board.empires)
    for city in board.icons["city"]:
        counts[seen.holder[city]] += 1
    return tuple(counts)


_READERS: dict[str, Callable[[Board, Evidence, Values], None]] = {
    "deploy": _deploy,
    "recall": _recall,
    "add": _add,
    "battle": _battle,
    "destroy": _destroy,
    "disperse": _disperse,
    "disperse-reserve": _disperse,
    "keep": _keep,
    "loyalty-swap": _swap,
}


class Beliefs:
    """How likely each order of the hidden tokens of each player is."""

    def __init__(self, view: View, evidence: Evidence | None) -> None:
        """`view` says which tokens are shown; tokens of the viewer himself are no question to him."""
        self._view = view
        nothing = evidence or Evidence.none(view.players, len(view.reserve))
        self._tables = [
            _table(tuple(slots), tuple(nothing.favours[player]), tuple(nothing.chances[player]))
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


@lru_cache(maxsize=16)
def _table(
    slots: tuple[int, ...], favour: tuple[float, ...], chances: tuple[Chance, ...]
) -> tuple[list[tuple[int, ...]], list[float]]:
    """The orders of the five empires that fit the tokens shown, and how likely each is."""
    hidden = [empire for empire in range(len(slots)) if empire not in slots]
    open_slots = [slot for slot, held in enumerate(slots) if held == UNKNOWN]
    orders, weights = [], []
    for order in permutations(hidden):
        rest = iter(order)
        full = tuple([next(rest) if held == UNKNOWN else held for held in slots])
        odds = sum([VALUES[slot] * favour[empire] for slot, empire in enumerate(full)])
        for chance in chances:
            missed = missed_gain(full, open_slots, chance)
            if missed > _PATIENCE:
                odds -= _REGRET * (missed - _PATIENCE)
        orders.append(full)
        weights.append(exp(odds))
    total = sum(weights)
    return orders, [weight / total for weight in weights]


def missed_gain(slots: Sequence[int], hidden: Sequence[int], chance: Chance) -> float:
    """How many points more the best swap of these tokens would have brought than what was done."""
    best, cities = 0.0, chance.cities
    for place, one in enumerate(hidden):
        for other in hidden[place + 1 :]:
            gain = (VALUES[one] - VALUES[other]) * (cities[slots[other]] - cities[slots[one]])
            if gain > best:
                best = gain
    return best - chance.gain
