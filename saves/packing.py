"""A save as bytes: a head that says what it is and guards it, then the content packed with msgpack.

Head, for ever: magic (8 bytes), format (2), length of the content (4), checksum (16) over all the rest.
"""

from __future__ import annotations

import struct
from hashlib import blake2b
from typing import Any

import msgpack

from rules.sentence import Sentence
from saves.errors import FAULTS, SaveError
from saves.scan import scan

# The first byte and the line ends show at once when a file was sent as text.
MAGIC = b"\x89WOW\r\n\x1a\n"
FORMAT = 1
MOST_BYTES = 1 << 20
_HEAD = struct.Struct(">8sHI")
CHECKSUM = 16
HEAD = _HEAD.size + CHECKSUM

Plain = dict[str, Any]


def pack(plain: object) -> bytes:
    """Plain data as packed bytes; equal data with keys in the same order give the same bytes."""
    packed: bytes = msgpack.packb(plain)
    return packed


def _unique(pairs: list[tuple[str, object]]) -> Plain:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        raise ValueError("a key appears twice")
    return plain


def unpack(packed: bytes) -> Plain:
    """The map that `packed` holds. SaveError if it is none, or goes beyond the bounds of `scan`."""
    scan(packed)
    try:
        plain = msgpack.unpackb(packed, raw=False, strict_map_key=True, object_pairs_hook=_unique)
    except (*FAULTS, msgpack.UnpackException) as error:
        raise SaveError(
            "form", Sentence("kind-error", "{kind}, {error}", kind=type(error).__name__, error=error)
        ) from None
    if not isinstance(plain, dict):
        raise SaveError("form", Sentence("its-content-is-no-map", "its content is no map"))
    return plain


def seal(packed: bytes) -> bytes:
    """The bytes of a file with that content. ValueError if nobody could read it again."""
    if len(packed) + HEAD > MOST_BYTES:
        raise ValueError(f"a save of {len(packed)} bytes is over {MOST_BYTES}")
    head = _HEAD.pack(MAGIC, FORMAT, len(packed))
    return head + _checksum(head, packed) + packed


def unseal(data: bytes) -> tuple[int, Plain]:
    """The format and the content of a file. SaveError for anything that is not a whole save of ours."""
    if not data:
        raise SaveError("empty")
    if not MAGIC.startswith(data[: len(MAGIC)]):
        raise SaveError("foreign")
    if len(data) > MOST_BYTES:
        raise SaveError("large", Sentence("over-most-bytes-bytes", "over {most_bytes} bytes", most_bytes=MOST_BYTES))
    if len(data) < HEAD:
        raise SaveError(
            "cut", Sentence("count-bytes-do-not-even-make", "{count} bytes do not even make its head", count=len(data))
        )
    _, version, length = _HEAD.unpack_from(data)
    packed = data[HEAD:]
    if len(packed) < length:
        raise SaveError(
            "cut",
            Sentence(
                "count-bytes-of-content-where-its",
                "{count} bytes of content, where its head says {length}",
                count=len(packed),
                length=length,
            ),
        )
    if len(packed) > length:
        raise SaveError(
            "garbled",
            Sentence("number-bytes-after-its-end", "{number} bytes after its end", number=len(packed) - length),
        )
    if checksum(data) != _checksum(data[: _HEAD.size], packed):
        raise SaveError("garbled", Sentence("its-checksum-does-not-fit", "its checksum does not fit"))
    if version > FORMAT:
        raise SaveError(
            "newer",
            Sentence(
                "its-format-is-version-this-one",
                "its format is {version}, this one reads up to {format}",
                version=version,
                format=FORMAT,
            ),
        )
    return version, unpack(packed)


def checksum(data: bytes) -> bytes:
    """The checksum in the head of a file: the name of exactly this content."""
    return data[_HEAD.size : HEAD]


def _checksum(head: bytes, packed: bytes) -> bytes:
    return blake2b(head + packed, digest_size=CHECKSUM).digest()
