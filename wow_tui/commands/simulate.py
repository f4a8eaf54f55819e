"""`wow-tui simulate`: let bots play many games."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from rules.sentence import Sentence
from rules.whispers.layout import board
from rules.whispers.options import PRESETS
from wow_tui.bots import NAMES
from wow_tui.printing import wrapped
from wow_tui.simulation import Result, Schedule, Setup, lineups
from wow_tui.simulation.arguments import Bad, PlainCommand
from wow_tui.simulation.checkpoint import CheckpointError, keep, take_up
from wow_tui.simulation.dasked import ClusterError, connect, from_cluster
from wow_tui.simulation.jobs import possible, results
from wow_tui.simulation.stopping import stopping
from wow_tui.simulation.tally import Counts, Summary, Tally
from wow_tui.speaking import language
from wow_tui.switches import read_options
from wow_tui.text.faults import told as fault_told
from wow_tui.text.voice import say, words

Batches = Generator[list[Result], None, None]
MOST = 1_000_000
STOPPED = 130
# Seconds between two times that a run is kept.
EVERY = 10.0
BOTS = f"One bot for all players, or one for each with commas: {', '.join(NAMES)}. Of a tournament: who takes part."
JOBS = "Processes; 0: one for each core."
ROTATE = "Play each deal again and again until each bot has played each player."
TOURNAMENT = "Let every line-up of the bots meet, rotated, and rate them."
THINKING = "Milliseconds a whisperer may think; 0: iterations, for repeatable results."
RESUME = "Keep the run in this file, or go on with the one kept there."
QUIET = "Show no progress."
DASK = "Play on the Dask cluster of this scheduler (extra [dask])."


class Wishes(Struct, frozen=True):
    """How a run is to be played and shown."""

    games: int
    jobs: int = 1
    as_json: bool = False
    told: bool = True
    full: bool = False
    ascii_only: bool = False
    bar: bool = False
    csv: Path | None = None
    kept: Path | None = None
    dask: str = ""


@click.command(cls=PlainCommand, short_help="Let bots play many games.")
@click.option("--games", type=click.IntRange(1, MOST), default=100, show_default=True, help="How many games.")
@click.option("--players", type=click.IntRange(2, 4), default=3, show_default=True, help="Players in each.")
@click.option("--bots", default="random", show_default=True, help=BOTS)
@click.option("--rotate", is_flag=True, help=ROTATE)
@click.option("--tournament", is_flag=True, help=TOURNAMENT)
@click.option("--preset", type=click.Choice(list(PRESETS)), default="printed", show_default=True)
@click.option("--set", "switches", multiple=True, metavar="SWITCH=VALUE", help="Change a rule; repeatable.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same results.")
@click.option("--thinking", type=click.IntRange(0, 600_000), default=0, show_default=True, help=THINKING)
@click.option("--jobs", type=click.IntRange(0, 64), default=1, show_default=True, help=JOBS)
@click.option("--dask", metavar="ADDRESS", default="", help=DASK)
@click.option("--resume", "kept", type=click.Path(path_type=Path, dir_okay=False), help=RESUME)
@click.option("--csv", "csv", type=click.Path(path_type=Path, dir_okay=False), help="Write a line per player and game.")
@click.option("--full", is_flag=True, help="Print all tables: empires, cards, seats, swaps, points.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII only.")
@click.option("--json", "as_json", is_flag=True, help="Print the results for tools.")
@click.option("--quiet", is_flag=True, help=QUIET)
@language
def command(
    games: int,
    players: int,
    bots: str,
    rotate: bool,
    tournament: bool,
    preset: str,
    switches: tuple[str, ...],
    seed: int,
    thinking: int,
    jobs: int,
    dask: str,
    kept: Path | None,
    csv: Path | None,
    full: bool,
    ascii_only: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Let bots play many games, and print the results.

    The share of wins counts a shared victory in part. `q` or Ctrl-C stops and prints what was played so
    far; with --resume the same command goes on with it.
    """
    try:
        options = read_options(preset, switches)
        setup = arranged(bots, players, rotate, tournament, options, seed, thinking / 1000)
        possible(setup)
    except ValueError as error:
        raise Bad(f"{fault_told(error)}.") from None
    encoding = getattr(sys.stdout, "encoding", "") or ""
    ascii_only = ascii_only or not encoding.lower().startswith("utf")
    bar = not quiet and sys.stderr.isatty()
    run(setup, Wishes(games, jobs or os.cpu_count() or 1, as_json, not quiet, full, ascii_only, bar, csv, kept, dask))


def arranged(
    bots: str, players: int, rotate: bool, tournament: bool, options: Any, seed: int, thinking: float
) -> Setup:
    """The run that the arguments describe. ValueError if they contradict each other."""
    if rotate and tournament:
        raise ValueError(
            Sentence(
                "a-tournament-rotates-the-players-anyhow", "a tournament rotates the players anyhow; leave out --rotate"
            )
        )
    if tournament:
        return Setup("whispers", known(bots), options, seed, "round-robin", players, thinking)
    schedule: Schedule = "rotated" if rotate else "fixed"
    return Setup("whispers", named(bots, players), options, seed, schedule, thinking=thinking)


def run(setup: Setup, wishes: Wishes) -> None:
    """Play, keep and show a run; exits with STOPPED if it was broken off."""
    from wow_tui.simulation.games_csv import GamesCsv

    try:
        found = take_up(wishes.kept, setup) if wishes.kept is not None else None
        tally = Tally(setup, found.counts if found is not None else None)
        begun = tally.games
        if found is not None:
            same_table(wishes, found.csv_bytes, begun)
        table = board(setup.options.layout, setup.options.border)
        rows = None if wishes.csv is None else GamesCsv(wishes.csv, table, found.csv_bytes if found else 0)
    except CheckpointError as error:
        raise Bad(f"{fault_told(error)}.") from None
    except OSError as error:
        raise Bad(
            fault_told(
                Sentence(
                    "csv-cannot-be-written",
                    "{csv} cannot be written: {reason}.",
                    csv=wishes.csv,
                    reason=error.strerror or error,
                )
            )
        ) from None
    if begun and wishes.told:
        click.echo(say("simulate.resumed", games=begun), err=True)
    start = time.perf_counter()
    keeper = Keeper(setup, tally.counts, wishes.kept, rows)
    try:
        batches = source(setup, wishes, begun)
        count(tally, batches, wishes.games, wishes.bar, keeper)
    finally:
        keeper.close()
    show(setup, tally.summary(), time.perf_counter() - start, wishes, begun)
    if tally.games < wishes.games:
        key = "stopped" if wishes.kept is None else "kept"
        values = {"played": tally.games, "games": wishes.games, "path": wishes.kept}
        told(say(f"simulate.{key}", **values))
        sys.exit(STOPPED)


def told(sentence: str) -> None:
    """Say it on stderr, in lines where a person reads it."""
    click.echo("\n".join(wrapped(sentence)) if sys.stderr.isatty() else sentence, err=True)


def same_table(wishes: Wishes, size: int, begun: int) -> None:
    """CheckpointError if the table of games that a run goes on with is not the one it was kept with.

    `size`: its bytes when the run was kept, 0 without one; `begun`: the games that were played by then.
    """
    if wishes.csv is None and size:
        raise CheckpointError(
            Sentence(
                "kept-was-kept-with-csv-name",
                "{kept} was kept with --csv; name that file again, which goes on with the run",
                kept=wishes.kept,
            )
        )
    if wishes.csv is None:
        return
    if not size and begun:
        raise CheckpointError(
            Sentence(
                "kept-was-kept-without-csv-so",
                "{kept} was kept without --csv, so the first {begun} games would be missing",
                kept=wishes.kept,
                begun=begun,
            )
        )
    try:
        there = wishes.csv.stat().st_size if size else 0
    except OSError as error:
        raise CheckpointError(
            Sentence(
                "csv-cannot-be-read", "{csv} cannot be read: {reason}", csv=wishes.csv, reason=error.strerror or error
            )
        ) from None
    if there < size:
        raise CheckpointError(
            Sentence(
                "csv-is-shorter-than-it-was",
                "{csv} is shorter than it was when {kept} was kept; it is another file",
                csv=wishes.csv,
                kept=wishes.kept,
            )
        )


def source(setup: Setup, wishes: Wishes, begun: int) -> Batches:
    """Where the results come from: this process, several, or a cluster."""
    if not wishes.dask:
        return results(setup, wishes.games, wishes.jobs, begun)
    try:
        return from_cluster(connect(wishes.dask), setup, begun, wishes.games)
    except ClusterError as error:
        raise Bad(f"{fault_told(error)}.") from None


class Keeper:
    """Writes down what was played, now and then and at the end."""

    def __init__(self, setup: Setup, counts: Counts, path: Path | None, rows: Any) -> None:
        """`rows`: the table of games, a GamesCsv, or None."""
        self._setup, self._counts, self._path, self._rows = setup, counts, path, rows
        self._next = time.monotonic() + EVERY

    def add(self, batch: list[Result]) -> None:
        """These games were counted."""
        if self._rows is not None:
            self._rows.add(batch)
        if time.monotonic() > self._next:
            self.keep()
            self._next = time.monotonic() + EVERY

    def keep(self) -> None:
        """Write it down now. ClickException if the disk does not let us."""
        try:
            size = self._rows.bytes() if self._rows is not None else 0
            if self._path is not None:
                keep(self._path, self._setup, self._counts, size)
        except (CheckpointError, OSError) as error:
            raise click.ClickException(f"{fault_told(error)}.") from None

    def close(self) -> None:
        """At the end, however it came."""
        self.keep()
        if self._rows is not None:
            self._rows.close()


def known(bots: str) -> tuple[str, ...]:
    """The names in a list with commas. ValueError for a bot there is not."""
    names = tuple(name.strip() for name in bots.split(","))
    for name in names:
        if name not in NAMES:
            raise ValueError(
                Sentence(
                    "no-bot-name-there-are", "no bot {name!r}; there are: {known}", name=name, known=", ".join(NAMES)
                )
            )
    return names


def named(bots: str, players: int) -> tuple[str, ...]:
    """A bot for each player from a list with commas. ValueError if they are not one, or one for each."""
    names = known(bots)
    if len(names) not in (1, players):
        raise ValueError(
            Sentence(
                "count-bots-for-players-players-name",
                "{count} bots for {players} players: name one, or one for each player",
                count=len(names),
                players=players,
            )
        )
    return names * players if len(names) == 1 else names


def count(tally: Tally, batches: Batches, games: int, bar: bool, keeper: Keeper) -> None:
    """Count all results, or those that came before Ctrl-C. ClickException if a process or the cluster died."""
    begun = tally.games
    try:
        with closing(batches), stopping(bar) as stopped, progress(begun, games, bar) as advance:
            for batch in batches:
                tally.add(batch)
                keeper.add(batch)
                advance(len(batch))
                if stopped():
                    break
    except BrokenProcessPool:
        raise click.ClickException(
            fault_told(
                Sentence("a-process-died-after-games-games", "a process died after {games} games.", games=tally.games)
            )
        ) from None
    except ClusterError as error:
        raise click.ClickException(f"{fault_told(error)}.") from None


@contextmanager
def progress(begun: int, games: int, shown: bool) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, filled by what was played before; gives what is to be called with how many more were."""
    if not shown:
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn(say("simulate.keys")))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games, completed=begun)
        yield lambda count: bar.advance(task, count)


def show(setup: Setup, summary: Summary, seconds: float, wishes: Wishes, begun: int) -> None:
    """Print a run. The JSON keeps times apart, so that the rest is the same for the same seed."""
    pace, played = max(seconds, 1e-9), summary.games - begun
    if not wishes.as_json:
        from wow_tui.simulation.report import Report

        click.echo(Report(words(), wishes.ascii_only).text(summary, seconds, wishes.full, played))
        return
    timings = {
        "jobs": wishes.jobs,
        "seconds": seconds,
        "games_per_second": played / pace,
        "decisions_per_second": played * summary.decisions / pace,
    }
    found = {"setup": setup, "lineups": lineups(setup), "results": summary, "timings": timings}
    click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
