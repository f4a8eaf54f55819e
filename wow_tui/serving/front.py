"""The front end's process: accepts connections, and holds everybody's terminal.

Run as `python -m wow_tui.serving.front` with its `Config` as JSON in the first line of standard input. It
says in one line of JSON on standard output where it listens, and ends when standard input does.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import os
import signal
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from wow_tui.serving.limits import Limits

TARGET = "wow_tui.serving.player:run"
MODULES = ("wow_tui.serving.player",)


class Config(Struct):
    """What the front end needs to know. `addresses`: where to listen; `port`: 0 for any that is free;
    `socket`: where the host listens; `doorman`: whether strangers need a code; `folder`: for what players
    keep here, such as their settings; `target`: `module:function` a child calls; `modules`: imported once."""

    addresses: tuple[str, ...] = ("127.0.0.1",)
    port: int = 2222
    key: str = ""
    socket: str = ""
    folder: str = ""
    doorman: bool = False
    target: str = TARGET
    modules: tuple[str, ...] = MODULES
    limits: Limits = Limits()


class Opened(Struct):
    """Where it listens and how players know it again; or `problem`, a sentence."""

    port: int = 0
    fingerprint: str = ""
    pid: int = 0
    problem: str = ""


async def serve(config: Config) -> None:
    """Run until standard input ends or a signal comes."""
    from wow_tui.serving.accepting import Acceptor, listen
    from wow_tui.serving.doorman import doorman
    from wow_tui.serving.hostkey import HostKeyError, host_key
    from wow_tui.serving.log import Log
    from wow_tui.serving.nursery import Nursery
    from wow_tui.serving.ssh import Desk
    from wow_tui.text.catalogue import catalogue

    try:
        key = host_key(Path(config.key) if config.key else None)
    except HostKeyError as error:
        _say(Opened(problem=catalogue().say(f"serving.key.{error.why}", path=error.path, reason=error.reason)))
        return
    try:
        sockets = listen(config.addresses, config.port)
    except OSError as error:
        where = ", ".join(config.addresses)
        said = catalogue().say("serving.no-port", where=where, port=config.port, reason=error.strerror or error)
        _say(Opened(problem=said))
        return
    nursery = Nursery(config.modules)
    await nursery.start()
    log = Log()
    asks = doorman(config.socket) if config.doorman else None
    # In this form the same bytes each time; the usual one holds random ones.
    secret = hashlib.sha256(b"tokens" + key.export_private_key("pkcs8-der")).digest()
    desk = Desk(nursery, config.target, config.socket, config.folder, config.limits, log, asks, secret)
    acceptor = Acceptor(desk, key, sockets)
    await acceptor.start()
    gc.collect()
    gc.freeze()
    _say(Opened(sockets[0].getsockname()[1], key.get_fingerprint(), os.getpid()))
    try:
        await _until_told()
    finally:
        await acceptor.close()
        await nursery.close()


async def _until_told() -> None:
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, told.set)

    def heard() -> None:
        with contextlib.suppress(OSError):
            if os.read(0, 4096):
                return
        loop.remove_reader(0)
        told.set()

    loop.add_reader(0, heard)
    await told.wait()


def _say(opened: Opened) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(opened) + b"\n")
    sys.stdout.buffer.flush()


def first_line() -> bytes:
    """The first line of standard input, and nothing of what follows."""
    line = b""
    while not line.endswith(b"\n"):
        piece = os.read(0, 1)
        if not piece:
            break
        line += piece
    return line


def main() -> None:
    """The process."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(msgspec.json.decode(first_line(), type=Config)))


if __name__ == "__main__":
    main()
