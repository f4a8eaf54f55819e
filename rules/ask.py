"""What a player is asked, what he may answer, why he may not, and what happened."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

# A number, a text, a truth, or a list of numbers or texts.
Value = object


class Option(Struct, frozen=True, gc=False):
    """One answer that may be offered.

    `id` is the answer in move notation (`attack B3 L2 2`); `key` names its kind for the client's
    catalogue; `args` are the indexes and amounts the rules work with; `refs` are the things on the
    table it touches, in the order a person picks them (`region:B3`, `seat:bear.marshal`, `number:2`).
    """

    id: str
    key: str
    args: tuple[int, ...] = ()
    refs: tuple[str, ...] = ()


class Ask(Struct, gc=False):
    """A question to one player: answer with `least` to `most` of `options`.

    `id` changes with every answer taken, so that an answer to an older question is recognised.
    """

    id: int
    player: int
    key: str
    values: Mapping[str, Value]
    options: list[Option]
    least: int = 1
    most: int = 1


class Refusal(Struct, frozen=True):
    """Why something may not be done: the id of the rule, and the numbers and names to say it with.

    `reason` tells apart the ways to break one rule, so that each gets its own sentence.
    """

    rule: str
    reason: str = ""
    values: Mapping[str, Value] = {}


class Illegal(Exception):
    """Raised by `take` for an answer that the rules refuse; nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.rule)
        self.refusal = refusal


class Event(Struct, frozen=True, gc=False):
    """Something that happened. `only` is the one player who may read it; None is everybody.

    An event with a secret comes in two: a neutral one for all and one for its owner only. `reveals`:
    somebody has learned something by it, so that the answer cannot simply be taken back.
    """

    key: str
    values: Mapping[str, Value]
    only: int | None = None
    reveals: bool = False


def readable(events: list[Event], player: int | None) -> list[Event]:
    """The events that `player` (None: a spectator) may read."""
    return [event for event in events if event.only is None or event.only == player]
