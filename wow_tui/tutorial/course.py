"""The chapters and steps of the tutorial, read from course.toml. No words: those are in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from rules.ask import Event
from rules.whispers.position import Position, convert

YOU, OTHER = 0, 1
"""The numbers of the learner and of the other player."""


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """What a step waits for: an event with these values; the words for it; the step that follows."""

    event: str
    say: str
    where: dict[str, int | str] = {}
    then: str = "next"

    def fits(self, event: Event) -> bool:
        """Whether this is the event."""
        return event.key == self.event and all(event.values.get(key) == value for key, value in self.where.items())


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A step; course.toml says what its fields mean."""

    id: str
    rule: str
    on: tuple[Outcome, ...] = ()
    do: tuple[str, ...] = ()
    free: int = 0
    miss: str = ""
    position: str = ""
    side: str = ""

    def outcome(self, events: Sequence[Event]) -> Outcome | None:
        """The first row that one of the events fits."""
        return next((row for row in self.on if any(map(row.fits, events))), None)


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter: the position it begins in, its steps, and what the other player answers."""

    id: str
    position: str
    steps: tuple[Step, ...]
    script: tuple[str, ...] = ()

    def index(self, step: str) -> int:
        """The number of a step by its id; ValueError if there is none."""
        return [each.id for each in self.steps].index(step)


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """All chapters, and the positions they name."""

    chapters: tuple[Chapter, ...]
    positions: dict[str, dict[str, Any]]

    def position(self, name: str, players: Sequence[str]) -> Position:
        """A position by its name, with these names of the players. PositionError for what cannot be."""
        data: Mapping[str, Any] = self.positions[name]
        return convert(_renamed(dict(data), dict(zip(data["players"], players, strict=True))))


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Plain data with every name of a player in it, key or value, replaced."""
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


@cache
def course() -> Course:
    """The course. ValueError naming what is wrong with its file."""
    text = (resources.files("wow_tui.tutorial") / "course.toml").read_bytes()
    try:
        return msgspec.toml.decode(text, type=Course)
    except msgspec.MsgspecError as error:
        raise ValueError(f"course.toml: {error}") from None
