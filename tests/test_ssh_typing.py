"""What a client types reaches its screen at a bearable rate, and cannot forge what only a terminal knows."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from wow_tui.serving.limits import Limits
from wow_tui.serving.typing import PASTE, PASTED, Bucket, Typing

LIMITS = Limits(keys=10, keys_burst=20, paste=50, paste_time=5)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(10, 20, clock)
    assert sum(bucket.take() for _ in range(100)) == 20
    clock.now += 0.5
    assert sum(bucket.take() for _ in range(100)) == 5
    clock.now += 3600
    assert sum(bucket.take() for _ in range(100)) == 20


def test_keys_pass_until_there_are_more_than_anybody_types() -> None:
    clock = Clock()
    typing = Typing(LIMITS, clock)
    assert typing.feed(b"j" * 100) == b"j" * 20
    assert (typing.thrown, typing.why) == (80, "keys")
    clock.now += 1
    assert typing.feed("é".encode() + b"\x1b[A" * 8) == "é".encode() + b"\x1b[A" * 8


def test_a_sequence_counts_as_one_key_and_is_never_cut_in_two() -> None:
    typing = Typing(LIMITS, Clock())
    assert typing.feed(b"\x1b[<35;10;20M" * 30) == b"\x1b[<35;10;20M" * 20


def test_a_lone_escape_key_is_passed_on_at_once() -> None:
    typing = Typing(LIMITS, Clock())
    assert typing.feed(b"\x1b") == b"\x1b"
    assert typing.feed(b"[A") == b"[A"
    assert typing.feed(b"\x1b\x1b") == b"\x1b\x1b"
    assert typing.feed(b"x") == b"x"


SIZES = [b"\x1b[48;4000;4000;1;1t", b"\x1b[?2048;1$y", b"\x1b[8;4000;4000t", b"\x1b[4;9;9t"]


def test_a_terminal_cannot_tell_a_size_inside_what_is_typed_however_it_is_cut() -> None:
    for forged in SIZES:
        for size in range(1, len(forged) + 1):
            typing = Typing(LIMITS, Clock())
            pieces = [forged[i : i + size] for i in range(0, len(forged), size)]
            assert forged.strip(b"\x1b") not in b"".join(typing.feed(piece) for piece in pieces)
    long = b"\x1b[48;" + b"0" * 100 + b"4000;4000t"
    for cut in range(1, len(long)):
        typing = Typing(LIMITS, Clock())
        assert b"\x1b[" not in typing.feed(long[:cut]) + typing.feed(long[cut:])
    assert b"\x1b[48" not in Typing(LIMITS, Clock()).feed(b"\x1b\x1b[48;9;9;9;9t")


def test_a_paste_passes_as_far_as_it_fits_and_ends() -> None:
    typing = Typing(LIMITS, Clock())
    assert typing.feed(PASTE + b"a" * 80 + PASTED + b"k") == PASTE + b"a" * 50 + PASTED + b"k"
    assert typing.why == "paste"


def test_a_paste_that_does_not_end_is_ended() -> None:
    clock = Clock()
    typing = Typing(LIMITS, clock)
    assert typing.feed(PASTE + b"a" * 10) == PASTE + b"a" * 10
    clock.now += 6
    assert typing.feed(b"k") == PASTED + b"k"
    assert typing.feed(PASTED + b"k") == b"k"


_KEYS = st.sampled_from([b"a", b"\x1b", b"[", b"\x1b[A", b"\x1bx", b"\x1b[<0;1;2M", b"\x1bOP", "ż".encode()])


@given(st.lists(_KEYS, max_size=15), st.data())
def test_what_a_person_types_arrives_as_it_was_typed_however_it_is_cut(keys: list[bytes], data: st.DataObject) -> None:
    # A letter ends whatever sequence stands open.
    typed = b"".join(keys) + b"x"
    cuts = sorted(data.draw(st.sets(st.integers(1, len(typed) - 1)))) if len(typed) > 1 else []
    typing = Typing(Limits(), Clock())
    pieces = [typed[a:b] for a, b in pairwise([0, *cuts, len(typed)])]
    assert b"".join(typing.feed(piece) for piece in pieces) == typed
