"""How fast the screen is, seen from outside: the program in a terminal, beside the least Textual program there is.

The reference is measured in the same run, in turns, so that a ratio says something on a busy machine, too.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from msgspec import Struct

from rules.ask import Ask
from rules.match import Match
from rules.whispers.options import Options
from saves.envelope import Seat, from_match
from saves.store import write
from wow_tui import bots
from wow_tui.bots import Reason
from wow_tui.pseudo_terminal import Watched

REFERENCE = """
from textual.app import App
from textual.widgets import Static
class Least(App):
    count = 0
    def compose(self):
        yield Static("0")
    def on_key(self, event):
        self.count += 1
        self.query_one(Static).update(str(self.count))
        if event.key == "ctrl+q":
            self.exit()
Least().run()
"""
SIZES = {"80x24": (24, 80), "100x30": (30, 100), "120x40": (40, 120), "160x48": (48, 160)}
LEAVE = b"\x11"
# Seconds of silence after which a screen is finished, and after which a key has done what it does.
STILL, QUIET = 0.4, 0.06
PATIENCE = 60.0
WALK = b"hjkl"
# The tags of the map, and away with them.
TO_THE_MAP = b"g\x1b"


class BenchError(Exception):
    """Something could not be measured; its text is one sentence."""


class Scene(Struct, frozen=True):
    """A program to measure, and the keys it is sent; those of `first` are not measured."""

    name: str
    command: Sequence[str]
    keys: bytes
    first: bytes = b""


class Figures(Struct):
    """One scene: medians over its starts; keys over all of them.

    Times in milliseconds since the process began or the key was pressed: `paint` to the first thing to be seen,
    `ready` to the end of the start, `key` to the end of what a key brings. `idle_processor` in per cent.
    """

    name: str
    size: str
    paint: float
    ready: float
    start_bytes: float
    start_processor: float
    key: float
    key_99: float
    key_bytes: float
    key_bytes_most: float
    keys_seen: int
    keys_sent: int
    idle_bytes: float
    idle_processor: float
    resident: float
    proportional: float


class Run(Struct):
    """One start of a scene."""

    paint: float
    ready: float
    start_bytes: int
    start_processor: float
    keys: list[float]
    sizes: list[int]
    idle_bytes: float
    idle_processor: float
    resident: int
    proportional: int


def bench(runs: int, sizes: Iterable[str], keys: int = 80, idle: float = 3.0) -> list[Figures]:
    """Measure the reference, the title, the game, and the game while a bot thinks, in each size.

    `keys` a start; `idle`: seconds to watch it do nothing. BenchError or OSError where that cannot be.
    """
    found = []
    with tempfile.TemporaryDirectory(prefix="wow-tui-bench-") as folder:
        for size in sizes:
            runs_of: dict[str, list[Run]] = {}
            for number in range(runs):
                for scene in scenes(Path(folder), keys):
                    run = measured(scene, SIZES[size], _environ(folder), number, idle)
                    runs_of.setdefault(scene.name, []).append(run)
            found += [_figures(name, size, each, keys) for name, each in runs_of.items()]
    return found


def scenes(folder: Path, keys: int) -> list[Scene]:
    """What is measured. The matches to go into are made anew, since playing changes them."""
    start = "from wow_tui.benchmark_screen import Pensive; Pensive.seat(); from wow_tui.cli import main; main()"
    program = [sys.executable, "-P", "-c", start]
    walk = (WALK * keys)[:keys]
    match = in_the_middle()
    asked = next(iter(match.asks()))
    paths: list[Path] = []
    for kinds in (("person", "bot:greedy"), ("bot:random", "person")):
        paths.append(folder / f"{len(paths)}.wow")
        seats = [Seat(f"Player {player}", kinds[player != asked]) for player in range(match.players)]
        write(paths[-1], from_match(match, seats, 0, int(time.time())))
    return [
        Scene("reference", [sys.executable, "-c", REFERENCE], walk),
        Scene("title", [sys.executable, "-P", "-m", "wow_tui.cli"], (b"jk" * keys)[:keys]),
        Scene("game", [*program, "play", "--load", str(paths[0])], walk, TO_THE_MAP),
        Scene("game, bot thinks", [*program, "play", "--load", str(paths[1])], walk, TO_THE_MAP),
    ]


def in_the_middle() -> Match:
    """A match of three in its third round, in a question that is answered on the map."""
    match, random = Match.new("whispers", 3, Options(), 1), Random(1)
    while now := match.asks():
        [(player, ask)] = now.items()
        if match.state.round == 3 and any(option.key == "attack" for option in ask.options):
            break
        match.answer(player, ask.id, [random.choice(ask.options).id])
    return match


class Pensive:
    """A bot that thinks as hard as it can for longer than anybody measures."""

    looks = True
    reason: Reason | None = None

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    @classmethod
    def seat(cls) -> None:
        """Let it play in this process under the name of the random bot, for a match asks for bots there are."""
        bots._HOMES["random"] = (cls.__module__, cls.__name__)

    def choose(self, view: Any, ask: Ask) -> list[str]:
        """Any option, in the end."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            bots.make("greedy", self._random.getrandbits(32)).choose(view, ask)
        return [self._random.choice(ask.options).id]


def _environ(folder: str) -> dict[str, str]:
    """Folders of its own and a common terminal; what Python compiles is kept, as in an installed program."""
    unwanted = ("NO_COLOR", "COLORTERM", "PYTHONDONTWRITEBYTECODE", "LINES", "COLUMNS")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    homes = {f"XDG_{name}_HOME": str(Path(folder, name.lower())) for name in ("CONFIG", "DATA", "STATE")}
    return kept | homes | {"TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def measured(scene: Scene, lines: tuple[int, int], environ: Mapping[str, str], seed: int, idle: float) -> Run:
    """One start of a scene in a terminal of so many lines and columns; `seed`: of the gaps between keys."""
    random = Random(seed)
    watched = Watched(scene.command, environ, *lines)
    try:
        start = watched.burst(watched.started, STILL, PATIENCE, PATIENCE)
        if start.shown is None or start.last is None:
            raise BenchError(f"the {scene.name} shows nothing")
        spent, memory = watched.processor(), watched.memory()
        rest = watched.burst(0, idle, idle, idle)
        resting = watched.processor() - spent
        for key in scene.first:
            watched.press(bytes([key]))
            watched.burst(0, STILL, PATIENCE, STILL)
        bursts = []
        for key in scene.keys:
            watched.burst(0, QUIET, random.uniform(0.02, 0.12))
            bursts.append(watched.burst(watched.press(bytes([key])), QUIET, 1.0, 0.3))
        seen = [burst for burst in bursts if burst.last is not None]
        most = watched.memory()
        return Run(
            start.shown * 1e3,
            start.last * 1e3,
            start.size,
            spent * 1e3,
            [burst.last * 1e3 for burst in seen if burst.last is not None],
            [burst.size for burst in seen],
            rest.size / idle if idle else 0.0,
            resting / idle * 100 if idle else 0.0,
            max(memory.resident, most.resident),
            max(memory.proportional, most.proportional),
        )
    finally:
        watched.close(LEAVE)


def _figures(name: str, size: str, runs: Sequence[Run], keys: int) -> Figures:
    times = sorted(time for run in runs for time in run.keys)
    sizes = sorted(size for run in runs for size in run.sizes)
    if len(times) < 2:
        raise BenchError(f"in the {name} no key brings anything")

    def middle(what: str) -> float:
        return float(median(getattr(run, what) for run in runs))

    return Figures(
        name=name,
        size=size,
        key=median(times),
        key_99=quantiles(times, n=100, method="inclusive")[98],
        key_bytes=median(sizes),
        key_bytes_most=sizes[-1],
        keys_seen=len(times),
        keys_sent=keys * len(runs),
        **{what: middle(what) for what in MEDIANS},
    )


def text(found: Sequence[Figures]) -> str:
    """The figures in columns, times of the start also as multiples of the reference's."""
    lines = []
    for size in dict.fromkeys(each.size for each in found):
        group = [each for each in found if each.size == size]
        lines += ["", f"{size:<21}" + "".join(f"{each.name:>18}" for each in group)]
        for label, shown in ROWS:
            lines.append(f"{label:<21}" + "".join(f"{shown(each, group[0]):>18}" for each in group))
    return "\n".join(lines[1:])


def _times(what: str) -> Callable[[Figures, Figures], str]:
    """A duration, and how often it holds the reference's."""
    return lambda each, least: f"{getattr(each, what):,.0f} ({getattr(each, what) / getattr(least, what):.2f}x)"


MEDIANS = (
    "paint",
    "ready",
    "start_bytes",
    "start_processor",
    "idle_bytes",
    "idle_processor",
    "resident",
    "proportional",
)
ROWS: tuple[tuple[str, Callable[[Figures, Figures], str]], ...] = (
    ("first paint ms", _times("paint")),
    ("ready ms", _times("ready")),
    ("processor to ready ms", _times("start_processor")),
    ("bytes to ready", lambda each, _: f"{each.start_bytes:,.0f}"),
    ("key p50 / p99 ms", lambda each, _: f"{each.key:.1f} / {each.key_99:.1f}"),
    ("bytes a key (most)", lambda each, _: f"{each.key_bytes:,.0f} ({each.key_bytes_most:,.0f})"),
    ("keys with an effect", lambda each, _: f"{each.keys_seen} of {each.keys_sent}"),
    ("idle bytes/s", lambda each, _: f"{each.idle_bytes:,.0f}"),
    ("idle processor %", lambda each, _: f"{each.idle_processor:.2f}"),
    ("resident MiB", lambda each, _: f"{each.resident / 2**20:.1f}"),
    ("proportional MiB", lambda each, _: f"{each.proportional / 2**20:.1f}"),
)
