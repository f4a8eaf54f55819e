"""An app around single widgets, and a fixed table to show: for the widget tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from rules.ask import Option
from rules.whispers.frames import Act
from rules.whispers.layout import Board
from rules.whispers.moves import moves
from rules.whispers.options import preset
from rules.whispers.state import State
from rules.whispers.view import View, view
from tests.games import dealt
from wow_tui import themes
from wow_tui.text.catalogue import catalogue
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Lined
from wow_tui.widgets.messages import Looked, OptionChosen, Picked

NAMES = ("Iron Veil", "Ash", "漢字 Circle")


class Host(App[None]):
    """Shows one widget in the theme night and remembers what it tells."""

    CSS_PATH = "../wow_tui/styles/widgets.tcss"

    def __init__(self, widget: Lined, width: int, height: int) -> None:
        super().__init__()
        themes.install(self)
        self.widget = widget
        widget.styles.width, widget.styles.height = width, height
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.widget

    def on_looked(self, message: Looked) -> None:
        self.told.append(f"looked {message.ref}")

    def on_picked(self, message: Picked) -> None:
        self.told.append(f"picked {message.ref}")

    def on_option_chosen(self, message: OptionChosen) -> None:
        self.told.append(f"chosen {message.option}")


@asynccontextmanager
async def shown(widget: Lined, width: int, height: int, focus: bool = True) -> AsyncIterator[tuple[Host, Pilot[None]]]:
    """The app with that widget, running; the widget gets the content size asked for."""
    host = Host(widget, width, height)
    async with host.run_test(size=(max(width, 20), max(height, 5))) as pilot:
        if focus:
            widget.focus()
        await pilot.pause()
        host.told.clear()
        yield host, pilot


def speaker(*names: str) -> Speaker:
    """English words for players of these names."""
    return Speaker(catalogue(), names or NAMES)


def table() -> State:
    """A table in the middle of a game, put together by hand: it depends on no order of chance."""
    state = dealt(3, preset("printed"), 1)
    board = state.board()
    for code, holder, banners in (("B1", "bear", 6), ("L2", "bear", 2), ("E1", "eagle", 0), ("H8", "elephant", 1)):
        region = board.region[code]
        state.holder[region], state.banners[region] = board.empire[holder], banners
    for seat, player in (("bear.steward", 0), ("bear.chancellor", 1), ("lion.marshal", 2), ("horse.sheriff", 0)):
        state.seats[board.seat[seat]] = player
    state.hands[0] = [card(board, name) for name in ("bear/lion", "bear/lion", "lion/bear", "lion/horse")]
    state.hands[0].sort()
    state.loyalty = [[0, 1, 2, 3, 4], [1, 2, 3, 4, 0], [4, 3, 2, 1, 0]]
    state.shown = [0b00001, 0b10010, 0]
    marshal, chancellor = board.seat["bear.marshal"], board.seat["bear.chancellor"]
    state.agenda = [Act(1, marshal, chancellor)]
    state.round, state.first = 2, 0
    return state


def card(board: Board, name: str) -> int:
    """The number of a card by its id."""
    return moves(board).words["card"][name]


def seen(player: int | None = 0) -> View:
    """That table as a player sees it."""
    return view(table(), player)


def plays() -> list[Option]:
    """Ways to play the cards of that hand: one free, one with two payments, one pair that pays for each other."""
    board = table().board()
    found = moves(board).find
    lines = (
        "play lion/bear basic",
        "play lion/horse basic",
        "play bear/lion special with lion/bear",
        "play bear/lion special with lion/horse",
    )
    options = [found(line) for line in lines]
    assert all(options)
    return [option for option in options if option is not None]
