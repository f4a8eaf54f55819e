"""What commands that start a match share: seats, options and where saves live."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from rules.whispers.options import Options, preset
from rules.whispers.position import nearest
from saves.envelope import Seat
from wow_tui.bots import NAMES
from wow_tui.clean import clean
from wow_tui.config import saves_folder as saves_folder

NAME_LENGTH = 24


def new_save_path() -> Path:
    """A file for a new match, named by the time it began; a number is added if there is one already."""
    stem = time.strftime("%Y-%m-%d-%H%M%S")
    folder, number = saves_folder(), 1
    while (path := folder / f"{stem}{f'-{number}' if number > 1 else ''}.wow").exists():
        number += 1
    return path


def read_seats(words: Sequence[str]) -> list[Seat]:
    """Seats as typed: `Ann` a person, `greedy` a bot, `Bob=greedy` a bot with a name.

    ValueError for a number of players the game is not for, a bot there is not, a name given twice.
    """
    seats: list[Seat] = []
    for word in words:
        name, sign, bot = word.partition("=")
        if sign and bot not in NAMES:
            raise ValueError(f"there is no bot {clean(bot, 40)!r}{nearest(bot, list(NAMES))}")
        kind = f"bot:{bot}" if sign else f"bot:{word}" if word in NAMES else "person"
        label = clean(name, NAME_LENGTH).strip()
        if not label:
            raise ValueError(f"player {len(seats) + 1} has no name that can be shown")
        if not sign and word in NAMES:
            label = _numbered(label.capitalize(), [seat.name for seat in seats])
        seats.append(Seat(label, kind))
    if len({seat.name for seat in seats}) != len(seats):
        raise ValueError("two players have the same name")
    if not 2 <= len(seats) <= 4:
        raise ValueError(f"{len(seats)} players: the game is for 2 to 4")
    return seats


def _numbered(label: str, taken: list[str]) -> str:
    number = sum(name == label or name.startswith(f"{label} ") for name in taken)
    return f"{label} {number + 1}" if number else label


def read_options(name: str, switches: Sequence[str]) -> Options:
    """Options from a preset and `switch=value` texts. ValueError naming what is wrong and the nearest name."""
    changes: dict[str, object] = {}
    for switch in switches:
        key, sign, text = switch.partition("=")
        if not sign or key not in Options.__struct_fields__:
            hint = nearest(key, list(Options.__struct_fields__))
            raise ValueError(f"there is no option {clean(key, 60)!r}{hint} (write name=value)")
        changes[key] = _value(text)
    return preset(name, **changes)


def _value(text: str) -> object:
    """`true`, `no`, `2` or a text as a value."""
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return msgspec.convert(text, int, strict=False)
    except msgspec.ValidationError:
        return text
