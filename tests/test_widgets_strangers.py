"""Names and texts from strangers reach no strip raw and break no width."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.console import Console

from rules.whispers.view import View
from tests.strangers import PAYLOADS
from tests.test_widgets_lists import a_hand
from tests.widgets_host import seen, shown, speaker
from wow_tui.filtering import LogFilter, Term
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.lined import Lined, cut, safe
from wow_tui.widgets.log import LogLine, LogPanel
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.prompt import PromptPanel
from wow_tui.widgets.societies import SocietiesPanel
from wow_tui.widgets.wrapping import wrap

FORBIDDEN = {*map(chr, range(32)), *map(chr, range(0x7F, 0xA0)), *"\u202e\u2066\u200b\u200d\u2028\ufeff\ufe0f\udc80"}


def a_map(speak: Speaker, view: View, text: str) -> Lined:
    widget = MapWidget(speak)
    widget.show(view, ("B1",))
    return widget


def council(speak: Speaker, view: View, text: str) -> Lined:
    widget = CouncilTrack(speak)
    widget.show(view)
    return widget


def societies(speak: Speaker, view: View, text: str) -> Lined:
    widget = SocietiesPanel(speak)
    widget.show(view, [text] * 3)
    return widget


def prompt(speak: Speaker, view: View, text: str) -> Lined:
    widget = PromptPanel(speak)
    widget.show(text)
    widget.show_refusal(text, text)
    return widget


def preview(speak: Speaker, view: View, text: str) -> Lined:
    widget = PromptPanel(speak)
    widget.show(text)
    widget.show_preview([text, text])
    return widget


def log(speak: Speaker, view: View, text: str) -> Lined:
    widget = LogPanel(speak)
    widget.reset([LogLine(1, text, "round"), LogLine(1, text, "seat"), LogLine(2, text), LogLine(3, f"a {text} b")])
    return widget


def filtered(speak: Speaker, view: View, text: str) -> Lined:
    widget = LogPanel(speak)
    widget.set_filter(LogFilter((Term(text),)))
    return widget


def hand(speak: Speaker, view: View, text: str) -> Lined:
    widget = a_hand()
    widget.show(view, (), {("bear/lion", "basic"): text})
    return widget


def top(speak: Speaker, view: View, text: str) -> Lined:
    widget = TopLine(speak)
    widget.show(view, waiting=text, mode=text[:5], speed=text, trouble=text)
    return widget


MAKERS = (a_map, council, societies, prompt, preview, log, filtered, hand, top)


# Each text goes through three widgets and each widget gets a third of the texts; all pairs in the long suite.
PAIRS = [
    pytest.param(make, name, marks=[pytest.mark.long] if (row + column) % 3 else [], id=f"{make.__name__}-{name}")
    for row, make in enumerate(MAKERS)
    for column, name in enumerate(PAYLOADS)
]


@pytest.mark.parametrize(("make", "payload"), PAIRS)
async def test_no_payload_gets_through_a_widget(make: Callable[[Speaker, View, str], Lined], payload: str) -> None:
    text = PAYLOADS[payload]
    widget = make(speaker(*[text] * 3), seen(), text)
    async with shown(widget, 50, 12):
        strips = [widget.render_line(row) for row in range(12)]
    for strip in strips:
        assert cell_len(strip.text) == strip.cell_length == 50
        assert not FORBIDDEN & set(strip.text)
        assert not any(segment.style and (segment.style.meta or segment.style.link) for segment in strip)
        assert "evil" not in strip.render(Console()) or "evil" in strip.text


@pytest.mark.parametrize("payload", PAYLOADS)
def test_safe_texts_hold_nothing_that_commands_a_terminal(payload: str) -> None:
    assert not FORBIDDEN & set(safe(PAYLOADS[payload]))


def test_markup_is_shown_as_it_was_typed() -> None:
    assert safe(PAYLOADS["markup"]) == PAYLOADS["markup"]


@pytest.mark.parametrize("width", range(7))
@pytest.mark.parametrize("text", ["漢字漢字", "abcdef", "a漢b", ""])
def test_a_cut_never_exceeds_its_width(text: str, width: int) -> None:
    assert cell_len(cut(text, width)) <= width


@pytest.mark.parametrize("width", [2, 3, 7, 30])
@pytest.mark.parametrize("payload", PAYLOADS)
def test_wrapped_lines_are_never_too_wide(payload: str, width: int) -> None:
    text = safe(PAYLOADS[payload])
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
