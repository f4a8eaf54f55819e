"""Scoring. Rules `scoring`, `scoring.ties`, `variant.agents_on_regions`."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Outcome, Place
from rules.whispers.layout import SLOTS, VALUES
from rules.whispers.state import State

Part = dict[str, int | str]


def cities(state: State) -> list[int]:
    """Cities controlled per empire."""
    counts = [0] * len(state.reserve)
    for region in state.board().icons["city"]:
        counts[state.holder[region]] += 1
    return counts


def points(state: State, player: int) -> int:
    """What a player would score now: slot value times cities, and his agents on regions. No floor."""
    pairs = zip(cities(state), agents(state.holder, state.posts, player, len(state.reserve)), strict=True)
    return points_of(state.loyalty[player], [own + agent for own, agent in pairs])


def agents(control: list[int], posts: list[list[int]], player: int, empires: int) -> list[int]:
    """Per empire the agents of a player on regions it controls: each is one more city for him."""
    counts = [0] * empires
    for owner, region in posts:
        if owner == player:
            counts[control[region]] += 1
    return counts


def points_of(slots: list[int], counts: list[int]) -> int:
    """Slot value times cities: `slots` are the empires in slot order, `counts` the cities per empire."""
    return sum(value * counts[empire] for value, empire in zip(VALUES, slots, strict=True))


def parts(state: State, player: int) -> list[Part]:
    """How the points of a player come about, slot by slot."""
    empires = state.board().empires
    posted = agents(state.holder, state.posts, player, len(empires))
    return parts_of(empires, state.loyalty[player], cities(state), posted)


def parts_of(empires: Sequence[str], slots: list[int], counts: list[int], posted: list[int]) -> list[Part]:
    """The same of its figures: `slots` as in `points_of`, cities and agents on regions per empire."""
    rows: list[Part] = []
    for slot, value, empire in zip(SLOTS, VALUES, slots, strict=True):
        row: Part = {"slot": slot, "empire": empires[empire], "value": value}
        row |= {"cities": counts[empire], "agents": posted[empire]}
        rows.append(row | {"points": value * (counts[empire] + posted[empire])})
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
