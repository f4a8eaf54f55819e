"""The teacher: follows a real match, notices what was done, and knows what to say next. No screen, no words.

A front end plays the match of `table` as any other, and tells the lesson of every answer (`heard`), of a choice
taken back (`undone`), and of what was only looked at (`noticed`). After each of these `changed` says whether the
lesson has set the table anew. `heard` may come after the match went on: only events count.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.ask import Ask, Event, Illegal, readable
from rules.game import load
from rules.match import Match
from rules.whispers.placing import build
from rules.whispers.preview import preview
from saves.envelope import Seat
from wow_tui.bots import Bot, Reason
from wow_tui.plain import Game
from wow_tui.table import Answered, Table
from wow_tui.trying import read_line
from wow_tui.tutorial.course import OTHER, YOU, Chapter, Course, Outcome, Step

# Answers looked ahead, to see whether a step can still be done.
_FAR = 60


class CourseError(Exception):
    """A step of the course that its own `do` does not lead through."""


class Note(Struct, frozen=True):
    """Something to say about what was just done: a key below `tutorial.`, and what happened."""

    key: str
    events: tuple[Event, ...] = ()


def scripted(script: Sequence[str], ask: Ask) -> str:
    """The other player's answer: the first of the script that is offered, else the first of all."""
    offered = [option.id for option in ask.options]
    return next((move for move in script if move in offered), offered[0])


class Scripted:
    """The other player as a bot of the table."""

    looks = False

    def __init__(self, lesson: Lesson) -> None:
        """`lesson`: whose chapter says what is answered."""
        self._lesson = lesson
        self.reason: Reason | None = None

    def choose(self, view: object, ask: Ask) -> list[str]:
        """The answer of the script."""
        return [scripted(self._lesson.current.script, ask)]


class LessonTable(Table):
    """A table for one learner; the other player follows the script. Nothing is saved but the chapter."""

    def __init__(self, lesson: Lesson, match: Match, names: Sequence[str]) -> None:
        """`names`: of the learner and of the other player."""
        self._lesson = lesson
        # In a match played after the last chapter nobody has a script.
        super().__init__(match, [Seat(names[YOU]), Seat(names[OTHER], "bot:greedy")])

    def _made(self, player: int) -> Bot:
        return Scripted(self._lesson)


class Lesson:
    """Where the learner is in the course. `at`: the step; `notes`: about what was just done; `tries`: how often
    something else was done instead; `astray`: the step cannot be done any more; `sure`: asked to do it for him."""

    def __init__(self, course: Course, names: Sequence[str], chapter: int = 0, model: bool = False) -> None:
        """Begin a chapter. `names`: of the learner and of the other player; `model`: CourseError instead of a table
        set anew, for a lesson that only shows how it is done."""
        self.course, self.names, self._model = course, list(names), model
        self.chapter = self.at = self.tries = 0
        self.astray = self.sure = self.changed = self.finished = False
        self.notes: list[Note] = []
        self._entries: dict[int, int] = {}
        self.table = LessonTable(self, self._match(course.chapters[chapter].position), self.names)
        self.start(chapter)

    # Where we are

    @property
    def current(self) -> Chapter:
        """The chapter."""
        return self.course.chapters[self.chapter]

    @property
    def step(self) -> Step:
        """The step."""
        return self.current.steps[self.at]

    @property
    def holds(self) -> bool:
        """Whether the other player waits: something is to be read, looked at, taken back or decided first."""
        step = self.step
        return self.astray or not step.on or not _is_move(step.do[0])

    def start(self, chapter: int) -> None:
        """Begin a chapter from its position."""
        self.chapter, self.notes, self._entries = chapter, [], {}
        self._set_table(self.current.position)
        self._go(0)

    def _match(self, position: str) -> Match:
        placed = build(self.course.position(position, self.names))
        state = placed.state
        return Match(load("whispers"), state.players, state.options, 0, start=state)

    def _set_table(self, position: str) -> None:
        self.table.match = self._match(position)
        self.changed = True

    def _go(self, at: int) -> None:
        """On to a step; a table on which it cannot be done is set anew."""
        self.at, self.tries, self.astray, self.sure = at, 0, False, False
        if self.step.position:
            self._set_table(self.step.position)
        elif self.step.on and not self._reachable(self.step):
            if self._model:
                raise CourseError(f"{self.current.id}.{self.step.id}")
            self._set_for(at)
            self.notes.append(Note("set"))
        self._entries[at] = self.table.answered()

    # What was done

    def heard(self, answered: Answered) -> None:
        """An answer was given, by anybody."""
        events = readable(answered.events, YOU)
        at = self._waiting()
        if at is None:
            return
        found = self.current.steps[at].outcome(events)
        if found is not None:
            self._outcome(at, found, events)
        elif answered.player == YOU and not answered.forced:
            self._else(at, answered.answer, events)

    def _waiting(self) -> int | None:
        """The step that waits for something, this one or the next such."""
        steps = self.current.steps
        return next((at for at in range(self.at, len(steps)) if steps[at].on), None)

    def _outcome(self, at: int, row: Outcome, events: Sequence[Event]) -> None:
        step = self.current.steps[at]
        self.notes = [Note(f"{self.current.id}.{step.id}.{row.say}", tuple(events))]
        if row.then == "stay":
            self._again(at)
        else:
            self._go(at + 1 if row.then == "next" else self.current.index(row.then))

    def _else(self, at: int, moves: Sequence[str], events: Sequence[Event]) -> None:
        """Something legal was done that the step did not wait for."""
        step = self.current.steps[at]
        self.sure = False
        reachable = self._reachable(step)
        if reachable and (at > self.at or set(moves) <= set(step.do)):
            self.notes = []
            return
        self.notes = [Note("else", tuple(events))]
        self._again(at)

    def _again(self, at: int) -> None:
        """The step is still to be done. An answer given while something was to be read leads there, and taking it
        back leads back to reading."""
        self._entries.setdefault(at, self.table.answered())
        self.at, self.tries = at, self.tries + 1
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Is the step still to be done? If not: adapt, or offer to take back."""
        self.astray = not self._reachable(self.step)
        if self.astray and self.step.miss:
            self.notes.append(Note(f"{self.current.id}.{self.step.id}.{self.step.miss}"))
            self._go(self.at + 1)

    def noticed(self, event: Event) -> None:
        """Something was looked at: `preview`, `refused`, `looked`. Nothing changed on the table."""
        found = self.step.outcome([event])
        if found is not None and not self.astray:
            self._outcome(self.at, found, [event])

    def undone(self) -> None:
        """The learner's last choice was taken back."""
        event = Event("undo", {})
        found = self.step.outcome([event])
        if found is not None and not self.astray:
            self._outcome(self.at, found, [event])
            return
        count = self.table.answered()
        self.notes, self.sure = [], False
        if "undo" not in self.step.do and count < self._entries[self.at]:
            earlier = [at for at, entry in self._entries.items() if at < self.at and entry <= count]
            self.at, self.tries = max(earlier, default=0), 0
        if self.step.on:
            self._look_ahead()
        else:
            self.astray = False

    # Going on

    def forward(self) -> None:
        """Go on: to the next step; past one that waits for something only if it is asked for twice."""
        if not self.step.on:
            self._next()
        elif not self.astray and not self.sure:
            self.sure = True
        else:
            key = "set" if self.astray else "done"
            self._set_for(self.at + 1)
            self.notes = [Note(key)]

    def _next(self) -> None:
        self.notes = []
        if self.at + 1 < len(self.current.steps):
            self._go(self.at + 1)
        elif self.chapter + 1 < len(self.course.chapters):
            self.start(self.chapter + 1)
        else:
            self.finished = True

    def _set_for(self, at: int) -> None:
        """Set the table as it is at the beginning of a step when all before it was done as shown."""
        model = Lesson(self.course, self.names, self.chapter, model=True)
        while model.at < at:
            model.perform()
        self.table.match, self.changed = model.table.match, True
        self.at, self.tries, self.astray, self.sure = model.at, 0, False, False
        self._entries = dict(model._entries)

    def perform(self) -> None:
        """Do what the step waits for, as `do` shows it. CourseError if that leads nowhere."""
        at = self.at
        if not self.step.on:
            self._next()
            return
        for command in self.step.do:
            self._others()
            self._command(command)
        self._others()
        if self.at == at:
            raise CourseError(f"{self.current.id}.{self.step.id}")

    def _others(self) -> None:
        """Let everything happen that needs no answer of the learner."""
        while not self.holds and (answered := self.table.by_itself()) is not None:
            self.heard(answered)

    def _command(self, command: str) -> None:
        word, _, rest = command.partition(" ")
        if word == "undo":
            self.table.undo(YOU)
            self.undone()
        elif word in ("what", "why"):
            self.noticed(looked_up(self.table, word, rest))
        else:
            self.heard(self.table.answer(YOU, read_line(self.table.view(YOU), YOU, command)))

    # Looking ahead

    def _reachable(self, step: Step) -> bool:
        """Whether what the step waits for can still happen: with some rest of `do`, and `free` other answers."""
        return any(self._leads(step, step.do[number:]) for number in range(len(step.do) + 1))

    def _leads(self, step: Step, do: Sequence[str]) -> bool:
        if do and not _is_move(do[0]):
            return self._possible(*do[0].partition(" ")[::2])
        match, rest, free = self.table.match, [move for move in do if _is_move(move)], step.free
        game, state = match.game, match.state.copy()
        for _ in range(_FAR):
            asks = game.asks(state)
            if not asks:
                return False
            player, ask = next(iter(asks.items()))
            offered = [option.id for option in ask.options]
            if player == OTHER:
                move = scripted(self.current.script, ask)
            elif len(offered) == 1:
                move = offered[0]
                rest = rest[1:] if rest and rest[0] == move else rest
            elif rest:
                move, rest = rest[0], rest[1:]
            elif free:
                move, free = offered[0], free - 1
            else:
                return False
            try:
                events = game.take(state, player, [move])
            except Illegal:
                return False
            found = step.outcome(readable(events, YOU))
            if found is not None and found.then != "stay":
                return True
        return False

    def _possible(self, word: str, rest: str) -> bool:
        """Whether `undo`, `what MOVE` or `why MOVE` can be done now."""
        if word == "undo":
            return self.table.may_undo(YOU)
        return (looked_up(self.table, word, rest).key == "refused") == (word == "why")


def _is_move(command: str) -> bool:
    return command.split()[0] not in ("undo", "what", "why")


def looked_up(table: Game, word: str, move: str) -> Event:
    """What the learner finds out with `what MOVE` or `why MOVE`: a `preview`, or that it is `refused`."""
    found = preview(table.view(YOU), move)
    if found.refusal is not None:
        return Event("refused", {"rule": found.refusal.rule, "move": move})
    return Event("preview" if word == "what" else "legal", {"verb": move.split()[0], "move": move})
