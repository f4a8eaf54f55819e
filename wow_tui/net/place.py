"""Where hosts are: addresses as people type them, and the Unix socket of one's own machine."""

from __future__ import annotations

import os
from pathlib import Path

from wow_tui.config import state_folder
from wow_tui.net.client import Place
from wow_tui.text.voice import say

PORT = 4788


def socket_path() -> Path:
    """The Unix socket a host of this user listens at unless another is named; `XDG_RUNTIME_DIR` moves it."""
    folder = os.environ.get("XDG_RUNTIME_DIR") or state_folder()
    return Path(folder) / "wow-tui" / "host.sock"


def read_place(text: str) -> Place:
    """`host`, `host:port`, `[v6]:port` or a v6 address. ValueError with one sentence for anything else."""
    text = text.strip()
    address, port = text, ""
    if text.startswith("["):
        address, bracket, rest = text[1:].partition("]")
        port = rest.removeprefix(":")
        if not bracket or (rest and not rest.startswith(":")):
            raise ValueError(say("reading.no-bracket", text=text))
    elif text.count(":") == 1:
        address, _, port = text.partition(":")
    if not address or any(char.isspace() for char in address):
        raise ValueError(say("reading.no-address", text=text, port=PORT))
    if port and not (port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65_536):
        raise ValueError(say("reading.no-port", port=port))
    return Place(address=address, port=int(port or PORT))
