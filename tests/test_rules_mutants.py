"""Real states with one thing in them changed by chance: refused with a ValueError, or good to play on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.whispers.game import GAME
from rules.whispers.state import State
from tests.conformance.samples import samples
from tests.games import by_chance, first_ask

NUMBERS = (-1, 0, 1, 2, 3, 5, 7, 19, 20, 39, 40, 99, 100, 1 << 63)
WORDS = ("", "add", "draw", "attack", "swap", "adjacent", "empty", "all", "garrison", "uprising", "P3-P4")


def spots(thing: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything inside plain data."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key != "type":
                yield from spots(value, (*path, key))
    elif isinstance(thing, list):
        yield path
        for place, value in enumerate(thing):
            yield from spots(value, (*path, place))
    else:
        yield path


def changed(value: Any, chance: random.Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice((*NUMBERS, value + 1, value - 1))
    if isinstance(value, str):
        return chance.choice(WORDS)
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        return chance.choice((value[:place] + value[place + 1 :], value[: place + 1] + value[place:], []))
    return value


def mutated(state: State, chance: random.Random) -> State | None:
    """A state with one spot changed, often in the agenda; None if its types do not allow it."""
    data = msgspec.to_builtins(state)
    top_name = chance.choice([*data, *["agenda"] * 8])
    path = chance.choice(list(spots(data[top_name], (top_name,))))
    part = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = changed(part[path[-1]], chance)
    try:
        return msgspec.convert(data, State)
    except msgspec.ValidationError:
        return None


def mutants(seed: int, count: int) -> Iterator[State]:
    """States changed in one spot each."""
    chance = random.Random(seed)
    states = [state for each in samples(24).values() for state in each]
    for _ in range(count):
        mutant = mutated(chance.choice(states), chance)
        if mutant is not None:
            yield mutant


def sound(state: State) -> bool:
    """Whether check accepts a state; any other exception than ValueError comes through."""
    try:
        GAME.check(state)
    except ValueError:
        return False
    return True


def test_check_raises_nothing_but_value_errors_whatever_one_thing_is_changed() -> None:
    verdicts = [sound(state) for state in mutants(1, 600)]
    assert 100 < verdicts.count(False) < len(verdicts)


def test_a_state_that_check_accepts_can_be_shown_and_played_on() -> None:
    chance = random.Random(3)
    for state in filter(sound, mutants(3, 600)):
        for viewer in (None, *range(state.players)):
            GAME.view(state, viewer)
        for _ in range(150):
            ask = first_ask(GAME, state)
            if ask is None:
                break
            assert ask.options
            GAME.take(state, ask.player, [by_chance(chance, ask.options).id])
            GAME.check(state)
