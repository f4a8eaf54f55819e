"""`wow-tui ask`: verdicts, exit statuses, what is assumed, what stays secret, and what is not even imported."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.ask import Illegal
from rules.whispers import game
from rules.whispers.barred import barred
from rules.whispers.kinds import ANSWERS
from rules.whispers.state import State
from saves.envelope import encode
from tests.games import ROWS, dealt, disguise, walk
from tests.saved_matches import moments
from wow_tui.asking.question import from_line
from wow_tui.cli import main

PLAIN = "Bear 3 on B3, Lion 1 on L2"
CASE = """title = "two steps"
steps = ["attack B3 L2 2", "continue"]
[position]
acts = "bear.marshal"
banners = { B3 = 3, L2 = 1 }
agents = { "bear.marshal" = "Ann", "bear.chancellor" = "Bob" }
loyalties = { Ann = ["lion", "bear"] }
"""
POSITION = CASE[CASE.index("acts") :]


def ask(*arguments: object, typed: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["ask", *map(str, arguments)], input=typed)


def asked(*arguments: object, typed: str | bytes | None = None) -> dict[str, Any]:
    """The document of an answer."""
    document: dict[str, Any] = json.loads(ask(*arguments, "--json", typed=typed).stdout)
    return document


def assert_bad(result: Result, *words: str) -> None:
    """Exit status 2 and exactly one sentence that holds these words."""
    assert result.exit_code == 2, result.output
    lines = [line for line in result.stderr.splitlines() if line]
    assert len(lines) == 1, lines
    assert lines[0].startswith("wow-tui ask: ")
    assert "\x1b" not in lines[0]
    for word in words:
        assert word in lines[0]


def test_a_legal_move_tells_losses_control_reserves_and_cities() -> None:
    result = ask(f"{PLAIN}; attack B3 L2 2?")
    assert result.exit_code == 0
    for words in (
        "Yes: attack B3 L2 2",
        "Banners: Bear 2 - 1 (fort) - 1 (fight) = 0; Lion 1 - 1 (fight) = 0",
        "L2: Lion 1 -> empty, Lion's",
        "Reserves: Bear 17 -> 19; Lion 19 -> 20",
        "Cities: Bear 1, ",
    ):
        assert words in result.stdout
    assert "Points" not in result.stdout


def test_points_are_told_where_the_loyalties_are_said() -> None:
    line = "2 bear L2, loyalty A bear lion; bear marshal; attack L2 L3 1"
    assert "Points: A 13 -> 14" in ask(line).stdout
    document = asked(line)
    assert document["points"] == {"before": 13, "after": 14}
    assert document["cities"]["lion"] == {"before": 3, "after": 2}
    assert asked(f"{PLAIN}; attack B3 L2 2")["points"] is None


@pytest.mark.parametrize(
    ("move", "rule", "words"),
    [
        ("attack B3 L1 1", "attack.adjacent", "B3 and L1 share no border."),
        ("attack B3 L2 7", "attack.size", "7 cannot attack from B3: 3 stand there."),
        ("attack B3 L1", "attack.adjacent", "share no border"),
        ("attack L2 B3 1", "attack.source", "L2 is Lion's, not Bear's"),
        ("draw", "act.printed", "cannot draw"),
    ],
)
def test_an_illegal_move_tells_the_rule_its_title_and_paragraph(move: str, rule: str, words: str) -> None:
    line = f"{PLAIN}; bear marshal; {move}"
    result = ask(line)
    assert result.exit_code == 1
    assert words in " ".join(result.stdout.split())
    document = asked(line)
    assert document["legal"] is False
    assert document["refusal"]["rule"] == document["rulebook"]["id"] == rule
    text = " ".join(result.stdout.split())
    assert document["rulebook"]["title"] in text
    assert " ".join(document["rulebook"]["paragraphs"][0].split()) in text


def test_a_refused_move_is_followed_by_the_legal_ones_of_its_kind() -> None:
    assert asked(f"{PLAIN}; attack B3 L2 7")["instead"] == ["attack B3 L2 1", "attack B3 L2 2", "attack B3 L2 3"]
    assert asked("2 lion L2; play bear/eagle special, remove L2 1")["instead"] == ["remove L2 2"]


def test_without_a_move_every_legal_one_is_listed_and_numbers_are_ranges() -> None:
    result = ask(PLAIN)
    assert result.exit_code == 0
    assert "attack: B3 L2 1..3" in result.stdout
    assert "Not legal" not in result.stdout
    assert "attack B3 L2 3" in asked(PLAIN)["moves"]
    with_barred = ask("--barred", PLAIN)
    assert "4 cannot attack from B3: 3 stand there. (attack.size)" in with_barred.stdout


def test_an_action_that_goes_on_says_what_is_asked_next() -> None:
    assert "The action goes on. A is asked. Place" in ask("setup; add B1 1").stdout
    assert asked("setup; add B1 1")["then"]["question"] == "add"
    assert asked(f"{PLAIN}; attack B3 L2 3")["then"] is None


@pytest.mark.parametrize(
    ("line", "seat", "cards"),
    [
        (f"{PLAIN}; attack B3 L2 2", "bear.marshal", []),
        ("lion 2 L2; attack L2 B3 1", "lion.chancellor", []),
        ("lion 2 L2; bear; add B1 1", "bear.sheriff", []),
        ("setup; add B1 4", "bear.marshal", []),
        ("setup; swap horse.sheriff", "horse.chancellor", []),
        ("lion 1 L2; draw", "lion.sheriff", []),
        ("2 bear L2; play bear/eagle special", "bear.marshal", ["bear/eagle", "eagle/bear"]),
        ("hand bear/lion; 2 bear L2; play bear/eagle special", "bear.marshal", []),
        ("Ann bear steward, Bob bear chancellor; attack B1 E1 1; setup", "bear.marshal", []),
        ("horse 2 H1", "horse.marshal", []),
        ("bear marshal; 2 bear L2; attack L2 L3 1", None, []),
        ("deploy bear.marshal", None, []),
    ],
)
def test_the_seat_and_the_cards_that_a_move_needs_are_assumed_and_said(
    line: str, seat: str | None, cards: list[str]
) -> None:
    assert asked(line)["assumed"] == {"seat": seat, "cards": cards}
    text = " ".join(ask(line).stdout.split())
    assert ("(Assumed: " in text) == bool(seat or cards)
    if seat is not None:
        assert f"the {seat.replace('.', ' ').title()} acts" in text


def test_the_closing_of_a_window_need_not_be_typed() -> None:
    line = "2 bear B3; 1 lion L3; hand bear/eagle; bear marshal; attack B3 L2 2, play bear/eagle basic"
    assert asked(line)["refusal"]["rule"] == "card.press-on"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("brea 3 on B3",), ["'brea'", "'bear'"]),
        ((PLAIN, "attac", "B3", "L2", "2"), ["'attac B3 L2 2'", "'attack'"]),
        ((f"{PLAIN}; attack B3 L22 1",), ["L22", "'L2'"]),
        ((f"{PLAIN}; attack B3 L2",), ["attack B3 L2 1..3", "say which"]),
        ((PLAIN, "\x1b[2J"), ["is no move"]),
        (("bear 21 B3",), ["21 bear banners"]),
        (("nofile",), ["nofile", "no such file"]),
        ((".",), ["folder"]),
        (("--step", "1", PLAIN), ["--step"]),
        (("x" * 300,), ["could not be read"]),
        (("a\x1b[2Jb",), ["no such file"]),
        (("bear 3 B3 " + "x" * 3000,), ["longer"]),
    ],
)
def test_bad_input_gets_one_sentence_with_the_word_and_the_nearest(
    arguments: tuple[str, ...], words: list[str]
) -> None:
    assert_bad(ask(*arguments), *words)


def test_a_file_may_be_a_case_a_position_or_a_line_and_may_come_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "file.toml"
    for text in (
        CASE,
        f"[position]\n{POSITION}",
        POSITION,
        f"[[case]]\n{CASE.replace('[position]', '[case.position]')}",
    ):
        file.write_text(text, "utf-8")
        document = asked(file, "attack B3 L2 3")
        assert document["legal"] is True
        assert document["players"] == ["Ann", "Bob"]
        assert document["points"] is not None
        assert asked("-", "attack B3 L2 3", typed=text) == document
    assert asked("-", typed=f"{PLAIN}; attack B3 L2 3\n")["legal"] is True
    assert asked(typed=f"{PLAIN}; attack B3 L2 3\n")["legal"] is True


def test_step_asks_after_so_many_steps_and_case_which_case(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(CASE, "utf-8")
    assert asked(file)["asked"]["values"]["seat"] == "bear.marshal"
    assert asked(file, "--step", 1)["asked"]["values"]["seat"] == "bear.chancellor"
    assert_bad(ask(file, "--step", 3), "case.toml", "no step 3")
    assert_bad(ask(file, "--step", -1), "no step -1")
    assert_bad(ask(file, "--case", 2), "no case 2")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CASE.replace("acts", "atcs"), ["line 4", "'acts'"]),
        (POSITION.replace("B3 = 3", "B33 = 3"), ["line 2", "'B33'", "'B3'"]),
        ("position = 3", ["table"]),
        ("[position", ["TOML"]),
        ("", ["nothing to read"]),
        ("a" + ".a" * 20_000 + " = 1", ["deeply", "deeply"]),
        ("steps = " + "[" * 20_000, ["deeply", "deeply"]),
        (b"\xff\xfe", ["UTF-8"]),
        (b"\x89WOW\r\n\x1a\n", ["cut short"]),
    ],
)
def test_a_bad_file_gets_line_reason_and_nearest_name(tmp_path: Path, text: str | bytes, words: list[str]) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert_bad(ask(file), *words)
    assert_bad(ask("-", typed=text), *words[1:])


@pytest.mark.parametrize("name", sorted(moments()))
def test_a_save_is_asked_from_the_view_of_whoever_is_asked(name: str, tmp_path: Path) -> None:
    """Saves that differ in what he may not know give the same answer, also to moves that reveal something."""
    save, chance, answers = moments()[name], random.Random(name), set()
    file = tmp_path / "game.wow"
    asks = game.asks(save.state)
    player = next(iter(asks), None)
    options = asks[player].options if player is not None else []
    moves = ["", *{option.key: option.id for option in options}.values()]
    for number in range(4):
        state = disguise(save.state, player, chance) if number else save.state
        file.write_bytes(
            encode(type(save)(**{**{f: getattr(save, f) for f in save.__struct_fields__}, "state": state}))
        )
        results = [ask(file, "--barred", "--json", move) for move in moves]
        assert all(result.exit_code == 0 for result in results), results
        answers.add("".join(result.stdout for result in results))
    assert len(answers) == 1


def test_a_game_that_is_over_asks_nobody(tmp_path: Path) -> None:
    file = tmp_path / "game.wow"
    file.write_bytes(encode(moments()["end"]))
    assert "the game is over" in ask(file).stdout
    assert ask(file, "draw").exit_code == 1


def barred_of(state: State) -> int:
    """How many plausible moves are barred; each of them must be refused, by the rule given."""
    offered = {option.id for each in game.asks(state).values() for option in each.options}
    found = barred(state)
    for each in found:
        assert each.move not in offered
        with pytest.raises(Illegal) as caught:
            game.take(state.copy(), next(iter(game.asks(state))), (each.move,))
        assert caught.value.refusal == each.refusal
    return len(found)


def test_every_barred_move_is_refused_by_the_rule_it_is_listed_with() -> None:
    seen, asked_of = 0, set()
    for seed, setting in enumerate(ROWS["whispers"].settings[:8]):
        for number, step in enumerate(
            walk(game.GAME, dealt(setting.players, setting.options, seed), random.Random(seed))
        ):
            frame = type(step.state.agenda[-1])
            if frame not in asked_of or number % 9 == 0:
                seen += barred_of(step.state)
            asked_of.add(frame)
    assert seen > 1000
    assert len(asked_of) > len(ANSWERS) // 2


def test_what_people_try_is_among_the_barred_moves() -> None:
    state = from_line(f"{PLAIN}; 3 lion L3; hand bear/eagle; bear marshal").question.state
    rules = {each.move: each.refusal.rule for each in barred(state)}
    expected = {
        "attack B3 L2 4": "attack.size",
        "attack B3 B1 1": "attack.own-region",
        "attack B3 L3 1": "attack.adjacent",
        "attack L2 B3 1": "attack.source",
        "add L2 1": "add.control",
        "add B1 5": "add.amount",
        "draw": "act.printed",
        "pass": "act.must",
        "play bear/eagle basic": "card.window",
        "play bear/eagle special": "card.pay",
    }
    assert {move: rules.get(move) for move in expected} == expected
    assert barred(from_line("phase end").question.state) == []


def loaded(arguments: list[str]) -> set[str]:
    """The packages that a process has imported after it has answered."""
    code = (
        "import sys, wow_tui.cli\n"
        f"sys.argv = ['wow-tui', 'ask', *{arguments!r}]\n"
        "try: wow_tui.cli.main()\n"
        "finally: print('MODULES', *sorted(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=POSITION, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = {name.partition(".")[0] for name in done.stderr.rpartition("MODULES")[2].split()}
    assert "wow_tui" in names
    return names


@pytest.mark.parametrize("arguments", [[f"{PLAIN}; attack B3 L2 2"], [PLAIN, "--barred"], ["-", "attack B3 L2 2"]])
def test_an_answer_imports_no_screen(arguments: list[str]) -> None:
    assert not loaded(arguments) & {"textual", "rich", "hypothesis"}


def test_an_answer_imports_no_event_loop() -> None:
    assert "asyncio" not in loaded([f"{PLAIN}; attack B3 L2 2"])


WORDS = st.sampled_from(
    [
        *(
            "attack",
            "B3",
            "L2",
            "2",
            "add",
            "play",
            "bear/eagle",
            "special",
            "with",
            "eagle/lion",
            "remove",
            "done",
            "to",
        ),
        *(
            "swap",
            "devout",
            "bear.marshal",
            "999",
            "²",
            "\x1b[2J",
            "use",
            "move",
            "draw",
            "pass",
            "keep",
            ",",
            "discard",
        ),
        *("Bear", "3", "on", ";", "hand", "A", "round", "phase", "loyalty", "deploy", "marshal", "=", "[", '"', "\x00"),
    ]
)


def answers(arguments: list[str], typed: str | None = None) -> None:
    """A status of 0, 1 or 2 and no traceback, whatever is asked."""
    result = ask(*arguments, typed=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code in (0, 1, 2)
    assert "\x1b" not in result.output
    if result.exit_code == 2 and not result.stderr.startswith("Usage"):
        assert_bad(result)


SMALL = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
LONG = settings(max_examples=10_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@SMALL
@given(position=st.lists(WORDS, max_size=14).map(" ".join), move=st.lists(WORDS, max_size=8).map(" ".join))
def test_no_question_brings_a_traceback(position: str, move: str) -> None:
    answers(["--", f"{position} ", move])
    answers(["-"], typed=f"{position}; {move}")


@pytest.mark.long
@LONG
@given(position=st.lists(WORDS, max_size=14).map(" ".join), move=st.lists(WORDS, max_size=8).map(" ".join))
def test_none_of_many_questions_brings_a_traceback(position: str, move: str) -> None:
    answers(["--", f"{position} ", move])


@SMALL
@given(move=st.lists(WORDS, max_size=10).map(" ".join))
def test_no_move_on_a_good_position_brings_a_traceback(move: str) -> None:
    answers(["--", f"{PLAIN}; hand bear/eagle bear/lion eagle/lion lion/horse; bear marshal", move])
