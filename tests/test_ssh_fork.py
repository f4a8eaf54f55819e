"""The fork server: a child for each login, that nobody else notices and that never outlives its connection."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.processes import alive
from tests.waiting import until
from wow_tui.serving.nursery import Child, Nursery
from wow_tui.serving.spawning import MOST, Inbox, Message, Ready, Start, packed
from wow_tui.serving.terminals import Terminal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and ptys")
TOYS = "tests.serving_toys"


@pytest_asyncio.fixture
async def nursery() -> AsyncIterator[Nursery]:
    """A fork server of toys."""
    made = Nursery([TOYS])
    await made.start()
    yield made
    await made.close()


class Served:
    """A child and its terminal."""

    def __init__(self, terminal: Terminal, child: Child) -> None:
        self.terminal, self.child = terminal, child
        self.output = b""
        terminal.handed()
        terminal.listen(self._written)

    def _written(self, data: bytes) -> None:
        self.output += data

    async def shows(self, text: bytes) -> str:
        """Wait for a text; all that was written."""
        await until(lambda: text in self.output)
        return self.output.decode()

    @property
    def pid(self) -> int:
        """Its process, as it has said itself."""
        return int(self.output.split(b"ready ")[1].split()[0])


async def served(nursery: Nursery, toy: str, size: tuple[int, int] | None = (90, 30), spec: bytes = b"") -> Served:
    """A child running a toy."""
    terminal = Terminal(size)
    return Served(terminal, await nursery.spawn(f"{TOYS}:{toy}", spec, terminal.theirs))


async def test_a_child_has_a_session_and_terminal_of_its_own_and_no_file_of_anybody_else(nursery: Nursery) -> None:
    other = await served(nursery, "echo")
    one = await served(nursery, "facts", spec=b"abc")
    said = await one.shows(b"spec=")
    assert "own=True size=(90, 30) files=[0, 1, 2, 3" in said
    # The fifth is the folder it lists.
    assert "files=[0, 1, 2, 3, 4] spec='abc'" in said
    one.terminal.type(b"\n")
    assert await one.child.ended() == 7
    assert other.child._gone.done() is False


async def test_line_mode_has_pipes_instead_of_a_terminal(nursery: Nursery) -> None:
    one = await served(nursery, "facts", None)
    assert "size=None files=[0, 1, 2, 3, 4]" in await one.shows(b"spec=")
    one.terminal.end_of_input()
    assert await one.child.ended() == 7


async def test_a_new_size_reaches_the_child(nursery: Nursery) -> None:
    one = await served(nursery, "echo")
    await one.shows(b"ready")
    one.terminal.resize(100, 40)
    await one.shows(b"size 100x40")


async def test_a_child_that_is_killed_or_crashes_takes_nobody_along(nursery: Nursery) -> None:
    other, one, third = [await served(nursery, toy) for toy in ("echo", "echo", "crash")]
    await one.shows(b"ready")
    await other.shows(b"ready")
    os.kill(one.pid, signal.SIGKILL)
    assert await one.child.ended() == -signal.SIGKILL
    assert await third.child.ended() == 70
    assert b"RuntimeError: odd" in third.output
    other.terminal.type(b"abc")
    await other.shows(b"abc")
    assert nursery.restarts == 0


async def test_a_child_ends_when_its_terminal_is_hung_up(nursery: Nursery) -> None:
    one = await served(nursery, "sleep")
    await one.shows(b"ready")
    one.terminal.close()
    assert await one.child.ended() == -signal.SIGHUP


async def test_a_child_that_hears_nothing_any_more_ends_when_its_lifeline_is_cut(nursery: Nursery) -> None:
    one = await served(nursery, "busy")
    await one.shows(b"ready")
    one.child.let_go()
    await until(lambda: not alive(one.pid))
    assert await one.child.ended() == -signal.SIGIO


async def test_children_outlive_the_fork_server_and_a_new_one_takes_its_place(nursery: Nursery) -> None:
    one = await served(nursery, "echo")
    await one.shows(b"ready")
    os.kill(nursery.pid, signal.SIGKILL)
    await until(lambda: nursery.restarts == 1)
    two = await served(nursery, "echo")
    await two.shows(b"ready")
    one.terminal.type(b"still here")
    await one.shows(b"still here")
    one.terminal.type(b"q")
    # Nobody knows its status: whoever could have told is gone.
    assert await one.child.ended() is None


async def test_what_a_child_may_take_of_memory_is_bounded(nursery: Nursery) -> None:
    one = await served(nursery, "hog")
    assert await one.child.ended() == 70
    assert b"MemoryError" in one.output


FRONT = """
import asyncio, sys
from wow_tui.serving.nursery import Nursery
from wow_tui.serving.terminals import Terminal

async def main():
    nursery = Nursery(["tests.serving_toys"])
    await nursery.start()
    pids = [nursery.pid]
    for toy in ("echo", "busy"):
        terminal = Terminal((80, 24))
        await nursery.spawn(f"tests.serving_toys:{toy}", b"", terminal.theirs)
        terminal.handed()
        said = asyncio.get_running_loop().create_future()
        terminal.listen(lambda data: said.done() or said.set_result(data))
        pids.append(int((await said).split()[1]))
    print(*pids, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=lambda number: number.name)
def test_when_the_front_end_is_killed_nothing_of_it_stays(number: signal.Signals) -> None:
    front = subprocess.Popen([sys.executable, "-c", FRONT], stdout=subprocess.PIPE, text=True)
    try:
        assert front.stdout is not None
        pids = [int(pid) for pid in front.stdout.readline().split()]
        assert len(pids) == 3
        assert all(alive(pid) for pid in pids)
        front.send_signal(number)
        end = time.monotonic() + 20
        while any(alive(pid) for pid in pids):
            assert time.monotonic() < end
            time.sleep(0.02)
    finally:
        front.kill()
        front.wait()
        with contextlib.suppress(AttributeError):
            front.stdout.close()  # type: ignore[union-attr]


def test_messages_come_out_of_whatever_pieces_they_arrive_in() -> None:
    messages: list[Message] = [Ready(5), Start(1, "a:b", b"xyz"), Ready(6)]
    data = b"".join(packed(message) for message in messages)
    inbox = Inbox()
    assert [message for byte in data for message in inbox.feed(bytes([byte]))] == messages
    assert Inbox().feed(data) == messages
    with pytest.raises(ValueError, match="too long"):
        Inbox().feed((MOST + 1).to_bytes(4, "big"))
