"""Walk the map with the arrow keys."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from wow_tui.boards.geometry import Geometry

STRAIGHT = 0.7
ASKEW = 0.25
"""Least way along the arrow per way aside: what lies rather straight ahead, and what lies there at all."""


class Direction(StrEnum):
    """An arrow key."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


_ALONG = {Direction.UP: (0, -1), Direction.DOWN: (0, 1), Direction.LEFT: (-1, 0), Direction.RIGHT: (1, 0)}


def towards(geometry: Geometry, region: str, direction: Direction) -> str | None:
    """Where an arrow key leads from a region.

    Adjacent regions come first, then any region, each time first those that lie rather straight in that
    direction; None only when no region at all lies there.
    """
    everywhere = set(geometry.cells) - {region}
    near = geometry.adjacency[region]
    for candidates, steepness in (
        (near, STRAIGHT),
        (everywhere, STRAIGHT),
        (near, ASKEW),
        (everywhere, ASKEW),
    ):
        found = _straightest(geometry, region, direction, candidates, steepness)
        if found is not None:
            return found
    return None


def _straightest(
    geometry: Geometry,
    region: str,
    direction: Direction,
    candidates: Iterable[str],
    steepness: float,
) -> str | None:
    """The candidate with the least distance, where a step aside counts double, inside a cone of view."""
    step_x, step_y = _ALONG[direction]
    x, y = geometry.centres[region]
    best: tuple[float, str] | None = None
    for other in candidates:
        dx, dy = geometry.centres[other][0] - x, geometry.centres[other][1] - y
        along = dx * step_x + dy * step_y
        aside = abs(dx * step_y) + abs(dy * step_x)
        if along > 0.5 and along >= aside * steepness:
            best = min(best or (float("inf"), ""), (along + 2 * aside, other))
    return best[1] if best else None
