"""Line mode at a host: the lobby line by line, then `wow_tui.plain` over a link that lives in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rules.ask import Ask, Event, Illegal, Refusal
from rules.whispers.view import View
from saves.envelope import Save
from wow_tui.clean import clean
from wow_tui.link import News
from wow_tui.names import NAME_LENGTH
from wow_tui.net.client import Client, Lost
from wow_tui.net.limits import STAND_IN
from wow_tui.net.lines import Lines
from wow_tui.net.messages import Card, Create, Hand, Leave, Lobby, Proposal, Release, Sit, Start, Watch, own_place
from wow_tui.net.socket_link import SocketLink
from wow_tui.net.words import line_of, person_of, state_of
from wow_tui.plain import Plain, Quit, Woken, Write
from wow_tui.table import Answered
from wow_tui.text.catalogue import Catalogue
from wow_tui.text.speaker import Speaker

R = TypeVar("R")
# Seconds that are left when the person asked is told so.
MARKS = (60, 30, 10)
# Among the players of a new table: everybody may look on.
_OPEN = "open"
_DEFAULT_PLAYERS = ("person", "person", "greedy")


class Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="net", daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, R]) -> R:
        """What a coroutine returns or raises there."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def get(self, function: Callable[[], R]) -> R:
        """What a function returns or raises there."""

        async def call() -> R:
            return function()

        return self.do(call())

    def close(self) -> None:
        """End it."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)


class RemoteTable:
    """A table on a host as line mode plays it: `wow_tui.plain.Game`."""

    path: Path | None = None

    def __init__(self, loop: Loop, link: SocketLink) -> None:
        self._loop, self.link = loop, link

    @property
    def trouble(self) -> str:
        """Why the host does not save, or empty."""
        return self._loop.get(lambda: self.link.standing.trouble)

    @property
    def asked(self) -> int | None:
        """The player who must answer, or None when the game is over."""
        return self._loop.get(lambda: self.link.update(None).asked)

    def people(self) -> list[int]:
        """The player played here."""
        return self._loop.get(lambda: list(self.link.own))

    def ask(self, player: int) -> Ask | None:
        """What that player is asked now, if he is played here."""
        return self._loop.get(lambda: self.link.update(player).ask if player in self.link.own else None)

    def view(self, player: int | None) -> View:
        """What the person here may see."""
        return self._loop.get(lambda: self.link.update(player).view)

    def answer(self, player: int, answers: Sequence[str]) -> Answered:
        """Give answers. Illegal if one is refused."""
        return self._loop.do(self.link.answer(player, answers))

    def by_itself(self) -> Answered | None:
        """The next answer that has come from elsewhere; None if none has yet."""
        return self._loop.get(self.link.next_told)

    def may_undo(self, player: int) -> bool:
        """True: whether the others must agree is the host's business."""
        return True

    def undo(self, player: int, agreed: Collection[int] = ()) -> list[str]:
        """Take back, or have the others asked. Illegal, also when they are."""
        return self._loop.do(self.link.undo(player, agreed))

    def redo(self, player: int) -> Answered:
        """Give the answer last taken back again. Illegal if there is none."""
        return self._loop.do(self.link.redo(player))

    def snapshot(self) -> Save:
        """Only the host has the match. Illegal."""
        raise Illegal(Refusal("net.no-save"))

    def history(self, viewer: int | None, since: int = 0) -> list[list[Event]]:
        """What the person here may read of each answer."""
        return self._loop.get(lambda: self.link.history(viewer, since))


class RemotePlain(Plain):
    """A game at a host in line mode, with the commands of sitting together."""

    def __init__(self, table: RemoteTable, loop: Loop, speaker: Speaker, lines: Lines, write: Write) -> None:
        super().__init__(table, speaker, lines.read, write, private=False)
        self._remote, self._loop, self._lines = table, loop, lines
        self._said = 0
        self._voided = False
        self._was_lost = False
        self.to_lobby = False
        """Whether somebody left for the lobby."""
        self._marks: list[int] = []
        self._mark: asyncio.TimerHandle | None = None
        self._commands |= {
            "say": self._say_aloud,
            "people": self._people,
            "agree": lambda player, rest: self._agree(True),
            "refuse": lambda player, rest: self._agree(False),
            "start": lambda player, rest: self._ask_host(Start(seq=0, bot=rest.strip().lower())),
            "time": self._time,
            "lobby": self._to_lobby,
            "bot": self._bot,
            "person": lambda player, rest: self._ask_host(Hand(seq=0, player=self._who(rest))),
            "release": self._release,
        }

        def begin() -> None:
            table.link.listen(self._heard)
            table.link.proposed = self._proposed

        loop.get(begin)

    # In the loop's thread

    def _heard(self, news: News) -> None:
        self._voided = self._voided or news.changed
        self._lines.wake()

    def _proposed(self, proposal: Proposal) -> None:
        self._lines.wake()

    def _set_mark(self) -> None:
        """Have this player told when little time is left, a few times only."""
        if self._mark is not None:
            self._mark.cancel()
        link = self._remote.link
        left = link.left()
        mine = link.standing.ask is not None
        coming = [mark for mark in MARKS if left is not None and mark < left]
        if mine and left is not None and coming:
            self._mark = asyncio.get_running_loop().call_later(left - coming[0], self._reached, coming[0])

    def _reached(self, mark: int) -> None:
        self._marks.append(mark)
        self._lines.wake()

    # In the reading thread

    def run(self) -> bool:
        """Play until the end, True, or until somebody leaves, False."""
        link = self._remote.link
        me = self._loop.get(lambda: link.standing.me)
        if me is None:
            self.say("net.watches")
        else:
            self.say("net.sits", name=self.speaker.player(me))
        if not self._loop.get(lambda: link.standing.started):
            self.say("net.missing")
        return super().run()

    def turn(self, player: int) -> None:
        """First what has come from elsewhere, then as ever."""
        self._loop.get(self._set_mark)
        self._news()
        super().turn(player)

    def _news(self) -> None:
        link = self._remote.link
        said, lost, names = self._loop.get(lambda: (list(link.lines), link.client.lost, list(link.names)))
        self.speaker.names[:] = [clean(name, NAME_LENGTH) for name in names]
        for line in said[self._said :]:
            self.write(f"* {line}")
        self._said = len(said)
        if self._voided:
            self._voided = False
            self._offered, self._last = [], -1
        if lost != self._was_lost:
            self.say("net.lost" if lost else "net.back")
            self._was_lost = lost
        proposal = self._loop.get(lambda: link.standing.proposal)
        me = self._loop.get(lambda: link.standing.me)
        if proposal is not None and me in proposal.missing:
            self.say("net.agree", player=self.speaker.player(proposal.by))
        if self._marks:
            self.say("net.mark", count=self._marks[-1])
            self._marks.clear()
        over = self._loop.get(lambda: link.client.over)
        if over:
            self.refuse(Refusal(over))
            raise Quit

    def leave(self) -> None:
        """Nothing: the lobby says how to come back."""

    def _help(self, player: int, rest: str) -> None:
        super()._help(player, rest)
        self.say("net.help")
        self.say("net.help-clock")

    def _save(self, player: int, rest: str) -> None:
        self.say("net.no-save")

    def _time(self, player: int, rest: str) -> None:
        left, asked = self._loop.get(lambda: (self._remote.link.left(), self._remote.link.standing.asked))
        if left is None or asked is None:
            self.say("net.no-clock")
        else:
            self.say("net.time-left", name=self.speaker.player(asked), count=left)

    def _to_lobby(self, player: int, rest: str) -> None:
        self.to_lobby = True
        raise Quit

    def _ask_host(self, request: Any) -> None:
        self._loop.do(self._remote.link.ask(request))

    def _say_aloud(self, player: int, rest: str) -> None:
        self._loop.do(self._remote.link.say(rest))

    def _agree(self, yes: bool) -> None:
        self._loop.do(self._remote.link.agree(yes))

    def _people(self, player: int, rest: str) -> None:
        for number, person in enumerate(self._loop.get(lambda: self._remote.link.people), 1):
            self.write(f"  {number} {person_of(self.speaker.catalogue, person)}")

    def _who(self, word: str) -> int:
        """A player by number or name; the one played here without a word."""
        return _player(word, self.speaker.names) if word else next(iter(self.table.people()), -1)

    def _bot(self, player: int, rest: str) -> None:
        who, _, bot = rest.rpartition(" ")
        self._ask_host(Hand(seq=0, player=self._who(who), bot=bot or STAND_IN))

    def _release(self, player: int, rest: str) -> None:
        self._ask_host(Release(seq=0, player=self._who(rest)))


def _player(word: str, names: Sequence[str]) -> int:
    """A player by number from 1, or by the beginning of his name. Illegal if there is none."""
    if word.isascii() and word.isdigit() and len(word) < 3:
        number = int(word) - 1
    else:
        number = next((at for at, name in enumerate(names) if name.lower().startswith(word.strip().lower())), -1)
    if not 0 <= number < len(names):
        raise Illegal(Refusal("net.player"))
    return number


class PlainLobby:
    """The lobby in line mode: from a table to a game and back, until somebody leaves."""

    def __init__(self, loop: Loop, client: Client, catalogue: Catalogue, lines: Lines, write: Write) -> None:
        self._loop, self._client, self._catalogue = loop, client, catalogue
        self._lines, self._write = lines, write
        assert client.welcome is not None
        self._cards = client.welcome.tables

    def _say(self, key: str, **values: object) -> None:
        self._write(self._catalogue.say(f"plain.net.{key}", **values))

    def run(self, code: str) -> int:
        """The exit status. `code`: of the table to sit at without asking."""
        self._loop.get(self._hear)
        greeting = self._client.greeting
        self._say("welcome", host=clean(greeting.name if greeting else "", NAME_LENGTH))
        try:
            place = Sit(seq=0, table="", code=code) if code else own_place(self._cards)
            if place is not None:
                self._play(place)
            else:
                self._tables("")
            while True:
                self._obey(self._read("lobby> "))
        except (EOFError, Quit):
            self._say("left")
            return 0
        except Lost:
            return 1

    def _hear(self) -> None:
        def hear(news: object) -> None:
            if isinstance(news, Lobby):
                self._cards = news.tables

        self._client.hear, self._client.moved = hear, lambda: None

    def _read(self, prompt: str) -> str:
        while True:
            try:
                return self._lines.read(prompt).strip()
            except Woken:
                continue

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "tables": self._tables,
            "play": self._play_at,
            "watch": self._watch,
            "new": self._new,
            "quit": self._quit,
            "help": lambda rest: self._say("lobby-help"),
            "": lambda rest: None,
        }
        try:
            commands.get(word.lower(), commands["help"])(rest.strip())
        except Illegal as illegal:
            self._refuse(illegal.refusal)

    def _refuse(self, refusal: Refusal) -> None:
        speaker = Speaker(self._catalogue, [])
        self._write(speaker.refusal(refusal))

    def _tables(self, rest: str) -> None:
        self._say("tables" if self._cards else "no-tables")
        for number, card in enumerate(self._cards, 1):
            people = ", ".join(person_of(self._catalogue, person) for person in card.people)
            name, state = clean(card.name, NAME_LENGTH), state_of(self._catalogue, card)
            self._say("table", number=number, name=name, people=people, state=state)

    def _card(self, word: str) -> Card | None:
        if word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= len(self._cards):
            return self._cards[int(word) - 1]
        self._say("number", most=len(self._cards))
        return None

    def _asked_code(self, card: Card) -> str:
        return self._read(self._catalogue.say("plain.net.code")) if card.coded and not card.mine else ""

    def _play_at(self, rest: str) -> None:
        word, _, who = rest.partition(" ")
        card = self._card(word)
        if card is not None:
            player = _player(who, [person.name for person in card.people]) if who else -1
            self._play(Sit(seq=0, table=card.id, player=player, code=self._asked_code(card)))

    def _watch(self, rest: str) -> None:
        card = self._card(rest)
        if card is not None:
            code = "" if card.open else self._asked_code(card)
            self._play(Watch(seq=0, table=card.id, code=code))

    def _new(self, rest: str) -> None:
        words = rest.split()
        everybody = _OPEN in words[1:]
        players = [word for word in words[1:] if word != _OPEN] or list(_DEFAULT_PLAYERS)
        kinds = ["" if word == "person" else f"bot:{word}" for word in players]
        if not 2 <= len(kinds) <= 4:
            self._say("lobby-help")
            return
        made = self._ask(Create(seq=0, name=words[0] if words else "", players=kinds, open=everybody))
        self._say("made", code=made[1])
        self._play(Sit(seq=0, table=made[0], code=made[1]))

    def _ask(self, request: Any) -> list[str]:
        try:
            return self._loop.do(self._client.ask(request))
        except Lost:
            self._refuse(Refusal("net.lost"))
            self._loop.do(self._client.back())
            return self._loop.do(self._client.ask(request))

    def _play(self, place: Sit | Watch) -> None:
        """Sit down or look on, and play to the end or until the person leaves the table."""
        link = self._loop.get(lambda: SocketLink(self._client, line_of(self._catalogue)))
        try:
            self._ask(place)
            self._loop.do(link.ready())
        except Illegal:
            self._loop.get(self._hear)
            raise
        speaker = Speaker(self._catalogue, link.names)
        game = RemotePlain(RemoteTable(self._loop, link), self._loop, speaker, self._lines, self._write)
        finished = game.run()
        self._loop.get(self._hear)
        if not self._client.over:
            self._ask(Leave(seq=0))
        if not finished and not game.to_lobby:
            raise Quit

    def _quit(self, rest: str) -> None:
        raise Quit
