"""The listing of options and the refusals agree: a move is refused if and only if it is not offered."""

from __future__ import annotations

import pytest

from rules.ask import Illegal
from rules.match import Match
from rules.whispers import frames
from rules.whispers.game import GAME
from rules.whispers.kinds import ANSWERS, KINDS
from rules.whispers.moves import SIGNATURES, moves
from rules.whispers.options import preset
from rules.whispers.state import State
from tests.conformance.samples import AMOUNTS, answers, samples
from tests.games import blob, first_ask

EACH = {"Act": 20, "After": 12, "Flight": 10}
ASKING = sorted(frame.__name__ for frame in ANSWERS)


def states(name: str) -> list[State]:
    """The sample states that such a frame asks in."""
    return samples(24).get(name, [])[: EACH.get(name, 6)]


def refusal(state: State, move: str) -> str:
    """The rule by which the player asked may not make that move, or nothing; the state is kept."""
    player = min(GAME.asks(state))
    try:
        GAME.take(state, player, [move])
    except Illegal as illegal:
        return illegal.refusal.rule
    return ""


def test_the_samples_show_every_question() -> None:
    assert set(samples(24)) == set(ASKING)


@pytest.mark.parametrize("name", ASKING)
def test_a_move_is_refused_if_and_only_if_it_is_not_offered(name: str) -> None:
    for state in states(name):
        ask, before = first_ask(GAME, state), blob(state)
        assert ask is not None
        frame = state.agenda[-1]
        offered = {option.id for option in ask.options}
        small = {option.id for option in ask.options if _small(option.args, option.key)}
        every = answers(state.board(), name)
        assert small <= set(every)
        refuse = KINDS[type(frame)].refuse
        barred = [move for move, option in every.items() if refuse(state, frame, option) is not None]
        assert barred == [move for move in every if move not in offered]
        for move in barred[:: len(barred) // 300 + 1]:
            assert refusal(state, move), move
        assert blob(state) == before
        for move in offered:
            assert refusal(state.copy(), move) == "", move


def _small(args: tuple[int, ...], key: str) -> bool:
    return SIGNATURES[key][1][-1:] != ("number",) or args[-1] in AMOUNTS


@pytest.mark.parametrize("name", ASKING)
def test_moves_of_other_kinds_are_no_answer_to_the_question(name: str) -> None:
    for state in states(name)[:3]:
        frame = type(state.agenda[-1])
        for key in set(SIGNATURES) - set(ANSWERS[frame]):
            kinds = [kind for kind in SIGNATURES[key][1] if kind != "with"]
            move = moves(state.board()).make(key, *(1 for _ in kinds))
            assert refusal(state, move.id) == "game.question"


@pytest.mark.parametrize("name", ASKING)
def test_only_the_player_asked_may_answer(name: str) -> None:
    for state in states(name)[:3]:
        ask = first_ask(GAME, state)
        assert ask is not None
        for player in {-1, *range(state.players + 1)} - {ask.player}:
            with pytest.raises(Illegal) as refused:
                GAME.take(state, player, [ask.options[0].id])
            assert refused.value.refusal.rule == "game.turn"


@pytest.mark.parametrize("name", ASKING)
def test_a_frame_that_asks_lists_the_same_lazily_and_always_has_an_answer(name: str) -> None:
    for state in samples(24)[name]:
        frame = state.agenda[-1]
        kind = KINDS[type(frame)]
        options = kind.options(state, frame)
        assert options
        if kind.lazily is not KINDS[frames.Act].lazily:
            assert list(kind.lazily(state, frame)) == options


def test_an_answer_is_exactly_one_move() -> None:
    state = GAME.new(2, preset("printed"), 1)
    for answer in ([], ["deploy bear.sheriff", "deploy bear.steward"]):
        with pytest.raises(Illegal) as refused:
            GAME.take(state, state.first, answer)
        assert refused.value.refusal.rule == "game.one"


@pytest.mark.parametrize(
    "move",
    [
        "",
        "   ",
        "deploy",
        "deploy bear",
        "deploy bear.sheriff now",
        "attack B3 L2 0",
        "attack B3 L2 21",
        "attack B3 L2 -1",
        "attack B3 L2 ²",
        "attack B3 L2 ٣",
        "attack B3 L2 1.0",
        "play bear/bear basic",
        "play bear/eagle special without eagle/bear",
        "swap devout",
        "move B1 B2",
        "ſwap devout dutiful",
        "x" * 10_000,
    ],
)
def test_what_is_no_move_is_refused_as_words(move: str) -> None:
    assert refusal(GAME.new(3, preset("printed"), 1), move) == "game.words"


@pytest.mark.parametrize("move", ["DEPLOY Bear.Sheriff", " deploy\tbear.sheriff ", "deploy  BEAR.SHERIFF"])
def test_capitals_and_blanks_do_not_matter(move: str) -> None:
    state = GAME.new(3, preset("printed"), 1)
    assert refusal(state, move) == ""
    assert state.seats[0] == state.first


def test_a_match_refuses_an_answer_to_an_older_question_and_any_after_the_end() -> None:
    match = Match.new("whispers", 3, preset("printed"), 1)
    while (ask := first_ask(GAME, match.state)) is not None:
        match.answer(ask.player, ask.id, [ask.options[0].id])
        with pytest.raises(Illegal) as refused:
            match.answer(ask.player, ask.id, [ask.options[0].id])
        assert refused.value.refusal.rule == "game.stale"
    with pytest.raises(Illegal) as refused:
        match.answer(0, match.state.step, ["pass"])
    assert refused.value.refusal.rule == "game.over"


def test_moves_that_are_the_same_have_one_form() -> None:
    catalogue = moves(GAME.new(2, preset("printed"), 1).board())
    pairs = {
        "swap opposed devout": "swap devout opposed",
        "play eagle/bear special with bear/eagle": "play bear/eagle special with eagle/bear",
        "play bear/lion advanced with bear/eagle": "play bear/eagle advanced with bear/lion",
        "attack b3 l2 02": "attack B3 L2 2",
    }
    for written, canonical in pairs.items():
        option = catalogue.find(written)
        assert option is not None
        assert option.id == canonical
    kept = catalogue.find("play bear/eagle special with eagle/lion")
    assert kept is not None
    assert kept.id == "play bear/eagle special with eagle/lion"


def test_every_move_that_can_be_written_reads_back_as_itself() -> None:
    board = GAME.new(2, preset("printed"), 1).board()
    for name in ASKING:
        for move, option in answers(board, name).items():
            assert moves(board).find(move.upper()) is option
            assert len(option.refs) == len(option.args)
