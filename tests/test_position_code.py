"""Codes: every position comes back from its code, and nothing that a stranger wrote does more than be refused."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.whispers.describing import describe, of_view, plain
from rules.whispers.game import GAME
from rules.whispers.placing import build, judge
from rules.whispers.position import Position, PositionError, convert, is_code
from rules.whispers.position_code import HEAD, LONGEST, read_code, write_code
from rules.whispers.settling import settle
from rules.whispers.view import view
from tests.casefiles import CASES
from tests.games import dealt, play, variants

NAMES = ["Ann", "Łukasz", "C", "Наташа"]


def moment(seed: int) -> tuple[list[str], object]:
    """Names and a state somewhere in a random game under random options."""
    rng = random.Random(seed)
    options = rng.choice([*variants().values()])
    players = rng.choice((2, 3, 4))
    return NAMES[:players], play(GAME, dealt(players, options, seed), rng, rng.randrange(120))


@pytest.mark.parametrize("seed", range(40))
def test_a_moment_of_a_random_game_comes_back_from_its_code(seed: int) -> None:
    names, state = moment(seed)
    for position in (plain(state, names), convert(describe(state, names)), of_view(view(state, 0), names)):  # type: ignore[arg-type]
        code = write_code(position)
        assert is_code(code)
        assert read_code(code) == settle(position)


@pytest.mark.parametrize("seed", range(40))
def test_a_position_in_plain_words_builds_the_same_table(seed: int) -> None:
    names, state = moment(seed)
    again = build(plain(state, names)).state  # type: ignore[arg-type]
    for field in ("options", "round", "first", "banners", "holder", "seats", "posts", "hands", "loyalty", "shown"):
        assert getattr(again, field) == getattr(state, field), field
    for field in ("swaps", "agenda", "reserve"):
        assert getattr(again, field) == getattr(state, field), field
    assert [len(deck) for deck in again.decks] == [len(deck) for deck in state.decks]  # type: ignore[attr-defined]


def test_every_case_of_the_repository_comes_back_from_its_code() -> None:
    for title, case in CASES:
        assert read_code(write_code(case.position)) == settle(case.position), title


def test_a_small_fight_takes_a_short_word() -> None:
    code = write_code(convert({"banners": {"B3": 3, "L2": 1}, "acts": "bear.marshal"}))
    assert len(code) <= 20
    assert code.isalnum()


def test_a_position_that_breaks_rules_comes_back_too() -> None:
    wrong = convert(
        {
            "players": ["Ann", "Bob"],
            "banners": {"B3": "bear 21 lion 2", "H1": "eagle 900"},
            "agents": {"bear.marshal": ["Ann", "Bob"], "L3": ["Ann", "Ann"]},
            "hands": {"Ann": ["bear/lion"] * 3 + ["lion/?"]},
            "loyalties": {"Bob": ["lion", "lion", "?", "?", "bear"]},
            "revealed": {"Bob": ["devout"]},
            "round": 9,
        }
    )
    assert read_code(write_code(wrong)) == settle(wrong)
    assert len(judge(read_code(write_code(wrong))).faults) > 5


def refused(text: str) -> str:
    """The sentence with which a code is refused."""
    with pytest.raises(PositionError) as caught:
        read_code(text)
    sentence = str(caught.value)
    assert sentence
    assert "\n" not in sentence
    return sentence


def test_a_letter_that_is_wrong_missing_or_exchanged_is_noticed() -> None:
    code = write_code(convert({"banners": {"B3": 3, "L2": 1}, "acts": "bear.marshal"}))
    for at in range(len(HEAD), len(code)):
        other = "2" if code[at] != "2" else "3"
        assert "not whole" in refused(code[:at] + other + code[at + 1 :])
        assert "not whole" in refused(code[:at] + code[at + 1 :])
        if at + 1 < len(code) and code[at] != code[at + 1]:
            assert "not whole" in refused(code[:at] + code[at + 1] + code[at] + code[at + 2 :])


def test_codes_of_strangers_are_refused_in_one_sentence() -> None:
    assert "another version" in refused("wow2" + "a" * 20)
    assert "begins with" in refused("bear 3 on B3")
    assert "begins with" in refused("")
    assert "longer" in refused(HEAD + "z" * LONGEST)
    assert "not whole" in refused(HEAD + "0OIl" * 5)
    assert "not whole" in refused(HEAD + "é" * 10)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**400))
def test_a_number_with_a_right_checksum_is_a_position_or_refused(number: int) -> None:
    from rules.whispers import position_code
    from rules.whispers.digits import ALPHABET, spell

    body = spell(number)
    check = spell(position_code._checksum(body)).rjust(4, ALPHABET[0])
    code = HEAD + body + check
    try:
        position = read_code(code)
    except PositionError:
        assert "not whole" in refused(code)
        return
    assert write_code(position) == code
    judge(position)


def test_a_name_too_long_for_a_code_is_refused() -> None:
    with pytest.raises(PositionError, match="code"):
        write_code(Position(players=["x" * 41, "Bob"]))


def test_words_that_only_look_like_codes_are_none() -> None:
    assert not is_code("wow")
    assert not is_code("wow1 abcdefgh")
    assert not is_code("saves/wow1abc.toml")
    assert not is_code("wowser")
