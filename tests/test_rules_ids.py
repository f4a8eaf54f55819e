"""Every rule id that a refusal can carry is given in some position."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import rules
from rules.ask import Illegal
from rules.match import Match
from rules.whispers.game import GAME
from rules.whispers.kinds import KINDS
from rules.whispers.notation import play_line
from rules.whispers.options import preset
from tests.conformance.samples import answers, samples
from tests.conformance.table import Table, printed, summary, turn
from tests.conformance.table import position as at

OIL = "play lion/horse special with horse/lion"
OIL_HAND = [["lion/horse", "horse/lion", "bear/lion"]]


def steward() -> Table:
    """Bear's steward, who may add two banners."""
    return turn(at({"B1": 1}, hands=OIL_HAND), "bear.steward")


def repeated() -> Table:
    """The same, adding again by midnight oil."""
    table = turn(at({"B1": 1}, seats={"bear.marshal": 0}, hands=OIL_HAND), "bear.marshal")
    table.do("add B1 4", OIL)
    return table


def fought() -> Table:
    """Bear has attacked with one banner and lost it to a fort."""
    hand = [["bear/eagle", "bear/horse", "bear/lion", "lion/bear"]]
    table = turn(at({"B5": 2, "H1": 1}, hands=hand), "bear.marshal")
    table.do("attack B5 H1 1", "done")
    return table


def pressing() -> Table:
    """Survivors press on who may not enter an empty region."""
    options = printed(bear_basic_empty=False)
    table = turn(at({"B5": 3, "L2": 1}, hands=[["bear/eagle"]], options=options), "bear.marshal")
    table.do("attack B5 H1 3", "done")
    table.do("play bear/eagle basic")
    return table


def borrowing() -> Table:
    """Lion basic is played by the preset of the summary."""
    seats = {"bear.chancellor": 0, "horse.chancellor": 0}
    table = turn(at({"B1": 3}, seats=seats, hands=[["lion/bear"]], options=summary()), "bear.sheriff")
    table.do("play lion/bear basic")
    return table


def marching() -> Table:
    """Horse basic is played by the preset of the summary."""
    table = turn(at({"B1": 3}, hands=[["horse/bear"]], options=summary()), "bear.steward")
    table.do("play horse/bear basic")
    return table


# Rules that the samples of random play do not show, each with a position and a move.
EXAMPLES: dict[str, tuple[Callable[[], Table], str]] = {
    "act.effect": (lambda: turn(at({"P2": ("horse", 1)}), "elephant.steward"), "draw"),
    "act.must": (steward, "pass"),
    "attack.source": (lambda: turn(at({"B1": 2}), "bear.marshal"), "attack L2 H1 1"),
    "card.midnight-oil": (repeated, "attack B1 E1 1"),
    "card.scorch": (fought, "play bear/eagle advanced with bear/horse"),
    "card.subjugate": (
        lambda: turn(at({"B5": 3}, hands=[["bear/lion", "lion/bear"]]), "bear.marshal"),
        "play bear/lion special with lion/bear",
    ),
    "draw.deck": (lambda: turn(at({}, decks={"eagle": []}), "eagle.steward"), "draw"),
    "reading.bear_basic_empty": (pressing, "attack H1 H2 1"),
    "reading.lion_basic_scope": (borrowing, "use horse.sheriff"),
    "reading.horse_basic_all": (marching, "move B1 B2 2"),
    "reading.swap_with_empty": (
        lambda: turn(at({"B1": 2}, options=summary()), "bear.chancellor"),
        "swap bear.sheriff",
    ),
    "swap.other": (lambda: turn(at({"B1": 2}), "bear.chancellor"), "swap eagle.sheriff"),
    "card.swoop": (
        lambda: turn(at({}, hands=[["eagle/bear", "eagle/lion"]]), "bear.marshal"),
        "play eagle/bear advanced with eagle/lion",
    ),
    "card.armada": (
        lambda: turn(at({}, hands=[["eagle/horse", "horse/eagle"]]), "bear.marshal"),
        "play eagle/horse special with horse/eagle",
    ),
}
# Shown by tests of their own: `test_rules_refusals`, `test_undo`, and below.
ELSEWHERE = {"game.one", "game.over", "game.question", "game.stale", "game.turn", "game.words"}
ELSEWHERE |= {"undo.consent", "undo.none", "undo.redo", "game.ambiguous", "game.rest"}


def written() -> set[str]:
    """The rule ids in the source of the rules."""
    found: set[str] = set()
    for file in Path(rules.__file__).parent.rglob("*.py"):
        text = file.read_text()
        for call in re.findall(r"Refusal\(\s*\"([a-z]+\.[a-z_-]+)\"", text):
            found.add(call)
        found |= set(re.findall(r"rule(?:, reason)? = \"([a-z]+\.[a-z_-]+)\"", text))
    return found


def shown_by_samples() -> set[str]:
    """The rule ids that refuse some move in some sample of random play."""
    found = set()
    for name, states in samples(24).items():
        for state in states[:3]:
            frame = state.agenda[-1]
            refuse = KINDS[type(frame)].refuse
            for option in answers(state.board(), name).values():
                refusal = refuse(state, frame, option)
                if refusal is not None:
                    found.add(refusal.rule)
    return found


def test_every_rule_id_in_the_source_refuses_something_somewhere() -> None:
    ids = written()
    assert len(ids) > 40
    assert ids <= shown_by_samples() | set(EXAMPLES) | ELSEWHERE


@pytest.mark.parametrize("rule", EXAMPLES)
def test_the_rule_refuses_in_its_example(rule: str) -> None:
    make, move = EXAMPLES[rule]
    table = make()
    if rule == "card.subjugate":
        table.do("attack B5 H1 1", "done")
    assert table.why(move).split("/")[0] == rule


def test_a_line_that_may_mean_several_moves_or_goes_on_too_long_is_refused() -> None:
    state = GAME.new(2, preset("printed"), 1)
    player = state.first
    for line, rule in (("deploy bear.sheriff deploy bear.steward", "game.rest"), ("dance", "game.words")):
        with pytest.raises(Illegal) as refused:
            play_line(state.copy(), player, line)
        assert refused.value.refusal.rule == rule
    table = turn(at({"B1": 1}, hands=[["horse/bear", "bear/horse", "horse/eagle"]]), "bear.steward")
    with pytest.raises(Illegal) as refused:
        play_line(table.state.copy(), 0, "play bear/horse special")
    assert refused.value.refusal.rule == "game.ambiguous"


def test_there_is_nothing_to_undo_or_redo_in_a_new_match() -> None:
    match = Match.new("whispers", 2, preset("printed"), 1)
    refusal = match.may_undo(0)
    assert refusal is not None
    assert refusal.rule == "undo.none"
    for change in (match.undo, match.redo):
        with pytest.raises(Illegal) as refused:
            change(0)
        assert refused.value.refusal.rule in ("undo.none", "undo.redo")


def test_a_match_whose_rules_have_changed_since_has_no_past_but_goes_on() -> None:
    match = Match.new("whispers", 2, preset("printed"), 1)
    for _ in range(3):
        (ask,) = match.asks().values()
        match.answer(ask.player, ask.id, [ask.options[0].id])
    other = match.state.copy()
    other.banners[0] -= 1
    other.reserve[0] += 1
    again = Match(GAME, 2, preset("printed"), 1, None, match.journal, other)
    assert again.events() == []
    assert [state.step for state in again.states()] == [3]
    refusal = again.may_undo(match.journal[-1].player)
    assert refusal is not None
    assert refusal.rule == "undo.none"
    (ask,) = again.asks().values()
    again.answer(ask.player, ask.id, [ask.options[0].id])
    assert again.may_undo(ask.player, range(2)) is None
    broken = Match(GAME, 2, preset("printed"), 2, None, [*match.journal, *match.journal], other.copy())
    assert broken.events() == []
