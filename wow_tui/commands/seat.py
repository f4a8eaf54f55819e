"""`wow-tui seat NAME`: what a seat may do, and who acts there."""

from __future__ import annotations

import click

from wow_tui.explaining import explain
from wow_tui.reference import Reference
from wow_tui.speaking import SpokenCommand, language


@click.command(cls=SpokenCommand)
@click.argument("words", nargs=-1, required=True, metavar="SEAT")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
@language
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """Explain a seat such as bear.marshal, the four of a council such as bear, or all marshals.

    Exit status: 0, or 2 for a name that no seat has.
    """
    explain(context, words, as_json, Reference.seats, Reference.seat, Reference.seat_lines)
