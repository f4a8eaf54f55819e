"""Moves in few words: by verb, numbers as ranges: `attack: B3 L2 1..3, B5 H1 1..3`."""

from __future__ import annotations

from collections.abc import Iterable

from rules.whispers.layout import Board
from rules.whispers.moves import SIGNATURES, moves


def by_verb(board: Board, ids: Iterable[str]) -> dict[str, list[str]]:
    """The moves by verb, without it; those that differ only in a number as one, `B3 L2 1..3`."""
    numbers: dict[str, dict[str, list[int]]] = {}
    for move in ids:
        option = moves(board).find(move)
        counted = option is not None and SIGNATURES[option.key][1][-1:] == ("number",)
        head, _, last = move.rpartition(" ") if counted else (move, "", "")
        verb, _, rest = head.partition(" ")
        found = numbers.setdefault(verb, {}).setdefault(rest, [])
        if counted:
            found.append(int(last))
    return {verb: [_ranged(rest, counts) for rest, counts in group.items()] for verb, group in numbers.items()}


def _ranged(rest: str, counts: list[int]) -> str:
    parts: list[list[int]] = []
    for count in sorted(counts):
        if parts and count == parts[-1][1] + 1:
            parts[-1][1] = count
        else:
            parts.append([count, count])
    words = [f"{low}" if low == high else f"{low}..{high}" for low, high in parts]
    return " ".join(part for part in (rest, " ".join(words)) if part)


def whole(board: Board, ids: Iterable[str]) -> list[str]:
    """The same as full moves: `attack B3 L2 1..3`."""
    return [f"{verb} {each}".strip() for verb, group in by_verb(board, ids).items() for each in group]
