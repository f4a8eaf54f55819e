"""The option `--lang` of every command that speaks, and help in the language of whoever reads it.

What click says itself, and the texts of help, come from gettext, as click does it: from the domain DOMAIN in our
catalogues, in the language of `--lang`, else of the environment. Their English is the key.
"""

from __future__ import annotations

import gettext
import inspect
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

DOMAIN = "click"
gettext.bindtextdomain(DOMAIN, str(Path(__file__).parent / "locale"))
gettext.textdomain(DOMAIN)


def _speak(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Speak that language while the command runs; a command above may have been told another one."""
    if value is None and context.parent is not None:
        return
    # Imported here, for the help of a command needs nothing of it.
    from wow_tui.text.language import languages
    from wow_tui.text.voice import spoken

    try:
        context.with_resource(spoken(value))
    except ValueError:
        raise click.BadParameter(f"there are {', '.join(languages())}", context, parameter) from None


def _asked_for(arguments: Sequence[str]) -> str:
    """The language named on a command line, before anything of it is understood; empty if there is none."""
    from wow_tui.text.language import known

    named = [after for word, after in pairwise([*arguments, ""]) if word == "--lang"]
    named += [word.partition("=")[2] for word in arguments if word.startswith("--lang=")]
    return (known(named[-1]) or "") if named else ""


@contextmanager
def _gettext_in(language: str) -> Iterator[None]:
    """Have gettext look for this language first, if there is one."""
    if not language:
        yield
        return
    before = os.environ.get("LANGUAGE")
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def translated(text: str) -> str:
    """A text of help in the language of whoever reads it."""
    return gettext.gettext(text) if text else text


class SpokenCommand(click.Command):
    """A command whose help and usage errors speak."""

    def main(self, args: Sequence[str] | None = None, *others: Any, **keywords: Any) -> Any:
        """As in click. What is wrong with a line is told in the language that the line names, wherever it does."""
        words = sys.argv[1:] if args is None else args
        with _gettext_in(_asked_for(words) if any(word.startswith("--lang") for word in words) else ""):
            return super().main(args, *others, **keywords)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As in click, translated."""
        before, self.help = self.help, translated(inspect.cleandoc(self.help or ""))
        try:
            super().format_help_text(ctx, formatter)
        finally:
            self.help = before

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As in click, translated."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        before = [option.help for option in options]
        try:
            for option in options:
                option.help = translated(option.help or "") or None
            super().format_options(ctx, formatter)
        finally:
            for option, text in zip(options, before, strict=True):
                option.help = text


language = click.option(
    "--lang",
    metavar="LANGUAGE",
    help="Language, such as en; else that of the settings or the environment.",
    callback=_speak,
    expose_value=False,
    is_eager=True,
)
