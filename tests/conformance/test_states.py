"""States survive encoding, the journal tells the whole match, and every process plays the same."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ask import Illegal
from rules.game import GAMES
from rules.match import Match
from tests.conformance.digest import digests
from tests.conformance.strategies import SMALL, Line, lines
from tests.games import blob, by_chance, first_ask, play

ROOT = Path(__file__).resolve().parents[2]


def started(line: Line) -> Match:
    """A match of that line before its first decision."""
    start = line.start() if line.rich else None
    return Match(line.game, line.setting.players, line.setting.options, line.seed, start)


def played(line: Line) -> Match:
    """A match played along a line: its random decisions, then those by index."""
    match, chance = started(line), random.Random(line.seed)
    for pick in [*(-1 for _ in range(line.lead)), *line.picks]:
        ask = first_ask(line.game, match.state)
        if ask is None:
            break
        option = by_chance(chance, ask.options) if pick < 0 else ask.options[pick % len(ask.options)]
        match.answer(ask.player, ask.id, [option.id])
    return match


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_a_decoded_state_is_equal_and_goes_on_equally(name: str, data: st.DataObject) -> None:
    line = data.draw(lines(name))
    game, state = line.game, line.state()
    again = msgspec.msgpack.decode(blob(state), type=game.facts.state)
    assert again == state
    assert blob(again) == blob(state)
    assert msgspec.json.decode(msgspec.json.encode(state), type=game.facts.state) == state
    assert blob(play(game, again, random.Random(5), 60)) == blob(play(game, state, random.Random(5), 60))


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_a_copy_is_equal_and_shares_nothing_that_changes(name: str, data: st.DataObject) -> None:
    line = data.draw(lines(name))
    state = line.state()
    before, copy = blob(state), state.copy()
    assert blob(copy) == before
    play(line.game, copy, random.Random(1), 80)
    assert blob(state) == before


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_replaying_the_journal_gives_the_same_bytes_and_events(name: str, data: st.DataObject) -> None:
    line = data.draw(lines(name))
    match, again = played(line), started(line)
    events = [again.answer(entry.player, again.state.step, entry.answer) for entry in match.journal]
    assert blob(again.state) == blob(match.state)
    assert events == match.events()


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_a_match_taken_up_again_knows_its_past(name: str, data: st.DataObject) -> None:
    line = data.draw(lines(name))
    match = played(line)
    start = line.start() if line.rich else None
    state = match.state.copy()
    again = Match(match.game, match.players, match.options, match.seed, start, match.journal, state)
    assert [blob(state) for state in again.states()] == [blob(state) for state in match.states()]
    assert again.events() == match.events()
    for player in range(match.players):
        assert again.may_undo(player) == match.may_undo(player)


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_a_stale_answer_is_refused_with_the_match_untouched(name: str, data: st.DataObject) -> None:
    match = played(data.draw(lines(name)))
    ask = first_ask(match.game, match.state)
    if ask is None:
        return
    before, journal = blob(match.state), list(match.journal)
    for stale in (ask.id - 1, ask.id + 1, -1):
        with pytest.raises(Illegal) as refused:
            match.answer(ask.player, stale, [ask.options[0].id])
        assert refused.value.refusal.rule == "game.stale"
    with pytest.raises(Illegal):
        match.answer(ask.player, ask.id, ["nonsense"])
    assert (blob(match.state), match.journal) == (before, journal)


def pythons() -> list[str]:
    """This Python twice, and others: those on the path, under pyenv, or named in WOW_TUI_PYTHONS."""
    found = [sys.executable]
    folders = os.environ.get("PATH", "").split(os.pathsep)
    pyenv = Path.home() / ".pyenv" / "versions"
    for version in ("3.11", "3.12", "3.13", "3.14"):
        places = [Path(folder) / f"python{version}" for folder in folders if folder]
        places += sorted(pyenv.glob(f"*/bin/python{version}"))
        found += [str(place) for place in places if place.is_file()][:1]
    return found + os.environ.get("WOW_TUI_PYTHONS", "").split()


EXPECTED = digests()


@pytest.mark.parametrize("number", range(len(pythons())))
@pytest.mark.parametrize("seed", ["1", "424242"])
def test_another_process_plays_the_same_whatever_its_python_and_hash_seed(number: int, seed: str) -> None:
    python = pythons()[number]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    able = subprocess.run([python, "-c", "import msgspec"], capture_output=True, env=environment, check=False)
    if able.returncode:
        pytest.skip("that Python has no msgspec")
    command = [python, "-m", "tests.conformance.digest"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    assert done.stderr == ""
    assert done.stdout.split("\n")[:-1] == EXPECTED
