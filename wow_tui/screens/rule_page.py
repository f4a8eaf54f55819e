"""The rulebook opened at a rule: what a cross-link leads to."""

from __future__ import annotations

from wow_tui.screens.rulebook import RulebookScreen


def rule_page(rule_id: str | None) -> RulebookScreen:
    """The page of a rule; without one, or for one that is not in the book, the overview."""
    return RulebookScreen(rule_id or "")
