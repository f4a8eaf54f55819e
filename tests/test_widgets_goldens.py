"""What the widgets show, as plain text in tests/goldens/widgets, to be read and reviewed.

After a change that is meant: `WOW_GOLDENS=renew pytest tests/test_widgets_goldens.py`, then read the diff.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.test_widgets_lists import a_hand, a_log
from tests.test_widgets_prompt import VERBS, steps
from tests.widgets_host import seen, shown, speaker
from wow_tui.boards.whispers import TIERS, Tier, drawing
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.lined import Lined, texts
from wow_tui.widgets.loyalty import LoyaltyPanel
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.prompt import PromptPanel
from wow_tui.widgets.societies import SocietiesPanel

FOLDER = Path(__file__).parent / "goldens" / "widgets"
Case = tuple[Callable[[], Lined], int, int]


def a_map(tier: Tier) -> Callable[[], Lined]:
    def make() -> Lined:
        widget = MapWidget(speaker(), tier)
        widget.show(seen(), ("E1", "L1", "H1"), "B1", "L2", {"P3": "+"})
        return widget

    return make


def council() -> Lined:
    widget = CouncilTrack(speaker())
    widget.show(seen(), ("lion.sheriff",), "lion.marshal", "lion.marshal", "bear.steward")
    return widget


def loyalty(hidden: bool = False) -> Lined:
    widget = LoyaltyPanel(speaker())
    widget.show(seen(), hidden)
    return widget


def societies() -> Lined:
    widget = SocietiesPanel(speaker())
    widget.show(seen(), ("person", "bot greedy", "bot random"))
    return widget


def refused() -> Lined:
    widget = PromptPanel(speaker())
    widget.show("Bear Marshal: choose an action for Bear.", [*VERBS, *steps("region:B1")])
    widget.show_refusal("B3 and L2 share no border.", "attack.adjacent")
    return widget


def top() -> Lined:
    widget = TopLine(speaker())
    widget.show(seen(), seat="bear.marshal", agent="bear.chancellor", mode="REPLAY", trouble="disk full")
    return widget


CASES: dict[str, Case] = {
    **{f"map-{tier.name}": (a_map(tier), drawing(tier).width, drawing(tier).height) for tier in TIERS},
    "council-30x6": (council, 30, 6),
    "council-42x16": (council, 42, 16),
    "council-56x16": (council, 56, 16),
    "hand-30x12": (a_hand, 30, 12),
    "hand-50x19": (a_hand, 50, 19),
    "loyalty-30x6": (loyalty, 30, 6),
    "loyalty-hidden-30x6": (lambda: loyalty(True), 30, 6),
    "societies-30x4": (societies, 30, 4),
    "societies-56x4": (societies, 56, 4),
    "prompt-50x4": (refused, 50, 4),
    "log-30x9": (a_log, 30, 9),
    "top-80x1": (top, 80, 1),
}


@pytest.mark.parametrize("ascii_only", [False, True], ids=["signs", "ascii"])
@pytest.mark.parametrize("name", CASES)
async def test_a_widget_shows_what_its_golden_says_in_lines_of_its_width(name: str, ascii_only: bool) -> None:
    make, width, height = CASES[name]
    widget = make()
    async with shown(widget, width, height) as (_, pilot):
        widget.ascii_only = ascii_only
        await pilot.pause()
        lines = texts(widget)
    assert [cell_len(line) for line in lines] == [width] * height
    if ascii_only:
        assert not any(sign in "".join(lines) for sign in "›·→←►★…▲▼‹─│−■●┃━")
    file = FOLDER / f"{name}{'-ascii' if ascii_only else ''}.txt"
    found = "".join(line.rstrip() + "\n" for line in lines)
    if os.environ.get("WOW_GOLDENS") == "renew":
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


def test_no_golden_is_left_over() -> None:
    wanted = {f"{name}{ending}.txt" for name in CASES for ending in ("", "-ascii")}
    assert {file.name for file in FOLDER.iterdir()} == wanted
