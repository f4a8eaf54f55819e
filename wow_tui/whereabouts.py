"""Where play is: read from the public agenda of a view, for the council track and the top line."""

from __future__ import annotations

from typing import NamedTuple

from rules.whispers.frames import Act, After, Council, Declare, Flight
from rules.whispers.view import View


class Whereabouts(NamedTuple):
    """`seat` acts, by the agent on `agent`; play jumped there from `came_from`, if it did. None: no seat acts."""

    seat: str | None = None
    agent: str | None = None
    came_from: str | None = None


def whereabouts(view: View) -> Whereabouts:
    """Where play is in a view."""
    board = view.board()
    acting = [frame for frame in view.pending if isinstance(frame, Act | Declare | Flight | After)]
    if not acting:
        return Whereabouts()
    frame = acting[-1]
    agent = board.seats[frame.agent] if isinstance(frame, Act) else None
    came_from = None
    councils = [below for below in view.pending if isinstance(below, Council)]
    if councils and councils[-1].place:
        turn = councils[-1].empire * board.council_size + councils[-1].place - 1
        came_from = board.seats[turn] if turn != frame.seat else None
    return Whereabouts(board.seats[frame.seat], agent, came_from)
