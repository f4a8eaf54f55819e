"""What the map shows of a view: one look per region. No Textual."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from rules.whispers.view import View
from wow_tui.boards.geometry import Geometry
from wow_tui.boards.looks import Hatch, RegionLook
from wow_tui.boards.whispers import OTHER_READING, Tier, drawing
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.words import letter

HATCHES = tuple(Hatch)


class Scene(Struct, frozen=True):
    """What is to be shown besides the view: regions by code, and a mark (one narrow character) on some."""

    legal: frozenset[str] = frozenset()
    source: str | None = None
    selected: str | None = None
    marks: Mapping[str, str] = {}

    @classmethod
    def of(
        cls,
        legal: Collection[str] = (),
        source: str | None = None,
        selected: str | None = None,
        marks: Mapping[str, str] | None = None,
    ) -> Scene:
        """The same from any collections."""
        return cls(frozenset(legal), source, selected, dict(marks or {}))


def geometry_for(tier: Tier, border: str) -> Geometry:
    """The drawing of a tier for a reading of the disputed border."""
    return drawing(tier, OTHER_READING if border == OTHER_READING else None)


def region_looks(view: View, speaker: Speaker, scene: Scene, tags: Mapping[str, str]) -> dict[str, RegionLook]:
    """The look of every region; a tag stands in the place of the code."""
    board = view.board()
    letters = [letter(speaker, empire) for empire in board.empires]
    looks = {}
    for region, code in enumerate(board.regions):
        owner = view.control[region]
        looks[code] = RegionLook(
            owner=board.empires[owner],
            letter=letters[owner],
            hatch=HATCHES[owner % len(HATCHES)],
            banners=view.banners[region],
            fort=board.fort[region],
            city=board.city[region],
            farm=board.farm[region],
            legal=code in scene.legal,
            selected=code == scene.selected,
            source=code == scene.source,
            danger=view.banners[region] > board.limit[region],
            mark=scene.marks.get(code, "")[:1],
            tag=tags.get(code, ""),
        )
    return looks
