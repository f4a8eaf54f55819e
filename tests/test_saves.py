"""Saves keep a match as it stood, at any decision, through every version, kill and full disk."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.game import load
from rules.match import Match
from rules.whispers.options import preset
from saves import migrate, packing
from saves.envelope import (
    LONGEST_JOURNAL,
    LONGEST_NAME,
    Seat,
    decode,
    encode,
    from_match,
    from_plain,
    to_match,
    to_plain,
)
from saves.errors import SaveError
from saves.store import read
from tests.saved_matches import ROOT, SEATS, go_on, moments, saved, started

RELEASED = sorted((Path(__file__).parent / "data" / "saves").glob("*.wow"))


def blob(match: Match) -> bytes:
    return encode(saved(match))


# What a save keeps


@pytest.mark.parametrize("name", sorted(moments()))
def test_a_save_comes_back_equal_and_is_written_alike_again(name: str) -> None:
    save = moments()[name]
    again = decode(encode(save))
    assert again == save
    assert encode(again) == encode(save)


def test_the_moments_tried_reach_into_attacks_and_cards() -> None:
    names = moments().keys()
    assert {"begin", "attack", "end"} < names
    assert sum(name.startswith("card-") for name in names) >= 8


@pytest.mark.parametrize(("players", "seed", "rich", "stride"), [(2, 1, False, 9), (3, 2, True, 1), (4, 3, True, 9)])
def test_a_match_loaded_at_any_decision_goes_on_identically(players: int, seed: int, rich: bool, stride: int) -> None:
    match, chance = started(players, seed, rich, preset("summary")), random.Random(seed)
    stages = [blob(match)]
    while go_on(match, chance):
        stages.append(blob(match))
    for number in range(0, len(stages), stride):
        other = to_match(decode(stages[number]))
        for at, entry in enumerate(match.journal[number:], number + 1):
            other.answer(entry.player, other.state.step, entry.answer)
            if at % 40 == 0:
                assert blob(other) == stages[at]
        assert blob(other) == stages[-1]


def test_undo_and_history_work_after_loading() -> None:
    match, chance = started(3, 5, rich=True), random.Random(5)
    for _ in range(30):
        go_on(match, chance)
    before = blob(match)
    entry = next(iter(match.asks().values()))
    match.answer(entry.player, entry.id, [entry.options[0].id])
    other = to_match(decode(blob(match)))
    assert len(other.events()) == 31
    other.undo(entry.player, range(3))
    assert blob(other) == before


def test_a_snapshot_without_journal_of_a_late_game_of_four_is_at_most_2500_bytes() -> None:
    for seed in range(5):
        match, chance = started(4, seed), random.Random(seed)
        sizes = [0]
        while go_on(match, chance):
            sizes.append(len(encode(msgspec.structs.replace(saved(match), journal=[]))))
        assert max(sizes) <= 2500


def test_a_save_without_journal_goes_on_but_cannot_be_undone() -> None:
    match = to_match(msgspec.structs.replace(moments()["attack"], journal=[]))
    asked = next(iter(match.asks()))
    refusal = match.may_undo(asked, range(4))
    assert refusal is not None
    assert refusal.rule == "undo.none"
    assert go_on(match, random.Random(1))


@pytest.mark.parametrize("seed", [-1, -(1 << 63), (1 << 64) - 1, 1 << 64, 3**70, -(3**70)])
def test_any_seed_can_be_saved_and_begins_the_same_game(seed: int) -> None:
    match = started(2, seed)
    save = decode(blob(match))
    assert to_match(msgspec.structs.replace(save, state=None)).state == match.state


def test_long_names_are_cut_and_lone_surrogates_replaced_rather_than_left_unsaved() -> None:
    seats = [Seat("x" * 5000), Seat("a\udc80b")]
    save = decode(encode(from_match(started(2, 1), seats, 0, 0, "n" * 9999)))
    assert [seat.name for seat in save.players] == ["x" * LONGEST_NAME, "a?b"]


@pytest.mark.parametrize("kind", ["", "robot", "bot:", "bot:a b", "bot:" + "a" * 99])
def test_a_player_is_a_person_or_a_named_bot(kind: str) -> None:
    with pytest.raises(ValueError, match="a player is"):
        Seat("Ann", kind)


def test_what_could_not_be_read_again_is_not_written() -> None:
    save = saved(started(2, 1))
    with pytest.raises(ValueError, match="2 players"):
        from_match(started(2, 1), SEATS, 0, 0)
    with pytest.raises(ValueError, match="updated"):
        encode(msgspec.structs.replace(save, updated=-1))
    with pytest.raises(ValueError, match="too large"):
        encode(msgspec.structs.replace(save, players=[Seat("Ann")] * 9999))


def test_a_journal_that_would_make_a_save_too_large_is_left_out() -> None:
    save = moments()["attack"]
    longest = msgspec.structs.replace(save, journal=(save.journal * 20)[:LONGEST_JOURNAL], start=save.state)
    assert decode(encode(longest)) == longest
    longest.journal.append(save.journal[0])
    assert decode(encode(longest)).journal == []


def test_equal_states_give_equal_bytes_in_another_process_with_another_hash_seed() -> None:
    code = "import sys; from tests.saved_matches import moments; from saves.envelope import encode; "
    code += "sys.stdout.buffer.write(encode(moments()['attack']))"
    for hash_seed in ("1", "77"):
        run = [sys.executable, "-c", code]
        env = os.environ | {"PYTHONHASHSEED": hash_seed}
        assert subprocess.run(run, capture_output=True, check=True, env=env, cwd=ROOT).stdout == encode(
            moments()["attack"]
        )


def test_saves_load_no_terminal_and_no_network() -> None:
    code = "import sys, saves.store, saves.autosave; from rules.game import load; load('whispers')\n"
    code += "print(sorted({'textual', 'rich', 'asyncio', 'click', 'socket', 'wow_tui'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.strip() == "[]"


# Versions


def test_files_of_every_released_version_are_kept() -> None:
    assert {path.name.split("-")[0] for path in RELEASED} == {f"v{n}" for n in range(1, packing.FORMAT + 1)}


@pytest.mark.parametrize("path", RELEASED, ids=lambda path: path.stem)
def test_a_released_file_loads_and_plays_on_to_the_end(path: Path) -> None:
    save = read(path)
    facts = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert [seat.name for seat in save.players] == facts["players"]
    asked = sorted(load("whispers").asks(save.state))
    found = {"step": save.state.step, "round": save.state.round, "asked": asked}
    assert found == {key: facts[key] for key in found}
    match, chance = to_match(save), random.Random(1)
    while go_on(match, chance):
        match.game.check(match.state)
    assert match.game.outcome(match.state) is not None


@pytest.mark.parametrize("path", [path for path in RELEASED if path.name.startswith(f"v{packing.FORMAT}-")])
def test_a_file_of_the_present_version_is_written_alike_by_every_python(path: Path) -> None:
    assert encode(read(path)) == path.read_bytes()


def test_older_rules_are_brought_up_to_date_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_minus_one(plain: dict[str, Any]) -> dict[str, Any]:
        plain["state"]["round"] = plain["state"].pop("turn")
        return plain

    def from_zero(plain: dict[str, Any]) -> dict[str, Any]:
        plain["state"]["round"] -= 100
        return plain

    save = moments()["attack"]
    plain = to_plain(save)
    plain["state"]["turn"] = plain["state"].pop("round") + 100
    plain["rules"] = -1
    monkeypatch.setitem(migrate.MIGRATIONS, ("whispers", -1), from_minus_one)
    monkeypatch.setitem(migrate.MIGRATIONS, ("whispers", 0), from_zero)
    assert from_plain(1, plain) == save


def test_an_older_envelope_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    save = moments()["attack"]
    plain = to_plain(save)
    plain["remark"] = plain.pop("note")
    with monkeypatch.context() as patch:
        patch.setattr(packing, "FORMAT", 0)
        data = packing.seal(packing.pack(plain))
    with pytest.raises(SaveError, match="version 0 of envelope"):
        decode(data)

    def from_zero(plain: dict[str, Any]) -> dict[str, Any]:
        plain["note"] = plain.pop("remark")
        return plain

    monkeypatch.setitem(migrate.MIGRATIONS, (migrate.ENVELOPE, 0), from_zero)
    assert decode(data) == save


def test_a_migration_that_meets_nonsense_gives_the_one_error() -> None:
    row: dict[tuple[str, int], migrate.Migration] = {("whispers", 0): lambda plain: plain["state"]["gone"]}
    with pytest.raises(SaveError) as caught:
        migrate.upgrade({"state": {}}, "whispers", 0, 1, row)
    assert caught.value.kind == "form"


def test_a_save_of_a_newer_version_says_to_update() -> None:
    plain = to_plain(moments()["begin"])
    with pytest.raises(SaveError, match=r"newer wow-tui.*update"):
        decode(packing.seal(packing.pack({**plain, "rules": 2})))
