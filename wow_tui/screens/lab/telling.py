"""What the lab says of whatever is under the cursor, and which rule is behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.whispers.layout import Action
from wow_tui.actions import say
from wow_tui.asking.listing import whole
from wow_tui.choosing import Step
from wow_tui.clean import clean
from wow_tui.lab.items import stem
from wow_tui.screens.lab.widgets import LabPanel, LabPrompt
from wow_tui.widgets.words import action_words

if TYPE_CHECKING:
    from wow_tui.screens.lab.screen import LabScreen

# The buttons of each kind of thing, the most useful first.
BUTTONS: dict[str, tuple[str, ...]] = {
    "region": ("lab-more", "lab-fewer", "lab-empire", "lab-here", "lab-rule", "lab-agent", "lab-beside"),
    "seat": ("lab-agent", "lab-acts", "lab-here", "lab-rule"),
    "bars": ("choose", "lab-rule", "lab-find", "lab-which"),
    "range": ("choose", "lab-preview", "lab-find", "lab-which"),
    "move": ("choose", "lab-preview", "lab-rule", "lab-find", "lab-which"),
    "fault": ("lab-rule",),
    "card": ("lab-more", "lab-fewer", "lab-society", "lab-here"),
    "slot": ("lab-more", "lab-reveal"),
    "branch": ("choose", "lab-fork", "lab-name", "lab-compare", "lab-drop"),
    "moment": ("choose", "lab-fork"),
    "name": ("choose",),
    "preset": ("choose",),
    "file": ("choose",),
}
MOVES = ("move", "range", "bars")
USUAL = ("lab-more", "lab-fewer")


def tell(screen: LabScreen) -> None:
    """Show what is under the cursor, with its buttons, and below what the rules say of it."""
    prompt, ref = screen.query_one(LabPrompt), screen.ref
    kind, _, word = ref.partition(":")
    buttons = [Step(f"do:{each}", 1, None) for each in BUTTONS.get(kind, USUAL if word else ())]
    prompt.show(_headline(screen, kind, word), buttons)
    screen.refusal = None
    if kind in ("region", "seat"):
        screen.tell(*_moves_with(screen, word))
    elif kind in MOVES:
        screen.ask(_move(screen, word))
    else:
        screen.tell(*_below(screen, kind, word))


def _headline(screen: LabScreen, kind: str, word: str) -> str:
    if kind == "region" and word:
        return screen.words.region(screen.lab, screen.view, word)
    if kind == "seat" and word:
        actions = [action_words(screen.words.speaker, each, "long") for each in _actions(screen, word)]
        return f"{screen.words.seat(screen.view, word)} ({', '.join(actions)})"
    if kind == "fault":
        return screen.words.fault(screen.lab.faults[int(word)])
    if kind == "card":
        return f"{screen.items.title('cards')} · {screen.words.card(word)}"
    if kind in MOVES:
        return _move(screen, word) or word
    if not kind:
        return asked(screen)
    panel = screen.query_one(LabPanel)
    row = next((item for item in screen.items.rows(screen.tab) if item.ref == panel.ref), None)
    return " ".join([row.text, row.noted()]).strip() if row is not None else ""


def _move(screen: LabScreen, word: str) -> str:
    """The move of a row; of moves that differ in a number the largest, of those barred for one reason the first."""
    legal = (move for move in reversed(screen.found.legal) if stem(move) == word)
    refused = (row for row in screen.found.rows if row.refusal is not None)
    barred = (row.move for row in refused if row.refusal and f"{row.refusal.rule}:{row.refusal.reason}" == word)
    return next(legal, None) or next(barred, word)


def _actions(screen: LabScreen, seat: str) -> tuple[Action, ...]:
    board = screen.view.board()
    return board.actions[board.seat[seat]]


def asked(screen: LabScreen) -> str:
    """Who is asked what."""
    ask = screen.found.ask
    if ask is None:
        return say("lab.moves.over")
    speaker = screen.words.speaker
    return say("asking.asked", player=speaker.player(ask.player), question=speaker.ask(ask))


def whole_story(screen: LabScreen) -> tuple[str, list[str]]:
    """A title and all lines on what is under the cursor; where that tells little, on the question."""
    kind, _, word = screen.ref.partition(":")
    if kind in MOVES:
        word = _move(screen, word)
        found = screen.found.preview(word)
        return word, [asked(screen), "", *screen.words.foreseen(found)]
    lines = _moves_with(screen, word) if kind in ("region", "seat") else _below(screen, kind, word)
    return _headline(screen, kind, word), [*lines, "", asked(screen)]


def _moves_with(screen: LabScreen, word: str) -> list[str]:
    """The moves that name a region or seat: legal ones in few words, and how many are barred."""
    lower = word.lower()
    rows = [row for row in screen.found.rows if lower in row.move.lower().split()]
    legal = [row.move for row in rows if row.refusal is None]
    barred = len(rows) - len(legal)
    lines = ["; ".join(whole(screen.view.board(), legal))] if legal else []
    figures = say("lab.moves.title", legal=len(legal), barred=barred)
    return [f"{figures}: {lines[0]}" if lines else figures]


def _below(screen: LabScreen, kind: str, word: str) -> list[str]:
    if kind == "card":
        return [screen.words.abilities(screen.view, word)] if not word.endswith("?") else []
    if kind == "option":
        return [say(f"option.{word}")]
    if kind == "fault":
        fault = screen.lab.faults[int(word)]
        return [say("widgets.prompt.rule", rule=fault.refusal.rule)]
    if kind == "branch":
        tip = next(branch.tip for branch in screen.lab.branches if branch.name == word)
        moves = [screen.lab.moments[each].move for each in screen.lab.path(tip)]
        return [clean("; ".join(move for move in moves if move), 500)]
    return []


def rule_of(screen: LabScreen) -> str:
    """The rule behind what is under the cursor, of a refusal or of a fault; empty if there is none."""
    kind, _, word = screen.ref.partition(":")
    if kind == "fault":
        return screen.lab.faults[int(word)].refusal.rule
    if screen.refusal is not None:
        return screen.refusal.rule
    faults = [fault for fault in screen.lab.faults if fault.ref == screen.ref]
    if faults:
        return faults[0].refusal.rule
    return {"slot": "setup.loyalties", "swaps": "loyalty.swap"}.get(kind, "")
