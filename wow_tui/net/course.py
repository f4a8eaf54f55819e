"""The course of a match on a host without its people: forced answers, bots, and clocks that run out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from rules.ask import Ask, Illegal
from wow_tui.bots import Bot, make
from wow_tui.net import limits
from wow_tui.net.clock import Clock
from wow_tui.net.gathering import Gathering
from wow_tui.net.playing import Playing
from wow_tui.thinking import Elsewhere

log = logging.getLogger("wow_tui.net")


class Course:
    """What goes on at one table by itself, from `run` to `stop`. Bots think outside the host's event loop."""

    def __init__(self, at: Gathering, playing: Playing, clock: Clock, think: Elsewhere, pace: float) -> None:
        """`pace`: seconds between two answers of bots."""
        self._table, self._kept = at.table, at.kept
        self._at, self._playing, self._clock = at, playing, clock
        self._think, self._pace = think, pace
        self._task: asyncio.Task[None] | None = None

    def run(self) -> None:
        """From now on bots play and clocks run."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Nothing goes on by itself any more. With the lock held nothing being written is cut off."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self._wait()
                while self._kept.started and await self._go_on():
                    pass
            except Exception:  # one table's fault must not become another's
                log.exception("table %s: a fault in its course", self._at.id)
                await asyncio.sleep(1)

    async def _wait(self) -> None:
        """Until something has happened, or the clock of whoever is asked runs out."""
        with suppress(TimeoutError):
            left = self._clock.left()
            async with asyncio.timeout(None if left is None else max(left, 0) + 0.01):
                await self._at.stirred.wait()
        self._at.stirred.clear()

    async def _go_on(self) -> bool:
        """One forced or bot's answer, or one for whoever is out of time; False if a person is to answer."""
        asked = self._table.asked
        if asked is None:
            return False
        bot, ask = self._table.bot(asked), self._table.ask(asked)
        assert ask is not None
        if len(ask.options) == 1:
            async with self._at.lock:
                forced = self._table.by_itself(bots=False) if self._still(ask) else None
                if forced is not None:
                    await self._playing.taken(forced)
            return True
        left = self._clock.left()
        if bot is None and left is not None and left <= 0:
            bot = make(limits.STAND_IN, ask.id)
            self._at.note("out-of-time", name=self._at.name_of(asked))
        if bot is None:
            return False
        await self._bot_answers(bot, ask)
        return True

    def _still(self, ask: Ask) -> bool:
        return self._table.match.state.step == ask.id and self._table.asked == ask.player

    async def _bot_answers(self, bot: Bot, ask: Ask) -> None:
        kind = self._table.seats[ask.player].kind
        try:
            chosen = await self._think.choose(bot, self._table.view(ask.player), ask)
        except Exception:  # the others go on playing
            log.exception("table %s: the bot of player %s failed", self._at.id, ask.player + 1)
            chosen = [ask.options[0].id]
        async with self._at.lock:
            # Meanwhile somebody may have taken back, or taken the place.
            if self._still(ask) and self._table.seats[ask.player].kind == kind:
                try:
                    answered = self._table.answer(ask.player, chosen, reason=bot.reason)
                except Illegal:
                    log.error("table %s: a bot gave an answer that was refused", self._at.id)
                    answered = self._table.answer(ask.player, [ask.options[0].id])
                await self._playing.taken(answered)
        if self._pace:
            await asyncio.sleep(self._pace)
