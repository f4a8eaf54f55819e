"""A fuzzed protocol: malformed, out of order, forged, huge, slow, half-open and flooding clients change nothing, and
nobody else at the host notices them."""

from __future__ import annotations

import asyncio
import random
import struct
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.net_clients import CODE, Tap, asked, hosted, people_at, play, table
from wow_tui.net import limits
from wow_tui.net.messages import (
    VERSION,
    AllNews,
    Answer,
    Create,
    Done,
    Hello,
    Ping,
    Refused,
    Release,
    Request,
    Requests,
    Say,
    Sit,
    Start,
    Undo,
    Watch,
)
from wow_tui.net.room import Room
from wow_tui.net.wire import WireError, frame, read_news, read_request

# What decoders choke on: nesting, sizes that lie, keys twice or of other types, extension types, bytes left over.
HOSTILE = {
    "empty": b"",
    "cut": b"\x8a\xa1a",
    "reserved": b"\xc1",
    "left over": b"\x80\x80",
    "list of 4 thousand million": b"\xdd\xff\xff\xff\xff",
    "map of 4 thousand million": b"\xdf\xff\xff\xff\xff",
    "text of 4 thousand million": b"\xdb\xff\xff\xff\xff",
    "bytes of 4 thousand million": b"\xc6\xff\xff\xff\xff",
    "nested lists": b"\x91" * 5_000 + b"\xc0",
    "nested maps": b"\x81\xa1a" * 2_000 + b"\xc0",
    "many empty lists": b"\xdd" + struct.pack(">I", 8_000) + b"\x90" * 8_000,
    "key twice": b"\x83\xa2is\xa4ping\xa3seq\x01\xa3seq\x02",
    "number as key": b"\x81\x01\x02",
    "list as key": b"\x81\x91\x01\x02",
    "no UTF-8": b"\x82\xa2is\xa3say\xa4text\xa2\xff\xfe",
    "lone surrogate": b"\xa3\xed\xa0\x80",
    "not a number": b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",
    "extension": b"\x82\xa2is\xa4ping\xa3seq\xd4\x05\x00",
    "time": b"\xc7\x0c\xff\x00\x00\x00\x00\x7f\xff\xff\xff\xff\xff\xff\xff",
    "unknown request": msgspec.msgpack.encode({"is": "steal", "seq": 5}),
    "unknown entry": msgspec.msgpack.encode({"is": "ping", "seq": 5, "more": 1}),
    "news for a request": msgspec.msgpack.encode({"is": "done", "seq": 5}),
    "negative": msgspec.msgpack.encode({"is": "ping", "seq": -5}),
    "text for a number": msgspec.msgpack.encode({"is": "answer", "seq": 5, "ask": "1", "answers": ["done"]}),
    "endless answers": msgspec.msgpack.encode({"is": "answer", "seq": 5, "ask": 1, "answers": ["done"] * 500}),
}


@pytest.mark.parametrize("packed", HOSTILE.values(), ids=HOSTILE)
def test_hostile_bytes_are_one_documented_error_at_both_ends(packed: bytes) -> None:
    with pytest.raises(WireError):
        read_request(packed)
    if b"done" not in packed or b"answers" in packed:
        with pytest.raises(WireError):
            read_news(packed)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_that_error(packed: bytes) -> None:
    for read in (read_request, read_news):
        try:
            found = read(packed)
        except WireError:
            continue
        assert isinstance(found, Requests | AllNews)


def test_values_from_a_host_are_plain_and_shallow() -> None:
    def packed(value: Any) -> bytes:
        return msgspec.msgpack.encode({"is": "refused", "seq": 1, "rule": "x", "values": {"a": value}})

    assert isinstance(read_news(packed([1, "b"])), Refused)
    for bad in ([[[[[[1]]]]]], msgspec.msgpack.Ext(5, b""), b"bytes", {1: 2}):
        with pytest.raises(WireError):
            read_news(packed(bad))


async def fingerprint(room: Room) -> tuple[bytes, list[str], int]:
    """All of a table that a bad request must not change."""
    return msgspec.msgpack.encode(room.table.match.state), list(room.kept.owners), len(room.table.match.journal)


async def test_bad_requests_get_a_refusal_and_change_nothing(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        taps = await people_at(where, room, 2)
        await play(taps, room, random.Random(1), 6)
        first = await asked(taps, room)
        assert first is not None
        other = next(tap for tap in taps if tap is not first)
        assert first.standing is not None
        assert first.standing.ask is not None
        ask, before = first.standing.ask, await fingerprint(room)
        good = Answer(seq=0, ask=ask.id, answers=[ask.options[0].id])

        async def refused(tap: Tap, request: Request, rule: str, seq: int | None = None) -> None:
            said = await tap.ask(request, seq)
            assert isinstance(said, Refused)
            assert said.rule == rule
            assert await fingerprint(room) == before

        await refused(other, good, "game.turn")
        await refused(first, msgspec.structs.replace(good, ask=ask.id - 1), "game.stale")
        await refused(first, msgspec.structs.replace(good, ask=ask.id + 1), "game.stale")
        await refused(first, msgspec.structs.replace(good, answers=["attack Z9 L2 2"]), "game.words")
        await refused(first, msgspec.structs.replace(good, answers=[ask.options[0].id, "nonsense"]), "game.words")
        await refused(first, Say(seq=0, text="\x1b]52;c;eA==\x07"[:1]), "net.empty")
        await refused(first, good, "net.sequence", seq=first.seq)
        await refused(first, good, "net.sequence", seq=1)
        stranger = await Tap.open(where, "Stranger")
        await refused(stranger, good, "net.lobby")
        await refused(stranger, Undo(seq=0), "net.lobby")
        await refused(stranger, Sit(seq=0, table="nowhere"), "net.table")
        await refused(stranger, Sit(seq=0, table=room.id, player=0, code=CODE), "net.taken")
        await refused(stranger, Sit(seq=0, table=room.id, code=CODE), "net.full")
        assert isinstance(await stranger.ask(Watch(seq=0, table=room.id, code=CODE)), Done)
        await refused(stranger, good, "net.watching")
        await refused(stranger, Start(seq=0), "net.keeper")
        await refused(stranger, Release(seq=0, player=0), "net.not-yours")
        assert isinstance(await first.ask(good), Done)
        assert len(room.table.match.journal) > before[2]
        for tap in (*taps, stranger):
            await tap.close()


async def test_wrong_codes_end_a_connection_and_wear_out_an_address(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        tries = 0
        for number in range(6):
            tap = await Tap.open(where, f"Thief{number}")
            try:
                while not tap.ended and tries < 100:
                    said = await tap.ask(Sit(seq=0, table=room.id, code=f"W{tries}"))
                    assert isinstance(said, Refused)
                    tries += 1
            except EOFError:
                assert tap.bye == "net.codes"
        assert tries < 6 * limits.MOST_WRONG_CODES
        assert room.kept.owners == ["", ""]


NO_GREETINGS = (
    Ping(seq=0),
    Say(seq=0, text="hi"),
    Hello(seq=0, version=VERSION + 1, token="x" * 20),
    Hello(seq=0, version=VERSION, token="short"),
    Create(seq=0, name="x", players=["", ""]),
)


@pytest.mark.parametrize("first", NO_GREETINGS)
async def test_who_does_not_say_who_he_is_is_told_why_and_cut_off(tmp_path: Path, first: Request) -> None:
    async with hosted(tmp_path) as (_, where):
        tap = await Tap.raw(where)
        tap.send(first)
        await tap.gone()
        assert tap.bye in ("net.hello", "net.version", "net.token")


async def test_keys_and_origins_are_believed_on_the_own_socket_only(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        port = await host.serve_tcp("127.0.0.1", 0)
        tap = await Tap.raw(port)
        tap.send(Hello(seq=0, version=VERSION, key="SHA256:abc"))
        await tap.gone()
        assert tap.bye == "net.trust"
        room = await table(host, ("person", "person"))
        friend = await Tap.open(where, "Key", key="SHA256:abc", origin="10.1.2.3")
        await friend.sit(room)
        assert room.kept.owners[0] == "key:SHA256:abc"
        assert (where.stat().st_mode & 0o777) == 0o600
        await friend.close()


async def test_silent_slow_and_half_open_clients_are_cut_off_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AUTHENTICATE", "WHOLE_FRAME", "SILENCE"):
        monkeypatch.setattr(limits, name, 0.4)
    async with hosted(tmp_path) as (_, where):
        silent, dripping = await Tap.raw(where, "Silent"), await Tap.raw(where, "Slow")
        known = await Tap.open(where, "Half")
        for byte in frame(Hello(seq=1, version=VERSION, token="x" * 20))[:6]:
            dripping.writer.write(bytes([byte]))
            await asyncio.sleep(0.02)
        for tap in (silent, dripping, known):
            await tap.gone()
        assert (silent.bye, dripping.bye, known.bye) == ("net.late", "net.late", "net.slow")


async def test_a_frame_too_long_ends_the_connection_before_it_is_read(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (_, where):
        tap = await Tap.open(where)
        tap.writer.write((1 << 31).to_bytes(4, "big"))
        await tap.gone()
        assert tap.bye == "net.form"


async def test_a_table_plays_to_its_end_among_hostile_clients(tmp_path: Path) -> None:
    chance = random.Random(2)
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person", "bot:random"))
        taps = await people_at(where, room, 2)
        over = asyncio.Event()
        hostile = asyncio.create_task(_molest(where, room, chance, over))
        await play(taps, room, random.Random(3))
        assert room.table.asked is None
        over.set()
        await asyncio.gather(hostile, return_exceptions=True)
        assert len(host._connections) <= 2 + 12
        for tap in taps:
            assert isinstance(await tap.ask(Ping(seq=0)), Done)
            await tap.close()


async def _molest(where: Path, room: Room, chance: random.Random, over: asyncio.Event) -> None:
    """Garbage, floods, lying lengths and broken requests, from one connection after the other, until it is over."""
    while not over.is_set():
        taps = [await Tap.open(where, f"H{number}") for number in range(4)]
        await taps[0].watch(room)
        for _ in range(60):
            taps[0].send(Ping(seq=0))
        taps[1].writer.write(chance.randbytes(500))
        for packed in chance.sample(list(HOSTILE.values()), 6):
            taps[2].writer.write(len(packed).to_bytes(4, "big") + packed)
        taps[3].writer.write(b"\x00\x00\x10\x00half")
        await asyncio.sleep(0.05)
        for tap in taps:
            await tap.close()


async def test_a_flood_is_slowed_down_and_answers_to_others_are_not(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        taps = await people_at(where, room, 2)
        flooder = await Tap.open(where, "Flood")
        for _ in range(3_000):
            flooder.send(Ping(seq=0))
        await play(taps, room, random.Random(5), 12)
        # Of three thousand only the burst and a few more were answered while twelve answers were given.
        assert len(flooder.answers) < 1_000
        for tap in (*taps, flooder):
            await tap.close()


async def test_who_does_not_read_costs_no_memory_is_cut_off_and_may_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SLOW_READER", 0.3)
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        taps = await people_at(where, room, 2)
        deaf = await Tap.open(where, "Deaf")
        await deaf.watch(room)
        deaf._task.cancel()
        deaf.reader._transport.pause_reading()  # type: ignore[attr-defined]
        connection = next(each for each in host._connections if each.name == "Deaf")
        given = await play(taps, room, random.Random(6))
        assert given > 50
        buffered = connection._writer.transport.get_write_buffer_size()
        assert buffered < 4 * limits.BACKLOG
        for _ in range(200):
            if connection not in host._connections:
                break
            await room.telling.frame_for(connection)
            connection.known = 0
            room.changed()
            await asyncio.sleep(0.02)
        assert connection not in host._connections
        again = await Tap.open(where, "Deaf")
        await again.watch(room)
        await again.until(lambda: again.told == room.table.answered())
        for tap in (*taps, again):
            await tap.close()


async def test_a_fault_in_serving_one_client_stays_with_him(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        taps = await people_at(where, room, 2)
        original = Room.say

        async def broken(self: Room, reader: Any, text: str) -> None:
            if text == "break":
                raise RuntimeError("a fault")
            await original(self, reader, text)

        monkeypatch.setattr(Room, "say", broken)
        said = await taps[0].ask(Say(seq=0, text="break"))
        assert isinstance(said, Refused)
        assert said.rule == "net.fault"
        assert isinstance(await taps[1].ask(Say(seq=0, text="fine")), Done)
        assert await play(taps, room, random.Random(1), 10) == 10
        for tap in taps:
            await tap.close()
