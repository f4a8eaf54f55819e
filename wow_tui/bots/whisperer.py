"""The bot that plays the match to its end in its head, over and over: information-set Monte Carlo tree search.

Hands and decks are drawn once for a decision, loyalties anew for each iteration, as likely as they are believed,
and all of it fits what is public. An iteration makes one of the best plans for the action at hand, walks down a
tree of what the players then choose, and plays the rest in outline, where only the number of cards counts.
"""

from __future__ import annotations

from random import Random
from time import perf_counter

from msgspec.structs import replace

from rules.ask import Ask
from rules.whispers.imagine import imagine
from rules.whispers.view import View
from wow_tui.bots.beliefs import Beliefs, Evidence
from wow_tui.bots.bot import Reason
from wow_tui.bots.crew import TRAVEL, crew, gathered
from wow_tui.bots.outlook import Outlook
from wow_tui.bots.plans import ALONE, plans, sift
from wow_tui.bots.playouts import Arm, Budget, Search, searched

# States looked at when plans are made; how many plans are then played out, of an action and of a lone choice.
BUDGET = 200
# How many ways the match may go are weighed at first sight.
WORLDS = 32
# The part of the time that making plans may take.
_PLANNING = 0.4
ARMS, LONE_ARMS = 4, 8
# How many playouts the judgement of a plan at first sight is worth, of an action and of a lone choice: a playout is
# so much by chance that few of them tell actions apart less well than that.
_TRUST, _LONE_TRUST = 90.0, 30.0


class WhispererBot:
    """Plays out its best plans against what it believes of the others, and takes the one that wins most."""

    looks = True

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        """With a budget of iterations the same seed gives the same answers to the same views, asks and evidence."""
        self._random = Random(seed)
        self._budget = budget or Budget()
        self._evidence: Evidence | None = None
        self.reason: Reason | None = None

    def watch(self, evidence: Evidence) -> None:
        """Know what everybody has seen of the match so far."""
        self._evidence = evidence

    def think(self, seconds: float, processes: int = 1) -> None:
        """Take so long for each decision, on so many processors; 0: a number of iterations."""
        self._budget = Budget(seconds, processes=processes)

    def choose(self, view: View, ask: Ask) -> list[str]:
        """The first answer of the plan that does best."""
        start = perf_counter()
        beliefs = Beliefs(view, self._evidence)
        root = imagine(view, self._random.getrandbits(64))
        judge = Outlook(view, beliefs, Random(self._random.getrandbits(64)), WORLDS)
        until = start + _PLANNING * self._budget.seconds
        hurry = (lambda: perf_counter() > until) if self._budget.seconds else None
        found = plans(root, ask.player, judge, BUDGET, sift(view.board(), ask.options), hurry)
        alone = isinstance(root.agenda[-1], ALONE)
        trust = _LONE_TRUST if alone else _TRUST
        arms = [Arm(plan, trust) for plan in found[: LONE_ARMS if alone else ARMS]]
        search = Search(arms, view, beliefs, Random(self._random.getrandbits(64)))
        if len(arms) > 1:
            self._search(search, start)
        best = max(arms, key=lambda arm: arm.mean(search.level))
        self.reason = _reason(view, ask, beliefs, search, best)
        return [best.plan.moves[0]]

    def _search(self, search: Search, start: float) -> None:
        """Play the plans out here and in the other processes, and put together what all have found."""
        budget = self._budget
        if budget.processes <= 1:
            search.run(budget, start)
            return
        helpers = crew(budget.processes - 1)
        left = budget.seconds - (perf_counter() - start) - 2 * TRAVEL if budget.seconds else 0.0
        share = replace(budget, seconds=max(left, 0.001) if budget.seconds else 0.0, processes=1)
        chosen = [arm.plan for arm in search.arms]
        waiting = [
            helpers.begin(
                searched, chosen, search.arms[0].trust, search.view, search.beliefs, self._random.getrandbits(64), share
            )
            for _ in range(budget.processes - 1)
        ]
        search.run(replace(budget, seconds=budget.seconds - TRAVEL if budget.seconds else 0.0), start)
        for found in gathered(waiting, start + budget.seconds if budget.seconds else None):
            search.add(found)


def _reason(view: View, ask: Ask, beliefs: Beliefs, search: Search, best: Arm) -> Reason:
    """Why: what it believes of whom it is surest, and in secret how its plan does."""
    found = {player: beliefs.favourite(player) for player in range(view.players) if player != view.viewer}
    about = max(found, key=lambda player: (found[player][1] < 1, found[player][1]))
    empire, chance = found[about]
    return Reason(
        "whisperer",
        {
            "move": best.plan.moves[0],
            "options": len(ask.options),
            "iterations": search.iterations,
            "about": about,
            "empire": view.board().empires[empire],
            "percent": round(100 * chance),
        },
        {
            "now": view.score,
            "then": round(best.points / best.visits, 1) if best.visits else view.score,
            "win": round(100 * best.total / best.visits) if best.visits else 0,
            "plan": list(best.plan.moves),
        },
    )
