"""A War of Whispers as the seven names that every game offers."""

from __future__ import annotations

from collections.abc import Sequence

from rules.agenda import run
from rules.ask import Ask, Event, Illegal, Refusal
from rules.game import Facts
from rules.whispers import check as checking
from rules.whispers import scoring
from rules.whispers import view as viewing
from rules.whispers.kinds import ANSWERS, KINDS
from rules.whispers.layout import SETUP
from rules.whispers.moves import moves
from rules.whispers.options import Options
from rules.whispers.setup import set_up
from rules.whispers.state import State

FACTS = Facts("whispers", "A War of Whispers", tuple(SETUP.agents), 1, Options, State)


def new(players: int, options: Options, seed: int) -> State:
    """A match ready for its first question. ValueError for numbers or options the game does not allow."""
    state = set_up(players, options, seed)
    run(state, KINDS, [])
    return state


def asks(state: State) -> dict[int, Ask]:
    """The one player who must answer, and what; empty when the game is over."""
    if not state.agenda:
        return {}
    frame = state.agenda[-1]
    kind = KINDS[frame.__class__]
    player = kind.player(state, frame)
    key, values = kind.prompt(state, frame)
    return {player: Ask(state.step, player, key, values, kind.options(state, frame))}


def take(state: State, player: int, answer: Sequence[str]) -> list[Event]:
    """Apply an answer of one move and run on. Illegal, with nothing changed, if the rules refuse it."""
    if not state.agenda:
        raise Illegal(Refusal("game.over"))
    frame = state.agenda[-1]
    kind = KINDS[frame.__class__]
    asked = kind.player(state, frame)
    if player != asked:
        raise Illegal(Refusal("game.turn", "", {"player": player, "asked": asked}))
    if len(answer) != 1:
        raise Illegal(Refusal("game.one", "", {"count": len(answer)}))
    option = moves(state.board()).find(answer[0]) if isinstance(answer[0], str) else None
    if option is None:
        raise Illegal(Refusal("game.words", "", {"move": str(answer[0])[:80]}))
    if option.key not in ANSWERS[frame.__class__]:
        raise Illegal(Refusal("game.question", "", {"move": option.id, "asked": kind.prompt(state, frame)[0]}))
    refusal = kind.refuse(state, frame, option)
    if refusal is not None:
        raise Illegal(refusal)
    events: list[Event] = []
    kind.take(state, frame, option, events)
    state.step += 1
    run(state, KINDS, events)
    return events


class Whispers:
    """The interface of `rules.game.Game`; the functions above and their like under their seven names."""

    facts = FACTS
    new = staticmethod(new)
    asks = staticmethod(asks)
    take = staticmethod(take)
    view = staticmethod(viewing.view)
    outcome = staticmethod(scoring.outcome)
    check = staticmethod(checking.check)


GAME = Whispers()
