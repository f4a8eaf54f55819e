"""What Textual can do but does not promise to go on doing: used here and nowhere else, and held by a test."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from rich.style import Style
from textual.app import App
from textual.css.model import RuleSet
from textual.dom import DOMNode
from textual.widget import Widget


class _Parts:
    """Styles found under one set of rules."""

    def __init__(self, rules: list[RuleSet]) -> None:
        self.rules = rules
        self.styles: dict[tuple[str, str], Style] = {}


_parts: WeakKeyDictionary[App[object], _Parts] = WeakKeyDictionary()


def part_style(widget: Widget, name: str) -> Style:
    """The style that the style sheets give a part `.NAME` of widgets of this kind, as far as they say.

    The same as a component class, but found when it is needed and then kept for all widgets of the kind;
    Textual finds all of each widget at each change of any style. No pseudo-class may stand before the part.
    KeyError if no rule is about it.
    """
    # A change of theme or of the style sheets makes a new list of rules.
    rules = widget.app.stylesheet.rules
    known = _parts.get(widget.app)
    if known is None or known.rules is not rules:
        known = _parts[widget.app] = _Parts(rules)
    key = type(widget).__name__, name
    found = known.styles.get(key)
    if found is None:
        part = DOMNode(classes=name)
        part._attach(widget)
        widget.app.stylesheet.apply(part)
        if not part.styles.base.get_rules():
            raise KeyError(name)
        found = known.styles[key] = part.styles.partial_rich_style
    return found
