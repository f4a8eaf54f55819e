"""What front end and fork server say to each other, over one Unix socket."""

from __future__ import annotations

import socket
import struct

import msgspec
from msgspec import Struct

MOST = 65_536
_LENGTH = struct.Struct("!I")


class Start(Struct, tag=True):
    """Fork a child, with two files beside it: what it has as its terminal, and its lifeline.

    `target`: `module:function`, called with `spec`; its result is the exit status.
    """

    number: int
    target: str
    spec: bytes


class Ready(Struct, tag=True):
    """Everything is imported. `pid` of the fork server."""

    pid: int


class Ended(Struct, tag=True):
    """A child ended. `status`: its exit status, negative for a signal."""

    number: int
    status: int


Message = Start | Ready | Ended
_decoder = msgspec.msgpack.Decoder(Message)


def packed(message: Message) -> bytes:
    """A message as it is sent."""
    data = msgspec.msgpack.encode(message)
    return _LENGTH.pack(len(data)) + data


class Inbox:
    """Messages out of the pieces they arrive in."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> list[Message]:
        """The messages complete now. ValueError if they are none."""
        self._data += data
        found: list[Message] = []
        while len(self._data) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._data)
            if length > MOST:
                raise ValueError("message too long")
            end = _LENGTH.size + length
            if len(self._data) < end:
                break
            found.append(_decoder.decode(bytes(self._data[_LENGTH.size : end])))
            del self._data[:end]
        return found


def send(control: socket.socket, message: Message, files: tuple[int, ...] = ()) -> None:
    """Send a message, with open files. OSError if the other side has gone or takes nothing."""
    data = packed(message)
    if files:
        sent = socket.send_fds(control, [data], list(files))
        data = data[sent:]
    if data:
        control.sendall(data)
