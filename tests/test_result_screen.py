"""The final scoring: its figures, its screen at every size, its ways out, its export."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.events import MouseScrollDown
from textual.pilot import Pilot

from rules.match import Match
from rules.whispers.options import preset
from rules.whispers.scoring import points_of
from saves.envelope import Seat
from tests.strangers import PAYLOADS
from wow_tui import config
from wow_tui.app import WowApp
from wow_tui.config import Settings
from wow_tui.course import course, turning_round
from wow_tui.link import LocalLink
from wow_tui.screens.game import GameScreen
from wow_tui.screens.new_game import NewGameScreen
from wow_tui.screens.result import EXPORTED, ResultScreen, export_text
from wow_tui.screens.title import Title
from wow_tui.table import Table
from wow_tui.widgets.final import FinalPanel
from wow_tui.widgets.lined import texts


@cache
def played(players: int, seed: int) -> Match:
    """A match of random answers, played to its end."""
    match = Match.new("whispers", players, preset("printed"), seed)
    chance = random.Random(seed)
    while match.asks():
        for player, ask in match.asks().items():
            match.answer(player, ask.id, [chance.choice(ask.options).id])
    return match


def finished(players: int = 3, seed: int = 5, names: list[str] | None = None, path: Path | None = None) -> Table:
    """A table where such a match has just ended."""
    match = played(players, seed)
    again = Match(match.game, players, match.options, seed, journal=match.journal)
    names = names or [f"Player{number}" for number in range(1, players + 1)]
    return Table(again, [Seat(name, "bot:random") for name in names], path)


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (3, 5), (4, 7)])
def test_the_last_standing_is_the_result_and_there_is_one_per_round(players: int, seed: int) -> None:
    link = LocalLink(finished(players, seed))
    outcome = link.update(None).view.outcome
    assert outcome is not None
    found = course(link)
    assert {place.player: place.points for place in outcome.places} == dict(enumerate(found.standings[-1].points))
    assert [standing.round for standing in found.standings] == [0, 1, 2, 3, 4]
    for standing in found.standings:
        view = link.moment(None, standing.moment)
        assert list(view.cities) == standing.cities
        assert view.round == standing.round + 1 or view.outcome is not None


def test_cities_that_changed_hands_account_for_the_change_in_cities() -> None:
    standings = course(LocalLink(finished(4, 7))).standings
    assert any(standing.captures for standing in standings)
    for before, now in pairwise(standings):
        counts = list(before.cities)
        for capture in now.captures:
            counts[capture.before] -= 1
            counts[capture.after] += 1
        assert counts == now.cities


def test_without_his_last_swap_a_player_scores_by_the_tokens_he_had_before_it() -> None:
    table = finished(3, 5)
    final, states = table.view(None), table.match.states()
    told = {
        int(str(event.values["player"])): (at, event)
        for at, events in enumerate(table.match.events())
        for event in events
        if event.key == "loyalty-swap"
    }
    last = {swap.player: swap for swap in course(LocalLink(table)).swaps}
    assert last.keys() == told.keys()
    assert last
    for player, (at, _) in told.items():
        assert last[player].without == points_of(states[at].loyalty[player], final.cities)
        assert last[player].round == states[at].round


def test_the_turning_round_is_where_the_winner_gained_most_on_the_next() -> None:
    standings = course(LocalLink(finished(3, 5))).standings
    margins = [standing.points[0] - standing.points[1] for standing in standings]
    gains = [now - before for before, now in pairwise(margins)]
    found = turning_round(standings, 0, 1)
    if max(gains) > 0:
        assert found == (gains.index(max(gains)) + 1, max(gains))
    else:
        assert found is None
    assert turning_round(standings[:1], 0, 1) is None


async def result(pilot: Pilot[None], app: WowApp) -> ResultScreen:
    """The final scoring, once it is open and drawn."""
    for _ in range(200):
        await pilot.pause()
        if isinstance(app.screen, ResultScreen) and app.screen.query_one(FinalPanel).count():
            return app.screen
    raise AssertionError("the final scoring does not open")


@pytest.mark.parametrize(("size", "players"), [((80, 24), 4), ((160, 48), 2)])
async def test_the_scoring_fits_its_width_and_can_be_read_to_its_end_by_keys_and_wheel(
    size: tuple[int, int], players: int
) -> None:
    app = WowApp(Settings(), start=finished(players, 7))
    async with app.run_test(size=size) as pilot:
        panel = (await result(pilot, app)).query_one(FinalPanel)
        assert app.size.region.contains_region(panel.region)
        first = texts(panel)
        assert "ictory" in first[0]
        assert any("×" in line for line in first)
        assert not any("~" in line for line in first)
        await pilot.press("end")
        last = panel.top
        assert panel.count() <= panel.body or last > 0
        await pilot.press("home")
        assert panel.top == 0
        for _ in range(panel.count()):
            panel.post_message(_wheel(panel))
        await pilot.pause()
        assert panel.top == last


def _wheel(panel: FinalPanel) -> MouseScrollDown:
    return MouseScrollDown(panel, 5, 5, 0, 1, 0, shift=False, meta=False, ctrl=False)


async def test_a_line_on_a_round_looks_back_to_its_end_and_the_result_opens_again() -> None:
    app = WowApp(Settings(), start=finished())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await result(pilot, app)
        panel = screen.query_one(FinalPanel)
        row = next(row for row in range(panel.count()) if panel.moment(row) not in (None, 0))
        panel.go(row)
        moment = panel.moment(row)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)
        assert app.screen.desk.moment == moment
        await pilot.press("escape", "f")
        await result(pilot, app)


async def test_the_scoring_is_written_beside_the_save_or_where_one_says(tmp_path: Path) -> None:
    app = WowApp(Settings(), start=finished(path=config.saves_folder() / "game.wow"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await result(pilot, app)
        await pilot.press("X")
        await pilot.pause()
        written = (config.saves_folder() / "game.txt").read_text("utf-8")
        assert written == export_text(screen.speaker, screen.facts)
        assert "Player1" in written
        screen.typed(f"export {tmp_path / 'there.txt'}")
        screen.typed(f"export {tmp_path}")
        await pilot.pause()
        assert (tmp_path / "there.txt").read_text("utf-8") == written
        assert isinstance(app.screen, ResultScreen)


@pytest.mark.parametrize(("key", "kind"), [("n", NewGameScreen), ("q", Title), ("a", ResultScreen)])
async def test_from_the_scoring_on_to_the_next_match_or_the_title(key: str, kind: type) -> None:
    table = finished()
    app = WowApp(Settings(bot_speed="instant"), start=table)
    async with app.run_test(size=(80, 24)) as pilot:
        await result(pilot, app)
        await pilot.press(key)
        for _ in range(400):
            await pilot.pause()
            if isinstance(app.screen, kind):
                break
        assert isinstance(app.screen, kind)
        assert app.table is None or app.table is not table


async def test_names_of_strangers_do_not_get_through_the_scoring_or_its_export() -> None:
    names = list(PAYLOADS.values())
    for first in range(0, len(names), 4):
        four = (names[first : first + 4] + names)[:4]
        app = WowApp(Settings(), start=finished(4, 7, four))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await result(pilot, app)
            exported = export_text(screen.speaker, screen.facts).split("\n")
            for line in [*texts(screen.query_one(FinalPanel)), *exported]:
                assert line.isprintable()
                assert cell_len(line) <= EXPORTED
