"""Text from strangers keeps its letters and loses what could command a terminal or garble a line."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wow_tui.clean import MOST_MARKS, clean

CASES = {
    "colour": ("AB\x1b[31mCD", "AB[31mCD"),
    "clipboard": ("AB\x1b]52;c;ZXZpbA==\x07CD", "AB]52;c;ZXZpbA==CD"),
    "C1 command": ("AB\x9b31mCD", "AB31mCD"),
    "C1 title": ("AB\x9d0;t\x9cCD", "AB0;tCD"),
    "bell, backspace, delete, nul": ("A\x07\x08\x7f\x00B", "AB"),
    "lines": ("A\r\nB\u2028C\u2029D\x85E\tF", "ABCDEF"),
    "bidi override": ("AB\u202eCD", "ABCD"),
    "bidi isolate": ("AB\u2066C\u2069D\u200f\u061c", "ABCD"),
    "zero width": ("A\u200bB\u200cC\ufeffD\u00adE", "ABCDE"),
    "blank letters": ("\u3164\u2800\u115f\u1160\uffa0A", "A"),
    "tags": ("A\U000e0041\U000e007fB", "AB"),
    "private and unassigned": ("A\ue000\U0010ffff\ufffeB", "AB"),
    "lone surrogate": ("A\udc80\ud800B", "AB"),
    "marks piled up": ("A" + "\u0301" * 40 + "B", "A\u0301\u0301B"),
    "marks of several kinds": ("A\u0301\u20dd\u0903\u0302B", "A\u0301\u20ddB"),
    "mark before any letter": ("\u0301\u0302AB", "AB"),
    "marks parted by nothing visible": ("A\u0301\u200b\u0301\u200b\u0301", "A\u0301\u0301"),
    "wide": ("漢字AB", "漢字AB"),
    "flag": ("\U0001f1e9\U0001f1ea", "\U0001f1e9\U0001f1ea"),
    "family": ("\U0001f468\u200d\U0001f469", "\U0001f468\U0001f469"),
    "markup": ("AB[@click=app.quit]CD[/]", "AB[@click=app.quit]CD[/]"),
    "names of people": ("Zoë Müller-Ngọc, Åsa, Юлия, محمد", "Zoë Müller-Ngọc, Åsa, Юлия, محمد"),
    "empty": ("", ""),
    "spaces": ("   ", "   "),
}


@pytest.mark.parametrize("name", CASES)
def test_letters_stay_and_commands_go(name: str) -> None:
    dirty, wanted = CASES[name]
    assert clean(dirty, 100) == wanted


def test_text_is_cut_at_the_limit_of_what_is_kept() -> None:
    assert clean("x" * 5000, 24) == "x" * 24
    assert clean("\x1b" * 50 + "abc", 2) == "ab"
    assert clean("abc", 0) == ""


def test_no_character_of_the_kinds_named_passes() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    passed = {unicodedata.category(char) for char in clean(every, len(every))}
    assert passed.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


@given(st.text(st.characters(), max_size=60), st.integers(0, 60))
def test_cleaning_is_bounded_and_done_once(text: str, limit: int) -> None:
    once = clean(text, limit)
    assert len(once) <= limit
    assert clean(once, limit) == once
    marks = "".join("m" if unicodedata.category(char)[0] == "M" else " " for char in once)
    assert "m" * (MOST_MARKS + 1) not in marks
