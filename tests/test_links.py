"""Cross-links: whatever has an id opens its page, and one key opens that of what has the focus."""

from __future__ import annotations

import pytest

from rules.ask import Ask
from rules.whispers.layout import board
from rules.whispers.options import Options
from rules.whispers.rulebook import load
from tests.test_game_screen import app_for, game, until_asked
from tests.ways import until
from wow_tui.screens.game.about import ask_rule
from wow_tui.screens.links import ICON_RULES, page_of
from wow_tui.screens.quit import Page
from wow_tui.screens.rule_page import LinkedPage
from wow_tui.screens.rulebook import RulebookScreen
from wow_tui.text.catalogue import catalogue
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.log import LogPanel
from wow_tui.widgets.map import MapWidget

BOARD = board(Options().layout, Options().border)


@pytest.mark.parametrize("ref", ["rule:attack.fort", "rule:", "card:bear/lion", "seat:bear.marshal"])
def test_every_kind_of_thing_has_a_page(ref: str) -> None:
    assert isinstance(page_of(ref, BOARD), Page | RulebookScreen)
    assert page_of("number:2", BOARD) is None


def test_every_region_has_a_page_and_every_icon_a_rule() -> None:
    for region in BOARD.regions:
        assert isinstance(page_of(f"region:{region}", BOARD), Page)
    assert set(ICON_RULES) == set(BOARD.icons)
    assert set(ICON_RULES.values()) <= set(load("en").rules)


def test_every_question_there_are_words_for_has_a_rule_of_the_rulebook_behind_it() -> None:
    keys = {key.split(".")[1] for key in catalogue("en").messages if key.startswith("ask.") and key.count(".") == 1}
    asks = [Ask(0, 0, key, {}, []) for key in keys - {"add-once"}]
    asks += [Ask(0, 0, "add-once", {"rule": ability}, []) for ability in ("garrison", "uprising")]
    assert len(asks) > 20
    for ask in asks:
        assert ask_rule(ask) in load("en").rules, ask.key


async def test_one_key_opens_the_rule_of_the_question_the_line_the_seat_or_the_region() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=(120, 40)) as pilot:
        assert await until_asked(pilot, app)
        screen = game(app)
        assert screen.desk.ask is not None
        await screen.give([screen.desk.ask.options[0].id])
        assert await until_asked(pilot, app)
        for place, key, title in (
            (CouncilTrack, "i", "Bear Marshal"),
            (MapWidget, "i", "B3 "),
            (LogPanel, "i", ""),
            (MapWidget, "r", "Placing agents"),
        ):
            screen.query_one(place).focus()
            await pilot.pause()
            screen.desk.looked = {"Bear Marshal": "seat:bear.marshal"}.get(title, "region:B3")
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, Page | RulebookScreen)
            if isinstance(app.screen, RulebookScreen):
                assert app.screen.rule is not None
                assert app.screen.rule.title.startswith(title)
            else:
                assert str(app.screen._title).startswith(title)
            await pilot.press("escape")
            await pilot.pause()


@pytest.mark.parametrize(
    ("ref", "rule", "number"),
    [("card:bear/lion", "card.", "2"), ("seat:bear.marshal", "act.printed", "2"), ("region:B3", "attack.fort", None)],
)
async def test_the_rules_named_on_a_page_are_links_to_the_rulebook_and_back(
    ref: str, rule: str, number: str | None
) -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await until_asked(pilot, app)
        page = page_of(ref, BOARD)
        assert isinstance(page, LinkedPage)
        app.push_screen(page)
        await until(pilot, lambda: app.screen is page)
        wanted = next(each for each in page._rules if each.startswith(rule))
        await pilot.press(number or str(page._rules.index(wanted) + 1))
        await until(pilot, lambda: isinstance(app.screen, RulebookScreen))
        assert isinstance(app.screen, RulebookScreen)
        assert app.screen.rule is not None
        assert app.screen.rule.id.startswith(rule)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is page)


async def test_a_click_follows_a_link_of_a_page() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await until_asked(pilot, app)
        page = page_of("seat:bear.marshal", BOARD)
        assert isinstance(page, LinkedPage)
        app.push_screen(page)
        await until(pilot, lambda: app.screen is page)
        lines = [strip.text for strip in page._compositor.render_strips(page.size)]
        title = load("en").rule("act.printed").title
        row = next(row for row, line in enumerate(lines) if f"2 {title}" in line)
        await pilot.click(offset=(lines[row].index(title) + 2, row))
        await until(pilot, lambda: isinstance(app.screen, RulebookScreen))
