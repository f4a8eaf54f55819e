"""`wow-tui tutorial`: a guided first game, on the screen or in line mode with `--plain`."""

from __future__ import annotations

import sys

import click

from wow_tui.speaking import SpokenCommand, language
from wow_tui.terminal import Wishes, launch
from wow_tui.text.voice import words


@click.command(cls=SpokenCommand)
@click.option("--plain", is_flag=True, help="Line mode: prompts and short answers, for screen readers and pipes.")
@click.option("--chapter", type=click.IntRange(1, 9), metavar="NUMBER", help="Begin with this chapter, 1 to 9.")
@language
@click.pass_context
def command(context: click.Context, plain: bool, chapter: int | None) -> None:
    """Learn the game in ten minutes, by playing. It goes on with the chapter where you left."""
    if not plain:
        if chapter is not None:
            _begin_with(chapter)
        context.exit(launch(context.find_object(Wishes) or Wishes(), entry="tutorial"))
    from wow_tui.commands.play import read_input
    from wow_tui.tutorial.following import Following
    from wow_tui.tutorial.line_mode import LessonPlain

    following = Following(words(), None if chapter is None else chapter - 1)
    lesson = LessonPlain(following, words(), read_input, _tell)
    try:
        lesson.run()
    except KeyboardInterrupt:
        click.echo()
        lesson.leave()


def _tell(line: str) -> None:
    """Show a line; where a person looks, a long one is broken between words. A pipe gets it whole."""
    from wow_tui.printing import width, wrapped

    long = len(line) > width() and sys.stdout.isatty()
    click.echo("\n".join(wrapped(line)) if long else line)


def _begin_with(chapter: int) -> None:
    """Have this chapter marked in the list. Exit status 2 if the place cannot be kept."""
    from saves.errors import StoreError
    from wow_tui.tutorial import progress
    from wow_tui.tutorial.course import course

    place = progress.load()
    place.chapter = course().chapters[chapter - 1].id
    try:
        progress.keep(place)
    except StoreError as error:
        click.echo(f"wow-tui tutorial: {error}", err=True)
        raise SystemExit(2) from None
