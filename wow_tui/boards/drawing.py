"""Turn a measured map and what is to be seen on it into rows of text runs; no colours, no Textual.

Every run names its region and a role; the caller gives each role a style. A region shows two lines of label,
and each thing has a place of its own, so that nothing ever hides anything else::

    ›B3■"*      state, code, printed icons, mark
    !B▲▲▲       danger, owner letter, banners

Places not in use show the owner's hatch, like the rest of the region.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby

from wow_tui.boards.geometry import Arms, Cell, Edge, Geometry
from wow_tui.boards.looks import Kind, Looks, Patch, RegionLook, Role, Run, State

MOST_SINGLE_BANNERS = 3
"""Up to so many banners are drawn one by one, more as a number."""


Painted = tuple[str, str | None, Role]

_SEA = Role(Kind.SEA)
SIGNS = {
    "banner": "▲^",
    Kind.FORT: "■#",
    Kind.CITY: "●o",
    Kind.FARM: '""',
    State.LEGAL: "›>",
    State.SOURCE: "«<",
    State.SELECTED: "**",
}
"""Each sign with its ASCII twin."""

_LINES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Line glyphs by the weights (0 none, 1 thin, 2 thick) of up, right, down, left, read as digits to base 3."""


def draw(geometry: Geometry, looks: Looks, ascii_only: bool = False) -> list[list[Run]]:
    """The whole map, one list of runs per row; the texts of a row are together exactly as wide as the map."""
    return draw_rows(geometry, looks, range(geometry.height), ascii_only)


def draw_rows(geometry: Geometry, looks: Looks, rows: Iterable[int], ascii_only: bool = False) -> list[list[Run]]:
    """Some rows of the map, as in draw; Geometry.rows_of tells which rows a region touches."""
    wanted = list(rows)
    seen = {region for row in wanted for region in geometry.rows[row] if region is not None}
    brushes = {region: _Brush(geometry, looks, region, ascii_only) for region in seen}
    return [list(_row_runs(geometry, brushes, row)) for row in wanted]


def draw_region(geometry: Geometry, looks: Looks, region: str, ascii_only: bool = False) -> list[Patch]:
    """The cells of one region only: enough when its state, banners or marks change.

    When its owner changes, the border lines in its neighbours' cells change too: draw those as well.
    """
    brush = _Brush(geometry, looks, region, ascii_only)
    patches: list[Patch] = []
    for row, column in geometry.cells[region]:
        glyph, _, role = brush.paint((row, column))
        last = patches[-1] if patches else None
        if last and (last.row, last.column + len(last.run.text), last.run.role) == (row, column, role):
            patches[-1] = last._replace(run=last.run._replace(text=last.run.text + glyph))
        else:
            patches.append(Patch(row, column, Run(glyph, region, role)))
    return patches


def banner_text(count: int, ascii_only: bool = False) -> str:
    """Banners as they stand on the map: nothing, up to three signs, or a sign and the number."""
    sign = SIGNS["banner"][ascii_only]
    return sign * count if count <= MOST_SINGLE_BANNERS else f"{sign}{count}"


def label_cells(
    geometry: Geometry, region: str, look: RegionLook, ascii_only: bool = False
) -> dict[Cell, tuple[str, Kind]]:
    """The cells of a region's label, each with its glyph and kind; places not in use are left out."""
    top, left = geometry.anchors[region]
    cells: dict[Cell, tuple[str, Kind]] = {}
    for line, parts in enumerate(_label(region, look, ascii_only)):
        column = left
        for text, kind, width in parts:
            for offset, glyph in enumerate(text):
                cells[top + line, column + offset] = (glyph, kind)
            column += max(width, len(text))
    return cells


def _label(region: str, look: RegionLook, ascii_only: bool) -> list[list[tuple[str, Kind, int]]]:
    """Both label lines as parts: text, kind and the least width kept free for it."""
    sign = {key: twins[ascii_only] for key, twins in SIGNS.items()}
    here = sign.get(look.state, "")
    name = (look.tag, Kind.TAG) if look.tag else (region, Kind.CODE)
    printed = ((look.fort, Kind.FORT), (look.city, Kind.CITY), (look.farm, Kind.FARM))
    icons = [(sign[kind], kind, 1) for shown, kind in printed if shown]
    return [
        [(here, Kind.STATE, 1), (*name, len(region)), *icons, (look.mark, Kind.MARK, 1)],
        [
            ("!" if look.danger else "", Kind.DANGER, 1),
            (look.letter, Kind.OWNER, 1),
            (banner_text(look.banners, ascii_only), Kind.BANNERS, 0),
        ],
    ]


class _Brush:
    """Paints the cells of one region; what is the same for all of them is worked out once."""

    def __init__(self, geometry: Geometry, looks: Looks, region: str, ascii_only: bool) -> None:
        self._look = looks[region]
        self._state = self._look.state
        self._looks = looks
        self._lines = geometry.lines
        self._region = region
        self._ascii_only = ascii_only
        self._label = label_cells(geometry, region, self._look, ascii_only)
        self._bare = self._painted(self._look.hatch.value, Kind.GROUND)

    def paint(self, cell: Cell) -> Painted:
        """One cell: the label wins over the border, the border over the ground."""
        if cell in self._label:
            return self._painted(*self._label[cell])
        arms = self._lines.get(cell)
        if arms is None:
            return self._bare
        return self._painted(*_line(self._looks, arms, self._ascii_only))

    def _painted(self, glyph: str, kind: Kind) -> Painted:
        return glyph, self._region, _role(kind, self._look.owner, self._state)


def _row_runs(geometry: Geometry, brushes: Mapping[str, _Brush], row: int) -> Iterator[Run]:
    painted = (
        _sea_cell(geometry, (row, column)) if region is None else brushes[region].paint((row, column))
        for column, region in enumerate(geometry.rows[row])
    )
    for (region, role), same in groupby(painted, key=lambda cell: cell[1:]):
        yield Run("".join(glyph for glyph, _, _ in same), region, role)


def _sea_cell(geometry: Geometry, cell: Cell) -> Painted:
    return ("~" if cell in geometry.coast else " "), None, _SEA


@cache
def _role(kind: Kind, owner: str, state: State) -> Role:
    return Role(kind, owner, state)


def _line(looks: Looks, arms: Arms, ascii_only: bool) -> tuple[str, Kind]:
    """The glyph of a border cell: thick where two owners meet, thin inside one empire's land."""
    weights = [_weight(looks, edge) for edge in (arms.up, arms.right, arms.down, arms.left)]
    up, right, down, left = weights
    if not (right or down or left):
        down = up
    elif not (up or right or down):
        right = left
    kind = Kind.FRONT if 2 in weights else Kind.BORDER
    if ascii_only:
        return _ascii_line(up or down, left or right, kind), kind
    return _LINES[up * 27 + right * 9 + down * 3 + left], kind


def _ascii_line(upright: int, level: int, kind: Kind) -> str:
    if upright and level:
        return "+"
    if upright:
        return "|"
    return "=" if kind is Kind.FRONT else "-"


def _weight(looks: Looks, edge: Edge) -> int:
    if edge is None:
        return 0
    one, other = edge
    return 1 if looks[one].owner == looks[other].owner else 2
