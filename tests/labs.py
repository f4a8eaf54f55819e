"""Labs for the tests: a small fight, and random edits and moves."""

from __future__ import annotations

import random

from rules.ask import Illegal
from rules.whispers.layout import SLOTS, board
from rules.whispers.options import PRESETS as RULES
from rules.whispers.options import Options, values
from rules.whispers.position import PositionError
from wow_tui.lab import edits
from wow_tui.lab.answers import answers
from wow_tui.lab.edits import Edit
from wow_tui.lab.items import PHASES
from wow_tui.lab.loading import from_text, open_found
from wow_tui.lab.presets import PRESETS, preset_edit
from wow_tui.lab.session import Lab

BOARD = board("original", "P2-P5")
CARDS = [f"{own}/{other}" for own in BOARD.empires for other in (*BOARD.empires, "?") if own != other]
FIGHT = "3 bear B3, 1 lion L2; agent Ann bear.marshal; agent Bob lion.sheriff; bear.marshal; players Ann Bob"


def fight() -> Lab:
    """Three Bear banners beside a fort with one Lion banner; the Bear Marshal acts."""
    return open_found(from_text(FIGHT))


def any_edit(chance: random.Random, lab: Lab) -> Edit:
    """Some edit, sensible or not."""
    pick, number = chance.choice, chance.randrange
    name = pick(lab.names)
    choices: list[Edit] = [
        edits.Put(pick(BOARD.regions), pick(BOARD.empires), pick((0, 1, 2, 3, 5, 9, 21))),
        edits.Put(pick(BOARD.regions), pick(BOARD.empires), pick((1, 2, 3))),
        edits.Beside(pick(BOARD.regions), pick(BOARD.empires), pick((1, -1, 2))),
        edits.Seat(pick(BOARD.seats), pick([None, *lab.names])),
        edits.Post(pick(BOARD.regions), name, pick((True, True, False))),
        edits.Card(name, pick(CARDS), number(4)),
        edits.Token(name, pick(SLOTS), pick([*BOARD.empires, "?"])),
        edits.Reveal(name, pick(SLOTS), pick((True, False))),
        edits.Swaps(name, number(6)),
        edits.Round(number(7)),
        edits.First(name),
        edits.Pile(pick(["reserves", "decks"]), pick(BOARD.empires), pick([None, 0, 1, 5, 25])),
        edits.Acts(pick(BOARD.seats)),
        edits.During(pick(PHASES), pick([None, name])),
        edits.Preset(pick(list(RULES))),
        preset_edit(pick(list(PRESETS)), lab.position()),
        edits.Players(pick((2, 3, 4))),
        edits.Rename(name, pick(["Ann", "Bob", "Ü", "x y"])),
        edits.Typed(pick(["2 lion B3", "hand A bear/lion", "round 3", "no agent bear marshal", "lion marshal"])),
    ]
    switch = pick(Options.__struct_fields__)
    choices.append(edits.Switch(switch, pick(values(switch))))
    return pick(choices)


def wander(lab: Lab, chance: random.Random) -> None:
    """One step at random: an edit, a move (legal or not), or a step back or on."""
    try:
        what = chance.random()
        if what < 0.6:
            lab.edit(any_edit(chance, lab))
        elif what < 0.85:
            rows = answers(lab).rows
            if rows:
                lab.play(chance.choice(rows).move)
        elif what < 0.95:
            chance.choice((lab.back, lab.forward))()
        else:
            lab.go(chance.randrange(len(lab.moments)))
    except (PositionError, Illegal):
        pass
