"""The rows of a hand: empires, cards, lines of cards, ways to pay. No Textual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.ask import Option
from rules.whispers.deck import lines, payer
from rules.whispers.layout import LINES, Board
from rules.whispers.moves import card_id, paired

Line = tuple[int, int]
"""A card and the number of one of its lines."""


class Row(Struct, frozen=True):
    """One row. `kind`: empire, card, line or payment; `count`: cards of the empire, copies of the card;
    `options`: how the line can be played now; `payment`: the card that pays, or -1."""

    kind: str
    empire: int
    card: int = -1
    line: int = -1
    count: int = 1
    options: tuple[Option, ...] = ()
    payment: int = -1


def playable_lines(board: Board, options: Sequence[Option]) -> dict[Line, dict[int, Option]]:
    """Per line that can be played now its options by the card that pays (-1: none).

    The rules offer two cards that pay for each other once; here both have it.
    """
    found: dict[Line, dict[int, Option]] = {}
    for option in options:
        if option.key == "play":
            found.setdefault((option.args[0], option.args[1]), {})[-1] = option
        elif option.key == "play-with":
            card, line, payment = option.args
            found.setdefault((card, line), {})[payment] = option
            if paired(board, payment, line, card) == option.args:
                found.setdefault((payment, line), {})[card] = option
    return found


def hand_rows(
    board: Board, hand: Sequence[int], playable: Mapping[Line, Mapping[int, Option]], opened: Line | None
) -> list[Row]:
    """All rows of a hand; the line `opened` has its payments below it."""
    size = len(board.empires)
    rows: list[Row] = []
    for card in dict.fromkeys(sorted(hand)):
        empire = card // size
        if not rows or rows[-1].empire != empire:
            rows.append(Row("empire", empire, count=sum(other // size == empire for other in hand)))
        rows.append(Row("card", empire, card, count=hand.count(card)))
        for line in range(len(LINES)):
            options = playable.get((card, line), {})
            rows.append(Row("line", empire, card, line, options=tuple(options.values())))
            if (card, line) == opened:
                rows += [Row("payment", empire, card, line, 1, (o,), pay) for pay, o in options.items()]
    return rows


def ability(board: Board, row: Row) -> str:
    """The name of the ability of a line."""
    return lines(board)[row.card][row.line].ability


def cost(board: Board, row: Row) -> str | None:
    """The empire of which another card has to be paid for a line, or None."""
    return board.empires[payer(board, row.card, row.line)] if row.line else None


def reason_key(board: Board, row: Row) -> tuple[str, str]:
    """The key of a line in `why_not`: id of the card, name of the line."""
    return card_id(board, row.card), LINES[row.line]
