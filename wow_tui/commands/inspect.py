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
from saves.envelope import Save, Seat
from saves.errors import SaveError, StoreError
from saves.store import read
from wow_tui.clean import clean
from wow_tui.names import player_names
from wow_tui.players import level
from wow_tui.speaking import SpokenCommand, language
from wow_tui.text.board import board_lines
from wow_tui.text.faults import told
from wow_tui.text.speaker import Speaker
from wow_tui.text.voice import say, words

NAME_LENGTH, NOTE_LENGTH = 40, 300
Document = dict[str, Any]


@click.command(cls=SpokenCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--reveal", is_flag=True, help="Also hands, face-down loyalties and the seed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
@language
def command(file: Path, reveal: bool, as_json: bool) -> None:
    """Say what a save holds: game, players, options, where play stands. No secrets without --reveal.

    Exit status: 0, or 2 if the file cannot be read or is no good save.
    """
    try:
        save = read(file)
    except (SaveError, StoreError) as error:
        click.echo(f"wow-tui inspect: {clean(told(error), 500)}", err=True)
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
    speaker, heading = Speaker(words(), names), _heading(save, view)
    times = {name: heading[name] or say("inspect.unknown") for name in ("updated", "created")}
    lines = [say("inspect.head", title=say("inspect.title"), count=view.step, **times)]
    if heading["note"]:
        lines.append(say("inspect.note", note=heading["note"]))
    lines += [
        say("inspect.player", number=n, player=names[n - 1], kind=_kind(seat)) for n, seat in enumerate(save.players, 1)
    ]
    changed = [f"{name} = {value}" for name, value in heading["options"]["changed"].items()]
    preset_name = say(f"new.preset.{heading['options']['preset']}")
    lines.append(say("inspect.options", options="; ".join([preset_name, *changed])))
    if view.lab:
        lines.append(say("inspect.by-hand"))
    lines += board_lines(view, speaker)
    for player, ask in load(save.game).asks(save.state).items():
        lines.append(say("inspect.asked", player=names[player], question=speaker.ask(ask)))
    if view.outcome is not None:
        lines += speaker.outcome(view.outcome)
    return lines + _revealed(save, speaker) if reveal else lines


def _kind(seat: Seat) -> str:
    """Who plays, in words; a bot there is not any more by its id."""
    name, time = level(seat.kind), seat.kind.partition(".")[2]
    key = next((key for key in (f"new.{name}", f"new.kind.{name}") if key in words()), None)
    if key is None:
        return seat.kind
    return say("inspect.timed", kind=say(key), milliseconds=time) if time else say(key)


def _view(save: Save) -> View:
    view = load(save.game).view(save.state, None)
    if not isinstance(view, View):
        raise click.ClickException(f"inspect does not know how to show {save.game}")
    return view


def _names(save: Save) -> list[str]:
    return player_names([seat.name for seat in save.players], NAME_LENGTH)


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
    lines = [say("inspect.seed", seed=secrets["seed"])]
    rows = zip(speaker.names, secrets["hands"], secrets["loyalties"], secrets["scores"], strict=True)
    for name, hand, slots, score in rows:
        tokens = ", ".join(
            f"{speaker.name('slot', slot)} {speaker.name('empire', empire)}" for slot, empire in slots.items()
        )
        cards = ", ".join(hand) or say("inspect.no-cards")
        lines.append(say("inspect.secrets", player=name, cards=cards, tokens=tokens, points=score))
    return lines
