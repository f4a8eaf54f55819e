"""Invariants of a state, for tests, fuzzing and saves: decoding alone does not make a state possible."""

from __future__ import annotations

from collections import Counter

from rules.sentence import Sentence
from rules.whispers.check_agenda import check_agenda
from rules.whispers.deck import CARDS
from rules.whispers.frames import Flight, Scatter
from rules.whispers.layout import SETUP, SLOTS, Board
from rules.whispers.moves import card_id, cards
from rules.whispers.state import State


def check(state: State) -> None:
    """ValueError with one sentence if the state cannot be."""
    if state.players not in SETUP.agents:
        raise ValueError(Sentence("players-players", "{players} players", players=state.players))
    table = state.board()
    _check_sizes(state, table)
    _check_banners(state, table)
    _check_cards(state, table)
    _check_agents(state, table)
    _check_loyalty(state, table)
    check_agenda(state, table)


def _check_sizes(state: State, table: Board) -> None:
    regions, empires, players = len(table.regions), len(table.empires), state.players
    sizes = {
        "holder": regions,
        "banners": regions,
        "reserve": empires,
        "seats": len(table.seats),
        "decks": empires,
        "hands": players,
        "loyalty": players,
        "shown": players,
        "swaps": players,
    }
    for name, size in sizes.items():
        if len(getattr(state, name)) != size:
            raise ValueError(
                Sentence(
                    "name-has-count-entries-not-size",
                    "{name} has {count} entries, not {size}",
                    name=name,
                    count=len(getattr(state, name)),
                    size=size,
                )
            )
    if not 0 <= state.round <= table.rounds or not 0 <= state.first < players:
        raise ValueError(
            Sentence(
                "round-round-with-first-player-first",
                "round {round} with first player {first}",
                round=state.round,
                first=state.first,
            )
        )
    if not 0 <= state.chance < 1 << 64 or state.step < 0:
        raise ValueError(Sentence("the-chance-number-or-the-step", "the chance number or the step is out of range"))


def _check_banners(state: State, table: Board) -> None:
    held = list(state.reserve)
    for frame in state.agenda:
        if isinstance(frame, Flight) and 0 <= frame.empire < len(held):
            held[frame.empire] += frame.count
        elif isinstance(frame, Scatter) and 0 <= frame.empire < len(held):
            held[frame.empire] += frame.left
    for region, (holder, count) in enumerate(zip(state.holder, state.banners, strict=True)):
        code = table.regions[region]
        if not 0 <= holder < len(held) or count < 0:
            raise ValueError(
                Sentence(
                    "region-code-is-held-by-empire",
                    "region {code} is held by empire number {holder} with {count} banners",
                    code=code,
                    holder=holder,
                    count=count,
                )
            )
        if not count and holder != table.home[region]:
            raise ValueError(
                Sentence(
                    "region-code-has-no-banners-so",
                    "region {code} has no banners, so its home empire must control it",
                    code=code,
                )
            )
        held[holder] += count
    for empire, total in enumerate(held):
        name, most = table.empires[empire], table.banners_per_empire
        if state.reserve[empire] < 0 or total > most or (total < most and not state.lab):
            raise ValueError(
                Sentence(
                    "name-has-total-banners-in-all",
                    "{name} has {total} banners in all, not {most}",
                    name=name,
                    total=total,
                    most=most,
                )
            )


def _check_cards(state: State, table: Board) -> None:
    known = set(cards(table))
    found = Counter(card for pile in [*state.decks, *state.hands] for card in pile)
    for card, count in found.items():
        if card not in known:
            raise ValueError(Sentence("there-is-no-card-number-card", "there is no card number {card}", card=card))
        if count > CARDS.copies:
            raise ValueError(
                Sentence(
                    "there-are-count-cards-card-not",
                    "there are {count} cards {card}, not {copies}",
                    count=count,
                    card=card_id(table, card),
                    copies=CARDS.copies,
                )
            )
    if not state.lab and sum(found.values()) != CARDS.copies * len(known):
        raise ValueError(
            Sentence(
                "there-are-total-cards-not-number",
                "there are {total} cards, not {number}",
                total=sum(found.values()),
                number=CARDS.copies * len(known),
            )
        )
    for empire, deck in enumerate(state.decks):
        if any(card // len(table.empires) != empire for card in deck):
            raise ValueError(
                Sentence(
                    "the-empires-deck-holds-a-card",
                    "the {empires} deck holds a card of another empire",
                    empires=table.empires[empire],
                )
            )
    for hand in state.hands:
        if hand != sorted(hand):
            raise ValueError(Sentence("a-hand-is-not-in-order", "a hand is not in order"))


def _check_agents(state: State, table: Board) -> None:
    if any(not -1 <= owner < state.players for owner in state.seats):
        raise ValueError(Sentence("an-agent-belongs-to-no-player", "an agent belongs to no player"))
    for post in state.posts:
        if len(post) != 2 or not 0 <= post[0] < state.players or not 0 <= post[1] < len(table.regions):
            raise ValueError(Sentence("post-is-no-agent-on-a", "{post} is no agent on a region", post=post))
    if state.posts and not state.options.agents_on_regions:
        raise ValueError(
            Sentence("there-are-agents-on-regions-a", "there are agents on regions, a variant that is off")
        )
    owners = [post[0] for post in state.posts]
    for player in range(state.players):
        if state.seats.count(player) + owners.count(player) > table.agents_per_player:
            raise ValueError(
                Sentence(
                    "player-number-has-more-than-agents",
                    "player {number} has more than {agents_per_player} agents on the board",
                    number=player + 1,
                    agents_per_player=table.agents_per_player,
                )
            )
        if owners.count(player) > 2:
            raise ValueError(
                Sentence(
                    "player-number-has-more-than-agents-2",
                    "player {number} has more than 2 agents on regions",
                    number=player + 1,
                )
            )
    if len({tuple(post) for post in state.posts}) != len(state.posts):
        raise ValueError(Sentence("a-player-has-two-agents-on", "a player has two agents on one region"))


def _check_loyalty(state: State, table: Board) -> None:
    for player in range(state.players):
        if sorted(state.loyalty[player]) != list(range(len(table.empires))):
            raise ValueError(
                Sentence(
                    "the-loyalties-of-player-number-are",
                    "the loyalties of player {number} are not the five empires",
                    number=player + 1,
                )
            )
        if not 0 <= state.shown[player] < 1 << len(SLOTS) or state.swaps[player] < 0:
            raise ValueError(
                Sentence(
                    "the-revealed-loyalties-of-player-number",
                    "the revealed loyalties of player {number} are out of range",
                    number=player + 1,
                )
            )
        if not state.lab and state.shown[player].bit_count() != 2 * state.swaps[player]:
            raise ValueError(
                Sentence(
                    "player-number-shows-other-than-two",
                    "player {number} shows other than two tokens for each loyalty swap",
                    number=player + 1,
                )
            )
    favourites = {slots[0] for slots in state.loyalty}
    unique = state.options.unique_favourites and not any(state.swaps) and not state.lab
    if unique and len(favourites) < state.players:
        raise ValueError(Sentence("two-players-have-the-same-favourite", "two players have the same favourite"))
