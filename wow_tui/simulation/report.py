"""The results of a run in words, columns and charts, for a terminal of any width from 80 columns on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wow_tui.printing import width, wrapped
from wow_tui.simulation.charts import bar, histogram, scale, span
from wow_tui.simulation.tally import Line, Summary
from wow_tui.simulation.uses import UseLine
from wow_tui.text.catalogue import Catalogue, catalogue
from wow_tui.text.speaker import Speaker

_HEAD = ("games", "wins", "shared", "share", "interval", "mean", "stddev")
# What stands before a chart; the rest of the line is the chart's.
_CHARTED = ("games", "share", "interval", "mean", "stddev")
_USED = ("plays", "per-game", "share", "gain", "end", "error")
# Cells that a chart has at least, and at most.
_LEAST, _MOST = 12, 40

Row = tuple[str, ...]


class Report:
    """Words and columns in one language. `ascii_only`: charts without block characters."""

    def __init__(self, words: Catalogue | None = None, ascii_only: bool = False) -> None:
        self._words, self._ascii = words or catalogue(), ascii_only
        self._names = Speaker(self._words, [])

    def text(self, summary: Summary, seconds: float, full: bool = False, played: int | None = None) -> str:
        """The tables of a run whose last `played` games (None: all) took `seconds`; with `full` all of them."""
        played = summary.games if played is None else played
        parts = [self._people(summary)]
        if len(summary.bots) > 1:
            parts.append(self._shares("bot", [(line.bot, line) for line in summary.bots], 1 / len(summary.players)))
        if summary.ratings:
            parts.append(self._ratings(summary))
        if full:
            parts += self._more(summary)
        parts.append(self._sentences(summary, seconds, full, played))
        return "\n\n".join(part for part in parts if part)

    def _people(self, summary: Summary) -> str:
        """By player and by order of play."""
        bots = any(line.bot for line in summary.players)
        heads = self._heads(*_HEAD)
        players = [(str(line.place), line.bot, *_numbers(line, _HEAD)) for line in summary.players]
        order = [(str(line.place), "", *_numbers(line, _HEAD)) for line in summary.order]
        head = (self._head("player"), self._head("bot") if bots else "", *heads)
        return _aligned([[head, *players], [(self._head("order"), "", *heads), *order]], words=2)

    def _shares(self, first: str, rows: Sequence[tuple[str, Line]], fair: float) -> str:
        """Shares of wins with their intervals drawn, and where a fair share is."""
        head = (self._head(first), *self._heads(*_CHARTED))
        table = [head, *((name, *_numbers(line, _CHARTED)) for name, line in rows)]
        room = _room(table)
        drawn = [scale(room, fair)]
        drawn += [span(line.low, line.share, line.high, room - 1, self._ascii, fair) for _, line in rows]
        return _aligned([table], drawn)

    def _ratings(self, summary: Summary) -> str:
        heads = (self._head("bot"), *self._heads("rating", "interval"))
        rows = [(r.bot, f"{r.elo:+.0f}", f"{r.low:+.0f} .. {r.high:+.0f}") for r in summary.ratings]
        return self._titled("ratings", _aligned([[heads, *rows]]))

    def _more(self, summary: Summary) -> list[str]:
        parts = []
        if summary.favourites:
            rows = [(self._names.name("empire", line.bot), line) for line in summary.favourites]
            parts.append(self._titled("favourites", self._shares("favourite", rows, 1 / len(summary.players))))
        parts += [self._cities(summary), self._uses("ability", "abilities", summary.abilities, self._ability)]
        parts += [self._uses("seat", "seats", summary.seats, self._names.seat)]
        parts += [self._swaps(summary), self._points(summary)]
        return parts

    def _cities(self, summary: Summary) -> str:
        if not summary.cities:
            return ""
        head = (self._head("empire"), *self._heads("mean", "stddev"))
        rows = [(self._names.name("empire", c.bot), f"{c.mean:.2f}", f"{c.deviation:.2f}") for c in summary.cities]
        bars = self._bars([head, *rows], [line.mean for line in summary.cities])
        return self._titled("cities", _aligned([[head, *rows]], bars))

    def _ability(self, ability: object) -> str:
        return self._words.say(f"name.ability.{ability}")

    def _uses(self, first: str, title: str, lines: Sequence[UseLine], name: Callable[[object], str]) -> str:
        """What was used how often, and what it was worth."""
        if not lines:
            return ""
        table: list[Row] = [(self._head(first), *self._heads(*_USED))]
        for use in lines:
            numbers = (str(use.plays), f"{use.per_game:.2f}", f"{use.share:.1%}", f"{use.gain:+.2f}", f"{use.end:+.2f}")
            table.append((name(use.name), *numbers, f"{use.error:.2f}"))
        return self._titled(title, _aligned([table], self._bars(table, [use.plays for use in lines])))

    def _swaps(self, summary: Summary) -> str:
        if not summary.swaps:
            return ""
        table: list[Row] = [(self._head("round"), *self._heads("swaps", "rate", "made", "good"))]
        table += [
            (str(line.round), str(line.swaps), f"{line.rate:.1%}", f"{line.gain:+.2f}", f"{line.good:.1%}")
            for line in summary.swaps
        ]
        return self._titled("swaps", _aligned([table]))

    def _points(self, summary: Summary) -> str:
        rows = histogram(summary.histogram, ascii_only=self._ascii)
        if not rows:
            return ""
        table = [(label, str(count)) for label, count in rows]
        return self._titled("histogram", _aligned([table], self._bars(table, [count for _, count in rows], head=0)))

    def _sentences(self, summary: Summary, seconds: float, full: bool, played: int) -> str:
        games, decisions, pace = played, played * summary.decisions, max(seconds, 1e-9)
        lines = []
        if summary.luck is not None:
            found = summary.luck
            shares = {"deal": found.deal, "bot": found.bot, "course": found.course, "luck": found.luck}
            shares |= {"low": max(0.0, found.luck - found.error), "high": min(1.0, found.luck + found.error)}
            lines.append(self._say("luck", **{key: f"{share:.0%}" for key, share in shares.items()}, deals=found.deals))
        elif full:
            lines.append(self._say("luck-unknown"))
        lines.append(self._say("length", answers=f"{summary.answers:.1f}", decisions=f"{summary.decisions:.1f}"))
        if full:
            spread = {"shortest": summary.shortest, "longest": summary.longest}
            lines.append(self._say("spread", **spread, deviation=f"{summary.deviation:.1f}"))
        paces = {"per_second": f"{games / pace:,.1f}", "decisions": f"{decisions / pace:,.0f}"}
        lines.append(self._say("pace", games=games, seconds=f"{seconds:.1f}", **paces))
        return "\n".join(part for line in lines for part in wrapped(line))

    def _bars(self, table: Sequence[Row], values: Sequence[float], head: int = 1) -> list[str]:
        """A bar for each value beside a table, the longest as long as there is room; none for its first `head` rows."""
        most, room = max(values) or 1.0, _room(table)
        return [""] * head + [bar(value / most, room, self._ascii) for value in values]

    def _titled(self, key: str, table: str) -> str:
        return "\n".join([*wrapped(self._say(key)), table])

    def _heads(self, *names: str) -> Row:
        return tuple(self._head(name) for name in names)

    def _head(self, name: str) -> str:
        return self._say(f"head-{name}")

    def _say(self, key: str, **values: object) -> str:
        return self._words.say(f"simulate.{key}", **values)


def _numbers(line: Line, heads: Sequence[str]) -> Row:
    every = {
        "games": str(line.games),
        "wins": str(line.wins),
        "shared": str(line.shared),
        "share": f"{line.share:.1%}",
        "interval": f"{line.low:.1%} .. {line.high:.1%}",
        "mean": f"{line.mean:.2f}",
        "stddev": f"{line.deviation:.2f}",
    }
    return tuple(every[head] for head in heads)


def _widths(rows: Sequence[Row]) -> list[int]:
    """How wide each column is; a column of which nothing is written has no width."""
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _room(table: Sequence[Row]) -> int:
    """How many cells a chart beside this table has."""
    return max(_LEAST, min(_MOST, width() - sum(each + 2 for each in _widths(table))))


def _aligned(blocks: Sequence[Sequence[Row]], drawn: Sequence[str] = (), words: int = 1) -> str:
    """Blocks of rows in common columns, an empty line between them; the first `words` columns stand to the left,
    the numbers in the others to the right, `drawn` behind each row."""
    widths = _widths([row for block in blocks for row in block])
    out = []
    for block in blocks:
        lines = []
        for number, row in enumerate(block):
            cells = [
                cell.ljust(size) if column < words else cell.rjust(size)
                for column, (cell, size) in enumerate(zip(row, widths, strict=True))
                if size
            ]
            lines.append("  ".join([*cells, *drawn[number : number + 1]]).rstrip())
        out.append("\n".join(lines))
    return "\n\n".join(out)
