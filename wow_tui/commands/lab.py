"""`wow-tui lab`: a position on the real map, every move in it and why not, on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wow_tui.asking.question import BadInput
from wow_tui.speaking import SpokenCommand, language
from wow_tui.terminal import Wishes, launch

if TYPE_CHECKING:
    from wow_tui.lab.session import Lab

BAD = 2


@click.command(cls=SpokenCommand)
@click.argument("source", required=False, metavar="[FILE]")
@click.option("--case", type=int, default=1, show_default=True, metavar="N", help="Of several cases: the N-th.")
@click.option("--step", type=int, metavar="N", help="Of a case: after N of its steps; by default after the last.")
@click.option("--as", "viewer", default="", metavar="PLAYER", help="Of a save: what that player sees.")
@click.option("--everything", is_flag=True, help="Of a save: with all hands, decks and loyalties.")
@language
@click.pass_context
def command(
    context: click.Context, source: str | None, case: int, step: int | None, viewer: str, everything: bool
) -> None:
    """Set up a position, ask the rules about it, branch and compare.

    FILE is a position, a case file, a save, a code such as wow1..., or a position in one line:

    wow-tui lab "Bear 3 on B3, Lion 1 on L2, Bear Marshal"

    Exit status: 0, or 2 if FILE cannot be read.
    """
    wishes = context.find_object(Wishes) or Wishes()
    try:
        lab = _opened(source, case, step, viewer, everything)
    except BadInput as error:
        click.echo(f"wow-tui lab: {error}", err=True)
        context.exit(BAD)
    context.exit(launch(wishes, entry="lab", lab=lab))


def _opened(source: str | None, case: int, step: int | None, viewer: str, everything: bool) -> Lab:
    """The lab. BadInput."""
    from wow_tui.lab.session import Lab

    if source is None:
        return Lab()
    from wow_tui.lab.loading import from_file, from_text, open_found

    path = Path(source)
    try:
        named = path.exists() or len(source.split()) == 1
    except (OSError, ValueError):
        named = False
    from rules.whispers.position import is_code

    found = from_text(source) if is_code(source) or not named else from_file(path, viewer, everything)
    return open_found(found, case, step)
