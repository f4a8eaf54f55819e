"""The benchmark measures what it says; how fast it is is not tested here."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from click.testing import CliRunner

from rules.whispers import game
from rules.whispers.options import Options
from wow_tui.benchmark import Adapter, Bench, Sample, bench, calibrate, choose, measure, play_for, undo
from wow_tui.commands.bench import command, text

OPERATIONS = ["asks", "take", "copy", "encode", "decode", "view", "undo after a load", "undo"]


@pytest.fixture(scope="module")
def short() -> Bench:
    """The shortest benchmark there is."""
    return bench(0.01, 1)


def test_every_number_of_players_and_every_operation_is_measured(short: Bench) -> None:
    assert [pace.players for pace in short.paces] == [2, 3, 4]
    assert [cost.what for cost in short.costs] == OPERATIONS
    assert all(cost.microseconds > 0 and cost.per_mille > 0 for cost in short.costs)


def test_figures_per_loop_are_those_of_the_loops_beside_them(short: Bench) -> None:
    for pace in short.paces:
        loop = pace.per_calibration / pace.decisions_per_second
        assert 0.2 < loop * 1e3 / short.calibration_ms < 5
    for cost in short.costs:
        loop = cost.microseconds / cost.per_mille
        assert 0.2 < loop / short.calibration_ms < 5


def test_a_loop_of_calibration_takes_time() -> None:
    assert calibrate() > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_self_play_plays_whole_games_and_counts_only_real_choices(players: int) -> None:
    games, decisions, _ = play_for(players, 0, 9)
    random = Random(9)
    state, sizes = game.new(players, Options(), random.getrandbits(64)), []
    while now := game.asks(state):
        player, ask = next(iter(now.items()))
        sizes.append(len(ask.options))
        game.take(state, player, [choose(ask, random)])
    assert games == 1
    assert decisions == len(sizes) - sizes.count(1)
    assert decisions > 50


def test_a_sample_keeps_the_state_before_each_answer() -> None:
    sample = Sample(3)
    states = [*sample.states[1:], sample.match.state]
    for (state, player, answer), after in zip(sample.steps, states, strict=True):
        played = state.copy()
        game.take(played, player, [answer])
        assert played == after
    assert not game.asks(sample.match.state)


def test_undo_after_a_load_leads_to_the_same_bytes_as_undo_in_the_process() -> None:
    sample = Sample(4)
    loaded = sample.fresh()
    undo(loaded)
    undo(sample.match)
    assert msgspec.msgpack.encode(loaded.state) == msgspec.msgpack.encode(sample.match.state)
    assert loaded.journal == sample.match.journal
    assert len(loaded.journal) == len(sample.steps) - 1


def test_measuring_leaves_the_sample_as_it_was() -> None:
    sample = Sample(5)
    before = msgspec.msgpack.encode([sample.states, sample.match.state])
    measure(sample)
    assert msgspec.msgpack.encode([sample.states, sample.match.state]) == before


def test_the_undo_after_a_load_replays_the_journal_and_so_costs_more(short: Bench) -> None:
    costs = {cost.what: cost.per_mille for cost in short.costs}
    assert costs["undo after a load"] > 10 * costs["undo"]


def test_the_adapter_plays_a_game_to_its_end() -> None:
    adapter, random = Adapter(), Random(1)
    state, decisions, answers = adapter.new(random), 0, 0
    while not adapter.done(state):
        decisions += adapter.step(state, random)
        answers += 1
    assert state.step == answers > decisions > 50
    assert game.GAME.outcome(state) is not None


def test_the_adapter_copies_and_decodes_to_an_equal_state_of_its_own() -> None:
    adapter, random = Adapter(), Random(2)
    state = adapter.new(random)
    before = adapter.ser(state)
    for other in (adapter.copy(state), adapter.de(before)):
        assert other == state
        adapter.step(other, random)
        assert adapter.ser(state) == before
        assert other != state


def test_the_table_names_every_operation(short: Bench) -> None:
    shown = text(short)
    assert all(f"\n{what} " in shown for what in OPERATIONS)
    assert len({len(line) for line in shown.split("\n\n")[1].splitlines()}) == 1


def test_the_command_prints_figures_for_tools() -> None:
    shown = CliRunner().invoke(command, ["--secs", "0.01", "--runs", "1", "--json"])
    assert shown.exit_code == 0
    figures = json.loads(shown.stdout)
    assert [pace["players"] for pace in figures["paces"]] == [2, 3, 4]
    assert figures["snapshot_bytes"] > 0
    assert set(figures) == {"calibration_ms", "paces", "costs", "snapshot_bytes"}


@pytest.mark.parametrize("given", [["--secs", "0"], ["--runs", "0"], ["--secs", "soon"]])
def test_bad_arguments_of_the_benchmark_get_one_sentence(given: list[str]) -> None:
    shown = CliRunner().invoke(command, given)
    assert shown.exit_code == 2
    assert len(shown.stderr.splitlines()) == 1
