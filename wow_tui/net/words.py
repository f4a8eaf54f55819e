"""What comes from a host, in words: lines said at a table, and the people of tables."""

from __future__ import annotations

from collections.abc import Callable

from wow_tui.clean import clean
from wow_tui.net.messages import LONGEST_CHAT, LONGEST_NAME, Card, Line, Person
from wow_tui.table import PERSON
from wow_tui.text.catalogue import Catalogue

_PEOPLE = ("came", "went", "released", "bot", "person", "asks-undo", "refuses-undo", "undid", "out-of-time")
LINES = frozenset((*_PEOPLE, "said", "watcher-said"))


def line_of(catalogue: Catalogue) -> Callable[[Line], str]:
    """How lines are said in a language. What a host sends is cleaned here again."""

    def say(line: Line) -> str:
        key = line.key if line.key in LINES else "said"
        words = {"name": clean(line.values.get("name", ""), LONGEST_NAME)}
        words["text"] = clean(line.values.get("text", ""), LONGEST_CHAT)
        return catalogue.say(f"net.line.{key}", **words)

    return say


def person_of(catalogue: Catalogue, person: Person) -> str:
    """A player of a table: his name, and whether he is free, a bot, away or oneself."""
    how = ""
    if person.yours:
        how = "mine"
    elif person.kind != PERSON:
        how = "is-bot"
    elif not person.taken:
        how = "free"
    elif not person.here:
        how = "away"
    name = clean(person.name, LONGEST_NAME)
    if not how:
        return name
    return catalogue.say("plain.net.person", name=name, how=catalogue.say(f"plain.net.{how}"))


def state_of(catalogue: Catalogue, card: Card) -> str:
    """How far the match of a table is."""
    if card.over:
        return catalogue.say("plain.net.over")
    if not card.started:
        return catalogue.say("plain.net.gathering")
    return catalogue.say("plain.net.round", round=card.round)
