"""Every legal move of whoever is asked in a lab, and every plausible one that is not, with the rule."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from rules.ask import Ask, Option, Refusal
from rules.whispers import game
from rules.whispers.barred import barred
from rules.whispers.imagine import imagine
from rules.whispers.moves import SIGNATURES, moves
from rules.whispers.preview import Preview, preview
from rules.whispers.state import State
from rules.whispers.view import View
from wow_tui.lab.session import Lab


class Row(Struct, frozen=True):
    """One move. `refusal`: why it is barred; None: it is legal."""

    move: str
    refusal: Refusal | None = None


class Answers(Struct):
    """Who is asked what, and the moves. `view`: what that player sees; `unknown`: cards of his that nobody here
    knows, which therefore are in no move; `imagined`: a state behind that view."""

    view: View
    ask: Ask | None
    rows: list[Row]
    unknown: int = 0
    imagined: State | None = None

    @property
    def legal(self) -> list[str]:
        """The legal moves."""
        return [row.move for row in self.rows if row.refusal is None]

    def preview(self, move: str) -> Preview:
        """What a move would bring; points only where the loyalties are known."""
        found = preview(self.view, move, self.imagined)
        if self.view.score is None:
            found.changes = [change for change in found.changes if change.what != "points"]
        return found


def answers(lab: Lab) -> Answers:
    """Everything at the moment looked at."""
    player = lab.asked
    seen = lab.view(player if player >= 0 else None)
    if player < 0:
        return Answers(seen, None, [])
    state = imagine(seen, 0)
    invented = lab.moment.placed.invented[player] if lab.moment.placed.invented else []
    hidden = _unknown(state, player, invented)
    ask = game.asks(state)[player]
    ask.options = [option for option in ask.options if not _cards(option) & hidden]
    rows = [Row(option.id) for option in ask.options]
    find = moves(state.board()).find
    for each in barred(state):
        option = find(each.move)
        if option is None or not _cards(option) & hidden:
            rows.append(Row(each.move, each.refusal))
    return Answers(seen, ask, rows, len(invented), state)


def _unknown(state: State, player: int, invented: Collection[int]) -> set[int]:
    """The kinds of card of which the player is not known to hold one."""
    known = list(state.hands[player])
    for card in invented:
        if card in known:
            known.remove(card)
    return set(invented) - set(known)


def _cards(option: Option) -> set[int]:
    """The cards a move names."""
    kinds = [kind for kind in SIGNATURES[option.key][1] if kind != "with"]
    return {arg for kind, arg in zip(kinds, option.args, strict=True) if kind == "card"}
