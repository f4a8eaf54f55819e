"""Branches: going to them, naming, dropping and comparing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rules.whispers.position import nearest
from wow_tui.actions import say
from wow_tui.asking.question import NAME_LENGTH
from wow_tui.clean import clean
from wow_tui.lab import edits
from wow_tui.lab.comparing import compare
from wow_tui.screens.lab.entry import LineEntry
from wow_tui.screens.quit import Page

if TYPE_CHECKING:
    from wow_tui.screens.lab.screen import LabScreen

LONGEST = 20


def go(screen: LabScreen, kind: str, word: str) -> None:
    """To the end of a branch, or to a moment."""
    if kind == "moment":
        screen.lab.go(int(word))
    else:
        screen.lab.switch(word)
    screen.changed()
    screen.tell(screen.words.moment(screen.lab.moment))


def marked(screen: LabScreen) -> str:
    """The branch under the cursor, else the one one is on."""
    kind, _, word = screen.ref.partition(":")
    return word if kind == "branch" else screen.lab.branch.name


async def fork(screen: LabScreen, name: str = "") -> None:
    """A branch that begins here, under a name that is asked for; without one it gets the next letter."""
    name = name or await screen.app.push_screen_wait(LineEntry(say("lab.file.name-branch")))
    try:
        new = screen.lab.branch_here(clean(name, LONGEST).strip())
    except ValueError as error:
        screen.tell(say("lab.say.taken", name=str(error)))
        return
    screen.changed()
    screen.tell(say("lab.say.branched", name=new))


async def rename(screen: LabScreen, new: str = "") -> None:
    """Another name for the society under the cursor, or for the branch there, or for the one one is on."""
    kind, _, word = screen.ref.partition(":")
    if kind == "name":
        await _rename_society(screen, screen.lab.names[int(word)])
        return
    old = marked(screen)
    new = new or await screen.app.push_screen_wait(LineEntry(say("lab.file.name-branch"), old))
    new = clean(new, LONGEST).strip()
    if not new:
        return
    try:
        screen.lab.rename(old, new)
    except ValueError:
        screen.tell(say("lab.say.taken", name=new))
        return
    screen.changed()


async def _rename_society(screen: LabScreen, old: str) -> None:
    new = await screen.app.push_screen_wait(LineEntry(say("lab.file.name-society"), old))
    new = clean(new, NAME_LENGTH).strip()
    if new and new != old:
        screen.edit(edits.Rename(old, new))


async def find(screen: LabScreen) -> None:
    """Only moves with words that are asked for."""
    text = await screen.app.push_screen_wait(LineEntry(say("lab.file.name-filter"), screen.wanted.words))
    screen.want(replace(screen.wanted, words=clean(text, 80).strip()))


def compare_marked(screen: LabScreen) -> None:
    """The branch one is on beside the marked one, or else beside the one before it."""
    names = [branch.name for branch in screen.lab.branches]
    here = screen.lab.branch.name
    other = marked(screen)
    if other == here and len(names) > 1:
        other = names[names.index(here) - 1]
    compare_named(screen, here, other)


def compare_named(screen: LabScreen, one: str, other: str) -> None:
    """Two branches side by side on a page."""
    if one == other:
        screen.tell(say("lab.compare.need"))
        return
    found = compare(screen.lab, one, other)
    title = say("lab.compare.title", one=clean(one, LONGEST), other=clean(other, LONGEST))
    screen.app.push_screen(Page(title, "\n".join(screen.words.comparison(found))))


def known(screen: LabScreen, name: str) -> str:
    """The name of a branch as it is written, whatever its capital letters; empty, and a sentence, if there is none."""
    names = [branch.name for branch in screen.lab.branches]
    found = next((each for each in names if each.lower() == name.lower()), "")
    if not found:
        screen.tell(say("lab.say.no-branch", name=clean(name, LONGEST), hint=nearest(name, names) or "."))
    return found


def drop(screen: LabScreen) -> None:
    """Forget the marked branch."""
    name = marked(screen)
    if not screen.lab.drop(name):
        screen.tell(say("lab.say.last-branch"))
        return
    screen.changed()
    screen.tell(say("lab.say.dropped", name=clean(name, LONGEST)))
