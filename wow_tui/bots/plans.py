"""Plans: what a player could do up to the end of the action at hand, cards and their choices included."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from msgspec import Struct

from rules.ask import Option
from rules.whispers import game
from rules.whispers.frames import After, Burn, Council, Deploy, Discard, Flight, Loyalty, TakeBack
from rules.whispers.kinds import DONE, PLAYS
from rules.whispers.layout import Board
from rules.whispers.state import State
from wow_tui.bots.outlook import Outlook

# Questions that are answered one at a time: what follows is another player's turn, or a turn of its own.
ALONE = (TakeBack, Deploy, Loyalty, Discard)
# Questions that `done` ends; the state is judged as it is then.
_ENDED = (Flight, After, Burn)
# In how many states a card is played, and how deep, before further cards are left to the next question.
_LONGEST = 9


class Plan(Struct, gc=False):
    """Answers in their order, the state they lead to as far as it can be foreseen, and what that is worth."""

    moves: tuple[str, ...]
    state: State
    worth: float


def plans(
    root: State,
    player: int,
    judge: Outlook,
    budget: int,
    first: list[Option],
    hurry: Callable[[], bool] | None = None,
) -> list[Plan]:
    """The best plan found behind each first answer, best first; at most about `budget` states are looked at.

    `judge`: says what states are worth. `first`: the first answers to be tried; each is tried, also where they
    alone exceed the budget, unless time is up. What cannot be foreseen (cards drawn) ends a plan. `hurry`: whether
    time is up; without it all is deterministic.
    """
    return _Search(root, player, judge, budget).run(first, hurry or (lambda: False))


def sift(board: Board, options: list[Option]) -> list[Option]:
    """Of cards that can be paid for in several ways only the payment that leaves most kinds of card."""
    seen: set[tuple[int, ...]] = set()
    out = []
    for option in options:
        if option.key in PLAYS and option.key != PLAYS[0]:
            # A card's line and the deck of its payment decide what it does and costs.
            kind = (option.args[0], option.args[1], option.args[2] // len(board.empires))
            if kind in seen:
                continue
            seen.add(kind)
        out.append(option)
    return out


class _Search:
    """Best first over the states within one action."""

    def __init__(self, root: State, player: int, judge: Outlook, budget: int) -> None:
        self._root, self._player, self._judge, self._left = root, player, judge, budget
        self._base = max((i for i, frame in enumerate(root.agenda) if isinstance(frame, Council)), default=-1)
        self._council = root.agenda[self._base] if self._base >= 0 else None
        self._alone = isinstance(root.agenda[-1], ALONE)
        self._best: dict[str, Plan] = {}
        self._heap: list[tuple[float, int, tuple[str, ...], State]] = []
        self._seen: set[tuple[object, ...]] = set()

    def run(self, first: list[Option], hurry: Callable[[], bool]) -> list[Plan]:
        """Search until the budget is spent, time is up or nothing is open."""
        for option in first:
            if self._best and hurry():
                break
            self._try(self._root, (), option)
        heap = self._heap
        while heap and self._left > 0 and not hurry():
            _, _, moves, state = heappop(heap)
            if len(moves) < _LONGEST:
                self._expand(state, moves)
        return sorted(self._best.values(), key=lambda plan: -plan.worth)

    def _expand(self, state: State, moves: tuple[str, ...]) -> None:
        options = game.asks(state)[self._player].options
        for option in sift(state.board(), options):
            if option.key not in DONE:
                self._try(state, moves, option)

    def _try(self, before: State, moves: tuple[str, ...], option: Option) -> None:
        state = before.copy()
        game.take(state, self._player, [option.id])
        moves = (*moves, option.id)
        self._left -= 1
        if option.key == "draw":
            # The cards imagined are not those that will come.
            self._note(moves, self._closed(state)[0])
            return
        closed, ended = self._closed(state)
        value = self._note(moves, closed)
        if not ended and self._fresh(state):
            heappush(self._heap, (-value - self._judge.hope(state), self._left, moves, state))

    def _fresh(self, state: State) -> bool:
        key = (*state.banners, *state.holder, *state.hands[self._player], state.agenda[-1], *state.seats)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def _note(self, moves: tuple[str, ...], state: State) -> float:
        value = self._judge.of(state)
        best = self._best.get(moves[0])
        if best is None or value > best.worth:
            self._best[moves[0]] = Plan(moves, state, value)
        return value

    def _closed(self, state: State) -> tuple[State, bool]:
        """The state once its open windows are closed, and whether nothing was open at all."""
        if not self._goes_on(state):
            return state, True
        shut = state
        while self._goes_on(shut) and isinstance(shut.agenda[-1], _ENDED):
            frame = shut.agenda[-1]
            if isinstance(frame, Burn) and not frame.any:
                break
            if shut is state:
                shut = state.copy()
            game.take(shut, self._player, [DONE[0]])
        return shut, False

    def _goes_on(self, state: State) -> bool:
        """Whether the same player is asked again within the same action."""
        agenda, base = state.agenda, self._base
        if self._alone or len(agenda) <= base + 1 or (base >= 0 and agenda[base] is not self._council):
            return False
        return getattr(agenda[-1], "player", -1) == self._player
