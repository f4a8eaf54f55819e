"""A position on its way to becoming a state."""

from __future__ import annotations

from rules.sentence import Sentence, sentence_of
from rules.whispers.faults import Faults
from rules.whispers.layout import Board
from rules.whispers.naming import lookup, options_in
from rules.whispers.position import Position, PositionError, names_of, nearest
from rules.whispers.setup import blank
from rules.whispers.state import State


class Draft:
    """The state so far, with the `board`, the `names` of the players in order and the `faults` found."""

    def __init__(self, position: Position, strict: bool) -> None:
        """The state is blank at first. PositionError for players or options that cannot be."""
        self.position, self.faults = position, Faults(strict)
        self.names = names_of(position)
        self.state = self._blank()
        self.board: Board = self.state.board()

    def _blank(self) -> State:
        position = self.position
        options = options_in(position)
        try:
            state = blank(len(self.names), options, position.seed)
        except ValueError as error:
            raise PositionError(sentence_of(error), "players") from None
        state.lab = not position.complete
        state.step = position.step
        if position.chance is not None:
            state.chance = position.chance
        return state

    def lookup(self, kind: str, word: str) -> int:
        """The number of a region, seat, empire, card or slot by its name; PositionError with the nearest one."""
        return lookup(self.board, kind, word)

    def player(self, name: str) -> int:
        """The number of a player by name."""
        if name not in self.names:
            hint = nearest(name, self.names)
            raise PositionError(
                Sentence(
                    "there-is-no-player-name-there",
                    "there is no player {name!r}; there are: {known}{hint}",
                    name=name,
                    known=", ".join(self.names),
                    hint=hint,
                ),
                name,
            )
        return self.names.index(name)
