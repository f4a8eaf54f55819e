"""The rest of a match in outline, so fast that a search can play it to the end thousands of times.

Made from a state that was imagined behind a view. Banners, control, seats, rounds, loyalties and points are
those of the rules; cards count by their number only, each as one banner more in an attack, three at most.
`weighing` has the decisions: those a sensible player would weigh first, not all there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.whispers.frames import Act, Council, Deploy, Discard, Flight, Frame, Loyalty, NewRound, TakeBack
from rules.whispers.layout import VALUES
from rules.whispers.rounds import placed
from rules.whispers.state import State
from wow_tui.bots.chart import appear, chart, worths

TAKE, DEPLOY, ACT, SWAP, OVER = range(5)
Move = tuple[int, ...]
# The first number of a move: what kind it is.
(PLACE, RECALL, ADD, ATTACK, DRAW, SHIFT, PASS, KEEP, EXCHANGE) = range(9)

# How far the points of the others are held against one's own.
_RIVALS = 0.8


class Sketch:
    """A match in outline, which `apply` moves on. `player` is whose choice it is; `OVER` is the last `phase`."""

    __slots__ = (
        "banners",
        "chart",
        "decks",
        "empire",
        "first",
        "hands",
        "holder",
        "loyalty",
        "net",
        "pending",
        "per_round",
        "phase",
        "place",
        "player",
        "posts",
        "reserve",
        "round",
        "seat",
        "seats",
        "shown",
        "swaps",
        "turn",
        "turns",
    )

    def __init__(self, state: State) -> None:
        """The outline of a state that stands at a decision or is over; the rest of an action is left out."""
        self.chart = chart(state.board())
        self.holder, self.banners, self.reserve = state.holder[:], state.banners[:], state.reserve[:]
        self.seats, self.posts = state.seats[:], state.posts
        self.hands = [len(hand) for hand in state.hands]
        self.decks = [len(deck) for deck in state.decks]
        self.shown, self.swaps = state.shown[:], state.swaps[:]
        self.net: list[list[float]] = []
        self.loyalty: list[list[int]] = []
        self.believe(state.loyalty)
        self.round, self.first, self.per_round = state.round, state.first, placed(state)
        self.empire = self.place = self.turn = self.turns = self.player = 0
        self.seat = -1
        self.pending: list[tuple[int, int]] = []
        self.phase = self._read(state.agenda)
        self._settle()

    def copy(self) -> Sketch:
        """An independent copy."""
        other = Sketch.__new__(Sketch)
        other.chart, other.posts, other.per_round = self.chart, self.posts, self.per_round
        other.holder, other.banners, other.reserve = self.holder[:], self.banners[:], self.reserve[:]
        other.seats, other.hands, other.decks = self.seats[:], self.hands[:], self.decks[:]
        other.shown, other.swaps, other.pending = self.shown[:], self.swaps[:], self.pending[:]
        other.loyalty, other.net = self.loyalty, self.net
        other.round, other.first, other.phase, other.player = self.round, self.first, self.phase, self.player
        other.empire, other.place, other.seat = self.empire, self.place, self.seat
        other.turn, other.turns = self.turn, self.turns
        return other

    def believe(self, loyalty: Sequence[Sequence[int]]) -> None:
        """Play on with these loyalties: what each player wants, against what the others seem to want by the
        tokens they show. Whoever shows his tokens is played against."""
        self.loyalty = [list(slots) for slots in loyalty]
        self._want()

    def _want(self) -> None:
        seen = [appear(tuple(slots), shown) for slots, shown in zip(self.loyalty, self.shown, strict=True)]
        share = _RIVALS / (len(seen) - 1)
        total = [share * sum(values) for values in zip(*seen, strict=True)]
        self.net = [
            [own - rivals + share * mine for own, rivals, mine in zip(worths(tuple(slots)), total, look, strict=True)]
            for slots, look in zip(self.loyalty, seen, strict=True)
        ]

    def _read(self, agenda: list[Frame]) -> int:
        """Where the match stands, by what is still to be done."""
        if not agenda:
            return OVER
        self.pending = [(frame.empire, frame.place) for frame in agenda if isinstance(frame, Council)]
        for frame in agenda:
            if isinstance(frame, Flight):
                self.reserve[frame.empire] += frame.count
        top = agenda[-1]
        if isinstance(top, TakeBack | Deploy):
            self.turn = top.turn
            self.turns = top.turns if isinstance(top, Deploy) else len(self.hands)
            return TAKE if isinstance(top, TakeBack) else DEPLOY
        if isinstance(top, Loyalty | Discard | NewRound):
            self.turn = top.turn if isinstance(top, Loyalty) else len(self.hands)
            return SWAP
        if self.pending:
            self.empire, self.place = self.pending.pop()
        else:
            self.empire, self.place = len(self.reserve), 0
        # A seat that is to choose its action now has been passed by its council already.
        if isinstance(top, Act) and top.exchange and not top.only:
            self.place = top.seat % self.chart.size
        return ACT

    # Going on to the next decision

    def _settle(self) -> None:
        """Run on until somebody has a choice, or the match is over."""
        while self.phase != OVER:
            if self.phase == ACT:
                if self._next_seat():
                    return
            elif self._next_turn():
                return

    def _next_seat(self) -> bool:
        seats, size = self.seats, self.chart.size
        while self.place < size:
            start = self.empire * size
            for seat in range(start + self.place, start + size):
                if seats[seat] >= 0:
                    self.player, self.seat = seats[seat], start + self.place
                    return True
            break
        self._supply()
        if self.pending:
            self.empire, self.place = self.pending.pop()
        else:
            self._mark()
        return False

    def _supply(self) -> None:
        banners = self.banners
        if max(banners) > 4:
            for region, most in enumerate(self.chart.limit):
                if banners[region] > most and self.holder[region] == self.empire:
                    self.reserve[self.empire] += banners[region] - most
                    banners[region] = most

    def _mark(self) -> None:
        if self.round >= self.chart.rounds:
            self.phase = OVER
            return
        self.first = (self.first + 1) % len(self.hands)
        self.phase, self.turn = SWAP, 0

    def _next_turn(self) -> bool:
        players = len(self.hands)
        if self.phase == SWAP:
            if self.turn < players:
                self.player = (self.first + self.turn) % players
                if self.shown[self.player].bit_count() <= 3:
                    return True
                self.turn += 1
                return False
            self.round += 1
            self.hands = [min(hand, self.chart.hand_limit) for hand in self.hands]
            self.phase, self.turn, self.turns = TAKE, 0, players
            self.pending = [(empire, 0) for empire in range(len(self.reserve) - 1, -1, -1)]
            return False
        if self.turn >= self.turns:
            if self.phase == TAKE:
                self.phase, self.turn, self.turns = DEPLOY, 0, self.per_round * players
            else:
                self.phase = ACT
                self.empire, self.place = self.pending.pop()
            return False
        self.player = (self.first + self.turn) % players
        mine = self.seats.count(self.player)
        if mine if self.phase == TAKE else -1 in self.seats and mine < self.chart.most:
            return True
        self.turn += 1
        return False

    # Taking a move

    def apply(self, move: Move) -> None:
        """Take one of the moves offered, and go on to the next choice."""
        kind = move[0]
        if kind == PLACE:
            self.seats[move[1]] = self.player
        elif kind == RECALL:
            self.seats[move[1]] = -1
        elif kind == EXCHANGE:
            self._exchange(move[1], move[2])
        elif kind == ADD:
            self.banners[move[1]] += move[2]
            self.reserve[self.empire] -= move[2]
        elif kind == ATTACK:
            self._fight(*move[1:])
        elif kind == DRAW:
            count = min(move[1], self.decks[self.empire])
            self.decks[self.empire] -= count
            self.hands[self.player] += count
        if self.phase == ACT:
            self.place += 1
        else:
            self.turn += 1
        self._settle()

    def _exchange(self, one: int, other: int) -> None:
        player = self.player
        self.loyalty = [slots[:] for slots in self.loyalty]
        slots = self.loyalty[player]
        slots[one], slots[other] = slots[other], slots[one]
        self.shown[player] |= 1 << one | 1 << other
        self.swaps[player] += 1
        self._want()

    def _fight(self, source: int, target: int, count: int, cards: int) -> None:
        holder, banners, reserve, empire = self.holder, self.banners, self.reserve, self.empire
        banners[source] -= count
        if not banners[source]:
            holder[source] = self.chart.home[source]
        if cards:
            self.hands[self.player] -= cards
            cards = min(cards, reserve[empire])
            reserve[empire] -= cards
            count += cards
        enemy, stands = holder[target], banners[target]
        fort = self.chart.fort[target]
        traded = min(count - fort, stands)
        left = count - fort - traded
        reserve[empire] += fort + traded
        reserve[enemy] += traded
        if left > 0:
            holder[target], banners[target] = empire, left
        else:
            banners[target] = stands - traded
            if stands == traded:
                holder[target] = self.chart.home[target]

    def points(self) -> list[int]:
        """What each player scores as it stands."""
        counts = [0] * len(self.reserve)
        for city in self.chart.cities:
            counts[self.holder[city]] += 1
        out = [
            sum([value * counts[empire] for value, empire in zip(VALUES, slots, strict=True)]) for slots in self.loyalty
        ]
        for owner, region in self.posts:
            out[owner] += VALUES[self.loyalty[owner].index(self.holder[region])]
        return out
