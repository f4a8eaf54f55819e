"""One-line positions: what a person types, what it means, and that a position survives being written in one line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.whispers.layout import SLOTS, board
from rules.whispers.moves import card_id, cards
from rules.whispers.oneline import MOST, OneLine, parse
from rules.whispers.oneline_text import write
from rules.whispers.options import Options
from rules.whispers.placing import build
from rules.whispers.position import Position, PositionError

BOARD = board(Options().layout, Options().border)
CARDS = [card_id(BOARD, card) for card in cards(BOARD)]
NAMES = st.sampled_from(["A", "B", "C", "D", "Ann", "Bob", "Zoë", "van-Dijk"])
REGIONS, SEATS = st.sampled_from(BOARD.regions), st.sampled_from(BOARD.seats)
EMPIRES, SLOT = st.sampled_from(BOARD.empires), st.sampled_from(SLOTS)
NUMBERS = st.integers(0, 20)
TRUTHS = st.booleans()
BANNERS = st.one_of(NUMBERS, st.builds(lambda empire, number: f"{empire} {number}", EMPIRES, NUMBERS))


def said(text: str) -> Position:
    return parse(text).position


@pytest.mark.parametrize(
    ("text", "banners", "move"),
    [
        ("Bear 3 on B3, Lion 1 on L2; attack B3 L2 2?", {"B3": "bear 3", "L2": "lion 1"}, "attack B3 L2 2"),
        ("3 bear B3 and lion l2. ATTACKS b3 -> L2, 2", {"B3": "bear 3", "L2": "lion 1"}, "attack b3 -> L2 2"),
        ("B3 3 bears, L2: one banner", {"B3": "bear 3", "L2": 1}, ""),
        ("B3=3; empty L2; two lions at L3", {"B3": 3, "L2": 0, "L3": "lion 2"}, ""),
        ("bear 3 B3; can bear attack L2 from B3 with 2 banners?", {"B3": "bear 3"}, "attack B3 L2 2"),
        ("bear 3 B3; attacks from B3 to L2 with 2", {"B3": "bear 3"}, "attack B3 L2 2"),
        ("bear B3 2 B4 1", {"B3": "bear 2", "B4": "bear 1"}, ""),
        ("bear 2 B3 B4", {"B3": "bear 2", "B4": "bear 2"}, ""),
        ("add B1 2, B3; 1 lion L2", {"L2": "lion 1"}, "add B1 2 B3"),
        ("attack B3 L2 2, 1 lion L2", {"L2": "lion 1"}, "attack B3 L2 2"),
        (
            "play bear-eagle special with eagle/lion; remove L2 3",
            {},
            "play bear-eagle special with eagle/lion remove L2 3",
        ),
    ],
)
def test_what_is_typed_names_banners_and_a_move(text: str, banners: dict[str, Any], move: str) -> None:
    found = parse(text)
    assert found.position == Position(acts=found.position.acts, banners=banners)
    assert found.move == move


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("bear marshal", Position(acts="bear.marshal")),
        ("marshal of the bear acts", Position(acts="bear.marshal")),
        ("bear", Position(acts="bear")),
        ("Ann bear.marshal; bear chancellor ann", Position(agents={"bear.marshal": "Ann", "bear.chancellor": "Ann"})),
        ("agent b L3; agent A L3", Position(agents={"L3": ["B", "A"]})),
        ("hand bear/eagle, eagle-lion", Position(hands={"A": ["bear/eagle", "eagle/lion"]})),
        ("Bob holds bear/eagle", Position(hands={"Bob": ["bear/eagle"]})),
        (
            "hand bear/eagle; bear marshal acts; agent Bob bear.marshal",
            Position(acts="bear.marshal", agents={"bear.marshal": "Bob"}, hands={"Bob": ["bear/eagle"]}),
        ),
        ("loyalty a lion bear", Position(loyalties={"A": ["lion", "bear"]})),
        ("loyalty A opposed lion bear devout", Position(loyalties={"A": {"opposed": "lion", "devout": "bear"}})),
        ("shown A devout", Position(revealed={"A": ["devout"]})),
        ("round two; first player bob; players Ann Bob", Position(round=2, first="bob", players=["Ann", "Bob"])),
        (
            "deck lion lion/bear; deck bear 2; reserve horse 1",
            Position(decks={"lion": ["lion/bear"], "bear": 2}, reserves={"horse": 1}),
        ),
        (
            "summary; may_pass no; border p3-p4",
            Position(preset="summary", options={"may_pass": False, "border": "P3-P4"}),
        ),
        ("phase take back; swaps B 1; seed 123456789", Position(phase="take-back", swaps={"B": 1}, seed=123456789)),
        ("setup", Position(board="setup")),
    ],
)
def test_each_clause_says_one_thing_of_the_position(text: str, position: Position) -> None:
    assert said(text) == position


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("brea 3 on B3", ["'brea'", "'bear'"]),
        ("bear 3 on B33", ["'B33'", "'B3'"]),
        ("bear marshl", ["'marshl'", "'marshal'"]),
        ("marshal", ["'marshal'", "bear marshal"]),
        ("atack B3 L2 2", ["'atack'", "'attack'"]),
        ("hand A bear/eagel", ["'bear/eagel'", "'bear/eagle'"]),
        ("hand bear/bear", ["'bear/bear'"]),
        ("phase deplyo", ["'deplyo'", "'deploy'"]),
        ("round later", ["'round'", "number"]),
        ("round ²", ["'round'"]),
        ("first", ["'first'", "player"]),
        ("agent Ann", ["Ann", "seat"]),
        ("bear 3 B3, lion 1 B3", ["B3", "twice"]),
        ("bear lion B3", ["two empires"]),
        ("bear marshal, lion chancellor", ["bear.marshal", "lion.chancellor"]),
        ("bear 3", ["'3 bear'", "region"]),
        ("bear 1 2 B3", ["2 numbers"]),
        ("loyalty A devout", ["pairs"]),
        ("x" * (MOST + 1), [str(MOST)]),
    ],
)
def test_an_error_names_the_word_and_the_nearest_valid_one(text: str, words: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        parse(text)
    for word in words:
        assert word in str(caught.value)


def test_a_line_adds_to_the_position_before_it() -> None:
    base = said("Bear 3 on B3, Lion 1 on L2; hand Ann bear/eagle; round 2")
    more = parse("Lion 2 on L2; hand ann eagle/lion; round 1; attack B3 L2 2", base)
    assert more.position.banners == {"B3": "bear 3", "L2": "lion 2"}
    assert more.position.hands == {"Ann": ["eagle/lion"]}
    assert more.position.round == 1
    assert base.banners["L2"] == "lion 1"
    assert base.hands == {"Ann": ["bear/eagle"]}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of what one line can say, in the form in which a line says it."""
    agents: dict[str, Any] = dict(draw(st.dictionaries(SEATS, NAMES, max_size=4)))
    posts = st.lists(NAMES, min_size=1, max_size=2, unique=True).map(sorted)
    agents |= draw(st.dictionaries(REGIONS, posts, max_size=2))
    slots = st.one_of(
        st.lists(EMPIRES, min_size=1, max_size=5, unique=True), st.dictionaries(SLOT, EMPIRES, min_size=1, max_size=3)
    )
    own = EMPIRES.flatmap(
        lambda empire: st.lists(
            st.sampled_from([c for c in CARDS if c.startswith(f"{empire}/")]), min_size=1, max_size=3
        )
    )
    decks: dict[str, Any] = {deck[0].partition("/")[0]: deck for deck in draw(st.lists(own, max_size=2))}
    options: dict[str, Any] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                **dict.fromkeys(("may_pass", "hold_conquest"), TRUTHS),
                "supply_scope": st.sampled_from(["acting", "all"]),
                "agents_two_players": st.sampled_from([2, 3]),
                "border": st.just("P3-P4"),
                "order_of_clean_up": st.just("discard-first"),
            },
        )
    )
    return Position(
        preset=draw(st.sampled_from(["printed", "summary"])),
        options=options,
        players=draw(st.one_of(st.none(), st.integers(2, 4), st.lists(NAMES, min_size=2, max_size=4, unique=True))),
        round=draw(st.integers(1, 4)),
        first=draw(st.one_of(st.none(), NAMES)),
        phase=draw(st.sampled_from([None, "take-back", "deploy", "council", "mark", "loyalty", "discard", "end"])),
        turn=draw(st.one_of(st.none(), NAMES)),
        acts=draw(st.one_of(st.none(), SEATS, EMPIRES)),
        board=draw(st.sampled_from([None, "setup", "empty"])),
        banners=draw(st.dictionaries(REGIONS, BANNERS, max_size=6)),
        agents=agents,
        hands=draw(st.dictionaries(NAMES, st.lists(st.sampled_from(CARDS), max_size=4), max_size=2)),
        loyalties=draw(st.dictionaries(NAMES, slots, max_size=2)),
        revealed=draw(st.dictionaries(NAMES, st.lists(SLOT, max_size=2), max_size=2)),
        swaps=draw(st.dictionaries(NAMES, st.integers(0, 4), max_size=2)),
        decks={**draw(st.dictionaries(EMPIRES, NUMBERS, max_size=2)), **decks},
        reserves=draw(st.dictionaries(EMPIRES, NUMBERS, max_size=2)),
        seed=draw(st.integers(0, 10**9)),
    )


@settings(max_examples=120, deadline=None)
@given(position=positions())
def test_a_position_survives_being_written_in_one_line(position: Position) -> None:
    line = write(position, "attack B3 L2 2")
    assert parse(line) == OneLine(position, "attack B3 L2 2")
    assert "\n" not in line


@pytest.mark.long
@settings(max_examples=20_000, deadline=None)
@given(position=positions())
def test_many_positions_survive_being_written_in_one_line(position: Position) -> None:
    assert parse(write(position)).position == position


@pytest.mark.parametrize("name", ["bear", "two words", "a", "P1", "hand", "draw", "on", "", "x;y", "3", "Ann?"])
def test_a_name_that_a_line_cannot_say_is_refused(name: str) -> None:
    with pytest.raises(PositionError, match="name"):
        write(Position(first=name))


def test_what_only_a_file_can_say_is_refused() -> None:
    for position in (Position(chance=1), Position(agenda=[]), Position(step=3), Position(complete=True)):
        with pytest.raises(PositionError, match="case file"):
            write(position)


PIECES = st.sampled_from(
    [
        *("bear", "Lion", "B3", "L2", "3", "0", "999", "marshal", "bear.marshal", "hand", "Ann", "a", "on", "and", ","),
        *(";", "?", "attack", "add", "play", "bear/eagle", "special", "with", "loyalty", "devout", "deck", "reserve"),
        *(
            "phase",
            "deploy",
            "may_pass",
            "border",
            "agents",
            "round",
            "setup",
            "board",
            "empty",
            "²",
            "\x1b[2J",
            "\x00",
        ),
        *("players", "first", "shown", "swaps", "-1", "1e9", "/", ".", "=", "Ω", "\u202e", "swap", "preset", "layout"),
    ]
)
LINES = st.one_of(st.lists(PIECES, max_size=25).map(" ".join), st.text(max_size=60))


def answers_or_names_the_fault(line: str) -> None:
    """Reading and building end with a position, or with a PositionError that says something."""
    told = "a position"
    try:
        build(parse(line).position)
    except PositionError as error:
        told = str(error)
    assert told


@settings(max_examples=300, deadline=None)
@given(line=LINES)
def test_no_line_brings_anything_but_a_position_or_a_sentence(line: str) -> None:
    answers_or_names_the_fault(line)


@pytest.mark.long
@settings(max_examples=50_000, deadline=None)
@given(line=LINES)
def test_none_of_many_lines_brings_a_traceback(line: str) -> None:
    answers_or_names_the_fault(line)
