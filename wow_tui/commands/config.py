"""`wow-tui config`: where the settings are, what they are, and whether their file is right."""

from __future__ import annotations

import click

from wow_tui.actions import key_clashes
from wow_tui.clean import clean
from wow_tui.config import as_toml, config_path, load
from wow_tui.speaking import SpokenCommand


@click.command(cls=SpokenCommand)
@click.option("--check", is_flag=True, help="Say what is wrong with the file; exit status 2 if anything is.")
@click.option("--path", "only_path", is_flag=True, help="Only say where the file is.")
def command(check: bool, only_path: bool) -> None:
    """Show the settings that hold, in the form of their file, and where that is.

    Exit status: 0, or 2 with --check if something in the file cannot be used.
    """
    path, loaded = config_path(), load()
    problems = [*loaded.problems, *key_clashes(loaded.settings.keys)]
    if only_path:
        click.echo(path)
        return
    if not check:
        click.echo(f"# {clean(str(path), 500)}{'' if path.exists() else ' (not there yet)'}")
        click.echo(as_toml(loaded.settings), nl=False)
    for problem in problems:
        click.echo(f"wow-tui config: {problem}", err=True)
    if check and problems:
        raise SystemExit(2)
