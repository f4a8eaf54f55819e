"""What an event is about: the players, empires, regions, seats and cards in it as refs, and the rule behind it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ask import Event
from rules.whispers.layout import Board

_PLAYERS = ("player", "other", "asked")
_EMPIRES = ("empire", "enemy", "holder", "active", "first_empire", "second_empire")
_REGIONS = ("region", "source", "target")
_SEATS = ("seat", "agent", "left", "other")
_CARDS = ("card", "with")

# The rule to read about each kind of event; abilities of cards have rules of their own.
RULES = {
    "round": "round",
    "deploy": "deploy.place",
    "recall": "deploy.take-back",
    "acts": "delegation",
    "idle": "act.must",
    "add": "add",
    "draw": "draw",
    "drawn": "draw",
    "attack": "attack",
    "battle": "attack.fight",
    "swap": "swap",
    "play": "card.window",
    "join": "card.armada",
    "reinforce": "card.reinforce",
    "relocate": "card.relocate",
    "borrow": "card.borrow",
    "populate": "card.populate",
    "destroy": "card.return",
    "move": "card.march",
    "disperse": "card.disperse",
    "disperse-reserve": "card.disperse",
    "supply": "supply",
    "round-marked": "round.first",
    "keep": "loyalty.swap",
    "loyalty-swap": "loyalty.swap",
    "discard": "discard.limit",
    "discarded": "discard.limit",
    "game-end": "scoring",
}


def event_rule(event: Event) -> str:
    """The id of the rule behind an event, or an empty text."""
    ability = event.values.get("ability")
    return f"card.{ability}" if ability else RULES.get(event.key, "")


def event_refs(event: Event, board: Board) -> frozenset[str]:
    """What an event names, as refs: `player:1`, `empire:bear`, `region:B3`, `seat:bear.marshal`, `card:bear/lion`.

    A seat is also of its empire.
    """
    return frozenset(_refs(event, board))


def _refs(event: Event, board: Board) -> Iterator[str]:
    for name, value in event.values.items():
        if name in _PLAYERS and isinstance(value, int):
            yield f"player:{value}"
        elif not isinstance(value, str):
            continue
        elif name in _EMPIRES:
            yield f"empire:{value}"
        elif name in _REGIONS:
            yield f"region:{value}"
        elif name in _SEATS and value in board.seat:
            yield from seat_refs(value)
        elif name in _CARDS and value:
            yield f"card:{value}"
        elif name == "place":
            kind, _, word = value.partition(":")
            yield from seat_refs(word) if kind == "seat" else (value,)


def seat_refs(seat: str) -> tuple[str, str]:
    """A seat and its empire."""
    return f"seat:{seat}", f"empire:{seat.partition('.')[0]}"
