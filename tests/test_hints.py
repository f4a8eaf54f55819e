"""Hints, and the analysis of a finished match."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from rich.cells import cell_len

from rules.match import Match
from rules.whispers.options import Options
from rules.whispers.scoring import points
from saves.envelope import Seat
from wow_tui import analysis, hints
from wow_tui.bots import Reason, evidence
from wow_tui.bots.whisperer import WhispererBot
from wow_tui.link import LocalLink
from wow_tui.plain import Plain
from wow_tui.table import Table
from wow_tui.text.catalogue import catalogue
from wow_tui.text.speaker import Speaker

NAMES = ["Ann", "Bob", "Cid"]


def table(seed: int, most: int = 10_000, seats: str = "person") -> Table:
    """A match of three people, played on by chance."""
    made = Table(Match.new("whispers", 3, Options(), seed), [Seat(name, seats) for name in NAMES])
    random = Random(seed)
    for _ in range(most):
        asks = made.match.asks()
        if not asks:
            break
        ((player, ask),) = asks.items()
        made.answer(player, [random.choice(ask.options).id])
    return made


@pytest.fixture(scope="module")
def link() -> LocalLink:
    """A link to a match that is over."""
    return LocalLink(table(4))


def speaker() -> Speaker:
    """English."""
    return Speaker(catalogue(), NAMES)


# Hints


@pytest.mark.parametrize("answers", [0, 30])
def test_advice_is_a_legal_move_with_a_reason_in_words(answers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wow_tui.bots.playouts.ITERATIONS", 8)
    made = table(2, answers)
    ((player, ask),) = made.match.asks().items()
    found = hints.advise(made.view(player), ask, evidence(made.view(None), made.history(None)))
    assert [advice.bot for advice in found] == ["planner", "whisperer"]
    assert all(advice.move in [option.id for option in ask.options] for advice in found)
    lines = hints.told(speaker(), found)
    assert 2 <= len(lines) <= 3
    assert not any("{" in line or "hint." in line for line in lines)


def test_a_belief_is_told_once_it_is_more_than_a_guess() -> None:
    reason = Reason("whisperer", {"about": 1, "empire": "lion", "percent": 62, "move": "draw"}, {"now": 3, "then": 9.5})
    sure = hints.Advice("whisperer", "draw", reason)
    values = {**reason.values, "percent": 20}
    unsure = hints.Advice("whisperer", "draw", Reason("whisperer", values, reason.secret))
    assert "Bob as Devout to Lion (62 %)" in hints.told(speaker(), [sure])[1]
    assert len(hints.told(speaker(), [unsure])) == 1


def test_line_mode_gives_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wow_tui.bots.playouts.ITERATIONS", 8)
    lines: list[str] = []
    asked = iter(["hint"])

    def read(prompt: str) -> str:
        try:
            return next(asked)
        except StopIteration:
            raise EOFError from None

    Plain(table(2, 10), speaker(), read, lines.append, private=False).run()
    assert any(line.startswith("The planner would choose") for line in lines)
    assert any(line.startswith("The whisperer would choose") for line in lines)


def test_a_bot_at_the_table_is_told_what_everybody_has_seen() -> None:
    made = table(3, 40, "bot:whisperer")
    bot = made.bot(0)
    assert isinstance(bot, WhispererBot)
    bot.think(0.02)
    assert any(any(row) for row in evidence(made.view(None), made.history(None)).favours)
    assert made.by_itself() is not None
    assert made.history(None)


# The analysis


def test_moments_have_the_loyalties_that_were_held_then(link: LocalLink) -> None:
    states = link.table.match.states()
    views = analysis.past_views(link)
    assert views[0][0] == 0
    assert views[-1][0] == link.answered()
    assert any(state.loyalty != states[-1].loyalty for state in states), "somebody must have swapped"
    for number, view in views:
        assert view.loyalty == states[number].loyalty


def test_the_expected_points_end_with_the_final_points(link: LocalLink) -> None:
    moments = analysis.expect(analysis.past_views(link), 2)
    final = link.table.match.state
    assert moments[-1].expected == [points(final, player) for player in range(3)]
    assert moments == analysis.expect(analysis.past_views(link), 2)


def test_turns_are_the_greatest_changes_in_the_order_of_the_match(link: LocalLink) -> None:
    moments = analysis.expect(analysis.past_views(link), 2)
    turns = analysis.turns(moments)
    assert [turn.number for turn in turns] == sorted(turn.number for turn in turns)
    for player in range(3):
        every = [abs(after.expected[player] - before.expected[player]) for before, after in pairwise(moments)]
        told = [abs(turn.change) for turn in turns if turn.player == player]
        assert 0 < len(told) <= analysis.TOLD
        assert sorted(told) == sorted(every)[-len(told) :]


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_analysis_names_everybody_and_tells_what_happened(link: LocalLink, ascii_only: bool) -> None:
    moments = analysis.expect(analysis.past_views(link), 2)
    lines = analysis.report(speaker(), link, moments, ascii_only)
    text = "\n".join(lines)
    assert all(name in text for name in NAMES)
    assert text.isascii() is ascii_only
    assert "{" not in text
    assert max(map(cell_len, lines)) <= analysis.WIDTH


def test_the_analysis_tells_the_expected_points_round_by_round_and_at_the_end(link: LocalLink) -> None:
    moments = analysis.expect(analysis.past_views(link), 2)
    lines = analysis.report(speaker(), link, moments, True)
    [head] = [line for line in lines if line.split()[:2] == ["start", "round"]]
    assert head.split() == ["start", "round", "2", "round", "3", "round", "4", "end"]
    for player, name in enumerate(NAMES):
        row = lines[lines.index(head) + 1 + player]
        assert row.split()[0] == name
        ends = (moments[0].expected[player], moments[-1].expected[player])
        assert (row.split()[1], row.split()[-1]) == tuple(f"{points:.0f}" for points in ends)


def test_curves_of_a_long_match_with_wide_names_fit_the_page(link: LocalLink) -> None:
    moments = analysis.expect(analysis.past_views(link), 1)
    wide = Speaker(speaker().catalogue, ["界" * 12, "B", "C"])
    lines = analysis.report(wide, link, moments, False)
    assert max(map(cell_len, lines)) <= analysis.WIDTH
    [axis] = [line for line in lines if line.split() == ["1", "2", "3", "4"]]
    assert axis


def test_a_match_without_a_history_is_not_analysed(link: LocalLink) -> None:
    assert analysis.report(speaker(), link, [], True) == ["There is too little history to analyse."]


def test_a_curve_has_a_character_for_each_value() -> None:
    assert analysis.curve([0, 4, 8], 0, 8, ascii_only=False) == "▁▅█"
    assert analysis.curve([3], 3, 3, ascii_only=True) == "_"
