"""The match of a lesson as a screen plays it: the other player waits while there is something to read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from wow_tui.link import LocalLink, News
from wow_tui.table import Answered
from wow_tui.tutorial.course import OTHER
from wow_tui.tutorial.lesson import Lesson


class LessonLink(LocalLink):
    """Tells the lesson of what is taken back and done again; answers it hears of from the screen, once shown."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.table)
        self.lesson = lesson
        self._hear: Callable[[News], None] | None = None
        self._released = asyncio.Event()

    def listen(self, hear: Callable[[News], None]) -> None:
        """The match can become another one: when the lesson sets the table anew."""
        self._hear = hear

    def release(self) -> None:
        """Look again whether the other player may play; a table set anew is told to the screen."""
        self._released.set()
        if self.lesson.changed and self._hear is not None:
            self.lesson.changed = False
            self._hear(News(changed=True))

    async def go_on(self) -> Answered | None:
        """The next answer that needs nobody; not before the lesson lets it happen."""
        while self.lesson.holds and self.table.asked == OTHER:
            self._released.clear()
            await self._released.wait()
        return self.table.by_itself()

    async def undo(self, player: int, agreed: Collection[int] = ()) -> list[str]:
        """Take back the last choice. Illegal if there is none."""
        taken = await super().undo(player, agreed)
        self.lesson.undone()
        self.lesson.changed = False
        return taken

    async def redo(self, player: int) -> Answered:
        """Give the answer last taken back again. Illegal if there is none."""
        answered = await super().redo(player)
        self.lesson.heard(answered)
        self.lesson.changed = False
        return answered
