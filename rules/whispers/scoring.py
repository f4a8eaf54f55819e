"""Scoring. Rules `scoring`, `scoring.ties`, `variant.agents_on_regions`."""

from __future__ import annotations

from rules.game import Outcome, Place
from rules.whispers.layout import SLOTS, VALUES
from rules.whispers.state import State


def cities(state: State) -> list[int]:
    """Cities controlled per empire."""
    counts = [0] * len(state.reserve)
    for region in state.board().icons["city"]:
        counts[state.holder[region]] += 1
    return counts


def points(state: State, player: int) -> int:
    """What a player would score now: slot value times cities, and his agents on regions. No floor."""
    counts = cities(state)
    for owner, region in state.posts:
        if owner == player:
            counts[state.holder[region]] += 1
    return points_of(state.loyalty[player], counts)


def points_of(slots: list[int], counts: list[int]) -> int:
    """Slot value times cities: `slots` are the empires in slot order, `counts` the cities per empire."""
    return sum(value * counts[empire] for value, empire in zip(VALUES, slots, strict=True))


def parts(state: State, player: int) -> list[dict[str, int | str]]:
    """How the points of a player come about, slot by slot."""
    counts, empires = cities(state), state.board().empires
    rows: list[dict[str, int | str]] = []
    for slot, value, empire in zip(SLOTS, VALUES, state.loyalty[player], strict=True):
        agents = sum(owner == player and state.holder[region] == empire for owner, region in state.posts)
        number = counts[empire] + agents
        row: dict[str, int | str] = {"slot": slot, "empire": empires[empire], "value": value}
        rows.append(row | {"cities": counts[empire], "agents": agents, "points": value * number})
    return rows


def outcome(state: State) -> Outcome | None:
    """Ranking: points, then fewer loyalty swaps, then more cards in hand; beyond that shared."""
    if state.agenda:
        return None
    keys = {
        player: (points(state, player), -state.swaps[player], len(state.hands[player]))
        for player in range(state.players)
    }
    places = [
        Place(
            player=player,
            rank=1 + sum(other > key for other in keys.values()),
            points=key[0],
            why={"swaps": -key[1], "cards": key[2]},
            parts=parts(state, player),
        )
        for player, key in keys.items()
    ]
    return Outcome(sorted(places, key=lambda place: (place.rank, place.player)))
