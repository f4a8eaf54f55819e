"""What is still to be done in a position: the phase, the council that acts, whose turn it is."""

from __future__ import annotations

import msgspec

from rules.sentence import Sentence
from rules.whispers.draft import Draft
from rules.whispers.frames import Council, Deploy, Discard, Frame, Loyalty, MarkRound, NewRound, TakeBack
from rules.whispers.position import PositionError
from rules.whispers.rounds import placed
from rules.whispers.table import controller


def agenda(draft: Draft) -> list[Frame]:
    """The agenda that the position gives, or that of its moment. PositionError for one that is none."""
    position = draft.position
    if position.agenda is None:
        return plain_agenda(draft)
    try:
        return msgspec.convert(position.agenda, list[Frame], strict=False)
    except msgspec.ValidationError as error:
        raise PositionError(Sentence("agenda", "agenda: {error}", error=error), "agenda") from None


def plain_agenda(draft: Draft) -> list[Frame]:
    """What is still to be done by `acts`, `phase` and `turn`."""
    position, state = draft.position, draft.state
    phase = position.phase
    if phase is None:
        later = state.round > 1 and any(owner >= 0 for owner in state.seats)
        phase = "council" if position.acts else "take-back" if later else "deploy"
    turn = (draft.player(position.turn) - state.first) % state.players if position.turn else 0
    simple: dict[str, list[Frame]] = {
        "mark": [MarkRound()],
        "loyalty": [NewRound(), Discard(0), Loyalty(turn)],
        "discard": [NewRound(), Discard(turn)],
        "end": [],
    }
    if phase in simple:
        return simple[phase]
    empire, place = _acting(draft)
    out: list[Frame] = [MarkRound()]
    out += [Council(later, 0) for later in range(len(state.reserve) - 1, empire, -1)]
    out.append(Council(empire, place))
    turns = placed(state) * state.players
    if phase == "deploy":
        out.append(Deploy(turn, turns))
    elif phase == "take-back":
        out += [Deploy(0, turns), TakeBack(turn)]
    return out


def _acting(draft: Draft) -> tuple[int, int]:
    """Empire and place of `acts`: a seat, or an empire for its whole council."""
    acts = draft.position.acts
    if not acts:
        return 0, 0
    if "." not in acts:
        return draft.lookup("empire", acts), 0
    seat = draft.lookup("seat", acts)
    if not draft.faults.strict and controller(draft.state, seat) < 0:
        name = draft.board.seats[seat]
        draft.faults.note("delegation", "nobody", f"seat:{name}", seat=name)
    return divmod(seat, draft.board.council_size)
