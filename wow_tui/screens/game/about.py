"""What the rules say about what has the focus: the ref of a page for a question, a line of the log, a card, ..."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.ask import Ask
from wow_tui.widgets.log import LogPanel
from wow_tui.widgets.prompt import PromptPanel

if TYPE_CHECKING:
    from wow_tui.screens.game.screen import GameScreen

# The rule to read about each question; an ability that asks is a rule of its own.
_ASKED = {
    "take-back": "deploy.take-back",
    "deploy": "deploy.place",
    "act": "act.printed",
    "add": "add",
    "declare": "attack",
    "flight": "card.window",
    "after": "card.window",
    "fire": "card.alchemists-fire",
    "burn": "card.alchemists-fire",
    "choose-empire": "card.rearrange",
    "scatter": "card.disperse",
    "loyalty": "loyalty.swap",
    "discard": "discard.limit",
}


def ask_rule(ask: Ask) -> str:
    """The id of the rule behind a question."""
    return _ASKED.get(ask.key, f"card.{ask.values.get('rule', ask.key)}")


def rule_here(screen: GameScreen) -> str:
    """The ref of the rule behind what is said below the question, or behind the question; of all rules if none."""
    told = screen.query_one(PromptPanel).rule
    if told:
        return f"rule:{told}"
    ask = screen.desk.ask
    return f"rule:{ask_rule(ask)}" if ask is not None else "rule:"


def about_here(screen: GameScreen) -> str:
    """The ref of what the cursor rests on: the rule of a line of the log, else what was looked at last."""
    if isinstance(screen.focused, LogPanel):
        line = screen.focused.current()
        return f"rule:{line.rule}" if line is not None and line.rule else "rule:"
    kind = screen.desk.looked.partition(":")[0]
    return screen.desk.looked if kind in ("card", "seat", "region") else rule_here(screen)
