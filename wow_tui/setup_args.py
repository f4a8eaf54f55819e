"""What commands that start a match share: seats, tables and where saves live."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from saves.envelope import Save, Seat, to_match
from wow_tui.clean import clean
from wow_tui.config import saves_folder as saves_folder
from wow_tui.names import NAME_LENGTH, player_names
from wow_tui.players import PERSON, is_bot, kind_of, level
from wow_tui.table import Table
from wow_tui.text.language import known, languages
from wow_tui.text.voice import say


def new_save_path() -> Path:
    """A file for a new match, named by the time it began; a number is added if there is one already."""
    stem = time.strftime("%Y-%m-%d-%H%M%S")
    folder, number = saves_folder(), 1
    while (path := folder / f"{stem}{f'-{number}' if number > 1 else ''}.wow").exists():
        number += 1
    return path


def read_seats(words: Sequence[str]) -> list[Seat]:
    """Seats as typed: `Ann` a person, `Ann:pl` one who plays in Polish, `greedy` a bot, `Bob=greedy` one with a name,
    `whisperer.500` one that thinks half a second.

    ValueError for a number of players the game is not for, a bot or language there is not, a name given twice.
    """
    seats: list[Seat] = []
    for word in words:
        seats.append(_seat(word, seats))
    if len({seat.name for seat in seats}) != len(seats):
        raise ValueError(say("setup.same-name"))
    if not 2 <= len(seats) <= 4:
        raise ValueError(say("setup.count", count=len(seats)))
    return seats


def _seat(word: str, before: list[Seat]) -> Seat:
    name, sign, bot = word.partition("=")
    kind = kind_of(bot) if sign else kind_of(word) if is_bot(word) else PERSON
    name, language = _language(name) if kind == PERSON else (name, "")
    label = clean(name, NAME_LENGTH).strip()
    if not label:
        raise ValueError(say("setup.no-name", number=len(before) + 1))
    if not sign and kind != PERSON:
        label = _numbered(level(kind).capitalize(), [seat.name for seat in before])
    return Seat(label, kind, language)


def _language(word: str) -> tuple[str, str]:
    """The name, and the language after a colon, if any."""
    name, colon, language = word.rpartition(":")
    if not colon:
        return word, ""
    found = known(language)
    if found is None:
        known_ones = ", ".join(languages())
        player = clean(name, NAME_LENGTH)
        raise ValueError(say("setup.no-language", language=clean(language, 40), name=player, languages=known_ones))
    return name, found


def _numbered(label: str, taken: list[str]) -> str:
    number = sum(name == label or name.startswith(f"{label} ") for name in taken)
    return f"{label} {number + 1}" if number else label


def table_of(save: Save, path: Path | None) -> Table:
    """The match of a save with its players, saved to `path` from now on. ValueError for a bot there is not."""
    for seat in save.players:
        if seat.kind != PERSON and not is_bot(seat.kind.removeprefix("bot:")):
            raise ValueError(say("load.unknown-bot", name=clean(seat.kind.removeprefix("bot:"), 40)))
    names = player_names([seat.name for seat in save.players])
    seats = [replace(seat, name=name) for name, seat in zip(names, save.players, strict=True)]
    return Table(to_match(save), seats, path, save.created)
