"""The course of a finished match in figures: how the points stood after each round, and where they turned.

Points are by the loyalties that lie open at the end, so that a round can be read against the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from rules.ask import Event
from rules.whispers.layout import SLOTS
from rules.whispers.scoring import agents, points_of
from rules.whispers.view import View
from wow_tui.link import Link


class Capture(Struct, frozen=True):
    """A city that changed hands within a round: its region, and by index the empires it went from and to."""

    region: str
    before: int
    after: int


class Standing(Struct, frozen=True):
    """After `round` rounds, before the first with 0. `moment`: which one shows it; `points` per player, `cities`
    per empire; `captures`: the cities that changed hands since the standing before."""

    round: int
    moment: int
    points: list[int]
    cities: list[int]
    captures: list[Capture]

    @property
    def leaders(self) -> list[int]:
        """The players with most points."""
        return [player for player, points in enumerate(self.points) if points == max(self.points)]


class Swap(Struct, frozen=True):
    """A loyalty swap: who, in which round, and what his final points would be had he kept his tokens that time."""

    player: int
    round: int
    without: int


class Course(Struct, frozen=True):
    """Standings from the earliest known to the end, and every loyalty swap in order."""

    standings: list[Standing]
    swaps: list[Swap]


def course(link: Link) -> Course:
    """The course of the match behind a link; it must be over. What was before a save that cannot be replayed is
    not known and left out."""
    history = link.history(None)
    final = link.update(None).view
    starts = [at + 1 for at, events in enumerate(history) if any(event.key == "round" for event in events)]
    moments = [*dict.fromkeys([0, *starts]), len(history)] if history else [0]
    standings: list[Standing] = []
    before: View | None = None
    for moment in moments:
        view = final if moment == len(history) else link.moment(None, moment)
        standings.append(_standing(view, moment, final, before))
        before = view
    return Course(standings, _swaps(history, standings, final))


def _standing(view: View, moment: int, final: View, before: View | None) -> Standing:
    board = view.board()
    over = view.outcome is not None
    return Standing(
        round=view.round if over else view.round - 1,
        moment=moment,
        points=[_points(view, player, slots) for player, slots in enumerate(final.loyalty)],
        cities=list(view.cities),
        captures=[
            Capture(board.regions[region], before.control[region], view.control[region])
            for region in board.icons["city"]
            if before is not None and before.control[region] != view.control[region]
        ],
    )


def _points(view: View, player: int, slots: list[int]) -> int:
    posted = agents(view.control, view.posts, player, len(view.cities))
    return points_of(slots, [own + agent for own, agent in zip(view.cities, posted, strict=True)])


def _swaps(history: Sequence[Sequence[Event]], standings: Sequence[Standing], final: View) -> list[Swap]:
    """Each swap, with the final board scored as if that one pair of tokens had stayed."""
    out: list[Swap] = []
    for at, events in enumerate(history):
        for event in events:
            if event.key != "loyalty-swap":
                continue
            player = int(str(event.values["player"]))
            pair = SLOTS.index(str(event.values["first"])), SLOTS.index(str(event.values["second"]))
            slots = list(final.loyalty[player])
            # Shown tokens stay, so swaps of one player never share a slot: the order does not matter.
            slots[pair[0]], slots[pair[1]] = slots[pair[1]], slots[pair[0]]
            out.append(Swap(player, _round_of(at, standings), _points(final, player, slots)))
    return out


def _round_of(answer: int, standings: Sequence[Standing]) -> int:
    """The round that an answer belongs to, by its number."""
    return next((standing.round for standing in standings if standing.moment > answer), standings[-1].round)


def turning_round(standings: Sequence[Standing], winner: int, rival: int) -> tuple[int, int] | None:
    """The round in which a player gained most on another, and by how much; None if he never gained any."""
    margins = [standing.points[winner] - standing.points[rival] for standing in standings]
    gains = [(now - before, at) for at, (before, now) in enumerate(pairwise(margins), 1)]
    gain, at = max(gains, default=(0, 0))
    return (standings[at].round, gain) if gain > 0 else None
