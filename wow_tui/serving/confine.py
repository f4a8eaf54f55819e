"""What a login's process may touch: its own program, its player's folder, and the host's socket.

Not a wall against foreign code, which never runs here, but against everything the client can do with files at
home (load, save, export, pictures), which a guest must not do on somebody else's machine. Cannot be taken back.
"""

from __future__ import annotations

import errno
import os
import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# By name of the audit event: which of its arguments are paths that would be changed.
_CHANGING = {
    "os.remove": (0,),
    "os.rename": (0, 1),
    "os.rmdir": (0,),
    "os.mkdir": (0,),
    "os.link": (0, 1),
    "os.symlink": (0, 1),
    "os.truncate": (0,),
    "os.chmod": (0,),
    "os.chown": (0,),
    "os.utime": (0,),
}
_LISTING = ("os.listdir", "os.scandir", "os.chdir")
_NEVER = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "os.forkpty",
    "pty.spawn",
    "socket.bind",
)
_SYSTEM = ("/usr/share/zoneinfo", "/etc/localtime", "/dev/null", "/dev/urandom", "/proc/self")


@cache
def program() -> list[str]:
    """The folders of what a login may read: the program, the libraries, and some of the system."""
    packages = [str(Path(__file__).parent.parent.parent / name) for name in ("wow_tui", "rules", "saves")]
    libraries = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return [os.path.realpath(path) for path in (*packages, *libraries, *_SYSTEM)]


def confine(folder: str, socket: str) -> None:
    """From now on this process reads its program and `folder`, changes `folder` alone, and connects to `socket`.

    An empty folder: it changes nothing. Anything else it tries is a PermissionError.
    """
    own = [os.path.realpath(folder)] if folder else []
    readable = [*program(), *own]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            changes = flags & _WRITING if isinstance(flags, int) and flags else set(mode or "r") & set("wax+")
            _allow(path, own if changes else readable)
        elif event in _CHANGING:
            for number in _CHANGING[event]:
                _allow(arguments[number], own)
        elif event in _LISTING:
            _allow(arguments[0], readable)
        elif event in _NEVER or (event == "socket.connect" and arguments[1] not in (socket, socket.encode())):
            raise _denied(event)

    sys.addaudithook(hook)


def _allow(path: Any, folders: list[str]) -> None:
    if isinstance(path, int):
        return
    real = os.path.realpath(os.fsdecode("." if path is None else path))
    if not any(real == folder or real.startswith(folder + os.sep) for folder in folders):
        raise _denied(real)


def _denied(what: str) -> PermissionError:
    return PermissionError(errno.EACCES, os.strerror(errno.EACCES), what)
