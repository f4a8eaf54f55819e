"""What the tests know of each game beside its seven names, and ways to walk through a match.

A new game joins the conformance suite by a row in `ROWS`. Imports nothing but the core, so that it also
runs in a bare Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from rules.agenda import run
from rules.ask import Ask, Event, Option
from rules.game import Game
from rules.whispers.imagine import imagine
from rules.whispers.kinds import KINDS
from rules.whispers.options import Options, preset
from rules.whispers.setup import set_up
from rules.whispers.state import State

Masked = tuple[Any, list[Event]]


class Setting(NamedTuple):
    """One way to play a game."""

    name: str
    players: int
    options: Any


class Row(NamedTuple):
    """What the conformance suite needs of one game.

    `rich`: a start from which play reaches more of the game sooner; `imagine`: a state behind a view;
    `disguise(state, player, chance)`: another state that differs only in what the player may not know;
    `mask(view, events)`: both without what the answer rightly shows the viewer anew; `secrets(state)`: words
    that nobody may read in an event but as part of a move made.
    """

    settings: Sequence[Setting]
    rich: Callable[[int, Any, int], Any]
    imagine: Callable[[Any, int], Any]
    disguise: Callable[[Any, int | None, random.Random], Any]
    mask: Callable[[Any, list[Event]], Masked]
    secrets: Callable[[Any], set[str]]


# Any game


def blob(thing: Any) -> bytes:
    """The very bytes of a state, view, ask or list of events."""
    return msgspec.msgpack.encode(thing)


def first_ask(game: Game, state: Any) -> Ask | None:
    """The question to the lowest player asked, or None when the game is over."""
    asks = game.asks(state)
    return asks[min(asks)] if asks else None


def by_chance(chance: random.Random, options: Sequence[Option]) -> Option:
    """An option; cards are played more often than their share, or hardly any would be."""
    plays = [option for option in options if option.key.startswith("play")]
    return chance.choice(plays if plays and chance.random() < 0.4 else list(options))


class Step(NamedTuple):
    """A decision on a walk: the state before it, the question, the option taken and what it brought."""

    state: Any
    ask: Ask
    option: Option
    events: list[Event]


def walk(game: Game, state: Any, chance: random.Random, most: int = 100_000) -> Iterator[Step]:
    """Play a state on by chance, at most so many decisions; `state` itself is played."""
    for _ in range(most):
        ask = first_ask(game, state)
        if ask is None:
            return
        before = state.copy()
        option = by_chance(chance, ask.options)
        yield Step(before, ask, option, game.take(state, ask.player, [option.id]))


def play(game: Game, state: Any, chance: random.Random, most: int = 100_000) -> Any:
    """The same without the steps: the state played on."""
    for _ in range(most):
        ask = first_ask(game, state)
        if ask is None:
            break
        game.take(state, ask.player, [by_chance(chance, ask.options).id])
    return state


# A War of Whispers


def dealt(players: int, options: Options, seed: int) -> State:
    """A match set up with six cards in each hand instead of none: two each of three empires."""
    state = set_up(players, options, seed)
    size = len(state.decks)
    for player in range(players):
        for place in range(6):
            state.hands[player].append(state.decks[(player + place // 2) % size].pop())
        state.hands[player].sort()
    run(state, KINDS, [])
    return state


def hidden_slots(state: State, player: int) -> list[int]:
    """The loyalty slots of a player that are face down."""
    return [slot for slot in range(len(state.loyalty[player])) if not state.shown[player] >> slot & 1]


def disguise(state: State, player: int | None, chance: random.Random) -> State:
    """The state with other cards in the other hands, other orders of decks, other face-down loyalties and
    another chance number. Of which empire each hidden card is stays, for the draws were public."""
    other = state.copy()
    other.chance = chance.getrandbits(64)
    others = [each for each in range(state.players) if each != player]
    if state.agenda:
        for each in others:
            slots = hidden_slots(state, each)
            # That favourites once differed is known to all, so a hidden favourite keeps its place then.
            if state.options.unique_favourites:
                slots = [slot for slot in slots if slot]
            empires = [state.loyalty[each][slot] for slot in slots]
            chance.shuffle(empires)
            for slot, empire in zip(slots, empires, strict=True):
                other.loyalty[each][slot] = empire
    size = len(state.decks)
    for empire, deck in enumerate(state.decks):
        pool = [*deck, *(card for each in others for card in state.hands[each] if card // size == empire)]
        chance.shuffle(pool)
        other.decks[empire] = [pool.pop() for _ in deck]
        for each in others:
            hand = other.hands[each]
            other.hands[each] = [pool.pop() if card // size == empire else card for card in hand]
    for each in others:
        other.hands[each].sort()
    return other


def mask(view: Any, events: list[Event]) -> Masked:
    """View and events without what this answer rightly shows anew: the cards that the viewer drew himself,
    the tokens that another turned up, all tokens at the end."""
    loyalty, kept = list(view.loyalty), []
    for event in events:
        hides: tuple[str, ...] = ()
        if event.key == "drawn":
            view, hides = msgspec.structs.replace(view, hand=[]), ("cards",)
        elif event.key == "loyalty-swap" and event.values["player"] != view.viewer:
            loyalty[int(str(event.values["player"]))] = []
            hides = ("first_empire", "second_empire")
        elif event.key == "game-end":
            loyalty, hides = [], ("loyalties",)
            view = msgspec.structs.replace(view, outcome=None)
        values = {name: value for name, value in event.values.items() if name not in hides}
        kept.append(msgspec.structs.replace(event, values=values))
    return msgspec.structs.replace(view, loyalty=loyalty), kept


def card_names(state: State) -> set[str]:
    """All card ids: none of them may be in what others read, but for cards that are played."""
    empires = state.board().empires
    return {f"{own}/{partner}" for own in empires for partner in empires}


def variants() -> dict[str, Options]:
    """Both presets, every single switch turned in the preset `printed`, and the variants together."""
    found = {name: preset(name) for name in ("printed", "summary")}
    literal = msgspec.to_builtins(preset("summary"))
    for switch, value in msgspec.to_builtins(preset("printed")).items():
        if literal[switch] != value:
            found[switch] = preset("printed", **{switch: literal[switch]})
    found["agents_on_regions"] = preset("printed", agents_on_regions=True)
    found["unique_favourites"] = preset("printed", unique_favourites=True)
    found["border"] = preset("printed", border="P3-P4")
    found["order_of_clean_up"] = preset("printed", order_of_clean_up="discard-first")
    turned = {"agents_on_regions": True, "unique_favourites": True, "border": "P3-P4"}
    found["all"] = preset("summary", **turned, order_of_clean_up="discard-first")
    return found


def _settings() -> list[Setting]:
    found = []
    for number, (name, options) in enumerate(variants().items()):
        counts = (2, 3, 4) if name in ("printed", "summary", "all") else (2 + number % 3,)
        counts = (2,) if name == "agents_two_players" else counts
        found += [Setting(f"{name}-{players}", players, options) for players in counts]
    return found


ROWS: dict[str, Row] = {
    "whispers": Row(_settings(), dealt, imagine, disguise, mask, card_names),
}
