"""The bot that takes any answer, each as likely as the others."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.ask import Ask
from wow_tui.bots.bot import Reason


class RandomBot:
    """Answers uniformly at random, in any game, without looking."""

    looks = False

    def __init__(self, seed: int) -> None:
        """The same seed gives the same answers to the same asks."""
        self._random = Random(seed)
        self._offered = 0

    @property
    def reason(self) -> Reason | None:
        """How many options it drew from; None before the first decision."""
        return Reason("random", {"options": self._offered}) if self._offered else None

    def choose(self, view: Any, ask: Ask) -> list[str]:
        """Any options, of a number that is as likely as every other number allowed."""
        options = ask.options
        self._offered = len(options)
        if ask.least == ask.most == 1:
            return [options[int(self._random.random() * len(options))].id]
        count = self._random.randint(ask.least, min(ask.most, len(options)))
        return [option.id for option in self._random.sample(options, count)]
