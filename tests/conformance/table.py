"""Positions of A War of Whispers by hand, and moves on them, for tests that read like the rule.

Only what is named is on the table: no banners, agents, cards in hand but those given; decks full, every
loyalty face down in the order of the empires.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.agenda import run
from rules.ask import Event, Illegal, Refusal
from rules.whispers.frames import Act, Council, Frame, MarkRound
from rules.whispers.game import GAME
from rules.whispers.kinds import KINDS
from rules.whispers.layout import Board
from rules.whispers.moves import moves
from rules.whispers.options import Options, preset
from rules.whispers.setup import blank
from rules.whispers.state import State
from tests.games import blob

Banners = Mapping[str, int | tuple[str, int]]


class Table:
    """A state with the words of the game in front of it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.board: Board = state.board()

    # Doing

    def run(self) -> Table:
        """Run to the first question."""
        run(self.state, KINDS, [])
        GAME.check(self.state)
        return self

    def do(self, *answers: str) -> list[Event]:
        """Give these answers for whoever is asked, each of them offered; the events of the last."""
        events: list[Event] = []
        for answer in map(self.one_form, answers):
            assert answer in self.offered(), f"{answer} is not among {self.offered()}"
            events = GAME.take(self.state, self.asked(), [answer])
            GAME.check(self.state)
        return events

    def one_form(self, answer: str) -> str:
        """The answer as it is offered: two cards that pay for each other may be named in any order."""
        option = moves(self.board).find(answer)
        return option.id if option else answer

    def why(self, answer: str) -> str:
        """The rule (and the reason, after a slash) by which an answer is refused; nothing if it is legal."""
        before, answer = blob(self.state), self.one_form(answer)
        try:
            GAME.take(self.state.copy(), self.asked(), [answer])
        except Illegal as illegal:
            refusal: Refusal = illegal.refusal
            assert answer not in self.offered()
            assert blob(self.state) == before
            return f"{refusal.rule}/{refusal.reason}" if refusal.reason else refusal.rule
        assert answer in self.offered()
        return ""

    # Looking

    def asked(self) -> int:
        """The player who must answer."""
        (player,) = GAME.asks(self.state)
        return player

    def key(self) -> str:
        """The key of the question."""
        return GAME.asks(self.state)[self.asked()].key

    def offered(self, start: str = "") -> list[str]:
        """The answers offered that begin so."""
        options = GAME.asks(self.state)[self.asked()].options
        return [option.id for option in options if option.id.startswith(start)]

    def at(self, region: str) -> str:
        """Who holds a region with how many: `2 lion`, or `lion` for an empty home."""
        index = self.board.region[region]
        count, holder = self.state.banners[index], self.board.empires[self.state.holder[index]]
        return f"{count} {holder}" if count else holder

    def reserve(self, empire: str) -> int:
        """The banners in reserve."""
        return self.state.reserve[self.board.empire[empire]]

    def hand(self, player: int) -> list[str]:
        """The cards in hand."""
        write = moves(self.board).write
        return [write("card", card) for card in self.state.hands[player]]

    def seat(self, name: str) -> int:
        """The player whose agent sits there, or -1."""
        return self.state.seats[self.board.seat[name]]

    def acting(self) -> str:
        """The seat whose action is being asked for."""
        frame = self.state.agenda[-1]
        assert isinstance(frame, Act)
        return self.board.seats[frame.seat]


def position(
    banners: Banners,
    *,
    seats: Mapping[str, int] | None = None,
    hands: Sequence[Sequence[str]] = (),
    reserve: Mapping[str, int] | None = None,
    decks: Mapping[str, Sequence[str]] | None = None,
    players: int = 2,
    options: Options | None = None,
    round_: int = 1,
) -> State:
    """A state with an empty agenda. Banners: of the home empire, or a pair of empire and number."""
    state = blank(players, options or preset("printed"), 1)
    table = state.board()
    state.lab, state.round = True, round_
    state.banners, state.holder = [0] * len(table.regions), table.home[:]
    state.reserve = [table.banners_per_empire] * len(table.empires)
    for code, held in banners.items():
        region = table.region[code]
        empire, count = table.home[region], held
        if isinstance(held, tuple):
            empire, count = table.empire[held[0]], held[1]
        assert isinstance(count, int)
        state.holder[region], state.banners[region] = empire, count
        state.reserve[empire] -= count
    for name, count in (reserve or {}).items():
        state.reserve[table.empire[name]] = count
    for name, player in (seats or {}).items():
        state.seats[table.seat[name]] = player
    _give(state, table, hands, decks or {})
    return state


def _give(state: State, table: Board, hands: Sequence[Sequence[str]], decks: Mapping[str, Sequence[str]]) -> None:
    words = moves(table).words["card"]
    for player, names in enumerate(hands):
        for name in names:
            card = words[name]
            state.decks[card // len(table.empires)].remove(card)
            state.hands[player].append(card)
        state.hands[player].sort()
    for empire, names in decks.items():
        state.decks[table.empire[empire]] = [words[name] for name in names]


def asking(state: State, *frames: Frame) -> Table:
    """The state with these frames on the agenda, the last on top, run to the first question."""
    state.agenda = [MarkRound(), *frames]
    return Table(state).run()


def turn(state: State, seat: str) -> Table:
    """The turn of an empire from a seat on; player 0 sits on that seat unless somebody controls it."""
    table = state.board()
    index = table.seat[seat]
    size = table.council_size
    if max(state.seats[index : index - index % size + size]) < 0:
        state.seats[index] = 0
    later = [Council(empire, 0) for empire in reversed(range(index // size + 1, len(table.empires)))]
    return asking(state, *later, Council(index // size, index % size))


def printed(**changes: object) -> Options:
    """The preset `printed` with switches changed."""
    return preset("printed", **changes)


def summary(**changes: object) -> Options:
    """The preset `summary` with switches changed."""
    return preset("summary", **changes)
