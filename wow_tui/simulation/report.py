"""The results of a run in words and columns."""

from __future__ import annotations

from wow_tui.simulation.tally import Line, Summary

_HEAD = ("games", "wins", "shared", "share", "mean", "stddev")


def table(summary: Summary, seconds: float) -> str:
    """The tables of a run that took `seconds`, as text."""
    rows: list[tuple[str, ...]] = [("player", "bot", *_HEAD)]
    rows += [(str(line.place), line.bot, *_numbers(line)) for line in summary.players]
    rows.append(("order", "", *_HEAD))
    rows += [(str(line.place), "", *_numbers(line)) for line in summary.order]
    if len(summary.bots) > 1:
        rows.append(("bot", "", *_HEAD))
        rows += [(line.bot, "", *_numbers(line)) for line in summary.bots]
    games, decisions = summary.games, summary.games * summary.decisions
    pace = max(seconds, 1e-9)
    return "\n".join(
        [
            *_aligned(rows),
            "",
            f"A game takes {summary.answers:.1f} answers, {summary.decisions:.1f} of them decisions.",
            f"{games} games in {seconds:.1f} s: {games / pace:,.1f} games/s, {decisions / pace:,.0f} decisions/s.",
        ]
    )


def _numbers(line: Line) -> tuple[str, ...]:
    counts = (str(line.games), str(line.wins), str(line.shared))
    return (*counts, f"{line.share:.1%}", f"{line.mean:.2f}", f"{line.deviation:.2f}")


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows in columns, words to the left and numbers to the right; an empty line before each further head."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    out: list[str] = []
    for row in rows:
        if out and row[2:] == _HEAD:
            out.append("")
        cells = [
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        out.append("  ".join(cells).rstrip())
    return out
