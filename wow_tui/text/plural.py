"""Values in sentences: the plural and case forms a translation asks for in its fields.

`{most:sztandar|sztandary|sztandarów}` is the word that goes with the number `most`, by the language's plural
rule; `{empire:gen}` is the name in the genitive, or as it is where there is no such form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

CASES = ("gen", "dat", "acc", "ins", "loc")
Plural = Callable[[int], int]
Cases = Mapping[tuple[str, str], str]
Say = Callable[..., str]


class Grammar:
    """The plural rule of a language, and its names in other cases by name and case."""

    def __init__(self, plural: Plural, cases: Callable[[], Cases]) -> None:
        """`cases`: asked once, when the first name is said in another case."""
        self.plural, self._cases = plural, cases

    @cached_property
    def cases(self) -> Cases:
        """The names in other cases."""
        return self._cases()

    def value(self, value: object) -> object:
        """The value, able to take a form; what is already, stays as it is."""
        if isinstance(value, str):
            return value if isinstance(value, _Word) else _Word(value, self)
        return _Number(value, self) if isinstance(value, int) else value

    def word(self, number: int, forms: str) -> str:
        """The form of `one|few|many` that goes with a number."""
        words = forms.split("|")
        return words[min(self.plural(abs(number)), len(words) - 1)]


class _Word(str):
    grammar: Grammar

    def __new__(cls, text: str, grammar: Grammar) -> _Word:
        self = super().__new__(cls, text)
        self.grammar = grammar
        return self

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            # A number that comes as text, such as a count before and after a change.
            digits = self.lstrip("-")
            return self.grammar.word(int(digits) if digits.isdecimal() else 0, spec)
        if spec in CASES:
            return self.grammar.cases.get((str(self), spec), str(self))
        return super().__format__(spec)


class _Number(int):
    grammar: Grammar

    def __new__(cls, number: int, grammar: Grammar) -> _Number:
        self = super().__new__(cls, number)
        self.grammar = grammar
        return self

    def __format__(self, spec: str) -> str:
        if spec in CASES:
            return str(int(self))
        return self.grammar.word(int(self), spec) if "|" in spec else super().__format__(spec)


def case_forms(keys: Mapping[str, str], say: Say) -> dict[tuple[str, str], str]:
    """The names of a language in other cases. `keys`: its messages; those of names are `name.KIND.NAME.CASE`.

    A position such as `Kanclerz Lwa` takes the case of its seat; its empire stays as `name.position` has it.
    """
    cases = dict(_names(keys))
    plain = Grammar(lambda number: 0, lambda: dict(cases))
    for empire in _of_kind(keys, "empire"):
        for seat in _of_kind(keys, "seat"):
            name = plain.value(empire)
            position = say("name.position", empire=name, seat=seat)
            for case in CASES:
                if (seat, case) in plain.cases:
                    cases[position, case] = say("name.position", empire=name, seat=plain.cases[seat, case])
    return cases


def _names(keys: Mapping[str, str]) -> Iterator[tuple[tuple[str, str], str]]:
    for key, text in keys.items():
        name, _, case = key.rpartition(".")
        if key.startswith("name.") and case in CASES and name in keys:
            yield (keys[name], case), text


def _of_kind(keys: Mapping[str, str], kind: str) -> list[str]:
    return [text for key, text in keys.items() if key.startswith(f"name.{kind}.") and key.count(".") == 2]
