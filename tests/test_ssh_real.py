"""Players with nothing installed: the real host, the real lobby and game, the real `ssh` where there is one."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest
import pytest_asyncio

from tests.load.clients import Session, begin, connect
from tests.load.playing import games
from tests.load.servers import Server, host
from tests.processes import alive
from tests.test_terminal import Pty
from tests.waiting import until
from wow_tui.processes import family
from wow_tui.text.catalogue import catalogue

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SSH for players works on Linux")
SSH = shutil.which("ssh")
needs_ssh = pytest.mark.skipif(SSH is None, reason="there is no ssh")
SSHD = shutil.which("sshd") or (shutil.which("/usr/sbin/sshd"))
TABLE = ["--table", "First", "--code", "BEAR", "Ann", "Bob", "greedy"]


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A host with one table."""
    async with host(tmp_path, TABLE) as running:
        yield running


def key_file(folder: Path) -> Path:
    """A new key as `ssh` reads it."""
    path = folder / "id"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(str(path))
    path.chmod(0o600)
    return path


def ssh(port: int, *more: str, user: str = "table") -> list[str]:
    """The command line of the real client, with nothing of this machine's settings."""
    assert SSH is not None
    options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "SendEnv=LANG LC_ALL"]
    command = [SSH, "-F", "none", "-p", str(port), *(part for each in options for part in ("-o", each))]
    return [*command, *more, f"{user}@127.0.0.1"]


def environ(folder: Path, **more: str) -> dict[str, str]:
    """A terminal of its own, no agent."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SSH_", "LC_", "LANG"))}
    return {**kept, "TERM": "xterm-256color", "HOME": str(folder), **more}


async def watched(program: Pty, text: str) -> None:
    """Wait for a text without holding up the server, which this process reads from."""
    await asyncio.to_thread(program.shows, text)


@needs_ssh
async def test_ssh_without_a_key_asks_who_one_is_and_sits_down(server: Server, tmp_path: Path) -> None:
    program = Pty(ssh(server.port, "-o", "PubkeyAuthentication=no"), environ(tmp_path))
    try:
        for question, answer in (("Join code:", "BEAR"), ("Your name:", "Ann"), ("A word of your own", "rose")):
            await watched(program, question)
            program.press(answer + "\r")
        await watched(program, "Ann (yours)")
        assert "Table: First" in program.text()
        program.press("qqq")
        assert await asyncio.to_thread(program.end) == 0
        assert program.left_on() == []
    finally:
        program.close()


@needs_ssh
async def test_ssh_with_a_key_sees_the_lobby_in_its_language_and_comes_back_to_its_player(
    server: Server, tmp_path: Path
) -> None:
    command = ssh(server.port, "-i", str(key_file(tmp_path)), user="zoe")
    program = Pty(command, environ(tmp_path, LANG="pl_PL.UTF-8"), 30, 100)
    try:
        await watched(program, "First")
        program.press("\r")
        await watched(program, catalogue("pl").say("lobby.code"))
        program.press("BEAR\r")
        await watched(program, "zoe (")
        assert "Wyjdź" in program.text()
    finally:
        # In the middle of it all, without a word.
        program.close()
    program = Pty(command, environ(tmp_path), 30, 100)
    try:
        await watched(program, "zoe (yours)")
        assert "Table: First" in program.text()
        program.press("q")
        await watched(program, "The tables of")
    finally:
        program.close()


@needs_ssh
async def test_a_new_window_size_is_drawn(server: Server, tmp_path: Path) -> None:
    program = Pty(ssh(server.port, "-i", str(key_file(tmp_path))), environ(tmp_path))
    try:
        await watched(program, "First")
        program.resize(10, 60)
        await watched(program, "too small")
        program.resize(24, 80)
        await watched(program, "First")
    finally:
        program.close()


@needs_ssh
def test_ssh_cannot_run_commands_or_forward(tmp_path: Path) -> None:
    async def tried() -> None:
        async with host(tmp_path, TABLE) as server:
            key = str(key_file(tmp_path))
            for more, after in (([], ["id"]), (["-s"], ["sftp"])):
                command = [*ssh(server.port, "-i", key, "-T", *more), *after]
                done = await asyncio.to_thread(subprocess.run, command, capture_output=True, env=environ(tmp_path))
                assert done.returncode != 0
                assert b"uid" not in done.stdout
            port = free_port()
            command = ssh(server.port, "-i", key, "-N", "-o", "ExitOnForwardFailure=yes", "-R", f"{port}:127.0.0.1:1")
            done = await asyncio.to_thread(subprocess.run, command, capture_output=True, env=environ(tmp_path))
            assert done.returncode != 0

    asyncio.run(tried())


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def test_without_a_terminal_a_whole_game_is_played_line_by_line(tmp_path: Path) -> None:
    async with host(tmp_path, ["--pace", "0"]) as server:
        assert server.socket is not None
        played = await games(server.port, server.socket, 1, 2, screens=False, seconds=120)
        assert played.players == len(played.finals[0].points) == 2


@pytest.mark.long
async def test_a_whole_game_is_played_by_keys_on_full_screens(tmp_path: Path) -> None:
    async with host(tmp_path, ["--pace", "0"]) as server:
        assert server.socket is not None
        played = await games(server.port, server.socket, 1, 2, screens=True, seconds=300)
        assert len(played.finals[0].points) == 2


async def test_a_code_that_is_wrong_opens_nothing(server: Server) -> None:
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server.port, "LION|Eve|x")
    await until(lambda: any("wrong join code" in line for line in server.output))


async def test_a_guest_gets_at_nothing_of_the_host(server: Server, tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    session = await begin(await connect(server.port, key=key))
    await session.shows("First")
    for entry in ("new-game", "load", "lab", "join", "tutorial"):
        session.raw = ""
        session.channel.write(b":")
        await asyncio.sleep(0.2)
        session.channel.write(entry.encode() + b"\r")
        await session.shows("only the tables|there are only")
    session.connection.close()


async def test_players_are_back_after_the_front_end_and_after_the_host_were_killed(tmp_path: Path) -> None:
    async with host(tmp_path, TABLE) as server:
        session = await begin(await connect(server.port, "BEAR|Ann|rose"))
        await session.shows("Ann \\(yours\\)")
        pids = family(server.pid)
        front = next(pid for pid in pids if b"serving.front" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(front, signal.SIGKILL)
        await until(lambda: session.closed)
        await until(lambda: any("started again" in line for line in server.output))
        session = await back(server)
        os.kill(server.pid, signal.SIGKILL)
        await until(lambda: not any(alive(pid) for pid in pids if pid != front))
        await until(lambda: session.closed)
    async with host(tmp_path, []) as server:
        await back(server)


async def back(server: Server) -> Session:
    """Ann, who has her place."""
    async with asyncio.timeout(20):
        while True:
            try:
                connection = await connect(server.port, "BEAR|Ann|rose")
                break
            except OSError:
                await asyncio.sleep(0.1)
    session = await begin(connection)
    await session.shows("Ann \\(yours\\)")
    return session


# An ordinary sshd


@needs_ssh
@pytest.mark.skipif(SSHD is None, reason="there is no sshd (Debian: openssh-server)")
async def test_an_ordinary_sshd_with_a_forced_command_is_a_front_end_too(server: Server, tmp_path: Path) -> None:
    assert SSHD is not None
    assert server.socket is not None
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    hostkey, mine, port = tmp_path / "hostkey", key_file(tmp_path), free_port()
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(str(hostkey))
    hostkey.chmod(0o600)
    allowed = tmp_path / "authorized_keys"
    allowed.write_text(asyncssh.read_private_key(mine).export_public_key().decode())
    folders = " ".join(f"XDG_{name}_HOME={tmp_path / 'guest' / name}" for name in ("CONFIG", "DATA", "STATE"))
    python = f"PYTHONPATH={os.getcwd()} {folders} {sys.executable} -m wow_tui.cli"
    (tmp_path / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {hostkey}\nPidFile none\nStrictModes no\nUsePAM no\n"
        f"AuthorizedKeysFile {allowed}\nPasswordAuthentication no\nPermitRootLogin yes\nDisableForwarding yes\n"
        f"AcceptEnv LANG LC_*\nForceCommand {python} join --socket {server.socket} --name Ann --code BEAR\n"
    )
    process = subprocess.Popen([SSHD, "-D", "-e", "-f", str(tmp_path / "sshd_config")], stderr=subprocess.DEVNULL)
    user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    try:
        await until(lambda: listens(port))
        program = Pty(ssh(port, "-t", "-i", str(mine), user=user), environ(tmp_path))
        try:
            await watched(program, "Ann (yours)")
            program.press("qqq")
            assert await asyncio.to_thread(program.end) == 0
        finally:
            program.close()
    finally:
        process.terminate()
        process.wait()


def listens(port: int) -> bool:
    """Whether somebody does at that port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
