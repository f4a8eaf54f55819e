"""Positions and cases written as the TOML that `cases.load` and `position.convert` read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.whispers.cases import Case, Step, replay
from rules.whispers.changes import Change, changes
from rules.whispers.expect import Expect
from rules.whispers.position import Position
from rules.whispers.scoring import points
from rules.whispers.toml import write_table, write_value
from rules.whispers.view import waiting


def said(position: Position) -> dict[str, Any]:
    """The keys of a position that say anything."""
    usual = msgspec.to_builtins(Position())
    return {key: value for key, value in msgspec.to_builtins(position).items() if value != usual[key]}


def write_position(position: Position, head: bool = True) -> str:
    """A position as a file of its own; `head`: with the line [position] before it."""
    lines = ["[position]"] if head else []
    return "\n".join([*lines, *write_table(said(position))]) + "\n"


def write_case(case: Case) -> str:
    """A case as a file of its own."""
    lines = [f"title = {write_value(case.title)}", f"rules = {write_value(case.rules)}", "steps = ["]
    lines += [f"    {_step(step)}," for step in case.steps]
    lines += ["]", "", write_position(case.position)]
    if case.expect is not None:
        usual = msgspec.to_builtins(Expect())
        wanted = {key: value for key, value in msgspec.to_builtins(case.expect).items() if value != usual[key]}
        lines += ["[expect]", *write_table(wanted), ""]
    return "\n".join(lines)


def _step(step: Step) -> str:
    """A move that must be legal, or a table for one that must be refused."""
    if step.refused is None:
        return write_value(step.move)
    return write_value({"move": step.move, "refused": step.refused})


def expecting(case: Case, known: Sequence[str]) -> Case:
    """The case with what comes of it as its expectation: all that its steps change, and who is asked then.

    `known`: the players whose points may be told. PositionError if the position cannot be.
    """
    placed, _, table = replay(replace(case, expect=Expect()))
    expect = Expect()
    for change in changes(placed.state, table.state):
        _wanted(expect, change, placed.names)
    question = table.at_question()
    player = waiting(question)
    asked = placed.names[player] if player >= 0 else ""
    tell = {name: points(table.state, placed.names.index(name)) for name in known if case.steps}
    return replace(case, expect=replace(expect, asked=asked, points=tell))


def _wanted(expect: Expect, change: Change, names: Sequence[str]) -> None:
    """Expect what a change led to."""
    tables: dict[str, dict[str, Any]] = {
        "region": expect.banners,
        "reserve": expect.reserves,
        "cities": expect.cities,
        "deck": expect.decks,
        "seat": expect.agents,
        "hand": expect.hands,
    }
    name, after = change.name, change.after
    if change.what == "seat":
        after = names[int(after)] if int(after) >= 0 else ""
    elif change.what == "hand":
        name = names[int(name)]
    if change.what in tables:
        tables[change.what][name] = after
