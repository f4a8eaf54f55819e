"""`wow-tui rules [WORDS]`: the rulebook in the terminal, plain when piped."""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import Any

import click

from rules.whispers.rulebook import Rule, Rulebook, find, languages, load
from wow_tui.clean import clean
from wow_tui.printing import bold, wrapped, wrapped_list
from wow_tui.terminal import Wishes
from wow_tui.text.catalogue import Catalogue, catalogue

FOUND, NONE, BAD = 0, 1, 2
# So many rules are printed whole; of the others only the titles.
MOST = 5


@click.command()
@click.argument("words", nargs=-1, metavar="[WORDS]")
@click.option("--lang", metavar="LANGUAGE", help="Language of the rulebook, such as en.")
@click.option("--all", "everything", is_flag=True, help="Print all rules found whole, not only the best.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], lang: str | None, everything: bool, as_json: bool) -> None:
    """Print the rules in which the WORDS are found, the best first; the one rule whose id it is; or all titles.

    Exit status: 0 found, 1 nothing found, 2 bad input.
    """
    wishes = context.find_object(Wishes)
    language = lang or (wishes.language if wishes else None) or "en"
    if language not in languages():
        click.echo(
            f"wow-tui rules: there is no rulebook in {clean(language, 40)!r}; there are: {', '.join(languages())}",
            err=True,
        )
        context.exit(BAD)
    text, say = " ".join(words), _catalogue(language)
    try:
        book = load(language)
    except (ValueError, OSError):
        click.echo(f"wow-tui rules: the rulebook in {language!r} is not complete; take another language.", err=True)
        context.exit(BAD)
    if not text.strip():
        click.echo(json.dumps(_contents(book), indent=1) if as_json else "\n".join(contents(book)))
        return
    rules = [book.rules[text.strip().lower()]] if text.strip().lower() in book.rules else find(text, language)
    if as_json:
        click.echo(json.dumps([document(rule) for rule in rules], indent=1))
    elif rules:
        shown = rules if everything else rules[:MOST]
        click.echo("\n".join([line for rule in shown for line in [*rule_lines(rule, say), ""]][:-1]))
        if len(rules) > len(shown):
            click.echo("\n" + "\n".join(_others(rules[len(shown) :], say)))
    if not rules:
        click.echo(f"wow-tui rules: {say.say('rules.none', words=clean(text, 80))}{_hint(text, book)}", err=True)
    context.exit(FOUND if rules else NONE)


def _catalogue(language: str) -> Catalogue:
    """The messages of a language, or English while it has none."""
    try:
        return catalogue(language)
    except ValueError:
        return catalogue()


def _hint(text: str, book: Rulebook) -> str:
    close = get_close_matches(text.strip().lower(), book.rules, 1, 0.5)
    return f"; did you mean {close[0]!r}?" if close else "."


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


def rule_lines(rule: Rule, say: Catalogue) -> list[str]:
    """A rule whole: title and id, paragraphs, why, what else to see."""
    lines = [bold(line) for line in wrapped(f"{rule.title} ({rule.id})")]
    for text in rule.paragraphs:
        lines += wrapped(text)
    if rule.why:
        lines += wrapped(say.say("rules.why", why=rule.why))
    if rule.see:
        lines += wrapped_list(rule.see, f"{say.say('rules.see')} ")
    return lines


def _others(rules: list[Rule], say: Catalogue) -> list[str]:
    return wrapped_list([rule.id for rule in rules], f"{say.say('rules.others')} ", "  ")


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
