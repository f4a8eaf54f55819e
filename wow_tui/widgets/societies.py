"""The societies: who plays, how many cards and agents they have left, what they have revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Size
from textual.strip import Strip

from rules.whispers.view import UNKNOWN, View
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Line, Lined, cut, safe
from wow_tui.widgets.words import letter, mark


class _Widths(NamedTuple):
    """Columns of the table."""

    name: int
    kind: int
    number: int
    shown: int


class SocietiesPanel(Lined):
    """One line per player below a heading; 30 columns wide at least."""

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty panel until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self._view: View | None = None
        self._kinds: list[str] = []

    def show(self, view: View, kinds: Sequence[str] = ()) -> None:
        """`kinds`: per player in words what plays there, such as `person` or `bot greedy`."""
        lines = 0 if self._view is None else self._view.players
        self._view, self._kinds = view, list(kinds)
        if lines != view.players:
            self.refresh(layout=True)
        else:
            self.renew()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return 30

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 + (self._view.players if self._view else 4)

    def _widths(self) -> _Widths:
        width = self.content_size.width
        number = 7 if width >= 42 else 4
        shown, kind = 6, 12 if width >= 54 else 0
        return _Widths(width - 4 - kind - 2 * number - shown, kind, number, shown)

    def draw_line(self, row: int) -> Strip:
        line = self.line()
        view = self._view
        if view is not None and row <= view.players:
            if row == 0:
                self._header(line)
            else:
                self._player(line, view, row - 1)
        return line.strip()

    def _header(self, line: Line) -> None:
        widths, quiet = self._widths(), self.look("quiet")
        line.put(f" {self.say('societies.name')}", self.look("heading"), 4 + widths.name)
        line.put(self.say("societies.kind") if widths.kind else "", quiet, widths.kind)
        length = "long" if widths.number > 4 else "short"
        line.put(self.say(f"societies.cards.{length}"), quiet, widths.number, right=True)
        line.put(self.say(f"societies.agents.{length}"), quiet, widths.number, right=True)
        line.skip(1).put(self.say("societies.shown"), quiet)

    def _player(self, line: Line, view: View, player: int) -> None:
        widths = self._widths()
        asked = player == view.waiting
        look = self.look("legal") if asked else self.look()
        line.put(self.sign("asked") if asked else "", look, 1)
        line.put(mark(self.speaker.names, player), self.look("strong"), 2).skip(1)
        first = f" {self.sign('first')}" if player == view.first else ""
        name = cut(safe(self.speaker.player(player)), widths.name - 1 - len(first), self.sign("more"))
        line.put(name, look).put(first, self.look("strong"))
        line.skip(widths.name - cell_len(name) - len(first))
        kind = self._kinds[player] if player < len(self._kinds) else ""
        line.put(kind if widths.kind else "", self.look("quiet"), widths.kind)
        line.put(str(view.hand_counts[player]), look, widths.number, right=True)
        line.put(str(self._agents_left(view, player)), look, widths.number, right=True)
        line.skip(1)
        self._tokens(line, view, player)

    def _agents_left(self, view: View, player: int) -> int:
        board = view.board()
        on_board = view.seats.count(player) + sum(owner == player for owner, _ in view.posts)
        return board.agents_per_player - on_board

    def _tokens(self, line: Line, view: View, player: int) -> None:
        """The letters of the revealed tokens in the order of their slots."""
        empires = view.board().empires
        for slot, empire in enumerate(view.loyalty[player]):
            shown = view.shown[player] >> slot & 1 or view.outcome is not None
            if shown and empire != UNKNOWN:
                line.put(letter(self.speaker, empires[empire]), self.look(empires[empire], "strong"))
