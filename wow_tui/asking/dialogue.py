"""The short dialogue of `wow-tui ask`: a line, an answer, and again; the position stays."""

from __future__ import annotations

from collections.abc import Callable

from rules.whispers.oneline_text import write
from rules.whispers.position import Position
from wow_tui.asking.answer import listing, verdict
from wow_tui.asking.question import BadInput, Line, from_line
from wow_tui.asking.wording import Wording
from wow_tui.printing import wrapped

Read = Callable[[str], str]
Write = Callable[[str], None]
FORM = ("?", "help")


class Dialogue:
    """One dialogue. `read(prompt)` gives a line or raises EOFError; `write(line)` shows one."""

    def __init__(self, read: Read, write: Write, language: str = "en") -> None:
        self.read, self.write, self.language = read, write, language
        self.past: list[tuple[Position, str]] = []
        self.position, self.move = Position(), ""
        self._commands: dict[str, Callable[[], None]] = {
            "moves": lambda: self.list(False),
            "barred": lambda: self.list(True),
            "show": self.show,
            "undo": self.undo,
            "new": self.begin_anew,
        }
        self.words = Wording(from_line("").question, language)

    def say(self, key: str, **values: object) -> None:
        """Show a message."""
        for line in self.words.say(key, **values).splitlines():
            self.write(line)

    def run(self) -> None:
        """Until an empty line or the end of input."""
        self.say("welcome")
        while True:
            try:
                line = self.read(self.words.say("prompt")).strip()
            except (EOFError, KeyboardInterrupt):
                self.write("")
                line = ""
            if not line or line.lower() in ("quit", "exit"):
                self.say("goodbye")
                return
            try:
                self.obey(line)
            except BadInput as error:
                for part in wrapped(str(error)):
                    self.write(part)

    def obey(self, line: str) -> None:
        """A command, or a line of position and move. BadInput, with nothing changed, if it is neither."""
        word = line.lower().strip(" .!")
        if word in FORM:
            self.say("help")
        elif word.rstrip("?") in self._commands:
            self._commands[word.rstrip("?")]()
        else:
            self.ask(line)

    def ask(self, line: str) -> None:
        """Add to the position, and judge the move, or the one before again."""
        found = from_line(line, base=self.position)
        before = self.position, self.move
        if not found.move and self.move:
            found = from_line("", self.move, found.position)
        self.position, self.move = found.position, found.move
        if self.position != before[0]:
            self.past.append(before)
        self.answer(found)

    def answer(self, found: Line) -> None:
        """Show the verdict on the move, or what is open."""
        self.words = Wording(found.question, self.language)
        if not found.move:
            lines = self.words.listing(listing(found.question), False)
        else:
            judged = verdict(found.question, found.move)
            lines = [*self.words.context(listing(found.question).ask), *self.words.verdict(judged)]
            if not judged.readable:
                lines = wrapped(self.words.unreadable(judged))
        for line in lines:
            self.write(line)

    def list(self, with_barred: bool) -> None:
        """Show every move that is open, as for the move asked about last."""
        found = from_line("", self.move, self.position)
        self.words = Wording(found.question, self.language)
        for line in self.words.listing(listing(found.question, with_barred), with_barred):
            self.write(line)

    def line(self) -> str:
        """The position in one line."""
        return write(self.position)

    def show(self) -> None:
        """Show the position in one line, as it can be sent to somebody."""
        if self.line():
            self.say("position", line=self.line())
        else:
            self.say("no-position")

    def undo(self) -> None:
        """Take the last change of the position back."""
        if not self.past:
            self.say("nothing-undone")
            return
        self.position, self.move = self.past.pop()
        self.say("undone", line=self.line()) if self.line() else self.say("no-position")

    def begin_anew(self) -> None:
        """Forget the position; `undo` brings it back."""
        if self.position != Position():
            self.past.append((self.position, self.move))
        self.position, self.move = Position(), ""
        self.say("fresh")
