"""Whether what a save holds can be: decoding alone does not make a match that can be played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.game import Game
from rules.match import Entry
from rules.sentence import Sentence, sentence_of
from saves.errors import FAULTS, SaveError

LONGEST_ANSWER = 80
Known = Callable[[Sequence[str]], bool]


def _whispers(state: Any) -> Known:
    """In A War of Whispers an answer is one move, complete and in notation."""
    from rules.whispers.moves import moves

    catalogue = moves(state.board())
    return lambda answer: len(answer) == 1 and catalogue.find(answer[0]) is not None


# Per game, how its answers are told from other texts; a game that is not here is only checked for form.
ANSWERS: dict[str, Callable[[Any], Known]] = {"whispers": _whispers}


def check_state(game: Game, state: Any, players: int) -> None:
    """SaveError if the state cannot be, or is for another number of players."""
    try:
        game.check(state)
        if state.players != players:
            raise ValueError(
                Sentence(
                    "the-state-is-for-players-players",
                    "the state is for {players} players, the save names {players_2}",
                    players=state.players,
                    players_2=players,
                )
            )
        asks = game.asks(state)
        if any(not ask.options or not 0 <= player < players for player, ask in asks.items()):
            raise ValueError(Sentence("somebody-is-asked-and-has-no", "somebody is asked and has no answer"))
        game.view(state, None)
    except FAULTS as error:
        plain = isinstance(error, ValueError)
        raise SaveError("impossible", sentence_of(error) if plain else type(error).__name__) from None


def check_journal(game: Game, state: Any, players: int, journal: Sequence[Entry]) -> None:
    """SaveError if a line of the journal is not an answer that a player of this game may give."""
    known = ANSWERS[game.facts.id](state) if game.facts.id in ANSWERS else None
    for number, entry in enumerate(journal, 1):
        if not 0 <= entry.player < players:
            raise SaveError(
                "impossible",
                Sentence(
                    "line-number-of-its-journal-is",
                    "line {number} of its journal is by player {number_2}",
                    number=number,
                    number_2=entry.player + 1,
                ),
            )
        fits = all(len(text) <= LONGEST_ANSWER for text in entry.answer)
        if not fits or (known is not None and not known(entry.answer)):
            raise SaveError(
                "impossible",
                Sentence("line-number-of-its-journal-is-2", "line {number} of its journal is no answer", number=number),
            )
