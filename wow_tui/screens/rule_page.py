"""Pages with links to rules of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content

from rules.whispers.rulebook import Rule
from wow_tui.screens.quit import Page
from wow_tui.screens.rulebook import RulebookScreen, rule_link


class LinkedPage(Page):
    """A page that names rules; each leads to the rulebook, by its number or a click, and from there back."""

    def __init__(self, title: str, parts: Sequence[str | Rule]) -> None:
        """`parts`: lines of text, clean, and rules, each a link on a line of its own."""
        self._rules = list(dict.fromkeys(part.id for part in parts if isinstance(part, Rule)))
        super().__init__(title, Content("\n").join(self._line(part) for part in parts))

    def _line(self, part: str | Rule) -> Content:
        return Content(part) if isinstance(part, str) else rule_link(self._rules.index(part.id) + 1, part)

    def action_visit(self, rule_id: str) -> None:
        """Open the rulebook there."""
        self.app.push_screen(RulebookScreen(rule_id))

    def on_key(self, event: events.Key) -> None:
        """Digits follow the links."""
        if event.character and event.character.isdecimal() and 1 <= int(event.character) <= len(self._rules):
            event.stop()
            self.action_visit(self._rules[int(event.character) - 1])
