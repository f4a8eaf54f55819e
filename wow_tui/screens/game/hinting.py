"""Hints on the game screen: thought out in another process, told while they still fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wow_tui.actions import say
from wow_tui.bots import evidence
from wow_tui.hints import advise, told
from wow_tui.thinking import elsewhere

if TYPE_CHECKING:
    from wow_tui.screens.game.screen import GameScreen


async def hint(screen: GameScreen) -> None:
    """Tell what the advisers would do in the viewer's place, unless meanwhile he has answered."""
    desk = screen.desk
    update = desk.link.update(desk.viewer)
    if update.ask is None or desk.moment is not None:
        screen.tell([say("hint.none")])
        return
    screen.tell([say("hint.thinking")])
    seen = evidence(update.view, desk.link.history(None))
    found = await elsewhere().call(advise, update.view, update.ask, seen)
    now = desk.link.update(desk.viewer)
    if now.ask is not None and now.ask.id == update.ask.id and now.viewer == update.viewer and screen.is_current:
        screen.tell(told(screen.speaker, found))
