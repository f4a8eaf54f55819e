"""The run loop over frames: what is still to be done, the top of the list next.

A game gives one `Kind` per frame type. A frame either waits for an answer or runs; to go on after
something, push the rest first. The agenda is plain data, so a game can be saved in any decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rules.ask import Event, Option, Refusal, Value

Prompt = tuple[str, dict[str, Value]]


def never(*_: Any) -> Any:
    """Stands in a `Kind` for what a frame that only runs can never be asked."""
    raise AssertionError("this frame asks nobody")


class Kind(NamedTuple):
    """What the run loop and the asks need to know of one frame type.

    `advance(state, frame, events)`: True if the frame waits for an answer now, else it has run and
    changed the agenda. `player(state, frame)`: who answers. `prompt`: message key and values.
    `options`: the answers offered, never empty. `refuse`: why an option may not be taken, or None.
    `take(state, frame, option, events)`: apply an answer that was not refused. `lazily`: the options one
    by one, where somebody only needs to know whether there is any.
    """

    advance: Callable[[Any, Any, list[Event]], bool]
    player: Callable[[Any, Any], int] = never
    prompt: Callable[[Any, Any], Prompt] = never
    options: Callable[[Any, Any], list[Option]] = never
    refuse: Callable[[Any, Any, Option], Refusal | None] = never
    take: Callable[[Any, Any, Option, list[Event]], None] = never
    lazily: Callable[[Any, Any], Iterator[Option]] = never


def waits(*_: Any) -> bool:
    """`advance` of a frame that always waits."""
    return True


def run(state: Any, kinds: Mapping[type[Any], Kind], events: list[Event]) -> None:
    """Run frames from the top of `state.agenda` until one waits or none is left."""
    agenda = state.agenda
    while agenda:
        frame = agenda[-1]
        if kinds[frame.__class__].advance(state, frame, events):
            return
