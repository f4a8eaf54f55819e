"""Loyalties and societies: the sums are right, and nothing secret shows where it must not."""

from __future__ import annotations

from rules.whispers.view import view
from tests.widgets_host import seen, shown, speaker, table
from wow_tui.widgets.lined import texts
from wow_tui.widgets.loyalty import LoyaltyPanel
from wow_tui.widgets.societies import SocietiesPanel


async def lines_of(player: int | None, hidden: bool = False) -> list[str]:
    widget = LoyaltyPanel(speaker())
    widget.show(seen(player), hidden)
    async with shown(widget, 30, 6):
        return texts(widget)


async def test_points_of_the_slots_add_up_to_the_score_of_the_rules() -> None:
    lines = await lines_of(0)
    points = [int(line.split()[-1].replace("−", "-")) for line in lines]
    assert sum(points[:5]) == points[5] == seen(0).score


async def test_revealed_tokens_carry_a_sign() -> None:
    lines = await lines_of(0)
    assert [line[13] for line in lines[:5]] == ["=", " ", " ", " ", " "]


async def test_hidden_shows_only_what_everybody_has_seen() -> None:
    lines = await lines_of(0, hidden=True)
    assert [line.split()[-1] for line in lines[1:5]] == ["?"] * 4
    assert lines[0].split()[-1] == "Bear"
    assert lines[5].strip() == "Hidden"


async def test_a_hidden_panel_is_the_same_whatever_the_hidden_loyalties_are() -> None:
    state, widget = table(), LoyaltyPanel(speaker())
    before = await lines_of(0, hidden=True)
    state.loyalty[0] = [0, 4, 3, 2, 1]
    widget.show(view(state, 0), hidden=True)
    async with shown(widget, 30, 6):
        assert texts(widget) == before


async def test_a_spectator_has_no_loyalties() -> None:
    assert "".join(await lines_of(None)).split() == ["A", "spectator", "has", "no", "loyalties."]


async def test_societies_show_hands_agents_left_and_revealed_tokens_only() -> None:
    widget = SocietiesPanel(speaker())
    widget.show(seen(0), ["person"] * 3)
    async with shown(widget, 30, 4):
        lines = texts(widget)
    state = table()
    cards = [str(len(hand)) for hand in state.hands]
    left = [str(state.board().agents_per_player - placed) for placed in (2, 1, 1)]
    assert lines[1].split() == ["I1", "Iron", "Veil", "★", cards[0], left[0], "B"]
    assert lines[2].split() == ["►A2", "Ash", cards[1], left[1], "PB"]
    assert lines[3].split() == ["C3", "漢字", "Circle", cards[2], left[2]]
