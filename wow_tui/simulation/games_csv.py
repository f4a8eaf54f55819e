"""One line per game and player, for spreadsheets."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from rules.whispers.layout import Board
from wow_tui.simulation import Result

HEAD = (
    "game",
    "deal",
    "player",
    "order",
    "bot",
    "favourite",
    "points",
    "winners",
    "won",
    "swaps",
    "swap_gain",
    "cards_played",
    "answers",
    "decisions",
)


class GamesCsv:
    """A file of games, written as they come."""

    def __init__(self, path: Path, board: Board, keep: int = 0) -> None:
        """`keep`: bytes of an earlier part of the run that stay. OSError if it cannot be written."""
        self._board = board
        self._file: IO[bytes] = open(path, "r+b" if keep else "wb")  # noqa: SIM115
        self._file.truncate(keep)
        self._file.seek(keep)
        if not keep:
            self._write([HEAD])

    def add(self, results: Iterable[Result]) -> None:
        """Write some games."""
        self._write(row for result in results for row in self._rows(result))

    def bytes(self) -> int:
        """How long it is, all of it on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        return self._file.tell()

    def close(self) -> None:
        """Nothing more comes."""
        self._file.close()

    def _write(self, rows: Iterable[Iterable[object]]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        self._file.write(text.getvalue().encode())

    def _rows(self, result: Result) -> Iterable[tuple[object, ...]]:
        notes, players = result.notes, len(result.points)
        for player, points in enumerate(result.points):
            swaps = [swap for swap in notes.swaps if swap.player == player]
            yield (
                result.number,
                result.deal,
                player + 1,
                (player - result.first) % players + 1,
                result.bots[player],
                self._board.empires[notes.favourites[player]],
                points,
                len(result.winners),
                int(player in result.winners),
                len(swaps),
                sum(swap.gain for swap in swaps),
                sum(play.player == player for play in notes.plays),
                result.answers,
                result.decisions,
            )
