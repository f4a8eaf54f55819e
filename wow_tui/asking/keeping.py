"""What the dialogue keeps of positions: as a code, after a move that is made, under a name, and side by side."""

from __future__ import annotations

from rules.ask import Illegal, Refusal
from rules.whispers.assumed import assume
from rules.whispers.changes import Change, changes
from rules.whispers.oneline_text import write
from rules.whispers.placing import build
from rules.whispers.position import Position, PositionError
from wow_tui.asking.question import BadInput
from wow_tui.text.faults import told as fault_told
from wow_tui.text.voice import say


def told(position: Position) -> str:
    """A position in one line, or as a code where no line can say all of it; empty for the set-up alone."""
    from rules.whispers.position_code import write_code

    try:
        return write(position)
    except PositionError:
        return write_code(position)


def code(position: Position, move: str) -> str:
    """The code of a position, with the seat and the cards that the move asked about needs. BadInput."""
    from rules.whispers.position_code import write_code

    try:
        return write_code(assume(position, move).position)
    except PositionError as error:
        raise BadInput(fault_told(error)) from None


def after(position: Position, move: str) -> Position | Refusal:
    """The position after a move of whoever is asked, or why it may not be made. BadInput."""
    from wow_tui.lab.session import Lab

    try:
        lab = Lab(assume(position, move).position)
        lab.play(move)
    except PositionError as error:
        raise BadInput(fault_told(error)) from None
    except Illegal as illegal:
        return illegal.refusal
    return lab.position()


def between(one: Position, other: Position) -> list[Change]:
    """What is different on the table in the other position. BadInput if other societies play there."""
    before, after = build(one), build(other)
    if len(before.names) != len(after.names):
        raise BadInput(say("reading.other-societies", there=len(before.names), here=len(after.names)))
    return changes(before.state, after.state)
