"""Invariants of the agenda: frames that could come about, each on one it may stand on. See `check`."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Any

from rules.sentence import Sentence
from rules.whispers.attack import REACHES
from rules.whispers.frames import (
    Act,
    After,
    Borrow,
    Declare,
    Flight,
    Frame,
    MarkRound,
    NewRound,
    Reinforce,
    Relocate,
)
from rules.whispers.kinds import KINDS
from rules.whispers.layout import Board
from rules.whispers.state import State

MOST_FRAMES = 40


def _allowed(state: State, table: Board) -> dict[str, Collection[object]]:
    """What a field of a frame may be, by its name; any other field is an amount."""
    kinds = ("add", "draw", "attack", "swap")
    regions = range(len(table.regions))
    return {
        "player": range(state.players),
        "empire": range(len(table.empires)),
        "seat": range(len(table.seats)),
        "agent": range(len(table.seats)),
        "source": regions,
        "target": regions,
        "place": range(table.council_size + 1),
        "reach": REACHES,
        "only": ("", *kinds),
        "action": kinds,
        "rule": ("garrison", "uprising"),
        "givers": regions,
        "takers": regions,
        "done": regions,
        "any": (True, False),
        "exchange": (True, False),
    }


# Where no region is meant, these two frames hold -1.
_NO_REGION = {(Declare, "source"), (After, "target")}
_AMOUNTS = range(100)


def check_agenda(state: State, table: Board) -> None:
    """ValueError with one sentence if the agenda cannot be."""
    agenda = state.agenda
    if len(agenda) > MOST_FRAMES:
        raise ValueError(Sentence("the-agenda-is-too-long", "the agenda is too long"))
    if any(isinstance(frame, NewRound | MarkRound) for frame in agenda[1:]):
        raise ValueError(Sentence("the-end-of-a-round-is", "the end of a round is not at the bottom of the agenda"))
    allowed = _allowed(state, table)
    for frame in agenda:
        _check_fields(frame, allowed)
        _check_meaning(state, table, frame)
    for below, frame in pairwise(agenda):
        _check_below(below, frame)
    if agenda:
        _check_top(state)
    elif state.round < table.rounds and not state.lab:
        raise ValueError(Sentence("the-game-is-over-in-round", "the game is over in round {round}", round=state.round))


def _check_fields(frame: Frame, allowed: dict[str, Collection[object]]) -> None:
    for field in frame.__struct_fields__:
        value = getattr(frame, field)
        if value == -1 and (type(frame), field) in _NO_REGION:
            continue
        values = value if isinstance(value, tuple) else (value,)
        if any(each not in allowed.get(field, _AMOUNTS) for each in values):
            raise ValueError(
                Sentence(
                    "kind-with-field-value",
                    "{kind} with {field} = {value}",
                    kind=type(frame).__name__,
                    field=field,
                    value=value,
                )
            )


def _check_meaning(state: State, table: Board, frame: Any) -> None:
    """What a frame says of the table must be so."""
    if hasattr(frame, "agent") and not _same_council(table, frame):
        raise ValueError(
            Sentence(
                "kind-with-an-agent-of-another", "{kind} with an agent of another council", kind=type(frame).__name__
            )
        )
    if isinstance(frame, Act) and state.seats[frame.agent] != frame.player:
        raise ValueError(Sentence("the-active-agent-is-not-the", "the active agent is not the acting player's"))
    if isinstance(frame, Flight) and (frame.count < 1 or frame.source == frame.target):
        raise ValueError(
            Sentence(
                "an-attack-of-count-from-one",
                "an attack of {count} from one region on itself or with nobody",
                count=frame.count,
            )
        )
    if isinstance(frame, NewRound) and state.round >= table.rounds:
        raise ValueError(
            Sentence("another-round-after-round-round", "another round after round {round}", round=state.round)
        )


def _check_below(below: Frame, frame: Frame) -> None:
    needed = _NEEDS_BELOW.get(type(frame))
    if needed is not None and not isinstance(below, needed):
        raise ValueError(
            Sentence(
                "kind-above-kind-on-the-agenda",
                "{kind} above {kind_2} on the agenda",
                kind=type(frame).__name__,
                kind_2=type(below).__name__,
            )
        )
    if isinstance(frame, Reinforce) and isinstance(below, Flight) and frame.empire != below.empire:
        raise ValueError(Sentence("banners-of-another-empire-join-the", "banners of another empire join the attack"))


def _check_top(state: State) -> None:
    """The top frame must ask somebody, and offer something."""
    frame = state.agenda[-1]
    name = type(frame).__name__
    if len(state.agenda) == 1 and type(frame) in _NEEDS_BELOW:
        raise ValueError(Sentence("name-alone-on-the-agenda", "{name} alone on the agenda", name=name))
    if KINDS[type(frame)].advance(state.copy(), frame, []) is not True:
        raise ValueError(Sentence("name-on-top-of-the-agenda", "{name} on top of the agenda asks nobody", name=name))
    if not KINDS[type(frame)].options(state, frame):
        raise ValueError(
            Sentence("name-on-top-of-the-agenda-2", "{name} on top of the agenda has no answer", name=name)
        )


def _same_council(table: Board, frame: Any) -> bool:
    return bool(frame.agent // table.council_size == frame.seat // table.council_size)


# Frames that act on the frame below them.
_NEEDS_BELOW: dict[type[Any], type[Any]] = {Relocate: Act, Borrow: Act, Reinforce: Flight}
