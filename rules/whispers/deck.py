"""The card table: what each line of a card does, and what a hand can pay for. Rule `card.pay`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.whispers.layout import LINES, AbilityRow, Board, CardFile, read
from rules.whispers.moves import cards

CARDS = read("cards.toml", CardFile)
AMOUNTS = CARDS.amounts


@cache
def lines(board: Board) -> dict[int, tuple[AbilityRow, ...]]:
    """Per kind of card its three lines: basic, advanced, special."""
    return {card: tuple(_row(board, card, line) for line in LINES) for card in cards(board)}


def _row(board: Board, card: int, line: str) -> AbilityRow:
    size = len(board.empires)
    own, partner = card // size, card % size
    if line == "special":
        pair = sorted((own, partner))
        return CARDS.special[f"{board.empires[pair[0]]}-{board.empires[pair[1]]}"]
    return (CARDS.basic if line == "basic" else CARDS.advanced)[board.empires[own]]


def payer(board: Board, card: int, line: int) -> int:
    """The empire whose card pays for an advanced or special line."""
    size = len(board.empires)
    return card // size if LINES[line] == "advanced" else card % size


def payments(board: Board, hand: Sequence[int], card: int, line: int) -> list[int]:
    """The kinds of card in hand that could pay for this line besides the card itself."""
    size, empire = len(board.empires), payer(board, card, line)
    return [
        other for other in dict.fromkeys(hand) if other // size == empire and (other != card or hand.count(card) > 1)
    ]


def affordable(board: Board, hand: Sequence[int], ability: str) -> bool:
    """Whether the hand holds a card with that ability and what it costs."""
    table = lines(board)
    return any(
        row.ability == ability and (not line or payments(board, hand, card, line))
        for card in dict.fromkeys(hand)
        for line, row in enumerate(table[card])
    )
