"""`wow-tui bench`: measure the rules core against a reference in the same run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec
from rich.cells import cell_len

from wow_tui.benchmark import Bench, bench
from wow_tui.simulation.arguments import PlainCommand
from wow_tui.speaking import language
from wow_tui.text.voice import say, words

SIZES = ("80x24", "100x30", "120x40", "160x48")


@click.command(cls=PlainCommand, short_help="Measure the rules core against a reference in the same run.")
@click.option("--secs", type=click.FloatRange(0.01, 600), default=1.0, show_default=True)
@click.option("--runs", type=click.IntRange(1, 100), default=3, show_default=True)
@click.option("--screen", is_flag=True, help="Measure the screen in a terminal instead of the rules core.")
@click.option("--size", "sizes", multiple=True, type=click.Choice(SIZES), help="Only with --screen; default two.")
@click.option("--net", is_flag=True, help="Measure a host instead: how soon a decision is with five clients.")
@click.option("--kills", type=click.IntRange(1, 10_000), help="Kill so many hosts instead, and see what is lost.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures for tools.")
@language
def command(
    secs: float, runs: int, screen: bool, sizes: tuple[str, ...], net: bool, kills: int | None, as_json: bool
) -> None:
    """Measure the rules core: random self-play, and what single operations cost.

    Runs of --secs for each number of players alternate with a fixed calibration loop in plain Python. Compare
    the figures per calibration loop between machines, and between quiet and busy hours.

    With --screen the program itself is started in a terminal, beside the least Textual program there is: how
    long until it is there, how long a key takes, what it writes and what it needs.
    """
    found: Any
    if net or kills is not None:
        found = _net(kills)
    else:
        found = _screen(runs, sizes or SIZES[::2]) if screen else bench(secs, runs)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    elif net or kills is not None:
        click.echo(say(f"bench.{'net' if kills is None else 'kills'}", **_rounded(found)))
    else:
        click.echo(text(found) if isinstance(found, Bench) else _screen_text(found))


def _net(kills: int | None) -> Any:
    import asyncio

    from wow_tui.net import drill

    try:
        return asyncio.run(drill.latency() if kills is None else drill.kills(kills))
    except (TimeoutError, OSError) as error:
        raise click.ClickException(say("bench.net-failed", reason=str(error) or "-")) from None


def _rounded(found: Any) -> dict[str, Any]:
    """The figures as they are said."""
    plain = msgspec.to_builtins(found)
    return {name: f"{value:.2f}" if isinstance(value, float) else value for name, value in plain.items()}


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
    loop = say("bench.loop", milliseconds=f"{found.calibration_ms:.2f}")
    lines = [loop, say("bench.size", size=f"{found.snapshot_bytes:,}"), ""]
    lines += columns(
        ("bench.players", "bench.games", "bench.decisions", "bench.a-game", "bench.a-loop"),
        [
            (
                str(pace.players),
                f"{pace.games_per_second:,.0f}",
                f"{pace.decisions_per_second:,.0f}",
                f"{pace.decisions_per_game:.1f}",
                f"{pace.per_calibration:.1f}",
            )
            for pace in found.paces
        ],
    )
    costs = [(_called(cost.what), f"{cost.microseconds:,.2f}", f"{cost.per_mille:.3f}") for cost in found.costs]
    return "\n".join([*lines, "", *columns(("bench.operation", "bench.time", "bench.share"), costs)])


def _called(what: str) -> str:
    key = f"bench.what.{what.replace(' ', '-')}"
    return say(key) if key in words() else what


def columns(keys: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table: headings by key, the first column at the left, the others at the right, each as wide as it needs."""
    table = [[say(key) for key in keys], *rows]
    widths = [max(cell_len(row[column]) for row in table) for column in range(len(keys))]
    return [
        "  ".join(_cell(text, width, column) for column, (text, width) in enumerate(zip(row, widths, strict=True)))
        for row in table
    ]


def _cell(text: str, width: int, column: int) -> str:
    room = " " * (width - cell_len(text))
    return f"{text}{room}" if column == 0 else f"{room}{text}"
