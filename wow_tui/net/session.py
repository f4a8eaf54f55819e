"""Joining a host from a terminal, as `wow-tui join` and a front end such as an SSH server do it."""

from __future__ import annotations

import sys
from typing import NamedTuple

from wow_tui.net.client import Client, Identity, Place, refusal_of
from wow_tui.terminal import Wishes


class Joining(NamedTuple):
    """Where to (None: to be asked for), as whom, and how. `code`: of the table to sit at at once; `plain`: line
    mode, for which there must be a place; `guest`: on somebody else's machine, with nothing but the tables."""

    place: Place | None
    identity: Identity
    code: str = ""
    plain: bool = False
    guest: bool = False


def play(joining: Joining, wishes: Wishes) -> int:
    """Play at a host in this terminal (or over standard input and output, in line mode); the exit status.

    Returns when the person leaves. A host that cannot be reached is one sentence on standard error and status 1.
    """
    return _plain(joining) if joining.plain else _screen(joining, wishes)


def _plain(joining: Joining) -> int:
    from wow_tui.net.lines import Lines
    from wow_tui.net.remote import Loop, PlainLobby
    from wow_tui.text.speaker import Speaker
    from wow_tui.text.voice import words

    assert joining.place is not None
    loop, lines = Loop(), Lines(0, _show)
    client = Client(joining.place, joining.identity)
    try:
        loop.do(client.open())
        return PlainLobby(loop, client, words(), lines, _write).run(joining.code)
    except KeyboardInterrupt:
        _write("")
        return 130
    except Exception as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        sys.stderr.write(Speaker(words(), []).refusal(refusal) + "\n")
        return 1
    finally:
        loop.do(client.close())
        loop.close()
        lines.close()


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _write(text: str) -> None:
    _show(text + "\n")


def _screen(joining: Joining, wishes: Wishes) -> int:
    from wow_tui.terminal import launch

    return launch(wishes, join=joining)
