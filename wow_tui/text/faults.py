"""What the rules, the saves and the disk say is wrong, in the language spoken."""

from __future__ import annotations

from rules.sentence import Sentence, sentence_of
from saves.errors import SaveError
from wow_tui.text.voice import say

_THIS_SAVE = "This save"


def told(error: BaseException | str) -> str:
    """The sentence of an error; one without key and values is told as it is. It is not cleaned."""
    if isinstance(error, SaveError):
        where = say("fault.this-save") if error.where == _THIS_SAVE else error.where
        detail = told(error.given) if isinstance(error.given, Sentence) else error.detail
        return say(f"fault.save.{error.kind}", where=where, detail=detail)
    sentence = error if isinstance(error, str) else sentence_of(error)
    if not isinstance(sentence, Sentence):
        return str(sentence)
    return say(f"fault.{sentence.key}", **{name: _value(value) for name, value in sentence.values.items()})


def _value(value: object) -> object:
    if isinstance(value, BaseException):
        return told(value)
    return value if isinstance(value, str | int) else str(value)
