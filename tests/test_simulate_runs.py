"""Longer runs: rotated deals, tournaments, tables, kept and resumed runs, tables of games, clusters."""

from __future__ import annotations

import csv
import gc
import os
import signal
import subprocess
import sys
import termios
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from rules.whispers.options import Options, preset
from tests.simulating import found, run
from tests.test_pty_title import command
from tests.test_terminal import Pty, environ
from wow_tui import simulation
from wow_tui.commands import simulate
from wow_tui.simulation import Setup, lineups, play, seating
from wow_tui.simulation.charts import bar, histogram, scale, span
from wow_tui.simulation.luck import Deals, Table
from wow_tui.simulation.ratings import Duels
from wow_tui.simulation.report import Report
from wow_tui.simulation.scribe import Acted, Notes, Played
from wow_tui.simulation.tally import Counts, Tally
from wow_tui.simulation.uses import interval

ROTATED = Setup("whispers", ("greedy", "random"), Options(), 1, "rotated")
CUP = Setup("whispers", ("greedy", "random"), Options(), 3, "round-robin", 2)


# Line-ups


def test_a_rotated_run_lets_each_bot_play_each_player_on_each_deal() -> None:
    setup = Setup("whispers", ("a", "b", "c"), Options(), 1, "rotated")
    games = [seating(setup, number) for number in range(6)]
    assert [deal for deal, _ in games] == [0, 0, 0, 1, 1, 1]
    for player in range(3):
        assert {bots[player] for _, bots in games[:3]} == {"a", "b", "c"}


def test_a_tournament_lets_every_line_up_of_two_kinds_or_more_meet() -> None:
    setup = Setup("whispers", ("a", "b", "c"), Options(), 1, "round-robin", 3)
    sets = Counter(tuple(sorted(bots)) for bots in lineups(setup))
    assert set(sets.values()) == {3}
    assert set(sets) == {
        ("a", "a", "b"),
        ("a", "a", "c"),
        ("a", "b", "b"),
        ("a", "b", "c"),
        ("a", "c", "c"),
        ("b", "b", "c"),
        ("b", "c", "c"),
    }


def test_the_games_of_a_deal_are_dealt_alike_and_played_anew() -> None:
    one, other, next_deal = (play(ROTATED, number) for number in range(3))
    assert one.notes.favourites == other.notes.favourites
    assert one.first == other.first
    assert (one.bots, other.bots) == (("greedy", "random"), ("random", "greedy"))
    assert (one.deal, other.deal, next_deal.deal) == (0, 0, 1)


# What is counted


@pytest.fixture(scope="module")
def cup() -> tuple[list[simulation.Result], Tally]:
    """A small tournament."""
    games = [play(CUP, number) for number in range(8)]
    tally = Tally(CUP)
    tally.add(games)
    return games, tally


def test_tables_add_up(cup: tuple[list[simulation.Result], Tally]) -> None:
    games, tally = cup
    summary = tally.summary()
    people = 2 * len(games)
    for lines in (summary.players, summary.order, summary.bots, summary.favourites):
        assert sum(line.games for line in lines) == people
        assert sum(line.share * line.games for line in lines) == pytest.approx(len(games))
        assert all(line.low <= line.share <= line.high for line in lines)
    assert sum(line.mean for line in summary.cities) == pytest.approx(12)
    assert sum(line.plays for line in summary.abilities) == sum(len(game.notes.plays) for game in games)
    assert sum(line.swaps for line in summary.swaps) == sum(len(game.notes.swaps) for game in games)
    assert {line.round for line in summary.swaps} <= {1, 2, 3}
    assert sum(count for _, count in summary.histogram) == people
    assert summary.shortest <= summary.decisions <= summary.longest
    assert summary.luck is not None
    assert summary.luck.deal + summary.luck.bot + summary.luck.course == pytest.approx(1)


def test_seats_are_counted_each_time_they_act(cup: tuple[list[simulation.Result], Tally]) -> None:
    games, tally = cup
    seats = tally.summary().seats
    assert sum(line.plays for line in seats) == sum(len(game.notes.acts) for game in games)
    assert {line.name.partition(".")[0] for line in seats} == {"bear", "eagle", "elephant", "lion", "horse"}
    assert len(seats) == 20


def test_what_was_used_is_worth_how_much_further_ahead_than_usual_its_users_ended() -> None:
    # Player 0 wins by 4 and loses by 2: 1 ahead on the average. The card was played only where he won.
    setup = Setup("whispers", ("greedy", "random"), Options(), 1)
    tally = Tally(setup)
    for number, points in enumerate([(7, 3), (1, 3)]):
        plays = (Played("swoop", 0, 2.5),) if points[0] > points[1] else ()
        winners = (int(points[1] > points[0]),)
        notes = Notes((0, 1), (1,) * 5, (), plays)
        tally.add([simulation.Result(number, 0, points, winners, 9, 5, number, setup.bots, notes)])
    [line] = tally.summary().abilities
    assert (line.plays, line.gain, line.share) == (1, 2.5, 1.0)
    assert line.end == pytest.approx(3)


def test_all_uses_of_all_players_are_worth_nothing_beyond_the_usual() -> None:
    setup = Setup("whispers", ("greedy", "random", "random"), Options(), 1)
    tally = Tally(setup)
    for number, points in enumerate([(9, 3, 1), (1, 3, 6), (4, 4, 0)]):
        acts = tuple(Acted(0, player, 0.0) for player in range(3))
        notes = Notes((0, 1, 2), (1,) * 5, (), (), acts)
        tally.add([simulation.Result(number, 0, points, (0,), 9, 5, number, setup.bots, notes)])
    [line] = tally.summary().seats
    assert line.plays == 9
    assert line.end == pytest.approx(0)
    assert line.error > 0


def test_a_swap_is_worth_what_the_two_tokens_made_of_it(cup: tuple[list[simulation.Result], Tally]) -> None:
    games, _ = cup
    swaps = [(game, swap) for game in games for swap in game.notes.swaps]
    assert swaps
    for game, swap in swaps:
        most = max(game.notes.cities) - min(game.notes.cities)
        assert abs(swap.gain) <= 5 * most


def test_the_better_bot_has_the_higher_rating_and_intervals_hold_it(
    cup: tuple[list[simulation.Result], Tally],
) -> None:
    ratings = cup[1].summary().ratings
    assert [rating.bot for rating in ratings] == ["greedy", "random"]
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)
    assert all(rating.low < rating.elo < rating.high for rating in ratings)


def test_a_rating_of_100_points_more_wins_64_of_100_meetings() -> None:
    duels = Duels()
    for deal in range(1000):
        won = deal % 100 < 64
        duels.add(deal // 100, ("a", "b"), (1, 0) if won else (0, 1))
    one, other = duels.ratings()
    assert one.elo - other.elo == pytest.approx(100, abs=2)


def deals(*games: tuple[tuple[str, str], tuple[int, int]]) -> Deals:
    """Deals of two games each."""
    out = Deals()
    for number, (bots, points) in enumerate(games):
        out.add(Table(number // 2, bots, points), 2)
    return out


def test_a_result_that_only_the_deal_decides_is_luck_and_one_that_only_the_bot_decides_is_not() -> None:
    one, other = ("a", "b"), ("b", "a")
    lucky = deals((one, (9, 1)), (other, (9, 1)), (one, (2, 8)), (other, (2, 8))).shares()
    skilled = deals((one, (9, 1)), (other, (1, 9)), (one, (9, 1)), (other, (1, 9))).shares()
    assert lucky is not None
    assert skilled is not None
    assert (lucky.deal, lucky.bot, lucky.course) == (1, 0, 0)
    assert (skilled.deal, skilled.bot, skilled.course) == (0, 1, 0)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.278), (50, 100, 0.404, 0.596), (10, 10, 0.722, 1.0)]
)
def test_intervals_are_those_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert interval(wins / games, games) == pytest.approx((low, high), abs=0.001)


# Reports


@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_full_report_has_every_table(cup: tuple[list[simulation.Result], Tally], ascii_only: bool) -> None:
    summary = cup[1].summary()
    text = Report(ascii_only=ascii_only).text(summary, 1.0, full=True)
    assert text.isascii() is ascii_only
    assert "{" not in text
    assert "simulate." not in text
    for word in ("favourite", "empire", "ability", "Bear Marshal", "rating", "Loyalty swaps", "Points:", "variance"):
        assert word in text


@pytest.mark.parametrize("columns", [80, 120])
def test_a_report_of_many_games_fits_the_terminal(
    cup: tuple[list[simulation.Result], Tally], columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    counts = msgspec.json.decode(msgspec.json.encode(cup[1].counts), type=Counts)
    counts.games = 100_000
    for sums in (*counts.players, *counts.order, *counts.kinds.values(), *counts.favourites.values()):
        sums.games *= 10_000
    for uses in (*counts.abilities.values(), *counts.seats.values()):
        uses.plays *= 10_000
    counts.kinds["whisperer"] = counts.kinds["greedy"]
    text = Report().text(Tally(CUP, counts).summary(), 1.0, full=True)
    assert max(map(len, text.splitlines())) <= columns


def test_the_scale_over_spans_says_where_a_fair_share_is() -> None:
    assert scale(31, 1 / 3) == "0%       33%               100%"
    assert scale(12, 1 / 3) == "0% 33%  100%"
    assert scale(12, 1 / 4) == "0%      100%"
    assert span(0.6, 0.8, 1.0, 20, fair=0.25) == "     ·      ├───●───┤"


def test_luck_is_told_only_of_deals_that_were_played_again(cup: tuple[list[simulation.Result], Tally]) -> None:
    fixed = Setup("whispers", ("random", "random"), Options(), 1)
    tally = Tally(fixed)
    tally.add([play(fixed, 0)])
    assert "Luck decides" in Report().text(cup[1].summary(), 1.0)
    once = Report().text(tally.summary(), 1.0, full=True)
    assert "Luck decides" not in once
    assert "--rotate" in once


def test_bars_and_spans_are_as_long_as_their_figures() -> None:
    assert bar(0.5, 8) == "████"
    assert bar(0.0, 8) == ""
    assert bar(2.0, 8) == bar(1.0, 8) == "████████"
    assert bar(1 / 16, 8) == "▌"
    assert bar(0.5, 8, ascii_only=True) == "####"
    assert span(0.0, 0.5, 1.0, 8) == "├───●───┤"
    assert span(0.5, 0.5, 0.5, 8, ascii_only=True) == "    o"


def test_a_histogram_holds_every_value_in_bins_of_equal_width() -> None:
    rows = histogram([(-2, 1), (3, 4), (40, 2)], bins=5)
    assert [count for _, count in rows] == [5, 0, 0, 0, 2]
    assert rows[0][0] == "-2 … 6"
    assert histogram([]) == []


# Kept and resumed runs


def broken_off(*arguments: str) -> None:
    """A run of these arguments that is stopped after its first games."""
    shown = run("--games", "5", "--quiet", *arguments)
    assert shown.exit_code == 0, shown.output


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_resumed_run_comes_to_the_same_as_an_unbroken_one(tmp_path: Path, jobs: str) -> None:
    same = ("--bots", "random", "--players", "2", "--rotate", "--seed", "9")
    kept, rows, unbroken = tmp_path / "run", tmp_path / "rows.csv", tmp_path / "unbroken.csv"
    broken_off(*same, "--resume", str(kept), "--csv", str(rows))
    with open(rows, "ab") as file:
        file.write(b"a line that was written after the run was kept\n")
    resumed = found(*same, "--games", "8", "--resume", str(kept), "--csv", str(rows), "--jobs", jobs)
    whole = found(*same, "--games", "8", "--csv", str(unbroken))
    assert resumed["results"] == whole["results"]
    assert rows.read_bytes() == unbroken.read_bytes()
    assert not list(tmp_path.glob("*.new"))


def test_a_finished_run_is_only_shown_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = str(tmp_path / "run")
    first = found("--games", "3", "--resume", kept)
    monkeypatch.setattr(simulation, "play", None)
    assert found("--games", "3", "--resume", kept)["results"] == first["results"]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (["--seed", "2"], "was kept of a run with other seed"),
        (["--bots", "greedy"], "was kept of a run with other bots"),
        (["--set", "may_pass=yes"], "was kept of a run with other options"),
        (["--rotate"], "was kept of a run with other schedule"),
        (["--csv", "games.csv"], "was kept without --csv, so the first 2 games would be missing"),
    ],
    ids=["seed", "bots", "options", "schedule", "table"],
)
def test_a_kept_run_goes_on_only_as_the_same_run(
    changed: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("--games", "2", "--quiet", "--resume", "run").exit_code == 0
    shown = run("--games", "4", "--resume", "run", *changed)
    assert shown.exit_code == 2
    assert sentence in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("csv", "sentence"),
    [
        ([], "was kept with --csv; name that file again"),
        (["--csv", "gone.csv"], "gone.csv cannot be read"),
        (["--csv", "short.csv"], "short.csv is shorter than it was when run was kept"),
    ],
)
def test_a_kept_run_goes_on_only_with_its_table_of_games(
    csv: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("--games", "2", "--quiet", "--resume", "run", "--csv", "games.csv").exit_code == 0
    Path("short.csv").write_text("game\n")
    kept = Path("run").read_bytes()
    shown = run("--games", "4", "--quiet", "--resume", "run", *csv)
    assert shown.exit_code == 2
    assert sentence in shown.stderr
    assert len(shown.stderr.splitlines()) == 1
    assert Path("run").read_bytes() == kept


def test_a_run_that_goes_on_says_so_and_a_quiet_one_does_not(tmp_path: Path) -> None:
    kept = ("--resume", str(tmp_path / "run"))
    assert run("--games", "2", *kept).stderr == ""
    assert run("--games", "3", *kept).stderr == "Going on after 2 games.\n"
    assert run("--games", "4", "--quiet", *kept).stderr == ""


def killed(process: subprocess.Popen[bytes]) -> None:
    """Kill a command and the processes it started, at once."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.skipif(os.name != "posix", reason="kills a group of processes")
def test_a_run_that_is_killed_goes_on_where_it_was_kept_and_comes_to_the_same(tmp_path: Path) -> None:
    kept, rows, unbroken = tmp_path / "run", tmp_path / "rows.csv", tmp_path / "unbroken.csv"
    same = ("--players", "2", "--seed", "4", "--jobs", "2", "--json")
    code = (
        "from wow_tui.commands import simulate\n"
        "if __name__ == '__main__':\n"
        "    simulate.EVERY = 0.05\n"
        "    simulate.command()"
    )
    program = tmp_path / "run.py"
    program.write_text(code)
    going = [sys.executable, str(program), *same, "--resume", str(kept), "--csv", str(rows), "--games", "100000"]
    played = 0
    for _ in range(2):
        process = subprocess.Popen(
            going, stdout=subprocess.DEVNULL, start_new_session=True, env=os.environ | {"PYTHONPATH": os.getcwd()}
        )
        try:
            patience = time.monotonic() + 30
            while not kept.exists() or msgspec.json.decode(kept.read_bytes())["counts"]["games"] < played + 10:
                assert process.poll() is None
                assert time.monotonic() < patience
                time.sleep(0.02)
        finally:
            killed(process)
        played = msgspec.json.decode(kept.read_bytes())["counts"]["games"]
    games = str(played + 5)
    resumed = found(*same[:-1], "--games", games, "--resume", str(kept), "--csv", str(rows))
    whole = found(*same[:-1], "--games", games, "--csv", str(unbroken))
    assert resumed["results"] == whole["results"]
    assert rows.read_bytes() == unbroken.read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="needs a pty")
@pytest.mark.parametrize("key", ["q", "\x03"])
def test_a_key_stops_a_run_and_says_how_it_goes_on(tmp_path: Path, key: str) -> None:
    kept = tmp_path / "run"
    program = Pty(
        [command(), "simulate", "--games", "100000", "--players", "2", "--resume", str(kept)], environ(tmp_path)
    )
    try:
        program.shows("q or Ctrl-C stops")
        program.press(key)
        assert program.end() == simulate.STOPPED
        words = " ".join(program.text().split())
        assert "the same command goes on with them." in words
        assert "of 100000 games, which are kept in" in words
        assert termios.tcgetattr(program._file)[3] == program.before[3]
        assert kept.exists()
    finally:
        program.close()


def test_what_is_kept_does_not_grow_with_the_games() -> None:
    setup = Setup("whispers", ("random", "random"), Options(), 1)
    tally, sizes = Tally(setup), []
    games = [play(setup, number) for number in range(60)]
    for _ in range(4):
        tally.add(games)
        sizes.append(len(msgspec.json.encode(tally.counts)))
    assert sizes[-1] < sizes[0] * 1.1


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_no_kept_run_gets_one_sentence_and_stays_as_it_is(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(content)
    shown = run("--games", "2", "--resume", str(path))
    assert shown.exit_code == 2
    assert "is no kept run" in shown.stderr
    assert path.read_bytes() == content


def test_what_was_counted_survives_being_written_down(cup: tuple[list[simulation.Result], Tally]) -> None:
    counts = cup[1].counts
    assert msgspec.json.decode(msgspec.json.encode(counts), type=type(counts)) == counts


def test_the_table_of_games_has_a_line_for_each_player_of_each_game(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    results = found("--games", "3", "--bots", "random", "--csv", str(path))["results"]
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["game"], row["player"]) for row in rows] == [(str(g), str(p)) for g in range(3) for p in (1, 2, 3)]
    for line in results["players"]:
        points = [int(row["points"]) for row in rows if row["player"] == str(line["place"])]
        assert sum(points) / 3 == pytest.approx(line["mean"])


def test_a_path_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    shown = run("--games", "2", "--csv", str(tmp_path / "no" / "games.csv"))
    assert shown.exit_code == 2
    assert len(shown.stderr.splitlines()) == 1
    assert "cannot be written" in shown.stderr


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--tournament", "--rotate"], "a tournament rotates the players anyhow"),
        (["--tournament", "--bots", "random"], "a tournament needs two kinds of bot at least"),
        (["--dask", "nowhere"], "Dask"),
    ],
)
def test_wishes_that_cannot_be_met_get_one_sentence(given: list[str], sentence: str) -> None:
    shown = run("--games", "2", *given)
    assert shown.exit_code == 2
    assert sentence in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_games_without_notes_can_be_counted() -> None:
    tally = Tally(ROTATED)
    tally.add([simulation.Result(0, 0, (1, 2), (1,), 5, 4, 0, ("greedy", "random"), Notes())])
    assert tally.summary().favourites == []


# Dask


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a real cluster of two processes on this machine."""
    distributed = pytest.importorskip("distributed", reason="Dask, the extra [dask], is not installed")
    # A client that found no scheduler closes when it is collected; in the middle of starting a cluster that waits for
    # the very lock that is held.
    gc.collect()
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
    ) as made:
        yield made.scheduler_address


def test_a_cluster_comes_to_the_same_as_this_process(cluster: str) -> None:
    same = ("--games", "6", "--bots", "random", "--players", "2", "--rotate")
    assert found(*same, "--dask", cluster)["results"] == found(*same)["results"]


def test_a_run_on_a_cluster_can_be_kept_and_resumed_without_it(cluster: str, tmp_path: Path) -> None:
    kept = ("--players", "2", "--resume", str(tmp_path / "run"))
    assert run("--games", "3", "--quiet", "--dask", cluster, *kept).exit_code == 0
    assert found("--games", "5", *kept)["results"] == found("--games", "5", "--players", "2")["results"]


def test_other_presets_travel_to_the_cluster(cluster: str) -> None:
    same = ("--games", "2", "--preset", "summary", "--set", "agents_on_regions=yes")
    assert found(*same, "--dask", cluster)["results"] == found(*same)["results"]
    assert preset("summary", agents_on_regions=True) != Options()
