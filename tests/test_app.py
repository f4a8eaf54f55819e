"""The screens around the game, by keyboard alone and by mouse alone."""

from __future__ import annotations

import string
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.keys import Keys, _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Static

from rules.match import Match
from rules.whispers.options import PRESETS, Options, preset
from saves.envelope import Seat, from_match
from saves.store import write
from tests.ways import click_footer
from wow_tui import config
from wow_tui.actions import ACTIONS, Footer, bindings, label, offered, say, tooltip, words
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.screens.load import LoadScreen
from wow_tui.screens.new_game import NewGameScreen, SeatRow, option_values
from wow_tui.screens.quit import Page, Question, Typed
from wow_tui.screens.rulebook import RulebookScreen
from wow_tui.screens.settings import Choice, SettingsScreen
from wow_tui.screens.title import Menu, Title
from wow_tui.screens.too_small import TooSmall
from wow_tui.table import Table


class GameScreen(Screen[None]):
    """A stand-in: the app around the game is what is tested here."""

    BINDINGS = bindings("game")

    def __init__(self, table: Table, settings: Settings) -> None:
        super().__init__()
        self.table, self.settings = table, settings
        self.lines: list[str] = []

    def compose(self) -> ComposeResult:
        """The names of those who play."""
        yield Static(", ".join(self.table.names), markup=False)
        yield Footer()

    def typed(self, text: str) -> None:
        """Keep what was typed."""
        self.lines.append(text)

    def action_undo(self) -> None:
        """Keep that it was done."""
        self.lines.append("undo")


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of its own for each test, and a stand-in for the game."""
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.delenv("NO_COLOR", raising=False)
    module: Any = types.ModuleType("wow_tui.screens.game")
    module.GameScreen = GameScreen
    monkeypatch.setitem(sys.modules, "wow_tui.screens.game", module)


def shown(app: WowApp) -> str:
    """The text on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def settled(pilot: Pilot[None], ready: Callable[[], bool]) -> None:
    """Wait until something done off the screen's thread shows."""
    for _ in range(200):
        await pilot.pause()
        if ready():
            return
        await pilot.pause(0.02)
    raise AssertionError(shown(pilot.app))  # type: ignore[arg-type]


def saved_match(name: str = "last", *names: str, seed: int = 3) -> Path:
    """A match on the disk."""
    seats = [Seat(each) for each in names or ("Ann", "Bob")]
    path = config.saves_folder() / f"{name}.wow"
    match = Match.new("whispers", len(seats), Options(), seed)
    write(path, from_match(match, seats, 1_700_000_000, 1_700_000_100 + seed))
    return path


def current(app: WowApp) -> Screen[Any]:
    """The screen on top."""
    return app.screen


def playing(app: WowApp) -> GameScreen:
    """The game on top."""
    screen = current(app)
    assert isinstance(screen, GameScreen), screen
    return screen


async def test_two_presses_of_enter_bring_a_newcomer_into_a_game_against_bots() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("enter", "enter")
        table = playing(app).table
        assert [seat.kind for seat in table.seats] == ["person", "bot:greedy", "bot:greedy"]
        assert table.path is not None
        assert table.path.exists()


@pytest.mark.parametrize("keys", ["j k enter", "down up space", "n", "end home enter"])
async def test_the_menu_goes_by_arrows_letters_of_vi_and_first_letters(keys: str) -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press(*keys.split())
        assert isinstance(current(app), NewGameScreen)


@pytest.mark.parametrize(
    ("key", "kind"), [("n", NewGameScreen), ("l", LoadScreen), ("r", RulebookScreen), ("s", SettingsScreen)]
)
async def test_each_page_opens_by_its_first_letter_and_escape_goes_back(key: str, kind: type[Screen[Any]]) -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press(key)
        assert isinstance(current(app), kind)
        await pilot.press("escape")
        assert isinstance(current(app), Title)


@pytest.mark.parametrize("entry", [entry for entry in Title.ITEMS if entry not in ("tutorial", "quit")])
async def test_each_page_opens_by_a_click_and_the_bottom_line_leads_back(entry: str) -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        row = [each.id for each in app.screen.query_one(Menu).entries].index(entry)
        await pilot.click(Menu, offset=(6, row))
        assert not isinstance(current(app), Title)
        back = {RulebookScreen: "book-close", NewGameScreen: "leave-form"}
        assert await click_footer(pilot, app, back.get(type(current(app)), "leave"))
        assert isinstance(current(app), Title)


async def test_quit_ends_the_program_by_letter_by_menu_and_by_click() -> None:
    for way in ("q", "menu", "click", "typed"):
        app = WowApp()
        async with app.run_test() as pilot:
            if way == "menu":
                await pilot.press("end", "enter")
            elif way == "click":
                assert await click_footer(pilot, app, "leave")
            elif way == "typed":
                await pilot.press("colon", *"quit", "enter")
            else:
                await pilot.press(way)
            await settled(pilot, lambda app=app: app._exit)  # type: ignore[misc]
        assert app.return_code == 0, way


async def test_continue_is_offered_only_with_a_save_and_shows_round_and_players() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        assert "Continue" not in shown(app)
        await pilot.press("c")
        assert isinstance(current(app), Title)
    saved_match("one", "Ann", "Bob")
    app = WowApp()
    async with app.run_test() as pilot:
        await settled(pilot, lambda: "round 1: Ann, Bob" in shown(app))
        await pilot.press("enter")
        await settled(pilot, lambda: isinstance(current(app), GameScreen))
        assert playing(app).table.names == ["Ann", "Bob"]


async def test_continue_takes_the_newest_match_that_can_be_loaded() -> None:
    saved_match("old", "Ann", "Bob", seed=1)
    saved_match("new", "Eve", "Kim", seed=9)
    (config.saves_folder() / "broken.wow").write_bytes(b"nothing of ours")
    app = WowApp(go_on=True)
    async with app.run_test() as pilot:
        await settled(pilot, lambda: isinstance(current(app), GameScreen))
        assert playing(app).table.names == ["Eve", "Kim"]


async def test_an_impatient_second_enter_on_continue_opens_the_match_once() -> None:
    saved_match()
    app = WowApp()
    async with app.run_test() as pilot:
        title = current(app)
        assert isinstance(title, Title)
        title.action_item("continue")
        title.action_item("continue")
        await settled(pilot, lambda: isinstance(current(app), GameScreen))
        game = current(app)
        await pilot.pause(0.2)
        assert current(app) is game
        assert len(app.screen_stack) == 2


async def test_a_match_still_loading_does_not_take_anybody_away_from_where_he_went() -> None:
    saved_match()
    app = WowApp()
    async with app.run_test() as pilot:
        title = current(app)
        app.open_table(Table(Match.new("whispers", 2, Options(), 1), [Seat("Ann"), Seat("Bob")]))
        game = current(app)
        app._opened(Table(Match.new("whispers", 2, Options(), 1), [Seat("Eve"), Seat("Kim")]), title)
        await pilot.pause()
        assert current(app) is game


async def test_leaving_a_screen_before_it_is_built_waits_until_it_is() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        app.open_table(Table(Match.new("whispers", 2, Options(), 1), [Seat("Ann"), Seat("Bob")]))
        app.action_leave()
        await settled(pilot, lambda: isinstance(current(app), Title))
        assert app.return_code is None


async def test_with_only_broken_saves_continue_says_so_and_stays() -> None:
    config.saves_folder().mkdir(parents=True)
    (config.saves_folder() / "broken.wow").write_bytes(b"nothing of ours")
    app = WowApp()
    async with app.run_test(notifications=True) as pilot:
        await settled(pilot, lambda: say("title.bad-saves")[:20] in shown(app))
        await pilot.press("c")
        await settled(pilot, lambda: bool(app._notifications))
        assert isinstance(current(app), Title)


async def test_q_in_the_game_goes_back_to_the_title_and_the_match_is_saved() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("enter", "enter")
        path = playing(app).table.path
        assert path is not None
        path.unlink()
        await pilot.press("escape")
        assert isinstance(current(app), GameScreen)
        await pilot.press("q")
        assert isinstance(current(app), Title)
        assert path.exists()
        assert app.table is None


async def test_the_form_by_keyboard_alone() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("n")
        form = current(app)
        form.query_one("#players").focus()
        await pilot.press("right")
        assert [row.display for row in form.query(SeatRow)] == [True] * 4
        await pilot.press("down", "home", "shift+end", *"Ann", "enter", "tab", "down", "right")
        await pilot.press("f5")
        seats = playing(app).table.seats
        assert seats[0] == Seat("Ann", "person")
        assert len(seats) == 4
        assert seats[1] == Seat("Planner", "bot:planner")


async def test_the_form_by_mouse_alone() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.click(Menu, offset=(6, 0))
        form = current(app)
        await click_value(pilot, form.query_one("#players", Choice), "2")
        await click_value(pilot, form.query_one("#kind-2", Choice), "bot:random")
        await click_value(pilot, form.query_one("#preset", Choice), "summary")
        await pilot.click("#start")
        table = playing(app).table
        assert [seat.kind for seat in table.seats] == ["person", "bot:random"]
        assert [seat.name for seat in table.seats] == ["You", "Random"]
        assert table.match.options == preset("summary")


async def click_value(pilot: Pilot[None], row: Choice, value: str) -> None:
    """Click a value of a row."""
    left = row._width + 3
    for each, text in row._values:
        if each == value:
            await pilot.click(row, offset=(left + 1, 0))
            return
        left += len(text) + 2
    raise AssertionError(value)


async def test_every_option_of_the_rules_has_a_row_with_all_its_values_and_an_explanation() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("n")
        for name in Options.__struct_fields__:
            row = app.screen.query_one(f"#option-{name}", Choice)
            assert row.tip
            assert f"option.{name}" in words()
            assert f"option-name.{name}" in words()
            for value in option_values(name):
                Match.new("whispers", 2, preset("printed", **{name: value}), 1)


async def test_presets_move_the_options_and_options_name_the_preset() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("n")
        form = app.screen
        assert isinstance(form, NewGameScreen)
        for name in PRESETS:
            form.query_one("#preset", Choice).take(name)
            await pilot.pause()
            assert form.options() == preset(name)
        form.query_one("#option-may_pass", Choice).take("no")
        await pilot.pause()
        assert form.query_one("#preset", Choice).value == "own"
        form.query_one("#option-may_pass", Choice).take("yes")
        await pilot.pause()
        assert form.query_one("#preset", Choice).value == "summary"


async def test_the_seed_deals_the_same_game_and_empty_is_by_chance() -> None:
    states = []
    for seed in ("77", "77", "", ""):
        app = WowApp()
        async with app.run_test() as pilot:
            await pilot.press("n")
            app.screen.query_one("#seed", Input).value = seed
            await pilot.press("f5")
            states.append(playing(app).table.match.state)
    assert states[0] == states[1]
    assert states[2] != states[3]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("#name-2", "", "Player 2 needs a name"),
        ("#name-2", " \u200b ", "Player 2 needs a name"),
        ("#name-2", "You", "Players 1 and 2 have the same name"),
        ("#seed", "abc", "whole number"),
        ("#seed", "1.5", "whole number"),
        ("#seed", "--1", "whole number"),
        ("#seed", "\u0664", "whole number"),
    ],
)
async def test_an_error_is_one_sentence_on_the_form_and_nothing_is_lost(field: str, value: str, said: str) -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("n")
        app.screen.query_one("#name-3", Input).value = "Kim"
        app.screen.query_one(field, Input).value = value
        await pilot.press("f5")
        assert isinstance(current(app), NewGameScreen)
        assert said in shown(app)
        assert app.screen.query_one("#name-3", Input).value == "Kim"
        assert app.focused is app.screen.query_one(field)


async def test_the_list_shows_players_round_turn_and_bad_files_with_their_reason() -> None:
    saved_match("good", "Ann", "Bob")
    (config.saves_folder() / "bad.wow").write_bytes(b"nothing of ours")
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("l")
        await settled(pilot, lambda: "Ann, Bob" in shown(app))
        text = shown(app)
        assert "round 1" in text
        assert "next: " in text
        assert "bad.wow" in text
        assert "not a save of wow-tui" in text


async def test_enter_on_a_bad_file_says_why_and_the_list_stays() -> None:
    config.saves_folder().mkdir(parents=True)
    (config.saves_folder() / "bad.wow").write_bytes(b"nothing of ours")
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("l")
        await settled(pilot, lambda: "bad.wow" in shown(app))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(current(app), LoadScreen)
        assert "not a save" in str(app.screen.query_one("#said", Static).content)


async def test_a_match_whose_bot_is_not_here_is_one_sentence() -> None:
    match = Match.new("whispers", 2, Options(), 1)
    write(config.saves_folder() / "x.wow", from_match(match, [Seat("Ann"), Seat("Bot", "bot:mystery")], 1, 2))
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("l")
        await settled(pilot, lambda: "Ann" in shown(app))
        await pilot.press("enter")
        await settled(pilot, lambda: "mystery" in shown(app))
        assert isinstance(current(app), LoadScreen)


async def test_loading_by_keyboard_and_by_mouse() -> None:
    saved_match("a", "Ann", "Bob", seed=1)
    saved_match("b", "Eve", "Kim", seed=2)
    for mouse in (False, True):
        app = WowApp()
        async with app.run_test() as pilot:
            await pilot.press("l")
            await settled(pilot, lambda app=app: "Ann" in shown(app))  # type: ignore[misc]
            if mouse:
                await pilot.click(OptionList, offset=(8, 2))
            else:
                await pilot.press("j", "enter")
            await settled(pilot, lambda app=app: isinstance(current(app), GameScreen))  # type: ignore[misc]
            assert playing(app).table.names == ["Ann", "Bob"]


async def test_deleting_asks_first_and_takes_the_older_copies_too() -> None:
    path = saved_match("a")
    saved_match("a")
    assert len(list(path.parent.iterdir())) == 2
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("l")
        await settled(pilot, lambda: "Ann" in shown(app))
        await pilot.press("d")
        assert isinstance(current(app), Question)
        await pilot.press("enter", "n")
        assert path.exists()
        await pilot.press("d", "y")
        await settled(pilot, lambda: say("load.empty")[:20] in shown(app))
        assert list(path.parent.iterdir()) == []


async def test_a_setting_holds_at_once_and_after_a_restart() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("s", "right")
        assert app.theme == "day"
        await click_value(pilot, app.screen.query_one("#bot_speed", Choice), "slow")
        assert app.settings.bot_speed == "slow"
    assert config.load().settings == Settings(theme="day", bot_speed="slow")


async def test_settings_that_cannot_be_kept_still_hold_and_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("in the way")
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("s", "right")
        await pilot.pause()
        assert app.theme == "day"
        assert "could not be saved" in shown(app)


async def test_ascii_leaves_nothing_but_ascii_on_any_page() -> None:
    saved_match()
    app = WowApp(Settings(ascii=True))
    async with app.run_test() as pilot:
        for key in ("n", "l", "r", "s", "question_mark", "colon", "P"):
            assert shown(app).isascii(), shown(app)
            await pilot.press(key)
            await pilot.pause()
            assert shown(app).isascii(), (key, shown(app))
            await pilot.press("escape")
            await pilot.pause()


async def test_a_mistake_in_the_settings_file_is_mentioned_on_the_title_and_told_in_the_settings() -> None:
    app = WowApp(problems=["Line 3: something."])
    async with app.run_test() as pilot:
        assert "mistake" in shown(app)
        await pilot.press("s")
        await pilot.pause()
        assert "Line 3" in str(app.screen.query_one("#notes", Static).content)


async def test_no_colour_gives_no_colour_code_and_still_shows_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = WowApp()
    async with app.run_test():
        strips = app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
        assert all(style.color is None or style.color.is_default for style in styles)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)
        assert any(style.reverse for style in styles)
        assert "New game" in shown(app)


@pytest.mark.parametrize("theme", config.THEMES)
async def test_every_theme_shows_every_page(theme: Any) -> None:
    app = WowApp(Settings(theme=theme))
    async with app.run_test() as pilot:
        for key in ("n", "l", "r", "s", "question_mark"):
            await pilot.press(key)
            assert not isinstance(current(app), Title)
            await pilot.press("escape")


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5), (1, 1)])
async def test_too_small_says_so_swallows_keys_and_gives_everything_back(size: tuple[int, int]) -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("n")
        form = current(app)
        name = form.query_one("#name-1", Input)
        name.value = "Ann"
        name.focus()
        await pilot.resize_terminal(*size)
        await pilot.pause(0.05)
        assert isinstance(current(app), TooSmall)
        await pilot.press("f5", "escape", "x", "n", "colon", "question_mark", "P", "ctrl+p", "enter", "tab")
        assert isinstance(current(app), TooSmall)
        await pilot.resize_terminal(80, 24)
        await pilot.pause(0.05)
        assert current(app) is form
        assert name.value == "Ann"
        assert app.focused is name


async def test_a_game_that_begins_in_a_terminal_too_small_waits_below_the_page() -> None:
    saved_match()
    app = WowApp(go_on=True)
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot, lambda: app.table is not None)
        assert isinstance(current(app), TooSmall)
        await pilot.resize_terminal(120, 40)
        await pilot.pause(0.05)
        assert isinstance(current(app), GameScreen)
        assert not [screen for screen in app.screen_stack if isinstance(screen, TooSmall)]


@pytest.mark.long
async def test_resizing_back_and_forth_at_every_page_loses_no_page() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        for key in ("n", "l", "r", "s", "question_mark", "colon"):
            await pilot.press(key)
            before = current(app)
            for size in ((40, 10), (200, 60), (10, 40), (80, 24), (79, 24), (120, 40)):
                await pilot.resize_terminal(*size)
                await pilot.pause(0.02)
            assert current(app) is before
            await pilot.press("escape")


async def test_help_lists_each_action_of_the_focused_widget_with_its_keys() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("enter", "enter")
        offers = offered(app.screen)
        await pilot.press("question_mark")
        assert isinstance(current(app), Page)
        text = str(app.screen.query("Static").last(Static).content)
        for offer in offers:
            assert offer.label in text
            assert offer.tooltip in text
        await pilot.press("escape")
        assert isinstance(current(app), GameScreen)


async def test_a_typed_line_goes_to_the_screen_cleaned_and_to_the_app_elsewhere() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("colon", *"settings", "enter")
        await pilot.pause()
        assert isinstance(current(app), SettingsScreen)
        await pilot.press("escape", "colon", *"nonsense", "enter")
        await pilot.pause()
        assert isinstance(current(app), Title)
        await pilot.press("enter", "enter", "colon")
        line = app.screen.query_one(Input)
        line.value = "attack \x1b[31mB3 L2"
        await pilot.press("enter")
        assert playing(app).lines == ["attack [31mB3 L2"]
        await pilot.press("colon", "escape")
        assert playing(app).lines == ["attack [31mB3 L2"]


async def test_players_keys_replace_those_of_the_program() -> None:
    app = WowApp(Settings(keys={"undo": "z", "leave": "f9"}))
    async with app.run_test() as pilot:
        await pilot.press("enter", "enter", "u", "q")
        assert playing(app).lines == []
        await pilot.press("z")
        assert playing(app).lines == ["undo"]
        assert next(offer for offer in offered(app.screen) if offer.id == "undo").keys == ("z",)
        await pilot.press("f9")
        assert isinstance(current(app), Title)


async def test_the_palette_holds_the_actions_of_the_screen_and_runs_them() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        await pilot.press("enter", "enter", "P")
        await pilot.press(*"undo")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.pause(0.1)
        await pilot.press("enter")
        await settled(pilot, lambda: isinstance(current(app), GameScreen))
        assert playing(app).lines == ["undo"]


def test_every_action_has_label_and_tooltip_and_none_needs_the_control_key() -> None:
    for action in ACTIONS:
        assert f"action.{action.id}" in words(), action.id
        assert tooltip(action.id), action.id
        assert label(action.id)
    # These two have others beside them: q, and the typed `quit`.
    only_control = {a.id for a in ACTIONS if all(key.startswith("ctrl+") for key in a.keys.split(","))}
    assert only_control == {"exit", "interrupt"}


def test_action_ids_are_given_once() -> None:
    assert len({action.id for action in ACTIONS}) == len(ACTIONS)


def widgets(app: WowApp) -> list[Widget]:
    """All widgets of the screen."""
    return list(app.screen.query("*"))


async def test_typed_page_and_question_leave_nothing_behind() -> None:
    app = WowApp()
    async with app.run_test() as pilot:
        for _ in range(20):
            await pilot.press("colon", "escape", "question_mark", "escape")
        assert len(app.screen_stack) == 1
        assert not isinstance(current(app), Typed)
        assert not app.screen.query(Button)


def test_every_key_of_an_action_is_one_that_a_terminal_sends() -> None:
    typed = {_character_to_key(char) for char in string.printable if char.isprintable()}
    named = {key.value for key in Keys}
    for action in ACTIONS:
        for key in action.keys.split(","):
            assert key in typed | named or key.rpartition("+")[2] in typed | named, (action.id, key)
            # Some names are known of both kinds, but only one is what a character comes as.
            assert not key.endswith("_sign") or key in typed, (action.id, key)
