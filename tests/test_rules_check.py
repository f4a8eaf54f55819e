"""`check` refuses states that cannot be, with a ValueError and never another exception."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from rules.whispers import frames
from rules.whispers.game import GAME
from rules.whispers.options import preset
from rules.whispers.state import State
from tests.games import dealt, first_ask

Change = Callable[[State], object]


def real() -> State:
    """A state in mid-game with full hands: the first seat that acts in round 1."""
    state = dealt(3, preset("printed"), 11)
    for seat in ("bear.marshal", "eagle.sheriff", "horse.chancellor", "lion.chancellor", "bear.sheriff"):
        GAME.take(state, first_ask(GAME, state).player, [f"deploy {seat}"])  # type: ignore[union-attr]
    GAME.take(state, first_ask(GAME, state).player, ["deploy elephant.marshal"])  # type: ignore[union-attr]
    assert isinstance(state.agenda[-1], frames.Act)
    GAME.check(state)
    return state


def put(name: str, value: object) -> Change:
    """Set a field."""
    return lambda state: setattr(state, name, value)


def put_at(name: str, place: int, value: object) -> Change:
    """Set an entry of a list."""
    return lambda state: getattr(state, name).__setitem__(place, value)


def top(*new: frames.Frame) -> Change:
    """Put these frames on top of the agenda."""
    return lambda state: state.agenda.extend(new)


def options(**changes: object) -> Change:
    """Play with other options."""
    return put("options", msgspec.structs.replace(preset("printed"), **changes))


IMPOSSIBLE: dict[str, Change] = {
    "no players": put("players", 0),
    "five players": put("players", 5),
    "fewer players than hands": put("players", 2),
    "unknown layout": options(layout="atlantis"),
    "unknown border": options(border="B1-H1"),
    "round too high": put("round", 5),
    "round below nothing": put("round", -1),
    "first player unknown": put("first", 3),
    "first player below nothing": put("first", -1),
    "chance below nothing": put("chance", -1),
    "chance too large": put("chance", 1 << 64),
    "step below nothing": put("step", -1),
    "a region too few": lambda s: (s.banners.pop(), s.holder.pop()),
    "a region too many": put("banners", [0] * 41),
    "a holder too many": lambda s: s.holder.append(0),
    "an empire too few": lambda s: s.reserve.pop(),
    "a deck too many": lambda s: s.decks.append([]),
    "a seat too few": lambda s: s.seats.pop(),
    "a hand too many": lambda s: s.hands.append([]),
    "loyalties of nobody": lambda s: s.loyalty.append([0, 1, 2, 3, 4]),
    "a mark too many": lambda s: s.shown.append(0),
    "a count of swaps too few": lambda s: s.swaps.pop(),
    "unknown holder": put_at("holder", 0, 5),
    "holder below nothing": put_at("holder", 0, -1),
    "banners below nothing": put_at("banners", 0, -1),
    "an empty region held by another empire": put_at("holder", 1, 2),
    "a banner too many": put_at("banners", 0, 4),
    "a banner too few": put_at("banners", 0, 2),
    "reserve below nothing": lambda s: (put_at("reserve", 0, -1)(s), put_at("banners", 0, 15)(s)),
    "banners of another colour": put_at("holder", 0, 1),
    "unknown card": lambda s: s.decks[0].append(0),
    "a card twice too often": lambda s: s.decks[0].append(s.decks[0][0]),
    "a card lost": lambda s: s.decks[0].pop(),
    "a card in a foreign deck": lambda s: s.decks[0].append(s.decks[1].pop()),
    "a hand out of order": lambda s: s.hands[0].reverse(),
    "an agent of nobody": put_at("seats", 4, 3),
    "an agent below nobody": put_at("seats", 4, -2),
    "ten agents": lambda s: s.seats.__setitem__(slice(5, 15), [1] * 10),
    "no post": lambda s: s.posts.append([1]),
    "a post of nobody": lambda s: s.posts.append([3, 1]),
    "a post nowhere": lambda s: s.posts.append([1, 40]),
    "three posts": lambda s: s.posts.extend([[1, 1], [1, 2], [1, 3]]),
    "two posts in one region": lambda s: s.posts.extend([[1, 1], [1, 1]]),
    "a loyalty twice": put_at("loyalty", 0, [0, 1, 2, 3, 3]),
    "a loyalty missing": put_at("loyalty", 0, [0, 1, 2, 3]),
    "an unknown loyalty": put_at("loyalty", 0, [0, 1, 2, 3, 5]),
    "a slot shown that is none": put_at("shown", 0, 32),
    "shown below nothing": put_at("shown", 0, -1),
    "swaps below nothing": put_at("swaps", 0, -1),
    "an endless agenda": lambda s: s.agenda.extend([s.agenda[0]] * 50),
    "a frame of nobody": top(frames.Remove(3, 3)),
    "a frame of no empire": top(frames.Fire(0, 5)),
    "a frame of no seat": top(frames.Act(0, 20, 2)),
    "an unknown reach": top(frames.Declare(0, 2, 2, 0, "far")),
    "an unknown repeated action": top(frames.Act(0, 2, 2, only="pass")),
    "an unknown action": top(frames.After(0, 2, 2, 0, "swim")),
    "an unknown rule": top(frames.AddOnce(0, "party", 3)),
    "a taker nowhere": top(frames.Rearrange(0, 0, (40,), ())),
    "an amount below nothing": top(frames.Recruit(0, -1)),
    "relocating on top of nothing to relocate": lambda s: setattr(s, "agenda", [frames.Relocate(0, 2, 2)]),
    "relocating over another frame": top(frames.Council(0, 0), frames.Relocate(0, 2, 2)),
    "borrowing over another frame": top(frames.Council(0, 0), frames.Borrow(0, 2, 2)),
    "reinforcing no attack": top(frames.Reinforce(0, 0, 6)),
    "a frame on top that asks nobody": top(frames.Council(0, 4)),
    "an attack with banners from nowhere": top(frames.Flight(0, 2, 2, 0, 0, 6, 2)),
    "scattering banners from nowhere": top(frames.Scatter(0, 0, 0, 2)),
    "an active agent of another council": top(frames.Act(0, 2, 17)),
    "recruits that are all placed": top(frames.Recruit(0, 0)),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_state_is_refused(name: str) -> None:
    state = real()
    IMPOSSIBLE[name](state)
    with pytest.raises(ValueError, match=r"\w"):
        GAME.check(state)


def flying(source: str, target: str, count: int) -> Change:
    """An attack of `count` of Bear's three banners at B1 is on."""

    def change(state: State) -> None:
        board = state.board()
        state.banners[0] -= count
        state.agenda[-1] = frames.Flight(0, 2, 2, 0, board.region[source], board.region[target], count)

    return change


def foreign_agent(state: State) -> None:
    """The agent by which a player acts is another player's."""
    frame = state.agenda[-1]
    assert isinstance(frame, frames.Act)
    state.seats[frame.agent] = (frame.player + 1) % state.players


# States that no play leads to, each for a reason of its own.
UNREACHABLE: dict[str, Change] = {
    "an attack of no banners: the fight then makes a banner": flying("B1", "E1", 0),
    "an attack on its own source": flying("B1", "B1", 1),
    "a question without an answer: fire": top(frames.Fire(0, 4)),
    "a question without an answer: march": top(frames.March(0, 4)),
    "a question without an answer: a declaration": top(frames.Declare(0, 2, 2, 0, "adjacent", 1, 1)),
    "scattering nothing": top(frames.Scatter(0, 0, 0, 0)),
    "an active agent of another player": foreign_agent,
    "reinforcements of another empire": lambda s: (
        flying("B1", "E1", 2)(s),
        top(frames.Reinforce(0, 1, 6))(s),
    ),
    "over in the first round": put("agenda", []),
    "a fifth round": lambda s: (put("round", 4)(s), put("agenda", [frames.NewRound(), frames.Loyalty(0)])(s)),
    "one token shown": put_at("shown", 0, 1),
    "tokens shown without a swap": put_at("shown", 0, 3),
    "a swap without tokens shown": put_at("swaps", 0, 1),
    "an agent on a region without the variant": lambda s: s.posts.append([1, 1]),
    "equal favourites where they must differ": lambda s: (
        options(unique_favourites=True)(s),
        put("loyalty", [[0, 1, 2, 3, 4] for _ in range(3)])(s),
    ),
}


@pytest.mark.parametrize("name", UNREACHABLE)
def test_a_state_no_play_leads_to_is_refused(name: str) -> None:
    state = real()
    UNREACHABLE[name](state)
    with pytest.raises(ValueError, match=r"\w"):
        GAME.check(state)
