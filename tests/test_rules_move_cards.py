"""Cards that move banners: marching, rearranging, dispersing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rules.whispers.frames import MarkRound, Rearrange
from rules.whispers.game import GAME
from rules.whispers.state import State
from tests.conformance.table import Banners, Table, asking, printed, summary, turn
from tests.conformance.table import position as at

MARCH = "play horse/bear basic"
REARRANGE = "play horse/bear advanced with horse/eagle"
DISPERSE = "play bear/horse special with horse/bear"


def test_a_march_crosses_the_map_and_holds_a_conquest() -> None:
    table = turn(at({"H1": ("bear", 3)}, hands=[["horse/bear"]]), "bear.steward")
    table.do(MARCH)
    assert table.offered("move H1 B6") == ["move H1 B6 1", "move H1 B6 2"]
    assert table.why("move H1 B6 3") == "card.march/hold"
    assert table.why("move H1 B6 4") == "card.march/amount"
    assert table.why("move H1 H2 1") == "card.march/control"
    assert table.why("move E1 B6 1") == "card.march/control"
    assert table.why("move B1 B6 1") == "card.march/banners"
    assert table.why("move H1 H1 1") == "card.march/same"
    table.do("move H1 B6 2")
    assert (table.at("H1"), table.at("B6")) == ("1 bear", "2 bear")


def test_of_the_summary_a_march_takes_all_and_may_leave_a_conquest() -> None:
    table = turn(at({"H1": ("bear", 3)}, hands=[["horse/bear"]], options=summary()), "bear.steward")
    table.do(MARCH)
    assert table.offered("move H1 B6") == ["move H1 B6 3"]
    assert table.why("move H1 B6 2") == "reading.horse_basic_all"
    table.do("move H1 B6 3")
    assert (table.at("H1"), table.at("B6")) == ("horse", "3 bear")


def test_a_march_into_a_fort_at_home_kills_nobody() -> None:
    table = turn(at({"H1": 3}, hands=[["horse/bear"]]), "horse.steward")
    table.do(MARCH, "move H1 H3 3")
    assert table.at("H3") == "3 horse"


def test_nobody_marches_from_a_lone_conquest() -> None:
    table = turn(at({"H1": ("bear", 1)}, hands=[["horse/bear"]]), "bear.steward")
    assert table.why(MARCH) == "card.march/none"


def test_all_banners_of_a_region_disperse_to_its_neighbours_of_the_same_empire() -> None:
    hand = [["bear/horse", "horse/bear"]]
    table = turn(at({"L6": 4, "H7": 2, "L4": 4}, hands=hand), "bear.steward")
    table.do(DISPERSE)
    assert table.why("from L1") == "card.disperse/banners"
    table.do("from L6")
    assert table.why("to H7 1") == "card.disperse/control"
    assert table.why("to L1 1") == "card.disperse/far"
    assert table.why("to L7 5") == "card.disperse/amount"
    table.do("to L4 3", "to L7 1")
    assert [table.at(code) for code in ("L6", "L4", "L7")] == ["lion", "7 lion", "1 lion"]
    assert table.acting() == "bear.steward"


def test_banners_with_no_neighbour_of_their_empire_disperse_to_the_reserve() -> None:
    table = turn(at({"H10": ("bear", 3)}, hands=[["bear/horse", "horse/bear"]]), "bear.steward")
    events = table.do(DISPERSE, "from H10")
    assert [event.key for event in events] == ["disperse-reserve"]
    assert (table.at("H10"), table.reserve("bear")) == ("horse", 20)


def test_a_conquest_that_disperses_may_not_come_back_to_itself() -> None:
    state = at({"H1": ("bear", 3)}, hands=[["bear/horse", "horse/bear"]])
    table = turn(state, "bear.steward")
    table.do(DISPERSE, "from H1")
    assert table.offered() == ["to B5 1", "to B5 2", "to B5 3"]
    table.do("to B5 3")
    assert (table.at("H1"), table.at("B5")) == ("horse", "3 bear")


def test_nothing_disperses_when_the_map_is_bare() -> None:
    table = turn(at({}, hands=[["bear/horse", "horse/bear"]]), "bear.steward")
    assert table.why(DISPERSE) == "card.disperse/none"


# Rearranging


def rearranging(banners: Banners, empire: str = "lion") -> Table:
    """An empire is being rearranged."""
    state = at(banners, hands=[[]])
    return asking(state, Rearrange(0, state.board().empire[empire]))


def test_any_empire_may_be_rearranged_if_something_can_move() -> None:
    table = turn(at({"L6": 4, "B1": 4}, hands=[["horse/bear", "horse/eagle"]]), "bear.steward")
    table.do(REARRANGE)
    assert table.offered() == ["rearrange bear", "rearrange lion"]
    assert table.why("rearrange horse") == "card.rearrange/nothing"
    table.do("rearrange lion", "move L6 L5 4")
    assert (table.at("L6"), table.at("L5")) == ("lion", "4 lion")


def test_there_is_nothing_to_rearrange_on_a_bare_map() -> None:
    table = turn(at({}, hands=[["horse/bear", "horse/eagle"]]), "bear.steward")
    assert table.why(REARRANGE) == "card.rearrange/none"


def test_an_empire_with_more_banners_than_supply_allows_is_not_rearranged() -> None:
    banners: dict[str, int | tuple[str, int]] = {f"B{n}": ("horse", 1) for n in range(2, 7)}
    table = turn(at({**banners, "B1": 5, "L1": 2}, hands=[["horse/bear", "horse/eagle"]]), "bear.steward")
    table.do(REARRANGE)
    assert table.why("rearrange bear") == "card.rearrange/room"


def test_a_region_that_gave_takes_nothing_and_one_that_took_gives_nothing() -> None:
    table = rearranging({"L6": 4, "L1": 2})
    assert table.why("done") == "choice.first"
    table.do("move L6 L5 1")
    assert table.why("move L5 L1 1") == "card.rearrange/one-way"
    assert table.why("move L1 L6 1") == "card.rearrange/one-way"
    assert table.why("move L6 L4 4") == "card.rearrange/amount"
    assert table.why("move L6 H1 1") == "card.rearrange/control"
    assert table.why("move L9 L1 1") == "card.rearrange/banners"
    assert table.why("done") == ""


def test_rearranging_holds_conquests_and_keeps_to_supply_at_once() -> None:
    table = rearranging({"H1": ("lion", 3), "L3": 3, "L6": 6})
    assert table.why("move H1 L3 3") == "card.rearrange/amount"
    assert table.why("move H1 L3 2") == "card.rearrange/limit"
    assert table.why("move L3 L6 1") == "card.rearrange/limit"
    table.do("move H1 L3 1")
    assert table.at("L3") == "4 lion"


def test_an_overfull_region_gives_its_surplus_first_and_only_then_all_may_stop() -> None:
    table = rearranging({"L3": 6, "L6": 3})
    assert table.why("move L6 L7 1") == "card.rearrange/surplus"
    assert table.why("move L3 L7 3") == "card.rearrange/amount"
    table.do("move L3 L7 1")
    assert table.why("done") == "card.rearrange/supply"
    table.do("move L3 L7 1")
    assert table.why("done") == ""
    assert table.why("move L3 L6 3") == ""


def reached(state: State) -> set[tuple[int, ...]]:
    """Every arrangement at which the player may stop, after every line of moves; each line ends."""
    found: set[tuple[int, ...]] = set()
    seen: set[object] = set()
    waiting = [state]
    while waiting:
        state = waiting.pop()
        key = (tuple(state.banners), state.agenda[-1])
        if key in seen:
            continue
        seen.add(key)
        for option in GAME.asks(state)[0].options:
            after = state.copy()
            GAME.take(after, 0, [option.id])
            if isinstance(after.agenda[-1], Rearrange):
                waiting.append(after)
            else:
                found.add(tuple(after.banners))
    return found


def arrangements(state: State, empire: int) -> Iterator[tuple[int, ...]]:
    """Every arrangement within supply that abandons no conquest."""
    board = state.board()
    regions = [region for region, holder in enumerate(state.holder) if holder == empire]
    total = sum(state.banners[region] for region in regions)
    ranges = [range(int(board.home[region] != empire), board.limit[region] + 1) for region in regions]
    for counts in product(*ranges):
        if sum(counts) == total:
            banners = list(state.banners)
            for region, count in zip(regions, counts, strict=True):
                banners[region] = count
            yield tuple(banners)


def small(counts: Banners) -> State:
    """Bear holds four regions only, one of them a conquest; the rest of its homes are Lion's."""
    lost = dict.fromkeys(("B2", "B4", "B6"), ("lion", 1))
    state = at({**lost, **counts})
    state.agenda = [MarkRound(), Rearrange(0, 0)]
    return state


def test_every_arrangement_within_supply_can_be_reached_and_nothing_else() -> None:
    positions: list[Banners] = [
        {"B1": 4, "B3": 1, "B5": 1, "H1": ("bear", 2)},
        {"B1": 7, "B3": 2, "B5": 1, "H1": ("bear", 1)},
        {"B1": 6, "B3": 1, "B5": 1, "H1": ("bear", 6)},
        {"B1": 1, "B3": 8, "B5": 5, "H1": ("bear", 1)},
        {"B1": 5, "B3": 7, "B5": 4, "H1": ("bear", 1)},
    ]
    for banners in positions:
        state = small(banners)
        limit = state.board().limit
        expected = set(arrangements(state, 0))
        if all(count <= most for count, most in zip(state.banners, limit, strict=True)):
            expected.discard(tuple(state.banners))
        assert expected
        assert reached(state) == expected


def test_a_single_switch_lets_a_march_of_all_leave_a_conquest() -> None:
    options = printed(horse_basic_all=True)
    table = turn(at({"H1": ("bear", 2)}, hands=[["horse/bear"]], options=options), "bear.steward")
    table.do(MARCH, "move H1 B1 2")
    assert table.at("H1") == "horse"
