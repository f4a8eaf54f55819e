"""The maps of A War of Whispers, one drawing per size of terminal, drawn by hand for this project."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from wow_tui.boards.geometry import Geometry, parse

OTHER_READING = "P3-P4"
"""The variant in which P3 and P4 are adjacent instead of P2 and P5."""


@dataclass(frozen=True, slots=True)
class Tier:
    """A terminal size from which on a drawing is used, in columns and lines."""

    columns: int
    lines: int

    @property
    def name(self) -> str:
        """The name of the tier and of its file, such as ``80x24``."""
        return f"{self.columns}x{self.lines}"


TIERS = (Tier(80, 24), Tier(100, 30), Tier(120, 40), Tier(160, 48))
"""All tiers, smallest first; below the first there is no room for the game."""


def tier_for(columns: int, lines: int) -> Tier | None:
    """The largest tier that fits a terminal; None when even the smallest does not."""
    fitting = [tier for tier in TIERS if tier.columns <= columns and tier.lines <= lines]
    return fitting[-1] if fitting else None


@cache
def drawing(tier: Tier, variant: str | None = None) -> Geometry:
    """The measured map of a tier; variant is None or OTHER_READING."""
    text = files(__package__).joinpath(f"{tier.name}.txt").read_text(encoding="utf-8")
    return parse(text, variant)
