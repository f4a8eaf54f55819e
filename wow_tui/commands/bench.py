"""`wow-tui bench`: measure the rules core against a reference in the same run."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from wow_tui.benchmark import Bench, bench
from wow_tui.simulation.arguments import PlainCommand

SIZES = ("80x24", "100x30", "120x40", "160x48")


@click.command(cls=PlainCommand, short_help="Measure the rules core against a reference in the same run.")
@click.option("--secs", type=click.FloatRange(0.01, 600), default=1.0, show_default=True)
@click.option("--runs", type=click.IntRange(1, 100), default=3, show_default=True)
@click.option("--screen", is_flag=True, help="Measure the screen in a terminal instead of the rules core.")
@click.option("--size", "sizes", multiple=True, type=click.Choice(SIZES), help="Only with --screen; default two.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures for tools.")
def command(secs: float, runs: int, screen: bool, sizes: tuple[str, ...], as_json: bool) -> None:
    """Measure the rules core: random self-play, and what single operations cost.

    Runs of --secs for each number of players alternate with a fixed calibration loop in plain Python. Compare
    the figures per calibration loop between machines, and between quiet and busy hours.

    With --screen the program itself is started in a terminal, beside the least Textual program there is: how
    long until it is there, how long a key takes, what it writes and what it needs.
    """
    found = _screen(runs, sizes or SIZES[::2]) if screen else bench(secs, runs)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        click.echo(text(found) if isinstance(found, Bench) else _screen_text(found))


def _screen(runs: int, sizes: tuple[str, ...]) -> list[Any]:
    try:
        from wow_tui import benchmark_screen
    except ImportError:
        raise click.ClickException("--screen needs pseudo-terminals, which this system does not have.") from None
    try:
        return list(benchmark_screen.bench(runs, sizes))
    except (benchmark_screen.BenchError, OSError) as error:
        raise click.ClickException(f"--screen: {error}.") from None


def _screen_text(found: list[Any]) -> str:
    from wow_tui.benchmark_screen import text

    return text(found)


def text(found: Bench) -> str:
    """The figures in columns."""
    loop = f"A calibration loop takes {found.calibration_ms:.2f} ms."
    size = f"The largest snapshot has {found.snapshot_bytes:,} bytes."
    lines = [loop, size, ""]
    lines.append(f"{'players':<19}{'games/s':>9}{'decisions/s':>13}{'a game':>9}{'a loop':>9}")
    lines += [
        f"{pace.players:<19}{pace.games_per_second:>9,.0f}{pace.decisions_per_second:>13,.0f}"
        f"{pace.decisions_per_game:>9.1f}{pace.per_calibration:>9.1f}"
        for pace in found.paces
    ]
    lines += ["", f"{'operation':<19}{'µs':>9}{'‰ of a loop':>13}"]
    lines += [f"{cost.what:<19}{cost.microseconds:>9,.2f}{cost.per_mille:>13.3f}" for cost in found.costs]
    return "\n".join(lines)
