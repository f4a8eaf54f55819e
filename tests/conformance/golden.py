"""Play-throughs and counts kept as text under `tests/data/golden`.

`python -m tests.conformance.golden` writes them anew; do so only when the rules are meant to have changed.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

from rules.game import GAMES, Game, load
from tests.games import ROWS, Setting, blob, first_ask, walk

FOLDER = Path(__file__).resolve().parents[1] / "data" / "golden"


def started(name: str, setting: Setting, rich: bool, seed: int) -> Any:
    """A state before its first decision."""
    start = ROWS[name].rich if rich else load(name).new
    return start(setting.players, setting.options, seed)


# Play-throughs


def play_throughs() -> dict[str, tuple[str, Setting, bool, int]]:
    """By file name: game, setting, whether hands are dealt, seed."""
    found = {}
    for name in GAMES:
        for seed, setting in enumerate(ROWS[name].settings, 1):
            rich = seed % 3 == 0
            found[f"{name}-{seed:02}-{setting.name}.txt"] = (name, setting, rich, seed)
    return found


def ending(game: Game, state: Any) -> list[str]:
    """The outcome in lines, and a digest of the last state."""
    outcome = game.outcome(state)
    assert outcome is not None
    lines = []
    for place in outcome.places:
        why = json.dumps(place.why, sort_keys=True)
        lines.append(f"= player {place.player} rank {place.rank} points {place.points} {why}")
    return [*lines, f"= state {hashlib.blake2b(blob(state), digest_size=8).hexdigest()}"]


def told(name: str, setting: Setting, rich: bool, seed: int) -> str:
    """A whole game by chance: one line per answer, then how it ended."""
    game, state = load(name), started(name, setting, rich, seed)
    steps = [f"{step.ask.player} {step.option.id}" for step in walk(game, state, random.Random(seed))]
    return "\n".join([*steps, *ending(game, state)]) + "\n"


def answers(text: str) -> list[tuple[int, str]]:
    """Player and move of each answer of a recorded game."""
    lines = (line.split(" ", 1) for line in text.splitlines() if not line.startswith("="))
    return [(int(player), move) for player, move in lines]


def replayed(name: str, setting: Setting, rich: bool, seed: int, text: str, most: int = 100_000) -> Any:
    """The state after the first answers of a recorded game."""
    game, state = load(name), started(name, setting, rich, seed)
    for player, move in answers(text)[:most]:
        assert list(game.asks(state)) == [player], move
        game.take(state, player, [move])
    return state


def retold(name: str, setting: Setting, rich: bool, seed: int, text: str) -> str:
    """The text of a recorded game written anew after playing its answers."""
    state = replayed(name, setting, rich, seed, text)
    lines = [f"{player} {move}" for player, move in answers(text)]
    return "\n".join([*lines, *ending(load(name), state)]) + "\n"


# Counts of leaves


def perft(game: Game, state: Any, depth: int) -> int:
    """How many lines of `depth` answers there are; a game that is over counts as a leaf."""
    ask = first_ask(game, state)
    if ask is None:
        return 1
    if depth == 1:
        return len(ask.options)
    total = 0
    for option in ask.options:
        after = state.copy()
        game.take(after, ask.player, [option.id])
        total += perft(game, after, depth - 1)
    return total


def positions(name: str) -> dict[str, Any]:
    """Fixed states to count from: recorded games after some answers, the first three before any."""
    found = {}
    for number, (file, made) in enumerate(play_throughs().items()):
        if made[0] == name:
            lead = 0 if number < 3 else 12 + 37 * number % 110
            found[f"{file} {lead}"] = replayed(*made, (FOLDER / file).read_text(), lead)
    return found


def counts(name: str) -> dict[str, list[int]]:
    """The number of leaves at depth 1, 2 and 3 from each fixed position; the last unless too many."""
    game, found = load(name), {}
    for title, state in positions(name).items():
        row = [perft(game, state, 1), perft(game, state, 2)]
        if row[1] < 2500:
            row.append(perft(game, state, 3))
        found[title] = row
    return found


def write() -> None:
    """Write all golden files anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, made in play_throughs().items():
        (FOLDER / file).write_text(told(*made))
    tables = {name: counts(name) for name in GAMES}
    (FOLDER / "perft.json").write_text(json.dumps(tables, indent=1) + "\n")


if __name__ == "__main__":
    write()
