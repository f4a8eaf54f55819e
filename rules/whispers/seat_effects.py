"""Cards that lead an action elsewhere: Eagle basic and Lion basic. Rules `card.relocate`, `card.borrow`."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ask import Event, Option, Refusal
from rules.whispers.frames import Act, Borrow, Relocate
from rules.whispers.moves import moves
from rules.whispers.state import State
from rules.whispers.table import controller


def refuse_relocate(state: State, frame: Relocate, seat: int) -> Refusal | None:
    """Why the active agent may not move to that seat."""
    if state.seats[seat] < 0:
        return None
    return Refusal("card.relocate", "taken", {"seat": state.board().seats[seat]})


def relocate_options(state: State, frame: Relocate) -> Iterator[Option]:
    """Every empty seat."""
    make = moves(state.board()).make
    for seat, owner in enumerate(state.seats):
        if owner < 0:
            yield make("to", seat)


def take_relocate(state: State, frame: Relocate, option: Option, events: list[Event]) -> None:
    """Move the agent and act there now; play goes on after the seat that was left."""
    seat, board = option.args[0], state.board()
    state.seats[frame.agent], state.seats[seat] = -1, frame.player
    state.agenda.pop()
    state.agenda[-1] = Act(frame.player, seat, seat)
    values = {"player": frame.player, "agent": board.seats[frame.agent], "seat": board.seats[seat]}
    events.append(Event("relocate", {**values, "left": board.seats[frame.seat]}))


def refuse_borrow(state: State, frame: Borrow, seat: int) -> Refusal | None:
    """Why the action of that seat may not be used. Reading `lion_basic_scope`."""
    board = state.board()
    values = {"seat": board.seats[seat], "agent": board.seats[frame.agent]}
    agent = controller(state, seat)
    if agent < 0 or state.seats[agent] != frame.player:
        return Refusal("card.borrow", "control", values)
    if agent == frame.agent:
        return Refusal("card.borrow", "same-agent", values)
    if state.options.lion_basic_scope == "agents" and agent != seat:
        return Refusal("reading.lion_basic_scope", "", values)
    return None


def borrow_options(state: State, frame: Borrow) -> Iterator[Option]:
    """Every seat whose action may be used."""
    make = moves(state.board()).make
    for seat in range(len(state.seats)):
        if refuse_borrow(state, frame, seat) is None:
            yield make("use", seat)


def take_borrow(state: State, frame: Borrow, option: Option, events: list[Event]) -> None:
    """Act at the other seat, for its empire; that seat still acts in its own turn."""
    seat, board = option.args[0], state.board()
    state.agenda.pop()
    state.agenda[-1] = Act(frame.player, seat, controller(state, seat))
    values = {"player": frame.player, "seat": board.seats[seat], "left": board.seats[frame.seat]}
    events.append(Event("borrow", values))
