"""`wow-tui show SAVE`: the board of a save as text or as an SVG picture, without its secrets."""

from __future__ import annotations

from pathlib import Path

import click

from rules.game import load
from saves.errors import SaveError
from saves.store import read
from wow_tui.boards.whispers import TIERS
from wow_tui.clean import clean
from wow_tui.names import player_names
from wow_tui.picture import map_svg, map_text, tier_named
from wow_tui.speaking import SpokenCommand, language
from wow_tui.text.board import board_lines
from wow_tui.text.faults import told
from wow_tui.text.speaker import Speaker
from wow_tui.text.voice import say, words


@click.command(cls=SpokenCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--svg", type=click.Path(path_type=Path), help="Write a picture to this file.")
@click.option("--size", default=TIERS[0].name, type=click.Choice([tier.name for tier in TIERS]), show_default=True)
@click.option("--ascii", "ascii_only", is_flag=True, help="No signs beyond ASCII.")
@click.option("--map-only", is_flag=True, help="The map without the lines below it.")
@language
def command(file: Path, svg: Path | None, size: str, ascii_only: bool, map_only: bool) -> None:
    """Show the board of a save as everybody may see it.

    Exit status: 0 shown, 2 the save cannot be read or the picture cannot be written.
    """
    try:
        save = read(file)
        view = load(save.game).view(save.state, None)
        speaker = Speaker(words(), player_names([seat.name for seat in save.players]))
        below = [] if map_only else board_lines(view, speaker)
        if svg is not None:
            title = f"{say('inspect.title')}: {clean(file.stem, 60)}"
            svg.write_text(map_svg(view, speaker, tier_named(size), title, []), encoding="utf-8")
            return
    except (SaveError, OSError) as error:
        message = told(error) if isinstance(error, SaveError) else f"{clean(str(svg), 200)}: {error.strerror}"
        click.echo(f"wow-tui show: {clean(message, 500)}", err=True)
        raise SystemExit(2) from None
    click.echo("\n".join([map_text(view, speaker, tier_named(size), ascii_only), *below]))
