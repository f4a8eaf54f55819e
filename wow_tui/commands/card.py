"""`wow-tui card NAME`: what a card does, when, and for what."""

from __future__ import annotations

import click

from wow_tui.explaining import explain
from wow_tui.reference import Reference
from wow_tui.speaking import SpokenCommand, language


@click.command(cls=SpokenCommand)
@click.argument("words", nargs=-1, required=True, metavar="CARD")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
@language
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """Explain a card such as bear/eagle, all cards of an empire, or those with an ability such as mercenaries.

    Exit status: 0, or 2 for a name that no card has.
    """
    told: set[str] = set()

    def lines(reference: Reference, card: int) -> list[str]:
        return reference.card_lines(card, told)

    explain(context, words, as_json, Reference.cards, Reference.card, lines)
