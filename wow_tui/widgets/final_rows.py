"""The lines of the final scoring in a width of cells: the same on the screen and in an exported file. No Textual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from rich.cells import cell_len, set_cell_size

from rules.game import Outcome, Place
from rules.whispers.layout import Board
from wow_tui.course import Course, Standing, turning_round
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.wrapping import wrap

# Columns of the name of an empire with its letter and cities; least and most of a society's column.
LABEL = 17
LEAST, MOST = 12, 24
INDENT = 1


class FinalRow(Struct, frozen=True):
    """A line. `empire`: whose colour its label wears; `moment`: what looking back from it shows, if anything."""

    text: str
    look: Literal["plain", "strong", "heading"] = "plain"
    empire: str | None = None
    moment: int | None = None


class Facts(Struct, frozen=True):
    """What the lines are made of."""

    board: Board
    outcome: Outcome
    course: Course


def final_rows(speaker: Speaker, facts: Facts, width: int, star: str = "★") -> list[FinalRow]:
    """All of it in `width` cells. `star` marks who leads."""
    return _Writer(speaker, facts, width, star).rows()


class _Writer:
    def __init__(self, speaker: Speaker, facts: Facts, width: int, star: str) -> None:
        self.speaker, self.facts, self.width, self.star = speaker, facts, width, star
        self.places = facts.outcome.places
        self.column = max(LEAST, min(MOST, (width - LABEL - INDENT) // len(self.places)))

    def say(self, key: str, **values: object) -> str:
        return self.speaker.catalogue.say(f"final.{key}", **values)

    def rows(self) -> list[FinalRow]:
        parts = (self._winner, self._matrix, self._societies, self._rounds, self._turns, self._swaps)
        out: list[FinalRow] = []
        for number, part in enumerate(parts):
            out += [FinalRow(""), *part()] if number else part()
        return out

    # Pieces

    def _sentence(self, text: str, indent: int = INDENT, **more: object) -> Iterator[FinalRow]:
        for line in wrap(text, self.width - indent, 2):
            yield FinalRow(" " * indent + line, **more)  # type: ignore[arg-type]

    def _table_row(self, label: str, cells: Sequence[str], **more: object) -> FinalRow:
        shown = " " * INDENT + _fit(label, LABEL) + "".join(_fit(cell, self.column) for cell in cells)
        return FinalRow(shown.rstrip(), **more)  # type: ignore[arg-type]

    # Parts

    def _winner(self) -> Iterator[FinalRow]:
        """Who won, and by which tie-break if the points were equal."""
        winners = self.facts.outcome.winners
        players = ", ".join(self.speaker.player(winner) for winner in winners)
        key = "result.shared" if len(winners) > 1 else "result.winner"
        yield from self._sentence(self.speaker.catalogue.say(key, players=players), look="heading")
        first, second = self.places[:2]
        if len(winners) > 1:
            yield from self._sentence(self.say("shared-by"))
        elif first.points == second.points:
            key = "broke-cards" if first.why["swaps"] == second.why["swaps"] else "broke-swaps"
            yield from self._sentence(self.say(key, count=first.points, winner=self.speaker.player(first.player)))

    def _head(self) -> FinalRow:
        cells = [self.say("head", rank=place.rank, player=self.speaker.player(place.player)) for place in self.places]
        return self._table_row("", cells, look="strong")

    def _matrix(self) -> Iterator[FinalRow]:
        """A row per empire, a column per society: value x cities = points."""
        posted = any(part["agents"] for place in self.places for part in place.parts)
        yield FinalRow(" " + self.say("matrix-agents" if posted else "matrix"), "heading")
        yield self._head()
        by_empire = [{str(part["empire"]): part for part in place.parts} for place in self.places]
        for empire in self.facts.board.empires:
            cells = [self._cell(parts[empire], posted) for parts in by_empire]
            letter = self.speaker.catalogue.say(f"widgets.letter.{empire}")
            name = _fit(f"{letter} {self.speaker.name('empire', empire)}", LABEL - 4)
            yield self._table_row(f"{name}{by_empire[0][empire]['cities']:>2}", cells, empire=empire)
        yield self._table_row(self.say("points"), [str(place.points) for place in self.places], look="strong")
        for key in ("swaps", "cards"):
            yield self._table_row(self.say(key), [str(place.why[key]) for place in self.places])

    def _cell(self, part: Mapping[str, int | str], posted: bool) -> str:
        return self.say("cell-agents" if posted and part["agents"] else "cell", **part)

    def _societies(self) -> Iterator[FinalRow]:
        """Each society's points slot by slot."""
        yield FinalRow(" " + self.say("societies"), "heading")
        for place in self.places:
            yield from self._society(place)

    def _society(self, place: Place) -> Iterator[FinalRow]:
        lines = self.speaker.place_lines(place)
        yield from self._sentence(lines[0], look="strong")
        for line, empire in zip(lines[1:], [*(str(part["empire"]) for part in place.parts), None], strict=True):
            yield from self._sentence(line.strip(), 2 * INDENT, empire=empire)

    def _rounds(self) -> Iterator[FinalRow]:
        """A row per round, a column per society; who leads is marked."""
        yield FinalRow(" " + self.say("rounds"), "heading")
        yield self._head()
        for standing in self.facts.course.standings:
            label = self.say("round", round=standing.round) if standing.round else self.say("start")
            cells = [self._points(standing, place.player) for place in self.places]
            yield self._table_row(label, cells, moment=standing.moment)
        yield from self._sentence(self.say("leads", star=self.star))

    def _points(self, standing: Standing, player: int) -> str:
        mark = f" {self.star}" if player in standing.leaders else ""
        return f"{standing.points[player]}{mark}"

    def _turns(self) -> Iterator[FinalRow]:
        """A sentence per round, and which round decided."""
        yield FinalRow(" " + self.say("turns"), "heading")
        standings = self.facts.course.standings
        for before, now in pairwise(standings):
            yield from self._sentence(self._turn(before, now), moment=now.moment)
        winner, rival = self.places[0].player, self.places[1].player
        found = turning_round(standings, winner, rival)
        if found is not None and winner not in [place.player for place in self.places[1:] if place.rank == 1]:
            number, gain = found
            names = {"winner": self.speaker.player(winner), "rival": self.speaker.player(rival)}
            yield from self._sentence(self.say("decided", round=number, count=gain, **names))

    def _turn(self, before: Standing, now: Standing) -> str:
        key = "turn.same" if now.leaders == before.leaders else "turn.new"
        key = f"{key}.shared" if len(now.leaders) > 1 else key
        return self.say(
            key,
            round=now.round,
            leader=self._players(now.leaders),
            before=self._players(before.leaders),
            points=max(now.points),
            cities=self._captures(now),
        )

    def _players(self, players: Sequence[int]) -> str:
        return ", ".join(self.speaker.player(player) for player in players)

    def _captures(self, standing: Standing) -> str:
        empires = self.facts.board.empires
        told = [
            self.say(
                "capture",
                region=capture.region,
                from_empire=self.speaker.name("empire", empires[capture.before]),
                to_empire=self.speaker.name("empire", empires[capture.after]),
            )
            for capture in standing.captures
        ]
        return ", ".join(told) or self.say("no-cities")

    def _swaps(self) -> Iterator[FinalRow]:
        """What each loyalty swap was worth in the end."""
        yield FinalRow(" " + self.say("loyalties"), "heading")
        points = {place.player: place.points for place in self.places}
        for swap in self.facts.course.swaps:
            have = points[swap.player]
            key = "swap-none" if swap.without == have else "swap-good"
            values = {"player": self.speaker.player(swap.player), "points": have, "without": swap.without}
            yield from self._sentence(self.say(key, round=swap.round, **values))
        if not self.facts.course.swaps:
            yield from self._sentence(self.say("no-swaps"))


def _fit(text: str, width: int) -> str:
    """A text in exactly `width` cells, with a blank at the end."""
    shown = text if cell_len(text) < width else set_cell_size(text, width - 2) + "~"
    return set_cell_size(shown, width)
