"""Every frame of the game with what the run loop needs of it, and which kinds of move answer it."""

from __future__ import annotations

from typing import Any

from rules.agenda import Kind, Prompt, waits
from rules.ask import Event, Option, Refusal
from rules.whispers import attack, cards, councils, frames, rounds
from rules.whispers.effects import EFFECTS, asked, prompt
from rules.whispers.frames import Act, After, Declare, Flight
from rules.whispers.moves import moves
from rules.whispers.state import State

PLAYS = ("play", "play-with")
DONE = ("done",)

ANSWERS: dict[type[Any], tuple[str, ...]] = {
    frames.TakeBack: ("recall", "recall-region"),
    frames.Deploy: ("deploy", "deploy-region"),
    frames.Act: ("add", "draw", "attack", "swap", "pass", *PLAYS),
    frames.Add: ("add",),
    frames.Declare: ("attack", *PLAYS),
    frames.Flight: (*DONE, *PLAYS),
    frames.After: (*DONE, *PLAYS),
    frames.Relocate: ("to",),
    frames.Borrow: ("use",),
    frames.Remove: ("remove",),
    frames.Recruit: ("add",),
    frames.AddOnce: ("add",),
    frames.Populate: ("add",),
    frames.Disperse: ("from",),
    frames.Scatter: ("to-region",),
    frames.Fire: ("from",),
    frames.Burn: ("remove", *DONE),
    frames.March: ("move",),
    frames.ChooseEmpire: ("rearrange",),
    frames.Rearrange: ("move", *DONE),
    frames.Reinforce: ("reinforce", *DONE),
    frames.Loyalty: ("keep", "swap-tokens"),
    frames.Discard: ("discard",),
}


def _act_options(state: State, frame: Act) -> list[Option]:
    out = councils.printed_options(state, frame)
    if not out or state.options.may_pass:
        out.append(moves(state.board()).skip)
    if state.hands[frame.player]:
        out += cards.play_options(state, frame)
    return out


def _refuse_act(state: State, frame: Act, option: Option) -> Refusal | None:
    if option.key in PLAYS:
        return cards.refuse_play(state, frame, option)
    return councils.refuse_act(state, frame, option)


def _take_act(state: State, frame: Act, option: Option, events: list[Event]) -> None:
    if option.key in PLAYS:
        cards.take_play(state, frame, option, events)
    else:
        councils.take_act(state, frame, option, events)


def _declare_options(state: State, frame: Declare) -> list[Option]:
    out = attack.declare_options(state, frame)
    return out + cards.play_options(state, frame) if state.hands[frame.player] else out


def _refuse_declare(state: State, frame: Declare, option: Option) -> Refusal | None:
    if option.key in PLAYS:
        return cards.refuse_play(state, frame, option)
    return attack.refuse_declare(state, frame, option)


def _take_declare(state: State, frame: Declare, option: Option, events: list[Event]) -> None:
    if option.key in PLAYS:
        cards.take_play(state, frame, option, events)
    else:
        attack.launch(state, frame, frame.empire, option, events)


def _advance_flight(state: State, frame: Flight, events: list[Event]) -> bool:
    """Whether the player holds cards is public, which ones is not: so every holder is asked."""
    if state.hands[frame.player]:
        return True
    attack.fight(state, frame, events)
    return False


def _take_flight(state: State, frame: Flight, option: Option, events: list[Event]) -> None:
    if option.key in PLAYS:
        cards.take_play(state, frame, option, events)
    else:
        attack.fight(state, frame, events)


def _advance_after(state: State, frame: After, events: list[Event]) -> bool:
    if state.hands[frame.player]:
        return True
    state.agenda.pop()
    return False


def _take_after(state: State, frame: After, option: Option, events: list[Event]) -> None:
    if option.key in PLAYS:
        cards.take_play(state, frame, option, events)
    else:
        state.agenda.pop()


def _window_options(state: State, frame: Flight | After) -> list[Option]:
    return [moves(state.board()).done, *cards.play_options(state, frame)]


def _refuse_window(state: State, frame: Flight | After, option: Option) -> Refusal | None:
    return cards.refuse_play(state, frame, option) if option.key in PLAYS else None


def _flight_prompt(state: State, frame: Flight) -> Prompt:
    board = state.board()
    ends = {"source": board.regions[frame.source], "target": board.regions[frame.target]}
    return "flight", {"empire": board.empires[frame.empire], "count": frame.count, **ends}


KINDS: dict[type[Any], Kind] = {
    **EFFECTS,
    frames.NewRound: Kind(rounds.advance_new_round),
    frames.Council: Kind(councils.advance_council),
    frames.Supply: Kind(rounds.advance_supply),
    frames.MarkRound: Kind(rounds.advance_mark_round),
    frames.TakeBack: Kind(
        rounds.advance_take_back,
        rounds.asked,
        prompt("take-back"),
        rounds.take_back_options,
        rounds.refuse_take_back,
        rounds.take_take_back,
    ),
    frames.Deploy: Kind(
        rounds.advance_deploy,
        rounds.asked,
        prompt("deploy"),
        rounds.deploy_options,
        rounds.refuse_deploy,
        rounds.take_deploy,
    ),
    frames.Act: Kind(councils.advance_act, asked, councils.act_prompt, _act_options, _refuse_act, _take_act),
    frames.Add: Kind(
        councils.advance_add,
        asked,
        prompt("add", "empire", "left"),
        councils.add_frame_options,
        councils.refuse_add_frame,
        councils.take_add_frame,
    ),
    frames.Declare: Kind(
        waits, asked, prompt("declare", "empire", "reach"), _declare_options, _refuse_declare, _take_declare
    ),
    frames.Flight: Kind(_advance_flight, asked, _flight_prompt, _window_options, _refuse_window, _take_flight),
    frames.After: Kind(
        _advance_after,
        asked,
        prompt("after", "empire", "action"),
        _window_options,
        _refuse_window,
        _take_after,
    ),
    frames.Loyalty: Kind(
        rounds.advance_loyalty,
        rounds.asked,
        prompt("loyalty"),
        rounds.loyalty_options,
        rounds.refuse_loyalty,
        rounds.take_loyalty,
    ),
    frames.Discard: Kind(
        rounds.advance_discard,
        rounds.asked,
        prompt("discard"),
        rounds.discard_options,
        rounds.refuse_discard,
        rounds.take_discard,
    ),
}
