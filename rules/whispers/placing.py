"""A state made of a position: strictly, for files and questions, or kindly, with a list of what is wrong."""

from __future__ import annotations

from msgspec import Struct

from rules.agenda import run
from rules.ask import Event
from rules.sentence import Sentence
from rules.whispers.check import check
from rules.whispers.check_agenda import check_agenda
from rules.whispers.draft import Draft
from rules.whispers.draft_agents import agents
from rules.whispers.draft_cards import cards
from rules.whispers.draft_loyalties import loyalties
from rules.whispers.draft_map import banners
from rules.whispers.draft_turn import agenda, plain_agenda
from rules.whispers.faults import Fault
from rules.whispers.kinds import KINDS
from rules.whispers.position import Position
from rules.whispers.state import State


class Placed(Struct):
    """A position made into a state: `names` of the players in order, `opening`: what happened at once.

    `invented`: per player the cards that stand for those of which only the back is known; `unsure`: per player
    the slots of loyalties that the position does not say. `faults`: what the position breaks, if it was judged kindly.
    """

    state: State
    names: list[str]
    opening: list[Event]
    faults: list[Fault] = []
    invented: list[list[int]] = []
    unsure: list[list[int]] = []


def build(position: Position) -> Placed:
    """The state of a position, run on to its first question. PositionError for what cannot be."""
    return _placed(Draft(position, strict=True))


def judge(position: Position) -> Placed:
    """The same of a position that breaks rules: as near to it as a state can be, and what it breaks.

    PositionError only for words that name nothing.
    """
    return _placed(Draft(position, strict=False))


def _placed(draft: Draft) -> Placed:
    state, position = draft.state, draft.position
    most = draft.board.rounds
    if not 1 <= position.round <= most:
        draft.faults.blame(
            Sentence("round-round", "round {round}: there are {most}", round=position.round, most=most),
            "round",
            "round",
            "none",
            most=most,
        )
    state.round = min(max(position.round, 1), most)
    state.first = draft.player(position.first) if position.first is not None else 0
    banners(draft)
    agents(draft)
    invented = cards(draft)
    unsure = loyalties(draft)
    opening: list[Event] = []
    state.agenda = agenda(draft)
    try:
        if position.agenda is None:
            run(state, KINDS, opening)
        if draft.faults.broken():
            check_agenda(state, draft.board)
        else:
            check(state)
    except (ValueError, IndexError) as error:
        _impossible(draft, error)
    return Placed(state, draft.names, opening, draft.faults.found, invented, unsure)


def _impossible(draft: Draft, error: Exception) -> None:
    """A state that cannot be. Judged kindly, a moment that does not fit the table gives way to its seat."""
    draft.faults.blame(
        Sentence("this-position-cannot-be", "this position cannot be: {error}", error=error),
        "",
        "round",
        "moment",
        why=str(error),
    )
    draft.state.agenda = plain_agenda(draft)
    run(draft.state, KINDS, [])
