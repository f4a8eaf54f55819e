"""The command line: a table of commands, each imported only when it is called."""

from __future__ import annotations

import importlib
import signal
import sys

# While modules are imported an interrupt must end the program: raised as an exception it can get lost there.
_RAISE = signal.getsignal(signal.SIGINT)
signal.signal(signal.SIGINT, signal.SIG_DFL)

import click  # noqa: E402

from wow_tui.speaking import SpokenCommand, language, translated  # noqa: E402
from wow_tui.terminal import Wishes, launch  # noqa: E402

COMMANDS = {
    "ask": "Verdict on a move: legal or not, why, and what would happen.",
    "bench": "Measure the rules core against a reference in the same run.",
    "card": "Explain a card.",
    "check": "Run case files.",
    "config": "Show the settings, or check their file.",
    "host": "Serve tables to play at together.",
    "inspect": "Say what a save holds, without its secrets.",
    "join": "Play at a host.",
    "lab": "Set up a position on the map; every move in it, and why not.",
    "play": "Play a match.",
    "rules": "Print rules of the rulebook.",
    "seat": "Explain a seat of a council.",
    "show": "The board of a save as text or picture.",
    "simulate": "Let bots play many matches.",
    "web": "Serve the game to browsers.",
    "tutorial": "Learn the game in ten minutes, by playing.",
}


class Commands(SpokenCommand, click.Group):
    """A click group whose commands live in `wow_tui.commands`, one module each."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"wow_tui.commands.{cmd_name}")
        signal.signal(signal.SIGINT, _RAISE)
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help's table of commands, without importing any."""
        with formatter.section(translated("Commands")):
            formatter.write_dl([(name, translated(text)) for name, text in sorted(COMMANDS.items())])


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="wow-tui")
@click.option("--continue", "go_on", is_flag=True, help="Go on with the match played last.")
@click.option("--theme", metavar="NAME", help="Colours such as day or high-contrast.")
@click.option("--color", type=click.Choice(["auto", "always", "never", "16"]), default="auto", show_default=True)
@click.option("--ascii", "ascii_only", is_flag=True, default=None, help="Plain characters for lines and signs.")
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal.")
@language
@click.pass_context
def main(
    context: click.Context,
    go_on: bool,
    theme: str | None,
    color: str,
    ascii_only: bool | None,
    no_mouse: bool,
) -> None:
    """A War of Whispers in the terminal. Without a command: the title of the game."""
    context.obj = wishes = Wishes(theme, ascii_only, False if no_mouse else None, color)
    if theme is not None:
        from wow_tui.config import THEMES
        from wow_tui.text.voice import say

        if theme not in THEMES:
            raise click.UsageError(say("reading.no-theme", known=", ".join(THEMES)))
    if context.invoked_subcommand is None:
        context.exit(launch(wishes, go_on=go_on))


if __name__ == "__main__":
    sys.exit(main())
