"""The rest of a match in outline, so fast that a search can play it to the end thousands of times.

Made from a state that was imagined behind a view. Banners, control, seats, rounds, loyalties and points are
those of the rules; cards count by their number only, each as one banner more in an attack, three at most, and
decisions are those a sensible player would weigh first, not all there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.whispers.frames import Act, Council, Deploy, Discard, Flight, Frame, Loyalty, NewRound, TakeBack
from rules.whispers.layout import VALUES, Board
from rules.whispers.rounds import placed
from rules.whispers.state import State

TAKE, DEPLOY, ACT, SWAP, OVER = range(5)
Move = tuple[int, ...]
Choice = tuple[float, Move]
# The first number of a move: what kind it is.
(PLACE, RECALL, ADD, ATTACK, DRAW, SHIFT, PASS, KEEP, EXCHANGE) = range(9)

# What things are worth in an outline, in points per point of difference a city makes: a banner, a region
# without a city, a card for each round left; and what a swap of tokens must bring for each round left.
_BANNER, _REGION, _CARD, _SWAP = 0.12, 0.08, 0.3, 1.0
# How far the points of the others are held against one's own.
_RIVALS = 0.8
# How much seats of each kind of action are sought after, and how much less for an empire one wants weak.
_WEIGHT = {"attack": 1.0, "swap": 0.2, "add": 0.6, "draw": 0.4}
_SPITE = 0.6
_NOISE = 0.4


class Chart:
    """The tables of a board that an outline looks at again and again."""

    def __init__(self, board: Board) -> None:
        self.size, self.rounds, self.hand_limit = board.council_size, board.rounds, board.hand_limit
        self.home, self.limit = board.home, board.limit
        self.fort = [int(fort) for fort in board.fort]
        self.worth = [1.0 if city else _REGION for city in board.city]
        self.cities = board.icons["city"]
        self.near, self.icons, self.actions = board.adjacent, board.icons, board.actions
        self.most = board.agents_per_player
        self.weight = [max(_WEIGHT[action.kind] for action in actions) for actions in board.actions]


@lru_cache(maxsize=8)
def chart(board: Board) -> Chart:
    """The tables of a board."""
    return Chart(board)


def worths(slots: Sequence[int]) -> list[float]:
    """Per empire the points a city of its brings to the holder of these tokens."""
    out = [0.0] * len(slots)
    for value, empire in zip(VALUES, slots, strict=True):
        out[empire] = float(value)
    return out


def appear(slots: Sequence[int], shown: int) -> list[float]:
    """Per empire the expected points of a city to a player, by the tokens that he shows."""
    hidden = [slot for slot in range(len(slots)) if not shown >> slot & 1]
    mean = sum([VALUES[slot] for slot in hidden]) / len(hidden) if hidden else 0.0
    out = [mean] * len(slots)
    for slot, empire in enumerate(slots):
        if shown >> slot & 1:
            out[empire] = float(VALUES[slot])
    return out


class Sketch:
    """A match in outline. `options` and `apply` play it; `player` is whose choice it is."""

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
        seen = [appear(slots, shown) for slots, shown in zip(self.loyalty, self.shown, strict=True)]
        share = _RIVALS / (len(seen) - 1)
        total = [share * sum(values) for values in zip(*seen, strict=True)]
        self.net = [
            [own - rivals + share * mine for own, rivals, mine in zip(worths(slots), total, look, strict=True)]
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

    # Choices

    def options(self) -> list[Choice]:
        """What the player whose turn it is would weigh: never nothing, each with what it seems to be worth."""
        if self.phase == ACT:
            return self._acts()
        if self.phase == SWAP:
            return self._swaps()
        if self.phase == DEPLOY:
            return self._deploys()
        return self._recalls()

    def _deploys(self) -> list[Choice]:
        chart, seats, net = self.chart, self.seats, self.net[self.player]
        size, weight, me = chart.size, chart.weight, self.player
        out: list[Choice] = []
        for empire, value in enumerate(net):
            matter = value if value > 0 else -_SPITE * value
            reach = 0.0
            for seat in range(empire * size, empire * size + size):
                owner = seats[seat]
                if owner < 0:
                    reach += weight[seat]
                    out.append((matter * reach, (PLACE, seat)))
                else:
                    reach = 0.0 if owner != me else reach
        return out

    def _recalls(self) -> list[Choice]:
        net, size, weight = self.net[self.player], self.chart.size, self.chart.weight
        return [
            (-weight[seat] * abs(net[seat // size]), (RECALL, seat))
            for seat, owner in enumerate(self.seats)
            if owner == self.player
        ]

    def _swaps(self) -> list[Choice]:
        """Keep, or the exchange of two face-down tokens that brings most as the cities stand."""
        player, shown = self.player, self.shown[self.player]
        slots, counts = self.loyalty[player], [0] * len(self.reserve)
        for city in self.chart.cities:
            counts[self.holder[city]] += 1
        cost = _SWAP * (self.chart.rounds - self.round)
        out: list[Choice] = [(0.0, (KEEP,))]
        hidden = [slot for slot in range(len(slots)) if not shown >> slot & 1]
        for place, one in enumerate(hidden):
            for other in hidden[place + 1 :]:
                gain = (VALUES[one] - VALUES[other]) * (counts[slots[other]] - counts[slots[one]])
                if gain > 0:
                    out.append((gain - cost, (EXCHANGE, one, other)))
        return out

    def _acts(self) -> list[Choice]:
        chart, empire = self.chart, self.empire
        out: list[Choice] = []
        for action in chart.actions[self.seat]:
            kind = action.kind
            if kind == "attack":
                self._attacks(out)
            elif kind == "add":
                amount = action.amount
                if action.icon is not None:
                    amount *= sum([self.holder[r] == empire for r in chart.icons[action.icon]]) // action.per
                amount = min(amount, self.reserve[empire])
                if amount:
                    self._adds(out, amount)
            elif kind == "draw":
                amount = action.amount
                if action.icon is not None:
                    amount *= sum([self.holder[r] == empire for r in chart.icons[action.icon]]) // action.per
                if amount and self.decks[empire]:
                    out.append((_CARD * amount * (1 + chart.rounds - self.round) / 2, (DRAW, amount)))
        return out or [(0.0, (PASS,))]

    def _adds(self, out: list[Choice], amount: int) -> None:
        """All banners of an action to the one region where they press or guard most."""
        holder, banners, chart, empire = self.holder, self.banners, self.chart, self.empire
        net = self.net[self.player]
        value = net[empire]
        base = _BANNER * amount * value
        best, place = -9.0, -1
        for region, owner in enumerate(holder):
            if owner != empire:
                continue
            room = chart.limit[region] - banners[region]
            stake = 0.0
            for other in chart.near[region]:
                if holder[other] != empire:
                    gain = chart.worth[other] * (value - net[holder[other]])
                    if gain > stake:
                        stake = gain
                    if chart.worth[region] == 1.0 and banners[other] > banners[region]:
                        stake += 0.5 * abs(value - net[holder[other]])
            if room < amount:
                stake *= room / amount if room > 0 else 0.0
            if value < 0:
                stake = -stake
            if stake > best:
                best, place = stake, region
        if place >= 0:
            out.append((base + 0.1 * best, (ADD, place, amount)))

    def _attacks(self, out: list[Choice]) -> None:
        """The attack that wins most from each region, and the one that wastes most."""
        holder, banners, chart, empire = self.holder, self.banners, self.chart, self.empire
        net, cards = self.net[self.player], min(3, self.hands[self.player])
        value, left = net[empire], chart.rounds - self.round
        for region, owner in enumerate(holder):
            force = banners[region]
            if owner != empire or not force:
                continue
            if chart.home[region] != empire:
                force -= 1
                if not force:
                    continue
            for target in chart.near[region]:
                enemy = holder[target]
                if enemy == empire:
                    continue
                stands = banners[target]
                need = stands + chart.fort[target]
                lost = _BANNER * (stands * net[enemy] + min(force, need) * value)
                if force > need:
                    gain = chart.worth[target] * (value - net[enemy]) - lost
                    send = force if chart.worth[region] < 1.0 else need + 1
                    out.append((gain, (ATTACK, region, target, send, 0)))
                elif value > 0 and force + cards > need and chart.worth[target] == 1.0:
                    gain = chart.worth[target] * (value - net[enemy]) - lost
                    extra = need + 1 - force
                    out.append((gain - _CARD * extra * left, (ATTACK, region, target, force, extra)))
                elif force == stands and not chart.fort[target]:
                    home = net[chart.home[target]]
                    out.append((chart.worth[target] * (home - net[enemy]) - lost, (ATTACK, region, target, force, 0)))
                elif value < 0:
                    out.append((-lost, (ATTACK, region, target, force, 0)))

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

    # Playing on

    def play(self, whims: Sequence[float]) -> None:
        """Play to the end, each choice the one that seems best but for a whim.

        `whims`: 256 numbers from 0 to 1. The same ones make players choose alike in outlines that are alike, so
        that two plans can be compared by few playouts.
        """
        while self.phase != OVER:
            best = -99.0
            move: Move = (PASS,)
            base = self.round * 61 + self.player * 17 + self.empire * 29
            for worth, each in self.options():
                worth += _NOISE * whims[(base + each[0] * 7 + each[1] * 13 if len(each) > 1 else base) & 255]
                if worth > best:
                    best, move = worth, each
            self.apply(move)

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
