"""A save is input from a stranger: whatever it holds, it gives the one documented error and harms nothing."""

from __future__ import annotations

import random
import struct
import time
import tracemalloc
from collections.abc import Callable
from functools import cache
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.game import load
from saves import packing
from saves.envelope import Save, decode, encode, from_plain, to_match, to_plain
from saves.errors import SaveError
from saves.packing import HEAD, MAGIC, MOST_BYTES, pack, seal
from saves.scan import MOST_DEPTH, MOST_ITEMS, scan
from tests.saved_matches import go_on, moments

MIB = 1 << 20
WHISPERS = load("whispers")


def problem(data: bytes) -> SaveError:
    """The error that `data` gives; its text must be one printable sentence of bounded length."""
    with pytest.raises(SaveError) as caught:
        decode(data)
    text = str(caught.value)
    assert text.isprintable()
    assert text.endswith(".")
    assert len(text) < 500
    return caught.value


def content(name: str = "attack") -> dict[str, Any]:
    """The content of a real save as plain data with lists throughout, to be spoilt."""
    plain: dict[str, Any] = msgpack.unpackb(pack(to_plain(moments()[name])))
    return plain


# Damage


@pytest.mark.parametrize("name", ["begin", "attack", "card-Burn", "end"])
def test_every_cut_of_a_save_gives_the_error(name: str) -> None:
    data = encode(moments()[name])
    kinds = {problem(data[:length]).kind for length in range(len(data))}
    assert kinds == {"empty", "cut"}
    assert problem(data + b"\0").kind == "garbled"


@pytest.mark.parametrize("name", ["begin", "attack", "card-Burn", "end"])
def test_every_flipped_byte_of_a_save_gives_the_error(name: str) -> None:
    data, kinds = encode(moments()[name]), set()
    for at in range(len(data)):
        for mask in (0x01, 0x80, 0xFF):
            broken = bytearray(data)
            broken[at] ^= mask
            kinds.add(problem(bytes(broken)).kind)
    assert kinds == {"foreign", "cut", "garbled"}


@pytest.mark.parametrize("data", [b"\0", b"{}", b"PK\x03\x04", b"\x80", MAGIC[:-1] + b"!", b"x" * 2 * MIB])
def test_a_file_of_another_kind_is_told_as_such(data: bytes) -> None:
    assert problem(data).kind == "foreign"


def test_a_file_over_a_mebibyte_is_refused_before_it_is_looked_into() -> None:
    assert problem(MAGIC + bytes(MOST_BYTES)).kind == "large"


def test_a_save_sent_as_text_is_noticed() -> None:
    assert problem(encode(moments()["begin"]).replace(b"\r\n", b"\n")).kind == "foreign"


# Packed bytes that decoders stumble over; each is tried as the content of a file with a right checksum.

EMPTY = struct.pack(">I", 1 << 20)
CASES: dict[str, bytes] = {
    "nothing": b"",
    "map cut": b"\x8a\xa1a",
    "type that does not exist": b"\xc1",
    "something after the end": b"\x80\x80",
    "list that claims 2^32-1": b"\xdd" + b"\xff" * 4,
    "map that claims 2^32-1": b"\xdf" + b"\xff" * 4,
    "text that claims 2^32-1": b"\xdb" + b"\xff" * 4,
    "binary that claims 2^32-1": b"\xc6" + b"\xff" * 4,
    "extension that claims 2^32-1": b"\xc9" + b"\xff" * 4 + b"\x05",
    "length cut": b"\xdd\xff",
    "number cut": b"\xcf\xff",
    "500 lists deep": b"\x91" * 500 + b"\xc0",
    "a million lists deep": b"\x91" * 1_000_000 + b"\xc0",
    "100k maps deep": b"\x81\xa1a" * 100_000 + b"\xc0",
    "lists that claim more than there is": b"\xdc\xff\xff" * 3 + b"\xc0" * 1000,
    "a mebibyte of empty lists": b"\xdd" + EMPTY + b"\x90" * ((1 << 20) - 99),
    "half a mebibyte of empty maps": b"\xdd" + struct.pack(">I", 1 << 19) + b"\x80" * (1 << 19),
    "as many maps as are let through": b"\xdc\x0a\x8c" + b"\x81\xa1a\x90" * 2700,
    "as many texts as are let through": b"\xdc\x1f\xfe" + b"\xa9\xf0\x9f\x98\x80abcde" * 0x1FFE,
    "a text of a mebibyte": b"\xdb" + struct.pack(">I", 1_000_000) + b"x" * 1_000_000,
    "wide texts": b"\xdc\x00\xff" + (b"\xda\x0f\xfc" + b"\xf0\x9f\x98\x80" * 1023) * 255,
    "a key twice": b"\x82\xa1a\x01\xa1a\x02",
    "number as key": b"\x81\x01\x02",
    "list as key": b"\x81\x91\x01\x02",
    "nil as key": b"\x81\xc0\x02",
    "no UTF-8": b"\x81\xa2\xff\xfe\x01",
    "lone surrogate": b"\x81\xa3\xed\xa0\x80\x01",
    "not a number": b"\xcb\x7f\xf8" + bytes(6),
    "infinity": b"\xcb\x7f\xf0" + bytes(6),
    "extension": b"\xd4\x05\x00",
    "time of the year 584e9": b"\xc7\x0c\xff" + bytes(4) + b"\x7f" + b"\xff" * 7,
    "keys that collide": b"\xde\x0f\xa0"
    + b"".join(b"\xcf" + struct.pack(">Q", (n * ((1 << 61) - 1)) % (1 << 64)) + b"\xc0" for n in range(1800)),
    "empty map": b"\x80",
    "a list": b"\x90",
}


def sealed(packed: bytes) -> bytes:
    """A file with a right head round any content, up to the largest."""
    return seal(packed)


def expensive() -> dict[str, Callable[[], dict[str, Any]]]:
    """Contents that are well formed and as costly as may be to understand."""

    def journal(move: str) -> dict[str, Any]:
        plain = content()
        plain["journal"] = [[0, [move]]] * 1600
        return plain

    def state(name: str, value: object) -> dict[str, Any]:
        plain = content()
        plain["state"] = plain["state"] | {name: value}
        return plain

    frame = {"type": "Populate", "player": 0, "empire": 0, "done": [0] * 7000}
    return {
        "long journal": lambda: journal("Attack  B3  L2  2"),
        "long journal of nonsense": lambda: journal("x " * 39),
        "many posts": lambda: state("posts", [[0, n % 40] for n in range(1800)]),
        "huge hand": lambda: state("hands", [[1] * 7000, [], [], []]),
        "many frames": lambda: state("agenda", [{"type": "MarkRound"}] * 2900),
        "long frame": lambda: state("agenda", [{"type": "MarkRound"}, frame]),
        "endless round": lambda: state("agenda", [{"type": "Deploy", "turn": 0, "turns": (1 << 63) - 1}]),
        "many banners": lambda: state("banners", [(1 << 63) - 1] * 40),
        "many players": lambda: content() | {"players": [{"name": "a", "kind": "person"}] * 1300},
    }


@cache
def hostile() -> dict[str, bytes]:
    return {name: sealed(packed) for name, packed in CASES.items()} | {
        name: seal(pack(make())) for name, make in expensive().items()
    }


@pytest.mark.parametrize("name", [name for name in hostile() if name != "long journal"])
def test_hostile_content_gives_the_error(name: str) -> None:
    assert problem(hostile()[name]).kind in {"form", "large", "deep", "impossible"}


@pytest.mark.parametrize("name", hostile())
def test_hostile_content_costs_little_memory(name: str) -> None:
    data = hostile()[name]
    attempt(data)
    tracemalloc.start()
    try:
        attempt(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 16 * MIB


@pytest.mark.parametrize("name", hostile())
def test_hostile_content_costs_no_more_time_than_a_few_real_saves(name: str) -> None:
    real = quickest(encode(moments()["attack"]))
    assert quickest(hostile()[name]) < 40 * real


def attempt(data: bytes) -> Save | None:
    """The save, or None if it is refused in the documented way."""
    try:
        return decode(data)
    except SaveError:
        return None


def quickest(data: bytes) -> float:
    """The least processor time of a few attempts."""
    times = []
    for _ in range(4):
        start = time.process_time()
        attempt(data)
        times.append(time.process_time() - start)
    return min(times)


def test_depth_and_number_of_items_are_bounded_exactly() -> None:
    scan(b"\x91" * MOST_DEPTH + b"\xc0")
    with pytest.raises(SaveError, match="levels"):
        scan(b"\x91" * (MOST_DEPTH + 1) + b"\xc0")
    scan(b"\xdc" + struct.pack(">H", MOST_ITEMS - 1) + b"\xc0" * (MOST_ITEMS - 1))
    with pytest.raises(SaveError, match="items"):
        scan(b"\xdc" + struct.pack(">H", MOST_ITEMS) + b"\xc0" * MOST_ITEMS)


# Well formed, but not a match

SPOILT: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "unknown game": ("game", lambda save: save.update(game="chess\x1b[31m")),
    "newer rules": ("newer", lambda save: save.update(rules=2)),
    "rules older than any": ("older", lambda save: save.update(rules=-5)),
    "rules that are a truth": ("form", lambda save: save.update(rules=True)),
    "no state": ("form", lambda save: save.pop("state")),
    "entry that nobody knows": ("form", lambda save: save.update(extra=1)),
    "entry of the state that nobody knows": ("form", lambda save: save["state"].update(extra=1)),
    "entry of a frame that nobody knows": ("form", lambda save: save["state"]["agenda"][0].update(extra=1)),
    "unknown option": ("form", lambda save: save["options"].update(extra=True)),
    "unknown frame": ("form", lambda save: save["state"]["agenda"][0].update(type="Sleep")),
    "text for a number": ("form", lambda save: save["state"].update(round="4")),
    "truth for a number": ("form", lambda save: save["state"].update(round=True)),
    "longer line of the journal": ("form", lambda save: save["journal"][0].append("x")),
    "player of another kind": ("form", lambda save: save["players"][0].update(kind="ghost")),
    "time before the epoch": ("form", lambda save: save.update(created=-1)),
    "time after all dates": ("form", lambda save: save.update(updated=1 << 60)),
    "a player too many": ("impossible", lambda save: save["players"].append(save["players"][0])),
    "a player too few": ("impossible", lambda save: save["players"].pop()),
    "a card twice": ("impossible", lambda save: save["state"]["decks"][0].insert(0, 1)),
    "21 banners": ("impossible", lambda save: save["state"]["reserve"].__setitem__(0, 20)),
    "unknown region": ("impossible", lambda save: save["state"]["posts"].append([0, 40])),
    "unknown layout": ("impossible", lambda save: save["state"]["options"].update(layout="../x\n" * 99)),
    "impossible start": ("impossible", lambda save: save.update(start=save["state"] | {"round": 9})),
    "answer of nobody": ("impossible", lambda save: save["journal"].append([4, ["draw"]])),
    "answer before player 1": ("impossible", lambda save: save["journal"].append([-1, ["draw"]])),
    "two moves in one answer": ("impossible", lambda save: save["journal"].append([0, ["draw", "draw"]])),
    "no move in an answer": ("impossible", lambda save: save["journal"].append([0, []])),
    "a move that is none": ("impossible", lambda save: save["journal"].append([0, ["win"]])),
    "a move without end": ("impossible", lambda save: save["journal"].append([0, ["draw" + " " * 99]])),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_well_formed_file_that_is_no_match_gives_the_error(name: str) -> None:
    kind, spoil = SPOILT[name]
    plain = content()
    spoil(plain)
    assert problem(seal(pack(plain))).kind == kind


# By chance

SCALARS = st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 64) - 1) | st.text(max_size=8)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)
# Numbers near those of a real state go further in than any number would.
NEAR = st.integers(-2, 41) | SCALARS | PLAIN
CHANCE = settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
LONG = settings(max_examples=6000, deadline=None, suppress_health_check=list(HealthCheck))


def spots(plain: Any) -> list[tuple[Any, Any]]:
    """Every place of a tree that can be replaced: its container and its key."""
    keys = list(plain) if isinstance(plain, dict) else range(len(plain)) if isinstance(plain, list) else ()
    return [spot for key in keys for spot in ((plain, key), *spots(plain[key]))]


def check_mutated(name: str, seed: int, values: list[object]) -> None:
    """Replace some places of a real save: it must be refused, or be a match that can be played and shown."""
    plain, chance = content(name), random.Random(seed)
    for value in values:
        container, key = chance.choice(spots(plain))
        container[key] = value
    save = attempt(seal(pack(plain)))
    if save is None:
        return
    WHISPERS.check(save.state)
    for player in (None, *range(len(save.players))):
        WHISPERS.view(save.state, player)
    assert decode(encode(save)) == save
    go_on(to_match(save), chance)


def check_bytes(data: bytes) -> None:
    for attempted in (data, MAGIC + data, sealed(data), MAGIC + data.rjust(HEAD, b"\0")):
        with pytest.raises(SaveError):
            decode(attempted)


def check_plain(plain: object, key: str) -> None:
    for attempted in (plain, {"game": "whispers", "rules": 1, "state": plain}, content() | {key: plain}):
        attempt(seal(pack(attempted)))


NAMES = st.sampled_from(["begin", "attack", "card-Burn", "end"])
MUTATION = given(NAMES, st.integers(), st.lists(NEAR, min_size=1, max_size=3))
ANY_PLAIN = given(PLAIN, st.sampled_from(sorted(to_plain(moments()["begin"]))))


@CHANCE
@given(st.binary(max_size=200))
def test_chance_bytes_give_the_error(data: bytes) -> None:
    check_bytes(data)


@CHANCE
@ANY_PLAIN
def test_chance_content_gives_the_error(plain: object, key: str) -> None:
    check_plain(plain, key)


@CHANCE
@MUTATION
def test_a_mutated_save_is_refused_or_can_be_played(name: str, seed: int, values: list[object]) -> None:
    check_mutated(name, seed, values)


@pytest.mark.long
@LONG
@given(st.binary(max_size=2000))
def test_many_chance_bytes_give_the_error(data: bytes) -> None:
    check_bytes(data)


@pytest.mark.long
@LONG
@ANY_PLAIN
def test_much_chance_content_gives_the_error(plain: object, key: str) -> None:
    check_plain(plain, key)


@pytest.mark.long
@LONG
@MUTATION
def test_many_mutated_saves_are_refused_or_can_be_played(name: str, seed: int, values: list[object]) -> None:
    check_mutated(name, seed, values)


def test_the_real_save_that_is_mutated_is_good() -> None:
    assert msgspec.to_builtins(from_plain(packing.FORMAT, content()).state) == msgspec.to_builtins(
        moments()["attack"].state
    )
