"""The options of a match: every reading of the rules that is a switch, and the variants."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Struct

from rules.sentence import Sentence, sentence_of


class Options(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How a match is played. The defaults are the preset `printed`; rule ids `reading.*`, `variant.*`."""

    empty_targets: bool = True
    hold_conquest: bool = True
    swap_with_empty: bool = True
    supply_scope: Literal["acting", "all"] = "acting"
    horse_basic_all: bool = False
    reinforce_sources: Literal["one", "any"] = "one"
    bear_basic_empty: bool = True
    agents_two_players: Literal[2, 3] = 3
    lion_basic_scope: Literal["controlled", "agents"] = "controlled"
    may_pass: bool = False
    order_of_clean_up: Literal["swap-first", "discard-first"] = "swap-first"
    agents_on_regions: bool = False
    unique_favourites: bool = False
    border: str = "P2-P5"
    layout: str = "original"


# The values of the switches that are texts of the data; new ones go to the end, for codes count them.
_TEXTS = {"border": ("P2-P5", "P3-P4"), "layout": ("original",)}

PRESETS: dict[str, dict[str, object]] = {
    "printed": {},
    "summary": {
        "empty_targets": False,
        "hold_conquest": False,
        "swap_with_empty": False,
        "supply_scope": "all",
        "horse_basic_all": True,
        "reinforce_sources": "any",
        "bear_basic_empty": False,
        "agents_two_players": 2,
        "lion_basic_scope": "agents",
        "may_pass": True,
    },
}


def preset(name: str, **changes: object) -> Options:
    """The options of a preset with single switches changed. ValueError for a name or value unknown."""
    if name not in PRESETS:
        raise ValueError(
            Sentence(
                "no-preset-name-there-are",
                "no preset {name!r}; there are: {known}",
                name=name,
                known=", ".join(PRESETS),
            )
        )
    try:
        return msgspec.convert({**PRESETS[name], **changes}, Options)
    except msgspec.ValidationError as error:
        raise ValueError(sentence_of(error)) from None


@cache
def values(name: str) -> tuple[Any, ...]:
    """Everything that a switch may be, in an order that does not change."""
    kind = get_type_hints(Options)[name]
    return _TEXTS.get(name) or ((False, True) if kind is bool else get_args(kind))
