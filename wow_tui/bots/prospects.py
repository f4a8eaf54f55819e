"""What a table promises one player: the cities as they stand, and as the seats still to act may change them.

All of it is made from his view; of a state it reads only what that view shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from rules.whispers.frames import Council, Flight
from rules.whispers.layout import Board
from rules.whispers.state import State
from rules.whispers.view import View
from wow_tui.bots.worth import city_values, expected, targets


class Scales(Struct, frozen=True):
    """How much each thing counts, in points of difference to the others, or as a chance.

    `rivals`: the mean expected points of the others against one's own; `mine`, `theirs`: the chance that one
    attack by a seat of one's own, or of somebody else's, this round takes a city it could take for good, or
    to one's harm; `later`: the same for each round after this one; `near`: what of that is left where the
    attackers are as strong as the defence only; `banner`: a banner on the map; `card`: a card in hand;
    `seat`: a seat of one's own to act; `spite`: what of that is left for an empire one wants weak;
    `swaps`: a loyalty swap spent, by the number of rounds left.
    """

    rivals: float = 0.8
    mine: float = 0.5
    theirs: float = 0.2
    later: float = 0.15
    near: float = 0.3
    banner: float = 0.03
    cards: tuple[float, float, float, float] = (0.0, 0.4, 0.9, 1.5)
    seat: float = 0.15
    spite: float = 1.0
    swaps: tuple[float, float, float, float] = (0.0, 2.5, 5.0, 9.0)


@lru_cache(maxsize=8)
def _attackers(board: Board) -> tuple[bool, ...]:
    """Per seat whether it may attack."""
    return tuple(any(action.kind == "attack" for action in actions) for actions in board.actions)


class Prospects:
    """Judges states for the viewer of one view, in points ahead of the others."""

    def __init__(
        self, view: View, scales: Scales | None = None, others: Sequence[Sequence[float]] | None = None
    ) -> None:
        """`view` must be a player's, not a spectator's. `others`: per player the expected value of a city of
        each empire, where more is known of it than the tokens shown."""
        assert view.viewer is not None
        self._me, self._board = view.viewer, view.board()
        self._scales = scales = scales or Scales()
        held = others or [expected(view, player) for player in range(view.players)]
        rest = [held[player] for player in range(view.players) if player != self._me]
        self._rivals = [scales.rivals * sum(values) / len(rest) for values in zip(*rest, strict=True)]
        self._cities, self._attackers = targets(self._board), _attackers(self._board)
        self._size, self._rounds = self._board.council_size, self._board.rounds
        self._values: dict[tuple[int, ...], list[float]] = {}
        self._chances: dict[tuple[object, ...], tuple[list[float], list[float], float]] = {}

    def values(self, slots: Sequence[int]) -> list[float]:
        """Per empire what a city of its is worth to the viewer with these tokens, against the others."""
        key = tuple(slots)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = city_values(key, self._rivals)
        return found

    def of(self, state: State) -> float:
        """What a state promises, in points; higher is better."""
        me, scales = self._me, self._scales
        slots = state.loyalty[me]
        values = self.values(slots)
        gain, loss, seats = self._seats(state, values)
        left = self._rounds - state.round if state.agenda else 0
        total = self._map(state, values, gain, loss)
        for owner, region in state.posts:
            if owner == me:
                total += values[state.holder[region]]
        banners = 0.0
        for value, reserve in zip(values, state.reserve, strict=True):
            banners -= value * reserve
        hand = min(len(state.hands[me]), self._board.hand_limit) * scales.cards[left]
        return total + seats + scales.banner * (left + 1) * banners + hand - scales.swaps[left] * state.swaps[me]

    def hope(self, state: State) -> float:
        """What more a state may become that stands in the middle of an attack on a city, if cards win it."""
        frame = state.agenda[-1] if state.agenda else None
        if not isinstance(frame, Flight) or not self._board.city[frame.target]:
            return 0.0
        values = self.values(state.loyalty[self._me])
        return max(0.0, values[frame.empire] - values[state.holder[frame.target]])

    def _map(self, state: State, values: list[float], gain: list[float], loss: list[float]) -> float:
        """Cities as they stand, and as they may fall to an army beside them."""
        holder, banners, near = state.holder, state.banners, self._scales.near
        total = 0.0
        for city, fort, around in self._cities:
            owner = holder[city]
            worth, strength = values[owner], banners[city] + fort
            total += worth
            for region in around:
                other = holder[region]
                if other != owner and banners[region] >= strength:
                    change = values[other] - worth
                    part = gain[other] * change if change > 0 else loss[other] * change
                    total += part if banners[region] > strength else near * part
        return total

    def _seats(self, state: State, values: list[float]) -> tuple[list[float], list[float], float]:
        """Per empire the chance that an attack that is good, or bad, for the viewer is made; and what the seats
        of his own are worth that are still to act."""
        councils = tuple((frame.empire, frame.place) for frame in state.agenda if isinstance(frame, Council))
        key = (*state.seats, councils, state.round, tuple(state.loyalty[self._me]))
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._chance(state, dict(councils), values)
        return found

    def _chance(
        self, state: State, councils: dict[int, int], values: list[float]
    ) -> tuple[list[float], list[float], float]:
        scales, size, me = self._scales, self._size, self._me
        left = self._rounds - state.round
        later = (1 - scales.later) ** left
        gain, loss, seats = [], [], 0.0
        for empire, value in enumerate(values):
            mine = theirs = 0
            matter = value if value > 0 else -value * scales.spite
            start, owner = councils.get(empire, size), -1
            for place in range(size - 1, -1, -1):
                seat = empire * size + place
                owner = state.seats[seat] if state.seats[seat] >= 0 else owner
                if owner < 0:
                    continue
                if place >= start:
                    if owner == me:
                        mine += self._attackers[seat]
                    else:
                        theirs += self._attackers[seat]
                if owner == me:
                    seats += scales.seat * matter * ((place >= start) + 0.5 * left)
            gain.append(1 - (1 - scales.mine) ** mine * (1 - scales.theirs) ** theirs * later)
            loss.append(1 - (1 - scales.theirs) ** theirs * later)
        return gain, loss, seats
