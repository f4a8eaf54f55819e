"""A rich Textual program of no game, behind the same fork server: what all figures are compared with."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import DataTable, Footer, Header, RichLog, Static

COLOURS = ("red", "green", "blue", "yellow", "magenta")
AREAS, WIDE, HIGH = 15, 14, 24
_STYLES = [(Style.parse(f"white on {colour}"), Style.parse(f"bold reverse white on {colour}")) for colour in COLOURS]


def _area(column: int, row: int) -> int:
    return (column // 3 + row // 5 * 5) % AREAS


class Map(Widget):
    """Coloured areas, one of them marked; only what changes is drawn."""

    marked = reactive(0, repaint=False)

    def watch_marked(self, old: int, new: int) -> None:
        """Draw the two areas that changed."""
        cells = [(x, y) for y in range(HIGH) for x in range(WIDE) if _area(x, y) in (old, new)]
        self.refresh(*(Region(x * 4, y, 4, 1) for x, y in cells))

    def render_line(self, y: int) -> Strip:
        """A line of the areas."""
        if y >= HIGH:
            return Strip.blank(self.size.width)
        areas = (_area(x, y) for x in range(WIDE))
        cells = [Segment(f"{area:3} ", _STYLES[area % 5][area == self.marked]) for area in areas]
        return Strip(cells).adjust_cell_length(self.size.width)


class Toy(App[None]):
    """Map, log, table, cards."""

    CSS = "Map, RichLog { height: 1fr; } Vertical { width: 1fr; } .card { border: round green; height: 6; width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "Next"),
        Binding("k", "move(-1)", "Before"),
        Binding("q", "quit", "Leave"),
    ]

    def compose(self) -> ComposeResult:
        """All of it."""
        yield Header()
        with Horizontal():
            with Vertical():
                yield Map()
                yield RichLog()
            with Vertical():
                yield DataTable(cursor_type="row")
                yield Static(id="detail")
                with Horizontal():
                    for number in range(4):
                        yield Static(f"Card {number}\nMove a banner\nto the next city", classes="card")
        yield Footer()

    def on_mount(self) -> None:
        """Fill it."""
        table = self.query_one(DataTable)
        table.add_columns("Area", "Held by", "Banners")
        for area in range(AREAS):
            table.add_row(str(area), COLOURS[area % 5], str(area % 4))
        for line in range(20):
            self.query_one(RichLog).write(f"{line}: something happened")

    def action_move(self, by: int) -> None:
        """Mark another area."""
        board = self.query_one(Map)
        board.marked = (board.marked + by) % AREAS
        self.query_one("#detail", Static).update(f"Area {board.marked}\nheld by {COLOURS[board.marked % 5]}")
        self.query_one(DataTable).move_cursor(row=board.marked)


def run(spec: bytes) -> int:
    """Serve one login."""
    from wow_tui.serving.login import unpack
    from wow_tui.serving.player import adapt

    adapt(unpack(spec), "")
    Toy().run()
    return 0


def warm() -> None:
    """As the game does it."""
    import asyncio

    async def once() -> None:
        async with Toy().run_test() as pilot:
            await pilot.pause()

    asyncio.run(once())
    import textual.drivers.linux_driver  # noqa: F401
