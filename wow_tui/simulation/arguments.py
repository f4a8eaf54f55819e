"""Arguments of commands that play games: errors in one sentence."""

from __future__ import annotations

import click

from wow_tui.speaking import SpokenCommand


class Bad(click.ClickException):
    """Arguments that cannot be used: one sentence on stderr and exit code 2."""

    exit_code = 2


class PlainCommand(SpokenCommand):
    """A command that answers bad arguments in one sentence, without its usage."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As in click, but Bad instead of UsageError."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if isinstance(error, click.exceptions.NoArgsIsHelpError):
                raise
            raise Bad(error.format_message()) from None
