"""The lab on the screen: set up by keys, by mouse, by typed lines and from the palette; ask, branch, compare, paste."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from rules.match import Match
from rules.whispers.cases import load, run
from rules.whispers.options import preset
from saves.envelope import Seat
from tests.casefiles import FILES
from tests.labs import FIGHT, fight
from tests.ways import until
from wow_tui.actions import ACTIONS, offered
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.lab import saving
from wow_tui.lab.loading import from_text, open_found
from wow_tui.lab.session import Lab
from wow_tui.screens.game import GameScreen
from wow_tui.screens.lab import LabScreen
from wow_tui.screens.lab.entry import Choosing, LineEntry
from wow_tui.screens.lab.widgets import LabCouncil, LabMap, LabPanel, LabPrompt
from wow_tui.screens.quit import Page
from wow_tui.table import Table
from wow_tui.widgets.lined import texts
from wow_tui.widgets.messages import Picked

SMALL, LARGE = (80, 24), (120, 40)


def app_for(lab: Lab | None = None) -> WowApp:
    """The app straight in a lab."""
    return WowApp(Settings(), entry="lab", lab=lab or fight())


def screen_of(app: WowApp) -> LabScreen:
    """The lab below whatever lies on it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, LabScreen))


async def typed(pilot: Pilot[None], line: str) -> None:
    """Type a line after a colon."""
    await pilot.press("colon")
    await until(pilot, lambda: bool(pilot.app.screen.query(Input)))
    pilot.app.screen.query_one(Input).value = line
    await pilot.press("enter")
    await until(pilot, lambda: not pilot.app.screen.query(Input))
    await pilot.pause()
    await pilot.pause()


def covered(app: WowApp) -> bool:
    """Whether a page lies over the lab."""
    return not isinstance(app.screen, LabScreen)


async def go_to(pilot: Pilot[None], ref: str) -> None:
    """Put the cursor on something."""
    screen = screen_of(pilot.app)  # type: ignore[arg-type]
    kind, _, word = ref.partition(":")
    if kind == "region":
        screen.set_focus(screen.query_one(LabMap))
        await pilot.pause()
        screen.query_one(LabMap).look_at(word)
    elif kind == "seat":
        screen.set_focus(screen.query_one(LabCouncil))
        await pilot.pause()
        screen.query_one(LabCouncil).look_at(word)
    else:
        screen.query_one(LabPanel).mark(ref)
    await pilot.pause()


def told(app: WowApp) -> str:
    """What the prompt shows."""
    return "\n".join(texts(screen_of(app).query_one(LabPrompt)))


def rows(app: WowApp) -> str:
    """What the panel shows."""
    return "\n".join(texts(screen_of(app).query_one(LabPanel)))


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_title_opens_the_lab_and_leaving_it_loses_nothing(size: tuple[int, int]) -> None:
    app = WowApp(Settings())
    async with app.run_test(size=size) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, LabScreen))
        await typed(pilot, "7 lion L4")
        await pilot.press("q")
        await until(pilot, lambda: covered(app))
        await pilot.press("a")
        await until(pilot, lambda: not covered(app))
        assert screen_of(app).lab.position().banners["L4"] == "lion 7"


# A position set up in four ways


async def by_keys(pilot: Pilot[None]) -> None:
    """Banners by digits and signs, an agent and the acting seat by letters."""
    await go_to(pilot, "region:H1")
    await pilot.press("4", "minus", "e")
    await go_to(pilot, "seat:horse.marshal")
    await pilot.press("2", "a")


async def by_mouse(pilot: Pilot[None]) -> None:
    """The same by clicks on regions, seats and buttons."""
    screen = screen_of(pilot.app)  # type: ignore[arg-type]
    board, track = screen.query_one(LabMap), screen.query_one(LabCouncil)
    assert board._geometry is not None
    row, column = sorted(board._geometry.cells["H1"])[2]
    for _ in range(6):
        await pilot.click(board, offset=(column, row))
    for _ in range(2):
        await pilot.click(board, offset=(column, row), button=3)
    await click_button(pilot, "lab-empire")
    place = 11 + 5 * 2 + 2
    for _ in range(3):
        await pilot.click(track, offset=(place, 5))
    await click_button(pilot, "lab-acts")


async def click_button(pilot: Pilot[None], action: str) -> None:
    """Click a button of the prompt."""
    prompt = screen_of(pilot.app).query_one(LabPrompt)  # type: ignore[arg-type]
    place = prompt._places()[prompt.choices.index(f"do:{action}")]
    await pilot.click(prompt, offset=(place.column + 1, prompt._choice_rows().start + place.line))
    await pilot.pause()


async def by_typing(pilot: Pilot[None]) -> None:
    """The same in one line."""
    await typed(pilot, "3 bear H1, Bob horse marshal, horse marshal")


async def by_actions(pilot: Pilot[None]) -> None:
    """The same by what the palette runs."""
    await go_to(pilot, "region:H1")
    await typed(pilot, "more")
    for action in ("lab-more", "lab-more", "lab-empire"):
        await act(pilot, action)
    await go_to(pilot, "seat:horse.marshal")
    for action in ("lab-agent", "lab-agent", "lab-acts"):
        await act(pilot, action)


async def act(pilot: Pilot[None], action: str) -> None:
    """Do an action as the palette does."""
    offer = next(offer for offer in offered(pilot.app.screen) if offer.id == action)
    await pilot.app.run_action(offer.does, offer.node)
    await pilot.pause()


Way = Callable[[Pilot[None]], Awaitable[None]]


@pytest.mark.parametrize("way", [by_keys, by_mouse, by_typing, by_actions])
async def test_a_position_is_set_up_by_keys_mouse_typing_and_palette(way: Way) -> None:
    app = app_for()
    async with app.run_test(size=LARGE if way is not by_mouse else SMALL) as pilot:
        await pilot.pause()
        await way(pilot)
        await pilot.pause()
        position = screen_of(app).lab.position()
        assert position.banners["H1"] == "bear 3"
        assert position.agents["horse.marshal"] == "Bob"
        assert position.acts == "horse.marshal"
        assert screen_of(app).found.view.viewer == 1


async def test_every_action_of_the_lab_is_offered_in_it_with_words() -> None:
    app = app_for()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        found = {offer.id: offer for offer in offered(app.screen)}
        for action in ACTIONS:
            if action.where == "lab":
                assert found[action.id].label
                assert found[action.id].tooltip
                assert "action." not in found[action.id].label


# Asking


async def test_a_legal_move_tells_what_it_brings_and_a_barred_one_why_not() -> None:
    app = app_for()
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("m")
        await go_to(pilot, "range:attack B3 L2")
        assert "attack B3 L2 3" in told(app)
        assert "L2: Lion 1 -> Bear 1" in told(app)
        await go_to(pilot, "move:attack B3 L2 4")
        assert "rule attack.size" in told(app)
        await pilot.press("r")
        await until(pilot, lambda: covered(app))


async def test_typed_questions_are_answered_and_typed_moves_are_played() -> None:
    app = app_for()
    async with app.run_test(size=LARGE) as pilot:
        await typed(pilot, "why attack B3 B1 1")
        assert "attack.own-region" in told(app)
        await typed(pilot, "what attack B3 L2 3")
        assert "Bear 1" in told(app)
        assert screen_of(app).lab.here == 0
        await typed(pilot, "attack B3 L2 3")
        assert screen_of(app).lab.moment.move == "attack B3 L2 3"
        await typed(pilot, "2 lion L2; attack L2 B3 1")
        assert screen_of(app).lab.position().banners["L2"] == "lion 2"
        await typed(pilot, "3 baer B3")
        assert "did you mean 'bear'?" in told(app)


async def test_only_the_moves_of_the_place_under_the_cursor() -> None:
    app = app_for()
    async with app.run_test(size=LARGE) as pilot:
        await go_to(pilot, "region:L2")
        await pilot.press("x")
        await pilot.pause()
        assert "attack B3 L2" in rows(app)
        assert "add B1" not in rows(app)
        await pilot.press("B")
        await pilot.pause()
        assert "Not legal" not in rows(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "add B1" in rows(app)


async def test_what_breaks_a_rule_is_said_at_once_and_opens_the_rule() -> None:
    app = app_for()
    async with app.run_test(size=LARGE) as pilot:
        await go_to(pilot, "region:B1")
        await pilot.press("2", "1")
        await pilot.pause()
        assert screen_of(app).lab.position().banners["B1"] == "bear 21"
        await pilot.press("f")
        await pilot.pause()
        assert "24 Bear banners" in told(app)
        assert screen_of(app).found.legal
        await pilot.press("enter")
        await until(pilot, lambda: covered(app))
        await pilot.press("escape")
        await until(pilot, lambda: not covered(app))
        await pilot.press("u", "u")
        await pilot.pause()
        assert not screen_of(app).lab.faults


# Branches


async def test_branches_by_keys_and_side_by_side() -> None:
    app = app_for()
    async with app.run_test(size=LARGE) as pilot:
        await typed(pilot, "attack B3 L2 2")
        await pilot.press("left_square_bracket")
        await typed(pilot, "attack B3 L2 3")
        await typed(pilot, "name all in")
        screen = screen_of(app)
        assert [branch.name for branch in screen.lab.branches] == ["A", "all in"]
        await pilot.press("t")
        await go_to(pilot, "branch:A")
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, Page))
        await pilot.press("escape")
        await until(pilot, lambda: not covered(app))
        await go_to(pilot, "branch:A")
        await pilot.press("enter")
        await pilot.pause()
        assert screen.lab.moment.move == "attack B3 L2 2"
        await go_to(pilot, "branch:all in")
        await pilot.press("D")
        await pilot.pause()
        assert [branch.name for branch in screen.lab.branches] == ["A"]


# Opening and saving


async def test_whatever_is_pasted_is_opened_and_nonsense_is_refused_in_a_sentence() -> None:
    app = app_for(Lab())
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        screen = screen_of(app)
        for text in (saving.code(fight()), FIGHT, saving.position_text(fight()), saving.case_text(fight(), "x")):
            await typed(pilot, "begin empty")
            app.post_message(events.Paste(text))
            await until(pilot, lambda: screen.lab.position() == fight().position())
        app.post_message(events.Paste("[position]\nbaners = {}\n"))
        await until(pilot, lambda: "line 2" in told(app))
        assert "did you mean 'banners'?" in told(app)


async def test_of_a_file_with_several_cases_one_is_chosen_and_stepped_through(tmp_path: Path) -> None:
    app = app_for(Lab())
    async with app.run_test(size=LARGE) as pilot:
        await typed(pilot, f"open {FILES[0]}")
        await until(pilot, lambda: isinstance(app.screen, Choosing))
        await pilot.press("enter")
        lab = screen_of(app).lab
        await until(pilot, lambda: bool(lab.moment.move))
        await until(pilot, lambda: not covered(app))
        for _ in lab.path(lab.here):
            if lab.moment.move:
                await pilot.press("left_square_bracket")
                await pilot.pause()
        assert lab.moment.edit is not None


async def test_a_case_is_written_once_and_never_over_another(tmp_path: Path) -> None:
    app = app_for()
    path = tmp_path / "fight.toml"
    async with app.run_test(size=LARGE) as pilot:
        await typed(pilot, "attack B3 L2 3")
        await typed(pilot, f"case {path}")
        assert all(run(case).holds for case in load(path.read_text("utf-8")))
        before = path.read_bytes()
        await typed(pilot, f"save {path}")
        assert path.read_bytes() == before
        assert "there already" in told(app)
        await typed(pilot, f"save {tmp_path / 'no' / 'folder.toml'}")
        assert "could not be written" in told(app)
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, LineEntry))


# From a match


async def test_a_match_opens_in_the_lab_as_its_viewer_sees_it_and_is_kept_by_nobody() -> None:
    match = Match.new("whispers", 3, preset("printed"), 4)
    seats = [Seat("Ann", "person"), Seat("Bob", "bot:random"), Seat("Cid", "bot:random")]
    app = WowApp(Settings(bot_speed="instant"), start=Table(match, seats))
    async with app.run_test(size=LARGE) as pilot:
        for _ in range(100):
            await pilot.pause()
            if isinstance(app.screen, GameScreen) and app.screen.desk.ask is not None:
                break
        await pilot.press("L")
        await until(pilot, lambda: isinstance(app.screen, LabScreen))
        lab = screen_of(app).lab
        own = lab.position().loyalties
        assert list(own) == ["Ann"]
        board = match.state.board()
        assert own["Ann"] == [board.empires[empire] for empire in match.state.loyalty[0]]
        assert app.lab is None
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))


async def test_no_face_down_token_and_no_card_of_another_is_in_a_lab_from_a_view() -> None:
    from rules.whispers.game import GAME
    from rules.whispers.view import view
    from tests.games import dealt
    from wow_tui.lab.loading import from_view

    state = dealt(3, preset("printed"), 8)
    found = from_view(view(state, 0), ["Ann", "Bob", "Cid"])
    lab = open_found(found)
    position = lab.position()
    assert set(position.loyalties) == {"Ann"}
    assert all(card.endswith("/?") for name in ("Bob", "Cid") for card in position.hands[name])
    assert not any(isinstance(deck, list) for deck in position.decks.values())
    other = state.copy()
    other.decks = [deck[::-1] for deck in state.decks]
    other.loyalty[1] = other.loyalty[1][::-1]
    GAME.check(other)
    assert open_found(from_view(view(other, 0), ["Ann", "Bob", "Cid"])).position() == position
    assert saving.position_text(lab) == saving.position_text(open_found(from_text(saving.code(lab))))


@pytest.mark.parametrize("theme", ["mono", "16-colours", "high-contrast"])
async def test_the_lab_is_drawn_in_each_theme_and_in_ascii(theme: str) -> None:
    app = WowApp(Settings(theme=theme, ascii=True), entry="lab", lab=fight())  # type: ignore[arg-type]
    async with app.run_test(size=SMALL) as pilot:
        for tab in "mfcyots":
            await pilot.press(tab)
            await pilot.pause()
            assert rows(app).isascii()
        screen_of(app).post_message(Picked("do:lab-open"))
        await until(pilot, lambda: isinstance(app.screen, LineEntry))


async def test_the_longest_deployment_is_shown_whole_on_the_smallest_terminal_wherever_it_stands() -> None:
    async with WowApp().run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, WowApp)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, LabScreen))
        lab = app.screen
        assert isinstance(lab, LabScreen)
        await pilot.press("m")
        panel = lab.query_one(LabPanel)
        longest = "deploy elephant.chancellor"
        at = next(at for at, item in enumerate(panel._items) if item.text == longest)
        for top in range(at - panel.body + 1, at + 1):
            panel.top = top
            lines = [panel.draw_line(row).text for row in range(panel.content_size.height)]
            assert any(longest in line for line in lines), top
