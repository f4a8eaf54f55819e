"""The rulebook in the language spoken; in English where it has none."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from rules.whispers.rulebook import NoRulebook, Rule, Rulebook, load
from wow_tui.text.language import PSEUDO, SOURCE, pseudo


@cache
def book(language: str) -> Rulebook:
    """The rulebook of a language. ValueError if the form of its files is wrong."""
    if language == PSEUDO:
        english = load(SOURCE)
        titles = {name: pseudo(title) for name, title in english.chapters.items()}
        return Rulebook(PSEUDO, titles, {rule_id: _strange(rule) for rule_id, rule in english.rules.items()})
    try:
        return load(language)
    except NoRulebook:
        return load(SOURCE)


def _strange(rule: Rule) -> Rule:
    paragraphs = tuple(pseudo(text) for text in rule.paragraphs)
    return replace(rule, title=pseudo(rule.title), paragraphs=paragraphs, why=rule.why and pseudo(rule.why))
