"""`wow-tui play`: play a match, in line mode with `--plain`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rules.match import Match
from rules.whispers.options import PRESETS
from saves.errors import SaveError
from saves.store import read
from wow_tui.clean import clean
from wow_tui.setup_args import new_save_path, read_seats, table_of
from wow_tui.speaking import SpokenCommand, language
from wow_tui.switches import read_options
from wow_tui.table import Table
from wow_tui.terminal import Wishes, launch
from wow_tui.text.faults import told
from wow_tui.text.speaker import Speaker
from wow_tui.text.voice import words

DEFAULT_SEATS = ("You", "greedy", "greedy")


@click.command(cls=SpokenCommand)
@click.argument("seats", nargs=-1, metavar="[PLAYER...]")
@click.option("--plain", is_flag=True, help="Line mode: prompts and short answers, for screen readers and pipes.")
@click.option("--preset", default="printed", type=click.Choice(list(PRESETS)), show_default=True)
@click.option("--set", "switches", multiple=True, metavar="NAME=VALUE", help="Change a single option.")
@click.option("--seed", type=int, help="The same seed deals the same game.")
@click.option("--load", "load_path", type=click.Path(path_type=Path), help="Go on with a saved match.")
@click.option("--save", "save_path", type=click.Path(path_type=Path), help="Where to save every answer.")
@click.option("--no-save", is_flag=True, help="Save nothing.")
@language
@click.pass_context
def command(
    context: click.Context,
    seats: tuple[str, ...],
    plain: bool,
    preset: str,
    switches: tuple[str, ...],
    seed: int | None,
    load_path: Path | None,
    save_path: Path | None,
    no_save: bool,
) -> None:
    """Play a match. PLAYER is a name for a person, NAME:pl for one who plays in Polish, `greedy` or `random` for a bot,
    or NAME=greedy. `whisperer.500` thinks half a second about each decision.

    Without players: you against two bots.
    """
    try:
        if load_path is not None:
            table = table_of(read(load_path), None if no_save else save_path or load_path)
        else:
            people = read_seats(seats or DEFAULT_SEATS)
            number = _chance() if seed is None else seed
            match = Match.new("whispers", len(people), read_options(preset, switches), number)
            table = Table(match, people, None if no_save else save_path or new_save_path())
    except (ValueError, SaveError, OSError) as error:
        raise SystemExit(_told(error)) from None
    table.save()
    if plain:
        _play(table)
    else:
        context.exit(launch(context.find_object(Wishes) or Wishes(), table))


def _chance() -> int:
    from secrets import randbits

    return randbits(63)


def _told(error: Exception) -> int:
    click.echo(f"wow-tui play: {clean(told(error), 500)}", err=True)
    return 2


def _play(table: Table) -> None:
    from wow_tui.plain import Plain

    speaker = Speaker(words(), table.names)
    people = table.people()
    languages = [seat.language for seat in table.seats]
    game = Plain(table, speaker, read_input, click.echo, len(people) > 1, languages)
    try:
        game.run()
    except KeyboardInterrupt:
        click.echo()
        game.leave()
    table.close()


def read_input(prompt: str) -> str:
    """A line of standard input; EOFError at its end."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        click.echo()
        raise EOFError
    return line.rstrip("\n")
