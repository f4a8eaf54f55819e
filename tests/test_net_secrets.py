"""What is hidden from somebody never leaves the host for him: every byte to each client over whole games is kept.

Rules `secret`. Beside the words of the protocol there is the pair test: two matches that differ only in what a player
may not know give him the same bytes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.ask import Illegal, readable
from rules.game import load
from rules.match import Match
from rules.whispers.options import preset
from rules.whispers.state import State
from saves.envelope import Seat
from tests.games import blob, dealt, disguise, walk
from tests.net_clients import CODE, Tap, answer, asked, hosted, people_at
from wow_tui.net.keeping import Kept
from wow_tui.net.messages import Agree, Done, Leave, Past, Say, Standing, Undo
from wow_tui.net.room import Room
from wow_tui.net.wire import read_news
from wow_tui.table import Table

GAME = load("whispers")
BIG_SEED = 0xB16B00B5_5EC12E75 >> 1


class Truth:
    """Every state that a table has been in, and every list of events, as they are told."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.states = list(room.table.match.states())
        self.events = list(room.table.match.events())
        self._changed, room.changed = room.changed, self._noted  # type: ignore[method-assign]

    def _noted(self) -> None:
        match = self.room.table.match
        if match.state is not self.states[-1]:
            self.states.append(match.state)
            self.events += match.events()[-1:]
        self._changed()

    def views(self, viewer: int | None) -> set[bytes]:
        """All that a viewer may have been shown."""
        return {blob(GAME.view(state, viewer)) for state in self.states}

    def told(self, viewer: int | None) -> set[bytes]:
        """All that a viewer may have been told."""
        return {blob(readable(events, viewer)) for events in self.events}


def check_frames(tap: Tap, viewer: int | None, truth: Truth) -> int:
    """Every view and event in the frames of a client is one he may know, and no secret stands in its bytes."""
    views, told, count = truth.views(viewer), truth.told(viewer), 0
    everything = b"".join(tap.frames)
    for secret in set(secrets(truth, viewer)):
        assert secret not in everything
    for packed in tap.frames:
        news = read_news(packed)
        if not isinstance(news, Past | Standing):
            continue
        for batch in news.batches:
            assert blob(batch.before) in views
            assert blob(batch.events) in told
            assert not batch.answer or batch.player == viewer
            assert batch.reason is None or (not batch.reason.secret and "move" not in batch.reason.values)
            count += 1
        if isinstance(news, Standing):
            assert news.me == viewer
            assert blob(news.view) in views
            assert news.ask is None or news.ask.player == viewer
    return count


def secrets(truth: Truth, viewer: int | None) -> Iterator[bytes]:
    """Byte strings that must be in no frame: seed, chance, order of decks, other hands and loyalties of any time."""
    yield msgspec.msgpack.encode(truth.room.table.match.seed)
    state: State
    for state in truth.states[:: max(1, len(truth.states) // 12)]:
        if state.chance > 1 << 32:
            yield msgspec.msgpack.encode(state.chance)
        yield from (msgspec.msgpack.encode(deck) for deck in state.decks if len(deck) > 3)
        for player, hand in enumerate(state.hands):
            if player != viewer and len(hand) > 2:
                yield msgspec.msgpack.encode("hand") + msgspec.msgpack.encode(hand)
        if not state.agenda:
            continue
        for player, loyalty in enumerate(state.loyalty):
            if player != viewer and not state.shown[player]:
                yield msgspec.msgpack.encode("loyalty") + _lists(len(state.loyalty), player, loyalty)


def _lists(count: int, player: int, loyalty: list[int]) -> bytes:
    # Only the first of the lists follows its name at once.
    packed = msgspec.msgpack.encode([loyalty if each == player else [] for each in range(count)])
    return packed if player == 0 else b"\xc1"


async def test_a_whole_game_with_breaks_undo_chat_and_watchers_tells_nobody_a_secret(tmp_path: Path) -> None:
    chance = random.Random(4)
    async with hosted(tmp_path) as (host, where):
        kinds = ("person", "person", "bot:greedy")
        match = Match(GAME, 3, preset("printed"), BIG_SEED, start=dealt(3, preset("printed"), BIG_SEED))
        seats = [Seat(f"P{number}", kind) for number, kind in enumerate(kinds, 1)]
        room = await host.take(Table(match, seats), Kept("Table", CODE, [""] * 3))
        truth = Truth(room)
        taps = await people_at(where, room, 2)
        watcher = await Tap.open(where, "W")
        await watcher.watch(room)
        all_taps = [(tap, player) for player, tap in enumerate(taps)] + [(watcher, None)]
        given = 0
        while (tap := await asked(taps, room)) is not None:
            given += 1
            assert isinstance(await answer(tap, chance), Done)
            if given % 17 == 0:
                await tap.ask(Say(seq=0, text=f"I have {given} secrets"))
            if given % 23 == 0:
                await _undo_by_consent(tap, taps)
            if given % 29 == 0:
                at = given % len(taps)
                await taps[at].close()
                taps[at] = await Tap.open(where, f"T{at + 1}")
                await taps[at].sit(room)
                all_taps.append((taps[at], at))
            if given % 31 == 0:
                await watcher.ask(Leave(seq=0))
                await watcher.watch(room)
        last = room.table.answered()
        for tap in [*taps, watcher]:
            await tap.until(lambda tap=tap: tap.told == last and tap.standing.asked is None)  # type: ignore[misc]
        checked = sum(check_frames(tap, viewer, truth) for tap, viewer in all_taps)
        assert checked > 150
        for tap, _ in all_taps:
            await tap.close()


async def _undo_by_consent(tap: Tap, taps: list[Tap]) -> None:
    said = await tap.ask(Undo(seq=0))
    if not isinstance(said, Done) or said.values:
        return
    for other in taps:
        if other is not tap:
            await other.ask(Agree(seq=0, yes=True))


def shown(game_state: Any, player: int | None) -> bytes:
    """What the rules show a viewer."""
    return blob([GAME.view(game_state, player), sorted(GAME.asks(game_state))])


async def _frames_of(folder: Path, state: Any, player: int | None, moves: list[str]) -> list[bytes]:
    """The bytes to a viewer (None: a spectator) at a table in that state, while these moves are made by the others."""
    async with hosted(folder) as (host, where):
        match = Match(GAME, state.players, state.options, 77, start=state.copy(), state=state.copy())
        kept = Kept("Table", CODE, [f"token:{each}" for each in range(state.players)], started=True)
        # Nothing happens by itself, so that both tables are told of the same.
        room = await host._open("same", Table(match, [Seat(f"P{each}") for each in range(state.players)]), kept)
        await room.course.stop()
        if player is not None:
            room.kept.owners[player] = ""
        tap = await Tap.open(where, "T")
        if player is None:
            await tap.watch(room)
            await tap.until(lambda: tap.standing is not None)
        else:
            await tap.sit(room, player)
        for move in moves:
            mover = room.table.asked
            assert mover is not None
            seat = _Elsewhere(mover)
            before = len(tap.frames)
            await room.playing.answer(seat, room.table.match.state.step, [move])
            await tap.until(lambda before=before: len(tap.frames) > before)  # type: ignore[misc]
        frames = list(tap.frames[1:])
        await tap.close()
        return frames


class _Elsewhere:
    """Another person at the table, without a connection."""

    known = 0

    def __init__(self, player: int) -> None:
        import asyncio

        self.player: int | None = player
        self.identity = f"token:{player}"
        self.woken = asyncio.Event()


async def test_pair_states_that_differ_only_in_secrets_give_a_client_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wow_tui.net.gathering.time.time", lambda: 1_000_000.0)
    chance, compared, stepped = random.Random(8), 0, 0
    steps = list(walk(GAME, dealt(3, preset("printed"), 9), random.Random(9)))
    for number, step in enumerate(steps[:: len(steps) // 14]):
        state, viewer = step.state, (None, 0, 1, 2)[number % 4]
        other = disguise(state, viewer, chance)
        moves = []
        if step.ask.player != viewer and step.option.id in {o.id for o in GAME.asks(other)[step.ask.player].options}:
            moves = _same_for(state, other, step.ask.player, step.option.id, viewer)
        stepped += len(moves)
        found: list[list[bytes]] = [[], [b""]]
        # On a busy machine two changes may travel in one message here and in two there; a secret always shows.
        for attempt in range(5):
            if found[0] != found[1]:
                folders = [tmp_path / f"{number}-{attempt}-{at}" for at in range(2)]
                found = [await _frames_of(*each, viewer, moves) for each in zip(folders, (state, other), strict=True)]
        assert found[0] == found[1]
        assert len(found[0]) >= 2
        compared += 1
    assert compared >= 14
    assert stepped >= 4


def _same_for(one: State, other: State, player: int, move: str, viewer: int | None) -> list[str]:
    """The move, if the rules show the viewer the same of it in both states."""
    seen = []
    for state in (one.copy(), other.copy()):
        try:
            events = GAME.take(state, player, [move])
        except Illegal:
            return []
        seen.append(blob([GAME.view(state, viewer), readable(events, viewer)]))
    return [move] if seen[0] == seen[1] else []
