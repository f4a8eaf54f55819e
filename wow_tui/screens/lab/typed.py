"""Typed lines of the lab: edits in the one-line syntax, moves, `why MOVE`, codes, and actions by their names."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from rules.whispers.moves import VERBS
from rules.whispers.oneline_words import split
from rules.whispers.position import PositionError, is_code
from wow_tui.actions import offered
from wow_tui.clean import clean
from wow_tui.lab import edits
from wow_tui.lab.items import Wanted
from wow_tui.lab.presets import PRESETS, preset_edit
from wow_tui.screens.lab import branching, filing
from wow_tui.text.faults import told

if TYPE_CHECKING:
    from wow_tui.screens.lab.screen import LabScreen


async def obey(screen: LabScreen, text: str) -> None:
    """Do what a line says; what cannot be read is told with the nearest word that can."""
    word, _, rest = text.strip().partition(" ")
    command = COMMANDS.get(word.lower()) if rest else None
    names = {name for offer in offered(screen) for name in (offer.id, offer.label.lower())}
    if command is not None:
        await command(screen, rest.strip())
    elif is_code(text):
        filing.open_text(screen, text)
    elif word.lower() in VERBS:
        screen.play(text)
    elif text.strip().lower() in names or text.strip().lower() in ("quit", "settings", "rules"):
        await screen.wow.command(text)
    else:
        say_position(screen, text)


def say_position(screen: LabScreen, text: str) -> None:
    """A line in the one-line syntax on top of what there is; a move at its end is asked about, not played."""
    try:
        clauses, move = split(text)
        if clauses:
            line = "; ".join(" ".join(clause) for clause in clauses)
            screen.lab.edit(edits.Typed(line))
    except PositionError as error:
        screen.tell(clean(told(error), 300))
        return
    screen.changed()
    if move:
        screen.ask(move)


async def _ask(screen: LabScreen, move: str) -> None:
    screen.ask(move)


async def _find(screen: LabScreen, text: str) -> None:
    screen.want(Wanted(screen.wanted.which, clean(text, 80).strip()))


async def _branch(screen: LabScreen, name: str) -> None:
    found = next((each.name for each in screen.lab.branches if each.name.lower() == name.lower()), "")
    if found:
        branching.go(screen, "branch", found)
    else:
        await branching.fork(screen, name)


async def _compare(screen: LabScreen, text: str) -> None:
    names = [branching.known(screen, name) for name in text.split()[:2]]
    if len(names) == 1:
        names.append(screen.lab.branch.name)
    if all(names):
        branching.compare_named(screen, names[0], names[1])


async def _begin(screen: LabScreen, name: str) -> None:
    key = name.lower().replace(" ", "-")
    if key in PRESETS:
        screen.edit(preset_edit(key, screen.lab.position()))
    else:
        say_position(screen, f"preset {name}")


async def _open(screen: LabScreen, text: str) -> None:
    filing.open_named(screen, text)


async def _case(screen: LabScreen, name: str) -> None:
    await filing.save(screen, "case", name)


async def _position(screen: LabScreen, name: str) -> None:
    await filing.save(screen, "position", name)


COMMANDS: dict[str, Callable[[LabScreen, str], Awaitable[None]]] = {
    "why": _ask,
    "what": _ask,
    "find": _find,
    "branch": _branch,
    "name": branching.rename,
    "compare": _compare,
    "preset": _begin,
    "begin": _begin,
    "open": _open,
    "case": _case,
    "save": _position,
}
"""What a line may begin with besides an edit, a move and the name of an action."""
