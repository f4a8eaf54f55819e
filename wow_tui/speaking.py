"""The option `--lang` of every command that speaks."""

from __future__ import annotations

import click


def _speak(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Speak that language while the command runs; a command above may have been told another one."""
    if value is None and context.parent is not None:
        return
    # Imported here, for the help of a command says nothing in any language but its own.
    from wow_tui.text.language import languages
    from wow_tui.text.voice import spoken

    try:
        context.with_resource(spoken(value))
    except ValueError:
        raise click.BadParameter(f"there are {', '.join(languages())}", context, parameter) from None


language = click.option(
    "--lang",
    metavar="LANGUAGE",
    help="Language, such as en; else that of the settings or the environment.",
    callback=_speak,
    expose_value=False,
    is_eager=True,
)
