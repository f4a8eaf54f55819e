"""`wow-tui simulate`: let bots play many games."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager

import click
import msgspec

from rules.whispers.options import PRESETS
from wow_tui.bots import NAMES
from wow_tui.simulation import Result, Setup
from wow_tui.simulation.arguments import Bad, PlainCommand
from wow_tui.simulation.jobs import results
from wow_tui.simulation.report import table
from wow_tui.simulation.tally import Summary, Tally
from wow_tui.speaking import language
from wow_tui.switches import read_options

Batches = Generator[list[Result], None, None]
MOST = 1_000_000
STOPPED = 130
BOTS = f"One bot for all players, or one for each with commas: {', '.join(NAMES)}."
JOBS = "Processes; 0: one for each core."


@click.command(cls=PlainCommand, short_help="Let bots play many games.")
@click.option("--games", type=click.IntRange(1, MOST), default=100, show_default=True, help="How many games.")
@click.option("--players", type=click.IntRange(2, 4), default=3, show_default=True, help="Players in each.")
@click.option("--bots", default="random", show_default=True, help=BOTS)
@click.option("--preset", type=click.Choice(list(PRESETS)), default="printed", show_default=True)
@click.option("--set", "switches", multiple=True, metavar="SWITCH=VALUE", help="Change a rule; repeatable.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same results.")
@click.option("--jobs", type=click.IntRange(0, 64), default=1, show_default=True, help=JOBS)
@click.option("--json", "as_json", is_flag=True, help="Print the results for tools.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@language
def command(
    games: int,
    players: int,
    bots: str,
    preset: str,
    switches: tuple[str, ...],
    seed: int,
    jobs: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Let bots play many games, and print what they came to.

    The share of wins counts a shared victory in part. Ctrl-C stops and prints what was played so far.
    """
    try:
        setup = Setup("whispers", named(bots, players), read_options(preset, switches), seed)
        jobs = jobs or os.cpu_count() or 1
        batches = results(setup, games, jobs)
    except ValueError as error:
        raise Bad(f"{error}.") from None
    start = time.perf_counter()
    tally = count(setup, batches, games, not quiet and sys.stderr.isatty())
    show(setup, tally.summary(), time.perf_counter() - start, jobs, as_json)
    if tally.games < games:
        click.echo(f"Stopped after {tally.games} of {games} games.", err=True)
        sys.exit(STOPPED)


def named(bots: str, players: int) -> tuple[str, ...]:
    """A bot for each player from a list with commas. ValueError if they are not one, or one for each."""
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        if name not in NAMES:
            raise ValueError(f"no bot {name!r}; there are: {', '.join(NAMES)}")
    if len(names) not in (1, players):
        raise ValueError(f"{len(names)} bots for {players} players: name one, or one for each player")
    return tuple(names * players if len(names) == 1 else names)


def count(setup: Setup, batches: Batches, games: int, bar: bool) -> Tally:
    """Count all results, or those that came before Ctrl-C. ClickException if a process died."""
    tally = Tally(setup)
    try:
        with closing(batches), interrupts() as pressed, progress(games, bar) as advance:
            for batch in batches:
                tally.add(batch)
                advance(len(batch))
                if pressed:
                    break
    except BrokenProcessPool:
        raise click.ClickException(f"a process died after {tally.games} games.") from None
    return tally


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """A list that is filled by the first Ctrl-C; the second one breaks off as usual."""
    pressed: list[int] = []

    def handle(number: int, frame: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(games: int, shown: bool) -> Iterator[Callable[[int], None]]:
    """A bar on stderr; gives what is to be called with the number of games just played."""
    if not shown:
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda count: bar.advance(task, count)


def show(setup: Setup, summary: Summary, seconds: float, jobs: int, as_json: bool) -> None:
    """Print a run. The JSON keeps times apart, so that the rest is the same for the same seed."""
    if not as_json:
        click.echo(table(summary, seconds))
        return
    pace = max(seconds, 1e-9)
    timings = {
        "jobs": jobs,
        "seconds": seconds,
        "games_per_second": summary.games / pace,
        "decisions_per_second": summary.games * summary.decisions / pace,
    }
    found = {"setup": setup, "results": summary, "timings": timings}
    click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
