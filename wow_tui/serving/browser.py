"""The process of one browser window: `python -m wow_tui.serving.browser ARGUMENTS...` is wow-tui with them.

`--guest SOCKET FOLDER KEY [LANGUAGE]` joins a host as whoever has that key, and touches nothing but what is his in
FOLDER.
The process ends with the web server that has started it, however that ends.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1


def end_with(parent: int) -> None:
    """Ask the system for a SIGTERM once the parent has ended; where it cannot do that, do without."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            sys.exit(1)


def guest(socket: str, folder: str, key: str) -> int:
    """Play at a host; the exit status."""
    from wow_tui.net.client import Identity, Place
    from wow_tui.net.identity import token_for
    from wow_tui.net.session import Joining, play
    from wow_tui.serving.confine import confine
    from wow_tui.serving.login import Login
    from wow_tui.serving.player import own_folder, settle
    from wow_tui.terminal import Wishes

    own = own_folder(Login(key=key, folder=folder))
    settle(own)
    confine(own, socket)
    return play(Joining(Place(socket=Path(socket)), Identity("", token_for), guest=True), Wishes())


if __name__ == "__main__":
    end_with(os.getppid())
    # What the browser's terminal can do, whatever terminal the server was started in.
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    os.environ.pop("NO_COLOR", None)
    if sys.argv[1:2] == ["--guest"]:
        if sys.argv[5:6]:
            for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
                os.environ.pop(name, None)
            os.environ["LANG"] = sys.argv[5]
        sys.exit(guest(*sys.argv[2:5]))
    from wow_tui.cli import main

    main(sys.argv[1:], prog_name="wow-tui")
