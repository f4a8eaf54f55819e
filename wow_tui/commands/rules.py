"""`wow-tui rules [WORDS]`: the rulebook in the terminal, plain when piped."""

from __future__ import annotations

import json
from typing import Any

import click

from rules.whispers.position import closest
from rules.whispers.rulebook import Rule, Rulebook
from rules.whispers.rulebook.search import find
from wow_tui.clean import clean
from wow_tui.printing import bold, wrapped, wrapped_list
from wow_tui.rule_text import printed_example
from wow_tui.rule_text import rule_lines as texts
from wow_tui.speaking import SpokenCommand, language
from wow_tui.text.book import book
from wow_tui.text.voice import say, voice

FOUND, NONE = 0, 1
# So many rules are printed whole; of the others only the titles.
MOST = 5


@click.command(cls=SpokenCommand)
@click.argument("words", nargs=-1, metavar="[WORDS]")
@click.option("--all", "everything", is_flag=True, help="Print all rules found whole, not only the best.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
@language
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], everything: bool, as_json: bool) -> None:
    """Print the rules in which the WORDS are found, the best first; the one rule whose id it is; or all titles.

    Exit status: 0 found, 1 nothing found.
    """
    text, rulebook = " ".join(words), book(voice().language)
    if not text.strip():
        click.echo(json.dumps(_contents(rulebook), indent=1) if as_json else "\n".join(contents(rulebook)))
        return
    named = rulebook.rules.get(text.strip().lower())
    rules = find(text, rulebook) if named is None else [named]
    if as_json:
        click.echo(json.dumps([document(rule) for rule in rules], indent=1))
    elif rules:
        shown = rules if everything else rules[:MOST]
        click.echo("\n".join([line for rule in shown for line in [*rule_lines(rule), ""]][:-1]))
        if len(rules) == 1:
            click.echo("\n".join(["", *printed_example(rules[0].id)]))
        if len(rules) > len(shown):
            click.echo("\n" + "\n".join(_others(rules[len(shown) :])))
    if not rules:
        click.echo(f"wow-tui rules: {_none(text, rulebook)}", err=True)
    context.exit(FOUND if rules else NONE)


def _none(text: str, book: Rulebook) -> str:
    """That nothing was found, and which rule has the nearest id."""
    close = closest(text.strip(), book.rules)
    if close is None:
        return f"{say('rules.none', words=clean(text, 80))}."
    return say("rules.near", words=clean(text, 80), rule=close)


def contents(book: Rulebook) -> list[str]:
    """The chapters with the ids and titles of their rules."""
    wide = max(len(rule_id) for rule_id in book.rules)
    lines: list[str] = []
    for name, title in book.chapters.items():
        lines += [*([""] if lines else []), bold(title)]
        for rule in book.chapter(name):
            lines += wrapped(rule.title, f"  {rule.id:<{wide}}  ")
    return lines


def _contents(book: Rulebook) -> list[dict[str, Any]]:
    return [
        {"chapter": name, "title": title, "rules": [{"id": r.id, "title": r.title} for r in book.chapter(name)]}
        for name, title in book.chapters.items()
    ]


def rule_lines(rule: Rule) -> list[str]:
    """A rule whole: title and id, paragraphs, why, what else to see."""
    lines = [bold(line) for line in wrapped(f"{rule.title} ({rule.id})")]
    for text in texts(rule):
        lines += wrapped(text)
    if rule.see:
        lines += wrapped_list(rule.see, f"{say('rules.see')} ")
    return lines


def _others(rules: list[Rule]) -> list[str]:
    return wrapped_list([rule.id for rule in rules], f"{say('rules.others')} ", "  ")


def document(rule: Rule) -> dict[str, Any]:
    """A rule as plain data."""
    return {
        "id": rule.id,
        "title": rule.title,
        "chapter": rule.chapter,
        "paragraphs": list(rule.paragraphs),
        "why": rule.why,
        "see": list(rule.see),
    }
