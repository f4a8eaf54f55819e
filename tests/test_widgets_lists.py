"""Hand and log: cursor, scrolling, choosing, filter."""

from __future__ import annotations

from rules.whispers.view import View
from tests.widgets_host import plays, seen, shown, speaker
from wow_tui.filtering import LogFilter, Term
from wow_tui.widgets.hand import HandPanel
from wow_tui.widgets.lined import texts
from wow_tui.widgets.log import MOST, SLACK, LogLine, LogPanel

WHY = {("bear/lion", "basic"): "Press on is played right after an attack."}


def a_hand(view: View | None = None, hidden: bool = False) -> HandPanel:
    widget = HandPanel(speaker())
    widget.show(view or seen(), plays(), WHY, hidden)
    return widget


def a_log(lines: int = 30) -> LogPanel:
    widget = LogPanel(speaker())
    told = [LogLine(0, "Round 1 begins.", "round"), LogLine(0, "Bear Marshal", "seat", "bear")]
    told += [LogLine(number, f"Event number {number} of a longish kind.") for number in range(1, lines)]
    widget.reset(told)
    return widget


# Hand


async def test_cards_stand_below_their_empires_with_three_abilities_and_what_they_cost() -> None:
    async with shown(a_hand(), 42, 20) as (host, _):
        lines = [line.strip().split("  ")[0] for line in texts(host.widget)]
        assert lines[:3] == ["B Bear 2 cards", "Bear/Lion 2 copies", "Press on"]
        assert "+ Bear" in texts(host.widget)[3]
        assert "free" in texts(host.widget)[2]


async def test_an_ability_that_cannot_be_played_says_why_when_the_cursor_rests_on_it() -> None:
    async with shown(a_hand(), 42, 20) as (host, pilot):
        assert " ".join(" ".join(texts(host.widget)[-2:]).split()) == "! Press on is played right after an attack."
        await pilot.press("enter")
        assert host.told == ["looked card:bear/lion"]


async def test_an_ability_with_one_payment_is_chosen_at_once() -> None:
    async with shown(a_hand(), 42, 20) as (host, pilot):
        await pilot.press("down", "down", "down", "enter")
        assert host.told[-1] == "chosen play lion/bear basic"


async def test_an_ability_with_several_payments_lists_them_first() -> None:
    async with shown(a_hand(), 42, 20) as (host, pilot):
        await pilot.press("down", "down", "enter")
        lines = [line.strip() for line in texts(host.widget)]
        assert lines[5:7] == ["› pay Lion/Bear", "› pay Lion/Horse"]
        await pilot.press("down", "enter")
        assert host.told[-1] == "chosen play bear/lion special with lion/horse"


async def test_the_other_card_of_a_pair_offers_the_same_option() -> None:
    async with shown(a_hand(), 42, 20) as (host, pilot):
        await pilot.press(*["down"] * 5, "enter")
        assert host.told[-1] == "chosen play bear/lion special with lion/bear"


async def test_clicks_move_the_cursor_and_then_play() -> None:
    async with shown(a_hand(), 42, 20) as (host, pilot):
        row = next(row for row, line in enumerate(texts(host.widget)) if "Borrow" in line)
        await pilot.click(HandPanel, offset=(5, row))
        assert host.told == ["looked card:lion/bear"]
        await pilot.click(HandPanel, offset=(5, row))
        assert host.told[-1] == "chosen play lion/bear basic"


async def test_a_hidden_hand_shows_no_card() -> None:
    async with shown(a_hand(hidden=True), 42, 20) as (host, _):
        assert "".join(texts(host.widget)).strip() == "Cards are hidden."


async def test_a_spectator_sees_no_hand() -> None:
    async with shown(a_hand(seen(None)), 42, 20) as (host, _):
        assert "".join(texts(host.widget)).strip() == "No cards in hand."


async def test_a_low_panel_scrolls_to_the_cursor_and_back_to_the_headings() -> None:
    async with shown(a_hand(), 30, 6) as (host, pilot):
        top = texts(host.widget)
        await pilot.press("end")
        assert "Midnight Oil" in "".join(texts(host.widget))
        await pilot.press("home")
        assert texts(host.widget) == top


# Log


async def test_the_newest_line_is_at_the_bottom() -> None:
    async with shown(a_log(), 40, 10) as (host, _):
        assert texts(host.widget)[-1].strip().startswith("Event number 29")


async def test_new_lines_follow_only_for_one_who_is_at_the_end() -> None:
    async with shown(a_log(), 40, 10) as (host, pilot):
        widget = host.widget
        assert isinstance(widget, LogPanel)
        widget.add([LogLine(40, "Fresh.")])
        assert texts(widget)[-1].strip() == "Fresh."
        await pilot.press("home")
        before = texts(widget)
        widget.add([LogLine(41, "Fresher.")])
        assert texts(widget) == before


async def test_enter_on_a_line_asks_for_its_moment() -> None:
    async with shown(a_log(), 40, 10) as (host, pilot):
        await pilot.press("up", "up", "enter")
        assert host.told == ["picked log:27"]


async def test_long_lines_wrap_and_count_as_one_for_the_cursor() -> None:
    async with shown(a_log(5), 24, 12) as (host, pilot):
        assert any(line.startswith("   longish") for line in texts(host.widget))
        await pilot.press("up", "enter")
        assert host.told == ["picked log:3"]


async def test_filter_keeps_the_headings_of_what_it_finds() -> None:
    async with shown(a_log(), 60, 10) as (host, _):
        widget = host.widget
        assert isinstance(widget, LogPanel)
        widget.set_filter(LogFilter((Term("NUMBER 7 "),)))
        lines = [line.strip(" ─") for line in texts(widget)]
        assert lines[:4] == [
            "Only: NUMBER 7",
            "Round 1 begins.",
            "Bear Marshal",
            "Event number 7 of a longish kind.",
        ]
        widget.set_filter(LogFilter((Term("nowhere"),)))
        assert texts(widget)[1].strip() == "No such line."
        widget.set_filter(LogFilter())
        assert widget.count() == 31


async def test_page_keys_and_wheel_scroll() -> None:
    async with shown(a_log(), 60, 10) as (host, pilot):
        widget = host.widget
        assert isinstance(widget, LogPanel)
        end = widget.top
        await pilot.press("pageup", "pageup")
        assert widget.top < end
        widget.scroll_by(100)
        assert widget.top == end


async def test_the_log_keeps_some_thousand_lines() -> None:
    async with shown(a_log(), 60, 10) as (host, _):
        widget = host.widget
        assert isinstance(widget, LogPanel)
        widget.add(LogLine(number, f"Line {number}.") for number in range(MOST + SLACK))
        assert widget.count() == MOST
        assert texts(widget)[-1].strip() == f"Line {MOST + SLACK - 1}."


async def test_a_new_width_wraps_anew_and_stays_at_the_line() -> None:
    async with shown(a_log(), 60, 10) as (host, pilot):
        widget = host.widget
        assert isinstance(widget, LogPanel)
        await pilot.press(*["up"] * 10)
        widget.styles.width = 24
        await pilot.pause()
        await pilot.press("enter")
        assert host.told == ["picked log:19"]
