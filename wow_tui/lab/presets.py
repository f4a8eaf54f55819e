"""Positions to begin with."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.whispers.position import Position
from rules.whispers.settling import tables
from wow_tui.lab.edits import Whole


def _setup(position: Position) -> Position:
    """The printed set-up, before the first round."""
    return Position(preset=position.preset, options=position.options, players=position.players, phase="deploy")


def _empty(position: Position) -> Position:
    """Nothing on the map, on the councils and in the hands."""
    return replace(_setup(position), board="empty", phase=None)


def _round(position: Position, number: int) -> Position:
    """The beginning of a round, with everything on the table as it is."""
    phase = "take-back" if number > 1 and position.agents else "deploy"
    return replace(position, round=number, phase=phase, acts=None, turn=None, agenda=None)


def _end(position: Position) -> Position:
    """The table as it is, when the last round is over."""
    return replace(position, round=tables(position)[1].rounds, phase="end", acts=None, turn=None, agenda=None)


PRESETS: dict[str, Callable[[Position], Position]] = {
    "setup": _setup,
    "empty": _empty,
    "round-1": lambda position: _round(position, 1),
    "round-2": lambda position: _round(position, 2),
    "round-3": lambda position: _round(position, 3),
    "round-4": lambda position: _round(position, 4),
    "end": _end,
}


def preset_edit(name: str, position: Position) -> Whole:
    """The edit that makes a preset of a position; players and options stay. KeyError for a name there is not."""
    return Whole(PRESETS[name](position), name)
