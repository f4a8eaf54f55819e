"""What the rules answer: the moves that are open, or the verdict on one, as data."""

from __future__ import annotations

from msgspec import Struct

from rules.ask import Ask, Event, Illegal, Refusal
from rules.whispers import game
from rules.whispers.barred import Barred, barred
from rules.whispers.changes import Change
from rules.whispers.imagine import imagine
from rules.whispers.moves import VERBS, moves
from rules.whispers.notation import split
from rules.whispers.position import nearest
from rules.whispers.preview import Preview, preview
from rules.whispers.standstill import Standstill
from rules.whispers.view import View, view
from wow_tui.asking.question import Question

# Refusals of words that make no move: nothing was judged.
_UNREADABLE = ("game.words", "game.ambiguous")


class Listing(Struct):
    """Who is asked what, and every answer. `ask` is None when the game is over."""

    view: View
    ask: Ask | None
    barred: list[Barred]


class Verdict(Struct):
    """The verdict on a move. `answers`: the single moves it stands for; `cities`: per empire before and after.

    `then`: what is asked next within the same action; `instead`: legal moves that begin like a refused one;
    `hint`: `; did you mean X?` for words that are no move; `readable`: whether there was a move to judge.
    """

    move: str
    view: View
    refusal: Refusal | None = None
    answers: list[str] = []
    events: list[Event] = []
    changes: list[Change] = []
    cities: list[tuple[int, int]] = []
    then: Ask | None = None
    instead: list[str] = []
    hint: str = ""

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return self.refusal is None

    @property
    def readable(self) -> bool:
        """Whether there was a move to judge."""
        return self.refusal is None or self.refusal.rule not in _UNREADABLE


def listing(question: Question, with_barred: bool = False) -> Listing:
    """Every move of whoever is asked, and with `with_barred` the plausible ones that are not."""
    seen = _seen(question)
    if seen.viewer is None:
        return Listing(seen, None, [])
    state = imagine(seen, 0)
    return Listing(seen, game.asks(state)[seen.viewer], barred(state) if with_barred else [])


def verdict(question: Question, move: str) -> Verdict:
    """The verdict on a line of moves by whoever is asked, from what he may see."""
    seen = _seen(question)
    if seen.viewer is None:
        return Verdict(move, seen, Refusal("game.over"))
    found = _judged(seen, move)
    out = Verdict(move, seen, found.refusal, found.answers, found.events, found.changes)
    if found.refusal is None:
        _follow(out, seen.viewer)
    elif out.readable:
        out.instead = _instead(seen, move)
    else:
        out.hint = _hint(seen, move)
    return out


def _seen(question: Question) -> View:
    asked = question.asked
    return view(question.state, asked if asked >= 0 else None)


def _judged(seen: View, move: str) -> Preview:
    """The preview; what is left out is filled in where that makes the answer plainer."""
    found = preview(seen, move)
    refusal = found.refusal
    if refusal is None:
        return found
    if refusal.rule == "game.words" and refusal.reason == "short":
        other = preview(seen, f"{move} 1")
        if other.refusal is not None and other.refusal.rule not in _UNREADABLE:
            return other
    if refusal.rule == "card.window" and " play " in move:
        # `attack B3 L2 2 play bear/eagle basic`: nobody types the `done` of the window in between.
        other = preview(seen, move.replace(" play ", " done play ", 1))
        if other.refusal is None or other.refusal.rule not in ("card.window", "game.question"):
            return other
    return found


def _follow(out: Verdict, player: int) -> None:
    """Cities before and after, and what is asked next while the action is not over."""
    after = {change.name: change for change in out.changes if change.what == "cities"}
    for empire, count in zip(out.view.board().empires, out.view.cities, strict=True):
        out.cities.append((count, int(after[empire].after) if empire in after else count))
    table = Standstill(imagine(out.view, 0))
    for answer in out.answers:
        table.play(player, answer)
    while table.window():
        table.close()
    if table.rest is None:
        out.then = next(iter(game.asks(table.state).values()), None)


def _instead(seen: View, move: str) -> list[str]:
    """The legal moves with the verb of the one that is refused, from the same place if there are any."""
    assert seen.viewer is not None
    table = Standstill(imagine(seen, 0))
    words: list[str] = []
    for clause in split(seen.board(), move):
        words = clause.lower().split()
        try:
            table.play(seen.viewer, clause)
        except Illegal:
            break
    options = [option.id for ask in game.asks(table.state).values() for option in ask.options]
    for length in (2, 1):
        same = [option for option in options if option.lower().split()[:length] == words[:length]]
        if same:
            return same
    return []


def _hint(seen: View, move: str) -> str:
    """The nearest known word to the first one that is none."""
    vocabulary = {word for words in moves(seen.board()).words.values() for word in words}
    for place, word in enumerate(move.lower().replace(",", " ").split()[:80]):
        known = VERBS if place == 0 else VERBS | vocabulary | {"with"}
        if word not in known and not (word.isdigit() and place):
            codes = {code.lower(): code for code in seen.board().regions}
            return nearest(word, [codes.get(each, each) for each in sorted(known)])
    return ""
