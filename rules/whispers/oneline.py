"""Positions in one line, as a person types them in ten seconds: `Bear 3 on B3, Lion 1 on L2; attack B3 L2 2?`

Clauses, parted by `;`, `,` or `and`; in a clause the words stand in any order, capital letters do not matter:

    3 bear B3              banners (1 without a number, the home empire's without a name; `empty B3` for none)
    bear marshal           the seat that acts; `bear` alone: its council
    Ann bear marshal       an agent; also `agent Ann bear.marshal L3`, and `no agent bear.marshal` for nobody
    hand Ann bear/eagle    cards; without a name the hand of whoever acts
    loyalty Ann lion bear  Devout to Opposed, or `loyalty Ann opposed lion`; `shown Ann devout`
    round 2                so too first Ann, turn Ann, players Ann Bob, phase loyalty, deck lion 2 (or its
                           cards, top first), reserve bear 3, swaps Ann 1, seed 7, setup, summary, and any
                           option: may_pass, hold_conquest no
    attack B3 L2 2         the move asked about: from a verb on; also `attack L2 from B3 with 2`

Once banners are named every other region is empty, unless `setup` is among the clauses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from rules.sentence import Sentence
from rules.whispers.layout import SLOTS
from rules.whispers.oneline_words import KEYWORDS, NUMBERS, OPTIONS, SAME, Words, name_words, split, unknown
from rules.whispers.options import PRESETS
from rules.whispers.position import LETTERS, Phase, Position, PositionError, is_number, nearest

MOST = 2000
MOST_DIGITS = 18
PHASES: tuple[str, ...] = get_args(Phase)
_TRUTH = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


class OneLine(Struct):
    """What a line says: a position, and the move asked about, or an empty text."""

    position: Position
    move: str = ""


def parse(text: str, base: Position | None = None) -> OneLine:
    """A line as a position and a move. What it says is added to `base`, if there is one.

    PositionError naming the word that is wrong and the nearest that is not.
    """
    if len(text) > MOST:
        raise PositionError(
            Sentence("the-line-is-longer-than-most", "the line is longer than {most} characters", most=MOST)
        )
    clauses, move = split(text)
    return OneLine(_Parser(base).position(clauses), move)


class _Parser:
    def __init__(self, base: Position | None) -> None:
        self.base = base or Position()
        self.said: dict[str, Any] = {}
        self.banners: dict[str, int | str] = {}
        self.last_hand = ""
        self.names: list[str] = list(LETTERS)

    def position(self, clauses: list[list[str]]) -> Position:
        """The base with what the clauses say."""
        base = self.base
        # A name is written as where it was first written: `ann` is Ann.
        for name in [*_listed(base.players), *base.hands, *base.loyalties, *_owners(base)]:
            self.name(name)
        for clause in clauses:
            self.clause(clause)
        if self.banners:
            self.said["banners"] = {**base.banners, **self.banners}
        self.said |= self._own_hand()
        return replace(base, **self.said)

    def _own_hand(self) -> dict[str, Any]:
        """The hand named without a player belongs to whoever acts, or else to the first player."""
        hands = dict(self.said.get("hands", {}))
        if "" not in hands:
            return {}
        here = replace(self.base, **self.said)
        owner = here.agents.get(here.acts or "")
        named = sorted({*hands, *here.loyalties, *_owners(here)} - {""})
        name = owner if isinstance(owner, str) and owner else [*_listed(here.players), *named, LETTERS[0]][0]
        hands[name] = hands.pop("")
        return {"hands": hands}

    def clause(self, clause: list[str]) -> None:
        """Read one clause by its keyword, or by what its words name."""
        lower = [SAME.get(word.lower(), word.lower()) for word in clause]
        key = next((word for word in lower if word in KEYWORDS or word in OPTIONS), "")
        rest = [word for word, low in zip(clause, lower, strict=True) if low not in ("", key)]
        if key in OPTIONS:
            self.option(key, rest)
        elif key:
            _HANDLERS[key](self, key, rest)
        else:
            self.plain(name_words(rest))

    def plain(self, words: Words) -> None:
        """A clause without a keyword: banners, the seat that acts, an agent, or more cards for the hand before."""
        if words.cards and not (words.regions or words.seats or words.empires or words.numbers):
            if words.others:
                self.last_hand = self.player(words)
            self.hand_cards(words.cards)
        elif words.seats:
            if words.numbers == [0] and not words.others:
                self.vacate(words)
            elif words.others:
                self.agents(words, self.player(words))
            else:
                self.acts("acts", words.seats)
        elif words.regions:
            self.place(words)
        elif words.empires and not words.others and not words.numbers:
            self.acts("acts", words.empires)
        elif words.others:
            raise unknown(words.others[0])
        else:
            shown = " ".join([*map(str, words.numbers), *words.empires, *words.slots, *words.cards])
            raise PositionError(
                Sentence("shown-needs-a-region-such-as", "{shown!r} needs a region, such as B3", shown=shown), shown
            )

    def place(self, words: Words) -> None:
        """Banners."""
        if words.others:
            raise unknown(words.others[0])
        if len(words.empires) > 1:
            raise PositionError(
                Sentence(
                    "two-empires-cannot-be-in-one-2",
                    "two empires cannot be in one region: {known}",
                    known=" and ".join(words.empires),
                ),
                words.empires[1],
            )
        numbers = words.numbers or [1]
        if len(numbers) == 1:
            numbers *= len(words.regions)
        if len(numbers) != len(words.regions):
            raise PositionError(
                Sentence(
                    "count-numbers-for-count-regions",
                    "{count} numbers for {count_2} regions",
                    count=len(numbers),
                    count_2=len(words.regions),
                ),
                words.regions[0],
            )
        for region, number in zip(words.regions, numbers, strict=True):
            if region in self.banners:
                raise PositionError(Sentence("region-is-named-twice", "{region} is named twice", region=region), region)
            self.banners[region] = f"{words.empires[0]} {number}" if words.empires else number

    def agents(self, words: Words, player: str) -> None:
        """Agents of a player on seats and regions."""
        agents = dict(self.said.get("agents", self.base.agents))
        for seat in words.seats:
            agents[seat] = player
        for region in words.regions:
            there = agents.get(region, [])
            agents[region] = [*there, player] if isinstance(there, list) else [there, player]
        self.said["agents"] = agents

    def vacate(self, words: Words) -> None:
        """Nobody on these seats and regions."""
        left = {place.lower() for place in (*words.seats, *words.regions)}
        agents = self.said.get("agents", self.base.agents)
        self.said["agents"] = {place: owner for place, owner in agents.items() if place.lower() not in left}

    def player(self, words: Words) -> str:
        """The one name of a clause, or nothing if it has none."""
        if len(words.others) > 1:
            raise unknown(words.others[1])
        return self.name(words.others[0]) if words.others else ""

    def name(self, word: str) -> str:
        """A name as it was first written."""
        for name in self.names:
            if name.lower() == word.lower():
                return name
        self.names.append(word)
        return word

    def named(self, key: str, words: Words) -> str:
        """The name a clause must have."""
        name = self.player(words)
        if not name:
            raise PositionError(
                Sentence("name-needs-a-player-such-as", "{name!r} needs a player, such as A", name=key), key
            )
        return name

    def hand_cards(self, cards: list[str]) -> None:
        """Cards for the hand named last."""
        hands = dict(self.said.get("hands", self.base.hands))
        said = self.said.get("hands", {})
        hands[self.last_hand] = [*said.get(self.last_hand, []), *cards]
        self.said["hands"] = hands

    # Clauses with a keyword

    def acts(self, key: str, rest: list[str]) -> None:
        words = name_words(rest)
        found = words.seats or words.empires
        if len(found) != 1 or words.others:
            if words.others:
                raise unknown(words.others[0])
            raise PositionError(
                Sentence(
                    "one-seat-acts-name-the-players",
                    "one seat acts: name the players of the others, such as `Ann bear marshal`",
                ),
                key,
            )
        if self.said.get("acts", found[0]) != found[0]:
            raise PositionError(
                Sentence(
                    "two-seats-cannot-act-at-once",
                    "two seats cannot act at once: {said}, {found}",
                    said=self.said["acts"],
                    found=found[0],
                ),
                found[0],
            )
        self.said["acts"] = found[0]

    def agent(self, key: str, rest: list[str]) -> None:
        words = name_words(rest)
        if words.numbers == [0] and not words.others and (words.seats or words.regions):
            self.vacate(words)
            return
        player = self.named(key, words)
        if not words.seats and not words.regions:
            raise PositionError(
                Sentence(
                    "the-agent-of-player-needs-a",
                    "the agent of {player} needs a seat, such as bear marshal",
                    player=player,
                ),
                key,
            )
        self.agents(words, player)

    def hand(self, key: str, rest: list[str]) -> None:
        words = name_words(rest)
        self.last_hand = self.player(words)
        self.hand_cards(words.cards)

    def loyalty(self, key: str, rest: list[str]) -> None:
        words = name_words(rest)
        name = self.named(key, words)
        slots: list[str] | dict[str, str] = words.order
        if words.slots:
            pairs = list(zip(words.order[::2], words.order[1::2], strict=False))
            flipped = [(slot, empire) if slot in SLOTS else (empire, slot) for slot, empire in pairs]
            slots = dict(flipped)
            if len(words.order) % 2 or len(slots) != len(words.slots) or len(words.empires) != len(slots):
                raise PositionError(
                    Sentence(
                        "loyalties-are-pairs-such-as-devout",
                        "loyalties are pairs such as `devout lion`, or just the empires in order",
                    ),
                    key,
                )
        self.said["loyalties"] = {**self.said.get("loyalties", self.base.loyalties), name: slots}

    def shown(self, key: str, rest: list[str]) -> None:
        words = name_words(rest)
        name = self.named(key, words)
        self.said["revealed"] = {**self.said.get("revealed", self.base.revealed), name: words.order}

    def who(self, key: str, rest: list[str]) -> None:
        self.said[key] = self.named(key, name_words(rest))

    def count(self, key: str, rest: list[str]) -> None:
        word = NUMBERS.get(rest[0].lower(), rest[0]) if len(rest) == 1 else ""
        if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS):
            raise PositionError(
                Sentence("name-needs-a-number-such-as", "{name!r} needs a number, such as `{name} 2`", name=key), key
            )
        self.said[key] = int(word)

    def swaps(self, key: str, rest: list[str]) -> None:
        words = name_words(rest)
        name = self.named(key, words)
        self.said[key] = {**self.said.get(key, self.base.swaps), name: (words.numbers or [1])[0]}

    def store(self, key: str, rest: list[str]) -> None:
        words = name_words(rest)
        empires = words.empires or [card.partition("/")[0] for card in words.cards[:1]]
        if words.others or len(empires) != 1 or len(words.numbers) > 1:
            raise (
                unknown(words.others[0])
                if words.others
                else PositionError(
                    Sentence("write-for-example-name-bear", "write for example `{name} bear 2`", name=key), key
                )
            )
        field = f"{key}s"
        value: int | list[str] = words.cards if key == "deck" and words.cards else (words.numbers or [0])[0]
        self.said[field] = {**self.said.get(field, getattr(self.base, field)), empires[0]: value}

    def players(self, key: str, rest: list[str]) -> None:
        if len(rest) == 1 and is_number(rest[0]):
            self.said[key] = int(rest[0])
            return
        self.names = [name for name in self.names if name.lower() not in {word.lower() for word in rest}] + rest
        self.said[key] = rest

    def preset(self, key: str, rest: list[str]) -> None:
        self.said["preset"] = key if key in PRESETS else " ".join(rest).lower()

    def phase(self, key: str, rest: list[str]) -> None:
        word = "-".join(rest).lower()
        if word not in PHASES:
            raise PositionError(
                Sentence(
                    "there-is-no-phase-word-hint",
                    "there is no phase {word!r}{hint}",
                    word=word,
                    hint=nearest(word, list(PHASES)),
                ),
                word,
            )
        self.said[key] = word

    def board(self, key: str, rest: list[str]) -> None:
        words = [word.lower() for word in rest if word.lower() != "board"]
        self.said["board"] = "empty" if words == ["empty"] else "setup"

    def option(self, key: str, rest: list[str]) -> None:
        """A switch; without a value it is on."""
        word = (rest or ["yes"])[0]
        value: bool | int | str = _TRUTH.get(word.lower(), int(word) if is_number(word) else word)
        if key == "border":
            value = word.upper()
        self.said["options"] = {**self.said.get("options", self.base.options), key: value}


_Handler = Callable[[_Parser, str, list[str]], None]
_HANDLERS: dict[str, _Handler] = {
    "acts": _Parser.acts,
    "agent": _Parser.agent,
    "hand": _Parser.hand,
    "loyalty": _Parser.loyalty,
    "shown": _Parser.shown,
    "first": _Parser.who,
    "turn": _Parser.who,
    "round": _Parser.count,
    "seed": _Parser.count,
    "swaps": _Parser.swaps,
    "reserve": _Parser.store,
    "deck": _Parser.store,
    "players": _Parser.players,
    "preset": _Parser.preset,
    **dict.fromkeys(PRESETS, _Parser.preset),
    "phase": _Parser.phase,
    "setup": _Parser.board,
    "board": _Parser.board,
}


def _listed(players: int | list[str] | None) -> list[str]:
    return players if isinstance(players, list) else []


def _owners(position: Position) -> list[str]:
    owners = [owner if isinstance(owner, list) else [owner] for owner in position.agents.values()]
    return [name for each in owners for name in each if isinstance(name, str) and name]
