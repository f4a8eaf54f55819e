"""The moves of the game as options: one short line of notation each, the same everywhere.

`SIGNATURES` is the grammar: per kind of move its verb and the kinds of its arguments.
"""

from __future__ import annotations

from functools import cache

from rules.ask import Option
from rules.whispers.layout import LINES, SLOTS, Board

MOST = 20

SIGNATURES: dict[str, tuple[str, tuple[str, ...]]] = {
    "deploy": ("deploy", ("seat",)),
    "deploy-region": ("deploy", ("region",)),
    "recall": ("recall", ("seat",)),
    "recall-region": ("recall", ("region",)),
    "add": ("add", ("region", "number")),
    "draw": ("draw", ()),
    "attack": ("attack", ("region", "region", "number")),
    "swap": ("swap", ("seat",)),
    "swap-tokens": ("swap", ("slot", "slot")),
    "keep": ("keep", ()),
    "pass": ("pass", ()),
    "done": ("done", ()),
    "play": ("play", ("card", "line")),
    "play-with": ("play", ("card", "line", "with", "card")),
    "to": ("to", ("seat",)),
    "to-region": ("to", ("region", "number")),
    "use": ("use", ("seat",)),
    "remove": ("remove", ("region", "number")),
    "from": ("from", ("region",)),
    "move": ("move", ("region", "region", "number")),
    "rearrange": ("rearrange", ("empire",)),
    "reinforce": ("reinforce", ("region", "number")),
    "discard": ("discard", ("card",)),
}
VERBS = frozenset(verb for verb, _ in SIGNATURES.values())
UNREAL = -1


def card_id(board: Board, card: int) -> str:
    """The id of a card: its empire, a slash, its partner empire."""
    size = len(board.empires)
    return f"{board.empires[card // size]}/{board.empires[card % size]}"


def cards(board: Board) -> list[int]:
    """The numbers of the kinds of card: empire times number of empires plus partner."""
    size = len(board.empires)
    return [card for card in range(size * size) if card // size != card % size]


class Moves:
    """The options of one board, made once and shared. Lists are ready to be sliced by amount."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._options: dict[str, Option] = {}
        self._made: dict[tuple[str, tuple[int, ...]], Option] = {}
        self.words = self._vocabulary()
        self.names = {kind: {value: word for word, value in words.items()} for kind, words in self.words.items()}
        self.names["region"] = dict(enumerate(board.regions))
        regions, seats = range(len(board.regions)), range(len(board.seats))
        self.deploy = [self.make("deploy", seat) for seat in seats]
        self.recall = [self.make("recall", seat) for seat in seats]
        self.swap = [self.make("swap", seat) for seat in seats]
        self.add = [[self.make("add", region, n) for n in range(1, MOST + 1)] for region in regions]
        self.draw, self.skip = self.make("draw"), self.make("pass")
        self.done, self.keep = self.make("done"), self.make("keep")
        self.attacks: list[list[list[Option]]] = [[[] for _ in regions] for _ in regions]

    def _vocabulary(self) -> dict[str, dict[str, int]]:
        board = self.board
        return {
            "region": {code.lower(): index for code, index in board.region.items()},
            "seat": dict(board.seat),
            "empire": dict(board.empire),
            "slot": {name: index for index, name in enumerate(SLOTS)},
            "line": {name: index for index, name in enumerate(LINES)},
            "card": {card_id(board, card): card for card in cards(board)},
        }

    def more_attacks(self, source: int, target: int, count: int) -> None:
        """Make the attacks from source on target with 1, 2, 3, ... banners in `attacks`, `count` at least."""
        row = self.attacks[source][target]
        row += [self.make("attack", source, target, n) for n in range(len(row) + 1, count + 1)]

    def make(self, key: str, *args: int) -> Option:
        """The option of that kind with these arguments; always the same object."""
        found = self._made.get((key, args))
        if found is None:
            verb, kinds = SIGNATURES[key]
            words, refs = [verb], []
            rest = iter(args)
            for kind in kinds:
                if kind == "with":
                    words.append("with")
                    continue
                word = self.write(kind, next(rest))
                words.append(word)
                refs.append(f"{kind}:{word}")
            found = Option(" ".join(words), key, args, tuple(refs))
            self._made[key, args] = found
            self._options[found.id] = found
        return found

    def write(self, kind: str, value: int) -> str:
        """An argument as a word of the notation."""
        return str(value) if kind == "number" else self.names[kind][value]

    def find(self, move: str) -> Option | None:
        """The option of a complete move in notation, or None if it is none. Capital letters do not matter."""
        found = self._options.get(move)
        return found if found is not None else self._parse(move)

    def _parse(self, move: str) -> Option | None:
        words = move.lower().split()
        for key, (verb, kinds) in SIGNATURES.items():
            if not words or words[0] != verb or len(words) != len(kinds) + 1:
                continue
            args = [self.read(kind, word) for kind, word in zip(kinds, words[1:], strict=True)]
            if None not in args:
                return self._canonical(key, [arg for arg in args if arg is not None and arg != UNREAL])
        return None

    def read(self, kind: str, word: str) -> int | None:
        """The value of a word, or None if it is no word of that kind. `with` counts as UNREAL."""
        if kind == "with":
            return UNREAL if word == "with" else None
        if kind == "number":
            fits = word.isascii() and word.isdigit() and len(word) <= 2 and 1 <= int(word) <= MOST
            return int(word) if fits else None
        return self.words[kind].get(word)

    def _canonical(self, key: str, args: list[int]) -> Option:
        """One form for moves that are the same: tokens in slot order, two cards that pay for each other."""
        if key == "swap-tokens":
            args = sorted(args)
        elif key == "play-with":
            args = list(paired(self.board, args[0], args[1], args[2]))
        return self.make(key, *args)


def paired(board: Board, card: int, line: int, payment: int) -> tuple[int, int, int]:
    """The one form of playing a card with a payment when each of the two would do for the other."""
    size = len(board.empires)
    if LINES[line] == "advanced" and card // size == payment // size:
        return min(card, payment), line, max(card, payment)
    if LINES[line] == "special" and card // size == payment % size and card % size == payment // size:
        return min(card, payment), line, max(card, payment)
    return card, line, payment


@cache
def moves(board: Board) -> Moves:
    """The catalogue of a board."""
    return Moves(board)
