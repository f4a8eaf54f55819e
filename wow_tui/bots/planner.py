"""The bot that thinks its action through to the end, cards included, before it begins."""

from __future__ import annotations

from random import Random

from rules.ask import Ask
from rules.whispers.imagine import imagine
from rules.whispers.scoring import points
from rules.whispers.view import View
from wow_tui.bots.bot import Reason
from wow_tui.bots.plans import Plan, plans, sift
from wow_tui.bots.prospects import Prospects, Scales

# States looked at in one decision, beside the first answers themselves.
BUDGET = 400


class PlannerBot:
    """Searches the whole of its own action, judges how it leaves the table, and takes the first step of the best."""

    looks = True

    def __init__(self, seed: int, scales: Scales | None = None) -> None:
        """The same seed gives the same answers to the same views and asks."""
        self._random = Random(seed)
        self._scales = scales
        self.reason: Reason | None = None

    def choose(self, view: View, ask: Ask) -> list[str]:
        """The first answer of the plan that promises most."""
        root = imagine(view, self._random.getrandbits(64))
        prospects = Prospects(view, self._scales)
        found = plans(root, ask.player, prospects, BUDGET, sift(view.board(), ask.options))
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
