"""Typed lines of moves. One line may hold several answers: `play bear/eagle special remove L2 3`,
`add B1 2 B3` (a number left out is 1). The grammar of a single move is in `moves`."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import Event, Illegal, Option, Refusal
from rules.whispers import game
from rules.whispers.layout import Board
from rules.whispers.moves import VERBS, Moves, moves, paired
from rules.whispers.state import State

MOST_WORDS = 80
# Verbs that take a region and a number, and may be followed by more such pairs.
_PAIRS = ("add", "remove", "to", "reinforce")


def split(board: Board, line: str) -> list[str]:
    """The single moves of a line, in order. Illegal (`game.words`) if it does not begin with a verb."""
    words = line[:2000].lower().replace(",", " ").replace("->", " ").split()
    if not words or words[0] not in VERBS or len(words) > MOST_WORDS:
        raise Illegal(Refusal("game.words", "", {"move": line.strip()[:80]}))
    clauses: list[list[str]] = []
    for word in words:
        if word in VERBS and not (clauses and clauses[-1] == ["play"]):
            clauses.append([word])
        else:
            clauses[-1].append(word)
    return [" ".join(each) for clause in clauses for each in _spread(moves(board), clause)]


def proper(board: Board, clause: str) -> str:
    """A move as it is written: regions in capital letters, whatever was typed."""
    known = moves(board).words["region"]
    return " ".join(board.regions[known[word]] if word in known else word for word in clause.split())


def _spread(catalogue: Moves, clause: list[str]) -> list[list[str]]:
    """`add B1 2 B3` as `add B1 2` and `add B3 1`."""
    verb, words = clause[0], clause[1:]
    if verb not in _PAIRS or sum(catalogue.read("region", word) is not None for word in words) < 2:
        return [clause]
    out: list[list[str]] = []
    for word in words:
        if catalogue.read("region", word) is not None:
            out.append([verb, word])
        elif out:
            out[-1].append(word)
        else:
            return [clause]
    return [part if len(part) > 2 else [*part, "1"] for part in out]


def resolve(board: Board, clause: str, options: Sequence[Option]) -> Option:
    """The option a single move means. What is left out is filled in where the options leave no choice.

    Illegal: `game.words` if it is no move, `game.ambiguous` if several options fit.
    """
    found = moves(board).find(clause)
    if found is not None and (found.key != "play" or found in options):
        return found
    fits = [option for option in options if option.id.lower().startswith(f"{clause} ") or _plays(board, found, option)]
    if len(fits) == 1:
        return fits[0]
    if fits and clause.split()[0] in _PAIRS:
        return fits[0]
    if fits:
        raise Illegal(Refusal("game.ambiguous", "", {"move": proper(board, clause), "fits": [o.id for o in fits[:8]]}))
    if found is not None:
        return found
    raise Illegal(_unknown(board, clause))


def _plays(board: Board, found: Option | None, option: Option) -> bool:
    """Whether an option is a play named without its payment, also where the two cards could change roles."""
    if found is None or found.key != "play" or option.key != "play-with":
        return False
    card, line = found.args
    return option.args in {
        paired(board, card, line, option.args[0]),
        paired(board, card, line, option.args[2]),
    }


def _unknown(board: Board, clause: str) -> Refusal:
    """Why a clause is no move at all: a word that names nothing, or a number that is missing."""
    catalogue = moves(board)
    for tail in (" 1", f" {board.regions[0]} 1"):
        if catalogue.find(clause + tail):
            return Refusal("game.words", "short", {"move": proper(board, clause)})
    known = set(VERBS) | {"with"} | {word for words in catalogue.words.values() for word in words}
    for word in clause.split():
        if word not in known and not word.isdigit():
            return Refusal("game.words", "word", {"move": proper(board, clause), "word": word})
    return Refusal("game.words", "", {"move": proper(board, clause)})


def play_line(state: State, player: int, line: str) -> tuple[list[str], list[list[Event]]]:
    """Play a whole line on this state: the answers it stands for, and what each brought.

    Illegal if any part is refused; the state is then somewhere in the line, so give a copy.
    """
    answers: list[str] = []
    events: list[list[Event]] = []
    for clause in split(state.board(), line):
        asks = game.asks(state)
        if answers and player not in asks:
            raise Illegal(Refusal("game.rest", "", {"rest": proper(state.board(), clause)}))
        options = asks[player].options if player in asks else []
        option = resolve(state.board(), clause, options)
        events.append(game.take(state, player, (option.id,)))
        answers.append(option.id)
    return answers, events
