"""The words of one-line positions: what each names, and where the clauses and the move begin."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from rules.sentence import Sentence
from rules.whispers.layout import SLOTS, board
from rules.whispers.moves import VERBS, moves
from rules.whispers.options import PRESETS, Options
from rules.whispers.position import PositionError, is_number, nearest

# Words that say nothing that the others do not say.
FILLERS = frozenset(
    (
        *("on", "in", "at", "of", "with", "the", "only", "has", "have", "is", "are", "sits", "can", "may", "i", "we"),
        *("seat", "player", "banner", "banners", "council"),
    )
)
# Keywords as they may also be typed.
SAME = {"holds": "hand", "hands": "hand", "cards": "hand", "loyalties": "loyalty", "revealed": "shown"}
SAME |= {"agents": "agent", "reserves": "reserve", "decks": "deck", "act": "acts", "acting": "acts"}
SAME |= {"set-up": "setup", "option": ""}
KEYWORDS = (
    *("acts", "agent", "hand", "loyalty", "shown", "first", "turn", "round", "seed", "swaps", "reserve", "deck"),
    *("players", "preset", *PRESETS, "phase", "setup", "board"),
)
OPTIONS = Options.__struct_fields__
BOARD = board(Options().layout, Options().border)
CATALOGUE = moves(BOARD)
NUMBERS = {"empty": "0", "no": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


class Words(Struct):
    """The words of a clause by what they name; `others` are names of players, or mistakes.

    `order`: slots and empires as they follow each other, for loyalties.
    """

    numbers: list[int] = []
    regions: list[str] = []
    empires: list[str] = []
    seats: list[str] = []
    cards: list[str] = []
    slots: list[str] = []
    others: list[str] = []
    order: list[str] = []


def split(text: str) -> tuple[list[list[str]], str]:
    """The clauses of the position, and the move, in notation."""
    clauses: list[list[str]] = []
    move: list[str] = []
    for part in re.split(r"[;\n]", re.sub(r"[\"'`()?!:=]|\.(?!\w)", " ", text)):
        moving = False
        for piece in re.split(r",|\band\b", part, flags=re.IGNORECASE):
            words = piece.split()
            start = _verb_at(words)
            if moving and words and start is None and _goes_on(words):
                start = 0
            if start is None:
                clauses.append(words)
                continue
            moving = True
            clauses.append(words[:start])
            move += [_verb(words[start].lower()) or words[start], *words[start + 1 :]]
    return [clause for clause in clauses if clause], _natural(" ".join(move))


def _verb(word: str) -> str:
    """The verb a word is a form of (`attacks`), or nothing."""
    if word in KEYWORDS or word in VERBS:
        return word if word in VERBS else ""
    return word[:-1] if word.endswith("s") and word[:-1] in VERBS else ""


def _verb_at(words: list[str]) -> int | None:
    lower = [word.lower() for word in words]
    if "phase" in lower:
        return None
    return next((at for at, word in enumerate(lower) if _verb(word)), None)


def _goes_on(words: list[str]) -> bool:
    """Whether a piece after a comma belongs to the move before it, as in `add B1 2, B3`."""
    first = words[0].lower()
    if any(word.lower() in BOARD.empire for word in words):
        return False
    return first == "with" or is_number(first) or first in CATALOGUE.words["region"]


def _natural(move: str) -> str:
    """`attack L2 from B3 with 2` and `attack from B3 to L2 with 2` in the notation of moves."""
    region = r"([a-z]\d+)"
    spoken = rf"\battack (?:from )?{region}(?: banners?)?(?: (from|to|on|in))? {region}(?: with)?(?= |$)(?: banners?$)?"

    def turned(found: re.Match[str]) -> str:
        one, word, other = found.groups()
        return f"attack {other} {one}" if (word or "").lower() == "from" else f"attack {one} {other}"

    return re.sub(r" banners?\b", "", re.sub(spoken, turned, move, flags=re.IGNORECASE), flags=re.IGNORECASE)


def name_words(words: Sequence[str]) -> Words:
    """The words of a clause by what they name. PositionError for a card there is not."""
    out, titles = Words(), []
    vocabulary = CATALOGUE.words
    for word in words:
        low = word.lower()
        single = low[:-1] if low.endswith("s") and low not in vocabulary["empire"] else low
        low = NUMBERS.get(low, low)
        if low in FILLERS:
            continue
        if is_number(low.strip("x")):
            out.numbers.append(int(low.strip("x")))
        elif low in vocabulary["region"]:
            out.regions.append(BOARD.regions[vocabulary["region"][low]])
        elif low in vocabulary["seat"]:
            out.seats.append(low)
        elif single in vocabulary["empire"]:
            out.empires.append(single)
            out.order.append(single)
        elif low in SLOTS:
            out.slots.append(low)
            out.order.append(low)
        elif low in BOARD.seat_names:
            titles.append(low)
        elif "/" in low or low.replace("-", "/") in vocabulary["card"]:
            out.cards.append(_card(low))
        else:
            out.others.append(word)
    return _seated(out, titles)


def _seated(words: Words, titles: list[str]) -> Words:
    """`bear marshal` is one seat."""
    if titles:
        if len(words.empires) != 1:
            raise PositionError(
                Sentence(
                    "titles-needs-its-empire-such-as",
                    "{titles!r} needs its empire, such as `bear {titles}`",
                    titles=titles[0],
                ),
                titles[0],
            )
        words.seats += [f"{words.empires[0]}.{title}" for title in titles]
        words.empires = []
    return words


def _card(word: str) -> str:
    known = CATALOGUE.words["card"]
    card = word.replace("-", "/")
    if card not in known:
        raise PositionError(
            Sentence(
                "there-is-no-card-word-hint",
                "there is no card {word!r}{hint}",
                word=word,
                hint=nearest(card, list(known)),
            ),
            word,
        )
    return card


def unknown(word: str) -> PositionError:
    """The error for a word that names nothing, with the nearest word that does."""
    words = CATALOGUE.words
    known = [*BOARD.empires, *BOARD.seat_names, *BOARD.regions, *BOARD.seats, *SLOTS, *sorted(VERBS)]
    known += [*KEYWORDS, *OPTIONS, *(words["card"] if "/" in word else [])]
    return PositionError(
        Sentence(
            "word-is-not-known-here-hint", "{word!r} is not known here{hint}", word=word, hint=nearest(word, known)
        ),
        word,
    )
