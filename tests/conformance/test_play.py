"""Random play ends, questions are fair, and nothing but what is offered is accepted."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ask import Illegal
from rules.game import GAMES, Game, load
from tests.conformance.strategies import SMALL, lines
from tests.games import ROWS, Setting, blob, first_ask, play, walk

NONSENSE = ("", " ", "?", "attack", "swap swap", "\x00", "add B1 0", "add B1 99", "[/]", "é" * 500, "1")
WAYS = [(name, setting) for name in GAMES for setting in ROWS[name].settings]
IDS = [f"{name}-{setting.name}" for name, setting in WAYS]


def test_every_game_of_the_registry_has_its_row_and_every_number_of_players_is_played() -> None:
    assert set(ROWS) == set(GAMES)
    for name in GAMES:
        assert {setting.players for setting in ROWS[name].settings} == set(load(name).facts.players)


def finish(game: Game, state: Any, seed: int) -> None:
    """Play to the end: an ask with options before it, a sound state all the way, a full ranking after it."""
    game.check(state)
    for step in walk(game, state, random.Random(seed), 3000):
        ids = [option.id for option in step.ask.options]
        assert len(ids) >= step.ask.least >= 1
        assert len(set(ids)) == len(ids)
        assert step.ask.player in game.asks(step.state)
        assert game.outcome(step.state) is None
        game.check(state)
    outcome = game.outcome(state)
    assert game.asks(state) == {}
    assert outcome is not None
    assert sorted(place.player for place in outcome.places) == list(range(state.players))
    assert outcome.winners
    assert [place.rank for place in outcome.places] == sorted(place.rank for place in outcome.places)


@pytest.mark.parametrize(("name", "setting"), WAYS, ids=IDS)
def test_random_play_ends_and_the_state_is_sound_after_each_answer(name: str, setting: Setting) -> None:
    game = load(name)
    finish(game, game.new(setting.players, setting.options, 1), 1)
    finish(game, ROWS[name].rich(setting.players, setting.options, 2), 2)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_two_thousand_random_games_end_without_an_invariant_broken(name: str) -> None:
    game, settings = load(name), ROWS[name].settings
    for seed in range(2000):
        setting = settings[seed % len(settings)]
        start = ROWS[name].rich if seed % 3 == 0 else game.new
        finish(game, start(setting.players, setting.options, seed), seed)


def pool(game: Game, name: str) -> dict[str, None]:
    """Answers offered anywhere in some games."""
    found: dict[str, None] = {}
    for seed, setting in enumerate(ROWS[name].settings[:6]):
        state = ROWS[name].rich(setting.players, setting.options, seed)
        for step in walk(game, state, random.Random(seed)):
            found.update(dict.fromkeys(option.id for option in step.ask.options[::3]))
    return found


POOLS = {name: list(pool(load(name), name)) for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_what_is_offered_is_accepted_and_anything_else_is_refused_with_nothing_changed(
    name: str, data: st.DataObject
) -> None:
    line = data.draw(lines(name))
    game, state = line.game, line.state()
    ask, before = first_ask(game, state), blob(state)
    offered = {option.id for option in ask.options} if ask else set()
    player = ask.player if ask else 0
    for move in [*NONSENSE, *POOLS[name]]:
        if move not in offered:
            with pytest.raises(Illegal):
                game.take(state, player, [move])
    for move in sorted(offered):
        for other in range(state.players):
            if other != player:
                with pytest.raises(Illegal):
                    game.take(state, other, [move])
        after = state.copy()
        game.take(after, player, [move])
        game.check(after)
        assert blob(after) != before
    for answer in ([], sorted(offered)[:2] * 2):
        with pytest.raises(Illegal):
            game.take(state, player, answer)
    assert blob(state) == before


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_asking_and_looking_change_nothing(name: str, data: st.DataObject) -> None:
    line = data.draw(lines(name))
    game, state = line.game, line.state()
    before = blob(state)
    game.asks(state)
    game.outcome(state)
    game.check(state)
    for viewer in (None, *range(state.players)):
        view = game.view(state, viewer)
        kept = blob(view)
        play(game, state.copy(), random.Random(0), 3)
        assert blob(view) == kept
    assert blob(state) == before


@pytest.mark.parametrize("name", GAMES)
def test_a_number_of_players_that_is_not_allowed_is_refused(name: str) -> None:
    game = load(name)
    for players in (-1, 0, 1, max(game.facts.players) + 1):
        with pytest.raises(ValueError, match="players"):
            game.new(players, game.facts.options(), 0)


@pytest.mark.parametrize("name", GAMES)
def test_there_is_no_view_for_a_player_who_is_not_there(name: str) -> None:
    game = load(name)
    state = game.new(game.facts.players[0], game.facts.options(), 0)
    for player in (-1, state.players):
        with pytest.raises(ValueError, match="player"):
            game.view(state, player)
