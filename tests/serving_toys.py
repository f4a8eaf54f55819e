"""Small programs a fork server runs for tests, instead of the game."""

from __future__ import annotations

import os
import signal
import sys
import time

from wow_tui.serving.login import unpack


def facts(spec: bytes) -> int:
    """Say what it is and has, then wait for a line."""
    pid = os.getpid()
    files = sorted(int(name) for name in os.listdir("/proc/self/fd"))
    size = tuple(os.get_terminal_size(0)) if os.isatty(0) else None
    own = os.getsid(0) == pid == os.getpgid(0)
    os.write(1, f"pid={pid} own={own} size={size} files={files} spec={spec.decode()!r}\n".encode())
    sys.stdin.readline()
    return 7


def echo(spec: bytes) -> int:
    """Raw keys come back as they came, sizes as they change, until `q`."""
    import tty

    if os.isatty(0):
        tty.setraw(0)

    def resized(number: int, frame: object) -> None:
        os.write(1, "size {}x{}\n".format(*os.get_terminal_size(0)).encode())

    signal.signal(signal.SIGWINCH, resized)
    os.write(1, f"ready {os.getpid()}\n".encode())
    while data := os.read(0, 4096):
        os.write(1, data)
        if b"q" in data:
            return 3
    return 0


def login(spec: bytes) -> int:
    """Say what is known about the login."""
    os.write(1, f"{unpack(spec)}\n".encode())
    return 0


def busy(spec: bytes) -> int:
    """Never let go: no Python code runs in it any more, so that no handler of a signal does."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.write(1, f"ready {os.getpid()}\n".encode())
    return int(pow(7, 10**9) == 0)


def crash(spec: bytes) -> int:
    """End badly."""
    raise RuntimeError("odd")


def die(spec: bytes) -> int:
    """End by a signal, with the terminal in a state of its own."""
    os.write(1, b"\x1b[?1049h\x1b[?1003hready\n")
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def flood(spec: bytes) -> int:
    """Write without end."""
    os.write(1, f"ready {os.getpid()}\n".encode())
    while True:
        os.write(1, b"x" * 4096)


def hog(spec: bytes) -> int:
    """Take memory without end."""
    taken = []
    while True:
        taken.append(bytearray(16 << 20))


def sleep(spec: bytes) -> int:
    """Wait, whatever is typed."""
    os.write(1, f"ready {os.getpid()}\n".encode())
    time.sleep(60)
    return 0
