"""A position as one short word that can be pasted in a chat: `wow1` and letters, with a checksum.

The canonical form of a position (`settling`) becomes the digits of one large number (`digits`), so that what is empty
or usual costs next to nothing. `1` is the version: what it means never changes, and a later one says so.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from rules.sentence import Sentence
from rules.whispers import frames
from rules.whispers.digits import ALPHABET, Coder, NotCodable, spell, spelled
from rules.whispers.layout import SLOTS, Board
from rules.whispers.moves import card_id, cards
from rules.whispers.options import PRESETS, Options, values
from rules.whispers.position import LETTERS, UNKNOWN, Phase, Position, PositionError
from rules.whispers.settling import settle, tables

HEAD = "wow1"
LONGEST = 2000
_CHECK = 4
_CHECKS: int = len(ALPHABET) ** _CHECK
_NAME = 40
_PHASES: tuple[Phase | None, ...] = (None, *get_args(Phase))
_KINDS: tuple[type[Any], ...] = get_args(frames.Frame)
# The texts that stand in frames; new ones go to the end, so that old codes stay readable.
_WORDS = ("", "adjacent", "empty", "all", "any", "add", "draw", "attack", "swap", "garrison", "uprising")
_WHOLE = Sentence("code-not-whole", "this code is not whole: a letter is wrong or missing; copy it again")


def write_code(position: Position) -> str:
    """The code of a position. PositionError for what no code can say, such as a name that is too long."""
    coder = Coder()
    try:
        _Layout(coder, settle(position)).everything()
    except NotCodable as error:
        raise PositionError(
            Sentence(
                "a-code-cannot-say-value-save", "a code cannot say {value!r}: save a case file", value=str(error)[:40]
            ),
            str(error),
        ) from None
    body = spell(coder.finish())
    return f"{HEAD}{body}{spell(_checksum(body)).rjust(_CHECK, ALPHABET[0])}"


def read_code(text: str) -> Position:
    """The position of a code, in its canonical form. PositionError with one sentence for any other text."""
    word = text.strip()
    if word[:3].lower() != HEAD[:3]:
        raise PositionError(
            Sentence("a-code-begins-with-head-and", "a code begins with {head}, and this does not", head=HEAD)
        )
    if not word.startswith(HEAD):
        raise PositionError(
            Sentence(
                "this-code-is-of-another-version",
                "this code is of another version than {head}, the only one this program reads",
                head=HEAD,
            )
        )
    if len(word) > LONGEST:
        raise PositionError(
            Sentence("this-code-is-longer-than-longest", "this code is longer than {longest} letters", longest=LONGEST)
        )
    body, check = word[len(HEAD) : -_CHECK], word[-_CHECK:]
    try:
        if spelled(check) != _checksum(body):
            raise NotCodable(check)
        coder = Coder(spelled(body))
        position = _Layout(coder, Position(players=[])).everything()
        coder.finish()
        # Whatever reads differently when it is written again was not written by `write_code`.
        if write_code(position) != word:
            raise NotCodable(body)
    except (NotCodable, PositionError):
        raise PositionError(_WHOLE) from None
    return position


def _checksum(body: str) -> int:
    return zlib.crc32(f"{HEAD}{body}".encode()) % _CHECKS


@cache
def _fields(name: str) -> list[tuple[str, Any]]:
    """The fields of a kind of frame, with the types of what is in them."""
    kind = getattr(frames, name)
    hints = get_type_hints(kind)
    return [(field, hints[field]) for field in kind.__struct_fields__]


class _Layout:
    """What follows what in a code. Writing, the position is given; reading, it is put together."""

    def __init__(self, coder: Coder, position: Position) -> None:
        self.coder, self.position = coder, position
        self.names: list[str] = list(position.players) if isinstance(position.players, list) else []
        self.board: Board

    def everything(self) -> Position:
        """All parts in order; the position."""
        self.players()
        self.options()
        self.turn()
        self.banners()
        self.agents()
        self.people()
        self.piles()
        self.exactly()
        return self.position

    # Who plays, by which rules, and whose turn it is

    def players(self) -> None:
        count = self.coder.digit(3, len(self.names) - 2) + 2
        usual = list(LETTERS[:count])
        if self.coder.flag(self.names != usual):
            given = self.names if self.coder.writing else [""] * count
            self.names = [self.name(name) for name in given]
        else:
            self.names = usual
        if len(set(self.names)) < count or not all(self.names):
            raise NotCodable("players")
        self.position.players = self.names

    def name(self, name: str) -> str:
        """A name, letter by letter; each but ASCII takes two to four."""
        data = name.encode("utf-8", "replace")
        if len(data) > _NAME:
            raise NotCodable(name)
        size = self.coder.digit(_NAME + 1, len(data))
        base = 256 if self.coder.flag(not name.isascii()) else 128
        read = bytes(self.coder.digit(base, data[at] if self.coder.writing else 0) for at in range(size))
        try:
            return read.decode("utf-8")
        except UnicodeDecodeError:
            raise NotCodable("name") from None

    def options(self) -> None:
        position, coder = self.position, self.coder
        position.preset = coder.pick(list(PRESETS), position.preset, base=4)
        pairs: Sequence[Any] = list(position.options.items())
        position.options = dict(coder.many(4, pairs, self.switch))
        self.board = tables(position)[1]

    def switch(self, pair: Any) -> Any:
        name, value = pair or ("", None)
        name = self.coder.pick(Options.__struct_fields__, name, base=32)
        return name, self.coder.pick(values(name), value, base=4)

    def turn(self) -> None:
        position, coder = self.position, self.coder
        position.round = coder.number(5, position.round)
        position.first = coder.pick((None, *self.names), position.first)
        position.turn = coder.pick((None, *self.names), position.turn)
        position.phase = coder.pick(_PHASES, position.phase, base=16)
        position.acts = coder.pick((None, *self.board.seats, *self.board.empires), position.acts)

    # The map and the councils

    def banners(self) -> None:
        position, coder = self.position, self.coder
        explicit = coder.flag(position.banners or position.board == "empty")
        found = {code: self.region(code, position.banners.get(code, "")) for code in self.board.regions if explicit}
        position.banners = {code: words for code, words in found.items() if words}
        position.board = "empty" if explicit and not position.banners else None

    def region(self, code: str, said: int | str) -> str:
        """The banners of a region: mostly none, or a few of its home empire."""
        coder, words = self.coder, str(said).split()
        home = self.board.empires[self.board.home[self.board.region[code]]]
        pairs: list[Any] = list(zip(words[::2], words[1::2], strict=True))

        def pair(given: Any) -> Any:
            empire, count = given or (home, "1")
            empire = coder.pick(self.board.empires, empire) if coder.flag(empire != home) else home
            return empire, str(coder.number(4, int(count) - 1) + 1)

        return " ".join(word for each in coder.many(2, pairs, pair) for word in each)

    def agents(self) -> None:
        agents, coder = self.position.agents, self.coder
        found: dict[str, Any] = {}
        for seat in self.board.seats if coder.flag(agents) else ():
            found[seat] = self.seated(agents.get(seat))
        places: list[Any] = [(code, agents[code]) for code in agents if code in self.board.region]
        found |= dict(coder.many(2, places, self.posted))
        self.position.agents = {place: owner for place, owner in found.items() if owner}

    def seated(self, owner: Any) -> Any:
        """Whose agent sits on a seat; against the rules there may be several."""
        several = isinstance(owner, list)
        one = self.coder.pick((None, *self.names, UNKNOWN), UNKNOWN if several else owner)
        return self.owners(owner if several else ()) if one == UNKNOWN else one

    def posted(self, place: Any) -> Any:
        code, owners = place or ("", ())
        return self.coder.pick(self.board.regions, code), self.owners(owners)

    def owners(self, owners: Sequence[str]) -> list[str]:
        return self.coder.many(4, owners, lambda name: self.coder.pick(self.names, name))

    # What the players hold, and the piles

    def people(self) -> None:
        position, coder = self.position, self.coder
        hands, loyalties, revealed, swaps = position.hands, position.loyalties, position.revealed, position.swaps
        position.hands, position.loyalties, position.revealed, position.swaps = {}, {}, {}, {}
        for name in self.names:
            hand = coder.many(4, hands.get(name, []), self.card)
            if hand:
                position.hands[name] = hand
            if coder.flag(name in loyalties):
                slots: Any = loyalties.get(name) or [None] * len(SLOTS)
                position.loyalties[name] = [coder.pick((*self.board.empires, UNKNOWN), word) for word in slots]
            shown = sum(1 << SLOTS.index(word) for word in revealed.get(name, ()))
            bits = coder.digit(1 << len(SLOTS), shown) if coder.flag(shown) else 0
            if bits:
                position.revealed[name] = [word for slot, word in enumerate(SLOTS) if bits >> slot & 1]
            count = coder.number(2, swaps.get(name, 0))
            if count:
                position.swaps[name] = count

    def card(self, word: str | None) -> str:
        """A card, or only its back."""
        return self.coder.pick(_card_words(self.board), word)

    def piles(self) -> None:
        position, coder = self.position, self.coder
        decks, reserves = position.decks, position.reserves
        position.decks, position.reserves = {}, {}
        for empire in self.board.empires:
            deck = decks.get(empire)
            form = coder.digit(3, 0 if deck is None else 1 if isinstance(deck, int) else 2)
            if form == 1:
                position.decks[empire] = coder.number(10, deck if isinstance(deck, int) else 0)
            elif form == 2:
                position.decks[empire] = coder.many(10, deck if isinstance(deck, list) else [], self.card)
        for empire in self.board.empires:
            if coder.flag(empire in reserves):
                position.reserves[empire] = coder.number(22, reserves.get(empire, 0))

    # What only an exact moment has

    def exactly(self) -> None:
        position, coder = self.position, self.coder
        if coder.flag(position.seed or position.chance is not None or position.step or position.complete):
            position.seed = coder.digit(1 << 64, position.seed % (1 << 64))
            chance = coder.flag(position.chance is not None)
            position.chance = coder.digit(1 << 64, position.chance or 0) if chance else None
            position.step = coder.number(256, position.step)
            position.complete = coder.flag(position.complete)
        if coder.flag(position.agenda is not None):
            given = msgspec.convert(position.agenda or [], list[frames.Frame], strict=False)
            position.agenda = msgspec.to_builtins(coder.many(8, given, self.frame))

    def frame(self, frame: Any) -> Any:
        """A frame of the agenda, field by field."""
        kind = self.coder.pick(_KINDS, type(frame), base=64)
        return kind(*(self.value(hint, getattr(frame, name, None)) for name, hint in _fields(kind.__name__)))

    def value(self, hint: Any, value: Any) -> Any:
        if hint is str:
            return self.coder.pick(_WORDS, value, base=32)
        if hint is bool:
            return self.coder.flag(value)
        if hint is int:
            return self.coder.number(32, (value or 0) + 1) - 1
        return tuple(self.coder.many(4, value or (), lambda each: self.value(int, each)))


@cache
def _card_words(board: Board) -> tuple[str, ...]:
    return (*(card_id(board, card) for card in cards(board)), *(f"{empire}/{UNKNOWN}" for empire in board.empires))
