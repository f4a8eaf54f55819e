"""Edits by key and mouse: what picking, digits, more and fewer do to what is under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from wow_tui.actions import offered, run
from wow_tui.lab import edits
from wow_tui.lab.edits import banners_in, named
from wow_tui.lab.items import adjust
from wow_tui.lab.session import Lab
from wow_tui.screens.lab import branching, filing
from wow_tui.screens.lab.widgets import LabPanel

if TYPE_CHECKING:
    from wow_tui.screens.lab.screen import LabScreen


def pick(screen: LabScreen, ref: str) -> None:
    """A button does its action; a region gets a banner, a seat the next agent; a row does what it says."""
    kind, _, word = ref.partition(":")
    if kind == "do":
        _do(screen, word)
    elif kind == "move":
        screen.play(word)
    elif kind in ("range", "bars"):
        screen.want(replace(screen.wanted, opened=screen.wanted.opened ^ {word}))
    elif kind == "seat":
        next_agent(screen, word)
    elif kind == "fault":
        screen.action_rule()
    elif kind in ("branch", "moment"):
        branching.go(screen, kind, word)
    elif kind == "name":
        screen.run_worker(branching.rename(screen))
    elif kind == "file":
        filing.pick(screen, word)
    elif ref:
        adjust_ref(screen, ref, 1)


def _do(screen: LabScreen, action: str) -> None:
    """A button; `choose` is Enter on the row."""
    if action == "choose":
        pick(screen, screen.query_one(LabPanel).ref)
        return
    offer = next((offer for offer in offered(screen) if offer.id == action), None)
    if offer is not None:
        screen.run_worker(run(screen.app, offer))


def adjust_ref(screen: LabScreen, ref: str, by: int) -> None:
    """One more or one fewer of something."""
    kind, _, word = ref.partition(":")
    if kind == "region":
        there = banners_in(screen.lab.position(), word)
        empire = next(iter(there), _home(screen, word))
        screen.edit(edits.Beside(word, empire, by) if there or by > 0 else None)
    elif kind == "seat":
        next_agent(screen, word, by)
    else:
        screen.edit(adjust(screen.items, ref, by))


def digit(screen: LabScreen, char: str) -> None:
    """So many of something; digits after each other make one number."""
    ref = screen.ref
    kind, _, word = ref.partition(":")
    typed = (screen.digits + char)[-2:]
    number = int(typed)
    if kind == "region":
        there = banners_in(screen.lab.position(), word)
        screen.edit(edits.Put(word, next(iter(there), _home(screen, word)), number))
    elif kind == "seat":
        names = screen.lab.names
        if int(char) <= len(names):
            screen.edit(edits.Seat(word, names[int(char) - 1] if int(char) else None))
    elif kind == "range":
        screen.want(replace(screen.wanted, opened=screen.wanted.opened | {word}))
        screen.query_one(LabPanel).mark(f"move:{word} {number}")
    else:
        screen.edit(adjust(screen.items, ref, 0, number))
    screen.digits = typed


def _home(screen: LabScreen, region: str) -> str:
    board = screen.view.board()
    return board.empires[board.home[board.region[region]]]


def next_empire(screen: LabScreen) -> None:
    """The banners of a region become those of the next empire; in an empty one, one of its home empire stands."""
    kind, _, region = screen.ref.partition(":")
    if kind != "region":
        screen.edit(None)
        return
    there = banners_in(screen.lab.position(), region)
    if not there:
        screen.edit(edits.Put(region, _home(screen, region), 1))
        return
    empires = screen.view.board().empires
    empire = empires[(empires.index(next(iter(there))) + 1) % len(empires)]
    screen.edit(edits.Put(region, empire, sum(there.values())))


def beside(screen: LabScreen) -> None:
    """A banner of another empire in the same region, which no rule allows."""
    kind, _, region = screen.ref.partition(":")
    if kind != "region":
        screen.edit(None)
        return
    empires = screen.view.board().empires
    there = list(banners_in(screen.lab.position(), region))
    start = empires.index(there[0] if there else _home(screen, region))
    other = there[1] if len(there) > 1 else empires[(start + 1) % len(empires)]
    screen.edit(edits.Beside(region, other if there else empires[start], 1))


def next_agent(screen: LabScreen, seat: str = "", by: int = 1) -> None:
    """The agent of the next society on a seat, after the last one nobody; on a region its agents in turn."""
    kind, _, word = screen.ref.partition(":") if not seat else ("seat", "", seat)
    names = named(screen.lab.position())
    if kind == "seat":
        owner = screen.lab.position().agents.get(word)
        order: list[str | None] = [None, *names]
        at = order.index(owner) if owner in order else 0
        screen.edit(edits.Seat(word, order[(at + by) % len(order)]))
    elif kind == "region":
        screen.edit(_next_post(screen.lab, word, names))
    else:
        screen.edit(None)


def _next_post(lab: Lab, region: str, names: list[str]) -> edits.Edit:
    """One more society with an agent there; when all have one, the first loses it."""
    owners = lab.position().agents.get(region, [])
    missing = next((name for name in names if name not in owners), None)
    return edits.Post(region, missing or names[0], missing is not None)


def acts(screen: LabScreen) -> None:
    """The seat under the cursor acts now."""
    kind, _, seat = screen.ref.partition(":")
    screen.edit(edits.Acts(seat) if kind == "seat" else None)


def reveal(screen: LabScreen) -> None:
    """The token under the cursor is shown, or face down again."""
    kind, _, word = screen.ref.partition(":")
    if kind != "slot":
        screen.edit(None)
        return
    slot, _, player = word.partition(":")
    name = screen.lab.names[int(player)]
    shown = slot in screen.lab.position().revealed.get(name, [])
    screen.edit(edits.Reveal(name, slot, not shown))
