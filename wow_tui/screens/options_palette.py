"""The answers that are open now as commands of the palette, in move notation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from wow_tui.actions import say

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
