"""The tutorial in line mode: the same lesson as on the screen, told line by line."""

from __future__ import annotations

from rules.ask import Event, Illegal, Refusal
from wow_tui.plain import Plain, Quit, Read, Write
from wow_tui.table import Answered
from wow_tui.text.book import book
from wow_tui.text.catalogue import Catalogue
from wow_tui.text.speaker import Speaker
from wow_tui.tutorial.course import YOU
from wow_tui.tutorial.following import Following
from wow_tui.tutorial.lesson import looked_up
from wow_tui.tutorial.wording import Speech, Wording, title

# Commands that need a question to the learner.
_ASKING = ("?",)


class LessonPlain(Plain):
    """A lesson in line mode: Enter goes on, everything else is as in a match."""

    def __init__(self, following: Following, catalogue: Catalogue, read: Read, write: Write) -> None:
        """`read(prompt)` gives a line or raises EOFError; `write(line)` shows one."""
        self.following, self.lesson = following, following.lesson
        table = self.lesson.table
        super().__init__(table, Speaker(catalogue, table.names), read, write, private=False)
        self.wording = Wording(self.speaker)
        self._said: Speech | None = None
        self._told: set[str] = set()
        self._commands |= {
            "next": self._next,
            "again": self._again,
            "rule": self._rule,
            "chapters": self._chapters,
            "chapter": self._chapter,
        }

    def tell(self, key: str, **values: object) -> None:
        """Show a message of the tutorial."""
        self.write(self.speaker.catalogue.say(f"tutorial.{key}", **values))

    def run(self) -> bool:
        """Teach until the end, True, or until the learner leaves, False. His place is kept."""
        self.tell("welcome")
        try:
            while not self.lesson.finished:
                if not self.lesson.holds and (done := self.table.by_itself()) is not None:
                    self.report(done)
                else:
                    self._speak()
                    self.turn(YOU)
                self._keep()
        except (EOFError, Quit):
            self.leave()
            return False
        self.tell("finished")
        return True

    def _keep(self) -> None:
        if self.lesson.changed:
            self.lesson.changed, self._offered = False, []
        before = self.following.trouble
        self.following.keep()
        if self.following.trouble and not before:
            self.tell("unkept", reason=self.following.trouble)

    def leave(self) -> None:
        """Say how to come back."""
        chapter = self.lesson.current.id
        self.tell("left", number=self.lesson.chapter + 1, title=title(self.speaker.catalogue, chapter))

    def _speak(self) -> None:
        """What the lesson says, if it is something new."""
        speech = self.wording.speech(self.lesson)
        said, self._said = self._said, speech
        if speech == said:
            return
        self.write("")
        if said is None or speech.head != said.head:
            self.write(speech.head)
        old = said.paragraphs if said is not None else []
        for paragraph in speech.paragraphs:
            if paragraph not in old or paragraph == speech.task:
                self.write(paragraph)
        # How to go on is told once, unless it is a warning.
        if speech.foot not in self._told or self.lesson.astray or self.lesson.sure:
            self._told.add(speech.foot)
            self.write(speech.foot)

    def turn(self, player: int) -> None:
        """Let the learner type a line, and do it."""
        ask = self.table.ask(player)
        if ask is not None and self.lesson.step.on and not self.lesson.astray:
            self.prompt(ask)
        line = self.read("> ").strip()
        if not line and not self.lesson.step.on:
            line = "next"
        if line:
            try:
                self.obey(player, line)
            except Illegal as illegal:
                self.refuse(illegal.refusal)

    def obey(self, player: int, line: str) -> None:
        """A number, a command, or a line of moves. Illegal if a move is refused."""
        word = "?" if line.startswith("?") else line.split()[0].lower()
        if self.table.ask(player) is None and (word in _ASKING or word not in self._commands):
            asked = self.table.asked
            over = Refusal("game.over")
            raise Illegal(over if asked is None else Refusal("game.turn", "", {"player": player, "asked": asked}))
        super().obey(player, line)

    # What the lesson learns of

    def report(self, done: Answered) -> None:
        """Tell what an answer brought, and let the lesson hear it."""
        super().report(done)
        outcome = self.table.view(YOU).outcome
        for line in self.speaker.outcome(outcome) if outcome is not None else ():
            self.write(line)
        self.lesson.heard(done)

    def refuse(self, refusal: Refusal) -> None:
        """Say why not, and by which rule."""
        super().refuse(refusal)
        self.lesson.noticed(Event("refused", {"rule": refusal.rule}))

    def _what(self, player: int, rest: str) -> None:
        super()._what(player, rest)
        found = looked_up(self.table, "what", rest) if rest else None
        if found is not None and found.key == "preview":
            self.lesson.noticed(found)

    def _undo(self, player: int, rest: str) -> None:
        super()._undo(player, rest)
        self.lesson.undone()

    # Commands

    def _next(self, player: int, rest: str) -> None:
        self.lesson.forward()

    def _again(self, player: int, rest: str) -> None:
        self._said, self._offered = None, []
        self._told.clear()

    def _rule(self, player: int, rest: str) -> None:
        rule = book(self.speaker.catalogue.language).rule(self.lesson.step.rule)
        for line in (f"{rule.title} ({rule.id})", *rule.paragraphs):
            self.write(line)

    def _chapters(self, player: int, rest: str) -> None:
        done = self.following.progress.done
        for number, chapter in enumerate(self.lesson.course.chapters):
            mark = "mark-next" if number == self.lesson.chapter else "mark-done" if chapter.id in done else ""
            values = {"number": number + 1, "title": title(self.speaker.catalogue, chapter.id)}
            self.tell("chapter-line", **values, mark=self.speaker.catalogue.say(f"tutorial.{mark}") if mark else "")

    def _chapter(self, player: int, rest: str) -> None:
        most = len(self.lesson.course.chapters)
        if rest.isascii() and rest.isdigit() and len(rest) < 4 and 1 <= int(rest) <= most:
            self.following.go_to(int(rest) - 1)
            self._said = None
        else:
            self.tell("no-chapter", most=most)

    def _help(self, player: int, rest: str) -> None:
        super()._help(player, rest)
        self.tell("help")
