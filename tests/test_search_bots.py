"""The bots that plan and search: legal, repeatable, blind to secrets, and with beliefs that fit what is public."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from random import Random
from time import perf_counter

import pytest

from rules.ask import Ask, Event
from rules.whispers import game
from rules.whispers.check import check
from rules.whispers.frames import Act, Discard, Loyalty, NewRound
from rules.whispers.imagine import imagine
from rules.whispers.moves import card_id, cards
from rules.whispers.options import Options, preset
from rules.whispers.scoring import points
from rules.whispers.state import State
from rules.whispers.view import UNKNOWN, view
from tests.games import dealt, variants
from wow_tui.bots import Bot, Witness, weighing
from wow_tui.bots.beliefs import Beliefs, Evidence
from wow_tui.bots.crew import gathered
from wow_tui.bots.outlook import Outlook, arrangements, chances
from wow_tui.bots.planner import PlannerBot
from wow_tui.bots.plans import plans, sift
from wow_tui.bots.playouts import Budget
from wow_tui.bots.sketch import ACT, OVER, Sketch
from wow_tui.bots.whisperer import WhispererBot


def bots(seed: int) -> list[Bot]:
    """One of each kind; the one that searches does so for a few iterations."""
    return [PlannerBot(seed), WhispererBot(seed, Budget(iterations=8))]


def walk(options: Options, players: int, seed: int, every: int) -> Iterator[tuple[State, Ask]]:
    """Questions of a game by chance that begins with six cards in each hand, one of so many."""
    random, state = Random(seed), dealt(players, options, seed)
    number = 0
    while asks := game.asks(state):
        ((player, ask),) = asks.items()
        number += 1
        if number % every == 0 and len(ask.options) > 1:
            yield state, ask
        plays = [option for option in ask.options if option.key.startswith("play")]
        found = random.choice(plays if plays and random.random() < 0.4 else ask.options)
        game.take(state, player, [found.id])


# Legal and repeatable


@pytest.mark.parametrize("name", variants())
def test_every_choice_is_legal_under_every_switch(name: str) -> None:
    options = variants()[name]
    players = 2 if name == "agents_two_players" else 2 + len(name) % 3
    for number, (state, ask) in enumerate(walk(options, players, 7, 23)):
        for bot in bots(number):
            answer = bot.choose(view(state, ask.player), ask)
            game.take(state.copy(), ask.player, answer)


CHOICES = """
from tests.test_search_bots import bots, walk
from rules.whispers.options import Options
from rules.whispers.view import view
for number, (state, ask) in enumerate(walk(Options(), 3, 5, 29)):
    print(*(bot.choose(view(state, ask.player), ask) for bot in bots(number)))
"""


def test_the_same_seed_decides_alike_in_every_process() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", CHOICES],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0]
    assert told[0] == told[1]


def test_a_bot_that_travelled_to_another_process_decides_as_if_it_had_stayed() -> None:
    for number, (state, ask) in enumerate(walk(Options(), 3, 6, 41)):
        for bot in bots(number):
            travelled = pickle.loads(pickle.dumps(bot))
            assert travelled.choose(view(state, ask.player), ask) == bot.choose(view(state, ask.player), ask)


@pytest.mark.parametrize(("wanted", "iterations"), [(20, 20), (0, 9)])
def test_a_budget_of_iterations_is_kept_to_the_last_one(
    wanted: int, iterations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wow_tui.bots.playouts.ITERATIONS", 9)
    state = game.new(3, Options(), 1)
    ((player, ask),) = game.asks(state).items()
    bot = WhispererBot(1, Budget(iterations=wanted))
    bot.choose(view(state, player), ask)
    assert bot.reason is not None
    assert bot.reason.values["iterations"] == iterations


def test_processes_that_search_at_the_same_time_put_together_what_they_find() -> None:
    state, ask = next((state, ask) for state, ask in walk(Options(), 3, 5, 31) if len(ask.options) > 3)
    seen, chosen = view(state, ask.player), []
    for _ in range(2):
        bot = WhispererBot(4, Budget(iterations=16, processes=2))
        chosen.append(bot.choose(seen, ask))
        assert bot.reason is not None
        assert bot.reason.values["iterations"] == 32
    assert chosen[0] == chosen[1]


def test_a_process_that_does_not_answer_in_time_holds_nobody_up() -> None:
    late: Future[int] = Future()
    there: Future[int] = Future()
    there.set_result(3)
    assert gathered([late, there], perf_counter()) == [3]


def test_a_bot_without_any_time_answers_all_the_same() -> None:
    state, ask = next(walk(Options(), 3, 2, 31))
    bot = WhispererBot(1)
    bot.think(1e-9)
    assert bot.choose(view(state, ask.player), ask)[0] in [option.id for option in ask.options]


# Planning


def test_a_planner_begins_an_attack_that_only_its_cards_can_win() -> None:
    state = game.new(2, Options(), 1)
    board = state.board()
    lion, horse, elephant = (board.empire[name] for name in ("lion", "horse", "elephant"))
    city, start, seat = board.region["H6"], board.region["L4"], board.seat["lion.chancellor"]
    state.loyalty[0] = [lion, *(e for e in range(5) if e not in (lion, horse)), horse]
    state.round, state.banners[start], state.banners[city] = 4, 3, 4
    state.reserve[lion] -= 3
    state.reserve[horse] -= 4
    pair = [card for card in cards(board) if card // 5 == elephant][:2]
    for card in pair:
        state.decks[elephant].remove(card)
    state.hands[0] = sorted(pair)
    state.seats[seat] = 0
    state.agenda = [Act(0, seat, seat)]
    check(state)
    bot = PlannerBot(1)
    for _ in range(20):
        asks = game.asks(state)
        if 0 not in asks or state.holder[city] == lion:
            break
        game.take(state, 0, bot.choose(view(state, 0), asks[0]))
    assert state.holder[city] == lion
    assert state.hands[0] == [], card_id(board, pair[0])


def test_plans_leave_the_state_alone_and_lead_where_they_say() -> None:
    for state, ask in walk(Options(), 3, 8, 19):
        seen = view(state, ask.player)
        root = imagine(seen, 1)
        before = root.copy()
        outlook = Outlook(seen, Beliefs(seen, None), Random(3))
        found = plans(root, ask.player, outlook, 60, sift(seen.board(), ask.options))
        assert root == before
        assert [plan.worth for plan in found] == sorted((plan.worth for plan in found), reverse=True)
        for plan in found[:3]:
            again = root.copy()
            for move in plan.moves:
                game.take(again, ask.player, [move])
            assert again.banners == plan.state.banners or again.agenda != plan.state.agenda


# Beliefs


def seen_so_far(seed: int, most: int) -> tuple[State, list[list[Event]]]:
    """A game by chance, and its events."""
    random, state, history = Random(seed), dealt(3, Options(), seed), []
    for _ in range(most):
        asks = game.asks(state)
        if not asks:
            break
        ((player, ask),) = asks.items()
        history.append(game.take(state, player, [random.choice(ask.options).id]))
    return state, history


@pytest.mark.parametrize("options", [Options(), preset("printed", unique_favourites=True)])
def test_what_is_drawn_could_be_and_keeps_all_that_is_known(options: Options) -> None:
    random = Random(1)
    for state, ask in walk(options, 3, 9, 13):
        seen = view(state, ask.player)
        loyalty = Beliefs(seen, None).draw(random)
        possible = imagine(seen, random.getrandbits(60))
        possible.loyalty = loyalty
        check(possible)
        assert loyalty[ask.player] == state.loyalty[ask.player]
        for slots, known in zip(loyalty, seen.loyalty, strict=True):
            assert all(held in (UNKNOWN, slot) for held, slot in zip(known, slots, strict=True))
        assert [len(hand) for hand in possible.hands] == seen.hand_counts
        assert possible.hands[ask.player] == seen.hand


def test_chances_add_up_and_values_are_those_of_the_tokens() -> None:
    state, history = seen_so_far(3, 80)
    seen = view(state, 0)
    beliefs = Beliefs(seen, Evidence.seen(seen, history))
    for player in range(3):
        assert sum(beliefs.values(player)) == pytest.approx(4 + 3 + 2 + 0 - 1)
        assert 0 < beliefs.favourite(player)[1] <= 1 + 1e-9
    own, chance = beliefs.favourite(0)
    assert own == state.loyalty[0][0]
    assert chance == pytest.approx(1)


def test_evidence_is_public_only() -> None:
    state, history = seen_so_far(5, 120)
    public = [[event for event in events if event.only is None] for events in history]
    assert Evidence.seen(view(state, 0), history) == Evidence.seen(view(state, None), public)


def test_evidence_knows_whose_each_city_is() -> None:
    for seed in range(12):
        random, state = Random(seed), dealt(2 + seed % 3, Options(), seed)
        evidence, cities = Evidence.none(state.players, 5), state.board().icons["city"]
        while asks := game.asks(state):
            ((player, ask),) = asks.items()
            evidence.note(state.board(), game.take(state, player, [random.choice(ask.options).id]))
            assert [evidence.holder[city] for city in cities] == [state.holder[city] for city in cities]


def test_a_witness_knows_what_a_new_one_would_also_after_an_undo() -> None:
    state, history = seen_so_far(6, 90)
    _, other = seen_so_far(7, 90)
    seen, witness = view(state, None), Witness()
    for events in (history[:40], history[:41], history, history[:30], [*history[:30], *other[30:50]], [], history):
        assert witness.told(seen, events) == Evidence.seen(seen, events)


def test_whoever_keeps_his_tokens_is_taken_not_to_miss_much_by_it() -> None:
    state = game.new(2, Options(), 1)
    horse, bear = state.board().empire["horse"], state.board().empire["bear"]
    evidence = Evidence.none(2, 5)
    before = Beliefs(view(state, 0), evidence).values(1)
    # The Horse holds four cities at the start, the Bear one.
    evidence.note(state.board(), [Event("keep", {"player": 1})])
    after = Beliefs(view(state, 0), evidence).values(1)
    assert after[horse] > before[horse] + 0.5
    assert after[bear] < before[bear] - 0.5


def test_a_swap_says_that_no_other_one_would_have_brought_much_more() -> None:
    state = game.new(2, Options(), 1)
    board = state.board()
    # Seen by nobody yet, the Horse lay on Opposed and went to Dutiful: Devout would have been better.
    evidence = Evidence.none(2, 5)
    held = {"first": "dutiful", "second": "opposed", "first_empire": "horse", "second_empire": "bear"}
    evidence.note(board, [Event("loyalty-swap", {"player": 1, **held})])
    (chance,) = evidence.chances[1]
    assert chance.cities == (1, 2, 2, 3, 4)
    assert chance.gain == (3 + 1) * (4 - 1)


# Outlook


def test_an_outlook_is_better_with_more_cities_of_the_empire_one_is_devoted_to() -> None:
    state = game.new(3, Options(), 4)
    seen = view(state, 0)
    outlook = Outlook(seen, Beliefs(seen, None), Random(1))
    best, worst = state.loyalty[0][0], state.loyalty[0][4]
    city = next(city for city in state.board().icons["city"] if state.holder[city] not in (best, worst))
    ours, theirs = state.copy(), state.copy()
    ours.holder[city], theirs.holder[city] = best, worst
    for other in (ours, theirs):
        other.round, other.agenda = 4, other.agenda[:1]
    assert outlook.of(ours) > outlook.of(theirs)


def test_only_face_down_tokens_may_still_change_and_only_while_there_are_chances() -> None:
    slots = [0, 1, 2, 3, 4]
    assert arrangements(slots, 0, 0) == [[4.0, 3.0, 2.0, 0.0, -1.0]]
    assert len(arrangements(slots, 0b00111, 3)) == 2
    assert len(arrangements(slots, 0, 1)) == 1 + 10
    # A second swap exchanges two of the three that are left: 5 * 4 * 3 / 2 ways to leave one and pair the rest.
    assert len(arrangements(slots, 0, 2)) == 1 + 10 + 15


def test_chances_to_swap_are_those_the_rounds_leave() -> None:
    state = game.new(3, Options(), 4)
    state.round, state.first = 2, 1
    assert chances(state, 2) == [2, 2, 2]
    state.agenda = [NewRound(), Discard(0), Loyalty(1)]
    assert chances(state, 2) == [2, 1, 2]
    state.agenda = [NewRound(), Discard(0)]
    assert chances(state, 2) == [1, 1, 1]


def test_whoever_fights_for_an_empire_is_taken_to_be_loyal_to_it() -> None:
    state = game.new(2, Options(), 1)
    lion = state.board().empire["lion"]
    evidence = Evidence.none(2, 5)
    won = {"player": 1, "empire": "lion", "enemy": "horse", "source": "L4", "target": "H6", "count": 2}
    won |= {"fort": 0, "traded": 0, "left": 2, "defenders": 0, "holder": "lion"}
    before = Beliefs(view(state, 0), evidence)
    for _ in range(3):
        evidence.note(state.board(), [Event("deploy", {"player": 1, "place": "seat:lion.marshal"})])
        evidence.note(state.board(), [Event("battle", won)])
    after = Beliefs(view(state, 0), evidence)
    assert before.favourite(1)[1] == pytest.approx(0.2)
    assert after.favourite(1)[0] == lion
    assert after.favourite(1)[1] > 0.5
    assert after.values(1)[lion] > before.values(1)[lion] > after.values(1)[state.board().empire["horse"]]
    bot = WhispererBot(1, Budget(iterations=6))
    bot.watch(evidence)
    ((player, ask),) = game.asks(state).items()
    bot.choose(view(state, 1 - player if player else 0), Ask(ask.id, 0, ask.key, ask.values, ask.options))
    assert bot.reason is not None
    if not player:
        assert (bot.reason.values["about"], bot.reason.values["empire"]) == (1, "lion")


# Outlines


def test_an_outline_of_a_finished_match_has_its_points() -> None:
    state, _ = seen_so_far(11, 10_000)
    outline = Sketch(state)
    assert outline.phase == OVER
    assert outline.points() == [points(state, player) for player in range(3)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_outline_keeps_banners_agents_and_cards_together_to_the_end(players: int) -> None:
    random = Random(players)
    for state, _ in walk(Options(), players, players, 17):
        outline = Sketch(state)
        agents = state.board().agents_per_player
        steps = 0
        while outline.phase != OVER:
            worth, move = random.choice(weighing.options(outline))
            if outline.phase == ACT:
                assert outline.seat // 4 == outline.empire
            outline.apply(move)
            steps += 1
            assert steps < 500
            held = outline.reserve[:]
            for holder, count in zip(outline.holder, outline.banners, strict=True):
                held[holder] += count
            assert max(held) <= 20
            assert min(outline.reserve) >= 0
            assert min(outline.banners) >= 0
            assert all(outline.seats.count(player) <= agents for player in range(players))
            assert all(sorted(slots) == list(range(5)) for slots in outline.loyalty)
            assert isinstance(worth, float)
        assert outline.round == 4


def test_a_copy_of_an_outline_is_independent() -> None:
    state, _ = next(walk(Options(), 3, 1, 17))
    outline = Sketch(state)
    whims = [0.5] * 256
    other = outline.copy()
    weighing.play(other, whims)
    again = outline.copy()
    weighing.play(again, whims)
    assert outline.phase != OVER
    assert (other.points(), other.holder) == (again.points(), again.holder)


def test_whoever_shows_his_tokens_is_played_against() -> None:
    state = game.new(3, Options(), 1)
    favourite = state.loyalty[0][0]
    covered = Sketch(state)
    state.shown[0], state.swaps[0] = 0b00011, 1
    shown = Sketch(state)
    for other in (1, 2):
        assert shown.net[other][favourite] < covered.net[other][favourite]
