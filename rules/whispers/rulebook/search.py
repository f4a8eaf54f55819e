"""Finding rules by words, in any of their forms: `sztandarami` finds what says `sztandar`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from rules.whispers.rulebook import Rule, Rulebook

# How much a word counts by where it is found.
IN_ID, IN_TITLE, IN_TEXT = 4.0, 3.0, 1.0
PARTLY = 0.5
MOST_WORDS = 12
# A word of so many letters at least is found by its beginning or another form.
LEAST = 3
# What a stem keeps at least, and by how many letters two stems of one word may differ.
LEAST_STEM, FEW = 3, 2

# Endings of nouns, adjectives and verbs without accents: enough to find, too few to parse.
ENDINGS = {
    "en": "ing es ed s",
    "pl": (
        "owania owanie owaniu owaniem owac ujesz ujemy ajace ajacy ajaca ania aniu anie aniem enia eniu enie eniem iesz"
        " iego iemu owie ami ach ych ich ymi imi ego emu ej iej ow om em iem esz asz isz ysz uje aja"
        " ac ec ic yc ie ia io iu ze a e i o u y"
    ),
    "ru": (
        "ованием ования ованию ование ировать овать ываете аете уете ется ами ями ого его ому ему ыми ими"
        " ение ения ению ением ание ания анию анием ах ях ов ев ей ой ий ый ая яя ое ее ую юю ом ем"
        " ам ям ть те ет ит ут ют ат ят ых их а я о е у ю ы и ь й"
    ),
}
_ENDINGS = {name: sorted(endings.split(), key=len, reverse=True) for name, endings in ENDINGS.items()}
# The last consonant of a Polish stem changes with its ending: karta, karcie; najemnik, najemnicy.
_SOFTENED = {"pl": (("st", "sc"), ("dz", "d"), ("rz", "r"), ("t", "c"), ("k", "c"))}


def plain(text: str) -> str:
    """Text in small letters without accents: many leave them out when they type."""
    parts = unicodedata.normalize("NFKD", text.lower().replace("й", "\0"))
    return "".join(char for char in parts if not unicodedata.combining(char)).replace("\0", "й").replace("ł", "l")


def split(text: str) -> list[str]:
    """The words of a text, plain."""
    return re.findall(r"[^\W_]+", plain(text))


def stem(word: str, language: str) -> str:
    """A plain word without its ending."""
    for ending in _ENDINGS.get(language, ()):
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
            word = word.removesuffix(ending)
            break
    for last, other in _SOFTENED.get(language, ()):
        if word.endswith(last) and len(word) > LEAST_STEM:
            return word.removesuffix(last) + other
    return word


class Words:
    """The words of a place in a rule, and how much they count."""

    def __init__(self, weight: float, text: str, language: str) -> None:
        self.weight, self.words = weight, frozenset(split(text))
        self.stems = frozenset(stem(word, language) for word in self.words if len(word) >= LEAST)

    def score(self, word: str, wanted: str) -> float:
        """What a word with its stem counts here: full for the word itself, half for another form of it."""
        if word in self.words:
            return self.weight
        if len(word) < LEAST:
            return 0.0
        if any(other.startswith(word) for other in self.words) or any(_alike(wanted, each) for each in self.stems):
            return self.weight * PARTLY
        return 0.0


def _alike(one: str, other: str) -> bool:
    """Whether two stems are those of one word: the same, or one begins the other and is hardly shorter."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) > LEAST_STEM and len(long) - len(short) <= FEW and long.startswith(short)


class Search:
    """A rulebook made ready to be searched."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        language = book.language
        self._places = {
            rule.id: (
                Words(IN_ID, rule.id, language),
                Words(IN_TITLE, rule.title, language),
                Words(IN_TEXT, rule.text, language),
            )
            for rule in book.rules.values()
        }

    def find(self, words: str) -> list[Rule]:
        """The rules in which every word is found, the best first; if there is none, those with most of the words.

        A rule id as a whole finds that rule first.
        """
        wanted = [(word, stem(word, self.book.language)) for word in split(words)[:MOST_WORDS]]
        found: list[tuple[int, bool, float, Rule]] = []
        for rule in self.book.rules.values():
            scores = [sum(place.score(*word) for place in self._places[rule.id]) for word in wanted]
            hits = sum(score > 0 for score in scores)
            if hits:
                found.append((hits, rule.id == words.strip().lower(), sum(scores), rule))
        return _best(found)


def _best(found: Iterable[tuple[int, bool, float, Rule]]) -> list[Rule]:
    rows = list(found)
    most = max((hits for hits, _, _, _ in rows), default=0)
    best = [row for row in rows if row[0] == most]
    best.sort(key=lambda row: row[1:3], reverse=True)
    return [rule for _, _, _, rule in best]


def find(words: str, book: Rulebook) -> list[Rule]:
    """The rules of a book that words find, as `Search.find`."""
    return Search(book).find(words)
