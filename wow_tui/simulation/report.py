"""The results of a run in words, columns and charts."""

from __future__ import annotations

from collections.abc import Sequence

from wow_tui.simulation.charts import bar, histogram, span
from wow_tui.simulation.tally import Line, Summary
from wow_tui.text.catalogue import Catalogue, catalogue

_HEAD = ("games", "wins", "shared", "share", "interval", "mean", "stddev")
# Columns of words stand to the left, numbers to the right.
_WORDS = 2


class Report:
    """Words and columns in one language. `ascii_only`: charts without block characters."""

    def __init__(self, words: Catalogue | None = None, ascii_only: bool = False) -> None:
        self._words, self._ascii = words or catalogue(), ascii_only

    def text(self, summary: Summary, seconds: float, full: bool = False, played: int | None = None) -> str:
        """The tables of a run whose last `played` games (None: all) took `seconds`; with `full` all of them."""
        played = summary.games if played is None else played
        parts = [self._people(summary)]
        if summary.ratings:
            parts.append(self._ratings(summary))
        if full:
            parts += self._more(summary)
        parts.append(self._sentences(summary, seconds, full, played))
        return "\n\n".join(part for part in parts if part)

    def _people(self, summary: Summary) -> str:
        """By player, by order of play, by kind of bot."""
        blocks = [
            self._lines("player", [((str(line.place), line.bot), line) for line in summary.players], "bot"),
            self._lines("order", [((str(line.place), ""), line) for line in summary.order]),
        ]
        if len(summary.bots) > 1:
            blocks.append(self._lines("bot", [((line.bot, ""), line) for line in summary.bots], chart=True))
        return _aligned(blocks, drawn=True)

    def _lines(
        self, first: str, rows: Sequence[tuple[tuple[str, str], Line]], second: str = "", chart: bool = False
    ) -> list[tuple[str, ...]]:
        heads = [self._head(first), self._head(second) if second else "", *(self._head(name) for name in _HEAD)]
        out = [(*heads, "")]
        for names, line in rows:
            drawn = span(line.low, line.share, line.high, ascii_only=self._ascii) if chart else ""
            out.append((*names, *_numbers(line), drawn))
        return out

    def _ratings(self, summary: Summary) -> str:
        rows: list[tuple[str, ...]] = [(self._head("bot"), "", self._head("rating"), self._head("interval"))]
        rows += [(r.bot, "", f"{r.elo:+.0f}", f"{r.low:+.0f} .. {r.high:+.0f}") for r in summary.ratings]
        return "\n".join([self._say("ratings"), _aligned([rows])])

    def _more(self, summary: Summary) -> list[str]:
        parts = []
        if summary.favourites:
            rows = [((line.bot, ""), line) for line in summary.favourites]
            parts.append(
                "\n".join([self._say("favourites"), _aligned([self._lines("favourite", rows, chart=True)], drawn=True)])
            )
        if summary.cities:
            most = max(line.mean for line in summary.cities) or 1.0
            empires: list[tuple[str, ...]] = [(self._head("empire"), "", self._head("mean"), self._head("stddev"), "")]
            for line in summary.cities:
                drawn = bar(line.mean / most, ascii_only=self._ascii)
                empires.append((line.bot, "", f"{line.mean:.2f}", f"{line.deviation:.2f}", drawn))
            parts.append("\n".join([self._say("cities"), _aligned([empires], drawn=True)]))
        parts += [self._abilities(summary), self._swaps(summary), self._points(summary)]
        return parts

    def _abilities(self, summary: Summary) -> str:
        if not summary.abilities:
            return ""
        heads = ("plays", "per-game", "share", "gain")
        rows: list[tuple[str, ...]] = [(self._head("ability"), "", *(self._head(name) for name in heads), "")]
        most = max(line.plays for line in summary.abilities)
        for line in summary.abilities:
            name = self._words.say(f"name.ability.{line.ability}")
            numbers = (str(line.plays), f"{line.per_game:.2f}", f"{line.share:.1%}", f"{line.gain:+.2f}")
            rows.append((name, "", *numbers, bar(line.plays / most, 16, self._ascii)))
        return "\n".join([self._say("abilities"), _aligned([rows], drawn=True)])

    def _swaps(self, summary: Summary) -> str:
        if not summary.swaps:
            return ""
        heads = ("swaps", "rate", "gain", "good")
        rows: list[tuple[str, ...]] = [(self._head("round"), "", *(self._head(name) for name in heads))]
        for line in summary.swaps:
            numbers = (str(line.swaps), f"{line.rate:.1%}", f"{line.gain:+.2f}", f"{line.good:.1%}")
            rows.append((str(line.round), "", *numbers))
        return "\n".join([self._say("swaps"), _aligned([rows])])

    def _points(self, summary: Summary) -> str:
        rows = histogram(summary.histogram, ascii_only=self._ascii)
        if not rows:
            return ""
        table = [(label, "", str(count), drawn) for label, count, drawn in rows]
        return "\n".join([self._say("histogram"), _aligned([table], drawn=True)])

    def _sentences(self, summary: Summary, seconds: float, full: bool, played: int) -> str:
        games, decisions, pace = played, played * summary.decisions, max(seconds, 1e-9)
        lines = []
        if summary.luck is not None:
            luck = summary.luck
            shares = {"deal": f"{luck.deal:.0%}", "bot": f"{luck.bot:.0%}", "course": f"{luck.course:.0%}"}
            lines.append(self._say("luck", **shares, deals=luck.deals))
        lines.append(self._say("length", answers=f"{summary.answers:.1f}", decisions=f"{summary.decisions:.1f}"))
        if full:
            spread = {"shortest": summary.shortest, "longest": summary.longest}
            lines.append(self._say("spread", **spread, deviation=f"{summary.deviation:.1f}"))
        paces = {"per_second": f"{games / pace:,.1f}", "decisions": f"{decisions / pace:,.0f}"}
        lines.append(self._say("pace", games=games, seconds=f"{seconds:.1f}", **paces))
        return "\n".join(lines)

    def _head(self, name: str) -> str:
        return self._say(f"head-{name}")

    def _say(self, key: str, **values: object) -> str:
        return self._words.say(f"simulate.{key}", **values)


def _numbers(line: Line) -> tuple[str, ...]:
    counts = (str(line.games), str(line.wins), str(line.shared))
    interval = f"{line.low:.1%} .. {line.high:.1%}"
    return (*counts, f"{line.share:.1%}", interval, f"{line.mean:.2f}", f"{line.deviation:.2f}")


def _aligned(blocks: Sequence[Sequence[tuple[str, ...]]], drawn: bool = False) -> str:
    """Blocks of rows in common columns, an empty line between them; `drawn`: the last column holds drawings."""
    rows = [row for block in blocks for row in block]
    last = len(rows[0]) - 1
    widths = [max(len(row[column]) for row in rows) for column in range(last + 1)]
    out = []
    for block in blocks:
        lines = []
        for row in block:
            cells = []
            for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
                left = column < _WORDS or (drawn and column == last)
                cells.append(cell.ljust(width) if left else cell.rjust(width))
            # An unused second column of words takes no room.
            if not any(each[1] for each in rows):
                del cells[1]
            lines.append("  ".join(cells).rstrip())
        out.append("\n".join(lines))
    return "\n\n".join(out)
