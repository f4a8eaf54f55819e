"""The frames that cards open, as one table for the run loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.agenda import Kind, Prompt, waits
from rules.ask import Option, Refusal, Value
from rules.whispers import banner_effects as banner
from rules.whispers import frames
from rules.whispers import move_effects as move
from rules.whispers import seat_effects as seat
from rules.whispers.state import State
from rules.whispers.table import some


def asked(_: State, frame: Any) -> int:
    """The player a frame asks."""
    player: int = frame.player
    return player


def spread(refuse: Callable[..., Refusal | None]) -> Callable[[State, Any, Option], Refusal | None]:
    """A refusal over single arguments, as one over an option."""
    return lambda state, frame, option: refuse(state, frame, *option.args)


def prompt(key: str, *fields: str) -> Callable[[State, Any], Prompt]:
    """A prompt that names fields of the frame: empires, regions and seats by id, numbers as they are."""

    def build(state: State, frame: Any) -> Prompt:
        board = state.board()
        names = {"empire": board.empires, "source": board.regions, "seat": board.seats, "agent": board.seats}
        values: dict[str, Value] = {}
        for field in fields:
            value = getattr(frame, field)
            values[field] = names[field][value] if field in names else value
        return key, values

    return build


def _kind(
    prompted: Callable[[State, Any], Prompt],
    options: Callable[[State, Any], Iterator[Option]],
    refuse: Callable[[State, Any, Option], Refusal | None],
    take: Callable[..., None],
    advance: Callable[..., bool] = waits,
) -> Kind:
    return Kind(advance, asked, prompted, lambda state, frame: list(options(state, frame)), refuse, take, options)


EFFECTS: dict[type[Any], Kind] = {
    frames.Relocate: _kind(
        prompt("relocate", "agent"), seat.relocate_options, spread(seat.refuse_relocate), seat.take_relocate
    ),
    frames.Borrow: _kind(prompt("borrow", "seat"), seat.borrow_options, spread(seat.refuse_borrow), seat.take_borrow),
    frames.Remove: _kind(
        prompt("mercenaries", "most"), banner.remove_options, spread(banner.refuse_remove), banner.take_remove
    ),
    frames.Recruit: _kind(
        prompt("recruit", "left"),
        banner.recruit_options,
        spread(banner.refuse_recruit),
        banner.take_recruit,
        banner.advance_recruit,
    ),
    frames.AddOnce: _kind(
        prompt("add-once", "rule", "most"),
        banner.add_once_options,
        spread(banner.refuse_add_once),
        banner.take_add_once,
    ),
    frames.Populate: _kind(
        prompt("populate", "empire"),
        banner.populate_options,
        spread(banner.refuse_populate),
        banner.take_populate,
        banner.advance_populate,
    ),
    frames.Fire: _kind(prompt("fire", "empire"), banner.fire_options, spread(banner.refuse_fire), banner.take_fire),
    frames.Burn: _kind(
        prompt("burn", "source", "left"),
        banner.burn_options,
        banner.refuse_burn,
        banner.take_burn,
        banner.advance_burn,
    ),
    frames.March: _kind(prompt("march", "empire"), move.march_options, spread(move.refuse_march), move.take_march),
    frames.ChooseEmpire: _kind(
        prompt("choose-empire"), move.empire_options, spread(move.refuse_empire), move.take_empire
    ),
    frames.Rearrange: _kind(
        prompt("rearrange", "empire"),
        move.rearrange_options,
        move.refuse_rearrange,
        move.take_rearrange,
        move.advance_rearrange,
    ),
    frames.Disperse: _kind(prompt("disperse"), move.disperse_options, spread(move.refuse_disperse), move.take_disperse),
    frames.Scatter: _kind(
        prompt("scatter", "empire", "source", "left"),
        move.scatter_options,
        spread(move.refuse_scatter),
        move.take_scatter,
    ),
    frames.Reinforce: _kind(
        prompt("reinforce", "empire", "left"),
        move.reinforce_options,
        move.refuse_reinforce,
        move.take_reinforce,
        move.advance_reinforce,
    ),
}


def answerable(state: State, frame: Any) -> bool:
    """Whether a frame would offer any answer if it were asked now."""
    return some(EFFECTS[type(frame)].lazily(state, frame))
