"""`wow-tui card NAME`: what a card does, when, and for what."""

from __future__ import annotations

import json

import click

from wow_tui.clean import clean
from wow_tui.reference import Reference, Unknown
from wow_tui.terminal import Wishes


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="CARD")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """Explain a card such as bear/eagle, all cards of an empire, or those with an ability such as mercenaries.

    Exit status: 0, or 2 for a name that no card has.
    """
    wishes = context.find_object(Wishes)
    reference = Reference((wishes.language if wishes else None) or "en")
    try:
        found = reference.cards(" ".join(words))
    except Unknown as error:
        click.echo(f"wow-tui card: {clean(str(error), 300)}", err=True)
        context.exit(2)
    if as_json:
        click.echo(json.dumps([reference.card(card) for card in found], indent=1))
    else:
        told: set[str] = set()
        click.echo("\n\n".join("\n".join(reference.card_lines(card, told)) for card in found))
