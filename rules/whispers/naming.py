"""What the words of a position name on a board: numbers of things, banners, options."""

from __future__ import annotations

from rules.sentence import Sentence
from rules.whispers.layout import Board
from rules.whispers.moves import moves
from rules.whispers.options import PRESETS, Options, preset, values
from rules.whispers.position import Position, PositionError, is_number, nearest

_THINGS = {
    "region": Sentence("thing-region", "region"),
    "seat": Sentence("thing-seat", "seat"),
    "empire": Sentence("thing-empire", "empire"),
    "card": Sentence("thing-card", "card"),
    "slot": Sentence("thing-slot", "slot"),
}


def lookup(board: Board, kind: str, word: str) -> int:
    """The number of a region, seat, empire, card or slot by its name; PositionError with the nearest one."""
    words = moves(board).words[kind]
    found = words.get(word.lower())
    if found is None:
        known = {"region": board.regions, "seat": board.seats, "empire": board.empires}
        raise PositionError(
            Sentence(
                "there-is-no-kind-word-hint",
                "there is no {kind} {word!r}{hint}",
                kind=_THINGS.get(kind, kind),
                word=word,
                hint=nearest(word, list(known.get(kind, words))),
            ),
            word,
        )
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
        raise PositionError(
            Sentence(
                "banners-entry-on-code-write-for",
                'banners {entry!r} on {code}: write for example "bear 3"',
                entry=entry,
                code=code,
            ),
            str(entry),
        )
    if isinstance(entry, int) and names:
        raise PositionError(
            Sentence(
                "entry-banners-on-code-a-number",
                "{entry} banners on {code}: a number of banners is 0 or more",
                entry=entry,
                code=code,
            ),
            str(entry),
        )
    region = lookup(board, "region", code)
    empires = [lookup(board, "empire", name) for name in names] or [board.home[region]]
    return sorted(zip(empires, numbers or [1], strict=True), key=lambda pair: -pair[1])


def options_in(position: Position) -> Options:
    """The options of a position. PositionError with the word that is wrong and what it may be."""
    if position.preset not in PRESETS:
        hint = nearest(position.preset, list(PRESETS)) or Sentence(
            "there-are", "; there are: {known}", known=", ".join(PRESETS)
        )
        raise PositionError(
            Sentence("no-preset-preset-hint", "no preset {preset!r}{hint}", preset=position.preset, hint=hint),
            position.preset,
        )
    for name, value in position.options.items():
        if name not in Options.__struct_fields__:
            raise PositionError(
                Sentence(
                    "there-is-no-option-name-hint",
                    "there is no option {name!r}{hint}",
                    name=name,
                    hint=nearest(name, list(Options.__struct_fields__)),
                ),
                name,
            )
        if not any(value == each and type(value) is type(each) for each in values(name)):
            known = ", ".join(_word(each) for each in values(name))
            raise PositionError(
                Sentence(
                    "the-option-name-cannot-be-value",
                    "the option {name!r} cannot be {value}; it may be: {known}",
                    name=name,
                    value=_word(value),
                    known=known,
                ),
                name,
            )
    return preset(position.preset, **position.options)


def _word(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
