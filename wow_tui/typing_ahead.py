"""Keys typed faster than screens open: each waits until all that the one before it set going has come to rest.

A screen that no key opened, such as a question from another player, takes only what was typed once it could be seen.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary, WeakSet

from textual import events
from textual.app import ScreenStackError
from textual.dom import DOMNode

from wow_tui.actions import BY_ID

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen

    AnyScreen = TypeVar("AnyScreen", bound=Screen[Any])

# Seconds after which the next key is let go although something still hangs: a keyboard must not freeze.
PATIENCE = 2.0
# Seconds for a screen to be drawn; one that is closed before that never is.
DRAWING = 0.5
# More screens than any one key opens one after the other.
MOST_ROUNDS = 8

_UNCALLED: WeakSet[Screen[Any]] = WeakSet()


def uncalled(screen: AnyScreen) -> AnyScreen:
    """Mark a screen that opens by itself, though perhaps just after a key: nothing typed before was meant for it."""
    _UNCALLED.add(screen)
    return screen


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
        self._begun = False
        # Screens that no key opened, and the moment from which each could be seen.
        self._seen: WeakKeyDictionary[Screen[Any], float] = WeakKeyDictionary()

    def opened(self, screen: Screen[Any]) -> None:
        """A screen is on top now. The first one the program shows is waited for by whoever starts it."""
        if screen not in self._seen and self._begun and (self._resting is None or screen in _UNCALLED):
            self._seen[screen] = inf

    def drawing(self, screen: Screen[Any]) -> None:
        """A screen is about to be drawn."""
        self._begun = True
        if self._seen.get(screen) == inf:
            self._seen[screen] = monotonic()

    @property
    def seen(self) -> bool:
        """Whether the screen on top could be seen, so that keys are meant for it."""
        return self._seen.get(self._app.screen, 0.0) < inf

    def _too_early(self, event: events.Event) -> bool:
        """Whether it was typed before the screen on top could be seen."""
        return event.time < self._seen.get(self._app.screen, 0.0)

    @property
    def at_rest(self) -> bool:
        """Whether nothing more comes of any key."""
        return self._resting is None

    async def give(self, event: events.Event, handle: Callable[[events.Event], Awaitable[None]]) -> None:
        """Let the app `handle` a key or a paste, now or once those before it are done with."""
        if (self._resting is None or event is self._next) and self._too_early(event) and not self._leaves(event):
            self._resting = asyncio.create_task(self._then_the_next(self._place()))
        elif self._resting is None or event is self._next:
            place = self._place()
            await handle(event)
            self._resting = asyncio.create_task(self._then_the_next(place))
        elif self._leaves(event):
            await handle(event)
        else:
            self._waiting.append(event)

    def _leaves(self, event: events.Event) -> bool:
        """Whether it is the way out, which must work although something hangs."""
        if not isinstance(event, events.Key):
            return False
        # Bindings of the app are not among the active ones below a dialog, and this one works there, too.
        keys = self._app._keymap.get("exit") or BY_ID["exit"].keys
        return event.key in keys.split(",")

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
