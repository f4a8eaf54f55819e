"""What a case expects of a state, and what of it does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rules.sentence import Sentence
from rules.whispers import game
from rules.whispers.layout import SLOTS
from rules.whispers.moves import card_id, moves
from rules.whispers.naming import lookup
from rules.whispers.position import PositionError, is_number, nearest
from rules.whispers.scoring import cities, outcome, points
from rules.whispers.state import State


class Expect(Struct, forbid_unknown_fields=True):
    """What must hold; what is not named does not matter.

    `banners`: number, `"lion 2"`, or `"lion"` for control alone; `hands`: cards or their number;
    `asked`: the player asked (empty: nobody); `question`: key of the question; `seat`: the seat acting.
    """

    banners: dict[str, int | str] = {}
    control: dict[str, str] = {}
    reserves: dict[str, int] = {}
    cities: dict[str, int] = {}
    agents: dict[str, Any] = {}
    hands: dict[str, int | list[str]] = {}
    decks: dict[str, int] = {}
    loyalties: dict[str, list[str]] = {}
    revealed: dict[str, list[str]] = {}
    points: dict[str, int] = {}
    winners: list[str] | None = None
    asked: str | None = None
    question: str | None = None
    seat: str | None = None
    round: int | None = None
    first: str | None = None
    over: bool | None = None


class Failure(Struct, frozen=True):
    """Something that does not hold: of what kind, of which thing, what was wanted, what was found."""

    what: str
    name: str
    wanted: str
    found: str


def convert_expect(data: object) -> Expect:
    """Plain data as an expectation. PositionError naming the key that is wrong."""
    if not isinstance(data, dict):
        raise PositionError(Sentence("expect-must-be-a-table", "`expect` must be a table"), "expect")
    for key in data:
        if key not in Expect.__struct_fields__:
            hint = nearest(key, list(Expect.__struct_fields__))
            raise PositionError(
                Sentence("expect-has-no-key-name-hint", "`expect` has no key {name!r}{hint}", name=key, hint=hint), key
            )
    try:
        return msgspec.convert(data, Expect)
    except msgspec.ValidationError as error:
        raise PositionError(
            Sentence("expect", "`expect`: {error}", error=error), str(error).rpartition("$.")[2].strip("`[.]")
        ) from None


def failures(expect: Expect, state: State, question: State, names: list[str]) -> list[Failure]:
    """All that does not hold: of things on the table in `state`, of whose turn it is in `question`.

    PositionError for a name that is none.
    """
    pairs = [*_Found(state, names).table_pairs(expect), *_Found(question, names).turn_pairs(expect)]
    return [Failure(what, name, _text(wanted), _text(there)) for what, name, wanted, there in pairs if wanted != there]


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or "none"
    return str(value) if value != "" else "nobody"


class _Found:
    """What there is in a state, in the words of expectations."""

    def __init__(self, state: State, names: list[str]) -> None:
        self.state, self.names, self.board = state, names, state.board()

    def table_pairs(self, expect: Expect) -> Iterator[tuple[str, str, object, object]]:
        """Kind, name, wanted, found of everything expected of the table."""
        yield from self.map_pairs(expect)
        yield from self.player_pairs(expect)

    def look(self, kind: str, name: str) -> int:
        return lookup(self.board, kind, name)

    def player(self, name: object) -> int:
        if not isinstance(name, str) or name not in self.names:
            raise PositionError(
                Sentence(
                    "there-is-no-player-name-there-2",
                    "there is no player {name!r}; there are: {known}",
                    name=name,
                    known=", ".join(self.names),
                ),
                str(name),
            )
        return self.names.index(name)

    def map_pairs(self, expect: Expect) -> Iterator[tuple[str, str, object, object]]:
        state, empires = self.state, self.board.empires
        for code, entry in expect.banners.items():
            region = self.look("region", code)
            holder, count = empires[state.holder[region]], state.banners[region]
            words = entry.split() if isinstance(entry, str) else [str(entry)]
            for word in words:
                if is_number(word):
                    yield "banners", code, int(word), count
                else:
                    self.look("empire", word)
                    yield "control", code, word.lower(), holder
        for code, empire in expect.control.items():
            self.look("empire", empire)
            yield "control", code, empire.lower(), empires[state.holder[self.look("region", code)]]
        for empire, number in expect.reserves.items():
            yield "reserve", empire, number, state.reserve[self.look("empire", empire)]
        for empire, number in expect.cities.items():
            yield "cities", empire, number, cities(state)[self.look("empire", empire)]
        for empire, number in expect.decks.items():
            yield "deck", empire, number, len(state.decks[self.look("empire", empire)])

    def player_pairs(self, expect: Expect) -> Iterator[tuple[str, str, object, object]]:
        state, empires = self.state, self.board.empires
        yield from self.agent_pairs(expect.agents)
        for name, cards in expect.hands.items():
            hand = state.hands[self.player(name)]
            if isinstance(cards, int):
                yield "hand", name, cards, len(hand)
            else:
                wanted = sorted(self.look("card", card) for card in cards)
                yield "hand", name, self.cards(wanted), self.cards(hand)
        for name, wanted_slots in expect.loyalties.items():
            slots = [empires[empire] for empire in state.loyalty[self.player(name)]]
            wanted_slots = [empires[self.look("empire", empire)] for empire in wanted_slots]
            yield "loyalties", name, wanted_slots, slots[: len(wanted_slots)]
        for name, slots in expect.revealed.items():
            shown = state.shown[self.player(name)]
            known = sorted(self.look("slot", slot) for slot in slots)
            found = [slot for slot in range(len(SLOTS)) if shown >> slot & 1]
            yield "revealed", name, [SLOTS[slot] for slot in known], [SLOTS[slot] for slot in found]
        for name, number in expect.points.items():
            yield "points", name, number, points(state, self.player(name))

    def cards(self, hand: list[int]) -> list[str]:
        return [card_id(self.board, card) for card in hand]

    def agent_pairs(self, agents: Mapping[str, Any]) -> Iterator[tuple[str, str, object, object]]:
        for place, owner in agents.items():
            if isinstance(owner, dict):
                yield from self.agent_pairs({f"{place}.{seat}": name for seat, name in owner.items()})
            elif place.lower() in moves(self.board).words["region"]:
                region = self.look("region", place)
                there = sorted(self.names[who] for who, where in self.state.posts if where == region)
                owners = owner if isinstance(owner, list) else [owner] if owner else []
                if not all(isinstance(name, str) for name in owners):
                    raise PositionError(
                        Sentence(
                            "the-agents-on-place-need-names", "the agents on {place} need names of players", place=place
                        ),
                        place,
                    )
                yield "agents", place, sorted(self.names[self.player(name)] for name in owners), there
            else:
                who = self.state.seats[self.look("seat", place)]
                yield "agent", place, owner, self.names[who] if who >= 0 else ""

    def turn_pairs(self, expect: Expect) -> Iterator[tuple[str, str, object, object]]:
        state, asks = self.state, game.asks(self.state)
        frame = state.agenda[-1] if state.agenda else None
        if expect.asked is not None:
            if expect.asked:
                self.player(expect.asked)
            yield "asked", "", expect.asked, next((self.names[player] for player in asks), "")
        if expect.question is not None:
            yield "question", "", expect.question, next((ask.key for ask in asks.values()), "")
        if expect.seat is not None:
            seats = (getattr(each, "seat", None) for each in reversed(state.agenda))
            acting = next((each for each in seats if each is not None), None)
            seat = self.board.seats[acting] if acting is not None else ""
            if expect.seat:
                self.look("seat", expect.seat)
            yield "seat", "", expect.seat, seat if frame is not None else ""
        if expect.round is not None:
            yield "round", "", expect.round, state.round
        if expect.first is not None:
            yield "first", "", expect.first, self.names[state.first]
        if expect.over is not None:
            yield "over", "", expect.over, frame is None
        if expect.winners is not None:
            end = outcome(state)
            wanted_winners = sorted(self.names[self.player(name)] for name in expect.winners)
            yield (
                "winners",
                "",
                wanted_winners,
                sorted(self.names[player] for player in (end.winners if end else [])),
            )
