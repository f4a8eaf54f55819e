"""The SSH front end: who gets in, what is to be had, and what an offence costs whom."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import sys
from pathlib import Path

import asyncssh
import pytest

from tests.processes import alive
from tests.ssh_server import Running, Screen, running
from tests.waiting import until
from wow_tui.modes import RESTORE
from wow_tui.serving.hostkey import HostKeyError, host_key
from wow_tui.serving.limits import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and ptys")


async def code_is_right(code: str, address: str) -> bool:
    """The doorman of a table with a code."""
    return (code, address) == ("BEAR-42", "127.0.0.1")


# The host key


def test_the_host_key_is_made_once_for_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "key"
    key = host_key(path)
    assert key.get_algorithm() == "ssh-ed25519"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert host_key(path).get_fingerprint() == key.get_fingerprint()
    assert [each.name for each in path.parent.iterdir()] == ["key"]


def test_a_host_key_that_others_may_read_or_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    host_key(path)
    path.chmod(0o644)
    with pytest.raises(HostKeyError) as caught:
        host_key(path)
    assert caught.value.why == "open"
    path.chmod(0o600)
    path.write_text("nonsense")
    with pytest.raises(HostKeyError) as caught:
        host_key(path)
    assert caught.value.why == "broken"


# Who gets in


async def test_a_client_without_a_key_gets_in_with_the_join_code(tmp_path: Path) -> None:
    async with running("login", tmp_path, code_is_right) as front, await front.connect(codes=["BEAR-42"]) as conn:
        _, screen = await front.screen(conn)
        said = await screen.shows(b"user=")
        assert "user='table', code='BEAR-42', name='', key=''" in said


async def test_without_a_key_one_is_the_same_player_by_name_and_a_word_of_ones_own(tmp_path: Path) -> None:
    tokens = []
    answers = [("Ann", "rose"), ("ann", "rose"), ("Ann", "thorn"), ("Bob", "rose"), ("Ann", ""), ("Ann", "")]
    async with running("login", tmp_path, code_is_right) as front:
        for name, word in answers:
            async with await front.connect(codes=[f"BEAR-42|{name}|{word}"]) as conn:
                _, screen = await front.screen(conn)
                tokens.append((await screen.shows(b"user=")).split("token='")[1].split("'")[0])
    assert tokens[0] == tokens[1]
    assert len(set(tokens)) == len(tokens) - 1
    assert all(len(token) >= 32 for token in tokens)


async def test_wrong_codes_are_counted_and_then_cut_off(tmp_path: Path) -> None:
    async with running("login", tmp_path, code_is_right) as front:
        async with await front.connect(codes=["wrong", "BEAR-42"]):
            await front.logs("gave a wrong join code")
        with pytest.raises(asyncssh.Error):
            await front.connect(codes=["a", "b", "c", "BEAR-42"])
        await front.logs("too many wrong join codes and was cut off")


async def test_an_address_with_many_wrong_codes_waits_even_with_the_right_one(tmp_path: Path) -> None:
    limits = Limits(wrong_per_address=2, wrong_time=60)
    async with running("login", tmp_path, code_is_right, limits) as front:
        with pytest.raises(asyncssh.Error):
            await front.connect(codes=["a", "b", "BEAR-42"])
        with pytest.raises(asyncssh.Error):
            await front.connect(codes=["BEAR-42"])
        await front.logs("has to wait")


async def test_a_code_given_as_a_password_counts_too(tmp_path: Path) -> None:
    async with running("login", tmp_path, code_is_right) as front:
        conn = await asyncssh.connect(
            "127.0.0.1", front.port, username="table", password="BEAR-42", known_hosts=None, config=None
        )
        conn.close()


async def test_a_key_is_known_by_its_fingerprint_only_once_it_has_signed(tmp_path: Path) -> None:
    mine, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    async with running("login", tmp_path, code_is_right) as front:
        async with await front.connect(key=mine) as conn:
            _, screen = await front.screen(conn)
            assert f"key='{mine.get_fingerprint()}'" in await screen.shows(b"user=")
        # To ask whether somebody's public key would do proves nothing.
        pretending = Pretending(other)
        conn = await asyncssh.connect(
            "127.0.0.1",
            front.port,
            username="table",
            known_hosts=None,
            config=None,
            agent_path=None,
            client_keys=None,
            client_factory=lambda: pretending,
        )
        async with conn:
            assert pretending.offered
            _, screen = await front.screen(conn)
            assert "key=''" in await screen.shows(b"user=")


class Pretending(asyncssh.SSHClient):
    """Offers a public key whose private one it does not have, then gives the code."""

    def __init__(self, other: asyncssh.SSHKey) -> None:
        self.offered = False
        self._key = WithoutPrivate(other)

    def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
        """The key of somebody else, once."""
        if self.offered:
            return None
        self.offered = True
        return self._key

    def kbdint_auth_requested(self) -> str:
        """Any question."""
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: object) -> list[str]:
        """The code."""
        return ["BEAR-42"]


class WithoutPrivate(asyncssh.SSHKeyPair):
    """A key pair whose signatures are worth nothing."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        super().__init__(b"ssh-ed25519", b"ssh-ed25519", [b"ssh-ed25519"], [b"ssh-ed25519"], key.public_data, None)

    def sign(self, data: bytes) -> bytes:
        """Nothing of worth."""
        return (11).to_bytes(4, "big") + b"ssh-ed25519" + (64).to_bytes(4, "big") + bytes(64)


# What is to be had


async def test_terminal_size_language_and_colours_arrive_and_nothing_else_of_the_environment(tmp_path: Path) -> None:
    sent = {"LANG": "pl_PL.UTF-8", "COLORTERM": "truecolor", "LD_PRELOAD": "x", "PYTHONPATH": "y", "TERM": "evil"}
    async with running("login", tmp_path) as front, await front.connect() as conn:
        _, screen = await front.screen(conn, env=sent)
        said = await screen.shows(b"user=")
    assert "variables={'LANG': 'pl_PL.UTF-8', 'COLORTERM': 'truecolor', 'TERM': 'xterm-256color'}" in said


async def test_resizing_works_and_no_terminal_is_larger_than_the_largest(tmp_path: Path) -> None:
    async with running("echo", tmp_path) as front, await front.connect() as conn:
        channel, screen = await front.screen(conn)
        await screen.shows(b"ready")
        channel.change_terminal_size(100, 40)
        await screen.shows(b"size 100x40")
        for step in range(100):
            channel.change_terminal_size(4000 + step, 4000)
        await screen.shows(b"size 240x80")
        assert screen.output.count(b"size") <= 4


async def test_without_a_terminal_it_is_line_mode_and_the_end_of_input_arrives(tmp_path: Path) -> None:
    async with running("echo", tmp_path) as front, await front.connect() as conn:
        channel, screen = await front.screen(conn, None)
        await screen.shows(b"ready")
        # From a file, much faster than anybody types.
        lines = b"".join(b"%d\n" % number for number in range(20_000))
        channel.write(lines)
        channel.write_eof()
        await until(lambda: screen.closed)
        assert screen.output.endswith(lines)
        assert screen.status == 0


async def test_no_commands_files_forwarding_agent_or_x11(tmp_path: Path) -> None:
    async with running("echo", tmp_path, limits=Limits(sessions_per_connection=9)) as front:
        async with await front.connect() as conn:
            for wish in (
                conn.run("id"),
                conn.start_sftp_client(),
                conn.open_connection("127.0.0.1", front.port),
                conn.open_unix_connection(str(tmp_path / "x")),
            ):
                with pytest.raises((asyncssh.Error, OSError)):
                    await wish
            for listener in (
                conn.start_server(lambda *_: None, "127.0.0.1", 0),
                conn.start_unix_server(lambda *_: None, str(tmp_path / "y")),
            ):
                with pytest.raises(asyncssh.ChannelListenError):
                    await listener
            with pytest.raises(asyncssh.Error):
                await front.screen(conn, x11_forwarding=True, x11_display="localhost:0")
        said = "".join(front.lines)
        assert "exec" in said


async def test_a_second_session_on_a_connection_is_refused(tmp_path: Path) -> None:
    async with running("echo", tmp_path) as front, await front.connect() as conn:
        _, screen = await front.screen(conn)
        with pytest.raises(asyncssh.ChannelOpenError):
            await front.screen(conn)
        await screen.shows(b"ready")
        await front.logs("asked for what is not offered here: session")


# Ends


async def test_the_status_of_the_screen_is_that_of_the_session(tmp_path: Path) -> None:
    async with running("echo", tmp_path) as front, await front.connect() as conn:
        channel, screen = await front.screen(conn)
        await screen.shows(b"ready")
        channel.write(b"q")
        await until(lambda: screen.closed)
        assert screen.status == 3


async def test_a_screen_that_dies_leaves_no_mode_on_and_says_so(tmp_path: Path) -> None:
    async with running("die", tmp_path) as front, await front.connect() as conn:
        _, screen = await front.screen(conn)
        await until(lambda: screen.closed)
        assert screen.status == 1
        assert RESTORE.encode() in screen.output
        assert screen.output.endswith(b"Nothing is lost: log in again to go on.\r\n")
        await front.logs("ended by itself (status -9)")


async def test_a_screen_ends_with_its_connection(tmp_path: Path) -> None:
    async with running("busy", tmp_path, limits=Limits(farewell=0.2)) as front:
        conn = await front.connect()
        _, screen = await front.screen(conn)
        await screen.shows(b"ready")
        pid = int(screen.output.split()[1])
        conn.abort()
        await until(lambda: not alive(pid))


async def test_when_the_fork_server_is_killed_players_play_on_and_new_ones_get_in(tmp_path: Path) -> None:
    async with running("echo", tmp_path) as front, await front.connect() as conn:
        channel, screen = await front.screen(conn)
        await screen.shows(b"ready")
        os.kill(front.desk.nursery.pid, 9)
        async with await front.connect() as other:
            _, new = await front.screen(other)
            await new.shows(b"ready")
        channel.write(b"abc")
        await screen.shows(b"abc")


# Offences


async def neighbour(front: Running) -> tuple[object, Screen]:
    """Somebody who plays on, whatever another does."""
    channel, screen = await front.screen(await front.connect())
    await screen.shows(b"ready")
    return channel, screen


async def test_whoever_says_nothing_or_starts_nothing_is_cut_off(tmp_path: Path) -> None:
    limits = Limits(login=0.3, without_session=0.3)
    async with running("echo", tmp_path, code_is_right, limits) as front:
        reader, writer = await asyncio.open_connection("127.0.0.1", front.port)
        assert await asyncio.wait_for(reader.read(), 20)
        writer.close()
        conn = await front.connect(codes=["BEAR-42"])
        await asyncio.wait_for(conn.wait_closed(), 20)
        await front.logs("started no game and was cut off")


async def test_whoever_does_nothing_for_too_long_is_cut_off(tmp_path: Path) -> None:
    async with running("echo", tmp_path, limits=Limits(idle=0.5)) as front:
        conn = await front.connect()
        await front.screen(conn)
        await asyncio.wait_for(conn.wait_closed(), 20)
        await front.logs("did nothing for too long")


async def test_whoever_does_not_speak_ssh_is_cut_off(tmp_path: Path) -> None:
    async with running("echo", tmp_path) as front:
        reader, writer = await asyncio.open_connection("127.0.0.1", front.port)
        writer.write(b"A" * 100_000)
        with contextlib.suppress(ConnectionError):
            while await asyncio.wait_for(reader.read(4096), 20):
                pass
        writer.close()
        await front.logs("does not speak SSH")


async def test_two_hundred_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    async with running("echo", tmp_path) as front:
        silent = [await asyncio.open_connection("127.0.0.1", front.port) for _ in range(200)]
        async with await front.connect() as conn:
            _, screen = await front.screen(conn)
            await screen.shows(b"ready")
        assert len(front.desk.gate.visitors) <= Limits().newcomers_per_address + 1
        for _, writer in silent:
            writer.close()
        await front.logs("too many connections that say nothing")


async def test_more_sessions_than_there_are_places_are_told_so(tmp_path: Path) -> None:
    async with running("echo", tmp_path, limits=Limits(sessions_per_address=1)) as front:
        async with await front.connect():
            with pytest.raises((asyncssh.Error, OSError)) as caught:
                async with await front.connect() as conn:
                    await front.screen(conn)
            assert "places" in str(caught.value) or "closed" in str(caught.value).lower()
        await front.logs("found all places taken")


async def test_a_flood_of_keys_is_thrown_away_and_at_last_cut_off(tmp_path: Path) -> None:
    async with running("echo", tmp_path, limits=Limits(thrown=30_000)) as front:
        typing, screen = await neighbour(front)
        conn = await front.connect()
        channel, flooding = await front.screen(conn)
        await flooding.shows(b"ready")
        while not flooding.closed:
            channel.write(b"j" * 10_000)
            await asyncio.sleep(0.01)
        assert flooding.output.count(b"j") < 2_000
        await front.logs("faster than anybody types")
        await front.logs("typed far too much and was cut off")
        typing.write(b"abc")  # type: ignore[attr-defined]
        await screen.shows(b"abc")


async def test_a_flood_of_requests_is_cut_off(tmp_path: Path) -> None:
    async with running("echo", tmp_path, limits=Limits(received=1_000, received_burst=60_000)) as front:
        conn = await front.connect()
        channel, screen = await front.screen(conn)
        await screen.shows(b"ready")
        while not screen.closed:
            for _ in range(50):
                channel.change_terminal_size(100, 40)
            await asyncio.sleep(0.01)
        await front.logs("sent too much and was cut off")


async def test_a_client_that_does_not_read_costs_little_and_is_cut_off(tmp_path: Path) -> None:
    async with running("flood", tmp_path, limits=Limits(unread=0.5)) as front:
        conn = await front.connect()
        channel, screen = await front.screen(conn)
        await screen.shows(b"ready")
        channel.pause_reading()
        await front.logs("does not read what it is sent")


async def test_a_client_that_takes_nothing_from_the_network_is_cut_off_too(tmp_path: Path) -> None:
    """It may have promised to take any amount, so that its channel is never full."""
    async with running("flood", tmp_path, limits=Limits(unread=0.5)) as front:
        conn = await front.connect()
        channel, screen = await front.screen(conn, window=1 << 31)
        await screen.shows(b"ready")
        transport = conn._transport
        assert transport is not None
        transport.pause_reading()
        await front.logs("does not read what it is sent")
        transport.abort()
        channel.abort()
