"""Whole games as one line of digest each: every byte of the state after every answer goes into it.

Run as `python -m tests.conformance.digest` it writes the lines, so that other Pythons can be compared.
"""

from __future__ import annotations

import hashlib
import sys

from rules.game import GAMES, load
from tests.games import ROWS, blob, first_ask


def digest(name: str, index: int) -> str:
    """The digest of a game in the setting of that index; each answer is chosen by the digest so far."""
    game, setting = load(name), ROWS[name].settings[index]
    start = ROWS[name].rich if index % 2 else game.new
    state = start(setting.players, setting.options, 1000 + index)
    total = hashlib.blake2b(blob(state), digest_size=16)
    while (ask := first_ask(game, state)) is not None:
        option = ask.options[int.from_bytes(total.digest()[:4], "big") % len(ask.options)]
        events = game.take(state, ask.player, [option.id])
        total.update(blob([state, events, ask]))
    total.update(blob(game.outcome(state)))
    return f"{name} {setting.name} {total.hexdigest()}"


def digests() -> list[str]:
    """One line for every other setting of every game."""
    return [digest(name, index) for name in GAMES for index in range(0, len(ROWS[name].settings), 2)]


if __name__ == "__main__":
    sys.stdout.write("\n".join(digests()) + "\n")
