"""The short dialogue of `wow-tui ask`: a line, an answer, and again; the position stays."""

from __future__ import annotations

from collections.abc import Callable

from rules.ask import Refusal
from rules.whispers.position import Position, is_code, nearest
from wow_tui.asking.answer import listing, verdict
from wow_tui.asking.keeping import after, between, code, told
from wow_tui.asking.question import BadInput, Line, from_code, from_line
from wow_tui.asking.wording import Wording
from wow_tui.clean import clean
from wow_tui.printing import wrapped

Read = Callable[[str], str]
Write = Callable[[str], None]
FORM = ("?", "help")
LONGEST_NAME = 40


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
            "code": self.tell_code,
            "make": self.make,
        }
        self._named: dict[str, Callable[[str], None]] = {"keep": self.keep, "go": self.go, "compare": self.compare}
        self.kept: dict[str, tuple[Position, str]] = {}
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
        elif word.split()[0] in self._named and len(word.split()) == 2:
            self._named[word.split()[0]](word.split()[1])
        elif is_code(line):
            self.change(from_code(line).position, "")
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
        """The position in one line, or as a code."""
        return told(self.position)

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

    # Going on from a position

    def change(self, position: Position, move: str) -> None:
        """Another position, which `undo` takes back; what is open there, or the verdict on the move."""
        found = from_line("", move, position)
        self.past.append((self.position, self.move))
        self.position, self.move = position, move
        self.answer(found)

    def tell_code(self) -> None:
        """Show the position as one word that can be pasted in a chat, and opened again."""
        self.say("code", code=code(self.position, self.move))

    def make(self) -> None:
        """Make the move asked about last: the position goes on from there."""
        if not self.move:
            self.say("make-what")
            return
        found = after(self.position, self.move)
        if isinstance(found, Refusal):
            self.say("no", reason=self.words.speaker.refusal(found))
        else:
            self.change(found, "")

    def keep(self, name: str) -> None:
        """Keep the position under a name."""
        self.kept[name] = self.position, self.move
        self.say("kept", name=clean(name, LONGEST_NAME))

    def go(self, name: str) -> None:
        """Back to a position that was kept."""
        self.change(*self._kept(name))

    def compare(self, name: str) -> None:
        """What is different here from a position that was kept."""
        found = between(self._kept(name)[0], self.position)
        lines = [self.words.speaker.change(change) for change in found]
        for line in lines or [self.words.say("unchanged")]:
            self.write(line)

    def _kept(self, name: str) -> tuple[Position, str]:
        if name not in self.kept:
            hint = nearest(name, list(self.kept)) or "."
            raise BadInput(self.words.say("not-kept", name=clean(name, LONGEST_NAME), hint=hint))
        return self.kept[name]
