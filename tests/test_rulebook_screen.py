"""The rulebook on the screen: found as it is typed, read with its example, followed from rule to rule and back."""

from __future__ import annotations

import pytest
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from rules.whispers.cases import run
from rules.whispers.examples import example
from rules.whispers.rulebook import load
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.rule_text import example_lines
from wow_tui.screens.rulebook import RulebookScreen, Trail
from wow_tui.text.voice import spoken

SIZE = (80, 24)
IDS = list(load("en").rules)


def opened(app: WowApp) -> RulebookScreen:
    """The rulebook, which is on top."""
    assert isinstance(app.screen, RulebookScreen)
    return app.screen


def text(app: WowApp) -> str:
    """The page that is open."""
    shown = opened(app).query_one("#text", Static).content
    assert isinstance(shown, Content)
    return shown.plain


async def open_book(pilot: Pilot[None], rule_id: str = "") -> None:
    pilot.app.push_screen(RulebookScreen(rule_id))
    await pilot.pause()


@pytest.fixture(autouse=True)
def _home(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


@pytest.mark.parametrize("rule_id", IDS)
def test_every_rule_has_a_worked_example_that_holds_and_is_told(rule_id: str) -> None:
    shown = example(rule_id)
    assert shown is not None
    assert run(shown.case).holds
    assert load_again(shown.text, shown.number) == shown.case.title
    for language in ("en", "pl", "ru"):
        with spoken(language):
            lines = example_lines(shown)
        assert lines
        assert not [line for line in lines if "{" in line or line.startswith(("check.", "event.", "rulebook."))]


def load_again(file: str, number: int) -> str:
    """The title of a case by its place in a file."""
    from rules.whispers.cases import load as cases

    return cases(file)[number - 1].title


async def test_the_title_opens_the_book_and_a_search_lists_and_opens_the_best_as_it_is_typed() -> None:
    app = WowApp(Settings())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert opened(app).rule is None
        assert "FOUR ROUNDS" in text(app).upper()
        await pilot.press("slash", *"fort att")
        await pilot.pause()
        assert opened(app).rule is not None
        assert opened(app).query_one(OptionList).get_option_at_index(0).id == opened(app).trail.here == "attack.fort"
        assert "attack B3 L2" in text(app)
        await pilot.press("escape")
        assert opened(app).query_one(Input).value == ""
        assert opened(app).query_one(OptionList).option_count > len(IDS)
        await pilot.press("escape")
        assert not isinstance(app.screen, RulebookScreen)


async def test_links_are_followed_by_digit_and_by_mouse_and_the_way_leads_back_and_forward() -> None:
    app = WowApp(Settings())
    async with app.run_test(size=(120, 60)) as pilot:
        await open_book(pilot, "attack.fort")
        first, second = load("en").rule("attack.fort").see[:2]
        await pilot.press("2")
        assert opened(app).trail.here == second
        await pilot.press("backspace")
        assert opened(app).trail.here == "attack.fort"
        await pilot.press("right_square_bracket")
        assert opened(app).trail.here == second
        await pilot.press("left_square_bracket")
        row = next(row for row, line in enumerate(text(app).splitlines()) if line.startswith("1 "))
        body = opened(app).query_one("#text", Static)
        wrapped = [line.text for line in body.render_lines(body.size.region)]
        row = max(number for number, line in enumerate(wrapped) if line.startswith("1 "))
        await pilot.click("#text", offset=(4, row))
        await pilot.pause()
        assert opened(app).trail.here == first


async def test_the_mark_in_the_list_shows_its_rule_and_enter_reads_on() -> None:
    app = WowApp(Settings())
    async with app.run_test(size=SIZE) as pilot:
        await open_book(pilot)
        await pilot.press("down")
        await pilot.pause()
        assert opened(app).trail.here == IDS[0]
        assert load("en").rules[IDS[0]].title in text(app)
        await pilot.press("enter")
        assert opened(app).query_one("#page").has_focus
        await pilot.press("tab")
        assert opened(app).query_one(OptionList).has_focus


async def test_an_example_opens_in_the_lab_and_the_book_is_still_there() -> None:
    app = WowApp(Settings())
    async with app.run_test(size=SIZE) as pilot:
        await open_book(pilot, "attack.fort")
        await pilot.press("L")
        await pilot.pause()
        assert type(app.screen).__name__ == "LabScreen"
        app.pop_screen()
        await pilot.pause()
        assert opened(app).trail.here == "attack.fort"


@pytest.mark.parametrize("language", ["pl", "ru", "qps"])
async def test_the_book_is_in_the_language_of_the_reader(language: str) -> None:
    with spoken(language):
        app = WowApp(Settings())
        async with app.run_test(size=SIZE) as pilot:
            await open_book(pilot, "attack.fort")
            assert load("en").rule("attack.fort").title not in text(app)
            assert "attack.fort" in text(app)


async def test_an_id_that_is_not_in_the_book_opens_the_overview() -> None:
    app = WowApp(Settings())
    async with app.run_test(size=SIZE) as pilot:
        await open_book(pilot, "no.such")
        assert opened(app).rule is None


def test_a_trail_forgets_the_way_forward_when_it_turns() -> None:
    trail = Trail("a")
    trail.visit("b")
    trail.visit("b")
    assert trail.step(-1)
    assert trail.here == "a"
    assert not trail.step(-1)
    trail.visit("c")
    assert not trail.step(1)
    assert trail.here == "c"
