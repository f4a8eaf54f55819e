"""What the commands that explain a card or a seat share: look up by name, then words or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import click

from wow_tui.clean import clean
from wow_tui.reference import Document, Reference, Unknown
from wow_tui.text.faults import told
from wow_tui.text.voice import voice


def explain(
    context: click.Context,
    words: Sequence[str],
    as_json: bool,
    find: Callable[[Reference, str], list[int]],
    document: Callable[[Reference, int], Document],
    lines: Callable[[Reference, int], list[str]],
) -> None:
    """Print what `find` finds of the words, as one JSON document or in lines; exit with 2 for an unknown name."""
    reference = Reference(voice().language)
    try:
        found = find(reference, " ".join(words))
    except Unknown as error:
        click.echo(f"wow-tui {context.info_name}: {clean(told(error), 300)}", err=True)
        context.exit(2)
    reference.examples = len(found) == 1
    if as_json:
        click.echo(json.dumps([document(reference, each) for each in found], indent=1))
    else:
        click.echo("\n\n".join("\n".join(lines(reference, each)) for each in found))
