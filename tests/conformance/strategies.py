"""Positions for hypothesis: a setting, a seed, a number of random decisions, then options by index.

A failure shrinks to the plainest setting, few random decisions and the shortest list of indexes.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules.game import Game, load
from tests.games import ROWS, Setting, first_ask, play

SMALL = settings(
    max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


class Line(NamedTuple):
    """A way into a match."""

    game_id: str
    setting: Setting
    rich: bool
    seed: int
    lead: int
    picks: list[int]

    @property
    def game(self) -> Game:
        """The game it is of."""
        return load(self.game_id)

    def start(self) -> Any:
        """The state before the first decision."""
        make = ROWS[self.game_id].rich if self.rich else self.game.new
        return make(self.setting.players, self.setting.options, self.seed)

    def state(self) -> Any:
        """The state after the random decisions and those by index."""
        state = play(self.game, self.start(), random.Random(self.seed), self.lead)
        for pick in self.picks:
            ask = first_ask(self.game, state)
            if ask is None:
                break
            self.game.take(state, ask.player, [ask.options[pick % len(ask.options)].id])
        return state


def lines(game_id: str) -> st.SearchStrategy[Line]:
    """Ways into matches of a game."""
    return st.builds(
        Line,
        st.just(game_id),
        st.sampled_from(ROWS[game_id].settings),
        st.booleans(),
        st.integers(0, 2**64 - 1),
        st.integers(0, 160),
        st.lists(st.integers(0, 10_000), max_size=12),
    )
