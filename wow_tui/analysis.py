"""Where a finished match turned: each society's expected final points at each of its moments.

From every moment the match is played on in outline, with the loyalties that lie open at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from rules.ask import Event
from rules.whispers.imagine import imagine
from rules.whispers.layout import SLOTS
from rules.whispers.view import View
from wow_tui.bots import weighing
from wow_tui.bots.sketch import Sketch
from wow_tui.link import Link
from wow_tui.text.speaker import Speaker

PLAYOUTS = 24
# Moments that are looked at, at most, evenly spread; and turns that are told.
MOMENTS, TOLD = 60, 8
# A change of expected points smaller than this is no turn.
_LEAST = 0.75
_LEVELS, _LEVELS_ASCII = "▁▂▃▄▅▆▇█", "_.-=+*%#"


class Moment(Struct, frozen=True):
    """The match before answer `number`: its round, who was asked, the expected final points of each player."""

    number: int
    round: int
    asked: int
    expected: list[float]


class Turn(Struct, frozen=True):
    """Between two moments a player's expected points changed by `change`."""

    number: int
    until: int
    round: int
    player: int
    change: float


def past_views(link: Link) -> list[tuple[int, View]]:
    """Moments of a finished match, the last one its end, with the loyalties that each player then had."""
    history, known = link.history(None), link.answered()
    loyalty = [slots[:] for slots in link.update(None).view.loyalty]
    stride = max(1, -(-known // MOMENTS))
    found = [(known, link.update(None).view)]
    for number in range(known - 1, -1, -1):
        _undo_swaps(loyalty, history[number])
        if number % stride == 0:
            view: View = link.moment(None, number)
            found.append((number, replace(view, loyalty=[slots[:] for slots in loyalty])))
    return found[::-1]


def _undo_swaps(loyalty: list[list[int]], events: Sequence[Event]) -> None:
    for event in reversed(events):
        if event.key == "loyalty-swap":
            slots = loyalty[int(str(event.values["player"]))]
            one, two = (SLOTS.index(str(event.values[name])) for name in ("first", "second"))
            slots[one], slots[two] = slots[two], slots[one]


def expect(views: Sequence[tuple[int, View]], playouts: int = PLAYOUTS) -> list[Moment]:
    """The expected points at each moment; always the same. Takes a second or so: work for another process."""
    random = Random(1)
    whims = [[random.random() for _ in range(256)] for _ in range(playouts)]
    found = []
    for number, view in views:
        outline = Sketch(imagine(view, number))
        sums = [0.0] * view.players
        for each in whims:
            played = outline.copy()
            played.believe(view.loyalty)
            weighing.play(played, each)
            sums = [total + points for total, points in zip(sums, played.points(), strict=True)]
        found.append(Moment(number, view.round, view.waiting, [total / playouts for total in sums]))
    return found


def turns(moments: Sequence[Moment]) -> list[Turn]:
    """The greatest changes between two moments, in the order of the match."""
    found = [
        Turn(before.number, after.number, before.round, player, after.expected[player] - before.expected[player])
        for before, after in pairwise(moments)
        for player in range(len(before.expected))
    ]
    great = sorted((turn for turn in found if abs(turn.change) >= _LEAST), key=lambda turn: -abs(turn.change))[:TOLD]
    return sorted(great, key=lambda turn: (turn.number, turn.player))


def report(speaker: Speaker, link: Link, moments: Sequence[Moment], ascii_only: bool) -> list[str]:
    """The analysis in lines: a curve for each society, then what happened where they turned."""
    say = speaker.catalogue.say
    if len(moments) < 2:
        return [say("analysis.none")]
    lines = [say("analysis.intro", playouts=PLAYOUTS), ""]
    every = [points for moment in moments for points in moment.expected]
    for player in range(len(moments[0].expected)):
        line = [moment.expected[player] for moment in moments]
        chart = curve(line, min(every), max(every), ascii_only)
        values = {"low": f"{min(line):.0f}", "high": f"{max(line):.0f}", "end": f"{line[-1]:.0f}"}
        lines.append(say("analysis.line", player=speaker.player(player), chart=chart, **values))
    lines += ["", say("analysis.turns")]
    history = link.history(None)
    for turn in turns(moments):
        lines.append(
            say(
                "analysis.turn",
                round=turn.round,
                player=speaker.player(turn.player),
                change=f"{turn.change:+.1f}",
                move=_happened(speaker, history[turn.number : turn.until]),
            )
        )
    return lines


# What is told of a turn, the first of these that happened.
_TELLING = ("loyalty-swap", "battle", "destroy", "move", "play", "add", "deploy", "draw", "swap")


def _happened(speaker: Speaker, history: Sequence[Sequence[Event]]) -> str:
    events = [event for events in history for event in events]
    for key in _TELLING:
        for event in events:
            if event.key == key:
                return speaker.event(event)
    return speaker.catalogue.say("analysis.forced")


def curve(values: Sequence[float], low: float, high: float, ascii_only: bool) -> str:
    """Values as characters of eight heights."""
    levels = _LEVELS_ASCII if ascii_only else _LEVELS
    span = (high - low) or 1.0
    return "".join(levels[min(7, int((value - low) / span * 8))] for value in values)
