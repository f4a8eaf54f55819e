"""Line mode: a whole game as prompts, short answers and one event per line; no cursor addressing.

For screen readers, pipes and `ssh -T`. The grammar is the move notation of everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Protocol

from rules.ask import Ask, Event, Illegal, Option, Refusal, readable
from rules.whispers.preview import preview
from rules.whispers.view import View
from saves.envelope import Save
from saves.store import StoreError, write
from wow_tui.clean import clean
from wow_tui.table import Answered
from wow_tui.text.board import board_lines, hand_lines, loyalty_lines
from wow_tui.text.catalogue import catalogue
from wow_tui.text.faults import told
from wow_tui.text.speaker import Speaker
from wow_tui.trying import read_line

SHORT = 12
# In place of a player: somebody who looks on.
NOBODY = -1
# Yes, in every language of the game, whichever is spoken.
YES = frozenset(("y", "yes", "t", "tak", "д", "да"))
Read = Callable[[str], str]
Write = Callable[[str], None]


class Quit(Exception):
    """The person leaves; the match stays as it is."""


class Woken(Exception):
    """Raised by a `Read` when something has happened elsewhere while it waited for a line."""


class Game(Protocol):
    """What line mode plays: a `Table` in this process, or one on a host. All as `Table` has it."""

    @property
    def trouble(self) -> str: ...

    @property
    def path(self) -> Path | None: ...

    @property
    def asked(self) -> int | None: ...

    def people(self) -> list[int]: ...

    def ask(self, player: int) -> Ask | None: ...

    def view(self, player: int | None) -> View: ...

    def answer(self, player: int, answers: Sequence[str]) -> Answered: ...

    def by_itself(self) -> Answered | None: ...

    def may_undo(self, player: int) -> bool: ...

    def undo(self, player: int, agreed: Collection[int] = ()) -> list[str]: ...

    def redo(self, player: int) -> Answered: ...

    def snapshot(self) -> Save: ...

    def history(self, viewer: int | None, since: int = 0) -> list[list[Event]]: ...


class Plain:
    """One game in line mode. `read(prompt)` gives a line or raises EOFError; `write(line)` shows one."""

    def __init__(
        self,
        table: Game,
        speaker: Speaker,
        read: Read,
        write: Write,
        private: bool,
        languages: Sequence[str] = (),
    ) -> None:
        """`private`: several people share the screen, so secrets are shown on request only; `languages`: per player
        his own, or empty for that of the `speaker`."""
        self.table, self.speaker, self.read, self.write = table, speaker, read, write
        self.private = private
        self._languages, self._usual = languages, speaker.catalogue
        self._last = -1
        self._offered: list[Option] = []
        self._commands: dict[str, Callable[[int, str], None]] = {
            "?": self._list,
            "help": self._help,
            "why": self._why,
            "hint": self._hint,
            "what": self._what,
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save,
            "show": self._show,
            "hand": self._hand,
            "log": self._log,
            "quit": self._quit,
        }

    def say(self, key: str, **values: object) -> None:
        """Show a message of the catalogue."""
        self.write(self.speaker.catalogue.say(f"plain.{key}", **values))

    def run(self) -> bool:
        """Play until the end, True, or until somebody leaves, False. Every answer is saved."""
        self.say("welcome")
        try:
            while self.table.asked is not None:
                done = self.table.by_itself()
                if done is not None:
                    self.report(done)
                else:
                    self.turn(self.table.asked)
        except (EOFError, Quit):
            self.leave()
            return False
        outcome = self.table.view(None).outcome
        assert outcome is not None
        for line in self.speaker.outcome(outcome):
            self.write(line)
        return True

    def leave(self) -> None:
        """Say how to come back."""
        path = self.table.path
        if path is not None and not self.table.trouble:
            self.say("left", path=clean(str(path), 300))
        else:
            self.say("left-unsaved")

    def report(self, done: Answered) -> None:
        """Tell what an answer brought, without the secrets of whoever may not be looking."""
        people = self.table.people()
        viewer = people[0] if len(people) == 1 else None
        if done.forced and done.answer and done.answer[0] != "done" and done.player in people:
            self.say("forced", player=self.speaker.player(done.player), move=done.answer[0])
        for event in readable(done.events, viewer):
            self.write(self.speaker.event(event))
        if self.table.trouble:
            self.say("trouble", reason=self.table.trouble)

    def turn(self, player: int) -> None:
        """Ask a person once, and do what is typed; or let people here type while somebody else is asked."""
        ask = self.table.ask(player)
        if ask is None:
            self.wait(player)
            return
        self.speak_to(player)
        if player != self._last and self.private:
            self.say("turn", player=self.speaker.player(player))
        self._last = player
        self.prompt(ask)
        self._do_next(player, f"{self.speaker.player(player)}> ")

    def speak_to(self, player: int) -> None:
        """From now on in the language of a player."""
        own = self._languages[player] if 0 <= player < len(self._languages) else ""
        self.speaker.catalogue = catalogue(own) if own else self._usual

    def wait(self, player: int) -> None:
        """Somebody elsewhere is asked."""
        if player != self._last:
            self.say("waiting", player=self.speaker.player(player))
        self._last = player
        self._offered = []
        self._do_next(next(iter(self.table.people()), NOBODY), "> ")

    def _do_next(self, player: int, prompt: str) -> None:
        """Do what is typed next by a player."""
        try:
            line = self.read(prompt).strip()
        except Woken:
            return
        if not line:
            return
        try:
            self.obey(player, line)
        except Illegal as illegal:
            self.refuse(illegal.refusal)

    def prompt(self, ask: Ask) -> None:
        """What is asked, and the answers if they are few."""
        if ask.options == self._offered:
            return
        self._offered = ask.options
        self.write(self.speaker.ask(ask))
        if len(ask.options) <= SHORT:
            self._options(ask.options)
        else:
            counts: dict[str, int] = {}
            for option in ask.options:
                verb = option.id.split()[0]
                counts[verb] = counts.get(verb, 0) + 1
            kinds = ", ".join(f"{verb} ({count})" for verb, count in counts.items())
            self.say("many", count=len(ask.options), kinds=kinds)

    def _options(self, options: list[Option], first: str = "") -> None:
        for number, option in enumerate(options, 1):
            if option.id.startswith(first):
                self.write(f"  {number} {option.id}")

    def refuse(self, refusal: Refusal) -> None:
        """Say why not, and by which rule."""
        self.say("refused", reason=self.speaker.refusal(refusal), rule=refusal.rule)

    def obey(self, player: int, line: str) -> None:
        """A number, a command, or a line of moves. Illegal if a move is refused."""
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            word, rest = "?", line[1:].strip()
        if word.lower() in self._commands:
            self._commands[word.lower()](player, rest.strip())
            return
        ask = self.table.ask(player)
        if ask is None:
            raise Illegal(Refusal("game.turn", "", {"player": player, "asked": self.table.asked}))
        if line.isascii() and line.isdigit() and len(line) <= 4:
            if not 1 <= int(line) <= len(ask.options):
                self.say("number", most=len(ask.options))
                return
            answers = [ask.options[int(line) - 1].id]
        else:
            answers = read_line(self.table.view(player), player, line)
        done = self.table.answer(player, answers)
        self._offered = []
        self.report(done)

    # Commands

    def _list(self, player: int, rest: str) -> None:
        ask = self.table.ask(player)
        if ask is None:
            self._last = -1
            return
        self.write(self.speaker.ask(ask))
        self._options(ask.options, rest)

    def _help(self, player: int, rest: str) -> None:
        self.say("help")

    def _why(self, player: int, rest: str) -> None:
        found = preview(self.table.view(player), rest)
        if found.refusal is None:
            self.say("legal", moves=", ".join(found.answers))
        else:
            self.refuse(found.refusal)

    def _hint(self, player: int, rest: str) -> None:
        from wow_tui.bots import evidence
        from wow_tui.hints import advise, told

        ask = self.table.ask(player)
        if ask is None:
            return
        view = self.table.view(player)
        for line in told(self.speaker, advise(view, ask, evidence(view, self.table.history(None)))):
            self.write(line)

    def _what(self, player: int, rest: str) -> None:
        found = preview(self.table.view(player), rest)
        if found.refusal is not None:
            self.refuse(found.refusal)
            return
        for event in found.events:
            self.write("  " + self.speaker.event(event))
        for change in found.changes:
            if change.what != "points" or not self.private:
                self.write("  = " + self.speaker.change(change))

    def _undo(self, player: int, rest: str) -> None:
        agreed = []
        for other in self.table.people():
            if other != player and not self.table.may_undo(player):
                self.speak_to(other)
                question = self.speaker.catalogue.say("plain.agree", player=self.speaker.player(other))
                if self.read(question).strip().lower() in YES:
                    agreed.append(other)
                self.speak_to(player)
        taken = self.table.undo(player, agreed)
        self._offered = []
        self.say("undone", moves=", ".join(reversed(taken)))

    def _redo(self, player: int, rest: str) -> None:
        self.report(self.table.redo(player))
        self._offered = []

    def _save(self, player: int, rest: str) -> None:
        if not rest and self.table.path is None:
            self.say("save-where")
            return
        path = Path(rest) if rest else self.table.path
        assert path is not None
        try:
            write(path, self.table.snapshot())
        except StoreError as error:
            self.say("trouble", reason=told(error))
        else:
            self.say("saved", path=clean(str(path), 300))

    def _show(self, player: int, rest: str) -> None:
        for line in board_lines(self.table.view(player), self.speaker):
            self.write(line)

    def _hand(self, player: int, rest: str) -> None:
        view = self.table.view(player)
        for line in [*hand_lines(view, self.speaker), *loyalty_lines(view, self.speaker)]:
            self.write(line)

    def _log(self, player: int, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 5 else 20
        viewer = None if self.private else player
        events = [event for batch in self.table.history(viewer) for event in batch]
        for event in events[-count:]:
            self.write(self.speaker.event(event))

    def _quit(self, player: int, rest: str) -> None:
        raise Quit
