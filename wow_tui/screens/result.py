"""The end of a game in words: who won, how the points came about, and how they stood round by round."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Outcome
from rules.whispers.scoring import points_of
from rules.whispers.view import View
from wow_tui.actions import say
from wow_tui.text.speaker import Speaker


def result_text(speaker: Speaker, outcome: Outcome, moments: Sequence[View]) -> str:
    """All of it. `moments`: the match before each answer and at the end."""
    return "\n".join([*speaker.outcome(outcome), "", *round_lines(speaker, moments)])


def round_lines(speaker: Speaker, moments: Sequence[View]) -> list[str]:
    """Per round what each player had at its end, by the loyalties that lie open now."""
    last: dict[int, View] = {view.round: view for view in moments}
    final = moments[-1].loyalty
    out = [say("game.rounds")]
    for number, view in last.items():
        standing = ", ".join(
            f"{speaker.player(player)} {points_of(slots, view.cities)}" for player, slots in enumerate(final)
        )
        out.append(say("game.round-row", round=number, points=standing))
    return out
