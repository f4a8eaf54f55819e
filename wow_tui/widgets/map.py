"""The map: areas by the line API, a cursor that walks it, tags, clicks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.strip import Strip

from rules.whispers.view import View
from wow_tui.boards.arrows import Direction, towards
from wow_tui.boards.drawing import draw, draw_rows
from wow_tui.boards.geometry import Geometry
from wow_tui.boards.looks import Kind, RegionLook, Role, Run, State
from wow_tui.boards.whispers import TIERS, Tier
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Lined, merged
from wow_tui.widgets.messages import Looked, Picked
from wow_tui.widgets.scene import Scene, geometry_for, region_looks
from wow_tui.widgets.tags import tags

_LAND = (Kind.GROUND, Kind.BORDER, Kind.FRONT)
_SPECIAL = {Kind.DANGER: "danger", Kind.TAG: "tag", Kind.MARK: "mark"}
_STATES = {State.PLAIN: "label", State.LEGAL: "legal", State.SOURCE: "source", State.SELECTED: "selected"}


class MapWidget(Lined, can_focus=True):
    """Shows who holds what; posts Looked when the cursor moves and Picked when a legal region is chosen.

    Choosing a region that is not legal posts Looked again, so that the screen can say why not.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "walk('up')", "widgets.keys.map.up", False, id="map.up"),
        Binding("down,j", "walk('down')", "widgets.keys.map.down", False, id="map.down"),
        Binding("left,h", "walk('left')", "widgets.keys.map.left", False, id="map.left"),
        Binding("right,l", "walk('right')", "widgets.keys.map.right", False, id="map.right"),
        Binding("tab", "cycle(1)", "widgets.keys.map.next", False, id="map.next"),
        Binding("shift+tab", "cycle(-1)", "widgets.keys.map.previous", False, id="map.previous"),
        Binding("g", "tags", "widgets.keys.map.tags", True, id="tags"),
        Binding("enter,space", "pick", "widgets.keys.map.pick", False, id="map.pick"),
    ]

    def __init__(
        self, speaker: Speaker, tier: Tier = TIERS[0], *, id: str | None = None, classes: str | None = None
    ) -> None:
        """An empty map of that tier until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self.tier = tier
        self.cursor = ""
        self._view: View | None = None
        self._scene = Scene()
        self._geometry: Geometry | None = None
        self._spans: dict[str, list[Region]] = {}
        self._shown: dict[str, RegionLook] = {}
        self._runs: list[list[Run]] = []
        self._tags: dict[str, str] = {}
        self._styles_by_role: dict[tuple[Role, bool], Style] = {}

    # What is shown

    def set_tier(self, tier: Tier) -> None:
        """Draw with the map of another tier; cursor and all that is shown stay."""
        if tier != self.tier:
            self.tier = tier
            self._measure()

    def show(
        self,
        view: View,
        legal: Collection[str] = (),
        source: str | None = None,
        selected: str | None = None,
        marks: Mapping[str, str] | None = None,
    ) -> None:
        """Show a view. `legal`: the regions that can be picked; `source`, `selected`: those picked already;
        `marks`: a narrow character for some regions. Only what differs is drawn anew."""
        new_map = self._view is None or self._view.options.border != view.options.border
        legal_before, self._view = self._scene.legal, view
        self._scene = Scene.of(legal, source, selected, marks)
        self._tags = {}
        if new_map:
            self._measure()
        before = self.cursor
        if not self.cursor or (self._scene.legal != legal_before and self.cursor not in self._scene.legal):
            self.cursor = self._nearest_legal()
        self._update({before, self.cursor} - {""} if before != self.cursor else ())

    def look_at(self, region: str) -> None:
        """Move the cursor to a region and tell so."""
        assert self._geometry is not None
        if region not in self._geometry.cells:
            raise ValueError(region)
        before, self.cursor = self.cursor, region
        if before != region:
            self._redraw_regions((before, region))
        self.post_message(Looked(f"region:{region}"))

    def _measure(self) -> None:
        """Take the drawing anew: after a change of tier or of the map."""
        if self._view is None:
            return
        self._geometry = geometry_for(self.tier, self._view.options.border)
        self._spans = {region: _spans(self._geometry, region) for region in self._geometry.cells}
        self._shown = {}
        self._update(())
        self.refresh(layout=True)

    def _update(self, moved: Collection[str]) -> None:
        """Draw what has changed since the last time, and the regions in `moved`."""
        assert self._view is not None
        assert self._geometry is not None
        before = self._shown
        self._shown = region_looks(self._view, self.speaker, self._scene, self._tags)
        changed = {code for code, look in self._shown.items() if before.get(code) != look}
        # A new owner changes border lines that are drawn inside the neighbours, too.
        if any(code not in before or before[code].owner != self._shown[code].owner for code in changed):
            self._runs = draw(self._geometry, self._shown, self.ascii_only)
            self.renew()
            return
        rows = self._rows(changed)
        drawn = draw_rows(self._geometry, self._shown, rows, self.ascii_only)
        for row, runs in zip(rows, drawn, strict=True):
            self._runs[row] = runs
        self._redraw_regions({*changed, *moved})

    def _redraw_regions(self, regions: Iterable[str]) -> None:
        """Draw only the cells of these regions anew: what lies right of them costs no bytes."""
        parts = [part for region in regions for part in self._spans.get(region, ())]
        inside = [part for part in parts if part.y < self.content_size.height]
        if inside and self.content_size.width:
            self.refresh(*inside)

    def _rows(self, regions: Iterable[str]) -> list[int]:
        assert self._geometry is not None
        found = {row for region in regions if region for row in self._geometry.rows_of(region)}
        return sorted(found)

    def _nearest_legal(self) -> str:
        """The legal region nearest to the cursor; without a cursor the first one; without any, stay."""
        assert self._geometry is not None
        centres = self._geometry.centres
        legal = self._ordered()
        if not self.cursor or not legal:
            return legal[0] if legal else self.cursor or next(iter(centres))
        x, y = centres[self.cursor]
        return min(legal, key=lambda code: abs(centres[code][0] - x) + abs(centres[code][1] - y))

    def _ordered(self) -> list[str]:
        """The legal regions as one reads, from the top left."""
        assert self._geometry is not None
        anchors = self._geometry.anchors
        return sorted(self._scene.legal & anchors.keys(), key=lambda code: anchors[code])

    # How it is drawn

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles_by_role.clear()

    def watch_ascii_only(self) -> None:
        """All glyphs change."""
        if self._view is not None:
            self._shown = {}
            self._update(())

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._geometry.width if self._geometry else container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._geometry.height if self._geometry else container.height

    def draw_line(self, row: int) -> Strip:
        width, sea = self.content_size.width, self.look("sea")
        if row >= len(self._runs):
            return Strip.blank(width, sea)
        at = self.cursor if self.has_focus else ""
        pieces = [(run.text, self._style(run.role, run.region == at)) for run in self._runs[row]]
        return Strip(merged(pieces)).adjust_cell_length(width, sea)

    def _style(self, role: Role, here: bool) -> Style:
        found = self._styles_by_role.get((role, here))
        if found is None:
            found = self.look(*_names(role, here))
            self._styles_by_role[role, here] = found
        return found

    # Keys

    def action_walk(self, way: str) -> None:
        """Go to the region that lies in that direction."""
        if self._geometry is None:
            return
        other = towards(self._geometry, self.cursor, Direction(way))
        if other is not None:
            self.look_at(other)

    def action_cycle(self, step: int) -> None:
        """Go to the next legal region, or leave the widget if there is none."""
        legal = self._ordered() if self._geometry else []
        if not legal:
            raise SkipAction
        if self.cursor in legal:
            self.look_at(legal[(legal.index(self.cursor) + step) % len(legal)])
        else:
            self.look_at(self._nearest_legal())

    def action_pick(self) -> None:
        """Choose the region under the cursor."""
        self._choose(self.cursor)

    def _choose(self, region: str) -> None:
        if region:
            message = Picked if region in self._scene.legal else Looked
            self.post_message(message(f"region:{region}"))

    def action_tags(self) -> None:
        """Put letters on all legal regions; the next keys choose one, Esc takes the letters away."""
        if self._geometry is not None and self._scene.legal:
            self._set_tags(tags(self._ordered()))

    @property
    def tagging(self) -> bool:
        """Whether letters are shown, so that the next keys belong to the map."""
        return bool(self._tags)

    def _set_tags(self, shown: dict[str, str]) -> None:
        self._tags = shown
        self._update(())

    def on_key(self, event: events.Key) -> None:
        """While tags are shown, keys are letters of tags."""
        if not self._tags:
            return
        event.stop()
        event.prevent_default()
        key = (event.character or "").lower()
        if event.key == "escape":
            self._set_tags({})
            return
        fitting = {code: tag[1:] for code, tag in self._tags.items() if key and tag.startswith(key)}
        found = next((code for code, rest in fitting.items() if not rest), None)
        if found is not None:
            self._set_tags({})
            self.look_at(found)
            self._choose(found)
        elif fitting:
            self._set_tags(fitting)

    def redraw_cursor(self) -> None:
        """Without the focus there is no cursor, and letters make no sense."""
        self._redraw_regions({self.cursor})
        if self._tags and not self.has_focus:
            self._set_tags({})

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, a click on the cursor's region chooses it."""
        cell = self.clicked(event)
        region = self._geometry.region_at(*cell) if cell and self._geometry else None
        if region is None:
            return
        if region == self.cursor:
            self._choose(region)
        else:
            self.look_at(region)


def _spans(geometry: Geometry, region: str) -> list[Region]:
    """Per row of a region the part of the screen it takes."""
    columns: dict[int, list[int]] = {}
    for row, column in geometry.cells[region]:
        columns.setdefault(row, []).append(column)
    return [Region(min(each), row, max(each) - min(each) + 1, 1) for row, each in columns.items()]


def _names(role: Role, here: bool) -> tuple[str, ...]:
    """The component classes of a role; `here`: under the cursor, where everything but letters is reversed."""
    if role.kind is Kind.SEA:
        return ("sea",)
    ground = f"{role.owner}-ground"
    if role.kind is Kind.TAG or (role.kind in _SPECIAL and not here):
        return ground, _SPECIAL[role.kind]
    if here:
        return ground, role.owner, "cursor"
    return (ground, role.owner) if role.kind in _LAND else (ground, _STATES[role.state])
