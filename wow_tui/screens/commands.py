"""What providers of the palette share: entries with a name, a line on each, and what they do. Never markup."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content


class Command(NamedTuple):
    """Something the palette offers. `shown`: whether it is listed before anything is typed."""

    name: str
    tip: str
    does: Callable[[], Any]
    shown: bool = True


class Commands(Provider):
    """A provider of commands; a subclass says which there are now."""

    def commands(self) -> Iterable[Command]:
        """What can be done now."""
        raise NotImplementedError

    async def discover(self) -> Hits:
        """What is listed before anything is typed."""
        for command in self.commands():
            if command.shown:
                # Names may hold what strangers typed, so they are content: a string would be read as markup.
                yield DiscoveryHit(Content(command.name), command.does, text=command.name, help=command.tip)

    async def search(self, query: str) -> Hits:
        """What fits the words typed, by name or explanation."""
        matcher = self.matcher(query)
        for command in self.commands():
            score = max(matcher.match(command.name), matcher.match(command.tip) / 2)
            if score > 0:
                yield Hit(score, Content(command.name), command.does, text=command.name, help=command.tip)
