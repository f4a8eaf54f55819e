"""What a table promises one player: how likely he wins, over ways the rest of the match may go.

All of it is made from his view and what is believed of the others; of a state it reads only what that view shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import exp
from operator import mul
from random import Random

from rules.whispers.frames import Council, Flight, Loyalty, NewRound
from rules.whispers.state import State
from rules.whispers.view import View
from wow_tui.bots.beliefs import Beliefs
from wow_tui.bots.chart import worths
from wow_tui.bots.forecast import Wills, between, forecast, terrain, to_go
from wow_tui.bots.worth import Weights, Worth

# How many ways the match may go are weighed, and how far cities come to differ from the forecast, with so many
# rounds to go.
WORLDS = 16
_SPREAD = (0.0, 0.6, 0.8, 1.0, 1.4)
# A difference in points that makes a win e times as likely: at the end, and more for each round to go.
_SLOPE, _BLUR = 0.7, 0.4
# What ties are worth, in points: a swap spent, a card held; what a card in hand is worth besides for each round left.
_SWAP, _CARD = 0.4, 0.05
_HAND = 0.1

# What a point counts of what a table is worth as it stands, which knows more of banners, seats and cards: two
# judgements that go wrong in different ways are together better than each.
_SENSE = 0.7
# How many arrangements of tokens are kept in mind per player and world: those that are best as the view shows it.
_KEPT = 3

# What a city of each empire is worth with one arrangement of tokens, and what the noise of a world adds to it.
Arrangement = tuple[list[float], float]


class Outlook:
    """Judges states for the viewer of one view: the chance to win, in hundredths."""

    def __init__(self, view: View, beliefs: Beliefs, random: Random, worlds: int = WORLDS) -> None:
        """`view` must be a player's, not a spectator's. `worlds`: how many ways the match may go are weighed."""
        assert view.viewer is not None
        self._me, self._land = view.viewer, terrain(view.board())
        self._limit = view.board().hand_limit
        self._wants = [beliefs.values(player) for player in range(view.players)]
        self._wills: dict[tuple[object, ...], Wills] = {}
        # Of a swap of tokens the forecast tells more than what they bring as the cities stand.
        swapping = bool(view.pending) and isinstance(view.pending[-1], Loyalty)
        self._sense = None if swapping else Worth(view, Weights(), self._wants)
        self._start: float | None = None
        empires = len(view.reserve)
        half = [_noise(random, empires) for _ in range(worlds // 2)]
        # Each turn of fortune comes with its opposite, so that few of them are fair.
        self._noise = half + [[-by for by in noise] for noise in half]
        self._held = [beliefs.draw(random) for _ in self._noise]
        self._best: dict[tuple[object, ...], list[list[Arrangement]]] = {}

    def of(self, state: State) -> float:
        """What a state promises; higher is better."""
        land, me = self._land, self._me
        left = land.rounds - state.round if state.agenda else 0
        time = to_go(state, land)
        cities = [max(0.0, count) for count in forecast(state, land, self._will(state), time)]
        extra = self._extra(state, left)
        whole, part = between(time, len(_SPREAD))
        spread = _SPREAD[whole] + part * (_SPREAD[whole + 1] - _SPREAD[whole])
        if self._sense:
            worth = self._sense.of(state)
            # What counts is how far a state is better than the first one looked at.
            self._start = worth if self._start is None else self._start
            extra[me] += _SENSE * (worth - self._start)
        hopes = []
        for player, swaps in enumerate(chances(state, left)):
            more = extra[player]
            hopes.append(
                [
                    more + max([sum(map(mul, values, cities)) + spread * noise for values, noise in kept])
                    for kept in self._arrangements(state, player, swaps, cities)
                ]
            )
        own = hopes.pop(me)
        total, slope = 0.0, _SLOPE + _BLUR * time
        for mine, others in zip(own, zip(*hopes, strict=True), strict=True):
            total += 1 / (1 + exp((max(others) - mine) / slope))
        return 100 * total / len(own)

    def _arrangements(self, state: State, player: int, swaps: int, cities: Sequence[float]) -> list[list[Arrangement]]:
        """Per world the arrangements of his tokens that a player would come to, the best ones first."""
        own = tuple(state.loyalty[player]) if player == self._me else None
        key = (player, own, state.shown[player], min(2, swaps))
        found = self._best.get(key)
        if found is None:
            found = self._best[key] = []
            for noise, held in zip(self._noise, self._held, strict=True):
                slots = own or held[player]
                count = [value + by for value, by in zip(cities, noise, strict=True)]
                every = arrangements(slots, state.shown[player], swaps)
                every.sort(key=lambda values: -sum(map(mul, values, count)))
                found.append([(values, sum(map(mul, values, noise))) for values in every[:_KEPT]])
        return found

    def _extra(self, state: State, left: int) -> list[float]:
        """Per player what ties and hands are worth, and agents on regions."""
        out = [
            (_CARD + _HAND * left) * min(len(hand), self._limit) - _SWAP * swaps
            for hand, swaps in zip(state.hands, state.swaps, strict=True)
        ]
        for owner, region in state.posts:
            want = self._values(state) if owner == self._me else self._wants[owner]
            out[owner] += want[state.holder[region]]
        return out

    def _values(self, state: State) -> list[float]:
        return worths(tuple(state.loyalty[self._me]))

    def _will(self, state: State) -> Wills:
        councils = tuple([(frame.empire, frame.place) for frame in state.agenda if isinstance(frame, Council)])
        key = (*state.seats, *state.loyalty[self._me], councils)
        found = self._wills.get(key)
        if found is None:
            wants = self._wants[:]
            wants[self._me] = self._values(state)
            found = self._wills[key] = Wills(state, self._land, wants)
        return found

    def hope(self, state: State) -> float:
        """What more a state may become that stands in the middle of an attack on a city, if cards win it."""
        frame = state.agenda[-1] if state.agenda else None
        if not isinstance(frame, Flight) or not state.board().city[frame.target]:
            return 0.0
        values = self._values(state)
        return max(0.0, 3 * (values[frame.empire] - values[state.holder[frame.target]]))


def chances(state: State, left: int) -> list[int]:
    """Per player at how many ends of a round he may still swap."""
    players = state.players
    for frame in reversed(state.agenda):
        if isinstance(frame, Loyalty):
            return [left - ((player - state.first) % players < frame.turn) for player in range(players)]
        if isinstance(frame, NewRound):
            return [left - 1] * players
        if isinstance(frame, Council):
            break
    return [left] * players


def arrangements(slots: Sequence[int], shown: int, chances: int) -> list[list[float]]:
    """What a city of each empire is worth with these tokens, and after each of the swaps that are still open."""
    found = {tuple(slots): shown}
    fresh = found
    for _ in range(min(2, chances)):
        fresh = {one: mask for start in fresh.items() for one, mask in _swapped(*start) if one not in found}
        found |= fresh
    return [worths(one) for one in found]


def _swapped(slots: tuple[int, ...], shown: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each exchange of two tokens that are face down."""
    hidden = [slot for slot in range(len(slots)) if not shown >> slot & 1]
    for one, other in combinations(hidden, 2):
        after = list(slots)
        after[one], after[other] = slots[other], slots[one]
        yield tuple(after), shown | 1 << one | 1 << other


def _noise(random: Random, empires: int) -> list[float]:
    """How cities come to differ from what is expected; what one empire gains the others lose."""
    found = [random.gauss(0, 1) for _ in range(empires)]
    mean = sum(found) / empires
    return [value - mean for value in found]
