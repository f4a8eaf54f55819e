"""What the fork server runs for each login: the client, joined to the host as the player it has found."""

from __future__ import annotations

import os
from pathlib import Path

from wow_tui.serving.login import VARIABLES, Login, unpack

# Names before the @ that are nobody's.
NOBODY = ("table", "game", "play", "guest", "root", "wow", "whispers")
# So many players may keep settings here, in so many files each.
MOST_PLAYERS = 500
MOST_FILES = 20


def run(spec: bytes) -> int:
    """Serve one login; the exit status."""
    login = unpack(spec)
    folder = own_folder(login)
    adapt(login, folder)
    from wow_tui.net.client import Identity, Place
    from wow_tui.net.session import Joining, play
    from wow_tui.serving.confine import confine
    from wow_tui.terminal import Wishes
    from wow_tui.text.language import environment
    from wow_tui.text.voice import separate

    # As on a command line: the settings of the host are not the player's.
    separate(environment(login.variables))
    confine(folder, login.socket)
    identity = Identity(name_of(login), lambda host: login.token, login.key, login.address)
    return play(Joining(Place(socket=Path(login.socket)), identity, login.code, login.plain, guest=True), Wishes())


def name_of(login: Login) -> str:
    """What the player is called: as he says, else as he logged in."""
    return login.name or ("" if login.user.lower() in NOBODY else login.user)


def own_folder(login: Login) -> str:
    """Where the player's settings are kept from one login to the next; empty: nowhere."""
    if not login.key or not login.folder:
        return ""
    players = Path(login.folder)
    folder = players / "".join(char if char.isalnum() else "-" for char in login.key)
    try:
        players.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not folder.exists() and len(os.listdir(players)) >= MOST_PLAYERS:
            return ""
        files = sorted(path for path in folder.rglob("crash-*") if path.is_file())
        for path in files[:-MOST_FILES]:
            path.unlink()
    except OSError:
        return ""
    return str(folder)


def adapt(login: Login, folder: str) -> None:
    """Make the environment that of the player's own terminal, with folders of his own."""
    for name in (*VARIABLES, "COLUMNS", "LINES", "LANGUAGE", "TEXTUAL_COLOR_SYSTEM"):
        os.environ.pop(name, None)
    os.environ["TERM"] = "dumb"
    os.environ.update(login.variables)
    settle(folder)


def settle(folder: str) -> None:
    """Have all that is kept in that folder; in none, if it is empty."""
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        os.environ[f"XDG_{name}_HOME"] = os.path.join(folder or os.devnull, name.lower())
    os.environ["HOME"] = folder or os.devnull


def warm() -> None:
    """Make ready before the first login what every login needs."""
    from wow_tui.serving.warming import warm as ready

    ready()
