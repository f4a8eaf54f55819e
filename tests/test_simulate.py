"""Runs of many games: the same seed gives the same results, whatever the number of processes."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from rules.whispers import game
from rules.whispers.options import Options
from tests.simulating import found, run
from wow_tui import simulation
from wow_tui.commands import simulate
from wow_tui.simulation import Setup, derive, jobs
from wow_tui.simulation.report import Report
from wow_tui.simulation.tally import Tally
from wow_tui.switches import read_options

RANDOM = Setup("whispers", ("random", "random", "random"), Options(), 1)


def test_the_same_seed_gives_the_same_results_in_one_process_and_in_two() -> None:
    same = ("--games", "4", "--seed", "5", "--bots", "random,greedy", "--players", "2")
    one, two = found(*same), found(*same, "--jobs", "2")
    assert one["results"] == two["results"]
    assert one["setup"] == two["setup"]
    assert one["timings"]["jobs"] != two["timings"]["jobs"]


def test_results_come_in_the_order_of_the_games_from_several_processes_too() -> None:
    batches = jobs.results(RANDOM, 23, 2)
    assert [result.number for batch in batches for result in batch] == list(range(23))


def test_another_seed_gives_other_results() -> None:
    assert found("--games", "5", "--seed", "1")["results"] != found("--games", "5", "--seed", "2")["results"]


def test_a_longer_run_begins_with_the_games_of_a_shorter_one() -> None:
    short = [result for batch in jobs.results(RANDOM, 3) for result in batch]
    long = [result for batch in jobs.results(RANDOM, 6) for result in batch]
    assert long[:3] == short


def test_every_name_has_a_seed_of_its_own() -> None:
    names = [(number, what) for number in range(100) for what in ("chance", "bot/0", "bot/1")]
    assert len({derive(1, *name) for name in names} | {derive(2, *name) for name in names}) == 600


@pytest.mark.parametrize(("games", "count"), [(1, 1), (7, 3), (100, 2), (1000, 64)])
def test_chunks_hold_every_game_once_and_few_at_a_time(games: int, count: int) -> None:
    parts = jobs.chunks(0, games, count)
    assert [number for part in parts for number in part] == list(range(games))
    assert max(map(len, parts)) <= jobs.MOST


def test_only_answers_among_two_options_or_more_are_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def asks(state: Any) -> Any:
        now = game.asks(state)
        asked.extend(len(ask.options) for ask in now.values())
        return now

    monkeypatch.setattr(game.Whispers, "asks", staticmethod(asks))
    result = simulation.play(RANDOM, 0)
    assert result.answers == len(asked)
    assert result.decisions == len(asked) - asked.count(1)
    assert asked.count(1) > 0


def test_first_is_the_player_asked_first() -> None:
    for number in range(5):
        state = game.new(3, Options(), derive(RANDOM.seed, number, "chance"))
        assert simulation.play(RANDOM, number).first == next(iter(game.asks(state)))


# What results add up to


def tallied(*results: simulation.Result) -> Tally:
    """These results counted."""
    tally = Tally(Setup("whispers", ("greedy", "random", "random"), Options(), 1))
    tally.add(results)
    return tally


def result(first: int, points: tuple[int, ...]) -> simulation.Result:
    """A game with these points, won by all who have most."""
    best = tuple(player for player, number in enumerate(points) if number == max(points))
    return simulation.Result(0, first, points, best, 10, 6)


def test_a_shared_victory_is_counted_apart_and_shared_out() -> None:
    lines = tallied(result(0, (9, 5, 1)), result(0, (7, 7, 3)), result(0, (4, 4, 4))).summary().players
    assert [(line.wins, line.shared) for line in lines] == [(1, 2), (0, 2), (0, 1)]
    shares = [1 + 1 / 2 + 1 / 3, 1 / 2 + 1 / 3, 1 / 3]
    assert [line.share for line in lines] == pytest.approx([share / 3 for share in shares])


def test_mean_and_deviation_are_those_of_the_points() -> None:
    points = [(20, -3, 7), (11, 4, 7), (15, 5, 9), (2, 2, 30)]
    summary = tallied(*(result(0, each) for each in points)).summary()
    for line, column in zip(summary.players, zip(*points, strict=True), strict=True):
        assert line.mean == pytest.approx(statistics.mean(column))
        assert line.deviation == pytest.approx(statistics.stdev(column))


def test_order_counts_from_the_first_player_of_the_game() -> None:
    lines = tallied(result(2, (1, 0, 9)), result(1, (0, 9, 1))).summary().order
    assert [line.wins for line in lines] == [2, 0, 0]
    assert [line.mean for line in lines] == [9, 1, 0]


def test_bots_of_one_kind_are_counted_together() -> None:
    lines = tallied(result(0, (9, 5, 1)), result(0, (1, 8, 3))).summary().bots
    assert [(line.bot, line.games, line.wins) for line in lines] == [("greedy", 2, 1), ("random", 4, 1)]


def test_a_run_of_no_game_and_of_one_can_be_shown() -> None:
    assert "0 games in 0.0 s" in Report().text(tallied().summary(), 0.0)
    assert tallied(result(0, (1, 2, 3))).summary().players[0].deviation == 0


# The command


def test_the_table_has_a_row_for_each_player_each_place_in_order_and_each_bot() -> None:
    shown = run("--games", "4", "--players", "2", "--bots", "greedy,random", "--quiet")
    rows = [line.split() for line in shown.stdout.splitlines() if line]
    assert shown.exit_code == 0
    assert rows[0] == ["player", "bot", "games", "wins", "shared", "share", "95", "%", "mean", "stddev"]
    assert [row[:2] for row in rows[1:3]] == [["1", "greedy"], ["2", "random"]]
    assert [row[0] for row in rows[3:9]] == ["order", "1", "2", "bot", "greedy", "random"]
    assert shown.stderr == ""


def test_switches_change_single_rules_of_a_preset() -> None:
    options = read_options("summary", ["may_pass=no", "agents_two_players=3", "border=P3-P4", "supply_scope=acting"])
    assert (options.may_pass, options.agents_two_players) == (False, 3)
    assert (options.border, options.supply_scope, options.horse_basic_all) == ("P3-P4", "acting", True)


def test_switches_reach_the_games() -> None:
    setup = found("--games", "1", "--preset", "summary", "--set", "unique_favourites=yes")["setup"]["options"]
    assert (setup["unique_favourites"], setup["may_pass"]) == (True, True)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--games", "0"], "0 is not in the range"),
        (["--games", "many"], "'many' is not a valid integer"),
        (["--players", "5"], "5 is not in the range"),
        (["--jobs", "-1"], "-1 is not in the range"),
        (["--preset", "mine"], "'mine' is not one of"),
        (["--bots", "deep"], "no bot 'deep'; there are: random, greedy"),
        (["--bots", "random,greedy"], "2 bots for 3 players: name one, or one for each player"),
        (["--set", "may_pass"], "write may_pass=value"),
        (["--set", "fly=yes"], 'no switch "fly"; there are: empty_targets, '),
        (["--set", "may_pass=maybe"], 'no value "maybe" for may_pass; there are: true, yes, on, 1, false, '),
        (["--set", "agents_two_players=4"], 'no value "4" for agents_two_players; there are: 2, 3'),
        (["--set", "border=A1-B2"], "no border reading 'A1-B2'; there are: P2-P5, P3-P4"),
        (["--set", "layout=moon"], "no layout 'moon'; there are: original"),
        (["--loud"], "No such option"),
        (["more"], "unexpected extra argument"),
    ],
)
def test_bad_arguments_get_one_sentence_and_exit_code_2(given: list[str], sentence: str) -> None:
    shown = run(*given)
    assert shown.exit_code == 2
    assert shown.stdout == ""
    assert sentence in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


@pytest.mark.parametrize("count", ["1", "2"])
def test_ctrl_c_ends_a_run_with_what_was_played(count: str, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupted(begun: int, games: int, shown: bool) -> Iterator[Callable[[int], None]]:
        yield lambda count: signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(simulate, "progress", interrupted)
    before = signal.getsignal(signal.SIGINT)
    shown = run("--games", "2000", "--jobs", count, "--json")
    assert shown.exit_code == simulate.STOPPED
    played = json.loads(shown.stdout)["results"]["games"]
    assert 0 < played < 2000
    assert shown.stderr.startswith(f"Stopped after {played} of 2000 games, which are not kept;")
    assert "--resume FILE" in shown.stderr
    assert len(shown.stderr.splitlines()) == 1
    assert signal.getsignal(signal.SIGINT) is before
    assert not multiprocessing.active_children()


def die(setup: Setup, numbers: range) -> list[simulation.Result]:
    """A process that ends without a word."""
    os._exit(1)


def test_a_process_that_dies_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "play_all", die)
    shown = run("--games", "10", "--jobs", "2")
    assert shown.exit_code == 1
    assert shown.stderr == "Error: a process died after 0 games.\n"


def test_nothing_of_the_screen_is_imported_to_print_results_for_tools() -> None:
    code = (
        "import sys; from wow_tui.commands.simulate import command\n"
        "command.main(['--games', '2', '--json'], standalone_mode=False)\n"
        "print(sorted({'rich', 'textual', 'asyncio'} & set(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == "[]\n"
    assert json.loads(ran.stdout)["results"]["games"] == 2


def test_the_progress_bar_goes_to_stderr_and_leaves_nothing_behind(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with simulate.progress(1, 4, True) as advance:
        advance(2)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "3/4" in shown.err
