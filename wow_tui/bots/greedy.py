"""The bot that tries every option on a table it imagines behind its view, and takes the best."""

from __future__ import annotations

from random import Random

from rules.ask import Ask, Option
from rules.whispers import game
from rules.whispers.frames import (
    After,
    Council,
    Deploy,
    Discard,
    Flight,
    Loyalty,
    Rearrange,
    TakeBack,
)
from rules.whispers.imagine import imagine
from rules.whispers.scoring import points
from rules.whispers.state import State
from rules.whispers.view import View
from wow_tui.bots.bot import Reason
from wow_tui.bots.worth import Weights, Worth

# Options weighed in one decision; in each question that follows one; and such questions in a row.
MOST = 120
FOLLOW = 8
DEPTH = 4
# Answers tried in following questions, in one decision: beyond that, options are weighed as they stand.
BUDGET = 250

# Questions that stand for themselves: the next one is weighed in its own time.
_ALONE = (TakeBack, Deploy, Loyalty, Discard, Rearrange)
# Questions in which a look ahead plays no more cards.
_WINDOWS = (Flight, After)
# Moves whose last argument is a number of banners; options list them from few to many.
_AMOUNTS = ("add", "attack")


class GreedyBot:
    """Weighs the outcome of each option for its own player, by what that player may see."""

    looks = True

    def __init__(self, seed: int, weights: Weights | None = None) -> None:
        """The same seed gives the same answers to the same views and asks."""
        self._random = Random(seed)
        self._weights = weights or Weights()
        self.reason: Reason | None = None

    def choose(self, view: View, ask: Ask) -> list[str]:
        """The option whose outcome is worth most; of more than MOST options, a sample is weighed."""
        offered = len(ask.options)
        options = ask.options if offered <= MOST else self._random.sample(ask.options, MOST)
        root = imagine(view, self._random.getrandbits(64))
        look = _Look(root, ask.player, Worth(view, self._weights), self._random)
        best, best_worth, then = options[0], float("-inf"), 0
        for option in options:
            state = look.outcome(option)
            worth = look.worth.of(state) + self._random.random() * 1e-6
            if worth > best_worth:
                best, best_worth, then = option, worth, points(state, ask.player)
        self.reason = Reason(
            "greedy",
            {"move": best.id, "options": offered, "weighed": len(options)},
            {"now": view.score, "then": then},
        )
        return [best.id]


class _Look:
    """Looks ahead from one imagined state to the end of the action at hand."""

    def __init__(self, root: State, player: int, worth: Worth, random: Random) -> None:
        self.worth = worth
        self._root, self._player, self._random = root, player, random
        self._budget = BUDGET
        self._frame = root.agenda[-1]
        self._base = max((i for i, frame in enumerate(root.agenda) if isinstance(frame, Council)), default=-1)

    def outcome(self, option: Option) -> State:
        """The state after an option and the questions it leads to, each answered by the best of a few."""
        state = self._take(self._root, option.id)
        for _ in range(DEPTH):
            if not self._goes_on(state):
                break
            if isinstance(state.agenda[-1], _WINDOWS):
                game.take(state, self._player, ["done"])
            elif self._budget > 0:
                state = self._best(state)
        return state

    def _take(self, state: State, answer: str) -> State:
        after = state.copy()
        game.take(after, self._player, [answer])
        return after

    def _goes_on(self, state: State) -> bool:
        """Whether the player is asked again within the same action, and not just the same question."""
        agenda, base = state.agenda, self._base
        if len(agenda) <= base + 1 or (base >= 0 and agenda[base] is not self._root.agenda[base]):
            return False
        frame = agenda[-1]
        return frame is not self._frame and not isinstance(frame, _ALONE)

    def _best(self, state: State) -> State:
        options = _largest(game.asks(state)[self._player].options)
        if len(options) > FOLLOW:
            options = self._random.sample(options, FOLLOW)
        self._budget -= len(options)
        return max((self._take(state, option.id) for option in options), key=self.worth.of)


def _largest(options: list[Option]) -> list[Option]:
    """Of banners added or attacking only the largest amount for each place: where matters most."""
    places = {(o.key, o.args[:-1] if o.key in _AMOUNTS else o.args): o for o in options}
    return list(places.values())
