"""The hand: cards grouped by empire, each with its three abilities and what they cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from rules.ask import Option
from rules.whispers.layout import LINES, Board
from rules.whispers.moves import card_id
from rules.whispers.view import View
from wow_tui.text.speaker import Speaker
from wow_tui.widgets import hand_rows
from wow_tui.widgets.hand_rows import Row
from wow_tui.widgets.lined import Line, safe
from wow_tui.widgets.messages import Looked, OptionChosen
from wow_tui.widgets.rows import Rows
from wow_tui.widgets.words import card_words, letter
from wow_tui.widgets.wrapping import wrap

NAMED = 44
"""From so many columns on the lines are called basic, advanced and special; their cost says the same."""
LINE_NAME = 9
REASON = 2
"""Lines kept for the reason why the ability under the cursor cannot be played."""


class HandPanel(Rows):
    """Posts OptionChosen for an ability that can be played now, Looked (`card:bear/lion`) on cursor moves.

    If there are several ways to pay, choosing the ability lists them below it first.
    """

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty hand until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self._view: View | None = None
        self._playable: dict[hand_rows.Line, dict[int, Option]] = {}
        self._why_not: dict[tuple[str, str], str] = {}
        self._opened: hand_rows.Line | None = None
        self._found: list[Row] = []
        self._hidden = False

    # What is shown

    def show(
        self,
        view: View,
        playable: Sequence[Option] = (),
        why_not: Mapping[tuple[str, str], str] | None = None,
        hidden: bool = False,
    ) -> None:
        """`playable`: the options of playing a card; `why_not`: the reason in words by card id and line name
        (`bear/lion`, `basic`); `hidden`: show no card, for instance while people change seats."""
        if self._view is None or view.hand != self._view.hand:
            self.cursor = self.top = 0
        self._view, self._hidden = view, hidden
        self._playable = hand_rows.playable_lines(view.board(), playable)
        self._why_not = dict(why_not or {})
        self._opened = None
        self._fill()

    def _fill(self) -> None:
        assert self._view is not None
        hand = [] if self._hidden else self._view.hand
        self._found = hand_rows.hand_rows(self._board, hand, self._playable, self._opened)
        self.settle()

    @property
    def _board(self) -> Board:
        assert self._view is not None
        return self._view.board()

    # Rows

    def count(self) -> int:
        return len(self._found)

    def open(self, row: int) -> bool:
        return self._found[row].kind in ("line", "payment")

    def foot(self) -> int:
        return REASON if self.content_size.height > 3 * REASON else 0

    def empty(self) -> str:
        return self.say("hand.hidden" if self._hidden else "hand.none")

    def draw_row(self, line: Line, row: int, here: bool) -> None:
        found = self._found[row]
        cursor = ("cursor",) if here else ()
        draw = {"empire": self._empire, "card": self._card, "line": self._line, "payment": self._payment}
        draw[found.kind](line, found, cursor)

    def _empire(self, line: Line, row: Row, cursor: Sequence[str]) -> None:
        name = self._board.empires[row.empire]
        words = f"{letter(self.speaker, name)} {self.speaker.name('empire', name)}"
        line.put(words, self.look(name, "strong"))
        line.skip(1).put(self.say("hand.cards", count=row.count), self.look("quiet"))

    def _card(self, line: Line, row: Row, cursor: Sequence[str]) -> None:
        line.skip(1).put(card_words(self.speaker, card_id(self._board, row.card)), self.look("strong"))
        if row.count > 1:
            line.skip(1).put(self.say("hand.copies", count=row.count), self.look("quiet"))

    def _line(self, line: Line, row: Row, cursor: Sequence[str]) -> None:
        look = self.look("legal" if row.options else "quiet", *cursor)
        wide = line.left >= NAMED
        payer = hand_rows.cost(self._board, row)
        if payer is None:
            price = self.say("hand.free")
        else:
            price = self.say("hand.cost", empire=self.speaker.name("empire", payer))
        line.skip(1).put(self.sign("legal") if row.options else "", look, 2)
        if wide:
            line.put(self.speaker.name("line", LINES[row.line]), look, LINE_NAME)
        name = self.speaker.name("ability", hand_rows.ability(self._board, row))
        line.put(name, look, line.left - cell_len(price) - 1)
        line.put(price, look)

    def _payment(self, line: Line, row: Row, cursor: Sequence[str]) -> None:
        words = self.say("hand.pay", card=card_words(self.speaker, card_id(self._board, row.payment)))
        line.skip(4).put(f"{self.sign('legal')} {words}", self.look("legal", *cursor), line.left)

    def draw_foot(self, line: Line, row: int) -> None:
        """Why the ability under the cursor cannot be played."""
        found = self._found[self.cursor] if self._found else None
        if found is None or found.options or not self.has_focus:
            return
        reason = self._why_not.get(hand_rows.reason_key(self._board, found), "")
        if not reason:
            return
        texts = wrap(safe(reason), line.left - 2)
        if row == REASON - 1 and len(texts) > REASON:
            texts[row] = " ".join(texts[row:])
        if row < len(texts):
            line.put("!" if row == 0 else "", self.look("danger"), 2).put(texts[row], self.look())

    # What can be done

    def moved(self, row: int) -> None:
        self.post_message(Looked(f"card:{card_id(self._board, self._found[row].card)}"))

    def pick(self, row: int) -> None:
        found = self._found[row]
        if len(found.options) == 1:
            self.post_message(OptionChosen(found.options[0].id))
        elif found.options:
            here = (found.card, found.line)
            self._opened = None if self._opened == here else here
            self._fill()
            line = next(r for r, each in enumerate(self._found) if (each.card, each.line) == here)
            self.go(line + 1 if self._opened else line)
        else:
            self.moved(row)
