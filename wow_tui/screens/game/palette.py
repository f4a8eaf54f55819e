"""What the palette has of a match: the answers that are open now, in move notation, and filters of the log."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from wow_tui.actions import say
from wow_tui.screens.commands import Command, Commands

if TYPE_CHECKING:
    from wow_tui.screens.game.screen import GameScreen

MOST_SHOWN = 20


class OptionCommands(Commands):
    """Every answer offered to the viewer; the first of them are listed at once."""

    def commands(self) -> Iterator[Command]:
        """The answers in the order of the rules."""
        screen = cast("GameScreen", self.screen)
        for number, option in enumerate(screen.desk.ask.options if screen.desk.ask is not None else []):
            yield Command(option.id, say("game.move"), partial(screen.give, [option.id]), number < MOST_SHOWN)


class FilterCommands(Commands):
    """Filters of the log by society, empire and region, each switched on and off; regions are found by search."""

    def commands(self) -> Iterator[Command]:
        """Societies and empires, then regions."""
        screen = cast("GameScreen", self.screen)
        filters = screen.filters
        for term in (*filters.players, *filters.empires, *filters.regions):
            shown = term not in filters.regions
            name = say("find.only", name=term.label)
            yield Command(name, say("find.only.tip"), partial(screen.toggle_filter, term), shown)
