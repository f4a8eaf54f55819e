"""Playing a match through its link: bots and others in their time, the curtain, a person's answers, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.css.query import NoMatches

from rules.ask import Illegal
from wow_tui.actions import say
from wow_tui.chronicle import Chronicle
from wow_tui.config import BotSpeed
from wow_tui.link import LocalLink, News, Update
from wow_tui.screens.curtain import Curtain
from wow_tui.screens.game.consent import ask_others, must_agree
from wow_tui.screens.game.happenings import Asked, Over, Told
from wow_tui.screens.game.showing import show_prompt
from wow_tui.screens.game.turn import call_to_turn, turn_is_over
from wow_tui.table import PERSON, Answered
from wow_tui.typing_ahead import uncalled
from wow_tui.widgets.log import LogLine, LogPanel
from wow_tui.widgets.prompt import PromptPanel

if TYPE_CHECKING:
    from wow_tui.screens.game.screen import GameScreen

SPEEDS: tuple[BotSpeed, ...] = ("instant", "normal", "slow", "step")
# Seconds between two answers of bots.
PAUSES = {"instant": 0.0, "normal": 0.5, "slow": 1.5, "step": 0.0}
# Lines on what has happened since, below a question.
SINCE_SHOWN = 12


class Play:
    """The course of the match on one screen. It changes the screen's desk, and has it shown."""

    def __init__(self, screen: GameScreen, speed: BotSpeed) -> None:
        """Nothing happens before `go_on`."""
        self.screen, self.desk, self.speed = screen, screen.desk, speed
        self._step = asyncio.Event()
        self._chronicle = Chronicle(self.desk.speaker, self.desk.view.board())
        self._written = 0
        self._said: list[LogLine] = []
        # Whose answer was the last one.
        self._mover = -1
        # Which person here gave an answer last, as far as it can be taken back.
        self._gave: int | None = None
        # What the last answer was told with, as long as nothing else was shown since.
        self._shown: Update | None = None
        self.desk.link.listen(self.hear)

    # The loop

    def go_on(self) -> None:
        """Let everything happen that needs no person here, then ask whoever is asked."""
        self.screen.run_worker(self._go_on(), exclusive=True, group="play")

    async def _go_on(self) -> None:
        # All widgets asked for are there as long as the screen is: one that is missing means that it was left
        # while this waited.
        with suppress(NoMatches):
            await self._play_on()

    async def _play_on(self) -> None:
        while True:
            asked = self.desk.link.update(None).asked
            if asked is None:
                await self._end()
                return
            answered = await self._next(asked)
            if answered is None:
                await self._ask(asked)
                return
            by_bot = not answered.forced and self.desk.link.kinds[answered.player] != PERSON
            pause = PAUSES[self.speed] if by_bot else 0.0
            # Nobody could see what is followed by the next at once; a screen that is late catches up by that.
            self._tell(answered, show=bool(pause) or not self.desk.link.behind())
            if pause:
                await asyncio.sleep(pause)

    async def _next(self, asked: int) -> Answered | None:
        """The next answer that needs nobody here; step by step only after a key."""
        self._shown = None if self.speed == "step" else self._shown
        if self.speed == "step" and asked not in self.desk.link.own:
            self._take(self.desk.viewer)
            self.screen.query_one(PromptPanel).show(say("game.step", player=self.desk.speaker.player(asked)))
            self._step.clear()
            await self._step.wait()
        while True:
            try:
                return await self.desk.link.go_on()
            except Exception as error:
                # A bot is any code, in another process: whatever becomes of it, the match goes on from where it is.
                self._take(self.desk.viewer)
                self._shown = None
                failed = {"player": self.desk.speaker.player(asked), "kind": type(error).__name__}
                self.screen.query_one(PromptPanel).show(say("game.failed", **failed))
                self._step.clear()
                await self._step.wait()

    async def _ask(self, player: int) -> None:
        """Ask a person here; if somebody else sat here before, the curtain falls first."""
        self.screen.take_language(self.desk.language(player))
        if player != self.desk.viewer:
            before = self.desk.speaker.player(self._gave) if self._gave not in (None, player) else ""
            curtain = uncalled(Curtain(self.desk.speaker.player(player), before))
            if self.desk.viewer is not None:
                self.screen.call_after_refresh(self.look_as, None)
            if await self.screen.app.push_screen_wait(curtain) and self._gave is not None:
                await self.undo(self._gave)
                return
            self.look_as(player)
        told, self._shown = self._shown, None
        if told is None or told != self.desk.link.update(player):
            self._take(player)
        self._tell_since(player)
        if self._mover != player:
            call_to_turn(self.screen, far=not isinstance(self.desk.link, LocalLink))
        self._mover = player
        if self.desk.ask is not None:
            self.screen.happened.publish(Asked(self.desk.ask))

    async def _end(self) -> None:
        self.look_as(None if self.desk.shared else self.desk.viewer)
        outcome = self.desk.update.view.outcome
        assert outcome is not None
        self.screen.happened.publish(Over(outcome))
        self.screen.show_result(outcome, asked=False)

    # Telling

    def look_as(self, viewer: int | None) -> None:
        """Show the match to somebody else."""
        self.desk.look_as(viewer)
        self.screen.show()
        self.rewrite_log()

    def _take(self, viewer: int | None) -> None:
        self.desk.take(viewer)
        self.screen.show()

    def _tell(self, answered: Answered, show: bool = True) -> None:
        """Show what an answer brought. Several people here: nothing private before it is their turn.

        Without `show` it is only written into the log.
        """
        desk = self.desk
        self._mover = answered.player
        if desk.link.update(None).asked not in desk.link.own:
            turn_is_over(self.screen)
        if desk.shared and desk.viewer is not None and desk.link.update(None).asked != desk.viewer:
            self.look_as(None)
        else:
            self._write_on()
            if show:
                self._take(desk.viewer)
                self._shown = desk.update
        self.screen.happened.publish(Told(answered))

    def rewrite_log(self) -> None:
        """The whole log as the viewer may read it."""
        self._chronicle = Chronicle(self.desk.speaker, self.desk.view.board())
        self._written = self.desk.link.answered()
        events = self._chronicle.all(self.desk.link.history(self.desk.viewer))
        # What was said stays where it was said.
        self.screen.query_one(LogPanel).reset(sorted([*events, *self._said], key=lambda line: line.number))

    def _write_on(self) -> None:
        """Add to the log what is not in it yet."""
        news = self.desk.link.history(self.desk.viewer, self._written)
        self.screen.query_one(LogPanel).add(self._chronicle.all(news, self._written))
        self._written += len(news)

    def _tell_since(self, player: int) -> None:
        """What has happened since this player last answered, if others have played."""
        told = [line.text for line in self.since_lines(player) if line.kind == "event"]
        if told and self.desk.since:
            self.screen.query_one(PromptPanel).show_preview([say("game.since"), *told[-SINCE_SHOWN:]])

    def since_lines(self, player: int | None) -> list[LogLine]:
        """What has happened since the last answer given here, as that player may read it."""
        chronicle = Chronicle(self.desk.speaker, self.desk.view.board())
        return chronicle.all(self.desk.link.history(player, self.desk.since), self.desk.since)

    def why(self) -> list[str]:
        """Why a bot moved: for the line of the log that has the focus, else for the last answer of a bot."""
        desk, number = self.desk, self._asked_about()
        if number is None:
            return [say("reason.none")]
        player, known = desk.link.moment(None, number).waiting, desk.link.reason(number)
        if desk.link.kinds[player] == PERSON:
            return [say("reason.person")]
        if known is None:
            return [say("reason.lost")]
        return desk.speaker.reason(player, known.key, known.values, known.secret)

    def _asked_about(self) -> int | None:
        log = self.screen.query_one(LogPanel)
        if log.has_focus and (line := log.current()) is not None:
            return line.number
        known = (number for number in range(self.desk.link.answered() - 1, -1, -1) if self.desk.link.reason(number))
        return next(known, None)

    # What people here do

    async def give(self, answers: Sequence[str]) -> None:
        """Give the viewer's answer; a refusal is told below the question."""
        if self.desk.viewer is None or self.desk.moment is not None:
            return
        try:
            answered = await self.desk.link.answer(self.desk.viewer, answers)
        except Illegal as illegal:
            self.screen.refuse(illegal.refusal)
            return
        self.desk.since, self._gave = self.desk.link.answered(), self.desk.viewer
        self._tell(answered)
        self.go_on()

    async def change(self, doing: Awaitable[object]) -> bool:
        """Undo or redo: await it, and show the match as it then is; False if it was refused."""
        try:
            await doing
        except Illegal as illegal:
            self.screen.refuse(illegal.refusal)
            return False
        self._gave = None
        self._changed()
        return True

    async def undo(self, player: int) -> None:
        """Take back the last choice of a person here; if that concerns others on this screen, they are asked first."""
        try:
            await self.desk.link.undo(player)
        except Illegal as illegal:
            others = must_agree(illegal.refusal)
            if others and self.desk.shared:
                self.screen.run_worker(ask_others(self, player, others), exclusive=True, group="undo")
            else:
                self.screen.refuse(illegal.refusal)
        else:
            self._gave = None
            self._changed()

    def _changed(self) -> None:
        self.desk.since = min(self.desk.since, self.desk.link.answered())
        self._take(self.desk.viewer)
        self.rewrite_log()
        self.go_on()

    def next_speed(self) -> None:
        """The next speed of the bots, from now on."""
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self._step.set()

    def next_step(self) -> None:
        """Let the next bot play, when they play step by step."""
        self._step.set()

    # What comes from outside

    def hear(self, news: News) -> None:
        """Something happened elsewhere: a line said, somebody came or went, the match changed by another hand.

        To be called on the screen's thread.
        """
        if news.lines:
            number = self.desk.link.answered()
            said = [LogLine(number, line, "chat") for line in news.lines]
            self._said += said
        if not self.screen.is_mounted:
            return
        if news.lines:
            self.screen.query_one(LogPanel).add(said)
        if news.changed:
            self.desk.speaker.names[:] = self.desk.link.names
            self._changed()
        elif self.desk.ask is not None and self.desk.link.update(self.desk.viewer).ask != self.desk.ask:
            # Somebody else has answered for this player, such as a clock.
            self.go_on()
        else:
            now = self.desk.link.update(self.desk.viewer)
            self.desk.update.trouble, self.desk.update.notice = now.trouble, now.notice
            self.screen.show_top()
            if self.desk.ask is None:
                show_prompt(self.screen.query_one(PromptPanel), self.desk)
