"""The key by which players know the host again: made on the first run, for the owner's eyes only."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    import asyncssh

NAME = "ssh_host_ed25519_key"


class HostKeyError(Exception):
    """The host key cannot be used; its text is the key of a message, its `path` the file."""

    def __init__(self, why: str, path: Path, reason: str = "") -> None:
        super().__init__(why)
        self.why, self.path, self.reason = why, path, reason


def key_path() -> Path:
    """Where the host key lies; `XDG_DATA_HOME` moves it."""
    return Path(platformdirs.user_data_dir("wow-tui")) / NAME


def host_key(path: Path | None = None) -> asyncssh.SSHKey:
    """The host key, made if there is none. HostKeyError if it cannot be read, made, or is open to others."""
    import asyncssh

    path = path or key_path()
    try:
        if not path.exists():
            _make(path)
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise HostKeyError("open", path)
        return asyncssh.read_private_key(path)
    except OSError as error:
        raise HostKeyError("unreadable", path, error.strerror or "") from None
    except asyncssh.KeyImportError:
        raise HostKeyError("broken", path) from None


def _make(path: Path) -> None:
    import asyncssh

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(file, "wb") as out:
            out.write(asyncssh.generate_private_key("ssh-ed25519", "wow-tui").export_private_key())
            out.flush()
            os.fsync(out.fileno())
        # Two hosts started at once must agree on one key.
        with contextlib.suppress(FileExistsError):
            os.link(new, path)
    finally:
        os.unlink(new)
