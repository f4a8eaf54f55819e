"""What the network costs and what it stands, measured on real hosts: processes of their own, clients over loopback.

`latency`: from giving a decision until every client has it, beside an echo of as many bytes to as many clients.
`kills`: hosts killed at random moments: whether a decision was lost, and how long until everybody was back.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median, quantiles

from msgspec import Struct

from rules.ask import Ask, Illegal
from wow_tui.net.client import Client, Identity, Place
from wow_tui.net.messages import Create, Sit, Watch
from wow_tui.net.socket_link import SocketLink
from wow_tui.net.wire import frame
from wow_tui.processes import memory

CODE = "DRILL"
PATIENCE = 30.0
READERS = 5
# Between two decisions of a drill, so that a kill falls anywhere in them and not only at the end of a game.
_THINK = 0.004
_ROOT = Path(__file__).parent.parent.parent
_HOST = "import sys; sys.path.insert(0, sys.argv.pop(1)); from wow_tui.cli import main; main()"
_ECHO = """
import asyncio, sys
writers = []
async def serve(reader, writer):
    writers.append(writer)
    writer.write(b"!")
    while data := await reader.read(65536):
        for each in writers:
            each.write(bytes(int(sys.argv[1])))
async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


class Latency(Struct, frozen=True):
    """Milliseconds from a decision to the last of `READERS` clients having it: median and 95 of 100, of so many
    decisions; the same of an echo of so many bytes; the ratio of the medians; host's memory in MiB with `tables`
    tables, and seconds from its start until it took them up again."""

    decisions: int
    p50: float
    p95: float
    frame_bytes: int
    echo_p50: float
    echo_p95: float
    ratio: float
    tables: int
    memory: float
    resumed: float


class Kills(Struct, frozen=True):
    """How many hosts were killed, how many acknowledged decisions were lost by that; seconds from the kill (the new
    host is started at once) until every client was back: median and worst."""

    kills: int
    acknowledged: int
    lost: int
    back_p50: float
    back_worst: float


class _Host:
    """A host in a process of its own, on a folder and a socket."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.socket = folder / "hosted", folder / "s"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, *arguments: str) -> None:
        """Start it; the clients find out by themselves when it is there."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-c",
            _HOST,
            str(_ROOT),
            "host",
            *arguments,
            *("--no-tcp", "--folder", str(self.folder), "--socket", str(self.socket), "--pace", "0"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )

    @property
    def pid(self) -> int:
        """The id of its process."""
        assert self._process is not None
        return self._process.pid

    async def stop(self, how: int = signal.SIGTERM) -> None:
        """End it, and wait for that."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(how)
            await self._process.wait()


async def _opened(host: _Host, name: str) -> Client:
    """A client of a host that may still be starting. TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while True:
            client = Client(Place(socket=host.socket), Identity(name, lambda id: f"{name} at the host {id}"))
            try:
                await client.open()
            except (OSError, Illegal):
                await asyncio.sleep(0.02)
            else:
                return client


async def _at_table(host: _Host, name: str, place: Sit | Watch) -> SocketLink:
    client = await _opened(host, name)
    link = SocketLink(client, lambda line: line.key)
    await client.ask(place)
    await link.ready()
    return link


@asynccontextmanager
async def _hosting(*arguments: str) -> AsyncIterator[_Host]:
    with tempfile.TemporaryDirectory(prefix="wow-drill-") as folder:
        host = _Host(Path(folder))
        await host.start(*arguments)
        try:
            yield host
        finally:
            await host.stop(signal.SIGKILL)


# Latency


async def latency(decisions: int = 100, tables: int = 10) -> Latency:
    """Measure. TimeoutError if the host does not come up."""
    async with _hosting("--code", CODE, "A", "B", "C", "D") as host:
        links = [await _at_table(host, name, Sit(seq=0, table="", code=CODE)) for name in "ABCD"]
        links.append(await _at_table(host, "W", Watch(seq=0, table="", code=CODE)))
        times, largest = await _decisions(links, decisions)
        await _fill(host, tables - 1)
        held = memory([host.pid]).proportional / 2**20
        for link in links:
            await link.client.close()
        await host.stop(signal.SIGKILL)
        began = time.perf_counter()
        await host.start()
        again = await _opened(host, "A")
        resumed = time.perf_counter() - began
        await again.close()
    echo = await _echo(len(times), largest)
    p50, echo_p50 = median(times), median(echo)
    return Latency(len(times), p50, _p95(times), largest, echo_p50, _p95(echo), p50 / echo_p50, tables, held, resumed)


def _p95(times: Sequence[float]) -> float:
    return quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


async def _decisions(links: list[SocketLink], most: int) -> tuple[list[float], int]:
    """Milliseconds each decision took to everybody, and the bytes of the usual news."""
    chance = random.Random(1)
    times: list[float] = []
    sizes: list[int] = []
    while len(times) < most and links[0].standing.asked is not None:
        asked = await _asked(links)
        if asked is None:
            break
        link, ask = asked
        goal = min(each.received() for each in links) + 1
        began = time.perf_counter()
        answering = asyncio.ensure_future(link.answer(ask.player, [chance.choice(ask.options).id]))
        await asyncio.gather(*(_received(each, goal) for each in links))
        times.append((time.perf_counter() - began) * 1e3)
        await answering
        sizes.append(len(frame(links[-1].standing)))
    return times, int(median(sizes))


async def _received(link: SocketLink, goal: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while link.received() < goal:
            await link.came()


async def _asked(links: Sequence[SocketLink]) -> tuple[SocketLink, Ask] | None:
    """Whose turn it is, when everybody has told of all there was; None when the game is over."""
    async with asyncio.timeout(PATIENCE):
        while any(link.standing.asked is not None for link in links):
            for link in links:
                while link.next_told() is not None:
                    pass
            level = len({link.received() for link in links}) == 1
            found = [(link, link.standing.ask) for link in links if link.standing.ask is not None]
            if level and len(found) == 1 and found[0][1] is not None:
                return found[0][0], found[0][1]
            await asyncio.sleep(0.001)
    return None


async def _fill(host: _Host, tables: int) -> None:
    """So many further tables, begun: one person and bots each."""
    client = await _opened(host, "Keeper")
    for number in range(tables):
        made = await client.ask(Create(seq=0, name=f"T{number}", players=["", "bot:greedy", "bot:greedy"]))
        await client.ask(Sit(seq=0, table=made[0], code=made[1]))
    await asyncio.sleep(0.5)
    await client.close()


async def _echo(times: int, size: int) -> list[float]:
    """Milliseconds until as many clients have as many bytes from a server that does nothing else."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _ECHO, str(size), stdout=asyncio.subprocess.PIPE, stdin=asyncio.subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        port = int(await process.stdout.readline())
        ends = [await asyncio.open_connection("127.0.0.1", port) for _ in range(READERS)]
        # Who has been greeted is among those it echoes to.
        await asyncio.gather(*(reader.readexactly(1) for reader, _ in ends))
        found = []
        for _ in range(times):
            began = time.perf_counter()
            ends[0][1].write(b"go")
            await asyncio.gather(*(reader.readexactly(size) for reader, _ in ends))
            found.append((time.perf_counter() - began) * 1e3)
        for _, writer in ends:
            writer.close()
        return found
    finally:
        process.kill()
        await process.wait()


# Kills


async def kills(count: int, seed: int = 1) -> Kills:
    """Kill so many hosts, each in a game of three people. TimeoutError if one does not come back."""
    chance = random.Random(seed)
    acknowledged = lost = 0
    back: list[float] = []
    for _ in range(count):
        async with _hosting("--code", CODE, "A", "B", "C") as host:
            links = [await _at_table(host, name, Sit(seq=0, table="", code=CODE)) for name in "ABC"]
            given, gone, seconds = await _killed(host, links, chance)
            acknowledged, lost = acknowledged + given, lost + gone
            back.append(seconds)
            for link in links:
                await link.client.close()
    return Kills(count, acknowledged, lost, median(back), max(back))


async def _killed(host: _Host, links: list[SocketLink], chance: random.Random) -> tuple[int, int, float]:
    """Play, kill, start anew, and go on: decisions acknowledged before, how many of them were lost, seconds away."""
    known: list[list[str]] = [[] for _ in links]
    playing = [asyncio.create_task(_play(link, chance, said)) for link, said in zip(links, known, strict=True)]
    await asyncio.sleep(chance.uniform(0.02, 0.8))
    standings = [link.standing for link in links]
    os.kill(host.pid, signal.SIGKILL)
    killed = time.perf_counter()
    # What was acknowledged in the last moment is still on its way here.
    await host.stop(signal.SIGKILL)
    before = [list(said) for said in known]
    await host.start()
    async with asyncio.timeout(PATIENCE):
        while any(link.client.lost or link.standing is old for link, old in zip(links, standings, strict=True)):
            await asyncio.sleep(0.005)
    seconds = time.perf_counter() - killed
    lost = 0
    for player, (link, said) in enumerate(zip(links, before, strict=True)):
        there = [move for batch in link.batches() if batch.player == player for move in batch.answer]
        # Forced answers are the host's own; those given here must stand there in their order.
        places = iter(there)
        lost += sum(move not in places for move in said)
    goal = min(link.received() for link in links) + 3
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE / 3):
            while any(link.received() < goal and link.standing.asked is not None for link in links):
                await asyncio.sleep(0.01)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return sum(len(said) for said in before), lost, seconds


async def _play(link: SocketLink, chance: random.Random, said: list[str]) -> None:
    """Answer by chance whenever one is asked; `said`: what the host has acknowledged."""
    while link.standing.asked is not None:
        if await link.go_on() is not None:
            continue
        player = link.standing.me
        ask = None if player is None else link.update(player).ask
        if player is None or ask is None:
            await asyncio.sleep(0.001)
            continue
        move = chance.choice(ask.options).id
        try:
            await link.answer(player, [move])
        except Illegal:
            continue
        said.append(move)
        await asyncio.sleep(_THINK)
