"""Where hosts are: addresses as people type them, and the Unix socket of one's own machine."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from wow_tui.net.client import Place

PORT = 4788


def socket_path() -> Path:
    """The Unix socket a host of this user listens at unless another is named; `XDG_RUNTIME_DIR` moves it."""
    folder = os.environ.get("XDG_RUNTIME_DIR") or platformdirs.user_state_dir("wow-tui")
    return Path(folder) / "wow-tui" / "host.sock"


def read_place(text: str) -> Place:
    """`host`, `host:port`, `[v6]:port` or a v6 address. ValueError with one sentence for anything else."""
    text = text.strip()
    address, port = text, ""
    if text.startswith("["):
        address, bracket, rest = text[1:].partition("]")
        port = rest.removeprefix(":")
        if not bracket or (rest and not rest.startswith(":")):
            raise ValueError(f"{text!r} is no address; write [ADDRESS]:PORT")
    elif text.count(":") == 1:
        address, _, port = text.partition(":")
    if not address or any(char.isspace() for char in address):
        raise ValueError(f"{text!r} is no address; write a name or number, and :PORT if it is not {PORT}")
    if port and not (port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65_536):
        raise ValueError(f"{port!r} is no port; it is a number from 1 to 65535")
    return Place(address=address, port=int(port or PORT))
