"""Cards and seats as a reference: what is printed on them, in words and as data. All of it from the rules."""

from __future__ import annotations

from typing import Any

from rules.whispers.deck import AMOUNTS, CARDS, lines, payer
from rules.whispers.layout import LINES, AbilityRow, Action, Board, board
from rules.whispers.moves import card_id, cards, moves
from rules.whispers.options import PRESETS, Options, preset
from rules.whispers.placing import build
from rules.whispers.position import Position, nearest
from rules.whispers.rulebook import Rulebook
from rules.whispers.state import State
from rules.whispers.table import yields
from wow_tui.printing import bold, wrapped, wrapped_list
from wow_tui.rule_text import printed_example
from wow_tui.text.book import book
from wow_tui.text.catalogue import catalogue
from wow_tui.text.speaker import Speaker

Document = dict[str, Any]
OPTION_RULES = ("reading.", "variant.")


class Unknown(ValueError):
    """A name that no card or seat has; its text is one sentence with the nearest name."""


class Reference:
    """The reference in one language."""

    def __init__(self, language: str = "en", examples: bool = False) -> None:
        """ValueError for a language there is not. `examples`: whether a card in lines has a worked example for each
        of its abilities."""
        self.examples = examples
        self.speaker = Speaker(catalogue(language), [])
        self.book: Rulebook = book(language)
        self.board: Board = board(Options().layout, Options().border)
        self.start: State = build(Position()).state

    def say(self, key: str, **values: object) -> str:
        """A message of the reference."""
        return self.speaker.catalogue.say(f"reference.{key}", **values)

    # Names

    def cards(self, text: str) -> list[int]:
        """The cards a name means: a card, an empire's cards, or those with an ability. Unknown."""
        word = "/".join(text.lower().replace("/", " ").split())
        known = moves(self.board).words["card"]
        if word in known:
            return [known[word]]
        if word in self.board.empire:
            return [card for card in cards(self.board) if card // len(self.board.empires) == self.board.empire[word]]
        ability = word.replace("/", "-")
        found = [card for card, rows in lines(self.board).items() if any(_called(row.ability, ability) for row in rows)]
        if not found:
            abilities = {row.ability for rows in lines(self.board).values() for row in rows}
            names = [*known, *self.board.empires, *sorted(abilities)]
            raise self._unknown("card", text, nearest(word, names))
        return found

    def seats(self, text: str) -> list[int]:
        """The seats a name means: a seat, a council's four, or all with a title. Unknown."""
        word = ".".join(text.lower().replace(".", " ").split())
        if word in self.board.seat:
            return [self.board.seat[word]]
        size = self.board.council_size
        if word in self.board.empire:
            return [self.board.empire[word] * size + place for place in range(size)]
        if word in self.board.seat_names:
            place = self.board.seat_names.index(word)
            return [empire * size + place for empire in range(len(self.board.empires))]
        names = [*self.board.seats, *self.board.empires, *self.board.seat_names]
        raise self._unknown("seat", text, nearest(word, names))

    def _unknown(self, thing: str, text: str, hint: str) -> Unknown:
        say = self.speaker.catalogue.say
        hint = hint or say("fault.there-are", known=", ".join(self.board.empires))
        kind = say(f"fault.thing-{thing}")
        return Unknown(say("fault.there-is-no-kind-word-hint", kind=kind, word=text[:60], hint=hint))

    # Cards

    def card(self, card: int) -> Document:
        """A card with its three lines."""
        size = len(self.board.empires)
        rows = lines(self.board)[card]
        return {
            "card": card_id(self.board, card),
            "empire": self.board.empires[card // size],
            "partner": self.board.empires[card % size],
            "copies": CARDS.copies,
            "lines": [self._line(card, number, row) for number, row in enumerate(rows)],
        }

    def _line(self, card: int, number: int, row: AbilityRow) -> Document:
        rule = self.book.rule(f"card.{row.ability}")
        pays = self.board.empires[payer(self.board, card, number)] if number else ""
        others = [each for each, rows in lines(self.board).items() if rows[number] == row and each != card]
        return {
            "line": LINES[number],
            "ability": row.ability,
            "name": self.speaker.name("ability", row.ability),
            "cost": self.say("cost-more" if pays else "cost-nothing", empire=self.speaker.name("empire", pays)),
            "pays": pays or None,
            "windows": list(row.windows),
            "when": [self.say(f"window.{window}") for window in row.windows],
            "amount": AMOUNTS.get(row.ability),
            "rule": rule.id,
            "title": rule.title,
            "text": list(rule.paragraphs),
            "why": rule.why,
            "readings": self._readings(rule.see),
            "also_on": [card_id(self.board, each) for each in others],
        }

    def _readings(self, see: tuple[str, ...]) -> list[Document]:
        """The switches among related rules, with their value in each preset."""
        found = []
        for rule_id in see:
            option = rule_id.partition(".")[2]
            if rule_id.startswith(OPTION_RULES):
                values = {name: getattr(preset(name), option) for name in PRESETS}
                found.append({"rule": rule_id, "title": self.book.rule(rule_id).title, "presets": values})
        return found

    def card_lines(self, card: int, told: set[str]) -> list[str]:
        """A card in lines of text; the abilities `told` before are only named, its own join them."""
        found = self.card(card)
        names = {key: self.speaker.name("empire", found[key]) for key in ("empire", "partner")}
        out = [bold(self.say("card", card=found["card"], copies=found["copies"], **names))]
        for line in found["lines"]:
            if line["ability"] in told:
                out += wrapped(self.say("told", line=self.speaker.name("line", line["line"]), name=line["name"]), "  ")
            else:
                out += self._line_lines(line)
            told.add(line["ability"])
        return out

    def _line_lines(self, line: Document) -> list[str]:
        title = self.say("line", line=self.speaker.name("line", line["line"]), name=line["name"], rule=line["rule"])
        out = [bold(part) for part in wrapped(title, "  ")]
        out += wrapped(self.say("cost", cost=line["cost"], when="; ".join(line["when"])), "    ")
        for text in line["text"]:
            out += wrapped(text, "    ")
        if line["amount"] is not None:
            out += wrapped(self.say("amount", amount=line["amount"]), "    ")
        if line["why"]:
            out += wrapped(self.say("why", why=line["why"]), "    ")
        out += self._reading_lines(line["readings"])
        return out + printed_example(line["rule"], "    ") if self.examples else out

    def _reading_lines(self, readings: list[Document]) -> list[str]:
        out = []
        for each in readings:
            values = ", ".join(f"{name} {self._value(value)}" for name, value in each["presets"].items())
            out += wrapped(self.say("reading", title=each["title"], values=values, rule=each["rule"]), "    ")
        return out

    def _value(self, value: object) -> str:
        return self.say("yes" if value else "no") if isinstance(value, bool) else str(value)

    # Seats

    def seat(self, seat: int) -> Document:
        """A seat with its printed actions."""
        name = self.board.seats[seat]
        empire, place = divmod(seat, self.board.council_size)
        actions = [self._action(action, empire) for action in self.board.actions[seat]]
        kinds = [action.kind for action in self.board.actions[seat]]
        icons = ["icons", "act.effect"] if any(action.icon for action in self.board.actions[seat]) else []
        rules = ["delegation", "act.printed", *icons, "act.must", *kinds]
        return {
            "seat": name,
            "name": self.speaker.seat(name),
            "empire": self.board.empires[empire],
            "place": place + 1,
            "actions": actions,
            "delegation": self._delegation(empire, place),
            "rules": [{"id": rule, "title": self.book.rule(rule).title} for rule in rules],
        }

    def _action(self, action: Action, empire: int) -> Document:
        """A printed action; `now`: what it yields at the set-up."""
        counts = action.kind in ("add", "draw")
        now = yields(self.start, action, empire) if counts else None
        return {
            "kind": action.kind,
            "amount": action.amount or None,
            "icon": action.icon,
            "per": action.per if action.icon else None,
            "now": now,
            "words": self._action_words(action, empire, now),
            "counted": self.say("counted") if action.icon else "",
        }

    def _action_words(self, action: Action, empire: int, now: int | None) -> str:
        values: dict[str, object] = {"count": action.amount, "empire": self.speaker.name("empire", self._id(empire))}
        if action.icon is None:
            return self.say(f"action.{action.kind}", **values)
        icons = self.say(f"icons.{action.icon}", count=action.per)
        return self.say(f"action.{action.kind}-per", **values, icons=icons, now=now)

    def _id(self, empire: int) -> str:
        return self.board.empires[empire]

    def _delegation(self, empire: int, place: int) -> str:
        """Who acts here when the seat is empty."""
        right = [f"{self._id(empire)}.{title}" for title in self.board.seat_names[place + 1 :]]
        if not right:
            return self.say("delegation-none")
        return self.say("delegation", seats=self.say("then").join(self.speaker.seat(each) for each in right))

    def seat_lines(self, seat: int) -> list[str]:
        """A seat in lines of text."""
        found = self.seat(seat)
        out = [bold(self.say("seat", **{key: found[key] for key in ("seat", "name", "place")}))]
        for action in found["actions"]:
            out += wrapped(action["words"], "  - ")
        if any(action["counted"] for action in found["actions"]):
            out += wrapped(self.say("counted"), "  ")
        out += wrapped(found["delegation"], "  ")
        return out + wrapped_list([rule["id"] for rule in found["rules"]], f"  {self.say('rules')} ", "    ")


def _called(ability: str, words: str) -> bool:
    """Whether words name an ability; the apostrophe of Alchemist's Fire may be typed or not."""
    return words.replace("'", "") == ability
