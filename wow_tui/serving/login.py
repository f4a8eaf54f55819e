"""What a child is told about the login it serves."""

from __future__ import annotations

import msgspec
from msgspec import Struct

# Of the variables a client may send: language and colours, and nothing that could change what runs.
VARIABLES = ("LANG", "LC_ALL", "LC_MESSAGES", "COLORTERM", "NO_COLOR", "TERM_PROGRAM")


class Login(Struct):
    """One login. `table` and `code`: what was typed to get in; `key`: the fingerprint of a key the client
    has proved to have, or empty; `plain`: line mode; `socket`: where the host listens; `variables`: for the
    environment."""

    table: str = ""
    code: str = ""
    key: str = ""
    address: str = ""
    plain: bool = False
    socket: str = ""
    folder: str = ""
    variables: dict[str, str] = {}


def pack(login: Login) -> bytes:
    """A login as a child gets it."""
    return msgspec.msgpack.encode(login)


def unpack(data: bytes) -> Login:
    """The login of a child."""
    return msgspec.msgpack.decode(data, type=Login)
