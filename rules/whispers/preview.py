"""What would happen: a move tried on an imagined state, so that nothing hidden can show in it."""

from __future__ import annotations

from msgspec import Struct

from rules.ask import Event, Illegal, Refusal, readable
from rules.whispers.changes import Change, changes
from rules.whispers.imagine import imagine
from rules.whispers.standstill import Standstill
from rules.whispers.state import State
from rules.whispers.view import View


class Preview(Struct):
    """A move and what it would bring, up to the end of its action: or why it may not be made.

    `answers`: the single moves it stands for; `events`: what everybody would read.
    """

    refusal: Refusal | None = None
    answers: list[str] = []
    events: list[Event] = []
    changes: list[Change] = []


def preview(view: View, line: str, imagined: State | None = None) -> Preview:
    """The verdict on a line of moves by the viewer, and its consequences if no further card is played.

    `imagined`: the state imagined of that view, for whoever asks about many moves; it stays as it is.
    """
    if view.viewer is None:
        return Preview(Refusal("game.turn", "", {"player": -1, "asked": view.waiting}))
    table = Standstill(imagine(view, 0) if imagined is None else imagined.copy())
    before = table.state.copy()
    try:
        answers, events = table.play(view.viewer, line)
    except Illegal as illegal:
        return Preview(illegal.refusal)
    while table.window():
        events += table.close()
    return Preview(None, answers, readable(events, None), changes(before, table.state, view.viewer))
