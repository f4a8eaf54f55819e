"""Cross-links: the page behind a ref, from wherever it is named: a log line, a card, a seat, a refusal, the map."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen

from rules.whispers.layout import Board
from rules.whispers.rulebook import Rule
from wow_tui.actions import say, words
from wow_tui.reference import Reference
from wow_tui.screens.rule_page import LinkedPage
from wow_tui.screens.rulebook import RulebookScreen
from wow_tui.widgets.words import card_words

# The rules that the icons of a region are about.
ICON_RULES = {"city": "scoring", "fort": "attack.fort", "farm": "supply"}


def _rule(word: str, board: Board) -> Screen[None]:
    return RulebookScreen(word)


def _card(word: str, board: Board) -> Screen[None]:
    """The three abilities of a card: what they do, when, and for what."""
    reference = Reference(words().language)
    found = reference.card(reference.cards(word)[0])
    parts: list[str | Rule] = []
    for line in found["lines"]:
        names = {"line": reference.speaker.name("line", line["line"]), "name": line["name"], "rule": line["rule"]}
        parts += [
            reference.say("line", **names),
            reference.say("cost", cost=line["cost"], when="; ".join(line["when"])),
        ]
        parts += [*line["text"], reference.book.rule(line["rule"]), ""]
    return LinkedPage(card_words(reference.speaker, word), parts[:-1])


def _seat(word: str, board: Board) -> Screen[None]:
    """The printed actions of a seat, and who acts there when it is empty."""
    reference = Reference(words().language)
    found = reference.seat(reference.seats(word)[0])
    counted = [reference.say("counted")] if any(action["counted"] for action in found["actions"]) else []
    actions = [f"- {action['words']}" for action in found["actions"]]
    rules = [reference.book.rule(rule["id"]) for rule in found["rules"]]
    parts = [*actions, *counted, "", found["delegation"], "", reference.say("rules"), *rules]
    return LinkedPage(found["name"], parts)


def _region(word: str, board: Board) -> Screen[None]:
    """Name, home and icons of a region, each icon with its rule."""
    reference, region = Reference(words().language), board.region[word]
    icons = [icon for icon in ICON_RULES if region in board.icons[icon]]
    home = reference.speaker.name("empire", board.empires[board.home[region]])
    near = ", ".join(board.regions[other] for other in board.adjacent[region])
    lines: list[str | Rule] = [say("about.region", home=home, limit=board.limit[region]), say("about.near", near=near)]
    for icon in icons:
        rule = reference.book.rule(ICON_RULES[icon])
        lines += ["", f"{reference.speaker.name('icon', icon)}:", rule, rule.text]
    return LinkedPage(f"{word} {board.names[region]}", lines)


# `rule:ID` is a rule, an empty word the whole book; cards and seats by their ids, regions by code.
PAGES: dict[str, Callable[[str, Board], Screen[None]]] = {
    "rule": _rule,
    "card": _card,
    "seat": _seat,
    "region": _region,
}


def page_of(ref: str, board: Board) -> Screen[None] | None:
    """The page of a ref such as `rule:attack.fort`, or None if that kind has none."""
    kind, _, word = ref.partition(":")
    page = PAGES.get(kind)
    return None if page is None else page(word, board)
