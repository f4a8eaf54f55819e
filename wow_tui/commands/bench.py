"""`wow-tui bench`: measure the rules core against a reference in the same run."""

from __future__ import annotations

import click
import msgspec

from wow_tui.benchmark import Bench, bench
from wow_tui.simulation.arguments import PlainCommand


@click.command(cls=PlainCommand, short_help="Measure the rules core against a reference in the same run.")
@click.option("--secs", type=click.FloatRange(0.01, 600), default=1.0, show_default=True)
@click.option("--runs", type=click.IntRange(1, 100), default=3, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the figures for tools.")
def command(secs: float, runs: int, as_json: bool) -> None:
    """Measure the rules core: random self-play, and what single operations cost.

    Runs of --secs for each number of players alternate with a fixed calibration loop in plain Python. Compare
    the figures per calibration loop between machines, and between quiet and busy hours.
    """
    found = bench(secs, runs)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        click.echo(text(found))


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
