"""`wow-tui check`: its exit status, one sentence for bad files, and never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.casefiles import FILES
from wow_tui.commands.check import command

RIGHT = """title = "A fort kills the only attacker"
rules = ["attack.fort"]
steps = ["attack B3 L2 1"]
[position]
acts = "bear.marshal"
banners = { B3 = 3, L2 = 1 }
[expect]
banners = { B3 = 2, L2 = "lion 1" }
"""
MOVE = '"attack B3 L2 1"'
HAND = "L2 = 1 }\nhands = "
TEXTS = [file.read_text("utf-8") for file in FILES]
WORDS = st.sampled_from(
    [
        *("B3", "bear", "lion 2", "-1", "99999999999999999999", "1e400", "[]", "{}", '""', "true", "nan"),
        *("\x1b[2J", "\\u0000", '"A"', "[[case]]", "continue", "play", "bear/eagle", "options", "agenda"),
        *("seed", "Ω", "=", '"²"', "[1, 'A']"),
    ]
)


def check(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def checked(folder: Path, text: str | bytes) -> Result:
    file = folder / "case.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return check(file)


def assert_unreadable(result: Result, *words: str) -> None:
    """Exit status 2 and exactly one line that says why, with these words in it."""
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    lines = [line for line in result.stderr.splitlines() if line]
    assert len(lines) == 1, lines
    assert lines[0].startswith("wow-tui check: ")
    for word in words:
        assert word in lines[0]


def test_a_case_that_holds_ends_with_0(tmp_path: Path) -> None:
    result = checked(tmp_path, RIGHT)
    assert result.exit_code == 0
    assert "1 of 1 cases hold." in result.stdout
    assert "attack B3 L2 1: legal" in result.stdout


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("B3 = 2,", "B3 = 1,", "banners B3: expected 1, found 2"),
        ('"lion 1"', '"bear 1"', "control L2: expected bear, found lion"),
        (MOVE, f'{{ move = {MOVE}, refused = "attack.hold" }}', "expected attack.hold, found legal"),
        (MOVE, '"attack B3 L1 1"', "expected legal, found attack.adjacent"),
        (MOVE, f'{{ move = {MOVE}, bars = ["attack B3 L2 3"] }}', "expected barred, found offered"),
        (MOVE, f'{{ move = {MOVE}, offers = ["attack B3 L1 3"] }}', "expected offered, found barred"),
        (MOVE, f'{{ move = {MOVE}, only = ["attack B3 L2 3"] }}', "only"),
    ],
)
def test_a_wrong_expectation_ends_with_1(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    assert right in RIGHT
    result = checked(tmp_path, RIGHT.replace(right, wrong))
    assert result.exit_code == 1
    assert said in result.stdout
    assert "0 of 1 cases hold." in result.stdout


def test_json_says_the_same_for_tools(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(RIGHT.replace("B3 = 2,", "B3 = 1,"), "utf-8")
    result = check("--json", file, tmp_path / "missing.toml")
    document = json.loads(result.stdout)
    assert result.exit_code == 2
    assert (document["held"], document["cases"]) == (0, 1)
    assert document["files"][0]["cases"][0]["failures"][0]["found"] == "2"
    assert "missing.toml" in document["files"][1]["error"]


def test_quiet_names_only_what_fails(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(RIGHT, "utf-8")
    assert check("--quiet", file).stdout == "1 of 1 cases hold.\n"


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("rules =", "ruels =", ["line 2", "'ruels'", "'rules'"]),
        ("acts =", "atcs =", ["line 5", "'atcs'", "'acts'"]),
        ("[expect]\nbanners", "[expect]\nbaners", ["'baners'", "'banners'"]),
        ('"attack B3 L2 1"', '{ mvoe = "attack B3 L2 1" }', ["line 3", "'mvoe'", "'move'"]),
        ("{ B3 = 3,", "{ B33 = 3,", ["line 6", "'B33'", "'B3'"]),
        ('"bear.marshal"', '"bear.marshall"', ["line 5", "'bear.marshal'"]),
        ("L2 = 1 }", HAND + "{ A = ['bear/eagel'] }", ["line 7", "'bear/eagel'", "'bear/eagle'"]),
        ("L2 = 1 }", HAND + "{ A = ['bear/bear'] }", ["line 7", "bear/bear"]),
        ("L2 = 1 }\n", "L2 = 1 }\npreset = 'prnted'\n", ["printed"]),
        ("L2 = 1 }\n", "L2 = 1 }\noptions = { may_pas = true }\n", ["line 7", "'may_pass'"]),
        ("L2 = 1 }\n", "L2 = 1 }\nplayers = 7\n", ["7 players"]),
        ("B3 = 3,", "B3 = 30,", ["30 bear"]),
        ("B3 = 3,", "B3 = -1,", ["line 6", "-1"]),
        ("B3 = 3,", "B3 = 'bear three',", ["line 6", "three"]),
        ("B3 = 3,", "B3 = '²',", ["line 6", "²"]),
        ("B3 = 2,", "B3 = '²',", ["line 8", "²"]),
        ("[expect]", "[expect]\nagents = { E3 = ['A', ['B']] }", ["E3"]),
        ("B3 = 2,", "B33 = 2,", ["line 8", "'B33'"]),
        ("[position]", "[position", ["TOML"]),
    ],
)
def test_an_unreadable_case_gets_line_reason_and_nearest_name(
    tmp_path: Path, right: str, wrong: str, words: list[str]
) -> None:
    assert right in RIGHT
    assert_unreadable(checked(tmp_path, RIGHT.replace(right, wrong, 1)), *words)


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    assert_unreadable(checked(tmp_path, bytes(range(256)) * 8), "UTF-8")


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    assert_unreadable(checked(tmp_path, RIGHT[: RIGHT.index("L2 = 1 }")]), "TOML")


def test_a_file_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    assert_unreadable(checked(tmp_path, "steps = " + "[" * 20_000), "TOML")
    assert_unreadable(checked(tmp_path, "a" + ".a" * 20_000 + " = 1"))


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    assert_unreadable(checked(tmp_path, RIGHT + "#" * (1 << 21)), "large")


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    assert_unreadable(check(tmp_path))
    assert_unreadable(check(tmp_path / "missing.toml"), "missing.toml")


def test_an_empty_file_is_no_case(tmp_path: Path) -> None:
    assert_unreadable(checked(tmp_path, ""))


def test_a_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    file = tmp_path / "right.toml"
    file.write_text(RIGHT, "utf-8")
    result = check(tmp_path / "missing.toml", file)
    assert result.exit_code == 2
    assert "1 of 1 cases hold." in result.stdout


def test_a_file_name_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    assert "\x1b" not in check(tmp_path / "a\x1b[2Jb.toml").output


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A real case file, shortened to a few cases, with parts cut, doubled, swapped or overwritten."""
    parts = draw(st.sampled_from(TEXTS)).split("\n[[case]]")[1:]
    start = draw(st.integers(0, len(parts) - 1))
    text = "".join(f"\n[[case]]{part}" for part in parts[start : start + 2])
    for _ in range(draw(st.integers(1, 4))):
        at, length = draw(st.integers(0, len(text))), draw(st.integers(0, 12))
        kind = draw(st.integers(0, 3))
        if kind == 0:
            text = text[:at] + text[at + length :]
        elif kind == 1:
            text = text[:at] + draw(WORDS) + text[at + length :]
        elif kind == 2:
            words = text.split(" ")
            one, other = draw(st.integers(0, len(words) - 1)), draw(st.integers(0, len(words) - 1))
            words[one] = words[other]
            text = " ".join(words)
        else:
            words = text.split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(WORDS)
            text = " ".join(words)
    data = text.encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 9)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=4)) + data[at:]
    return data


@settings(
    max_examples=150,
    deadline=2000,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=mutated())
def test_no_mutated_case_file_brings_a_traceback(tmp_path: Path, data: bytes) -> None:
    result = checked(tmp_path, data)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code in (0, 1, 2)
    if result.exit_code == 2:
        assert_unreadable(result)
