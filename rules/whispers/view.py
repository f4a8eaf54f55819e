"""What a player may see: filled field by field, with counts instead of what is hidden. Rule `secret`."""

from __future__ import annotations

from msgspec import Struct

from rules.game import Outcome
from rules.sentence import Sentence
from rules.whispers.frames import Frame
from rules.whispers.kinds import KINDS
from rules.whispers.layout import Board, board
from rules.whispers.options import Options
from rules.whispers.scoring import cities, outcome, points
from rules.whispers.state import State
from rules.whispers.table import controller

UNKNOWN = -1


class View(Struct, gc=False):
    """A match as `viewer` sees it (None: a spectator). Lists are indexed by region, empire, seat or player.

    `control`: the empire controlling each region; `controllers`: the seat whose agent controls each seat,
    or -1; `loyalty`: per player and slot the empire, or UNKNOWN; `hand`: the viewer's own cards;
    `hand_empires`: per player the cards of each empire in hand, for everybody sees the backs;
    `waiting`: the player who must answer, or -1; `score`: what the viewer would score if the game ended
    now (None for a spectator); `pending`: the agenda, which is public.
    """

    viewer: int | None
    options: Options
    players: int
    round: int
    first: int
    step: int
    control: list[int]
    banners: list[int]
    reserve: list[int]
    cities: list[int]
    seats: list[int]
    controllers: list[int]
    posts: list[list[int]]
    deck_counts: list[int]
    hand_counts: list[int]
    hand_empires: list[list[int]]
    hand: list[int]
    loyalty: list[list[int]]
    shown: list[int]
    swaps: list[int]
    pending: list[Frame]
    waiting: int
    score: int | None
    outcome: Outcome | None
    lab: bool

    def board(self) -> Board:
        """The tables this match is played on."""
        return board(self.options.layout, self.options.border)


def waiting(state: State) -> int:
    """The player who must answer, or -1 when the game is over."""
    if not state.agenda:
        return -1
    frame = state.agenda[-1]
    return KINDS[type(frame)].player(state, frame)


def view(state: State, player: int | None) -> View:
    """What `player` may see. ValueError for a player there is not."""
    if player is not None and not 0 <= player < state.players:
        raise ValueError(Sentence("there-is-no-player-player", "there is no player {player}", player=player))
    over = not state.agenda
    return View(
        viewer=player,
        options=state.options,
        players=state.players,
        round=state.round,
        first=state.first,
        step=state.step,
        control=state.holder[:],
        banners=state.banners[:],
        reserve=state.reserve[:],
        cities=cities(state),
        seats=state.seats[:],
        posts=[post[:] for post in state.posts],
        deck_counts=[len(deck) for deck in state.decks],
        hand_counts=[len(hand) for hand in state.hands],
        hand_empires=[_by_empire(hand, len(state.decks)) for hand in state.hands],
        controllers=[controller(state, seat) for seat in range(len(state.seats))],
        hand=[] if player is None else state.hands[player][:],
        loyalty=[_slots(state, owner, over or owner == player) for owner in range(state.players)],
        shown=state.shown[:],
        swaps=state.swaps[:],
        pending=state.agenda[:],
        waiting=waiting(state),
        score=None if player is None else points(state, player),
        outcome=outcome(state),
        lab=state.lab,
    )


def _by_empire(hand: list[int], size: int) -> list[int]:
    counts = [0] * size
    for card in hand:
        counts[card // size] += 1
    return counts


def _slots(state: State, owner: int, open_: bool) -> list[int]:
    shown = state.shown[owner]
    return [empire if open_ or shown >> slot & 1 else UNKNOWN for slot, empire in enumerate(state.loyalty[owner])]
