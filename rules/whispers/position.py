"""Positions: a TOML form that a person can write by hand, in which only what matters is named.

The README documents the keys. `build` makes a state of it, `describe` writes a state down again.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules.agenda import run
from rules.ask import Event
from rules.whispers.check import check
from rules.whispers.frames import Council, Deploy, Discard, Frame, Loyalty, MarkRound, NewRound, TakeBack
from rules.whispers.kinds import KINDS
from rules.whispers.layout import SLOTS, Board
from rules.whispers.moves import moves
from rules.whispers.options import Options, preset
from rules.whispers.rounds import placed
from rules.whispers.setup import blank, full_decks
from rules.whispers.state import State

LETTERS = "ABCD"
Phase = Literal["take-back", "deploy", "council", "mark", "loyalty", "discard", "end"]


class PositionError(ValueError):
    """A position that says something impossible. `word` is the word of the text that is at fault."""

    def __init__(self, message: str, word: str = "") -> None:
        super().__init__(message)
        self.word = word


class Position(Struct, forbid_unknown_fields=True):
    """A position as written; everything may be left out."""

    preset: str = "printed"
    options: dict[str, bool | int | str] = {}
    players: int | list[str] | None = None
    round: int = 1
    first: str | None = None
    phase: Phase | None = None
    turn: str | None = None
    acts: str | None = None
    board: Literal["setup", "empty"] | None = None
    banners: dict[str, int | str] = {}
    agents: dict[str, Any] = {}
    hands: dict[str, list[str]] = {}
    loyalties: dict[str, list[str] | dict[str, str]] = {}
    revealed: dict[str, list[str]] = {}
    swaps: dict[str, int] = {}
    decks: dict[str, int | list[str]] = {}
    reserves: dict[str, int] = {}
    seed: int = 0
    chance: int | None = None
    step: int = 0
    agenda: list[dict[str, Any]] | None = None
    complete: bool = False


class Placed(Struct):
    """A position made into a state: `names` of the players in order, `opening`: what happened at once."""

    state: State
    names: list[str]
    opening: list[Event]


def nearest(word: str, known: list[str]) -> str:
    """`; did you mean X?` for the known name nearest to a word, or nothing."""
    lower = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), lower, 1, 0.5)
    return f"; did you mean {lower[close[0]]!r}?" if close else ""


def is_number(word: str) -> bool:
    """Whether a word is a plain number of banners."""
    return word.isascii() and word.isdigit() and len(word) <= 3


def convert(data: dict[str, Any]) -> Position:
    """Plain data as a position. PositionError naming the key that is wrong."""
    unknown = [key for key in data if key not in Position.__struct_fields__]
    if unknown:
        hint = nearest(unknown[0], list(Position.__struct_fields__))
        raise PositionError(f"a position has no key {unknown[0]!r}{hint}", unknown[0])
    try:
        return msgspec.convert(data, Position)
    except msgspec.ValidationError as error:
        where = str(error).rpartition("$.")[2].strip("`[.]") if "$." in str(error) else ""
        raise PositionError(f"{error}".replace(" - at `$.", " at `"), where.split("[")[0]) from None


def build(position: Position) -> Placed:
    """The state of a position, run on to its first question. PositionError for what cannot be."""
    return _Builder(position).placed()


class _Builder:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.names = _names(position)
        self.state = self._blank()
        self.board: Board = self.state.board()

    def _blank(self) -> State:
        position = self.position
        unknown = [key for key in position.options if key not in Options.__struct_fields__]
        if unknown:
            hint = nearest(unknown[0], list(Options.__struct_fields__))
            raise PositionError(f"there is no option {unknown[0]!r}{hint}", unknown[0])
        try:
            state = blank(len(self.names), preset(position.preset, **position.options), position.seed)
        except ValueError as error:
            raise PositionError(str(error), "players") from None
        state.lab = not position.complete
        state.step = position.step
        if position.chance is not None:
            state.chance = position.chance
        return state

    def placed(self) -> Placed:
        state, position = self.state, self.position
        if not 1 <= position.round <= self.board.rounds:
            raise PositionError(f"round {position.round}: there are {self.board.rounds}", "round")
        state.round = position.round
        state.first = self.player(position.first) if position.first is not None else 0
        self.banners()
        self.agents()
        self.cards()
        self.loyalties()
        opening: list[Event] = []
        state.agenda = self.agenda()
        try:
            if position.agenda is None:
                run(state, KINDS, opening)
            check(state)
        except (ValueError, IndexError) as error:
            raise PositionError(f"this position cannot be: {error}") from None
        return Placed(state, self.names, opening)

    def lookup(self, kind: str, word: str) -> int:
        """The number of a region, seat, empire, card or slot by its name; PositionError with the nearest one."""
        catalogue = moves(self.board)
        found = catalogue.words[kind].get(word.lower())
        if found is None:
            known = {"region": self.board.regions, "seat": self.board.seats, "empire": self.board.empires}
            hint = nearest(word, list(known.get(kind, catalogue.words[kind])))
            raise PositionError(f"there is no {kind} {word!r}{hint}", word)
        return found

    def player(self, name: str) -> int:
        """The number of a player by name."""
        if name not in self.names:
            raise PositionError(f"there is no player {name!r}; there are: {', '.join(self.names)}", name)
        return self.names.index(name)

    def banners(self) -> None:
        state, position = self.state, self.position
        base = position.board or ("empty" if position.banners else "setup")
        total = self.board.banners_per_empire
        if base == "empty":
            state.banners = [0] * len(state.banners)
        for code, entry in position.banners.items():
            region = self.lookup("region", code)
            empire, count = self.entry(code, entry)
            state.banners[region] = count
            state.holder[region] = empire if count else self.board.home[region]
        for empire in range(len(state.reserve)):
            there = sum(n for n, holder in zip(state.banners, state.holder, strict=True) if holder == empire)
            state.reserve[empire] = total - there
            if there > total:
                name = self.board.empires[empire]
                raise PositionError(f"{there} {name} banners on the map; there are {total}", "banners")
        for name, count in position.reserves.items():
            empire = self.lookup("empire", name)
            if not 0 <= count <= state.reserve[empire]:
                most = state.reserve[empire]
                raise PositionError(f"a {name} reserve of {count}: the map leaves {most}", name)
            state.reserve[empire] = count

    def entry(self, code: str, entry: int | str) -> tuple[int, int]:
        """Empire and number of banners from `3`, `"bear 3"`, `"3 bear"` or `"bear"`."""
        words = str(entry).split()
        numbers = [int(word) for word in words if is_number(word)]
        names = [word for word in words if not is_number(word)]
        known = all(name.lower() in self.board.empire for name in names)
        if len(names) > 1 or len(numbers) > 1 or not words or (not known and len(words) > 1):
            raise PositionError(f'banners {entry!r} on {code}: write for example "bear 3"', str(entry))
        if isinstance(entry, int) and names:
            raise PositionError(f"{entry} banners on {code}: a number of banners is 0 or more", str(entry))
        empire = self.lookup("empire", names[0]) if names else self.board.home[self.lookup("region", code)]
        return empire, numbers[0] if numbers else 1

    def agents(self) -> None:
        for place, owner in _flat(self.position.agents):
            owners = owner if isinstance(owner, list) else [owner]
            for name in owners:
                if not isinstance(name, str):
                    raise PositionError(f"the agent on {place} needs the name of a player", place)
                if name:
                    self.agent(place, self.player(name))
        acts = self.position.acts
        if acts and "." in acts and not self.position.agents:
            self.state.seats[self.lookup("seat", acts)] = 0

    def agent(self, place: str, player: int) -> None:
        if place.lower() in moves(self.board).words["region"]:
            self.state.posts.append([player, self.lookup("region", place)])
            self.state.posts.sort()
        else:
            self.state.seats[self.lookup("seat", place)] = player

    def cards(self) -> None:
        state, position = self.state, self.position
        left = full_decks(self.board)
        for name, cards in position.hands.items():
            state.hands[self.player(name)] = sorted(self.take(left, word) for word in cards)
        for name, named in position.decks.items():
            empire = self.lookup("empire", name)
            if isinstance(named, int):
                if not 0 <= named <= len(left[empire]):
                    raise PositionError(f"a {name} deck of {named}: {len(left[empire])} cards are left", name)
                left[empire] = left[empire][: named or 0]
            else:
                left[empire] = [self.take(left, word) for word in reversed(named)]
        state.decks = left

    def take(self, left: list[list[int]], word: str) -> int:
        """A card by name, taken from those that are left."""
        card = self.lookup("card", word)
        pile = left[card // len(self.board.empires)]
        if card not in pile:
            raise PositionError(f"card {word} is named more often than there are copies", word)
        pile.remove(card)
        return card

    def loyalties(self) -> None:
        state, position = self.state, self.position
        size = len(SLOTS)
        for player in range(state.players):
            state.loyalty[player] = [(slot + player) % size for slot in range(size)]
        for name, named in position.loyalties.items():
            state.loyalty[self.player(name)] = self.slots(name, named)
        for name, slots in position.revealed.items():
            player = self.player(name)
            for word in slots:
                known = word.lower() in self.board.empire
                slot = state.loyalty[player].index(self.lookup("empire", word)) if known else self.lookup("slot", word)
                state.shown[player] |= 1 << slot
        for name, count in position.swaps.items():
            state.swaps[self.player(name)] = count

    def slots(self, name: str, named: list[str] | dict[str, str]) -> list[int]:
        """The empires in slot order; those left out follow in turn order."""
        pairs = named.items() if isinstance(named, dict) else zip(SLOTS, named, strict=False)
        slots = [-1] * len(SLOTS)
        for slot, empire in pairs:
            slots[self.lookup("slot", slot)] = self.lookup("empire", empire)
        rest = [empire for empire in range(len(SLOTS)) if empire not in slots]
        if len(rest) != slots.count(-1) or len(named) > len(SLOTS):
            raise PositionError(f"the loyalties of {name} name an empire twice", name)
        return [rest.pop(0) if empire < 0 else empire for empire in slots]

    def agenda(self) -> list[Frame]:
        position, state = self.position, self.state
        if position.agenda is not None:
            try:
                return msgspec.convert(position.agenda, list[Frame], strict=False)
            except msgspec.ValidationError as error:
                raise PositionError(f"agenda: {error}", "agenda") from None
        phase = position.phase
        if phase is None:
            later = position.round > 1 and any(owner >= 0 for owner in state.seats)
            phase = "council" if position.acts else "take-back" if later else "deploy"
        turn = (self.player(position.turn) - state.first) % state.players if position.turn else 0
        simple: dict[str, list[Frame]] = {
            "mark": [MarkRound()],
            "loyalty": [NewRound(), Discard(0), Loyalty(turn)],
            "discard": [NewRound(), Discard(turn)],
            "end": [],
        }
        if phase in simple:
            return simple[phase]
        empire, place = self.acting()
        out: list[Frame] = [MarkRound()]
        out += [Council(later, 0) for later in range(len(state.reserve) - 1, empire, -1)]
        out.append(Council(empire, place))
        turns = placed(state) * state.players
        if phase == "deploy":
            out.append(Deploy(turn, turns))
        elif phase == "take-back":
            out += [Deploy(0, turns), TakeBack(turn)]
        return out

    def acting(self) -> tuple[int, int]:
        """Empire and place of `acts`: a seat, or an empire for its whole council."""
        acts = self.position.acts
        if not acts:
            return 0, 0
        if "." not in acts:
            return self.lookup("empire", acts), 0
        return divmod(self.lookup("seat", acts), self.board.council_size)


def _flat(agents: dict[str, Any]) -> list[tuple[str, Any]]:
    """TOML reads `bear.marshal = "A"` as nested tables; seats are written flat."""
    out: list[tuple[str, Any]] = []
    for place, owner in agents.items():
        if isinstance(owner, dict):
            out += [(f"{place}.{seat}", name) for seat, name in owner.items()]
        else:
            out.append((place, owner))
    return out


def _names(position: Position) -> list[str]:
    """The players: as listed, or so many letters, or those named anywhere and letters up to two."""
    if isinstance(position.players, list):
        if len(set(position.players)) != len(position.players) or not all(position.players):
            raise PositionError("two players have the same name, or one has none", "players")
        return position.players
    if isinstance(position.players, int):
        if not 2 <= position.players <= len(LETTERS):
            raise PositionError(f"{position.players} players: the game is for 2 to 4", "players")
        return list(LETTERS[: position.players])
    named = {name for table in (position.hands, position.loyalties, position.swaps) for name in table}
    named |= {name for name in (position.first, position.turn) if name}
    for _, owner in _flat(position.agents):
        named |= {name for name in (owner if isinstance(owner, list) else [owner]) if isinstance(name, str)}
    named.discard("")
    for letter in LETTERS:
        if len(named) < 2:
            named.add(letter)
    return sorted(named)


def describe(state: State, names: list[str]) -> dict[str, Any]:
    """A state as a position that builds the very same state; its secrets are in it."""
    board = state.board()
    write = moves(board).write
    changed = {
        key: getattr(state.options, key)
        for key in Options.__struct_fields__
        if getattr(state.options, key) != getattr(Options(), key)
    }
    agents: dict[str, Any] = {board.seats[seat]: names[owner] for seat, owner in enumerate(state.seats) if owner >= 0}
    for owner, region in state.posts:
        agents.setdefault(board.regions[region], []).append(names[owner])
    out: dict[str, Any] = {
        "options": changed,
        "players": names,
        "round": state.round,
        "first": names[state.first],
        "board": "empty",
        "banners": {
            board.regions[region]: f"{board.empires[state.holder[region]]} {count}"
            for region, count in enumerate(state.banners)
            if count
        },
        "reserves": dict(zip(board.empires, state.reserve, strict=True)),
        "agents": agents,
        "hands": {names[p]: [write("card", card) for card in hand] for p, hand in enumerate(state.hands)},
        "decks": {
            board.empires[empire]: [write("card", card) for card in reversed(deck)]
            for empire, deck in enumerate(state.decks)
        },
        "loyalties": {names[p]: [board.empires[empire] for empire in slots] for p, slots in enumerate(state.loyalty)},
        "revealed": {
            names[p]: [SLOTS[slot] for slot in range(len(SLOTS)) if shown >> slot & 1]
            for p, shown in enumerate(state.shown)
        },
        "swaps": {names[p]: count for p, count in enumerate(state.swaps)},
        "chance": state.chance,
        "step": state.step,
        "complete": not state.lab,
        "agenda": msgspec.to_builtins(state.agenda),
    }
    return out
