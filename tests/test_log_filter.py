"""Filters of the log by meaning: what an event is about, what words mean, how terms combine, on the screen too."""

from __future__ import annotations

import pytest

from rules.ask import Event
from rules.whispers.layout import board
from rules.whispers.options import Options
from rules.whispers.rulebook import load
from tests.test_game_screen import app_for, by_typing, game, until_asked
from tests.test_result_screen import played
from wow_tui.chronicle import Chronicle
from wow_tui.filtering import Filters, LogFilter, Term
from wow_tui.meaning import RULES, event_refs, event_rule
from wow_tui.screens.find import FindPage
from wow_tui.text.catalogue import catalogue
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.chips import Chips
from wow_tui.widgets.lined import texts
from wow_tui.widgets.log import LogLine, LogPanel

BOARD = board(Options().layout, Options().border)
NAMES = ["Ann", "Iron Veil", "Annabel", "Bear"]


def filters(language: str = "en") -> Filters:
    return Filters(Speaker(catalogue(language), NAMES), BOARD)


def written(players: int = 3, seed: int = 5) -> list[LogLine]:
    """The log of a whole match."""
    speaker = Speaker(catalogue("en"), NAMES[:players])
    return Chronicle(speaker, BOARD).all(played(players, seed).events())


def test_every_event_of_whole_games_has_a_rule_of_the_rulebook_behind_it() -> None:
    book = load("en")
    for players, seed in ((2, 3), (3, 5), (4, 7)):
        for events in played(players, seed).events():
            for event in events:
                assert event_rule(event) in book.rules, event
    assert set(RULES.values()) <= set(book.rules)


def test_an_event_is_about_the_players_empires_regions_seats_and_cards_in_it() -> None:
    battle = Event("battle", {"source": "B3", "target": "L2", "empire": "bear", "enemy": "lion", "count": 2})
    assert event_refs(battle, BOARD) == {"region:B3", "region:L2", "empire:bear", "empire:lion"}
    placed = Event("deploy", {"player": 1, "place": "seat:lion.steward"})
    assert event_refs(placed, BOARD) == {"player:1", "seat:lion.steward", "empire:lion"}
    swap = Event("swap", {"player": 0, "seat": "bear.marshal", "agent": "bear.chancellor", "other": "bear.marshal"})
    assert "player:0" in event_refs(swap, BOARD)
    assert {"seat:bear.marshal", "seat:bear.chancellor", "empire:bear"} <= event_refs(swap, BOARD)


def test_a_battle_belongs_to_the_player_whose_attack_it_is_and_supply_to_nobody() -> None:
    match, lines = played(3, 5), written()
    events = [event for batch in match.events() for event in batch]
    battles = supplies = 0
    for at, event in enumerate(events):
        players = {ref for ref in lines[at].refs if ref.startswith("player:")}
        if event.key == "battle":
            before = next(each for each in reversed(events[:at]) if "player" in each.values)
            assert players == {f"player:{before.values['player']}"}
            battles += 1
        elif event.key == "supply":
            assert not players
            supplies += 1
    assert battles
    assert supplies


@pytest.mark.parametrize(
    ("words", "labels"),
    [
        ("bear", ["Bear"]),
        ("LION b3", ["Lion", "B3"]),
        ("iron veil", ["Iron Veil"]),
        ("iron fort", ["Iron Veil", "fort"]),
        ("bear.marshal", ["bear.marshal"]),
        ("lion steward takes", ["Lion Steward", "takes"]),
        ("B3 b3", ["B3"]),
        ("", []),
    ],
)
def test_words_of_a_filter_mean_what_is_called_so(words: str, labels: list[str]) -> None:
    assert [term.label for term in filters().read(words).terms] == labels


def test_a_beginning_that_fits_two_societies_is_only_text_and_a_full_name_is_not() -> None:
    assert filters().read("anna").terms[0].refs == {"player:2"}
    assert filters().read("ann").terms[0].refs == {"player:0"}
    assert not filters().read("an").terms[0].refs


def test_a_society_called_like_an_empire_means_both() -> None:
    assert filters().read("bear").terms[0].refs == {"player:3", "empire:bear"}


def test_empires_are_found_by_their_name_in_every_language_and_by_their_id() -> None:
    for language in ("en", "pl", "ru"):
        found = filters(language)
        for term, empire in zip(found.empires, BOARD.empires, strict=True):
            assert f"empire:{empire}" in found.read(term.label).terms[0].refs
            assert f"empire:{empire}" in found.read(empire).terms[0].refs


def test_terms_of_one_kind_widen_and_of_several_kinds_narrow() -> None:
    found = filters()
    both = found.read("lion horse")
    assert both.matches({"empire:lion"}, "")
    assert both.matches({"empire:horse", "region:B3"}, "")
    assert not both.matches({"empire:eagle"}, "")
    there = found.read("lion horse B3")
    assert there.matches({"empire:horse", "region:B3"}, "")
    assert not there.matches({"empire:horse"}, "")
    assert found.read("fort lion").matches({"empire:lion"}, "The FORT takes 1")
    assert not found.read("fort takes").matches(set(), "fort gives")
    assert LogFilter().matches(set(), "")


def test_a_filter_goes_by_meaning_and_not_by_the_words_of_a_line() -> None:
    found = filters().read("B3")
    lines = [line for line in written() if line.kind == "event"]
    assert any("B3" in line.text for line in lines)
    for line in lines:
        assert found.matches(line.refs, line.text) == ("region:B3" in line.refs)
    assert not found.matches(frozenset(), "a society called B3 says B3")


def test_switching_a_term_twice_gives_the_filter_back() -> None:
    found = filters()
    for term in (*found.players, *found.empires, *found.regions):
        once = found.toggled("lion fort", term)
        assert set(found.read(found.toggled(once, term)).terms) == set(found.read("lion fort").terms)
    assert found.toggled("lion", found.empires[BOARD.empire["lion"]]) == ""


async def test_the_dialog_filters_by_typing_by_switching_and_takes_it_back_with_escape() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await until_asked(pilot, app)
        log = game(app).query_one(LogPanel)
        await pilot.press("slash", *"bear", "enter")
        await pilot.pause()
        assert log.filter.label == "Bear"
        assert "Only: Bear" in texts(log)[0]
        await pilot.press("slash", "down", "down", "space")
        await pilot.pause()
        assert isinstance(app.screen, FindPage)
        chips = app.screen.query_one(Chips)
        assert app.size.region.contains_region(chips.region)
        assert "[Bear]" not in "".join(texts(chips))
        await pilot.press("escape")
        assert log.filter.label == "Bear"
        await pilot.press("slash", "delete")
        await pilot.pause()
        assert not log.filter


async def test_the_dialog_works_by_the_mouse_alone() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await until_asked(pilot, app)
        log = game(app).query_one(LogPanel)
        game(app).action_find()
        await pilot.pause()
        chips = app.screen.query_one(Chips)
        row = next(row for row, line in enumerate(texts(chips)) if "Eagle" in line)
        await pilot.click(chips, offset=(texts(chips)[row].index("Eagle") + 1, row))
        await pilot.pause()
        assert log.filter.label == "Eagle"
        await pilot.click(offset=(2, 2))
        await pilot.pause()
        assert not isinstance(app.screen, FindPage)
        assert log.filter.label == "Eagle"


async def test_typed_words_filter_the_log_and_none_show_it_all() -> None:
    app = app_for("person", "bot:random", seed=8)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await until_asked(pilot, app)
        log = game(app).query_one(LogPanel)
        await by_typing(pilot, app, "find player2 lion")
        await pilot.pause()
        assert [term.label for term in log.filter.terms] == ["Player2", "Lion"]
        await by_typing(pilot, app, "everything")
        await pilot.pause()
        assert not log.filter


def test_of_ref_finds_the_term_of_what_the_cursor_rests_on() -> None:
    found = filters()
    for ref in ("region:B3", "seat:bear.marshal"):
        term = found.of_ref(ref)
        assert term is not None
        assert term.refs == {ref}
    assert found.of_ref("number:2") is None
    assert found.of_ref("player:0") == Term("Ann", frozenset({"player:0"}))
