"""Load on a host with SSH: `python -m tests.load.ssh [sessions] [games] [row] [attacks] [reference]`.

    sessions   many screens at once while bots think: login to ready, memory, key latency
    games      many players at many tables, all to the end (--plain: in line mode)
    row        sessions one after the other: what stays
    attacks    hostile clients: what another player feels, what it costs
    reference  the same sessions with a rich program of no game behind the same fork server

Everything runs on loopback and is bounded. Figures are printed as a table, as JSON with --json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import asyncssh

from tests.load.attacks import ATTACKS, Victim
from tests.load.clients import Session, begin, connect, middle, share
from tests.load.playing import games, thinking
from tests.load.servers import Use, host, table
from wow_tui.serving.attached import front_end
from wow_tui.serving.front import Config

LEFT, RIGHT = b"\x1b[D", b"\x1b[C"
# The table, or the match if everybody is there.
READY = r"Table: |Round \d"
GAP = 0.5
MOST = 4.0
Figures = dict[str, float]


async def measured(
    port: int,
    pid: int,
    answers: list[str],
    ready: str,
    keys: tuple[bytes, bytes],
    count: int,
    prelude: bytes,
    think: Callable[[], None] | None = None,
) -> Figures:
    """Log in one after the other, then press keys on all screens at once. Milliseconds and MB.

    `prelude`: typed before; `think`: what begins before the keys.
    """
    before = Use(pid)
    sessions: list[Session] = []
    logins = []
    for answer in answers:
        began = time.perf_counter()
        session = await begin(await connect(port, answer))
        await session.shows(ready)
        logins.append((time.perf_counter() - began) * 1000)
        sessions.append(session)
    await asyncio.sleep(2)
    for session in sessions:
        if prelude:
            session.channel.write(prelude)
    await asyncio.sleep(1)
    full = Use(pid)
    if think is not None:
        think()
        await asyncio.sleep(1)
    pressed: list[float] = []
    unanswered: list[float] = []

    async def drive(session: Session) -> None:
        await asyncio.sleep(random.random() * GAP)
        for number in range(count):
            felt = await session.key(keys[number % 2], MOST)
            # At the edge of the map there is nothing to draw.
            if felt < MOST * 1000:
                pressed.append(felt)
            else:
                unanswered.append(felt)
            await asyncio.sleep(GAP)

    await asyncio.gather(*map(drive, sessions))
    for session in sessions:
        session.connection.close()
        await session.connection.wait_closed()
    return {
        "sessions": len(sessions),
        "ready_p50_ms": middle(logins),
        "ready_max_ms": max(logins),
        "pss_each_mb": (full.pss - before.pss) / len(sessions),
        "key_p50_ms": middle(pressed),
        "key_p99_ms": share(pressed, 0.99),
        "unanswered": len(unanswered),
    }


async def sessions(folder: Path, count: int, keys: int, bot: str) -> Figures:
    """Screens of the real game, four people to a table, while bots think at four more."""
    async with host(folder, ["--pace", "0"]) as server:
        assert server.socket is not None
        answers = []
        for number in range(0, count, 4):
            people = min(4, max(2, count - number))
            code = await table(server.socket, [""] * people)
            answers += [f"{code}|P{number + each}|word" for each in range(people)]
        thinkers: list[asyncio.Task[None]] = []

        def think() -> None:
            assert server.socket is not None
            thinkers.extend(asyncio.create_task(thinking(server.socket, bot)) for _ in range(4))

        try:
            return await measured(server.port, server.pid, answers, READY, (RIGHT, LEFT), keys, b"x", think)
        finally:
            for thinker in thinkers:
                thinker.cancel()
            await asyncio.gather(*thinkers, return_exceptions=True)


async def reference(folder: Path, count: int, keys: int) -> Figures:
    """The same with another rich program."""
    toy = "tests.load.toy"
    config = Config(port=0, key=str(folder / "key"), target=f"{toy}:run", modules=(toy,))
    async with front_end(config) as front:
        return await measured(front.opened.port, front.pid, [""] * count, "Leave", (b"j", b"k"), keys, b"")


async def row(folder: Path, count: int) -> Figures:
    """Sessions one after the other."""
    async with host(folder, ["--table", "T", "--code", "ROW"]) as server:
        before = 0.0
        for number in range(count + 5):
            session = await begin(await connect(server.port, "ROW|Ann|word"))
            await session.shows(READY)
            session.connection.close()
            await session.connection.wait_closed()
            if number == 4:
                await asyncio.sleep(4)
                before = Use(server.pid).pss
        await asyncio.sleep(4)
        after = Use(server.pid)
        return {"sessions": count, "left_mb": after.pss - before, "processes": after.count}


async def played(folder: Path, tables: int, plain: bool, most: float) -> Figures:
    """Games of four to the end."""
    async with host(folder, ["--pace", "0"]) as server:
        assert server.socket is not None
        began = time.perf_counter()
        played = await games(server.port, server.socket, tables, 4, not plain, most)
        return {
            "tables": len(played.finals),
            "players": played.players,
            "seconds": time.perf_counter() - began,
            "answers": len(played.felt),
            "answer_p50_ms": middle(played.felt),
            "answer_p99_ms": share(played.felt, 0.99),
            "answer_max_ms": max(played.felt),
        }


async def attacked(folder: Path, only: list[str], seconds: float) -> dict[str, Figures]:
    """Each attack beside somebody who plays."""
    found: dict[str, Figures] = {}
    async with host(folder, ["--table", "T", "--code", "WAR", "Ann", "greedy"]) as server:
        victim = await begin(await connect(server.port, "WAR|Ann|word"))
        await victim.shows("x Look|Look|q Leave")
        await asyncio.sleep(1)
        victim.channel.write(b"x")
        await asyncio.sleep(1)
        player = Victim(victim, (RIGHT, LEFT))
        quiet = await player.during(asyncio.sleep(seconds))
        found["quiet"] = {"key_p50_ms": middle(quiet), "key_max_ms": max(quiet)}
        key = asyncssh.generate_private_key("ssh-ed25519")
        for name, attack in ATTACKS.items():
            if only and name not in only:
                continue
            before = Use(server.pid).pss
            felt = await player.during(attack(server.port, key, seconds))
            await asyncio.sleep(4)
            after = Use(server.pid).pss
            found[name] = {"key_p50_ms": middle(felt), "key_max_ms": max(felt), "cost_mb": after - before}
            sys.stdout.write(shown(name, found[name]) + "\n")
            sys.stdout.flush()
        logged = [line for line in server.output if " ssh: " in line]
        sys.stdout.write("\n".join(logged) + "\n")
        victim.connection.close()
    return found


def shown(name: str, figures: Figures) -> str:
    """One line of the table."""
    return f"{name:14}" + "  ".join(f"{key} {value:.1f}".rstrip("0").rstrip(".") for key, value in figures.items())


async def main(arguments: argparse.Namespace) -> None:
    """Run what is asked for, one after the other."""
    found: dict[str, Figures] = {}
    for name in arguments.what or ["reference", "sessions"]:
        with tempfile.TemporaryDirectory(prefix="wow-load-") as temporary:
            folder = Path(temporary)
            if name == "sessions":
                found[name] = await sessions(folder, arguments.sessions, arguments.keys, arguments.bot)
            elif name == "reference":
                found[name] = await reference(folder, arguments.sessions, arguments.keys)
            elif name == "games":
                found[name] = await played(folder, arguments.tables, arguments.plain, arguments.most)
            elif name == "row":
                found[name] = await row(folder, arguments.row)
            elif name == "attacks":
                each = await attacked(folder, arguments.only, arguments.seconds)
                found |= {f"{attack}": figures for attack, figures in each.items()}
            for key in () if name == "attacks" else list(found):
                sys.stdout.write(shown(key, found[key]) + "\n")
                sys.stdout.flush()
            found_all.update(found)
            found.clear()
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(found_all, indent=1))


found_all: dict[str, Figures] = {}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=["sessions", "games", "row", "attacks", "reference"], default=[])
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--keys", type=int, default=10)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--most", type=float, default=600, help="seconds for the games")
    parser.add_argument("--row", type=int, default=100)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--json")
    with suppress(KeyboardInterrupt):
        asyncio.run(main(parser.parse_args()))
