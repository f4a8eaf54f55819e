"""A real headless Chromium, driven over its debugging protocol, and what the game's terminal in it shows."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pyte

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-3d-apis",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
]


class Browser:
    """One page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, size: tuple[int, int]) -> None:
        self._socket, self._numbers = socket, itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._screen = pyte.Screen(240, 80)
        self._stream = pyte.ByteStream(self._screen)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._task = asyncio.get_running_loop().create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self._socket:
            said = json.loads(message.data)
            waiting = self._waiting.pop(said.get("id", 0), None)
            if waiting is not None:
                waiting.set_result(said.get("result", {}))
            self._event(said.get("method", ""), said.get("params", {}))

    def _event(self, method: str, values: dict[str, Any]) -> None:
        if method == "Network.webSocketFrameReceived" and values["response"]["opcode"] == 2:
            self._stream.feed(base64.b64decode(values["response"]["payloadData"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif method in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.complaints.append(json.dumps(values))

    async def do(self, method: str, **values: Any) -> Any:
        """Call a method of the protocol."""
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": values})
        return await asyncio.wait_for(self._waiting[number], 30)

    def text(self) -> str:
        """What the terminal shows."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    async def shows(self, text: str) -> None:
        """Wait until it shows a text."""
        for _ in range(800):
            if text in self.text():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.text() + "\n" + "\n".join(self.complaints))

    async def press(self, key: str) -> None:
        """Press a key as a person does."""
        code = {
            "key": key,
            "text": "\r" if key == "Enter" else key,
            "windowsVirtualKeyCode": 13 if key == "Enter" else 0,
        }
        await self.do("Input.dispatchKeyEvent", type="keyDown", **code)
        await self.do("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def click(self, x: int, y: int) -> None:
        """Click, in pixels."""
        for kind in ("mousePressed", "mouseReleased"):
            await self.do("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def picture(self, path: Path) -> None:
        """A picture of the page as PNG."""
        shot = await self.do("Page.captureScreenshot")
        path.write_bytes(base64.b64decode(shot["data"]))


@contextlib.asynccontextmanager
async def browser(folder: Path, size: tuple[int, int] = (1100, 800)) -> AsyncIterator[Browser]:
    """A browser with an empty page; `size` in pixels."""
    assert CHROMIUM is not None
    profile = folder / "profile"
    command = [CHROMIUM, *_FLAGS, f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        port = await _port(profile / "DevToolsActivePort")
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json") as response:
                pages = await response.json()
            address = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
            async with session.ws_connect(address, max_msg_size=0) as socket:
                page = Browser(socket, size)
                for domain in ("Network", "Page", "Runtime", "Log"):
                    await page.do(f"{domain}.enable")
                await page.do("Emulation.setFocusEmulationEnabled", enabled=True)
                yield page
    finally:
        process.terminate()
        process.wait()


async def _port(file: Path) -> int:
    for _ in range(800):
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int(file.read_text().splitlines()[0])
        await asyncio.sleep(0.01)
    raise AssertionError("the browser did not start")
