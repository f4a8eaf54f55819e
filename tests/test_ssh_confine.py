"""A login's process reads its program and changes its player's folder, whatever the client is asked to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import os, socket, subprocess, sys
from pathlib import Path
from wow_tui.serving.confine import confine
own, other, good = sys.argv[1:4]
confine(own, good)
def tried(what):
    try:
        what()
    except PermissionError:
        return "denied"
    except OSError as error:
        return type(error).__name__
    return "done"
for name, what in {
    "read the program": lambda: Path(sys.modules["wow_tui"].__file__).read_bytes(),
    "import": lambda: __import__("wow_tui.bots"),
    "write own": lambda: Path(own, "x").write_text("x"),
    "read own": lambda: Path(own, "x").read_text(),
    "rename own": lambda: os.rename(f"{own}/x", f"{own}/y"),
    "read other": lambda: Path(other, "secret").read_text(),
    "read passwords": lambda: Path("/etc/passwd").read_text(),
    "write other": lambda: Path(other, "new").write_text("x"),
    "append other": lambda: open(f"{other}/secret", "ab").close(),
    "write by a link": lambda: Path(own, "link", "new").write_text("x"),
    "climb out": lambda: Path(own, "..", "other", "secret").read_text(),
    "list other": lambda: os.listdir(other),
    "remove other": lambda: os.remove(f"{other}/secret"),
    "move out": lambda: os.rename(f"{own}/y", f"{other}/y"),
    "link in": lambda: os.symlink(other, f"{other}/l"),
    "run": lambda: subprocess.run(["true"]),
    "system": lambda: os.system("true"),
    "fork": lambda: os.fork() or os._exit(0),
    "exec": lambda: os.execv("/bin/true", ["true"]),
    "connect elsewhere": lambda: socket.create_connection(("127.0.0.1", 9), 1),
    "connect home": lambda: socket.socket(socket.AF_UNIX).connect(good),
}.items():
    print(f"{name}: {tried(what)}", flush=True)
"""
ALLOWED = {
    "read the program": "done",
    "import": "done",
    "write own": "done",
    "read own": "done",
    "rename own": "done",
    # Nobody listens there, but it may ask.
    "connect home": "FileNotFoundError",
}


@pytest.mark.skipif(sys.platform != "linux", reason="SSH for players works on Linux")
def test_only_the_own_folder_and_the_hosts_socket_are_within_reach(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir()
    other.mkdir()
    (other / "secret").write_text("Devout")
    (own / "link").symlink_to(other)
    command = [sys.executable, "-c", SCRIPT, str(own), str(other), str(tmp_path / "sock")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said = dict(line.split(": ") for line in done.stdout.splitlines())
    assert {name: result for name, result in said.items() if result != "denied"} == ALLOWED
    assert len(said) == 21
    assert (other / "secret").read_text() == "Devout"
