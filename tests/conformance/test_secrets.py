"""Nobody sees what is hidden from him: not in views, questions, events, nor by what happens next."""

from __future__ import annotations

import random
import typing
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ask import Event, readable
from rules.game import GAMES, Game, load
from tests.conformance.strategies import SMALL, lines
from tests.games import ROWS, Setting, blob, first_ask, walk

BIG_SEED = 0xB16B00B5_5EC12E75
WAYS = [(name, setting) for name in GAMES for setting in ROWS[name].settings]
IDS = [f"{name}-{setting.name}" for name, setting in WAYS]


def reachable(kind: Any, found: set[Any]) -> set[Any]:
    """Every type that a type's hints lead to."""
    for part in typing.get_args(kind):
        reachable(part, found)
    if not isinstance(kind, type) or kind in found:
        return found
    found.add(kind)
    if issubclass(kind, msgspec.Struct):
        for hint in typing.get_type_hints(kind).values():
            reachable(hint, found)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_no_state_is_reachable_from_a_view(name: str) -> None:
    game = load(name)
    view = game.view(game.new(game.facts.players[0], game.facts.options(), 0), None)
    found = reachable(type(view), set())
    assert type(view) in found
    assert len(found) > 5
    assert not any(issubclass(kind, game.facts.state) for kind in found)
    assert object not in found
    assert Any not in found


def viewers(state: Any) -> tuple[int | None, ...]:
    """A spectator and every player."""
    return (None, *range(state.players))


def shown(game: Game, state: Any, viewer: int | None) -> bytes:
    """All that a viewer is given of a state: his view, and the question if it is to him."""
    asks = {player: ask for player, ask in game.asks(state).items() if player == viewer}
    return blob([game.view(state, viewer), sorted(game.asks(state)), asks])


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_pair_states_that_differ_only_in_secrets_look_the_same(name: str, data: st.DataObject) -> None:
    line = data.draw(lines(name))
    game, row, state = line.game, ROWS[name], line.state()
    for viewer in viewers(state):
        other = row.disguise(state, viewer, random.Random(line.seed))
        game.check(other)
        assert shown(game, other, viewer) == shown(game, state, viewer)


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_an_imagined_state_is_sound_and_looks_like_the_true_one(name: str, data: st.DataObject) -> None:
    line = data.draw(lines(name))
    game, row, state = line.game, ROWS[name], line.state()
    for viewer in viewers(state):
        view = game.view(state, viewer)
        imagined = row.imagine(view, line.seed ^ 1)
        game.check(imagined)
        assert shown(game, imagined, viewer) == shown(game, state, viewer)
        assert blob(row.imagine(view, line.seed ^ 1)) == blob(imagined)
        assert imagined.chance != state.chance


def same_step(game: Game, name: str, one: Any, other: Any, viewer: int | None) -> int:
    """Give up to ten answers legal in both states; the viewer must see the same come of each. How many."""
    asks = [first_ask(game, state) for state in (one, other)]
    if asks[0] is None or asks[1] is None:
        assert asks[0] is asks[1]
        return 0
    both = sorted({o.id for o in asks[0].options} & {o.id for o in asks[1].options})
    both = both[:: len(both) // 10 + 1]
    for move in both:
        seen = []
        for state in (one.copy(), other.copy()):
            events = readable(game.take(state, asks[0].player, [move]), viewer)
            seen.append(ROWS[name].mask(game.view(state, viewer), events))
        assert blob(seen[0]) == blob(seen[1]), move
    return len(both)


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_step_the_same_answer_in_two_imagined_states_shows_the_same(name: str, data: st.DataObject) -> None:
    line = data.draw(lines(name))
    game, row, state = line.game, ROWS[name], line.state()
    for viewer in viewers(state):
        view = game.view(state, viewer)
        same_step(game, name, row.imagine(view, line.seed), row.imagine(view, line.seed + 1), viewer)


@pytest.mark.parametrize(("name", "setting"), WAYS, ids=IDS)
def test_step_along_whole_games_nobody_learns_a_secret_by_an_answer(name: str, setting: Setting) -> None:
    game, row, chance = load(name), ROWS[name], random.Random(7)
    state, compared = row.rich(setting.players, setting.options, 7), 0
    for number, step in enumerate(walk(game, state, random.Random(7))):
        viewer = viewers(state)[number % (state.players + 1)]
        other = row.disguise(step.state, viewer, chance)
        offered = {option.id for option in game.asks(other)[step.ask.player].options}
        if step.option.id not in offered:
            continue
        events = game.take(other, step.ask.player, [step.option.id])
        told = row.mask(game.view(other, viewer), readable(events, viewer))
        true = row.mask(game.view(state, viewer), readable(step.events, viewer))
        assert blob(told) == blob(true)
        compared += 1
    assert compared > 30


def leaves(thing: Any) -> Iterator[Any]:
    """Every number and text inside plain data."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield from leaves(key)
            yield from leaves(value)
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from leaves(each)
    else:
        yield thing


def words(event: Event) -> set[str]:
    """Every word in the texts of an event."""
    texts = [leaf for leaf in leaves(msgspec.to_builtins(event.values)) if isinstance(leaf, str)]
    return {word for text in texts for word in text.replace(",", " ").split()}


@pytest.mark.parametrize(("name", "setting"), WAYS, ids=IDS)
def test_a_spectators_log_of_a_whole_game_names_no_secret(name: str, setting: Setting) -> None:
    game = load(name)
    for start in (game.new, ROWS[name].rich):
        state = start(setting.players, setting.options, BIG_SEED)
        for step in walk(game, state, random.Random(3)):
            secret = ROWS[name].secrets(step.state)
            said = {word for option in (step.option.id,) for word in option.split()}
            aloud = said if step.option.key.startswith("play") else set()
            for event in readable(step.events, None):
                assert not words(event) & (secret - aloud), event
            if step.state.step % 5:
                continue
            log = [msgspec.to_builtins(event.values) for event in step.events]
            views = [msgspec.to_builtins(game.view(state, viewer)) for viewer in viewers(state)]
            asks = msgspec.to_builtins(step.ask)
            for leaf in leaves([log, views, asks]):
                assert not isinstance(leaf, int) or abs(leaf) < 10_000, "a seed or a chance number"
