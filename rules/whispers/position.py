"""Positions: a TOML form that a person can write by hand, in which only what matters is named.

The README documents the keys. `placing` makes a state of it, `describing` writes a state down again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from rules.sentence import Sentence

LETTERS = "ABCD"
# A loyalty token nobody here knows; a card of which only the back is known is its empire with it: `bear/?`.
UNKNOWN = "?"
BOARDS = ("setup", "empty")
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


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known name nearest to a word, or None if none is near."""
    # Imported here, for only mistakes need it.
    from difflib import get_close_matches

    lower = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), lower, 1, 0.5)
    return lower[close[0]] if close else None


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean X?` for the known name nearest to a word, or nothing."""
    name = closest(word, known)
    return "" if name is None else Sentence("near", "; did you mean {name!r}?", name=name)


def is_number(word: str) -> bool:
    """Whether a word is a plain number of banners."""
    return word.isascii() and word.isdigit() and len(word) <= 3


def is_code(text: str) -> bool:
    """Whether a text looks like a code of any version."""
    word = text.strip()
    return word[:3].lower() == "wow" and word[3:4].isdecimal() and len(word) > 6 and word.isalnum()


def convert(data: dict[str, Any]) -> Position:
    """Plain data as a position. PositionError naming the key that is wrong."""
    unknown = [key for key in data if key not in Position.__struct_fields__]
    if unknown:
        hint = nearest(unknown[0], list(Position.__struct_fields__))
        raise PositionError(
            Sentence(
                "a-position-has-no-key-unknown",
                "a position has no key {unknown!r}{hint}",
                unknown=unknown[0],
                hint=hint,
            ),
            unknown[0],
        )
    for key, words in (("phase", get_args(Phase)), ("board", BOARDS)):
        word = data.get(key)
        if isinstance(word, str) and word not in words:
            raise PositionError(
                Sentence(
                    "there-is-no-name-word-hint",
                    "there is no {name} {word!r}{hint}",
                    name=key,
                    word=word,
                    hint=nearest(word, list(words)),
                ),
                word,
            )
    try:
        return msgspec.convert(data, Position)
    except msgspec.ValidationError as error:
        where = str(error).rpartition("$.")[2].strip("`[.]") if "$." in str(error) else ""
        raise PositionError(f"{error}".replace(" - at `$.", " at `"), where.split("[")[0]) from None


def flat(agents: dict[str, Any]) -> list[tuple[str, Any]]:
    """The agents by place: TOML reads `bear.marshal = "A"` as nested tables; seats are written flat."""
    out: list[tuple[str, Any]] = []
    for place, owner in agents.items():
        if isinstance(owner, dict):
            out += [(f"{place}.{seat}", name) for seat, name in owner.items()]
        else:
            out.append((place, owner))
    return out


def names_of(position: Position) -> list[str]:
    """The players: as listed, or so many letters, or those named anywhere and letters up to two.

    PositionError for a number or names that cannot be.
    """
    if isinstance(position.players, list):
        if len(set(position.players)) != len(position.players) or not all(position.players):
            raise PositionError(
                Sentence("two-players-have-the-same-name", "two players have the same name, or one has none"), "players"
            )
        return position.players
    if isinstance(position.players, int):
        if not 2 <= position.players <= len(LETTERS):
            raise PositionError(
                Sentence(
                    "players-players-the-game-is-for",
                    "{players} players: the game is for 2 to 4",
                    players=position.players,
                ),
                "players",
            )
        return list(LETTERS[: position.players])
    named = {name for table in (position.hands, position.loyalties, position.swaps) for name in table}
    named |= {name for name in (position.first, position.turn) if name}
    for _, owner in flat(position.agents):
        named |= {name for name in (owner if isinstance(owner, list) else [owner]) if isinstance(name, str)}
    named.discard("")
    for letter in LETTERS:
        if len(named) < 2:
            named.add(letter)
    return sorted(named)
