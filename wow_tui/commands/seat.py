"""`wow-tui seat NAME`: what a seat may do, and who acts there."""

from __future__ import annotations

import json

import click

from wow_tui.clean import clean
from wow_tui.reference import Reference, Unknown
from wow_tui.terminal import Wishes


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="SEAT")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """Explain a seat such as bear.marshal, the four of a council such as bear, or all marshals.

    Exit status: 0, or 2 for a name that no seat has.
    """
    wishes = context.find_object(Wishes)
    reference = Reference((wishes.language if wishes else None) or "en")
    try:
        found = reference.seats(" ".join(words))
    except Unknown as error:
        click.echo(f"wow-tui seat: {clean(str(error), 300)}", err=True)
        context.exit(2)
    if as_json:
        click.echo(json.dumps([reference.seat(seat) for seat in found], indent=1))
    else:
        click.echo("\n\n".join("\n".join(reference.seat_lines(seat)) for seat in found))
