"""`wow-tui inspect FILE`: what a save holds, without giving its secrets away."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import msgspec

from rules.game import load
from rules.whispers.layout import SLOTS
from rules.whispers.moves import card_id
from rules.whispers.options import PRESETS, Options, preset
from rules.whispers.view import View
from saves.envelope import Save
from saves.errors import SaveError, StoreError
from saves.store import read
from wow_tui.clean import clean
from wow_tui.text.board import board_lines
from wow_tui.text.catalogue import catalogue
from wow_tui.text.speaker import Speaker

NAME_LENGTH, NOTE_LENGTH = 40, 300
Document = dict[str, Any]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--reveal", is_flag=True, help="Also hands, face-down loyalties and the seed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
def command(file: Path, reveal: bool, as_json: bool) -> None:
    """Say what a save holds: game, players, options, where play stands. No secrets without --reveal.

    Exit status: 0, or 2 if the file cannot be read or is no good save.
    """
    try:
        save = read(file)
    except (SaveError, StoreError) as error:
        click.echo(f"wow-tui inspect: {clean(str(error), 500)}", err=True)
        raise SystemExit(2) from None
    if as_json:
        click.echo(json.dumps(document(save, reveal), indent=1))
    else:
        click.echo("\n".join(report(save, reveal)))


def document(save: Save, reveal: bool) -> Document:
    """The save as plain data by names. Without `reveal` it is built from the spectator's view alone."""
    view = _view(save)
    asks = load(save.game).asks(save.state).values()
    found = {**_heading(save, view), **_table(view)}
    found["asked"] = [{"player": ask.player, "key": ask.key, "values": ask.values} for ask in asks]
    if reveal:
        found["secrets"] = _secrets(save)
    return found


def report(save: Save, reveal: bool) -> list[str]:
    """The save in lines of text. Without `reveal` it is built from the spectator's view alone."""
    view, names = _view(save), _names(save)
    speaker, heading = Speaker(catalogue(), names), _heading(save, view)
    times = f"saved {heading['updated'] or 'at an unknown time'}, begun {heading['created'] or 'unknown'}"
    lines = [f"{heading['title']}: {times}, {view.step} answers given."]
    if heading["note"]:
        lines.append(f"Note: {heading['note']}")
    lines += [f"{n}. {name} ({save.players[n - 1].kind})" for n, name in enumerate(names, 1)]
    changed = [f"{name} = {value}" for name, value in heading["options"]["changed"].items()]
    lines.append(f"Options: {'; '.join([heading['options']['preset'], *changed])}")
    if view.lab:
        lines.append("Set up by hand.")
    lines += board_lines(view, speaker)
    for player, ask in load(save.game).asks(save.state).items():
        lines.append(f"{names[player]} is asked: {speaker.ask(ask)}")
    if view.outcome is not None:
        lines += speaker.outcome(view.outcome)
    return lines + _revealed(save, speaker) if reveal else lines


def _view(save: Save) -> View:
    view = load(save.game).view(save.state, None)
    if not isinstance(view, View):
        raise click.ClickException(f"inspect does not know how to show {save.game}")
    return view


def _names(save: Save) -> list[str]:
    """The players' names, cleaned; a name of which nothing is left becomes a number."""
    return [clean(seat.name, NAME_LENGTH).strip() or f"Player {n}" for n, seat in enumerate(save.players, 1)]


def _time(seconds: int) -> str | None:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC") if seconds else None


def _heading(save: Save, view: View) -> Document:
    seats = zip(_names(save), save.players, strict=True)
    return {
        "game": save.game,
        "title": load(save.game).facts.title,
        "format": save.format,
        "rules": save.rules,
        "created": _time(save.created),
        "updated": _time(save.updated),
        "note": clean(save.note, NOTE_LENGTH),
        "players": [{"name": name, "kind": seat.kind} for name, seat in seats],
        "options": _options(view.options),
    }


def _options(options: Options) -> Document:
    """The nearest preset, and the switches that differ from it."""
    mine: Document = msgspec.to_builtins(options)
    found = []
    for name in PRESETS:
        theirs = msgspec.to_builtins(preset(name))
        found.append((name, {key: value for key, value in mine.items() if theirs[key] != value}))
    name, changed = min(found, key=lambda each: len(each[1]))
    return {"preset": name, "changed": changed}


def _table(view: View) -> Document:
    """All that lies open, by the ids of the rules."""
    board, players = view.board(), range(view.players)
    empires = board.empires
    return {
        "round": view.round,
        "step": view.step,
        "first": view.first,
        "by_hand": view.lab,
        "regions": {
            code: {"empire": empires[view.control[region]], "banners": view.banners[region]}
            for region, code in enumerate(board.regions)
        },
        "empires": {
            name: {"cities": view.cities[e], "reserve": view.reserve[e], "deck": view.deck_counts[e]}
            for e, name in enumerate(empires)
        },
        "seats": {board.seats[seat]: owner for seat, owner in enumerate(view.seats) if owner >= 0},
        "posts": [{"player": owner, "region": board.regions[region]} for owner, region in view.posts],
        "hands": view.hand_counts,
        "swaps": view.swaps,
        "shown": [_loyalty(view, view.loyalty[player]) for player in players],
        "outcome": msgspec.to_builtins(view.outcome),
    }


def _loyalty(view: View, slots: list[int]) -> dict[str, str]:
    """The tokens that are known, by slot."""
    empires = view.board().empires
    return {SLOTS[slot]: empires[empire] for slot, empire in enumerate(slots) if empire >= 0}


def _secrets(save: Save) -> Document:
    """The seed, and what each player alone may see."""
    views = [load(save.game).view(save.state, player) for player in range(len(save.players))]
    return {
        "seed": save.seed,
        "hands": [[card_id(view.board(), card) for card in view.hand] for view in views],
        "loyalties": [_loyalty(view, view.loyalty[view.viewer]) for view in views],
        "scores": [view.score for view in views],
    }


def _revealed(save: Save, speaker: Speaker) -> list[str]:
    secrets = _secrets(save)
    lines = [f"Seed: {secrets['seed']}"]
    rows = zip(speaker.names, secrets["hands"], secrets["loyalties"], secrets["scores"], strict=True)
    for name, hand, slots, score in rows:
        tokens = ", ".join(
            f"{speaker.name('slot', slot)} {speaker.name('empire', empire)}" for slot, empire in slots.items()
        )
        cards = ", ".join(hand) or "no cards"
        lines.append(f"{name} holds {cards}; loyalties: {tokens}; would score {score}")
    return lines
