"""A position written as the one line that `oneline.parse` reads back to the same position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rules.sentence import Sentence
from rules.whispers.layout import SLOTS
from rules.whispers.oneline_words import KEYWORDS, OPTIONS, SAME, name_words, split
from rules.whispers.position import LETTERS, UNKNOWN, Position, PositionError

_UNSAID = ("chance", "agenda")


def write(position: Position, move: str = "") -> str:
    """The canonical line of a position, and a move after it.

    PositionError for what a line cannot say: an agenda, a chance number, names of more than a word.
    """
    for key in _UNSAID:
        if getattr(position, key) is not None:
            raise PositionError(
                Sentence("a-line-cannot-say-name-save", "a line cannot say {name!r}: save a case file", name=key), key
            )
    if position.step or position.complete:
        raise PositionError(
            Sentence("a-line-cannot-say-step-or", "a line cannot say 'step' or 'complete': save a case file"), "step"
        )
    clauses = [", ".join(_banners(position)), *_clauses(position), move]
    return "; ".join(clause for clause in clauses if clause)


def _banners(position: Position) -> Iterator[str]:
    for region, entry in position.banners.items():
        words = str(entry).split()
        if len(words) > 2:
            raise PositionError(
                Sentence(
                    "a-line-cannot-say-banners-of",
                    "a line cannot say banners of two empires in {region}: save a case file",
                    region=region,
                ),
                region,
            )
        number = next((word for word in words if word.isdigit()), "1")
        yield " ".join([number, *(word for word in words if not word.isdigit()), region])


def _clauses(position: Position) -> Iterator[str]:
    if position.board is not None:
        yield "setup" if position.board == "setup" else "board empty"
    if position.acts:
        yield position.acts
    for owner, places in _places(position):
        yield _line("agent", _name(owner), places)
    for table, keyword in ((position.hands, "hand"), (position.revealed, "shown")):
        for name, words in table.items():
            if any(word.endswith(f"/{UNKNOWN}") for word in words):
                raise PositionError(
                    Sentence(
                        "a-line-cannot-say-cards-of",
                        "a line cannot say cards of which only the back is known: save a case file",
                    ),
                    name,
                )
            yield _line(keyword, _name(name), words)
    for name, slots in position.loyalties.items():
        if isinstance(slots, list) and UNKNOWN in slots:
            slots = {slot: word for slot, word in zip(SLOTS, slots, strict=False) if word != UNKNOWN}
        words = [word for pair in slots.items() for word in pair] if isinstance(slots, dict) else slots
        yield _line("loyalty", _name(name), words)
    for empire, deck in position.decks.items():
        yield _line("deck", empire, deck if isinstance(deck, list) and deck else [str(deck or 0)])
    for empire, count in position.reserves.items():
        yield f"reserve {empire} {count}"
    yield from _scalars(position)


def _scalars(position: Position) -> Iterator[str]:
    if isinstance(position.players, list):
        yield _line("players", *map(_name, position.players))
    elif position.players is not None:
        yield f"players {position.players}"
    if position.round != 1:
        yield f"round {position.round}"
    for keyword, name in (("first", position.first), ("turn", position.turn)):
        if name is not None:
            yield f"{keyword} {_name(name)}"
    if position.phase is not None:
        yield f"phase {position.phase}"
    for name, count in position.swaps.items():
        yield f"swaps {_name(name)} {count}"
    if position.preset != "printed":
        yield position.preset
    for option, value in position.options.items():
        yield f"{option} {'yes' if value is True else 'no' if value is False else value}"
    if position.seed:
        yield f"seed {position.seed}"


def _line(keyword: str, name: str, words: Iterable[str] | str = (), *more: str) -> str:
    return " ".join([keyword, name, *([words] if isinstance(words, str) else words), *more])


def _places(position: Position) -> list[tuple[str, list[str]]]:
    """Where the agents of each player are, in the order of the names."""
    out: dict[str, list[str]] = {}
    for place, owner in position.agents.items():
        inner: dict[str, Any] = owner if isinstance(owner, dict) else {"": owner}
        for seat, owners in inner.items():
            for name in owners if isinstance(owners, list) else [owners]:
                if name:
                    out.setdefault(name, []).append(f"{place}.{seat}" if seat else place)
    return sorted(out.items())


def _name(name: str) -> str:
    """A player's name, if a line can say it: one word that names nothing else."""
    low = name.lower()
    known = low in KEYWORDS or low in OPTIONS or low in SAME or (name not in LETTERS and name.upper() in LETTERS)
    plain = not known and re.fullmatch(r"\w(?:[\w-]*\w)?", name)
    if not plain or split(name)[1] or name_words([name]).others != [name]:
        raise PositionError(
            Sentence(
                "a-line-cannot-say-the-name",
                "a line cannot say the name {name!r}: use a single word such as Ann, or A",
                name=name,
            ),
            name,
        )
    return name
