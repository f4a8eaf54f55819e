"""The prompt: question, choices by digit, key and click, preview and refusal; and the lines above and below."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.widgets_host import seen, shown, speaker
from wow_tui.choosing import Step
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.lined import texts
from wow_tui.widgets.prompt import PromptPanel

SMALL = (50, 4)


def steps(*refs: str) -> list[Step]:
    return [Step(ref, 1, None) for ref in refs]


VERBS = steps("verb:add", "verb:attack", "verb:draw")


def a_prompt(choices: Sequence[Step] = VERBS, asked: str = "Bear Marshal: choose.") -> PromptPanel:
    widget = PromptPanel(speaker())
    widget.show(asked, choices)
    return widget


async def test_question_and_choices_stand_in_two_lines_at_80x24() -> None:
    async with shown(a_prompt(), *SMALL) as (host, _):
        lines = texts(host.widget)
        assert lines[0].strip() == "Bear Marshal: choose."
        assert lines[1].strip() == "1 add   2 attack   3 draw"


async def test_what_lies_on_map_and_councils_is_counted_not_listed() -> None:
    choices = steps("region:B1", "region:B2", "seat:bear.marshal", "verb:done")
    async with shown(a_prompt(choices), 60, 4) as (host, _):
        lines = texts(host.widget)
        assert lines[0].rstrip().endswith("› 2 on the map, 1 on the councils")
        assert lines[1].strip() == "1 go on"


async def test_a_digit_picks_the_choice_of_that_number() -> None:
    async with shown(a_prompt(), *SMALL) as (host, pilot):
        await pilot.press("2")
        assert host.told == ["looked verb:attack", "picked verb:attack"]


async def test_an_amount_is_its_own_key_and_waits_only_while_a_longer_one_can_be_meant() -> None:
    amounts = steps(*(f"number:{number}" for number in range(1, 13)))
    async with shown(a_prompt(amounts), *SMALL) as (host, pilot):
        await pilot.press("5")
        assert host.told[-1] == "picked number:5"
        await pilot.press("1")
        assert host.told[-1] == "looked number:1"
        await pilot.press("2")
        assert host.told[-1] == "picked number:12"
        await pilot.press("1", "enter")
        assert host.told[-1] == "picked number:1"


async def test_a_digit_that_fits_nothing_is_left_to_the_screen() -> None:
    async with shown(a_prompt(), *SMALL) as (host, _):
        widget = host.widget
        assert isinstance(widget, PromptPanel)
        assert not widget.press("9")
        assert host.told == []


async def test_arrows_and_enter_pick() -> None:
    async with shown(a_prompt(), *SMALL) as (host, pilot):
        await pilot.press("right", "l", "h", "enter")
        assert host.told[-1] == "picked verb:attack"


async def test_a_click_picks() -> None:
    async with shown(a_prompt(), *SMALL) as (host, pilot):
        await pilot.click(PromptPanel, offset=(12, 1))
        assert host.told == ["picked verb:attack"]


async def test_many_choices_turn_pages_with_the_cursor_and_by_click() -> None:
    cards = steps(*(f"card:bear/{other}" for other in ("lion", "eagle", "horse", "elephant")), "verb:done")
    async with shown(a_prompt(cards), *SMALL) as (host, pilot):
        assert "‹1/2›" in texts(host.widget)[1]
        await pilot.press("down")
        assert "3 Bear/Horse" in texts(host.widget)[1]
        await pilot.click(PromptPanel, offset=(47, 1))
        assert "1 Bear/Lion" in texts(host.widget)[1]
        await pilot.click(PromptPanel, offset=(47, 1))
        assert "5 go on" in texts(host.widget)[1]
        await pilot.press("1")
        assert host.told[-1] == "picked card:bear/lion"


async def test_a_taller_panel_gives_the_choices_more_lines() -> None:
    cards = steps(*(f"card:bear/{other}" for other in ("lion", "eagle", "horse", "elephant")))
    async with shown(a_prompt(cards), 50, 7) as (host, _):
        assert "4 Bear/Elephant" in texts(host.widget)[2]


async def test_a_long_question_takes_two_lines_from_five_on() -> None:
    asked = "Horse Sheriff, by your agent on Horse Marshal: choose an action for Horse."
    async with shown(a_prompt(asked=asked), 50, 5) as (host, _):
        assert " ".join(" ".join(texts(host.widget)[:2]).split()) == asked


async def test_a_preview_shows_its_lines_and_scrolls() -> None:
    async with shown(a_prompt(), *SMALL) as (host, pilot):
        widget = host.widget
        assert isinstance(widget, PromptPanel)
        widget.show_preview(["one", "two", "three"])
        assert [line.strip() for line in texts(widget)[2:]] == ["one", "2 more lines"]
        await pilot.press("pagedown")
        assert [line.strip() for line in texts(widget)[2:]] == ["two", "three"]


async def test_a_refusal_keeps_the_rule_even_if_the_reason_is_too_long() -> None:
    async with shown(a_prompt(), *SMALL) as (host, _):
        widget = host.widget
        assert isinstance(widget, PromptPanel)
        widget.show_refusal("B3 and L2 share no border. " * 9, "attack.adjacent")
        assert texts(widget)[2].startswith("! B3 and L2")
        assert texts(widget)[3].split("…")[1].strip() == "rule attack.adjacent"
        widget.show_refusal("No.", "x")
        assert texts(widget)[2].strip() == "! No.  rule x"


async def test_a_new_question_takes_the_preview_away() -> None:
    async with shown(a_prompt(), *SMALL) as (host, _):
        widget = host.widget
        assert isinstance(widget, PromptPanel)
        widget.show_preview(["one"])
        widget.show("Next.")
        assert "".join(texts(widget)).strip() == "Next."


# Top and bottom line


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (100, "Round 2 of 4 │ Bear Marshal acts, by the agent on Bear Chancellor │ waiting for Ash"),
        (80, "Round 2 of 4 │ Bear Marshal acts │ waiting for Ash"),
        (30, "waiting for Ash"),
    ],
)
async def test_top_line_leaves_out_the_less_important_first(width: int, expected: str) -> None:
    widget = TopLine(speaker())
    widget.show(seen(), seat="bear.marshal", agent="bear.chancellor", speed="normal")
    async with shown(widget, width, 1) as (_, _):
        assert texts(widget)[0].split() == [*expected.split(), "normal"]


async def test_top_line_shows_mode_and_trouble() -> None:
    widget = TopLine(speaker())
    widget.show(seen(), mode="REPLAY", trouble="disk full")
    async with shown(widget, 80, 1) as (_, _):
        assert texts(widget)[0].startswith(" REPLAY  Round 2 of 4")
        assert texts(widget)[0].rstrip().endswith("! not saved: disk full")
