"""What the lesson says now, in words: for the screen with its keys and signs, for line mode without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.ask import Event
from rules.whispers.scoring import points
from wow_tui.text.catalogue import Catalogue
from wow_tui.text.speaker import Speaker
from wow_tui.tutorial.course import OTHER, YOU
from wow_tui.tutorial.lesson import Lesson, Note

# What is not told again: it is said by the event that follows, or is none of the learner's doing.
_UNSAID = ("acts", "attack", "drawn", "round", "play", "game-end", "round-marked")
KEYS = {"next": "coach", "type": "typed"} | {
    action: action for action in ("undo", "redo", "preview", "cards", "rule", "leave", "help")
}
"""The values of messages that name a key, and the actions it is the key of."""
MARKS = ("banner", "city", "fort", "farm")
"""The values of messages that are signs of the map."""


class Speech(Struct, frozen=True):
    """`head`: chapter and its number; `notes`: about what was done; `text`: what is told; `task`: what is to be
    done, or nothing; `foot`: how to go on."""

    head: str
    notes: list[str]
    text: str
    task: str
    foot: str

    @property
    def paragraphs(self) -> list[str]:
        """All but head and foot."""
        return [each for each in (*self.notes, self.text, self.task) if each]


def title(catalogue: Catalogue, chapter: str) -> str:
    """The title of a chapter."""
    return catalogue.say(f"tutorial.title.{chapter}")


class Wording:
    """Says what a lesson has to say. `keys`: the values of keys and signs; None: line mode."""

    def __init__(self, speaker: Speaker, keys: Mapping[str, str] | None = None) -> None:
        self.speaker, self.catalogue = speaker, speaker.catalogue
        self.keys, self.plain = dict(keys or {}), keys is None

    def speech(self, lesson: Lesson) -> Speech:
        """What is to be said now."""
        values = self._values(lesson)
        step = f"{lesson.current.id}.{lesson.step.id}"
        notes = [self._note(note, values) for note in lesson.notes]
        task = self._say(f"{step}.task", values) if lesson.step.on and not lesson.astray else ""
        text = self._say(f"{step}.say", values)
        if lesson.astray:
            text = self._say("astray", values)
        elif lesson.step.on and lesson.tries and self._has(f"{step}.hint"):
            text = self._say(f"{step}.hint", values)
        if task:
            task = self._say("task", {"task": task})
        return Speech(self._head(lesson), [note for note in notes if note], text, task, self._foot(lesson, values))

    def _head(self, lesson: Lesson) -> str:
        chapters = lesson.course.chapters
        values = {"number": lesson.chapter + 1, "all": len(chapters)}
        return self._say("head", {**values, "title": title(self.catalogue, lesson.current.id)})

    def _foot(self, lesson: Lesson, values: Mapping[str, object]) -> str:
        if lesson.astray:
            return self._say("lost", values)
        if lesson.step.on:
            return self._say("sure" if lesson.sure else "wait", values)
        last = lesson.chapter == len(lesson.course.chapters) - 1 and lesson.at == len(lesson.current.steps) - 1
        return self._say("last" if last else "read", values)

    def _note(self, note: Note, values: Mapping[str, object]) -> str:
        # In line mode everything that happens is told anyway.
        what = "" if self.plain else self._what(note.events)
        return self._say(note.key, {**values, "what": what}).strip()

    def _what(self, events: Sequence[Event]) -> str:
        """What happened, in the sentences of the log."""
        return " ".join(self.speaker.event(event) for event in events if event.key not in _UNSAID)

    def _values(self, lesson: Lesson) -> dict[str, object]:
        state = lesson.table.match.state
        view = lesson.table.view(YOU)
        cities: dict[str, object] = dict(zip(view.board().empires, view.cities, strict=True))
        found: dict[str, object] = {**self.keys, **cities, "score": view.score, "other": self.speaker.player(OTHER)}
        if view.outcome is not None:
            # Only now do all loyalties lie open.
            found["other_score"] = points(state, OTHER)
        return found

    def _has(self, key: str) -> bool:
        return f"tutorial.{key}" in self.catalogue

    def _say(self, key: str, values: Mapping[str, object]) -> str:
        if self.plain and self._has(f"{key}.plain"):
            key = f"{key}.plain"
        return self.catalogue.say(f"tutorial.{key}", **values)
