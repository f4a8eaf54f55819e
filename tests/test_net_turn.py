"""Being called to one's turn: bell, mark on the title and a notice of the terminal, each of which can be turned off."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any, cast

import pytest
from textual.screen import Screen

from wow_tui.config import Settings
from wow_tui.modes import GIVE_TITLE_BACK, KEEP_TITLE, Output
from wow_tui.screens.game.turn import call_to_turn, turn_is_over


def called(settings: Settings, far: bool) -> tuple[bytes, int]:
    """What goes to the terminal when the turn comes, goes, and the program ends; and how often the bell rang."""
    reading, writing = os.pipe()
    output, rings = Output(writing), []
    app = SimpleNamespace(settings=settings, guard=SimpleNamespace(output=output), bell=lambda: rings.append(1))
    screen = cast("Screen[None]", SimpleNamespace(app=app))
    turn_is_over(screen)
    call_to_turn(screen, far)
    call_to_turn(screen, far)
    turn_is_over(screen)
    output.shut()
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        return file.read(), len(rings)


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that is none of those known by name."""
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("TERM_PROGRAM", "VTE_VERSION"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("more", "title", "notice", "rings"),
    [
        ({}, True, True, 0),
        ({"bell": True}, True, True, 2),
        ({"title_mark": False}, False, True, 0),
        ({"notify": False}, True, False, 0),
        ({"title_mark": False, "notify": False}, False, False, 0),
    ],
)
def test_each_way_of_being_called_can_be_turned_off(
    more: dict[str, Any], title: bool, notice: bool, rings: int
) -> None:
    written, rung = called(Settings(**more), far=True)
    assert (b"\x1b]2;" in written, b"\x1b]9;" in written, rung) == (title, notice, rings)
    assert written.count(KEEP_TITLE.encode()) == written.count(GIVE_TITLE_BACK.encode()) == int(title)


def test_nobody_is_called_from_afar_by_a_match_on_this_screen() -> None:
    assert called(Settings(bell=True), far=False) == (b"", 2)


def test_terminals_that_know_another_form_of_notice_get_that_one_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "foot")
    written, _ = called(Settings(), far=True)
    assert b"\x1b]777;notify;" in written
    assert b"\x1b]9;" not in written


def test_a_program_that_ends_on_its_turn_gives_the_title_back() -> None:
    reading, writing = os.pipe()
    output = Output(writing)
    output.set_title("turn")
    output.shut()
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        assert file.read().endswith(GIVE_TITLE_BACK.encode())
