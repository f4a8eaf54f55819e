"""`wow-tui inspect` says what a save holds; secrets only when asked for; bad files in one sentence."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from rules.match import Entry
from rules.whispers.frames import Act
from rules.whispers.options import preset
from saves.envelope import Save, Seat, encode, from_match
from saves.store import write
from tests.games import disguise
from tests.saved_matches import SEATS, go_on, moments, started
from wow_tui.cli import main

WAYS: tuple[list[str], ...] = ([], ["--json"])


def inspect(path: Path, *flags: str) -> Result:
    return CliRunner().invoke(main, ["inspect", str(path), *flags])


def shown(save: Save, folder: Path, *flags: str) -> str:
    """What inspect prints of a save; it must succeed."""
    path = folder / "game.wow"
    path.write_bytes(encode(save))
    result = inspect(path, *flags)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_it_says_game_players_options_round_turn_question_and_counts(tmp_path: Path) -> None:
    match = started(3, 4, options=preset("summary", border="P3-P4"))
    chance = random.Random(4)
    while match.state.round < 2 or match.state.agenda[-1].__class__ is not Act:
        go_on(match, chance)
    text = shown(from_match(match, SEATS[:3], 86400, 90000, "after dinner"), tmp_path)
    for words in (
        "A War of Whispers: saved 1970-01-02 01:00 UTC, begun 1970-01-02 00:00 UTC",
        "after dinner",
        "1. Ann (person)",
        "2. Bob (greedy bot)",
        "Options: summary; border = P3-P4",
        "Round 2",
        "is asked: ",
        "Bear: ",
        "B1 ",
        "cards in hand",
    ):
        assert words in text
    assert "Seed" not in text


def test_json_holds_the_same_by_ids(tmp_path: Path) -> None:
    save = moments()["attack"]
    found = json.loads(shown(save, tmp_path, "--json"))
    assert found["asked"][0]["key"] == "flight"
    assert found["regions"]["B1"]["banners"] == save.state.banners[0]
    assert found["hands"] == [len(hand) for hand in save.state.hands]
    assert set(found["empires"]) == {"bear", "eagle", "elephant", "lion", "horse"}
    assert "secrets" not in found


def test_reveal_adds_hands_loyalties_and_seed(tmp_path: Path) -> None:
    match = started(3, 987_654_321, rich=True)
    save = from_match(match, SEATS[:3], 1, 2)
    secrets = json.loads(shown(save, tmp_path, "--json", "--reveal"))["secrets"]
    assert secrets["seed"] == 987_654_321
    assert [len(hand) for hand in secrets["hands"]] == [6, 6, 6]
    empires = match.state.board().empires
    assert list(secrets["loyalties"][0].values()) == [empires[e] for e in match.state.loyalty[0]]
    text = shown(save, tmp_path, "--reveal")
    assert "Seed: 987654321" in text
    assert all(card in text for hand in secrets["hands"] for card in hand)


@pytest.mark.parametrize("flags", WAYS)
@pytest.mark.parametrize("name", [name for name in sorted(moments()) if name != "end"])
def test_saves_that_differ_only_in_secrets_look_the_same(name: str, flags: list[str], tmp_path: Path) -> None:
    save, chance = moments()[name], random.Random(name)
    texts = {shown(save, tmp_path, *flags)}
    for _ in range(5):
        state = disguise(save.state, None, chance)
        journal = [Entry(entry.player, ["discard bear/eagle"]) for entry in save.journal]
        seed = chance.getrandbits(64)
        start = None if save.start is None else disguise(save.start, None, chance)
        other = msgspec.structs.replace(save, state=state, start=start, seed=seed, journal=journal)
        assert encode(other) != encode(save)
        texts.add(shown(other, tmp_path, *flags))
    assert len(texts) == 1


@pytest.mark.parametrize("flags", WAYS)
def test_no_card_of_a_hand_or_deck_is_named_without_reveal(flags: list[str], tmp_path: Path) -> None:
    for save in moments().values():
        empires = save.state.board().empires
        text = shown(save, tmp_path, *flags)
        assert not any(f"{own}/{partner}" in text for own in empires for partner in empires)


def test_the_end_tells_the_result(tmp_path: Path) -> None:
    text = shown(moments()["end"], tmp_path)
    assert "The game is over." in text
    assert "points" in text
    assert json.loads(shown(moments()["end"], tmp_path, "--json"))["outcome"]["places"]


def test_names_and_notes_of_strangers_cannot_command_the_terminal(tmp_path: Path) -> None:
    bad = "\x1b]52;c;x\x07\x9b31m\u202e\u2028\n\u200b" + "\u0301" * 9
    seats = [Seat(f"Ann{bad}"), Seat(bad[:2] + "\x07"), Seat("\u200b")]
    save = from_match(started(3, 1), seats, 1, 2, f"note{bad}")
    for flags in (*WAYS, ["--reveal"]):
        text = shown(save, tmp_path, *flags)
        assert all(char.isprintable() or char == "\n" for char in text)
        assert "Ann]52;c;x31m" in text
        assert "Player 3" in text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"hello", "is not a save of wow-tui"),
        (encode(moments()["end"])[:-1], "is cut short"),
        (encode(moments()["end"])[:-1] + b"\0", "is damaged"),
        (encode(moments()["end"])[:8] + bytes(1 << 20), "is too large"),
    ],
)
@pytest.mark.parametrize("flags", WAYS)
def test_a_bad_file_is_one_sentence_and_status_2(data: bytes, words: str, flags: list[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.wow"
    path.write_bytes(data)
    result = inspect(path, *flags)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"wow-tui inspect: 'bad.wow' {words}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["none.wow", ".", "a\x1b[31mb.wow", "x" * 999])
def test_a_file_that_cannot_be_read_is_one_sentence_and_status_2(name: str, tmp_path: Path) -> None:
    result = inspect(tmp_path / name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.rstrip("\n").isprintable()


def test_decisions_in_the_log_count(tmp_path: Path) -> None:
    from saves.autosave import Autosave

    match, chance = started(2, 3), random.Random(3)
    autosave = Autosave(tmp_path / "game.wow")
    for number in range(5):
        autosave.keep(from_match(match, SEATS[:2], 1, number))
        go_on(match, chance)
    assert "4 answers given" in inspect(tmp_path / "game.wow").stdout


def test_inspecting_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path / "game.wow", moments()["attack"])
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    inspect(tmp_path / "game.wow", "--reveal")
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
