"""How fast the rules core is, beside a fixed piece of pure Python measured in the same run."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from rules.ask import Ask
from rules.game import load
from rules.match import Match
from rules.whispers.options import Options
from rules.whispers.state import State

GAME = load("whispers")
LOOPS = 30_000
SAMPLES = 3


class Pace(Struct, frozen=True):
    """Random self-play of one number of players: medians over the runs.

    `per_calibration`: decisions made in the time of one calibration loop, which compares between machines
    and between quiet and busy hours.
    """

    players: int
    games_per_second: float
    decisions_per_second: float
    decisions_per_game: float
    per_calibration: float


class Cost(Struct, frozen=True):
    """What one operation takes in microseconds, and in thousandths of a calibration loop."""

    what: str
    microseconds: float
    per_mille: float


class Bench(Struct, frozen=True):
    """All figures of a run. `snapshot_bytes`: the largest encoded state of the sampled games."""

    calibration_ms: float
    paces: list[Pace]
    costs: list[Cost]
    snapshot_bytes: int


class _Thing:
    """Something with attributes and a method, for the calibration loop."""

    __slots__ = ("left", "right")

    def __init__(self, number: int) -> None:
        self.left, self.right = number, number + 1

    def mixed(self, number: int) -> int:
        return self.left * number + self.right


def calibrate() -> float:
    """Seconds that this machine now takes for a fixed mix of calls, attributes, lists and dicts."""
    start = perf_counter()
    things = [_Thing(number) for number in range(64)]
    counts: dict[int, int] = {}
    total = 0
    for number in range(LOOPS):
        value = things[number & 63].mixed(number) & 1023
        counts[value] = counts.get(value, 0) + 1
        if value & 1:
            total += len([each for each in (value, number, total) if each & 2])
    sorted(counts, key=counts.__getitem__)
    return perf_counter() - start


def choose(ask: Ask, random: Random) -> str:
    """A uniformly random option of a question with one answer."""
    options = ask.options
    return options[int(random.random() * len(options))].id


def play_for(players: int, secs: float, seed: int) -> tuple[int, int, float]:
    """Random self-play for about `secs`: whole games, decisions in them, seconds.

    A question with a single option costs its time but is no decision.
    """
    random, options = Random(seed), Options()
    asks, take = GAME.asks, GAME.take
    games = decisions = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < secs or not games:
        state = GAME.new(players, options, random.getrandbits(64))
        while now := asks(state):
            for player, ask in now.items():
                decisions += len(ask.options) > 1
                take(state, player, [choose(ask, random)])
        games += 1
    return games, decisions, spent


def paces(secs: float, runs: int, players: Sequence[int]) -> tuple[list[Pace], list[float]]:
    """Self-play of each number of players, each run between two calibrations; and all calibrations."""
    found: dict[int, list[tuple[float, float, float, float]]] = {number: [] for number in players}
    calibrations = [calibrate()]
    for run in range(runs):
        for number in players:
            gc.collect()
            games, decisions, spent = play_for(number, secs, run)
            calibrations.append(calibrate())
            loops = spent / ((calibrations[-2] + calibrations[-1]) / 2)
            found[number].append((games / spent, decisions / spent, decisions / games, decisions / loops))
    return [Pace(number, *map(median, zip(*found[number], strict=True))) for number in players], calibrations


class Sample:
    """One random game of four players, kept whole: the state and the answer at each question."""

    def __init__(self, seed: int) -> None:
        """Play it as a match."""
        random = Random(seed)
        self.match = Match.new("whispers", 4, Options(), seed)
        self.steps: list[tuple[State, int, str]] = []
        while now := self.match.asks():
            for player, ask in now.items():
                answer = choose(ask, random)
                self.steps.append((self.match.state, player, answer))
                self.match.answer(player, ask.id, [answer])
        self.states = [state for state, _, _ in self.steps]

    def fresh(self) -> Match:
        """The finished match as it comes from a save: its journal and its last state."""
        match = self.match
        return Match(GAME, match.players, match.options, match.seed, None, match.journal, match.state.copy())


def each(act: Callable[[Any], object], things: Sequence[Any]) -> float:
    """Seconds that `act` takes on one of the things, as the mean over them."""
    start = perf_counter()
    for thing in things:
        act(thing)
    return (perf_counter() - start) / len(things)


def undo(match: Match) -> None:
    """Take back the last answer with everybody's consent."""
    match.undo(match.journal[-1].player, range(match.players))


def measure(sample: Sample) -> dict[str, float]:
    """Seconds for each operation, as the mean over all questions of a game; undo at its end."""
    states = sample.states
    ready = [(state.copy(), player, [answer]) for state, player, answer in sample.steps]
    blobs = [msgspec.msgpack.encode(state) for state in states]
    decoder = msgspec.msgpack.Decoder(State)
    found = {
        "asks": each(GAME.asks, states),
        "take": each(lambda step: GAME.take(*step), ready),
        "copy": each(lambda state: state.copy(), states),
        "encode": each(msgspec.msgpack.encode, states),
        "decode": each(decoder.decode, blobs),
        "view": each(lambda state: GAME.view(state, 0), states),
        "undo after a load": each(undo, [sample.fresh()]),
    }
    entry = sample.match.journal[-1]
    found["undo"] = each(undo, [sample.match])
    sample.match.redo(entry.player)
    return found


def costs(runs: int) -> tuple[list[Cost], int]:
    """The operations, each run between two calibrations; and the size of the largest snapshot."""
    samples = [Sample(seed) for seed in range(SAMPLES)]
    found: dict[str, list[tuple[float, float]]] = {}
    before = calibrate()
    for _ in range(runs):
        for sample in samples:
            gc.collect()
            seconds, after = measure(sample), calibrate()
            for what, spent in seconds.items():
                found.setdefault(what, []).append((spent * 1e6, spent / (before + after) * 2e3))
            before = after
    rows = [Cost(what, *map(median, zip(*pairs, strict=True))) for what, pairs in found.items()]
    return rows, max(len(msgspec.msgpack.encode(state)) for sample in samples for state in sample.states)


def bench(secs: float = 1.0, runs: int = 3, players: Sequence[int] = (2, 3, 4)) -> Bench:
    """Measure everything on one core: `secs` for each number of players and run."""
    play_for(players[0], min(secs, 0.2), 0)
    found, calibrations = paces(secs, runs, players)
    rows, size = costs(runs)
    return Bench(median(calibrations) * 1e3, found, rows, size)


class Adapter:
    """The rules core in the shape that a comparison of engines asks for: three players, random play."""

    name = "wow-tui whispers"
    note = "3 players, options listed, single options not counted"
    copy_how, ser_how = "State.copy()", "msgspec.msgpack"

    def new(self, rng: Random) -> State:
        """A new game."""
        state: State = GAME.new(3, Options(), rng.getrandbits(64))
        return state

    def done(self, state: State) -> bool:
        """Whether it is over."""
        return not state.agenda

    def step(self, state: State, rng: Random) -> int:
        """Answer one question at random; 1 if there was a choice, else 0."""
        player, ask = next(iter(GAME.asks(state).items()))
        GAME.take(state, player, [choose(ask, rng)])
        return int(len(ask.options) > 1)

    def copy(self, state: State) -> State:
        """An independent copy."""
        return state.copy()

    def ser(self, state: State) -> bytes:
        """The state as bytes."""
        return msgspec.msgpack.encode(state)

    def de(self, blob: bytes) -> State:
        """The state from bytes."""
        return msgspec.msgpack.decode(blob, type=State)
