"""The council track: marks, delegation, jumps, cursor and clicks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.widgets_host import seen, shown, speaker
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.lined import texts
from wow_tui.widgets.words import mark

COMPACT = (30, 6)
WIDE = (42, 16)


def a_track(**what: Any) -> CouncilTrack:
    widget = CouncilTrack(speaker())
    defaults = {"legal": ("lion.sheriff", "lion.marshal"), "current": "bear.marshal", "agent": "bear.chancellor"}
    widget.show(seen(), **defaults | what)
    return widget


def lion(lines: list[str]) -> str:
    return next(line for line in lines if "Lion" in line)


async def test_a_seat_shows_its_agent_and_who_will_act_for_it_in_brackets() -> None:
    async with shown(a_track(legal=()), *COMPACT) as (host, _):
        lines = texts(host.widget)
        assert lines[1].split() == ["B", "Bear", "(I1)", "I1", "►(A2)", "A2"]
        assert lion(lines).split() == ["L", "Lion", "(C3)", "(C3)", "C3", "·"]


async def test_a_jump_is_marked_where_play_is_and_where_it_returns() -> None:
    widget = a_track(legal=(), current="lion.marshal", agent="lion.marshal", came_from="bear.steward")
    async with shown(widget, *COMPACT) as (_, _):
        lines = texts(widget)
        assert "←" in lines[1]
        assert "→" in lion(lines)


async def test_legal_seats_carry_a_sign() -> None:
    async with shown(a_track(), *COMPACT) as (host, _):
        assert lion(texts(host.widget)).count("›") == 2


async def test_printed_actions_come_from_the_board_and_appear_from_42_columns_on() -> None:
    async with shown(a_track(), *WIDE) as (host, _):
        lines = texts(host.widget)
        assert lines[2].split() == ["+1/farm", "1c/2farm", "+1/fort", "attack"]
        assert lines[3].split() == ["attack", "+2", "attack", "swap"]


async def test_printed_actions_in_full_words_with_more_room() -> None:
    async with shown(a_track(), 56, 16) as (host, _):
        assert "+1 per farm" in texts(host.widget)[2]
        assert "1 card/2 farms" in texts(host.widget)[2]


async def test_compact_leaves_the_actions_out_even_with_room() -> None:
    widget = a_track()
    widget.set_compact(True)
    async with shown(widget, *WIDE) as (_, _):
        assert "farm" not in "".join(texts(widget))


async def test_arrows_walk_the_seats_and_stop_at_the_edges() -> None:
    async with shown(a_track(legal=()), *COMPACT) as (host, pilot):
        await pilot.press("up", "left", "right", "j")
        assert host.told == [
            f"looked seat:{seat}" for seat in ("bear.sheriff", "bear.sheriff", "bear.steward", "eagle.steward")
        ]


async def test_tab_cycles_legal_seats_and_enter_picks() -> None:
    async with shown(a_track(), *COMPACT) as (host, pilot):
        await pilot.press("tab", "enter", "shift+tab", "space")
        assert host.told == [
            "looked seat:lion.marshal",
            "picked seat:lion.marshal",
            "looked seat:lion.sheriff",
            "picked seat:lion.sheriff",
        ]


async def test_enter_on_another_seat_only_looks() -> None:
    async with shown(a_track(), *COMPACT) as (host, pilot):
        await pilot.press("up", "enter")
        assert host.told == ["looked seat:elephant.sheriff"] * 2


@pytest.mark.parametrize("size", [COMPACT, WIDE], ids=["compact", "wide"])
async def test_every_seat_can_be_clicked(size: tuple[int, int]) -> None:
    widget = a_track(legal=())
    async with shown(widget, *size) as (host, pilot):
        board = seen().board()
        for seat in range(len(board.seats)):
            row = widget._rows(seat)[0]
            column = 12 + sum(widget._columns[: seat % 4])
            await pilot.click(CouncilTrack, offset=(column, row))
        assert [told.partition("seat:")[2] for told in host.told] == list(board.seats)


async def test_second_click_picks() -> None:
    async with shown(a_track(), *COMPACT) as (host, pilot):
        await pilot.click(CouncilTrack, offset=(24, 4))
        await pilot.click(CouncilTrack, offset=(24, 4))
        assert host.told == ["looked seat:lion.marshal", "picked seat:lion.marshal"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("ash", "A1"), ("漢字", "#1"), ("漢字 circle", "C1"), ("", "#1"), ("   ", "#1"), ("!?", "#1"), ("ßx", "X1")],
)
def test_a_mark_is_two_narrow_characters_whatever_the_name(name: str, expected: str) -> None:
    assert mark([name], 0) == expected


def test_marks_are_unique_even_for_equal_names() -> None:
    assert len({mark(["same"] * 4, player) for player in range(4)}) == 4
