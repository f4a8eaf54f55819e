"""Why something on the table cannot be picked: the move it would make, tried on what the player sees."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import Illegal, Option, Refusal
from rules.whispers.imagine import imagine
from rules.whispers.layout import LINES
from rules.whispers.moves import SIGNATURES, card_id
from rules.whispers.notation import play_line
from rules.whispers.preview import preview
from rules.whispers.view import View


def attempt(options: Sequence[Option], path: Sequence[str], ref: str) -> str | None:
    """The move in notation that picking `ref` next would begin, or None if no kind of move fits it.

    `path`: what was picked so far. A number still missing is 1.
    """
    picked = [step for step in path if not step.startswith("verb:")]
    verbs = [step.partition(":")[2] for step in path if step.startswith("verb:")]
    keys = dict.fromkeys(option.key for option in options)
    wanted = [step.partition(":") for step in [*picked, ref]]
    for key in keys:
        verb, kinds = SIGNATURES[key]
        nouns = [kind for kind in kinds if kind != "with"]
        fits = [kind for kind, _, _ in wanted] == nouns[: len(wanted)]
        if fits and (not verbs or verb == verbs[-1]) and nouns[len(wanted) :] in ([], ["number"]):
            tail = ["1"] if nouns[len(wanted) :] else []
            return " ".join([verb, *(word for _, _, word in wanted), *tail])
    return None


def why_not(view: View, options: Sequence[Option], path: Sequence[str], ref: str) -> Refusal | None:
    """Why picking `ref` next is refused, or None if nothing can be said or it is allowed."""
    move = attempt(options, path, ref)
    return None if move is None else preview(view, move).refusal


def read_line(view: View, player: int, line: str) -> list[str]:
    """The answers a typed line stands for. Illegal if the rules refuse it.

    It is tried on a state imagined from the player's view: what he may do depends on nothing hidden.
    """
    return play_line(imagine(view, 0), player, line)[0]


def hand_refusals(view: View) -> dict[tuple[str, str], Refusal]:
    """Why each line of each card in the viewer's hand cannot be played now, by card id and line name."""
    state, board = imagine(view, 0), view.board()
    out: dict[tuple[str, str], Refusal] = {}
    if view.viewer is None:
        return out
    for card in dict.fromkeys(view.hand):
        for line in LINES:
            name = card_id(board, card)
            try:
                play_line(state.copy(), view.viewer, f"play {name} {line}")
            except Illegal as illegal:
                if illegal.refusal.rule != "game.ambiguous":
                    out[name, line] = illegal.refusal
    return out
