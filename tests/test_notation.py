"""The notations: every move reads back as itself, positions build the very same state, nonsense is refused."""

from __future__ import annotations

import contextlib
import random
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ask import Illegal
from rules.whispers import game
from rules.whispers.cases import CaseError, load
from rules.whispers.describing import describe
from rules.whispers.layout import board
from rules.whispers.moves import SIGNATURES, VERBS, moves
from rules.whispers.notation import play_line, resolve, split
from rules.whispers.options import preset
from rules.whispers.placing import build
from rules.whispers.position import PositionError, convert
from rules.whispers.preview import preview
from rules.whispers.state import State
from wow_tui.choosing import Chooser

TABLE = board("original", "P2-P5")
NAMES = ["Ann", "Bob", "Cid", "Dot"]


def moments(seed: int, share: float = 0.15) -> list[State]:
    """Some states of a random game, in the middle of whatever is asked."""
    rng = random.Random(seed)
    options = preset("summary" if seed % 2 else "printed", agents_on_regions=seed % 3 == 0)
    state = game.new(2 + seed % 3, options, seed)
    out = []
    while state.agenda:
        ((player, ask),) = game.asks(state).items()
        if rng.random() < share:
            out.append(state.copy())
        game.take(state, player, (rng.choice(ask.options).id,))
    return [*out, state]


@pytest.mark.parametrize("seed", range(12))
def test_every_offered_move_reads_back_as_itself(seed: int) -> None:
    for state in moments(seed):
        for ask in game.asks(state).values():
            for option in ask.options:
                assert moves(TABLE).find(option.id) is option
                assert moves(TABLE).find(option.id.upper()) is option
                assert resolve(TABLE, option.id.lower(), ask.options).id == option.id


@pytest.mark.parametrize("seed", range(12))
def test_a_position_written_down_builds_the_very_same_state(seed: int) -> None:
    for state in moments(seed):
        written = describe(state, NAMES[: state.players])
        assert build(convert(written)).state == state


def test_a_line_may_hold_several_moves() -> None:
    assert split(TABLE, "add B1 2 B3") == ["add b1 2", "add b3 1"]
    assert split(TABLE, "add B1, B3 -> B4 2") == ["add b1 1", "add b3 1", "add b4 2"]
    assert split(TABLE, "play bear/eagle special remove L2 3") == ["play bear/eagle special", "remove l2 3"]
    assert split(TABLE, "remove L2 3 H1 1 done") == ["remove l2 3", "remove h1 1", "done"]


def acting(text: str) -> State:
    """The state of a position in TOML."""
    return build(convert(tomllib.loads(text))).state


def test_a_payment_may_be_left_out_where_only_one_fits_even_if_the_cards_change_roles() -> None:
    state = acting('acts = "bear.marshal"\nbanners = { B3 = 3, L2 = 3 }\nhands = { A = ["eagle/horse", "eagle/lion"] }')
    answers, _ = play_line(state.copy(), 0, "play eagle/horse advanced attack B3 L5 1")
    assert answers == ["play eagle/lion advanced with eagle/horse", "attack B3 L5 1"]
    state = acting('acts = "bear.marshal"\nbanners = { B3 = 3, L2 = 3 }\nhands = { A = ["bear/eagle", "eagle/bear"] }')
    answers, _ = play_line(state.copy(), 0, "play eagle/bear special remove L2")
    assert answers == ["play bear/eagle special with eagle/bear", "remove L2 3"]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("", "game.words"),
        ("fly", "game.words"),
        ("attack", "game.ambiguous"),
        ("attack B3", "game.ambiguous"),
        ("attack B3 L2", "game.ambiguous"),
        ("attack B3 Z9 1", "game.words"),
        ("attack B3 L2 0", "game.words"),
        ("attack B3 L2 21", "game.words"),
        ("attack B3 L2 two", "game.words"),
        ("attack B3 L2 1 1", "game.words"),
        ("deploy bear.marshal", "game.question"),
        ("add B1 1 attack B3 L2 1", "game.question"),
        ("play bear/bear basic", "game.words"),
        ("play bear/eagle basic", "card.hand"),
    ],
)
def test_what_is_no_move_is_refused_by_rule(line: str, rule: str) -> None:
    state = acting('acts = "bear.marshal"\nbanners = { B3 = 3, L2 = 1, B1 = 2 }')
    with pytest.raises(Illegal) as refused:
        play_line(state, 0, line)
    assert refused.value.refusal.rule == rule


WORDS = st.sampled_from(
    [*sorted(VERBS), "B3", "l2", "h10", "2", "99", "bear/eagle", "with", "basic", "bear.marshal", "²"]
)


@given(st.lists(WORDS | st.text(max_size=6), max_size=10))
def test_any_line_is_played_or_refused_and_never_breaks(words: list[str]) -> None:
    state = acting('acts = "bear.marshal"\nbanners = { B3 = 3, L2 = 1 }\nhands = { A = ["bear/eagle", "eagle/bear"] }')
    with contextlib.suppress(Illegal):
        answers, events = play_line(state, 0, " ".join(words))
        assert len(answers) == len(events) > 0


def test_the_grammar_has_no_two_readings() -> None:
    """Moves of the same verb differ in the number or the kinds of their words, and kinds share no word."""
    shapes = [(verb, kinds) for verb, kinds in SIGNATURES.values()]
    assert len(set(shapes)) == len(shapes)
    tables = moves(TABLE).words
    for kind, other in (("seat", "region"), ("seat", "slot"), ("region", "slot")):
        assert not set(tables[kind]) & set(tables[other])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('acts = "bear.marshall"', ["bear.marshall", "bear.marshal"]),
        ("banners = { Q3 = 1 }", ["Q3"]),
        ("banners = { B3 = 21 }", ["21", "20"]),
        ('hands = { A = ["bear/eagel"] }', ["bear/eagel", "bear/eagle"]),
        ('hands = { A = ["bear/eagle", "bear/eagle", "bear/eagle"] }', ["more often"]),
        ("players = 5", ["5 players"]),
        ('players = ["A", "A"]', ["same name"]),
        ("round = 9", ["round 9"]),
        ('first = "Zed"\nplayers = 2', ["Zed"]),
        ('loyalties = { A = ["bear", "bear"] }', ["twice"]),
        ("options = { may_pas = true }", ["may_pas", "may_pass"]),
        ('preset = "pinted"', ["pinted", "printed"]),
        ("reserves = { bear = 12 }", ["12", "11"]),
        ('agenda = [{ type = "Nothing" }]', ["agenda"]),
    ],
)
def test_an_impossible_position_says_what_is_wrong(text: str, words: list[str]) -> None:
    with pytest.raises(PositionError) as error:
        build(convert(tomllib.loads(text)))
    assert all(word in str(error.value) for word in words)


@given(st.text(max_size=200))
def test_any_text_is_a_case_file_or_an_error_of_one_sentence(text: str) -> None:
    told = ""
    try:
        load(text)
    except CaseError as error:
        told = str(error)
    assert "\n" not in told


@pytest.mark.parametrize("seed", range(6))
def test_a_preview_tells_exactly_what_then_happens_to_banners(seed: int) -> None:
    for state in moments(seed):
        for player, ask in game.asks(state).items():
            view = game.GAME.view(state, player)
            for option in ask.options[:6]:
                found = preview(view, option.id)
                assert found.refusal is None
                assert found.answers[0] == option.id
                assert all(event.only is None for event in found.events)


def test_a_preview_of_a_refused_move_names_the_rule() -> None:
    state = acting('acts = "bear.marshal"\nbanners = { B3 = 3, L2 = 1 }')
    refusal = preview(game.GAME.view(state, 0), "attack B3 L1 1").refusal
    assert refusal is not None
    assert refusal.rule == "attack.adjacent"


@pytest.mark.parametrize("seed", range(8))
def test_every_option_is_reached_step_by_step_and_only_by_its_own_steps(seed: int) -> None:
    for state in moments(seed, 0.1):
        for ask in game.asks(state).values():
            for option in ask.options[::5]:
                assert reached(Chooser(ask.options), option.id, [f"verb:{option.id.split()[0]}", *option.refs])


def reached(chooser: Chooser, wanted: str, refs: list[str]) -> bool:
    """Whether picking these steps, where they can be picked, ends with that option."""
    if len(chooser.options) == 1:
        return chooser.options[0].id == wanted
    for ref in refs:
        if ref in chooser.refs() | {step.ref for step in chooser.steps()}:
            found = chooser.pick(ref)
            if found is not None:
                return found == wanted
    return False


def test_a_choice_can_be_taken_back_step_by_step() -> None:
    state = acting('acts = "bear.marshal"\nbanners = { B3 = 3, L2 = 1 }')
    chooser = Chooser(game.asks(state)[0].options)
    chooser.pick("verb:attack")
    chooser.pick("region:B3")
    assert chooser.back()
    assert chooser.back()
    assert not chooser.back()
    assert chooser.left() == chooser.options
    with pytest.raises(ValueError, match="H9"):
        chooser.pick("region:H9")
