"""Rounds: deploying, supply, clean-up, the end; set-up and scoring."""

from __future__ import annotations

import random

import pytest

from rules.whispers.frames import Deploy, Discard, Loyalty, MarkRound, NewRound, Supply, TakeBack
from rules.whispers.game import GAME
from rules.whispers.kinds import KINDS
from rules.whispers.options import Options, preset
from rules.whispers.setup import blank, set_up
from rules.whispers.state import State
from tests.conformance.table import Table, asking, printed, summary
from tests.conformance.table import position as at
from tests.games import walk

DEPLOYED = {2: (3, 5, 7, 9), 3: (2, 3, 4, 5), 4: (2, 3, 4, 5)}


def agents_at_the_end_of_rounds(players: int, options: Options) -> list[int]:
    """Agents of each player when the deployment of each round is over."""
    state, counts = GAME.new(players, options, 3), []
    for step in walk(GAME, state, random.Random(3)):
        frame = step.state.agenda[-1]
        if isinstance(frame, Deploy) and frame.turn == frame.turns - 1:
            (count,) = {state.seats.count(player) for player in range(players)}
            counts.append(count)
    return counts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_agents_on_the_board_grow_by_the_table(players: int) -> None:
    assert tuple(agents_at_the_end_of_rounds(players, preset("printed"))) == DEPLOYED[players]


def test_two_players_of_the_summary_place_two_agents_each() -> None:
    assert agents_at_the_end_of_rounds(2, preset("summary")) == [2, 3, 4, 5]


def test_set_up_is_banners_as_printed_full_decks_no_cards_and_five_loyalties_each() -> None:
    state = set_up(3, preset("printed"), 9)
    assert sum(state.banners) == 25
    assert state.reserve == [11, 14, 16, 14, 20]
    assert [len(deck) for deck in state.decks] == [8] * 5
    assert state.hands == [[], [], []]
    assert all(sorted(slots) == [0, 1, 2, 3, 4] for slots in state.loyalty)


def test_loyalties_decks_and_first_player_differ_by_seed() -> None:
    states = [set_up(4, preset("printed"), seed) for seed in range(60)]
    assert {state.first for state in states} == {0, 1, 2, 3}
    assert len({str(state.decks) for state in states}) == 60
    assert {slots[0] for state in states for slots in state.loyalty} == {0, 1, 2, 3, 4}
    assert any(len({slots[0] for slots in state.loyalty}) < 4 for state in states)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_unique_favourites_gives_every_player_another_devout_token(players: int) -> None:
    for seed in range(40):
        state = set_up(players, printed(unique_favourites=True), seed)
        assert len({slots[0] for slots in state.loyalty}) == players
        assert all(sorted(slots) == [0, 1, 2, 3, 4] for slots in state.loyalty)


# Deploying


def test_agents_are_placed_in_turn_from_the_first_player_on_free_seats() -> None:
    state = at({}, players=3)
    state.first = 2
    table = asking(state, Deploy(0, 6))
    asked = []
    for seat in ("bear.sheriff", "bear.steward", "bear.marshal"):
        asked.append(table.asked())
        table.do(f"deploy {seat}")
    assert asked == [2, 0, 1]
    assert table.why("deploy bear.sheriff") == "deploy.seat"


def test_everybody_with_an_agent_must_take_one_back_those_without_are_passed_over() -> None:
    state = at({}, seats={"bear.sheriff": 0, "eagle.sheriff": 2}, players=3)
    table = asking(state, TakeBack(0))
    assert table.offered() == ["recall bear.sheriff"]
    assert table.why("recall eagle.sheriff") == "deploy.own-agent"
    table.do("recall bear.sheriff")
    assert table.asked() == 2


def test_nobody_places_more_than_nine_agents_or_on_a_full_board() -> None:
    seats = {name: place % 2 for place, name in enumerate(blank(2, printed(), 0).board().seats[:18])}
    full = asking(at({}, seats=seats), Deploy(0, 2))
    assert isinstance(full.state.agenda[-1], Loyalty)
    seats = {name: place % 4 for place, name in enumerate(blank(4, printed(), 0).board().seats)}
    assert isinstance(asking(at({}, seats=seats, players=4), Deploy(0, 8)).state.agenda[-1], Loyalty)


def test_an_agent_may_go_on_a_region_only_with_the_variant() -> None:
    table = asking(at({}), Deploy(0, 2))
    assert table.offered("deploy B1") == []
    assert table.why("deploy B1") == "variant.agents_on_regions/off"


def test_at_most_two_agents_on_regions_no_two_in_one_but_with_others() -> None:
    table = asking(at({}, options=printed(agents_on_regions=True)), Deploy(0, 6))
    table.do("deploy B1", "deploy B1")
    assert table.why("deploy B1") == "variant.agents_on_regions/once"
    table.do("deploy H2", "deploy H3")
    assert table.why("deploy L1") == "variant.agents_on_regions/two"
    assert table.offered("deploy B") == []


def test_agents_on_regions_are_taken_back_like_any_other_and_still_placed_on_a_full_board() -> None:
    options = printed(agents_on_regions=True)
    state = at({}, options=options)
    state.posts = [[0, 3], [1, 4]]
    table = asking(state, TakeBack(0))
    assert table.offered() == ["recall B4"]
    assert table.why("recall B5") == "deploy.own-agent"
    table.do("recall B4")
    assert table.state.posts == [[1, 4]]
    seats = {name: place % 4 for place, name in enumerate(table.board.seats)}
    full = asking(at({}, seats=seats, players=4, options=options), Deploy(0, 4))
    assert len(full.offered()) == 40


# Supply


def cut(options: Options, empire: int) -> Table:
    """The supply check at the end of the turn of an empire."""
    banners: dict[str, int | tuple[str, int]] = {"B1": 5, "B3": 7, "L1": ("bear", 6), "H10": 6}
    return asking(at({**banners, "B4": 2}, options=options), Supply(empire))


def test_four_stay_and_six_with_a_farm_and_the_rest_go_to_the_reserve() -> None:
    table = cut(printed(), 0)
    assert [table.at(code) for code in ("B1", "B3", "B4", "L1")] == ["4 bear", "6 bear", "2 bear", "6 bear"]
    assert (table.at("H10"), table.reserve("bear")) == ("6 horse", 2)


def test_only_the_empire_whose_turn_ends_is_checked_but_in_the_summary_all() -> None:
    assert cut(printed(), 0).at("H10") == "6 horse"
    assert cut(printed(), 4).at("B1") == "5 bear"
    assert cut(printed(), 4).at("H10") == "4 horse"
    everybody = cut(summary(), 2)
    assert (everybody.at("B1"), everybody.at("H10")) == ("4 bear", "4 horse")


# Clean-up and the end


def test_the_marker_passes_before_loyalties_are_swapped() -> None:
    state = at({}, players=3)
    state.first = 2
    table = asking(state)
    assert (table.state.first, table.asked(), table.key()) == (0, 0, "loyalty")


def test_clean_up_is_loyalty_then_discard_or_the_other_way_round() -> None:
    hands = [["bear/eagle", "bear/lion", "bear/horse", "eagle/bear", "eagle/lion", "lion/bear"]]
    table = asking(at({}, hands=hands))
    assert table.key() == "loyalty"
    table.do("keep", "keep")
    assert table.key() == "discard"
    table = asking(at({}, hands=hands, options=printed(order_of_clean_up="discard-first")))
    assert table.key() == "discard"


def test_everybody_discards_down_to_five_of_his_own_choice() -> None:
    six = ["bear/eagle", "bear/lion", "bear/horse", "eagle/bear", "eagle/lion", "eagle/lion"]
    state = at({}, hands=[[], six])
    state.agenda = [NewRound(), Discard(0)]
    table = Table(state).run()
    assert table.asked() == 1
    assert len(table.offered()) == 5
    assert table.why("discard horse/bear") == "card.hand"
    events = table.do("discard eagle/lion")
    assert [(event.key, event.only) for event in events][:2] == [("discard", None), ("discarded", 1)]
    assert len(table.hand(1)) == 5
    assert len(table.state.decks[1]) == 6
    assert table.key() == "deploy"


def test_swapped_tokens_are_shown_for_good_and_never_move_again() -> None:
    table = asking(at({}), Loyalty(0))
    table.do("swap devout opposed")
    assert table.state.loyalty[0] == [4, 1, 2, 3, 0]
    assert (table.state.shown[0], table.state.swaps[0]) == (0b10001, 1)
    assert GAME.view(table.state, None).loyalty[0] == [4, -1, -1, -1, 0]
    state = table.state.copy()
    state.agenda = [MarkRound(), Loyalty(0)]
    again = Table(state).run()
    assert again.why("swap devout dutiful") == "loyalty.revealed"
    assert again.why("swap dutiful dutiful") == "loyalty.swap/two"
    assert len(again.offered()) == 4


def test_one_token_face_down_cannot_be_swapped() -> None:
    state = at({})
    state.shown, state.swaps = [0b01111, 0], [2, 0]
    table = asking(state, Loyalty(0))
    assert table.asked() == 1


def test_the_game_ends_at_the_fourth_marker_without_swap_or_discard() -> None:
    hands = [["bear/eagle", "bear/lion", "bear/horse", "eagle/bear", "eagle/lion", "lion/bear"]]
    state = at({}, hands=hands, round_=4)
    state.agenda = [MarkRound()]
    events: list[object] = []
    assert KINDS[MarkRound].advance(state, MarkRound(), events) is False  # type: ignore[arg-type]
    assert GAME.asks(state) == {}
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [place.why["cards"] for place in outcome.places] == [6, 0]
    assert GAME.view(state, None).loyalty == state.loyalty


# Scoring


def ended(players: int = 2) -> State:
    """A game that is over, everything as it was at the start."""
    state = blank(players, printed(), 0)
    state.lab, state.round = True, 4
    return state


def test_cities_are_worth_the_slot_of_their_empire_and_may_come_to_less_than_nothing() -> None:
    state = at({}, options=printed(), round_=4)
    board = state.board()
    state.loyalty = [[2, 0, 3, 1, 4], [1, 0, 2, 3, 4]]
    for code in ("H2", "H6"):
        state.holder[board.region[code]], state.banners[board.region[code]] = 2, 1
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [(place.player, place.points) for place in outcome.places] == [
        (0, 4 * 4 + 3 * 1 + 2 * 3 + 0 - 2),
        (1, 4 * 2 + 3 * 1 + 2 * 4 + 0 - 2),
    ]
    cities = (region for region in range(40) if board.city[region])
    for region in cities:
        state.holder[region], state.banners[region] = 4, 1
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [place.points for place in outcome.places] == [-12, -12]


def test_the_parts_of_a_score_add_up_to_it_agents_on_regions_included() -> None:
    state = ended(3)
    state.posts = [[0, 0], [0, 30], [1, 0]]
    outcome = GAME.outcome(state)
    assert outcome is not None
    for place in outcome.places:
        assert sum(int(part["points"]) for part in place.parts) == place.points
    first, second, third = (next(p.points for p in outcome.places if p.player == n) for n in range(3))
    assert (first - third, second - third) == (4 * 1 - 1, 4)


def test_an_agent_on_a_region_counts_for_whoever_controls_it_then() -> None:
    state = ended(2)
    without = {place.player: place.points for place in GAME.outcome(state).places}  # type: ignore[union-attr]
    state.posts = [[0, 0]]
    state.holder[0], state.banners[0] = 4, 1
    after = {place.player: place.points for place in GAME.outcome(state).places}  # type: ignore[union-attr]
    assert (after[0] - without[0], after[1] - without[1]) == (-1, 0)


@pytest.mark.parametrize(
    ("swaps", "cards", "ranks"),
    [
        ([0, 0, 0], [0, 0, 0], [1, 1, 1]),
        ([1, 0, 0], [9, 0, 0], [3, 1, 1]),
        ([0, 0, 1], [1, 2, 9], [2, 1, 3]),
        ([2, 1, 0], [3, 3, 3], [3, 2, 1]),
    ],
)
def test_ties_go_to_fewer_swaps_then_more_cards_and_then_are_shared(
    swaps: list[int], cards: list[int], ranks: list[int]
) -> None:
    state = ended(3)
    state.swaps = swaps
    state.hands = [[1] * count for count in cards]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [place.rank for place in sorted(outcome.places, key=lambda place: place.player)] == ranks
    assert outcome.winners == [player for player, rank in enumerate(ranks) if rank == 1]


def test_a_game_that_goes_on_has_no_outcome_but_each_knows_what_he_would_score() -> None:
    state = GAME.new(3, preset("printed"), 4)
    assert GAME.outcome(state) is None
    assert GAME.view(state, None).score is None
    values = (4, 3, 2, 0, -1)
    cities = (1, 2, 2, 3, 4)
    for player in range(3):
        slots = zip(values, state.loyalty[player], strict=True)
        assert GAME.view(state, player).score == sum(value * cities[empire] for value, empire in slots)
