"""Style sheets parsed once for all apps of a process, and of those forked from it."""

from __future__ import annotations

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

# By variables, text and all else that Textual keeps rules by.
_PARSED: dict[tuple[Any, ...], list[RuleSet]] = {}
# Far more than all themes and screens need.
_MOST = 2000


class Sheet(Stylesheet):
    """As of Textual, whose own memory of what was parsed lasts as long as one app and one theme."""

    _named: frozenset[tuple[str, str]] | None = None

    def set_variables(self, variables: dict[str, str]) -> None:
        """Other colours."""
        self._named = None
        super().set_variables(variables)

    def _parse_rules(self, css: str, *more: Any, **named: Any) -> list[RuleSet]:
        if self._named is None:
            self._named = frozenset(self._variables.items())
        key = (self._named, css, more, tuple(named.items()))
        found = _PARSED.get(key)
        if found is None:
            found = super()._parse_rules(css, *more, **named)
            if len(_PARSED) < _MOST and not any(rule.errors for rule in found):
                _PARSED[key] = found
        return found
