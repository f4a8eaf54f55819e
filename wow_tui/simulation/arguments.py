"""Arguments of commands that play games: switches of the options, and errors in one sentence."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

import click

from rules.whispers.options import Options, preset

_TRUTHS: dict[str, bool | int | str] = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


class Bad(click.ClickException):
    """Arguments that cannot be used: one sentence on stderr and exit code 2."""

    exit_code = 2


class PlainCommand(click.Command):
    """A command that answers bad arguments in one sentence, without its usage."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As in click, but Bad instead of UsageError."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if isinstance(error, click.exceptions.NoArgsIsHelpError):
                raise
            raise Bad(error.format_message()) from None


def match_options(name: str, switches: tuple[str, ...] | list[str]) -> Options:
    """The options of a preset with `switch=value` changes. ValueError, in one sentence, for bad ones."""
    return preset(name, **dict(read_switch(text) for text in switches))


def read_switch(text: str) -> tuple[str, bool | int | str]:
    """A `switch=value`, typed as the options want it. ValueError for a form, switch or value there is not."""
    name, equals, word = text.partition("=")
    kinds: dict[str, Any] = get_type_hints(Options)
    if not equals:
        raise ValueError(f"{text!r} is not of the form switch=value")
    if name not in kinds:
        raise ValueError(f"no switch {name!r}; there are: {', '.join(kinds)}")
    kind = kinds[name]
    if kind is str:
        return name, word
    values: list[bool | int | str] = list(get_args(kind)) if get_origin(kind) is Literal else []
    known = {str(value): value for value in values} or _TRUTHS
    if word.lower() not in known:
        raise ValueError(f"no value {word!r} for {name}; there are: {', '.join(known)}")
    return name, known[word.lower()]
