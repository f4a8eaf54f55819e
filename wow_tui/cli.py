"""The command line: a table of commands, each imported only when it is called."""

from __future__ import annotations

import importlib
import sys

import click

COMMANDS = {
    "ask": "Verdict on a move: legal or not, why, and what would happen.",
    "bench": "Measure the rules core against a reference in the same run.",
    "check": "Run case files.",
    "inspect": "Say what a save holds, without its secrets.",
    "play": "Play a match.",
    "simulate": "Let bots play many matches.",
}


class Commands(click.Group):
    """A click group whose commands live in `wow_tui.commands`, one module each."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"wow_tui.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help's table of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="wow-tui")
@click.pass_context
def main(context: click.Context) -> None:
    """A War of Whispers in the terminal."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


if __name__ == "__main__":
    sys.exit(main())
