"""Switches of the rules as they are typed: `may_pass=yes`. One reader for every command and form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.whispers.options import Options, preset
from rules.whispers.position import nearest
from wow_tui.clean import clean
from wow_tui.text.voice import say

Value = bool | int | str
YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
LONGEST = 60


def read_options(name: str, switches: Sequence[str]) -> Options:
    """The options of a preset with `switch=value` changes. ValueError, in one sentence, for bad ones."""
    return preset(name, **dict(read_switch(text) for text in switches))


def read_switch(text: str) -> tuple[str, Value]:
    """A `switch=value`, typed as the options want it. ValueError for a form, switch or value there is not."""
    name, equals, word = text.partition("=")
    kinds: dict[str, Any] = get_type_hints(Options)
    if name not in kinds:
        hint = nearest(name, list(kinds)) or say("switch.known", names=", ".join(kinds))
        raise ValueError(say("switch.unknown", name=clean(name, LONGEST), hint=hint))
    if not equals:
        raise ValueError(say("switch.form", name=name))
    return name, _value(name, word, kinds[name])


def _value(name: str, word: str, kind: Any) -> Value:
    if kind is str:
        return word
    known: dict[str, Value] = {**dict.fromkeys(YES, True), **dict.fromkeys(NO, False)}
    if get_origin(kind) is Literal:
        known = {str(value): value for value in get_args(kind)}
    if word.lower() not in known:
        raise ValueError(say("switch.value", name=name, value=clean(word, LONGEST), values=", ".join(known)))
    return known[word.lower()]
