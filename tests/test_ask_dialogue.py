"""The dialogue of `wow-tui ask`: the position stays, lines add to it, and the end is polite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wow_tui.asking.dialogue import Dialogue


def talk(*lines: str) -> list[str]:
    """What is answered to these lines, the end of input after them."""
    out: list[str] = []
    rest: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        line = next(rest, None)
        if line is None:
            raise EOFError
        out.append(f"{prompt}{line}")
        return line

    Dialogue(read, out.append).run()
    return out


def after(line: str, out: list[str]) -> str:
    """What was answered to the last such line."""
    place = len(out) - 1 - out[::-1].index(f"ask> {line}")
    rest = out[place + 1 :]
    end = next((at for at, each in enumerate(rest) if each.startswith("ask> ")), len(rest))
    return "\n".join(rest[:end])


FIRST = "Bear 3 on B3, Lion 1 on L2; attack B3 L2 2?"


def test_the_position_stays_and_a_line_may_be_only_a_move() -> None:
    out = talk(FIRST, "attack B3 L2 3?")
    assert "Yes: attack B3 L2 2" in after(FIRST, out)
    assert "Bear 3 - 1 (fort) - 1 (fight) = 1" in after("attack B3 L2 3?", out)


def test_a_line_without_a_move_asks_about_the_last_move_again() -> None:
    out = talk(FIRST, "2 lion L2")
    assert "Lion 2 - 1 (fight) = 1" in after("2 lion L2", out)


def test_undo_takes_a_line_back_and_new_begins_anew() -> None:
    out = talk("undo", FIRST, "2 lion L2", "undo", "show", "new", "show", "undo", "show")
    assert "nothing to take back" in after("undo", out[: out.index(f"ask> {FIRST}")])
    assert "Position: 3 bear B3, 2 lion L2" not in after("undo", out)
    assert "Position: 3 bear B3, 1 lion L2" in after("show", out)
    assert "the set-up stands" in after("new", out)


def test_a_wrong_line_changes_nothing() -> None:
    out = talk(FIRST, "5 lion L22", "21 bear B3", "atack B3 L2 2", "show")
    assert "'L22' is not known here; did you mean 'L2'?" in after("5 lion L22", out)
    assert "there are 20" in after("21 bear B3", out)
    assert "did you mean 'attack'?" in after("atack B3 L2 2", out)
    assert after("show", out) == "Position: 3 bear B3, 1 lion L2\n\nGoodbye."


def test_the_form_the_moves_and_the_barred_moves_can_be_shown() -> None:
    out = talk("?", FIRST, "moves", "barred")
    assert "3 bear B3, 1 lion L2" in after("?", out)
    assert "attack: B3 L2 1..3" in after("moves", out)
    assert "Not legal" not in after("moves", out)
    assert "(attack.size)" in after("barred", out)


@pytest.mark.parametrize("lines", [(), ("",), ("quit",), (FIRST, "", "never read")])
def test_an_empty_line_or_the_end_of_input_ends_politely(lines: tuple[str, ...]) -> None:
    out = talk(*lines)
    assert out[-1] == "Goodbye."
    assert "ask> never read" not in out


WORDS = ["undo", "new", "show", "moves", "barred", "?", FIRST, "attack B3 L2", "bear", "hand bear/eagle", "²", "x y"]
ODD = [*WORDS, "phase end", "phase mark", "round 9", "players 4", "first Zed", "reserve bear 0", "\x1b[2J", "a\x00b"]


@settings(max_examples=60, deadline=None)
@given(lines=st.lists(st.sampled_from(ODD), max_size=12))
def test_no_conversation_brings_a_traceback_or_a_control_character(lines: list[str]) -> None:
    out = talk(*lines)
    assert out[-1] == "Goodbye."
    assert not any("\x1b" in line or "{" in line for line in out if not line.startswith("ask> "))


def test_a_move_can_be_made_and_taken_back() -> None:
    out = talk("Bear 3 on B3, Lion 1 on L2; attack B3 L2 3", "make", "show", "undo", "show")
    assert "asked" in after("make", out)
    assert "bear L2" in "\n".join(out)
    assert "lion L2" in after("show", out)
    assert "No. " in after("make", talk(FIRST, "attack B3 B1 1", "make"))
    assert "first" in after("make", talk("make"))


def test_a_position_is_told_as_a_code_and_opened_from_one() -> None:
    code = after("code", talk(FIRST, "code")).splitlines()[0].removeprefix("Code: ")
    assert code.startswith("wow1")
    out = talk(code, "attack B3 L2 2")
    assert "Yes: attack B3 L2 2" in after("attack B3 L2 2", out)
    assert "not whole" in after(code[:-1], talk(code[:-1]))


def test_positions_are_kept_under_names_and_compared() -> None:
    out = talk(FIRST, "keep one", "2 lion L2", "compare one", "go one", "compare one", "go tow")
    assert "Lion 2" in after("compare one", out[: out.index("ask> go one")])
    assert "Nothing" in after("compare one", out)
    assert "did you mean" not in after("go tow", talk("go tow"))
    assert "'tow'" in after("go tow", out)
