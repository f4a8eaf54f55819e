"""What a host and its clients say to each other: tagged records, one to a frame. See `wire` for the frames.

A client's requests carry a number of their own, `seq`, each larger than the one before; the host answers each with
`Done` or `Refused` of that number. Everything else comes unasked. Nothing a host sends holds what is hidden from
whoever is at the other end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from rules.ask import Ask, Event
from rules.whispers.view import View
from wow_tui.bots.bot import Reason

VERSION = 2
LONGEST_NAME = 24
LONGEST_CHAT = 200
MOST_PLAYERS = 4

Number = Annotated[int, Meta(ge=0, le=(1 << 53) - 1)]
Player = Annotated[int, Meta(ge=-1, lt=MOST_PLAYERS)]
Word = Annotated[str, Meta(max_length=64)]
Secret = Annotated[str, Meta(max_length=128)]
Move = Annotated[str, Meta(max_length=120)]


class Request(Struct, frozen=True, tag=str.lower, tag_field="is", forbid_unknown_fields=True, kw_only=True):
    """What a client asks for."""

    seq: Number


class Hello(Request, frozen=True):
    """The first request. `token`: the secret by which this host knows the person again.

    Only believed on the host's Unix socket, where a front end of the same user speaks: `key`, the fingerprint of
    the SSH key the person has shown, in place of a token; `origin`: the address he comes from, for limits and log.
    """

    version: Number
    name: Word = ""
    token: Secret = ""
    key: Secret = ""
    origin: Secret = ""


class Create(Request, frozen=True):
    """A new table. `players`: for each an empty text (a person to come) or `bot:NAME`; `clock`: seconds for a
    decision, 0 for any time; `switches`: `option=value` texts changed against the preset; `names`: what players are
    called until a person brings a name; `open`: everybody may look on without the code. Done holds its id."""

    name: Word
    players: Annotated[list[Word], Meta(min_length=2, max_length=MOST_PLAYERS)]
    preset: Word = "printed"
    switches: Annotated[list[Word], Meta(max_length=20)] = []
    clock: Annotated[int, Meta(ge=0, le=86_400)] = 0
    code: Word = ""
    names: Annotated[list[Word], Meta(max_length=MOST_PLAYERS)] = []
    open: bool = False


class Sit(Request, frozen=True):
    """Play at a table: as `player`, or with -1 as whom one has played before, else as anybody free."""

    table: Word
    player: Player = -1
    code: Word = ""
    name: Word = ""


class Watch(Request, frozen=True):
    """Look on at a table."""

    table: Word
    code: Word = ""


class Leave(Request, frozen=True):
    """Back to the lobby; the player stays one's own."""


class Release(Request, frozen=True):
    """Let go of a player, so that another person may take him."""

    player: Player


class Hand(Request, frozen=True):
    """Let a bot play a player, or with an empty name a person again."""

    player: Player
    bot: Word = ""


class Start(Request, frozen=True):
    """Begin although people are missing; bots play for them, those of the host's choice with an empty name."""

    bot: Word = ""


class Answer(Request, frozen=True):
    """Answers to the question with number `ask`, taken all or none."""

    ask: Number
    answers: Annotated[list[Move], Meta(min_length=1, max_length=16)]


class Undo(Request, frozen=True):
    """Take the last choice back; beyond what is free, the others are asked. Done holds the moves taken back."""


class Redo(Request, frozen=True):
    """Give the answer last taken back again."""


class Agree(Request, frozen=True):
    """Whether one agrees to the undo somebody asked for."""

    yes: bool


class Knock(Request, frozen=True):
    """Whether a code opens a table; an empty one, whether some table needs none. Done if so."""

    code: Word = ""


class Say(Request, frozen=True):
    """A line of chat."""

    text: Annotated[str, Meta(max_length=1000)]


class Ping(Request, frozen=True):
    """Whether anybody is there."""


Requests = (
    Hello | Create | Sit | Watch | Leave | Release | Hand | Start | Answer | Undo | Redo | Agree | Knock | Say | Ping
)


class Person(Struct, frozen=True):
    """A player of a table. `kind`: `person` or `bot:NAME`; `taken`: by a person; `here`: that person is connected;
    `yours`: it is whoever reads this."""

    name: str
    kind: str
    taken: bool = False
    here: bool = False
    yours: bool = False


class Card(Struct, frozen=True):
    """A table in the lobby. `coded`: to play takes its code, and to watch unless it is `open`; `round` 0: not begun;
    `watching`: how many."""

    id: str
    name: str
    people: list[Person]
    coded: bool = True
    started: bool = False
    over: bool = False
    round: int = 0
    watching: int = 0
    clock: int = 0
    open: bool = False

    @property
    def mine(self) -> bool:
        """Whether the reader plays there."""
        return any(person.yours for person in self.people)


class Batch(Struct, frozen=True, array_like=True):
    """An answer that was taken, as the reader may know it: the match before it, by whom, with what (empty unless it
    was himself), what happened, whether there was no choice, and a bot's reason without its secret."""

    before: View
    player: int
    answer: list[str]
    events: list[Event]
    forced: bool = False
    reason: Reason | None = None


class Proposal(Struct, frozen=True):
    """Somebody asks to take back more than he freely may; `missing`: who has not agreed yet."""

    by: int
    missing: list[int]


class Line(Struct, frozen=True):
    """Something said or noticed at a table: seconds of the epoch, the key of a message `net.line.KEY`, its words."""

    at: int
    key: str
    values: dict[str, str]


class News(Struct, frozen=True, tag=str.lower, tag_field="is", kw_only=True):
    """What a host says."""


class Greeting(News, frozen=True):
    """The first words of a host: its version, what it is to be known by, and its name."""

    version: int
    host: str
    name: str


class Welcome(News, frozen=True):
    """The person is known now. `create`: whether he may make tables; `bots`: the bots there are."""

    tables: list[Card]
    create: bool
    bots: list[str]


class Lobby(News, frozen=True):
    """The tables as they are now."""

    tables: list[Card]


class Done(News, frozen=True):
    """A request was fulfilled; `values` as the request says."""

    seq: int
    values: list[str] = []


class Refused(News, frozen=True):
    """A request was refused, with nothing changed: a refusal as `rules.ask` has them. `seq` 0: it had no number."""

    seq: int
    rule: str
    reason: str = ""
    values: Mapping[str, object] = {}


class Past(News, frozen=True):
    """A part of the history, when it is too long for one frame: the answers from number `first` on."""

    first: int
    batches: list[Batch]


class Standing(News, frozen=True):
    """The match as it is now. `first`: from which answer on `batches` tells; older ones stand, later ones are void.

    `asked`, `ask` as in `wow_tui.link.Update`; `me`: who the reader plays, None for a spectator; `free`: he may
    undo without asking; `left`: seconds on the clock of whoever is asked; `trouble`: why it is not saved.
    """

    table: str
    name: str
    me: int | None
    view: View
    asked: int | None
    ask: Ask | None
    first: int
    batches: list[Batch]
    people: list[Person]
    started: bool
    free: bool = False
    proposal: Proposal | None = None
    left: int | None = None
    trouble: str = ""
    keeper: bool = False


class Talk(News, frozen=True):
    """Lines said at the table since the last ones."""

    lines: list[Line]


class Bye(News, frozen=True):
    """The host ends the connection; why, as the rule of a refusal."""

    rule: str


AllNews = Greeting | Welcome | Lobby | Done | Refused | Past | Standing | Talk | Bye


def own_place(cards: Sequence[Card]) -> Sit | None:
    """The place to go back to without a question: at the one table that is not over where this person plays."""
    mine = [card for card in cards if not card.over and card.mine]
    return Sit(seq=0, table=mine[0].id) if len(mine) == 1 else None
