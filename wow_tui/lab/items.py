"""The rows of the lab's panels, and what more, fewer or a number does to each. No Textual."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, get_args

from msgspec import Struct

from rules.whispers.deck import CARDS
from rules.whispers.layout import SLOTS
from rules.whispers.moves import card_id, cards
from rules.whispers.options import PRESETS as RULES
from rules.whispers.options import Options, values
from rules.whispers.position import UNKNOWN, Phase
from rules.whispers.position_code import write_code
from rules.whispers.settling import tables
from wow_tui.lab import edits, saving
from wow_tui.lab.answers import Answers
from wow_tui.lab.edits import Edit, named
from wow_tui.lab.presets import PRESETS, preset_edit
from wow_tui.lab.session import Lab
from wow_tui.lab.wording import Wording

TABS = ("moves", "report", "cards", "tokens", "table", "tree", "file")
PHASES: tuple[Phase, ...] = get_args(Phase)
MOST_PEOPLE = 4
FEW = 15
"""Up to so many moves are listed one by one."""


class Item(Struct, frozen=True):
    """A row. `ref` says what it is about (empty: a heading); `kind` how it looks; `note` stands at its right, and is
    made only when it is shown."""

    text: str
    ref: str = ""
    kind: str = "row"
    note: str | Callable[[], str] = ""

    def noted(self) -> str:
        """The words at the right."""
        return self.note if isinstance(self.note, str) else self.note()


class Wanted(Struct, frozen=True):
    """Which moves to list: legal, barred or all; those with all of these words; those that touch `ref`. `opened`:
    the moves that are listed for each number, by what stands before it."""

    which: str = "all"
    words: str = ""
    ref: str = ""
    opened: frozenset[str] = frozenset()


class Items:
    """Rows for one moment of a lab."""

    def __init__(self, lab: Lab, found: Answers, words: Wording, society: int, wanted: Wanted) -> None:
        """`society`: whose cards are shown."""
        self.lab, self.found, self.words, self.wanted = lab, found, words, wanted
        self.position = lab.position()
        self.board = tables(self.position)[1]
        self.names = named(self.position)
        self.society = min(society, len(self.names) - 1)

    def rows(self, tab: str) -> list[Item]:
        """The rows of a panel."""
        return list(getattr(self, tab)())

    def title(self, tab: str) -> str:
        """What the panel is called, with the figures that matter."""
        if tab == "cards":
            name = self.names[self.society]
            count = len(self.position.hands.get(name, []))
            return self.words.say("cards.title", player=self.shown(name), count=count)
        return self.words.say(f"tab.{tab}")

    def shown(self, name: str) -> str:
        """A society's name as it may be shown."""
        return self.words.speaker.player(self.names.index(name))

    # Moves and report

    def moves(self) -> Iterator[Item]:
        """Every legal move, then the barred ones under the reason that bars them."""
        if self.found.ask is None:
            yield Item(self.words.say("moves.over"))
            return
        if self.wanted.words or self.wanted.ref:
            text = " ".join([self.wanted.words, self.wanted.ref.partition(":")[2]]).strip()
            yield Item(self.words.say("moves.filter", text=text), kind="heading")
        wanted = [row for row in self.found.rows if self._wants(row.move)]
        legal = [row for row in wanted if row.refusal is None]
        if self.wanted.which != "barred":
            yield Item(f"{self.words.say('moves.legal')}: {len(legal)}", kind="heading")
            yield from self._legal([row.move for row in legal])
        if self.wanted.which != "legal":
            yield from self._barred([row for row in wanted if row.refusal is not None])
        if self.found.unknown:
            player = self.words.speaker.player(self.found.view.viewer)
            yield Item(self.words.say("moves.unknown", count=self.found.unknown, player=player))

    def _legal(self, listed: Sequence[str]) -> Iterator[Item]:
        """Each move; where there are many, those that differ in a number in one row that can be opened."""
        groups: dict[str, list[str]] = {}
        for move in listed:
            groups.setdefault(stem(move), []).append(move)
        for head, group in groups.items():
            if len(listed) > FEW and len(group) > 1:
                text = f"{head} {group[0].split()[-1]}..{group[-1].split()[-1]}"
                yield Item(text, f"range:{head}", "legal", self._brief(group[-1]))
                if head not in self.wanted.opened:
                    continue
            yield from (Item(move, f"move:{move}", "legal", self._brief(move)) for move in group)

    def _barred(self, rows: Sequence[Any]) -> Iterator[Item]:
        yield Item(f"{self.words.say('moves.barred')}: {len(rows)}", kind="heading")
        groups: dict[tuple[str, str], list[Any]] = {}
        for row in rows:
            groups.setdefault((row.refusal.rule, row.refusal.reason), []).append(row)
        for (rule, reason), group in groups.items():
            head = f"{rule}:{reason}"
            items = [Item(row.move, f"move:{row.move}", "barred", rule) for row in group]
            if len(rows) > FEW and len(group) > 2:
                text = self.words.say("moves.more", move=group[0].move, count=len(group) - 1)
                yield Item(text, f"bars:{head}", "barred", rule)
                if head not in self.wanted.opened:
                    continue
            yield from items

    def _wants(self, move: str) -> bool:
        lower = move.lower().split()
        place = self.wanted.ref.partition(":")[2].lower()
        joined = f" {' '.join(lower)} "
        return (not place or place in lower) and all(word in joined for word in self.wanted.words.lower().split())

    def _brief(self, move: str) -> Callable[[], str]:
        return lambda: self.words.brief(self.found.preview(move))

    def report(self) -> Iterator[Item]:
        """What the position breaks."""
        faults = self.lab.faults
        if not any(not fault.note for fault in faults):
            yield Item(self.words.say("faults.none"))
        for at, fault in enumerate(faults):
            note = self.words.say("faults.note") if fault.note else fault.refusal.rule
            yield Item(self.words.fault(fault), f"fault:{at}", "note" if fault.note else "barred", note)

    # Hands and loyalties

    def cards(self) -> Iterator[Item]:
        """Every kind of card with how many the society holds, and how many are elsewhere."""
        hand = self.position.hands.get(self.names[self.society], [])
        everywhere = [card for cards in self.position.hands.values() for card in cards]
        for empire in self.board.empires:
            held = sum(card.startswith(f"{empire}/") for card in hand)
            yield Item(self.words.empire(empire), kind="heading", note=str(held) if held else "")
            kinds = [card_id(self.board, card) for card in cards(self.board)]
            for card in [*(kind for kind in kinds if kind.startswith(f"{empire}/")), f"{empire}/{UNKNOWN}"]:
                count = hand.count(card)
                wrong = everywhere.count(card) > CARDS.copies and not card.endswith(UNKNOWN)
                kind = "barred" if wrong else "strong" if count else "quiet"
                yield Item(self.words.card(card), f"card:{card}", kind, str(count) if count else "-")

    def tokens(self) -> Iterator[Item]:
        """Loyalties of every society, what is shown of them, and the swaps made."""
        for player, name in enumerate(self.names):
            score = self.lab.view(player).score
            key = "tokens.society-unknown" if score is None else "tokens.society"
            yield Item(self.words.say(key, player=self.shown(name), points=score), kind="heading")
            known = self.position.loyalties.get(name)
            slots = known if isinstance(known, list) else [UNKNOWN] * len(SLOTS)
            for slot, empire in zip(SLOTS, slots, strict=True):
                words = self.words.say("tokens.unknown") if empire == UNKNOWN else self.words.empire(empire)
                text = f"{self.words.speaker.name('slot', slot)}: {words}"
                shown = slot in self.position.revealed.get(name, [])
                yield Item(text, f"slot:{slot}:{player}", "row", self.words.say("tokens.shown") if shown else "")
            count = str(self.position.swaps.get(name, 0))
            yield Item(self.words.say("tokens.swaps"), f"swaps:{player}", "row", count)

    # The table

    def table(self) -> Iterator[Item]:
        """Positions to begin with, whose turn it is, who plays, the piles, the options."""
        say, position = self.words.say, self.position
        yield Item(say("table.begin"), kind="heading")
        yield from (Item(say(f"whole.{name}"), f"preset:{name}") for name in PRESETS)
        yield Item(say("table.now"), kind="heading")
        yield Item(say("table.round"), "set:round", note=str(position.round))
        phase = position.phase or ("council" if position.acts else self.phase())
        yield Item(say("table.phase"), "set:phase", note=say(f"phase.{phase}"))
        acts = position.acts or ""
        named_seat = self.words.speaker.seat(acts) if "." in acts else self.words.empire(acts) if acts else ""
        yield Item(say("table.acts"), "set:acts", note=named_seat or say("table.nobody"))
        turn = self.words.speaker.player(self.lab.asked) if self.lab.asked >= 0 else say("table.nobody")
        yield Item(say("table.turn"), "set:turn", note=turn)
        yield Item(say("table.first"), "set:first", note=self.shown(position.first or self.names[0]))
        yield Item(say("table.people"), kind="heading")
        yield Item(say("table.count"), "set:players", note=str(len(self.names)))
        for player, name in enumerate(self.names):
            yield Item(say("table.name"), f"name:{player}", note=self.shown(name))
        yield from self._piles()
        yield Item(say("table.rules"), kind="heading")
        yield Item(say("table.preset"), "set:preset", note=position.preset)
        for name in Options.__struct_fields__:
            value = getattr(self.lab.state.options, name)
            yield Item(self.words.option(name), f"option:{name}", note=self.words.value(value))

    def _piles(self) -> Iterator[Item]:
        yield Item(self.words.say("table.piles"), kind="heading")
        state = self.lab.state
        for what, counts in (("reserve", state.reserve), ("deck", [len(deck) for deck in state.decks])):
            for empire, count in zip(self.board.empires, counts, strict=True):
                text = self.words.say(f"table.{what}", empire=self.words.empire(empire))
                yield Item(text, f"pile:{what}s:{empire}", note=str(count))

    def phase(self) -> str:
        """The phase a position without one is in."""
        return "take-back" if self.position.round > 1 and self.position.agents else "deploy"

    # Branches and files

    def tree(self) -> Iterator[Item]:
        """The branches, then the moments of this one."""
        lab, say = self.lab, self.words.say
        yield Item(say("tree.branches"), kind="heading")
        for branch in lab.branches:
            count = sum(bool(lab.moments[each].move) for each in lab.path(branch.tip))
            kind = "current" if branch is lab.branch else "row"
            yield Item(branch.name, f"branch:{branch.name}", kind, say("tree.moves", count=count))
        yield Item(say("tree.way"), kind="heading")
        for each in [*lab.path(lab.here), *lab.ahead()]:
            here = each == lab.here
            yield Item(self.words.moment(lab.moments[each]), f"moment:{each}", "current" if here else "row")

    def file(self) -> Iterator[Item]:
        """What can be opened and saved."""
        say = self.words.say
        yield Item(say("file.code"), kind="heading")
        yield Item(write_code(self.position), "file:lab-code", "strong")
        yield Item(say("file.line"), kind="heading")
        yield Item(saving.line(self.lab) or say("file.line-none"), "file:line")
        yield Item(say("tab.file"), kind="heading")
        count = len(self.lab.played())
        yield Item(say("file.case"), "file:lab-case", note=say("file.case-detail", count=count))
        yield Item(say("file.position"), "file:lab-position")
        yield Item(say("file.open"), "file:lab-open")
        yield Item(say("file.paste"), kind="quiet")


def stem(move: str) -> str:
    """A move without the number at its end."""
    head, _, last = move.rpartition(" ")
    return head if last.isdigit() else move


# What a key does to a row


def adjust(items: Items, ref: str, by: int, number: int | None = None) -> Edit | None:
    """The edit of one more (`by` 1), one fewer (-1) or exactly `number` of a row; None where that means nothing."""
    kind, _, word = ref.partition(":")
    changed = _ADJUST.get(kind)
    return changed(items, word, by, number) if changed is not None else None


def _step(known: Sequence[Any], now: object, by: int, number: int | None) -> Any:
    """The next value of a few, or the one of that number from 1 on."""
    if number is not None:
        return known[number - 1] if 1 <= number <= len(known) else now
    return known[(known.index(now) + by) % len(known) if now in known else 0]


def _card(items: Items, card: str, by: int, number: int | None) -> Edit:
    name = items.names[items.society]
    count = items.position.hands.get(name, []).count(card)
    return edits.Card(name, card, count + by if number is None else number)


def _slot(items: Items, word: str, by: int, number: int | None) -> Edit:
    slot, _, player = word.partition(":")
    name = items.names[int(player)]
    known = items.position.loyalties.get(name)
    now = known[SLOTS.index(slot)] if isinstance(known, list) else UNKNOWN
    return edits.Token(name, slot, _step(items.board.empires, now, by, number))


def _swaps(items: Items, player: str, by: int, number: int | None) -> Edit:
    name = items.names[int(player)]
    return edits.Swaps(name, items.position.swaps.get(name, 0) + by if number is None else number)


def _pile(items: Items, word: str, by: int, number: int | None) -> Edit:
    what, _, empire = word.partition(":")
    at, state = items.board.empire[empire], items.lab.state
    count = state.reserve[at] if what == "reserves" else len(state.decks[at])
    return edits.Pile(what, empire, count + by if number is None else number)


def _option(items: Items, name: str, by: int, number: int | None) -> Edit:
    return edits.Switch(name, _step(values(name), getattr(items.lab.state.options, name), by, number))


def _set(items: Items, what: str, by: int, number: int | None) -> Edit | None:
    position, names = items.position, items.names
    if what == "round":
        return edits.Round(_step(range(1, items.board.rounds + 1), position.round, by, number))
    if what == "players":
        return edits.Players(number or _step(range(2, MOST_PEOPLE + 1), len(names), by, None))
    if what == "preset":
        return edits.Preset(_step(list(RULES), position.preset, by, number))
    if what == "first":
        return edits.First(_step(names, position.first or names[0], by, number))
    if what == "acts":
        return edits.Acts(_step(items.board.seats, position.acts, by, None))
    now = position.phase or ("council" if position.acts else items.phase())
    if what == "phase":
        phase = _step(PHASES, now, by, number)
        return edits.Acts(items.board.seats[0]) if phase == "council" else edits.During(phase)
    if now not in PHASES or now in ("council", "mark", "end"):
        return None
    asked = names[items.lab.asked] if items.lab.asked >= 0 else names[0]
    return edits.During(now, _step(names, asked, by, number))


def _preset(items: Items, name: str, by: int, number: int | None) -> Edit | None:
    return preset_edit(name, items.position) if by > 0 and number is None else None


_ADJUST: dict[str, Callable[[Items, str, int, int | None], Edit | None]] = {
    "card": _card,
    "slot": _slot,
    "swaps": _swaps,
    "pile": _pile,
    "option": _option,
    "set": _set,
    "preset": _preset,
}
