"""What a lab can be saved as: a case file, a position, a code, a line."""

from __future__ import annotations

from rules.whispers.case_text import expecting, write_case, write_position
from rules.whispers.cases import Case, Step
from rules.whispers.oneline import parse
from rules.whispers.oneline_text import write
from rules.whispers.position import PositionError
from rules.whispers.position_code import write_code
from rules.whispers.settling import settle
from wow_tui.lab.session import Lab


def code(lab: Lab) -> str:
    """The moment looked at as one word. PositionError for what no code can say."""
    return write_code(lab.position())


def position_text(lab: Lab) -> str:
    """The moment looked at as the text of a position file."""
    return write_position(lab.position())


def line(lab: Lab) -> str | None:
    """The moment looked at in the one-line syntax, or None where that cannot say all of it."""
    position = lab.position()
    try:
        text = write(position)
        return text if settle(parse(text).position) == position else None
    except PositionError:
        return None


def case(lab: Lab, title: str) -> Case:
    """The position set up last, the moves played from it up to the moment looked at, and what came of them.

    Moves that were tried on the way and refused are steps, too. PositionError if the position cannot be, so that
    nobody could run the case.
    """
    root, steps = lab.moments[lab.root], list[Step]()
    assert root.position is not None
    way = [lab.root, *(each for each in lab.path(lab.here) if each > lab.root and lab.moments[each].move)]
    for each in way:
        if each != lab.root:
            steps.append(Step(lab.moments[each].move))
        steps += [Step(move, refused=rule) for move, rule in lab.refused.get(each, {}).items()]
    rules = sorted({step.refused for step in steps if step.refused})
    unsure = lab.moment.placed.unsure
    known = [name for player, name in enumerate(lab.names) if not unsure[player]]
    return expecting(Case(title, rules, root.position, steps), known)


def case_text(lab: Lab, title: str) -> str:
    """The same as the text of a case file, which `wow-tui check` runs. PositionError as `case`."""
    return write_case(case(lab, title))
