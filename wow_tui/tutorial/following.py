"""A lesson and the learner's place in the tutorial, kept as he goes. What every front end of it shares."""

from __future__ import annotations

from saves.errors import StoreError
from wow_tui.text.catalogue import Catalogue
from wow_tui.text.faults import told
from wow_tui.tutorial import progress
from wow_tui.tutorial.course import course
from wow_tui.tutorial.lesson import Lesson


class Following:
    """The tutorial of whoever sits here. `trouble`: why his place could not be kept, or nothing."""

    def __init__(self, catalogue: Catalogue, chapter: int | None = None) -> None:
        """Begin a chapter, counted from 0; by default the one to go on with."""
        self.trouble = ""
        self.progress = progress.load()
        names = [catalogue.say("tutorial.you"), catalogue.say("tutorial.other")]
        start = self.progress.number(course()) if chapter is None else chapter
        self.lesson = Lesson(course(), names, start)
        self._kept = -1
        self.keep()

    def keep(self) -> None:
        """Write the place down, if it is another one than before."""
        lesson = self.lesson
        chapter = len(lesson.course.chapters) if lesson.finished else lesson.chapter
        if chapter == self._kept:
            return
        before, self._kept = self._kept, chapter
        if before < 0:
            # To begin somewhere is no proof that the chapter before was done.
            self.progress.chapter = lesson.current.id
        else:
            self.progress.reach(lesson.course, chapter)
        try:
            progress.keep(self.progress)
            self.trouble = ""
        except StoreError as error:
            self.trouble = told(error)

    def go_to(self, chapter: int) -> None:
        """Begin a chapter, whichever was going on."""
        self._kept = -1
        self.lesson.start(chapter)
        self.keep()
