"""What a table is worth to one player: his points, and what they may become.

All of it is made from his view; of a state it reads only what that view shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from rules.whispers.frames import Council
from rules.whispers.layout import VALUES, Board
from rules.whispers.state import State
from rules.whispers.view import UNKNOWN, View


class Weights(Struct, frozen=True):
    """How much each thing counts, in points.

    `rivals`: how far the expected points of the others are held against a city; `threat`: the chance
    that a city next to a stronger enemy falls; `banner`: a banner of an empire worth one point a city;
    `card`: a card in hand for each round left; `seat`: a seat controlled, by how much its empire matters;
    `token`: a loyalty token shown, for each round left.
    """

    rivals: float = 0.8
    threat: float = 0.15
    banner: float = 0.02
    card: float = 0.25
    seat: float = 0.15
    token: float = 0.3


@lru_cache(maxsize=8)
def targets(board: Board) -> list[tuple[int, int, tuple[int, ...]]]:
    """Each city with the strength of its fort and the regions around it."""
    return [(city, int(board.fort[city]), board.adjacent[city]) for city in board.icons["city"]]


def expected(view: View, player: int) -> list[float]:
    """The value of a city of each empire to one player as far as his tokens are shown: the mean of what is left."""
    slots = view.loyalty[player]
    unknown = [value for value, held in zip(VALUES, slots, strict=True) if held == UNKNOWN]
    mean = sum(unknown) / len(unknown) if unknown else 0.0
    out = [mean] * len(view.reserve)
    for value, held in zip(VALUES, slots, strict=True):
        if held != UNKNOWN:
            out[held] = float(value)
    return out


def city_values(slots: Sequence[int], rivals: Sequence[float]) -> list[float]:
    """Per empire what a city of its is worth to whoever has these tokens, less what it is worth to the others."""
    values = [0.0] * len(slots)
    for empire, value in zip(slots, VALUES, strict=True):
        values[empire] = value - rivals[empire]
    return values


class Worth:
    """Judges states for the viewer of one view."""

    def __init__(self, view: View, weights: Weights, wants: Sequence[Sequence[float]] | None = None) -> None:
        """`view` must be a player's, not a spectator's. `wants`: per player the expected value of a city of each
        empire to him, where more is known of it than the tokens shown."""
        assert view.viewer is not None
        self._me, self._weights, board = view.viewer, weights, view.board()
        self._cities, self._size = targets(board), board.council_size
        wants = wants or [expected(view, player) for player in range(view.players)]
        held = [want for player, want in enumerate(wants) if player != self._me]
        self._rivals = [weights.rivals * (sum(values) / len(held)) for values in zip(*held, strict=True)]
        self._left = board.rounds - view.round
        self._danger = [weights.threat * can for can in self._may_attack(view)]
        self._hand_limit = board.hand_limit
        self._values: dict[tuple[int, ...], list[float]] = {}
        self._seats: list[int] = []
        self._seats_for: list[float] = []
        self._mattering = 0.0

    def _may_attack(self, view: View) -> list[float]:
        """Per empire whether it may still attack before the game ends: in the last round, once only."""
        if self._left:
            return [1.0] * len(self._rivals)
        still = {frame.empire for frame in view.pending if isinstance(frame, Council)}
        return [1.0 if empire in still else 0.0 for empire in range(len(self._rivals))]

    def of(self, state: State) -> float:
        """The worth of a state in points; higher is better."""
        slots = tuple(state.loyalty[self._me])
        values = self._values.get(slots)
        if values is None:
            values = self._values[slots] = city_values(slots, self._rivals)
        return self._board(state, values) + self._people(state, values)

    def _board(self, state: State, values: list[float]) -> float:
        """Cities and own agents on regions as they stand, cities that may fall, banners on the map."""
        holder, banners, danger = state.holder, state.banners, self._danger
        total = 0.0
        for city, fort, around in self._cities:
            mine = holder[city]
            worth, strength = values[mine], banners[city] + fort
            total += worth
            for region in around:
                if banners[region] > strength and holder[region] != mine:
                    other = holder[region]
                    total += danger[other] * (values[other] - worth)
        for owner, region in state.posts:
            if owner == self._me:
                total += values[holder[region]]
        strengths = self._weights.banner * (self._left + 1)
        return total - strengths * sum(map(float.__mul__, values, map(float, state.reserve)))

    def _people(self, state: State, values: list[float]) -> float:
        """Seats controlled, cards in hand, tokens shown."""
        weights, left, me = self._weights, self._left, self._me
        # Most options leave the agents where they are, so the last count is kept.
        if state.seats != self._seats or values is not self._seats_for:
            self._seats, self._seats_for = state.seats[:], values
            self._mattering = self._matter(state.seats, values)
        cards = weights.card * left * min(len(state.hands[me]), self._hand_limit)
        tokens = weights.token * left * state.shown[me].bit_count()
        return weights.seat * self._mattering + cards - tokens

    def _matter(self, seats: list[int], values: list[float]) -> float:
        """By how much the empires matter whose seats the player controls, his own or by delegation."""
        total, owner, size = 0.0, -1, self._size
        for seat in range(len(seats) - 1, -1, -1):
            if seat % size == size - 1:
                owner = -1
            if seats[seat] >= 0:
                owner = seats[seat]
            if owner == self._me:
                total += abs(values[seat // size])
        return total
