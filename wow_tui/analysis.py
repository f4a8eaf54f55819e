"""Where a finished match turned: each society's expected final points at each of its moments.

From every moment the match is played on in outline, with the loyalties that lie open at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from rules.ask import Event
from rules.whispers.imagine import imagine
from rules.whispers.layout import SLOTS
from rules.whispers.view import View
from wow_tui.bots import weighing
from wow_tui.bots.sketch import Sketch
from wow_tui.link import Link
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.wrapping import wrap

PLAYOUTS = 24
# Moments that are looked at, at most, evenly spread; and turns that are told of each player.
MOMENTS, TOLD = 60, 3
# Cells of a line of the page that the analysis is read on.
WIDTH = 70
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
    """The greatest changes between two moments, TOLD of each player at most, in the order of the match."""
    found: list[Turn] = []
    for player in range(len(moments[0].expected) if moments else 0):
        every = [
            Turn(before.number, after.number, before.round, player, after.expected[player] - before.expected[player])
            for before, after in pairwise(moments)
        ]
        great = [turn for turn in every if abs(turn.change) >= _LEAST]
        found += sorted(great, key=lambda turn: -abs(turn.change))[:TOLD]
    return sorted(found, key=lambda turn: (turn.number, turn.player))


def report(speaker: Speaker, link: Link, moments: Sequence[Moment], ascii_only: bool, width: int = WIDTH) -> list[str]:
    """The analysis in lines of at most so many cells: what each society could expect round by round, how that went
    as curves, and what happened where each of them turned."""
    say = speaker.catalogue.say
    if len(moments) < 2:
        return [say("analysis.none")]
    lines = [*wrap(say("analysis.intro", playouts=PLAYOUTS), width), "", *_by_round(speaker, moments), ""]
    lines += [*_curves(speaker, moments, ascii_only, width), ""]
    history, found = link.history(None), turns(moments)
    for player in range(len(moments[0].expected)):
        mine = [turn for turn in found if turn.player == player]
        values = {"first": moments[0].expected[player], "last": moments[-1].expected[player]}
        points = {name: f"{value:.0f}" for name, value in values.items()}
        key = "analysis.society" if mine else "analysis.steady"
        lines += wrap(say(key, player=speaker.player(player), **points), width)
        for turn in mine:
            move, change = _happened(speaker, history[turn.number : turn.until]), f"{turn.change:+.1f}"
            told = wrap(say("analysis.turn", round=turn.round, change=change, move=move), width - 2, 2)
            lines += [f"  {line}" for line in told]
        lines.append("")
    return lines[:-1]


def _by_round(speaker: Speaker, moments: Sequence[Moment]) -> list[str]:
    """A table: what each society could expect when each round began, and what it got."""
    say = speaker.catalogue.say
    starts = [moment for before, moment in pairwise(moments) if moment.round > before.round]
    columns = [
        (say("analysis.start"), moments[0]),
        *((say("analysis.round", round=moment.round), moment) for moment in starts),
        (say("analysis.end"), moments[-1]),
    ]
    names = _names(speaker, moments)
    lines = ["".join([" " * cell_len(names[0]), *(f"  {head}" for head, _ in columns)])]
    for player, name in enumerate(names):
        cells = [f"  {moment.expected[player]:{cell_len(head)}.0f}" for head, moment in columns]
        lines.append("".join([name, *cells]))
    return lines


def _curves(speaker: Speaker, moments: Sequence[Moment], ascii_only: bool, width: int) -> list[str]:
    """A curve for each society on one scale; above them the number of each round where it begins."""
    names = _names(speaker, moments)
    room = width - cell_len(names[0]) - 2
    shown = [moments[place * len(moments) // room] for place in range(room)] if len(moments) > room else moments
    axis = [" " if before.round == now.round else str(now.round) for before, now in pairwise(shown)]
    every = [points for moment in moments for points in moment.expected]
    low, high = min(every), max(every)
    title = speaker.catalogue.say("analysis.curves", low=f"{low:.0f}", high=f"{high:.0f}")
    lines = [*wrap(title, width), " " * (cell_len(names[0]) + 2) + str(shown[0].round) + "".join(axis).rstrip()]
    for player, name in enumerate(names):
        lines.append(f"{name}  {curve([moment.expected[player] for moment in shown], low, high, ascii_only)}")
    return lines


def _names(speaker: Speaker, moments: Sequence[Moment]) -> list[str]:
    """The players' names, equally wide."""
    names = [speaker.player(player) for player in range(len(moments[0].expected))]
    widest = max(map(cell_len, names))
    return [name + " " * (widest - cell_len(name)) for name in names]


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
