"""The bot that thinks its action through to the end, cards included, before it begins."""

from __future__ import annotations

from random import Random

from rules.ask import Ask
from rules.whispers.imagine import imagine
from rules.whispers.scoring import points
from rules.whispers.view import View
from wow_tui.bots.beliefs import Beliefs, Evidence
from wow_tui.bots.bot import Reason
from wow_tui.bots.outlook import Outlook
from wow_tui.bots.plans import Plan, plans, sift

# States looked at in one decision, beside the first answers themselves.
BUDGET = 80


class PlannerBot:
    """Searches the whole of its own action, judges how it leaves the table, and takes the first step of the best."""

    looks = True

    def __init__(self, seed: int) -> None:
        """The same seed gives the same answers to the same views and asks."""
        self._random = Random(seed)
        self._evidence: Evidence | None = None
        self.reason: Reason | None = None

    def watch(self, evidence: Evidence) -> None:
        """Know what everybody has seen of the match so far."""
        self._evidence = evidence

    def choose(self, view: View, ask: Ask) -> list[str]:
        """The first answer of the plan that promises most."""
        root = imagine(view, self._random.getrandbits(64))
        outlook = Outlook(view, Beliefs(view, self._evidence), Random(self._random.getrandbits(64)))
        found = plans(root, ask.player, outlook, BUDGET, sift(view.board(), ask.options))
        best = found[0]
        self.reason = reason(view, ask, found, best)
        return [best.moves[0]]


def reason(view: View, ask: Ask, found: list[Plan], best: Plan) -> Reason:
    """Why the best plan was taken: how long it is, out of how many, and what it makes of the points."""
    return Reason(
        "planner",
        {"move": best.moves[0], "options": len(ask.options), "weighed": len(found), "steps": len(best.moves)},
        {
            "now": view.score,
            "then": points(best.state, ask.player),
            "ahead": round(best.worth - found[1].worth, 2) if found[1:] else 0.0,
            "plan": list(best.moves),
        },
    )
