"""The benchmark of the screen measures what it says, from outside; how fast it is is not tested here."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from rules.whispers.view import view
from wow_tui import benchmark_screen
from wow_tui.benchmark_screen import Figures, Pensive, Scene, bench, in_the_middle, scenes, text
from wow_tui.commands.bench import SIZES, command
from wow_tui.pseudo_terminal import Watched

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a pty and /proc")

ECHO = """
import os, sys, time, tty
tty.setraw(0)
print(end="\\x1b[?1049h\\x1b[?2026$p", flush=True)
answer = os.read(0, 99)
time.sleep(0.05)
print(end="\\x1b[1mready", flush=True)
while (key := os.read(0, 1)) != b"\\x11":
    if key == b"x":
        print(end="12345", flush=True)
        time.sleep(0.02)
        print(end="678", flush=True)
    elif key == b"w":
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
print(end=f"{answer}", flush=True)
"""


@contextmanager
def watched(program: str) -> Iterator[Watched]:
    """A small program on a terminal."""
    made = Watched([sys.executable, "-S", "-c", program], os.environ, 24, 80)
    try:
        yield made
    finally:
        made.close(b"\x11")


def test_a_start_lasts_to_what_is_shown_and_not_to_the_modes_before_it() -> None:
    with watched(ECHO) as program:
        start = program.burst(program.started, 0.3, 30)
        assert start.size == len("\x1b[?1049h\x1b[?2026$p\x1b[1mready")
        assert start.shown is not None
        assert start.shown >= 0.05
        assert start.last == start.shown


def test_a_key_lasts_to_the_last_of_what_it_brings() -> None:
    with watched(ECHO) as program:
        program.burst(program.started, 0.3, 30)
        burst = program.burst(program.press(b"x"), 0.3, 5)
        assert burst.size == 8
        assert burst.shown is not None
        assert burst.last is not None
        assert burst.last - burst.shown > 0.01
        nothing = program.burst(program.press(b"y"), 0.3, 5, 0.1)
        assert (nothing.shown, nothing.last, nothing.size) == (None, None, 0)


def test_processor_and_memory_are_those_of_the_program_and_what_it_starts() -> None:
    with watched(f"import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', {ECHO!r}])") as program:
        program.burst(program.started, 0.3, 30)
        before = program.processor()
        program.press(b"w")
        end = time.monotonic() + 30
        while program.processor() - before < 0.19:
            assert time.monotonic() < end, "nothing was counted"
            time.sleep(0.05)
        memory = program.memory()
        assert memory.resident >= memory.proportional > 2 << 20


def test_a_program_that_does_not_exist_shows_nothing_and_is_said_to(tmp_path: Path) -> None:
    scene = Scene("stranger", [str(tmp_path / "nothing")], b"")
    with pytest.raises(benchmark_screen.BenchError, match="the stranger shows nothing"):
        benchmark_screen.measured(scene, (24, 80), os.environ, 1, 0)


def test_the_match_that_is_measured_stands_in_a_question_answered_on_the_map(tmp_path: Path) -> None:
    match = in_the_middle()
    [(_, ask)] = match.asks().items()
    assert match.state.round == 3
    assert any(ref.startswith("region:") for option in ask.options for ref in option.refs)
    assert [scene.name for scene in scenes(tmp_path, 5)] == ["reference", "title", "game", "game, bot thinks"]
    assert all(len(scene.keys) == 5 for scene in scenes(tmp_path, 5))


def test_the_bot_that_thinks_all_the_time_answers_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark_screen, "PATIENCE", 0.01)
    match = in_the_middle()
    [(player, ask)] = match.asks().items()
    assert Pensive(1).choose(view(match.state, player), ask)[0] in {option.id for option in ask.options}


def test_the_reference_and_the_game_are_measured_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    made = scenes
    monkeypatch.setattr(benchmark_screen, "scenes", lambda folder, keys: made(folder, keys)[::2])
    least, game = bench(1, ["80x24"], 4, 0.1)
    assert [least.name, game.name] == ["reference", "game"]
    for each in (least, game):
        assert 0 < each.paint <= each.ready
        assert 0 < each.key <= each.key_99
        assert each.keys_seen >= 2
        assert each.keys_sent == 4
        assert each.resident >= each.proportional > 10 << 20
    assert game.start_bytes > least.start_bytes > 1000
    assert game.start_processor > least.start_processor > 0
    lines = text([least, game]).splitlines()
    assert lines[0].split() == ["80x24", "reference", "game"]
    assert len({len(line) for line in lines}) == 1


def test_the_command_prints_the_figures_of_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def few(runs: int, sizes: list[str]) -> list[Figures]:
        asked.append((runs, tuple(sizes)))
        return [Figures("reference", size, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) for size in sizes]

    monkeypatch.setattr(benchmark_screen, "bench", few)
    shown = CliRunner().invoke(command, ["--screen", "--runs", "2", "--json"])
    assert [each.size for each in msgspec.json.decode(shown.stdout, type=list[Figures])] == ["80x24", "120x40"]
    assert CliRunner().invoke(command, ["--screen", "--size", "100x30"]).stdout.startswith("100x30 ")
    assert asked == [(2, ("80x24", "120x40")), (3, ("100x30",))]
    assert set(SIZES) == set(benchmark_screen.SIZES)


def test_a_benchmark_that_cannot_be_made_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(runs: int, sizes: list[str]) -> list[Figures]:
        raise benchmark_screen.BenchError("the title shows nothing")

    monkeypatch.setattr(benchmark_screen, "bench", broken)
    shown = CliRunner().invoke(command, ["--screen"])
    assert shown.exit_code == 1
    assert shown.stderr == "Error: --screen: the title shows nothing.\n"
