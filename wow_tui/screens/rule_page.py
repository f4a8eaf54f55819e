"""A rule of the rulebook, or the list of all, as a page."""

from __future__ import annotations

from rules.whispers.rulebook import Rule
from wow_tui.screens.quit import Page
from wow_tui.text.book import book
from wow_tui.text.voice import say, voice


def rule_page(rule_id: str | None) -> Page:
    """The page of a rule; without one, or for one that is not in the book, every rule."""
    rules = book(voice().language).rules
    rule = rules.get(rule_id or "")
    if rule is not None:
        return Page(rule.title, rule_text(rule))
    return Page(say("action.rules"), "\n\n".join(f"{each.title}\n{rule_text(each)}" for each in rules.values()))


def rule_text(rule: Rule) -> str:
    """Id, paragraphs, and what else to see."""
    parts = [f"({rule.id})", *rule.paragraphs]
    if rule.why:
        parts.append(say("rules.why", why=rule.why))
    if rule.see:
        parts.append(f"-> {', '.join(rule.see)}")
    return "\n\n".join(parts)
