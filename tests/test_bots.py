"""Bots answer what they are asked, know only what their player may know, and greedy is the better player."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from rules.ask import Ask, Option
from rules.whispers import game
from rules.whispers.frames import Act, Loyalty, NewRound
from rules.whispers.imagine import imagine
from rules.whispers.options import Options
from rules.whispers.scoring import cities
from rules.whispers.state import State
from rules.whispers.view import View, view
from wow_tui import bots, simulation
from wow_tui.bots import Bot, greedy
from wow_tui.bots.greedy import GreedyBot
from wow_tui.bots.playouts import Budget
from wow_tui.bots.random_bot import RandomBot
from wow_tui.bots.whisperer import WhispererBot
from wow_tui.simulation import Setup, play


def quick(name: str, seed: int) -> Bot:
    """A bot of that name; one that searches does so for a few iterations only."""
    return WhispererBot(seed, Budget(iterations=6)) if name == "whisperer" else bots.make(name, seed)


def questions(seed: int, players: int = 3) -> Iterator[tuple[State, Ask]]:
    """Every question of a random game."""
    random, state = Random(seed), game.new(players, Options(), seed)
    while now := game.asks(state):
        player, ask = next(iter(now.items()))
        yield state, ask
        game.take(state, player, [random.choice(ask.options).id])


@pytest.mark.parametrize("name", bots.NAMES)
def test_every_answer_of_a_bot_is_one_of_the_options_offered(name: str) -> None:
    bot = quick(name, 5)
    for state, ask in questions(1):
        answer = bot.choose(view(state, ask.player), ask)
        assert len(answer) == 1
        assert answer[0] in [option.id for option in ask.options]


@pytest.mark.parametrize("name", bots.NAMES)
def test_a_bot_with_the_same_seed_decides_the_same(name: str) -> None:
    one, other = quick(name, 5), quick(name, 5)
    for state, ask in questions(2):
        assert one.choose(view(state, ask.player), ask) == other.choose(view(state, ask.player), ask)


def test_the_random_bot_with_another_seed_decides_otherwise() -> None:
    one, other = RandomBot(1), RandomBot(2)
    asked = [ask for _, ask in questions(2)]
    assert [one.choose(None, ask) for ask in asked] != [other.choose(None, ask) for ask in asked]


@pytest.mark.parametrize("name", bots.NAMES)
def test_a_decision_depends_on_nothing_its_player_may_not_know(name: str) -> None:
    for number, (state, ask) in enumerate(questions(3)):
        seen = view(state, ask.player)
        other = imagine(seen, number)
        assert other != state, "the pair must differ in what is hidden"
        there = quick(name, number).choose(view(other, ask.player), game.asks(other)[ask.player])
        assert quick(name, number).choose(seen, ask) == there


@pytest.mark.parametrize("name", bots.NAMES)
def test_a_bot_changes_neither_view_nor_ask(name: str) -> None:
    for state, ask in questions(4):
        seen = view(state, ask.player)
        before = msgspec.json.encode([seen, ask])
        quick(name, 1).choose(seen, ask)
        assert msgspec.json.encode([seen, ask]) == before


class Spy(RandomBot):
    """A random bot that keeps what it is given."""

    looks = True
    given: typing.ClassVar[list[tuple[object, Ask]]] = []

    def choose(self, view: object, ask: Ask) -> list[str]:
        """Keep, then choose."""
        self.given.append((view, ask))
        return super().choose(view, ask)


@pytest.mark.parametrize("looks", [True, False])
def test_a_bot_is_given_the_view_of_its_own_player_and_none_if_it_does_not_look(
    looks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "make", lambda name, seed, thinking: Spy(seed))
    monkeypatch.setattr(Spy, "looks", looks)
    monkeypatch.setattr(Spy, "given", [])
    result = play(Setup("whispers", ("spy",) * 3, Options(), 1), 0)
    assert len(Spy.given) == result.decisions
    for seen, ask in Spy.given:
        assert type(seen) is (View if looks else type(None))
        assert not isinstance(seen, View) or seen.viewer == ask.player


@pytest.mark.parametrize("kind", [RandomBot, GreedyBot])
def test_no_bot_takes_a_state(kind: type[object]) -> None:
    hints = typing.get_type_hints(kind.choose)  # type: ignore[attr-defined]
    assert hints["ask"] is Ask
    assert hints["view"] in (typing.Any, View)


def test_the_random_bot_gives_any_number_of_options_that_is_allowed() -> None:
    options = [Option(str(number), "k") for number in range(5)]
    ask = Ask(0, 0, "k", {}, options, least=1, most=3)
    bot, counts = RandomBot(1), set()
    for _ in range(100):
        answer = bot.choose(None, ask)
        assert len(set(answer)) == len(answer)
        counts.add(len(answer))
    assert counts == {1, 2, 3}


def test_there_is_no_bot_of_an_unknown_name() -> None:
    with pytest.raises(ValueError, match="no bot 'deep'; there are: random, greedy"):
        bots.make("deep", 1)


def test_greedy_wins_most_games_against_two_random_players() -> None:
    setup = Setup("whispers", ("greedy", "random", "random"), Options(), 7)
    results = [play(setup, number) for number in range(20)]
    won = sum((0 in result.winners) / len(result.winners) for result in results)
    ahead = sum(result.points[0] - max(result.points[1:]) for result in results)
    assert won >= 15
    assert ahead > 60


def test_greedy_weighs_a_sample_where_more_is_offered_than_it_can_weigh() -> None:
    found = ((state, ask) for seed in range(200) for state, ask in questions(seed, 4))
    state, ask = next((state, ask) for state, ask in found if len(ask.options) > greedy.MOST)
    bot = GreedyBot(1)
    bot.choose(view(state, ask.player), ask)
    assert bot.reason is not None
    assert bot.reason.values["options"] == len(ask.options)
    assert bot.reason.values["weighed"] == greedy.MOST


def test_greedy_takes_the_open_city_of_the_empire_it_likes_least() -> None:
    state = game.new(2, Options(), 1)
    board = state.board()
    lion, horse = board.empire["lion"], board.empire["horse"]
    city, start, seat = board.region["H6"], board.region["L4"], board.seat["lion.chancellor"]
    state.loyalty[0] = [lion, *(e for e in range(5) if e not in (lion, horse)), horse]
    state.round, state.banners[start] = 4, 3
    state.reserve[lion] -= 3
    state.seats[seat] = 0
    state.agenda = [Act(0, seat, seat)]
    assert state.holder[city] == horse
    bot = GreedyBot(1)
    assert bot.choose(view(state, 0), game.asks(state)[0])[0].startswith("attack L4 H6 ")
    now = view(state, 0).score
    assert now is not None
    assert bot.reason is not None
    assert bot.reason.secret == {"now": now, "then": now + 4 + 1}


def loyal(worst_first: bool) -> tuple[State, int]:
    """A state in which a player may swap tokens that lie in the worst or in the best order."""
    state = game.new(2, Options(), 1)
    counts = cities(state)
    player = state.first
    state.loyalty[player] = sorted(range(5), key=lambda empire: counts[empire], reverse=not worst_first)
    state.round, state.agenda = 3, [NewRound(), Loyalty(0)]
    return state, player


@pytest.mark.parametrize("worst_first", [True, False])
def test_greedy_swaps_loyalties_only_where_that_pays(worst_first: bool) -> None:
    state, player = loyal(worst_first)
    before = view(state, player).score
    answer = GreedyBot(1).choose(view(state, player), game.asks(state)[player])
    game.take(state, player, answer)
    after = view(state, player).score
    assert before is not None
    assert after is not None
    assert (answer == ["keep"]) is not worst_first
    assert after > before if worst_first else after == before


def test_a_reason_tells_everybody_nothing_of_loyalties() -> None:
    bot = GreedyBot(1)
    assert bot.reason is None
    state, ask = next(questions(1))
    chosen = bot.choose(view(state, ask.player), ask)
    assert bot.reason is not None
    assert bot.reason.values == {"move": chosen[0], "options": 20, "weighed": 20}
    assert set(bot.reason.secret) == {"now", "then"}
