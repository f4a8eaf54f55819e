"""Worked examples: the rules as executable cases, each naming the rules it shows."""

from __future__ import annotations

from functools import cache
from importlib import resources

from msgspec import Struct

from rules.whispers.cases import Case, load


class Example(Struct, frozen=True):
    """A case that shows a rule. `text`: its file; `number`: which case of the file it is, counted from 1."""

    case: Case
    text: str
    number: int


@cache
def files() -> dict[str, str]:
    """The texts of the case files by name."""
    found = sorted((each for each in resources.files(__name__).iterdir()), key=lambda each: each.name)
    return {each.name: each.read_text("utf-8") for each in found if each.name.endswith(".toml")}


@cache
def _cases(name: str) -> list[Case]:
    return load(files()[name])


@cache
def example(rule_id: str) -> Example | None:
    """The case that shows a rule best: the one with the fewest other rules and steps. None if no case names it."""
    found = [
        Example(case, text, number)
        for name, text in files().items()
        # Only files that name the rule are parsed.
        if f'"{rule_id}"' in text
        for number, case in enumerate(_cases(name), 1)
        if rule_id in case.rules
    ]
    return min(found, key=lambda each: (len(each.case.rules), len(each.case.steps)), default=None)
