"""Choosing one option step by step: kind of move, then the things it touches, then the number.

Pure: a screen lights up `refs()`, lists `steps()`, and calls `pick`. It holds no rule; it only narrows
down the options that the rules offered.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.ask import Option


class Step(Struct, frozen=True):
    """Something that can be picked next: `ref` (`verb:attack`, `region:B3`, `number:2`, ...).

    `options`: how many options remain after it; `final`: the option it completes, if only one remains.
    """

    ref: str
    options: int
    final: str | None


class Chooser:
    """The way to one of `options`. `path` is what was picked so far."""

    def __init__(self, options: Sequence[Option]) -> None:
        self.options = list(options)
        self.path: list[str] = []

    def left(self) -> list[Option]:
        """The options that agree with the path."""
        return [option for option in self.options if self._agrees(option)]

    def _agrees(self, option: Option) -> bool:
        refs = [ref for ref in self.path if not ref.startswith("verb:")]
        verbs = [ref for ref in self.path if ref.startswith("verb:")]
        return list(option.refs[: len(refs)]) == refs and all(verb == _verb(option) for verb in verbs)

    def _depth(self) -> int:
        return sum(not ref.startswith("verb:") for ref in self.path)

    def steps(self) -> list[Step]:
        """What can be picked next, in the order of the options. Several kinds of move: the kinds first."""
        left, depth = self.left(), self._depth()
        verbs = dict.fromkeys(_verb(option) for option in left)
        if len(verbs) > 1:
            return [self._step(verb, [o for o in left if _verb(o) == verb]) for verb in verbs]
        refs = dict.fromkeys(option.refs[depth] for option in left if len(option.refs) > depth)
        return [self._step(ref, [o for o in left if o.refs[depth : depth + 1] == (ref,)]) for ref in refs]

    def _step(self, ref: str, options: list[Option]) -> Step:
        return Step(ref, len(options), options[0].id if len(options) == 1 else None)

    def refs(self) -> set[str]:
        """Everything on the table that can be picked now, whatever the kind of move."""
        depth = self._depth()
        return {option.refs[depth] for option in self.left() if len(option.refs) > depth}

    def pick(self, ref: str) -> str | None:
        """Go one step: the option's id once only one remains and all it touches is picked or forced.

        ValueError, with nothing changed, for something that cannot be picked now.
        """
        if ref not in self.refs() and ref not in {step.ref for step in self.steps()}:
            raise ValueError(ref)
        self.path.append(ref)
        left = self.left()
        return left[0].id if len(left) == 1 else None

    def back(self) -> bool:
        """Take back one step; False if there is none."""
        if not self.path:
            return False
        self.path.pop()
        return True


def _verb(option: Option) -> str:
    return f"verb:{option.id.split()[0]}"
