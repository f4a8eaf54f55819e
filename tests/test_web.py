"""The game in a browser: the page as a browser gets it, what is refused, and a real Chromium where there is one."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pyte
import pytest
from click.testing import CliRunner

from tests.chromium import CHROMIUM, browser
from tests.load.servers import host
from tests.processes import alive
from tests.test_ssh_real import free_port
from wow_tui.commands.web import command
from wow_tui.serving.nursery import environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


@contextlib.asynccontextmanager
async def site(folder: Path, *more: str) -> AsyncIterator[tuple[int, asyncio.subprocess.Process]]:
    """`wow-tui web` as a person starts it: its port and process."""
    port = free_port()
    homes = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "wow_tui.cli", "web", "--port", str(port), *more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**environment(), **homes, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        while b"The game is at" not in (line := await asyncio.wait_for(process.stdout.readline(), 30)):
            assert line
        async with asyncio.timeout(20):
            while True:
                with contextlib.suppress(OSError):
                    (await asyncio.open_connection("127.0.0.1", port))[1].close()
                    break
                await asyncio.sleep(0.02)
        yield port, process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def test_the_page_loads_nothing_from_elsewhere_and_other_pages_cannot_use_the_game(tmp_path: Path) -> None:
    async with site(tmp_path) as (port, _), aiohttp.ClientSession() as session:
        address = f"http://127.0.0.1:{port}"
        async with session.get(f"{address}/?fontsize=99999") as response:
            page = await response.text()
            assert response.status == 200
            assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        assert 'data-font-size="16"' in page
        assert page.count("http://") == page.count(address)
        assert "https://" not in page
        for headers in ({"Origin": "http://evil.example"}, {"Host": f"evil.example:{port}"}):
            async with session.get(address, headers=headers) as response:
                assert response.status == 403
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(f"{address}/ws", headers=headers)


async def test_a_browser_that_says_nonsense_or_too_much_is_cut_off_and_its_process_ends(tmp_path: Path) -> None:
    async with site(tmp_path) as (port, process), aiohttp.ClientSession() as session:
        for nonsense in ("{", '["resize", 5]', '["resize", {"width": "x", "height": []}, 1', "[" * 50_000):
            async with session.ws_connect(f"http://127.0.0.1:{port}/ws?width=9999&height=x") as socket:
                assert (await socket.receive(timeout=30)).type == aiohttp.WSMsgType.BINARY
                await socket.send_str(nonsense)
                while (await socket.receive(timeout=30)).type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT):
                    pass
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if children.exists():
            async with asyncio.timeout(20):
                while children.read_text():
                    await asyncio.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
async def test_when_the_web_server_is_killed_its_games_end(tmp_path: Path) -> None:
    async with site(tmp_path) as (port, process), aiohttp.ClientSession() as session:
        socket = await session.ws_connect(f"http://127.0.0.1:{port}/ws?width=80&height=24")
        await socket.receive(timeout=30)
        pids = [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
        assert pids
        process.kill()
        async with asyncio.timeout(20):
            while any(alive(pid) for pid in pids):
                await asyncio.sleep(0.05)


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium (Debian: chromium)")
async def test_a_game_begins_in_a_real_browser(tmp_path: Path) -> None:
    async with site(tmp_path) as (port, _), browser(tmp_path) as page:
        await page.do("Page.navigate", url=f"http://127.0.0.1:{port}/")
        await page.shows("New game")
        await page.click(900, 100)
        await page.press("n")
        await page.shows("Start the game")
        await page.picture(tmp_path / "page.png")
        assert (tmp_path / "page.png").stat().st_size > 10_000
        assert {request.split("/")[2] for request in page.requests if request.startswith("http")} == {
            f"127.0.0.1:{port}"
        }
        assert not [each for each in page.complaints if '"level": "error"' in each or "exceptionDetails" in each]


async def test_browsers_at_a_host_are_guests_with_own_places(tmp_path: Path) -> None:
    table = ["--table", "First", "--code", "BEAR", "Ann", "Bob", "Cid"]
    async with (
        host(tmp_path / "host", table) as server,
        site(tmp_path, "--socket", str(server.socket)) as (port, _),
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as first,
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as second,
    ):
        address = f"http://127.0.0.1:{port}"
        await seated(first, address, "BEAR\r", "Ann (yours)")
        await seated(second, address, "BEAR\r", "Bob (yours)")
        await seated(first, address, "", "Ann (yours)")


async def seated(session: aiohttp.ClientSession, address: str, code: str, shown: str) -> None:
    """Open the page, sit down at the first table, and see that."""
    async with session.get(address) as response:
        assert response.status == 200
    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    async with session.ws_connect(f"{address}/ws?width=80&height=24") as socket:

        async def shows(text: str) -> None:
            end = time.monotonic() + 30
            while text not in "\n".join(screen.display):
                assert time.monotonic() < end, "\n".join(screen.display)
                message = await socket.receive(timeout=30)
                assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), screen.display
                if message.type == aiohttp.WSMsgType.BINARY:
                    stream.feed(message.data)

        await shows("First")
        # As the page says when its window is looked at; Tab goes to the list.
        await socket.send_json(["focus"])
        await socket.send_json(["stdin", "\t"])
        await socket.send_json(["stdin", "\r"])
        if code:
            await shows("the code of the table")
            await socket.send_json(["stdin", code])
        await shows(shown)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--listen", "0.0.0.0"], "name its socket with --socket"),
        (["--url", "https://example.org"], "name its socket with --socket"),
        (["--url", "example.org", "--socket", "x"], "begins with http"),
        (["--listen", "everywhere"], "takes an address"),
    ],
)
def test_the_local_game_is_not_opened_to_strangers(arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code == 2
    assert said in done.output
