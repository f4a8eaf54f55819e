"""Read a hand-drawn map and answer questions about its shape; nothing here draws or knows a rule.

A drawing file has a header, a line ``---`` and the grid. Header lines::

    # a comment
    region a B1 2 34        symbol, region, row and column (from 0) where its label starts
    variant P3-P4 p 11 34   in the reading named P3-P4 this cell belongs to symbol p instead

In the grid each symbol is one screen cell of that region; ``.`` or a blank is sea, which nobody crosses.
Two regions are adjacent when two of their cells share a side; cells touching by a corner do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Cell = tuple[int, int]
"""Row and column of one screen cell, both from 0 at the top left."""

Edge = tuple[str, str] | None
"""The two regions on either side of a piece of border, or None where there is no border."""

Grid = tuple[tuple[str | None, ...], ...]
"""Rows of region ids, None at sea."""

SEA = frozenset(" .")
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
CELL_HEIGHT = 2.0
"""How many columns are as long as one row on an ordinary terminal."""


class DrawingError(ValueError):
    """A drawing file that cannot be read; the message names the line."""


@dataclass(frozen=True, slots=True)
class Arms:
    """The border pieces that leave the lower right corner of one cell; they are drawn inside that cell."""

    up: Edge
    right: Edge
    down: Edge
    left: Edge


@dataclass(frozen=True, slots=True)
class Geometry:
    """One drawing, read and measured: everything here is fixed for the whole game."""

    width: int
    height: int
    rows: Grid
    cells: Mapping[str, tuple[Cell, ...]]
    anchors: Mapping[str, Cell]
    lines: Mapping[Cell, Arms]
    coast: frozenset[Cell]
    adjacency: Mapping[str, frozenset[str]]
    centres: Mapping[str, tuple[float, float]]

    def region_at(self, row: int, column: int) -> str | None:
        """The region that owns a screen cell; None at sea and outside the drawing."""
        inside = 0 <= row < self.height and 0 <= column < self.width
        return self.rows[row][column] if inside else None

    def open_cells(self, region: str) -> frozenset[Cell]:
        """The cells of a region that carry no border line: the room for its label and hatch."""
        return frozenset(cell for cell in self.cells[region] if cell not in self.lines)

    def rows_of(self, region: str) -> range:
        """The screen rows a region touches: all that a change of its look has to repaint."""
        touched = [row for row, _ in self.cells[region]]
        return range(min(touched), max(touched) + 1)


@dataclass(slots=True)
class _Header:
    """What the lines above the grid say."""

    regions: dict[str, str]
    anchors: dict[str, Cell]
    variants: dict[str, list[tuple[str, Cell]]]


def parse(text: str, variant: str | None = None) -> Geometry:
    """Read the text of a drawing file, with the cells of one named variant put in its place.

    Raises DrawingError for an unknown word, symbol or variant, or rows of unequal width.
    """
    head, _, body = text.partition("\n---\n")
    header = _read_header(head)
    symbols = [list(line) for line in body.rstrip("\n").split("\n")]
    if variant is not None:
        if variant not in header.variants:
            raise DrawingError(f"no variant {variant}")
        for symbol, (row, column) in header.variants[variant]:
            if row >= len(symbols) or column >= len(symbols[row]):
                raise DrawingError(f"variant {variant}: no cell {row} {column}")
            symbols[row][column] = symbol
    return measure(_read_grid(symbols, header.regions), header.anchors)


def measure(rows: Grid, anchors: Mapping[str, Cell]) -> Geometry:
    """Derive everything a drawing tells from its grid of region ids and the starts of its labels."""
    cells: dict[str, list[Cell]] = {region: [] for region in anchors}
    for row, column, region in _land(rows):
        cells[region].append((row, column))
    missing = [region for region, found in cells.items() if not found]
    if missing:
        raise DrawingError(f"no cells for {', '.join(missing)}")
    return Geometry(
        width=len(rows[0]),
        height=len(rows),
        rows=rows,
        cells={region: tuple(found) for region, found in cells.items()},
        anchors=dict(anchors),
        lines=_border_lines(rows),
        coast=_coast(rows),
        adjacency=_adjacency(rows, anchors),
        centres={region: _centre(found) for region, found in cells.items()},
    )


def _read_header(head: str) -> _Header:
    header = _Header({}, {}, {})
    for number, line in enumerate(head.split("\n"), start=1):
        match line.split():
            case [] | ["#", *_]:
                continue
            case ["region", symbol, region, row, column] if row.isdecimal() and column.isdecimal():
                header.regions[symbol] = region
                header.anchors[region] = (int(row), int(column))
            case ["variant", name, symbol, row, column] if row.isdecimal() and column.isdecimal():
                header.variants.setdefault(name, []).append((symbol, (int(row), int(column))))
            case _:
                raise DrawingError(f"line {number} of the header: {line}")
    return header


def _read_grid(symbols: list[list[str]], regions: Mapping[str, str]) -> Grid:
    width = len(symbols[0])
    for number, line in enumerate(symbols):
        if len(line) != width:
            raise DrawingError(f"row {number} is {len(line)} wide instead of {width}")
        unknown = set(line) - SEA - set(regions)
        if unknown:
            raise DrawingError(f"row {number} has unknown symbols {sorted(unknown)}")
    return tuple(tuple(regions.get(symbol) for symbol in line) for line in symbols)


def _land(rows: Grid) -> Iterator[tuple[int, int, str]]:
    for row, line in enumerate(rows):
        for column, region in enumerate(line):
            if region is not None:
                yield row, column, region


def _at(rows: Grid, row: int, column: int) -> str | None:
    inside = 0 <= row < len(rows) and 0 <= column < len(rows[0])
    return rows[row][column] if inside else None


def _edge(one: str | None, other: str | None) -> Edge:
    return (one, other) if one is not None and other is not None and one != other else None


def _border_lines(rows: Grid) -> dict[Cell, Arms]:
    """The cells that draw a piece of border: a border runs in the last row and column of the upper left side.

    A coast draws nothing, so that a channel of sea takes no more room than a border.
    """
    lines: dict[Cell, Arms] = {}
    for row, column, here in _land(rows):
        right, below = _at(rows, row, column + 1), _at(rows, row + 1, column)
        corner = _at(rows, row + 1, column + 1)
        arms = Arms(_edge(here, right), _edge(right, corner), _edge(below, corner), _edge(here, below))
        if arms.up or arms.left or (arms.down and arms.right):
            lines[row, column] = arms
    return lines


def _coast(rows: Grid) -> frozenset[Cell]:
    """The sea cells next to land, corners included."""
    around = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    wet = ((row + dy, column + dx) for row, column, _ in _land(rows) for dy, dx in around)
    return frozenset(cell for cell in wet if _at(rows, *cell) is None)


def _adjacency(rows: Grid, regions: Mapping[str, Cell]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {region: set() for region in regions}
    for row, column, region in _land(rows):
        for dy, dx in SIDES:
            other = _at(rows, row + dy, column + dx)
            if other is not None and other != region:
                found[region].add(other)
    return {region: frozenset(others) for region, others in found.items()}


def _centre(cells: list[Cell]) -> tuple[float, float]:
    """The middle of a region in columns, x then y, with rows stretched to their true height."""
    x = sum(column for _, column in cells) / len(cells)
    y = sum(row for row, _ in cells) / len(cells) * CELL_HEIGHT
    return x, y
