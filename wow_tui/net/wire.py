"""Messages as frames: four bytes of length, most significant first, then one msgpack map.

Bounds are checked before anything is built: a frame from a client is small, and its form is scanned like a save.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from rules.ask import Refusal
from saves.errors import FAULTS, SaveError
from saves.packing import unpack
from wow_tui.net.messages import AllNews, News, Past, Refused, Request, Requests, Standing

HEAD = 4
MOST_FRAME = 65_536
MOST_REQUEST = 8_192
_MOST_DEPTH = 4


class WireError(Exception):
    """A frame that is none of ours. `fatal`: what follows it cannot be read either."""

    def __init__(self, why: str, fatal: bool = False) -> None:
        super().__init__(why)
        self.fatal = fatal


_encoder = msgspec.msgpack.Encoder()
_news: msgspec.msgpack.Decoder[AllNews] = msgspec.msgpack.Decoder(AllNews)


def frame(message: Request | News) -> bytes:
    """The bytes of a message. WireError if it is longer than a frame may be."""
    packed = _encoder.encode(message)
    if len(packed) > MOST_FRAME:
        raise WireError(f"a message of {len(packed)} bytes is over {MOST_FRAME}")
    return len(packed).to_bytes(HEAD, "big") + packed


def size(thing: object) -> int:
    """How many bytes something takes within a message."""
    return len(_encoder.encode(thing))


async def read_frame(reader: asyncio.StreamReader, most: int, first: float, rest: float) -> bytes:
    """The content of the next frame. WireError for one that is empty or too long, TimeoutError when it does not
    begin within `first` seconds or is not complete `rest` seconds later, IncompleteReadError at the end."""
    async with asyncio.timeout(first):
        start = await reader.readexactly(1)
    async with asyncio.timeout(rest):
        length = int.from_bytes(start + await reader.readexactly(HEAD - 1), "big")
        if not 0 < length <= most:
            raise WireError(f"a frame of {length} bytes, where 1 to {most} may be", fatal=True)
        return await reader.readexactly(length)


def read_request(packed: bytes) -> Requests:
    """The request that `packed` holds. WireError for anything else."""
    try:
        request: Requests = msgspec.convert(unpack(packed), Requests)
    except (SaveError, msgspec.ValidationError, *FAULTS) as error:
        raise WireError(str(error)) from None
    return request


def read_news(packed: bytes) -> AllNews:
    """What a host says in `packed`. WireError for anything else."""
    if len(packed) > MOST_FRAME:
        raise WireError(f"a message of {len(packed)} bytes is over {MOST_FRAME}")
    try:
        news = _news.decode(packed)
    except (msgspec.DecodeError, *FAULTS) as error:
        raise WireError(str(error)) from None
    for values in _values(news):
        _check_plain(values, _MOST_DEPTH)
    return news


def _values(news: AllNews) -> list[Any]:
    """The parts of a message whose form its type leaves open."""
    if isinstance(news, Refused):
        return [news.values]
    found: list[Any] = []
    if isinstance(news, Past | Standing):
        for batch in news.batches:
            found += [event.values for event in batch.events]
            if batch.reason is not None:
                found.append(batch.reason.values)
    if isinstance(news, Standing) and news.ask is not None:
        found.append(news.ask.values)
    return found


def _check_plain(value: Any, depth: int) -> None:
    """WireError unless it is numbers and texts, in lists and maps with texts for keys."""
    if value is None or isinstance(value, bool | int | str | float):
        return
    if depth and isinstance(value, list):
        for each in value:
            _check_plain(each, depth - 1)
    elif depth and isinstance(value, dict) and all(isinstance(key, str) for key in value):
        for each in value.values():
            _check_plain(each, depth - 1)
    else:
        raise WireError(f"a value of type {type(value).__name__} has no place in a message")


def refused(seq: int, refusal: Refusal) -> Refused:
    """A refusal as a message."""
    return Refused(seq=seq, rule=refusal.rule, reason=refusal.reason, values=refusal.values)
