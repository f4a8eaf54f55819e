"""What is wrong with a position: raised at once in a file or question, noted down while one is being edited."""

from __future__ import annotations

from msgspec import Struct

from rules.ask import Refusal, Value
from rules.whispers.position import PositionError


class Fault(Struct, frozen=True):
    """Something a position breaks: the rule with its numbers, and the ref of the thing (`region:B3`, `player:0`).

    `note`: it breaks no rule, but somebody will want to know.
    """

    refusal: Refusal
    ref: str = ""
    note: bool = False


class Faults:
    """Those found so far. `strict`: none is borne."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.found: list[Fault] = []

    def blame(self, message: str, word: str, rule: str, reason: str, ref: str = "", **values: Value) -> None:
        """Something is wrong: raise it as PositionError (`message` about `word`), or note it down and go on."""
        if self.strict:
            raise PositionError(message, word)
        self.found.append(Fault(Refusal(rule, reason, values), ref))

    def note(self, rule: str, reason: str, ref: str = "", **values: Value) -> None:
        """Something worth saying that breaks no rule."""
        if not self.strict:
            self.found.append(Fault(Refusal(rule, reason, values), ref, note=True))

    def broken(self) -> bool:
        """Whether any of them breaks a rule."""
        return not all(fault.note for fault in self.found)
