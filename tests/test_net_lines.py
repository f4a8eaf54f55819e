"""Line mode at a host through the installed command and real pipes; hosts nearby; bad command lines."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

import wow_tui
from tests.net_clients import CODE, Tap, hosted, table
from tests.test_net_screens import nearly_over
from wow_tui.cli import main
from wow_tui.net import lan
from wow_tui.net.keeping import Kept
from wow_tui.net.messages import Say
from wow_tui.net.place import read_place

ROOT = Path(wow_tui.__file__).parent.parent


class Typist:
    """A person before `wow-tui join --plain`: `said` is all that was shown."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.said = process, ""

    async def until(self, *words: str) -> str:
        """Read until one of these was shown since the last call; which."""
        assert self.process.stdout is not None
        start = len(self.said)
        async with asyncio.timeout(60):
            while True:
                new = self.said[start:]
                found = [word for word in words if word in new]
                if found:
                    return min(found, key=new.index)
                part = await self.process.stdout.read(4096)
                assert part, self.said
                self.said += part.decode()

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())


@asynccontextmanager
async def typist(folder: Path, socket: Path, *more: str) -> AsyncIterator[Typist]:
    """Somebody who joins in line mode."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(folder / "state")}
    start = ["-m", "wow_tui.cli", "join", "--lang", "en", "--plain", "--name", "Ann", "--socket", str(socket), *more]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, *start, env=environment, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.STDOUT
    )
    try:
        yield Typist(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_a_match_at_a_host_is_played_to_its_end_line_by_line(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        near = nearly_over(("person", "bot:random", "bot:random"), 12)
        room = await host.take(near, Kept("Table", CODE, [""] * 3))
        async with typist(tmp_path, where) as ann:
            await ann.until("lobby> ")
            ann.type("play 1")
            await ann.until("Code of the table: ")
            ann.type("wrong")
            await ann.until("not the code")
            ann.type("play 1")
            await ann.until("Code of the table: ")
            ann.type(CODE)
            await ann.until("You play Ann.")
            while await ann.until("Ann> ", "lobby> ") == "Ann> ":
                ann.type("1")
            assert "ties:" in ann.said
            ann.type("quit")
            assert await ann.process.wait() == 0
        assert room.table.asked is None


async def test_while_others_are_asked_one_hears_and_says_things_and_may_leave(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        first = room.table.asked
        bob = await Tap.open(where, "Bob")
        await bob.sit(room, player=first or 0)
        async with typist(tmp_path, where, "--code", CODE.lower()) as ann:
            await ann.until("Waiting for Bob.")
            ann.type("say hello there")
            await ann.until("* Ann: hello there")
            await bob.until(lambda: ("said", {"name": "Ann", "text": "hello there"}) in bob.lines)
            await bob.ask(Say(seq=0, text="well \x1b[2Jmet"))
            await ann.until("* Bob: well [2Jmet")
            ann.type("people")
            await ann.until("(yours)")
            ann.type("1")
            await ann.until("It is not Ann's decision")
            for connection in list(host._connections):
                if connection.name == "Ann":
                    connection._writer.transport.abort()
            await ann.until("The connection is lost")
            await ann.until("The connection is there again")
            ann.type("quit")
            assert await ann.process.wait() == 0
        assert "\x1b" not in ann.said
        await bob.close()


async def test_no_host_is_one_sentence_and_a_status(tmp_path: Path) -> None:
    async with typist(tmp_path, tmp_path / "nobody") as ann:
        await ann.until("There is no host to be reached there.")
        assert await ann.process.wait() == 1
        assert "Traceback" not in ann.said


async def test_a_host_is_found_nearby_by_what_it_tells_of_itself() -> None:
    loopback = ["127.0.0.1"]
    async with lan.announced("Ann's \x1b[1mhost", "0123456789abcdef", "127.0.0.1", 4788, loopback):
        for _ in range(5):
            found = await lan.find(0.5, loopback)
            if found:
                break
    assert [(each.name, str(each.place)) for each in found] == [("Ann's [1mhost", "127.0.0.1:4788")]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("example.org", "example.org:4788"),
        ("10.0.0.1:99", "10.0.0.1:99"),
        ("[::1]:99", "[::1]:99"),
        ("fe80::1", "[fe80::1]:4788"),
        (" host ", "host:4788"),
    ],
)
def test_addresses_as_people_type_them(text: str, shown: str) -> None:
    assert str(read_place(text)) == shown


@pytest.mark.parametrize("text", ["", "a b", "host:", "host:0x", "host:70000", "[::1", "[::1]x", "host:²"])
def test_what_is_no_address_is_one_sentence(text: str) -> None:
    if text == "host:":
        assert read_place(text).port == 4788
        return
    with pytest.raises(ValueError, match=r"address|port"):
        read_place(text)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["host", "greedy", "greedy"], "needs a person"),
        (["host", "Ann"], "2 to 4"),
        (["host", "--load", "nowhere.wow"], "no such file"),
        (["host", "--set", "nonsense=1"], "nonsense"),
        (["host", "--listen", "256.0.0.1", "A", "B"], "cannot be opened"),
        (["join", "a b"], "no address"),
    ],
)
def test_bad_command_lines_are_one_sentence_and_status_2(tmp_path: Path, arguments: list[str], words: str) -> None:
    more = ["--folder", str(tmp_path / "h"), "--socket", str(tmp_path / "s")] if arguments[0] == "host" else []
    result = CliRunner().invoke(main, [arguments[0], "--lang", "en", *arguments[1:], *more])
    assert result.exit_code == 2, result.output
    assert words in result.output
    assert "Traceback" not in result.output
