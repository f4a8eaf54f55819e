"""Filters of the log by meaning: societies, empires, regions, seats, and what remains as words of the text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from rules.whispers.layout import Board
from wow_tui.text.speaker import Speaker

# So many letters of a society's name are enough, if no other begins with them.
SHORTEST = 3


class Term(Struct, frozen=True):
    """One thing a filter asks for: any of `refs`, or, without refs, its label as a part of the text."""

    label: str
    refs: frozenset[str] = frozenset()

    @property
    def kind(self) -> str:
        """What it is of: `player`, `empire`, ...; each text is of its own kind."""
        return next(iter(sorted(self.refs)), f"text {self.label}").partition(":")[0]


class LogFilter(Struct, frozen=True):
    """Terms of one kind widen, those of different kinds narrow: Bear Lion B3 is (Bear or Lion) in B3."""

    terms: tuple[Term, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.terms)

    def matches(self, refs: Collection[str], text: str) -> bool:
        """Whether a line that is about `refs` and reads `text` passes."""
        lowered = text.casefold()
        fitting: dict[str, bool] = {}
        for term in self.terms:
            fits = not term.refs.isdisjoint(refs) if term.refs else term.label.casefold() in lowered
            fitting[term.kind] = fitting.get(term.kind, False) or fits
        return all(fitting.values())

    @property
    def label(self) -> str:
        """The terms as they are shown."""
        return ", ".join(term.label for term in self.terms)


class Filters:
    """What the words of a filter can mean at one table."""

    def __init__(self, speaker: Speaker, board: Board) -> None:
        """Societies by name, empires by name or id, regions by id or name, seats by id, title, or name."""
        self.players = [
            Term(name, frozenset({f"player:{number}"})) for number, name in enumerate(speaker.names) if name.strip()
        ]
        self.empires = [Term(speaker.name("empire", each), frozenset({f"empire:{each}"})) for each in board.empires]
        self.regions = [Term(region, frozenset({f"region:{region}"})) for region in board.regions]
        named = dict(zip(board.names, self.regions, strict=True))
        named |= {term.label: term for term in [*self.regions, *self._seats(speaker, board), *self.empires]}
        named |= dict(zip(board.empires, self.empires, strict=True))
        self._known = {name.casefold(): term for name, term in named.items()}
        for term in self.players:
            key = _spaced(term.label)
            other = self._known.get(key)
            # A society called Bear: both are meant.
            self._known[key] = term if other is None else Term(term.label, term.refs | other.refs)
        self.players = [self._known[_spaced(term.label)] for term in self.players]
        self.empires = [self._known[_spaced(term.label)] for term in self.empires]

    def _seats(self, speaker: Speaker, board: Board) -> Iterator[Term]:
        for seat in board.seats:
            yield Term(seat, frozenset({f"seat:{seat}"}))
            yield Term(speaker.seat(seat), frozenset({f"seat:{seat}"}))
        for title in board.seat_names:
            refs = frozenset(f"seat:{empire}.{title}" for empire in board.empires)
            yield Term(speaker.name("seat", title), refs)

    def read(self, line: str) -> LogFilter:
        """The filter that words mean; names of several words are recognised, the rest is looked for in the text."""
        words = line.split()
        terms: list[Term] = []
        while words:
            taken, term = self._first(words)
            del words[:taken]
            if term not in terms:
                terms.append(term)
        return LogFilter(tuple(terms))

    def _first(self, words: list[str]) -> tuple[int, Term]:
        """How many words the longest known name at the beginning takes, and what it means."""
        for count in range(len(words), 0, -1):
            term = self._known.get(" ".join(words[:count]).casefold())
            if term is not None:
                return count, term
        return 1, self._begun(words[0]) or Term(words[0])

    def _begun(self, word: str) -> Term | None:
        """The one society whose name begins so."""
        fitting = [term for term in self.players if term.label.casefold().startswith(word.casefold())]
        return fitting[0] if len(fitting) == 1 and len(word) >= SHORTEST else None

    def of_ref(self, ref: str) -> Term | None:
        """The term for a ref such as `region:B3`, or None if nothing is filtered by it."""
        terms: Mapping[str, Term] = {
            only: term for term in self._known.values() if len(term.refs) == 1 for only in term.refs
        }
        return terms.get(ref)

    def toggled(self, line: str, term: Term) -> str:
        """The words of a filter with a term added, or taken away if it was there."""
        terms = self.read(line).terms
        kept = [each for each in terms if each != term] if term in terms else [*terms, term]
        return " ".join(each.label for each in kept)


def _spaced(name: str) -> str:
    return " ".join(name.split()).casefold()
