"""A state made of a position: strictly, for files and questions, or kindly, with a list of what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from rules.agenda import run
from rules.ask import Event, Refusal, Value
from rules.whispers.check import check
from rules.whispers.check_agenda import check_agenda
from rules.whispers.deck import CARDS
from rules.whispers.frames import Council, Deploy, Discard, Frame, Loyalty, MarkRound, NewRound, TakeBack
from rules.whispers.kinds import KINDS
from rules.whispers.layout import SLOTS, Board
from rules.whispers.moves import card_id, moves
from rules.whispers.options import PRESETS, Options, preset, values
from rules.whispers.position import UNKNOWN, Position, PositionError, flat, is_number, names_of, nearest
from rules.whispers.rounds import placed
from rules.whispers.setup import blank, full_decks
from rules.whispers.state import State
from rules.whispers.table import controller

MOST_POSTS = 2


class Fault(Struct, frozen=True):
    """Something a position breaks: the rule with its numbers, and the ref of the thing (`region:B3`, `player:0`).

    `note`: it breaks no rule, but somebody will want to know.
    """

    refusal: Refusal
    ref: str = ""
    note: bool = False


class Placed(Struct):
    """A position made into a state: `names` of the players in order, `opening`: what happened at once.

    `invented`: per player the cards that stand for those of which only the back is known; `unsure`: per player
    the slots of loyalties that the position does not say. `faults`: what the position breaks, if it was judged kindly.
    """

    state: State
    names: list[str]
    opening: list[Event]
    faults: list[Fault] = []
    invented: list[list[int]] = []
    unsure: list[list[int]] = []


def build(position: Position) -> Placed:
    """The state of a position, run on to its first question. PositionError for what cannot be."""
    return _Builder(position, strict=True).placed()


def judge(position: Position) -> Placed:
    """The same of a position that breaks rules: as near to it as a state can be, and what it breaks.

    PositionError only for words that name nothing.
    """
    return _Builder(position, strict=False).placed()


def lookup(board: Board, kind: str, word: str) -> int:
    """The number of a region, seat, empire, card or slot by its name; PositionError with the nearest one."""
    words = moves(board).words[kind]
    found = words.get(word.lower())
    if found is None:
        known = {"region": board.regions, "seat": board.seats, "empire": board.empires}
        raise PositionError(f"there is no {kind} {word!r}{nearest(word, list(known.get(kind, words)))}", word)
    return found


def entries(board: Board, code: str, entry: int | str) -> list[tuple[int, int]]:
    """Empire and number of banners of `3`, `"bear 3"`, `"3 bear"` or `"bear"`; where, against the rules, banners of
    several empires are named, the most numerous first."""
    words = str(entry).split()
    numbers = [int(word) for word in words if is_number(word)]
    names = [word for word in words if not is_number(word)]
    known = all(name.lower() in board.empire for name in names)
    several = len(names) > 1 and len(numbers) == len(names)
    if not several and (len(names) > 1 or len(numbers) > 1 or not words or (not known and len(words) > 1)):
        raise PositionError(f'banners {entry!r} on {code}: write for example "bear 3"', str(entry))
    if isinstance(entry, int) and names:
        raise PositionError(f"{entry} banners on {code}: a number of banners is 0 or more", str(entry))
    region = lookup(board, "region", code)
    empires = [lookup(board, "empire", name) for name in names] or [board.home[region]]
    return sorted(zip(empires, numbers or [1], strict=True), key=lambda pair: -pair[1])


def options_in(position: Position) -> Options:
    """The options of a position. PositionError with the word that is wrong and what it may be."""
    if position.preset not in PRESETS:
        hint = nearest(position.preset, list(PRESETS)) or f"; there are: {', '.join(PRESETS)}"
        raise PositionError(f"no preset {position.preset!r}{hint}", position.preset)
    for name, value in position.options.items():
        if name not in Options.__struct_fields__:
            raise PositionError(f"there is no option {name!r}{nearest(name, list(Options.__struct_fields__))}", name)
        if not any(value == each and type(value) is type(each) for each in values(name)):
            known = ", ".join(_word(each) for each in values(name))
            raise PositionError(f"the option {name!r} cannot be {_word(value)}; it may be: {known}", name)
    return preset(position.preset, **position.options)


def _word(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


class _Builder:
    def __init__(self, position: Position, strict: bool) -> None:
        self.position, self.strict = position, strict
        self.faults: list[Fault] = []
        self.names = names_of(position)
        self.state = self._blank()
        self.board: Board = self.state.board()
        self.invented: list[list[int]] = [[] for _ in self.names]
        self.unsure: list[list[int]] = [[] for _ in self.names]

    def _blank(self) -> State:
        position = self.position
        options = options_in(position)
        try:
            state = blank(len(self.names), options, position.seed)
        except ValueError as error:
            raise PositionError(str(error), "players") from None
        state.lab = not position.complete
        state.step = position.step
        if position.chance is not None:
            state.chance = position.chance
        return state

    def blame(self, message: str, word: str, rule: str, reason: str, ref: str = "", **values: Value) -> None:
        """Something is wrong: raise it, or note it down and go on."""
        if self.strict:
            raise PositionError(message, word)
        self.faults.append(Fault(Refusal(rule, reason, values), ref))

    def note(self, rule: str, reason: str, ref: str = "", **values: Value) -> None:
        """Something worth saying that breaks no rule."""
        if not self.strict:
            self.faults.append(Fault(Refusal(rule, reason, values), ref, note=True))

    def placed(self) -> Placed:
        state, position = self.state, self.position
        most = self.board.rounds
        if not 1 <= position.round <= most:
            self.blame(f"round {position.round}: there are {most}", "round", "round", "none", most=most)
        state.round = min(max(position.round, 1), most)
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
            if all(fault.note for fault in self.faults):
                check(state)
            else:
                check_agenda(state, self.board)
        except (ValueError, IndexError) as error:
            self.impossible(error)
        return Placed(state, self.names, opening, self.faults, self.invented, self.unsure)

    def impossible(self, error: Exception) -> None:
        """A state that cannot be. Judged kindly, a moment that does not fit the table gives way to its seat."""
        if self.strict:
            raise PositionError(f"this position cannot be: {error}") from None
        self.faults.append(Fault(Refusal("round", "moment", {"why": str(error)})))
        self.state.agenda = self.plain_agenda()
        run(self.state, KINDS, [])

    def lookup(self, kind: str, word: str) -> int:
        """The number of a region, seat, empire, card or slot by its name; PositionError with the nearest one."""
        return lookup(self.board, kind, word)

    def player(self, name: str) -> int:
        """The number of a player by name."""
        if name not in self.names:
            hint = nearest(name, self.names)
            raise PositionError(f"there is no player {name!r}; there are: {', '.join(self.names)}{hint}", name)
        return self.names.index(name)

    # The map

    def banners(self) -> None:
        state, position = self.state, self.position
        base = position.board or ("empty" if position.banners else "setup")
        if base == "empty":
            state.banners = [0] * len(state.banners)
        besides = Counter[int]()
        for code, entry in position.banners.items():
            region = self.lookup("region", code)
            (empire, count), *others = self.entry(code, entry)
            besides.update(dict(others))
            state.banners[region] = count
            state.holder[region] = empire if count else self.board.home[region]
        self.totals(besides)
        self.supply()
        for name, count in position.reserves.items():
            empire = self.lookup("empire", name)
            most = state.reserve[empire]
            if not 0 <= count <= most:
                message = f"a {name} reserve of {count}: the map leaves {most}"
                self.blame(message, name, "add.reserve", "left", f"empire:{name}", empire=name, count=count, most=most)
            state.reserve[empire] = min(max(count, 0), most)

    def totals(self, besides: Mapping[int, int]) -> None:
        """What is not on the map is the reserve. Rule `setup`."""
        state, total = self.state, self.board.banners_per_empire
        for empire, name in enumerate(self.board.empires):
            there = sum(n for n, holder in zip(state.banners, state.holder, strict=True) if holder == empire)
            there += besides.get(empire, 0)
            if there > total:
                message = f"{there} {name} banners on the map; there are {total}"
                ref = f"empire:{name}"
                self.blame(message, "banners", "setup", "banners", ref, count=there, empire=name, most=total)
            state.reserve[empire] = max(0, total - there)

    def supply(self) -> None:
        """More than the supply check leaves may stand there until then. Rule `supply`."""
        for region, count in enumerate(self.state.banners):
            limit = self.board.limit[region]
            if count > limit:
                code, empire = self.board.regions[region], self.board.empires[self.state.holder[region]]
                self.note("supply", "over", f"region:{code}", region=code, count=count, empire=empire, limit=limit)

    def entry(self, code: str, entry: int | str) -> list[tuple[int, int]]:
        """Empire and number of banners; against the rules there may be those of several empires."""
        pairs = entries(self.board, code, entry)
        if len(pairs) > 1:
            listed = [self.board.empires[empire] for empire, _ in pairs]
            message = f"two empires cannot be in one region: {' and '.join(listed)} in {code}"
            values = {"region": code, "first_empire": listed[0], "second_empire": listed[1]}
            self.blame(message, code, "control", "two-empires", f"region:{code}", **values)
        return pairs

    # Councils

    def agents(self) -> None:
        for place, owner in flat(self.position.agents):
            owners = owner if isinstance(owner, list) else [owner]
            for name in owners:
                if not isinstance(name, str):
                    raise PositionError(f"the agent on {place} needs the name of a player", place)
            players = [self.player(name) for name in owners if name]
            if place.lower() in moves(self.board).words["region"]:
                self.post(self.lookup("region", place), players)
            elif players:
                self.sit(self.lookup("seat", place), players)
        self.state.posts.sort()
        self.count_agents()
        acts = self.position.acts
        if acts and "." in acts and not self.position.agents:
            self.state.seats[self.lookup("seat", acts)] = 0

    def sit(self, seat: int, players: list[int]) -> None:
        """An agent on a seat. Rule `deploy.seat`."""
        self.state.seats[seat] = players[0]
        if len(players) > 1:
            name = self.board.seats[seat]
            message = f"{len(players)} agents on {name}; there is room for one"
            self.blame(message, name, "deploy.seat", "two-agents", f"seat:{name}", seat=name, count=len(players))

    def post(self, region: int, players: list[int]) -> None:
        """Agents on a region. Rule `variant.agents_on_regions`."""
        code = self.board.regions[region]
        rule, ref = "variant.agents_on_regions", f"region:{code}"
        if players and not self.state.options.agents_on_regions:
            self.blame("there are agents on regions, a variant that is off", code, rule, "off", ref, region=code)
        for player in dict.fromkeys(players):
            if players.count(player) > 1:
                message = f"{self.names[player]} has two agents on {code}"
                self.blame(message, code, rule, "twice-region", ref, player=player, region=code)
            self.state.posts.append([player, region])

    def count_agents(self) -> None:
        """Rules `deploy.place`, `variant.agents_on_regions`."""
        state, most = self.state, self.board.agents_per_player
        for player, name in enumerate(self.names):
            on_regions = sum(post[0] == player for post in state.posts)
            count = state.seats.count(player) + on_regions
            ref = f"player:{player}"
            if count > most:
                message = f"{name} has {count} agents on the board; there are {most}"
                self.blame(message, name, "deploy.place", "agents", ref, player=player, count=count, most=most)
            if on_regions > MOST_POSTS:
                values = {"player": player, "count": on_regions, "most": MOST_POSTS}
                message = f"{name} has {on_regions} agents on regions; there may be {MOST_POSTS}"
                self.blame(message, name, "variant.agents_on_regions", "most", ref, **values)

    # Cards

    def cards(self) -> None:
        state, position = self.state, self.position
        left = full_decks(self.board)
        for name, words in position.hands.items():
            player = self.player(name)
            state.hands[player] = [self.take(left, word) for word in words if not word.endswith(f"/{UNKNOWN}")]
        listed = {
            self.lookup("empire", name): [self.take(left, word) for word in reversed(named)]
            for name, named in position.decks.items()
            if not isinstance(named, int)
        }
        for name, words in position.hands.items():
            self.unknown(left, self.player(name), [word for word in words if word.endswith(f"/{UNKNOWN}")])
        for name, named in position.decks.items():
            empire = self.lookup("empire", name)
            if isinstance(named, int):
                self.deck(left, empire, named)
            else:
                left[empire] = listed[empire]
        for hand in state.hands:
            hand.sort()
        state.decks = left

    def unknown(self, left: list[list[int]], player: int, words: list[str]) -> None:
        """Some card for each of which only the back is known."""
        for word in words:
            empire = self.lookup("empire", word.partition("/")[0])
            if left[empire]:
                card = left[empire].pop()
                self.invented[player].append(card)
                self.state.hands[player].append(card)
            else:
                name = self.board.empires[empire]
                message = f"more {name} cards are named than there are"
                self.blame(
                    message, word, "setup", "cards", f"empire:{name}", empire=name, card=word, most=self.deck_size
                )

    @property
    def deck_size(self) -> int:
        """How many cards an empire has."""
        return CARDS.copies * (len(self.board.empires) - 1)

    def deck(self, left: list[list[int]], empire: int, count: int) -> None:
        """So many cards in a deck."""
        most, name = len(left[empire]), self.board.empires[empire]
        if not 0 <= count <= most:
            values = {"empire": name, "count": count, "most": most}
            message = f"a {name} deck of {count}: {most} cards are left"
            self.blame(message, name, "draw.deck", "deck", f"empire:{name}", **values)
        left[empire] = left[empire][: max(0, count)]

    def take(self, left: list[list[int]], word: str) -> int:
        """A card by name, taken from those that are left."""
        card = self.lookup("card", word)
        pile = left[card // len(self.board.empires)]
        if card in pile:
            pile.remove(card)
        else:
            name = card_id(self.board, card)
            message = f"card {word} is named more often than there are copies"
            self.blame(message, word, "setup", "card", f"card:{name}", card=name, most=CARDS.copies)
        return card

    # Loyalties

    def loyalties(self) -> None:
        state, position = self.state, self.position
        size = len(SLOTS)
        for player in range(state.players):
            state.loyalty[player] = [(slot + player) % size for slot in range(size)]
            if self.names[player] not in position.loyalties:
                self.unsure[player] = list(range(size))
        for name, named in position.loyalties.items():
            self.slots(self.player(name), name, named)
        for name, slots in position.revealed.items():
            player = self.player(name)
            for word in slots:
                known = word.lower() in self.board.empire
                slot = state.loyalty[player].index(self.lookup("empire", word)) if known else self.lookup("slot", word)
                state.shown[player] |= 1 << slot
        for name, count in position.swaps.items():
            if not 0 <= count <= self.board.rounds:
                values = {"player": self.player(name), "count": count, "most": self.board.rounds - 1}
                message = f"{count} loyalty swaps of {name}: at most one a round"
                self.blame(message, name, "loyalty.swap", "swaps", f"player:{self.player(name)}", **values)
            state.swaps[self.player(name)] = max(0, count)
        self.favourites()
        self.odd_tokens()

    def favourites(self) -> None:
        """Rule `variant.unique_favourites`."""
        if self.strict or not self.state.options.unique_favourites or any(self.state.swaps):
            return
        known = [self.state.loyalty[player][0] for player in range(len(self.names)) if 0 not in self.unsure[player]]
        twice = next((empire for empire in known if known.count(empire) > 1), None)
        if twice is not None:
            name = self.board.empires[twice]
            self.blame("", "", "variant.unique_favourites", "same", f"empire:{name}", empire=name)

    def odd_tokens(self) -> None:
        """Each swap turns two tokens face up; judged kindly only, since a file need not say its swaps."""
        if self.strict:
            return
        for player, shown in enumerate(self.state.shown):
            count, swaps = shown.bit_count(), self.state.swaps[player]
            if count != 2 * swaps:
                values = {"player": player, "count": count, "swaps": swaps}
                self.blame("", "", "loyalty.swap", "shown", f"player:{player}", **values)

    def slots(self, player: int, name: str, named: list[str] | dict[str, str]) -> None:
        """The empires in slot order; those left out or unknown follow in turn order."""
        pairs = list(named.items() if isinstance(named, dict) else zip(SLOTS, named, strict=False))
        slots = [-1] * len(SLOTS)
        twice = ""
        for slot_name, word in pairs:
            slot = self.lookup("slot", slot_name)
            if word == UNKNOWN:
                continue
            empire = self.lookup("empire", word)
            if empire in slots:
                twice = word
            else:
                slots[slot] = empire
        if twice or len(named) > len(SLOTS):
            values = {"player": player, "empire": twice or pairs[0][1]}
            message = f"the loyalties of {name} name an empire twice"
            self.blame(message, name, "setup.loyalties", "twice", f"player:{player}", **values)
        self.unsure[player] = [slot for slot, empire in enumerate(slots) if empire < 0]
        rest = [empire for empire in range(len(SLOTS)) if empire not in slots]
        self.state.loyalty[player] = [rest.pop(0) if empire < 0 else empire for empire in slots]

    # Whose turn it is

    def agenda(self) -> list[Frame]:
        position = self.position
        if position.agenda is None:
            return self.plain_agenda()
        try:
            return msgspec.convert(position.agenda, list[Frame], strict=False)
        except msgspec.ValidationError as error:
            raise PositionError(f"agenda: {error}", "agenda") from None

    def plain_agenda(self) -> list[Frame]:
        """What is still to be done by `acts`, `phase` and `turn`."""
        position, state = self.position, self.state
        phase = position.phase
        if phase is None:
            later = state.round > 1 and any(owner >= 0 for owner in state.seats)
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
        seat = self.lookup("seat", acts)
        if not self.strict and controller(self.state, seat) < 0:
            name = self.board.seats[seat]
            self.note("delegation", "nobody", f"seat:{name}", seat=name)
        return divmod(seat, self.board.council_size)
