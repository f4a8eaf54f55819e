"""Keys typed faster than screens open: each waits until all that the one before it set going has come to rest."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ScreenStackError
from textual.dom import DOMNode

if TYPE_CHECKING:
    from textual.app import App

# Seconds after which the next key is let go although something still hangs: a keyboard must not freeze.
PATIENCE = 2.0
# Seconds for a screen to be drawn; one that is closed before that never is.
DRAWING = 0.5
# More screens than any one key opens one after the other.
MOST_ROUNDS = 8


class KeyOrder:
    """Gives an app its keys and pastes one at a time.

    Textual hands a key to whatever has the focus at that moment, and runs its binding only when the key has come up
    from there: keys that arrive meanwhile would go to the screen, or the field, that is just being left.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting: deque[events.Event] = deque()
        self._next: events.Event | None = None
        self._resting: asyncio.Task[None] | None = None

    @property
    def at_rest(self) -> bool:
        """Whether nothing more comes of any key."""
        return self._resting is None

    async def give(self, event: events.Event, handle: Callable[[events.Event], Awaitable[None]]) -> None:
        """Let the app `handle` a key or a paste, now or once those before it are done with."""
        if self._resting is None or event is self._next:
            place = self._place()
            await handle(event)
            self._resting = asyncio.create_task(self._then_the_next(place))
        elif self._leaves(event):
            await handle(event)
        else:
            self._waiting.append(event)

    def _leaves(self, event: events.Event) -> bool:
        """Whether it is the way out, which must work although something hangs."""
        bound = self._app.active_bindings.get(event.key) if isinstance(event, events.Key) else None
        return bound is not None and bound.binding.id == "exit"

    def _place(self) -> DOMNode:
        """Where the next key goes."""
        return self._app.focused or self._app.screen

    async def _then_the_next(self, place: DOMNode) -> None:
        # Something hangs, or the app is closing.
        with suppress(TimeoutError, ScreenStackError):
            await asyncio.wait_for(self._rest(place), PATIENCE)
        if self._waiting:
            self._next = self._waiting.popleft()
            self._app.post_message(self._next)
        else:
            self._next = self._resting = None

    async def _rest(self, place: DOMNode) -> None:
        """Return once nothing more comes of the key that was given to `place`."""
        await _come_up(place)
        for _ in range(MOST_ROUNDS):
            # What its binding did may have sent messages, opened a screen or moved the focus.
            now = self._place()
            await _come_up(now)
            if now is not place:
                await _drawn(self._app)
            if self._place() is now:
                return
            place = now


async def _come_up(place: DOMNode) -> None:
    """Return when all that waits in a widget's queue has come up to the app, as a key does."""
    for node in place.ancestors_with_self:
        reached = asyncio.Event()
        # A screen takes messages once it is composed; one that is closed takes none.
        if node.call_later(reached.set):
            await reached.wait()


async def _drawn(app: App[Any]) -> None:
    drawn = asyncio.Event()
    if app.screen.call_after_refresh(drawn.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(drawn.wait(), DRAWING)
