"""What can go wrong with a save: its content (`SaveError`) or the disk it lies on (`StoreError`)."""

from __future__ import annotations

LONGEST = 200

# Per kind of fault the sentence a person reads: what, where and what to do.
SENTENCES = {
    "empty": "{where} is empty; choose another save or an older copy.",
    "foreign": "{where} is not a save of wow-tui: it does not begin like one; choose another file.",
    "cut": "{where} is cut short: {detail}; use an older copy.",
    "garbled": "{where} is damaged: {detail}; use an older copy.",
    "large": "{where} is too large: {detail}; it was not made by wow-tui, choose another save.",
    "deep": "{where} is nested too deeply: {detail}; it was not made by wow-tui, choose another save.",
    "form": "{where} is not formed like a save: {detail}; choose another save or an older copy.",
    "game": "{where} is of the unknown game {detail}; update wow-tui or choose another save.",
    "newer": "{where} was made by a newer wow-tui: {detail}; update wow-tui to load it.",
    "older": "{where} is of a version that can no longer be read: {detail}; load it with an older wow-tui.",
    "impossible": "{where} holds a match that cannot be: {detail}; choose another save or an older copy.",
}

# What the rules or the decoders may raise over a state that only looks like one.
FAULTS = (
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AttributeError,
    AssertionError,
    RecursionError,
    MemoryError,
)


def printable(text: str) -> str:
    """`text` fit for a sentence: characters that do not print become `?`, long texts are cut."""
    cut = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return "".join(char if char.isprintable() else "?" for char in cut)


class SaveError(Exception):
    """The content of a save is bad; its text is one sentence saying what, where and what to do.

    `kind` is a key of `SENTENCES`; `detail` says more; `where` names the save at the sentence's beginning.
    """

    def __init__(self, kind: str, detail: str = "", where: str = "This save") -> None:
        self.kind, self.detail, self.where = kind, printable(detail), printable(where)
        # As it was given: perhaps a Sentence, which can be said in other languages.
        self.given = detail
        super().__init__(SENTENCES[kind].format(where=self.where, detail=self.detail))

    def named(self, where: str) -> SaveError:
        """The same fault, of the save called `where`."""
        return SaveError(self.kind, self.given, where)


class StoreError(OSError):
    """A file could not be written or read; its text is one sentence. What was there before is untouched."""
