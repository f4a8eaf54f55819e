"""The final scoring as a list to scroll: who won, how the points came about, where it turned."""

from __future__ import annotations

from wow_tui.text.speaker import Speaker
from wow_tui.widgets.final_rows import Facts, FinalRow, final_rows
from wow_tui.widgets.lined import Line
from wow_tui.widgets.messages import Picked
from wow_tui.widgets.rows import Rows

_LOOKS = {"plain": (), "strong": ("strong",), "heading": ("heading",)}


class FinalPanel(Rows):
    """Posts Picked (`log:NUMBER`) for a line on a round, to look back to its end."""

    def __init__(self, speaker: Speaker, facts: Facts, *, id: str | None = None) -> None:
        """Its lines are laid out for the width it gets."""
        super().__init__(speaker, id=id)
        self._facts, self._width = facts, -1
        self._found: list[FinalRow] = []

    def on_resize(self) -> None:
        """Another width has other columns; the cursor stays where it was in the list."""
        if self._width != self.content_size.width:
            self._width = self.content_size.width
            self._found = final_rows(self.speaker, self._facts, self._width - 1, self.sign("first"))
        self.settle()

    def count(self) -> int:
        return len(self._found)

    def draw_row(self, line: Line, row: int, here: bool) -> None:
        found = self._found[row]
        looks = [*_LOOKS[found.look], *([found.empire] if found.empire else []), *(["cursor"] if here else [])]
        line.put(found.text, self.look(*looks), line.left if here else None)

    def moment(self, row: int) -> int | None:
        """The moment that picking a line looks back to, or None."""
        return self._found[row].moment

    def pick(self, row: int) -> None:
        moment = self.moment(row)
        if moment is not None:
            self.post_message(Picked(f"log:{moment}"))
