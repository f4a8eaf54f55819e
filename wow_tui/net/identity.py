"""The secrets by which hosts know a person again: one for each host, in a file that only he may read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import msgspec

from saves.disk import read_bytes, replace
from wow_tui.config import state_folder

_MOST_BYTES = 65_536
_MOST_HOSTS = 500


def tokens_path() -> Path:
    """The file; `XDG_STATE_HOME` moves it."""
    return state_folder() / "hosts.json"


def _known(path: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(read_bytes(path, _MOST_BYTES), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}


def token_for(host: str) -> str:
    """The secret for the host of that id, made and kept the first time.

    Where it cannot be kept it serves for this run only.
    """
    path = tokens_path()
    known = _known(path)
    if host in known:
        return known[host]
    made = _for_this_run.setdefault(host, secrets.token_urlsafe(24))
    kept = dict(list(known.items())[-_MOST_HOSTS:]) | {host: made}
    try:
        replace(path, msgspec.json.format(msgspec.json.encode(kept)))
        os.chmod(path, 0o600)
    except OSError:
        pass
    return made


_for_this_run: dict[str, str] = {}
