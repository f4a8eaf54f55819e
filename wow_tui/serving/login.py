"""What a child is told about the login it serves."""

from __future__ import annotations

import msgspec
from msgspec import Struct

# Of the variables a client may send: language and colours, and nothing that could change what runs.
VARIABLES = ("LANG", "LC_ALL", "LC_MESSAGES", "COLORTERM", "NO_COLOR", "TERM_PROGRAM")


class Login(Struct):
    """One login. `user`: what stood before the @; `code`, `name`: as answered; `key`: the fingerprint of a key
    the client has proved to have, or empty; `token`: by which the host knows him without one; `plain`: line mode;
    `socket`: where the host listens; `folder`: of what players keep; `variables`: for the environment."""

    user: str = ""
    code: str = ""
    name: str = ""
    key: str = ""
    token: str = ""
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
