"""Set-up. Rules `setup.*`."""

from __future__ import annotations

from rules.chance import below, seeded, shuffle
from rules.sentence import Sentence
from rules.whispers.deck import CARDS
from rules.whispers.frames import NewRound
from rules.whispers.layout import SETUP, SLOTS, Board, board
from rules.whispers.moves import cards
from rules.whispers.options import Options
from rules.whispers.state import State


def full_decks(table: Board) -> list[list[int]]:
    """All cards of each empire, unshuffled: `copies` of each of its kinds."""
    size = len(table.empires)
    return [
        [card for card in cards(table) if card // size == empire for _ in range(CARDS.copies)] for empire in range(size)
    ]


def blank(players: int, options: Options, seed: int) -> State:
    """The board as printed, full decks in order, no loyalties, nothing on the agenda.

    ValueError for a number of players or a layout that is not there.
    """
    if players not in SETUP.agents:
        raise ValueError(
            Sentence(
                "players-players-to-most",
                "{players} players: the game is for {least} to {most}",
                players=players,
                least=min(SETUP.agents),
                most=max(SETUP.agents),
            )
        )
    table = board(options.layout, options.border)
    reserve = [table.banners_per_empire] * len(table.empires)
    for home, count in zip(table.home, table.start, strict=True):
        reserve[home] -= count
    return State(
        options=options,
        players=players,
        chance=seeded(seed),
        round=0,
        first=0,
        holder=table.home[:],
        banners=table.start[:],
        reserve=reserve,
        seats=[-1] * len(table.seats),
        posts=[],
        decks=full_decks(table),
        hands=[[] for _ in range(players)],
        loyalty=[list(range(len(SLOTS))) for _ in range(players)],
        shown=[0] * players,
        swaps=[0] * players,
        agenda=[],
    )


def set_up(players: int, options: Options, seed: int) -> State:
    """A match ready to run: decks shuffled, loyalties dealt, the first player drawn."""
    state = blank(players, options, seed)
    for deck in state.decks:
        shuffle(state, deck)
    favourites = list(range(len(state.reserve)))
    shuffle(state, favourites)
    for player, slots in enumerate(state.loyalty):
        shuffle(state, slots)
        if options.unique_favourites:
            at = slots.index(favourites[player])
            slots[0], slots[at] = slots[at], slots[0]
    state.first = below(state, players)
    state.agenda = [NewRound()]
    return state
