"""What happens at a game screen, for whoever listens beside it: the tutorial's coach, network play.

A listener is told after the fact; it can show something, and restricts nothing. Subscribe in `on_mount`:
`screen.happened.subscribe(self, self.heard)`.
"""

from __future__ import annotations

from msgspec import Struct

from rules.ask import Ask, Refusal
from rules.game import Outcome
from wow_tui.table import Answered


class Asked(Struct, frozen=True):
    """A person here is asked, and the question is on the screen."""

    ask: Ask


class Told(Struct, frozen=True):
    """An answer of anybody was taken and is shown. `answered.events` may hold secrets of others."""

    answered: Answered


class Refused(Struct, frozen=True):
    """The viewer tried something that is not allowed."""

    refusal: Refusal


class Foreseen(Struct, frozen=True):
    """The viewer looked at what an option, by its id, would bring."""

    option: str


class Looked(Struct, frozen=True):
    """The cursor rests on a ref such as `region:B3`."""

    ref: str


class Picked(Struct, frozen=True):
    """A step of a choice was picked; more are needed."""

    ref: str


class Did(Struct, frozen=True):
    """An action was done that changes nothing in the match: `rule`, `tags`, `since`, `undo`, `cards`, ..."""

    action: str


class Shown(Struct, frozen=True):
    """The screen was drawn anew: another question, viewer or moment."""


class Over(Struct, frozen=True):
    """The game is over."""

    outcome: Outcome


Happening = Asked | Told | Refused | Foreseen | Looked | Picked | Did | Shown | Over
