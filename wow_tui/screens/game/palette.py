"""What the palette has of a match: the answers that are open now, in move notation, and filters of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from wow_tui.actions import say
from wow_tui.filtering import LogFilter

if TYPE_CHECKING:
    from wow_tui.screens.game import GameScreen

MOST_SHOWN = 20


class OptionCommands(Provider):
    """Every answer offered to the viewer, to be searched."""

    def _moves(self) -> list[str]:
        ask = cast("GameScreen", self.screen).desk.ask
        return [option.id for option in ask.options] if ask is not None else []

    async def discover(self) -> Hits:
        """The first of them, before anything is typed."""
        for move in self._moves()[:MOST_SHOWN]:
            yield DiscoveryHit(move, partial(cast("GameScreen", self.screen).give, [move]), help=say("game.move"))

    async def search(self, query: str) -> Hits:
        """Those that fit the words typed."""
        matcher = self.matcher(query)
        for move in self._moves():
            score = matcher.match(move)
            if score > 0:
                give = partial(cast("GameScreen", self.screen).give, [move])
                yield Hit(score, matcher.highlight(move), give, help=say("game.move"))


class FilterCommands(Provider):
    """Filters of the log by society, empire and region, each switched on and off."""

    def _filters(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        screen = cast("GameScreen", self.screen)
        filters = screen.filters
        yield say("find.everything"), say("find.everything.tip"), partial(screen.filter_log, LogFilter())
        for term in (*filters.players, *filters.empires, *filters.regions):
            yield say("find.only", name=term.label), say("find.only.tip"), partial(screen.toggle_filter, term)

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for name, tip, does in self._filters():
            yield DiscoveryHit(name, does, help=tip)

    async def search(self, query: str) -> Hits:
        """Those that fit the words typed."""
        matcher = self.matcher(query)
        for name, tip, does in self._filters():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), does, help=tip)
