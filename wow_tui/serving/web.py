"""The game in a browser: textual-serve, with bounds for what a browser may do."""

from __future__ import annotations

import copy
import hashlib
import json
import logging
import secrets
import shlex
import sys
import time
from collections.abc import Sequence
from importlib import resources
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import aiohttp_jinja2
from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server

from wow_tui.serving.limits import LIMITS, Limits
from wow_tui.serving.typing import Typing
from wow_tui.text.catalogue import Catalogue, catalogue
from wow_tui.text.language import known, languages

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
COOKIE = "whispers"
_YEAR = 365 * 86_400
LARGEST_MESSAGE = 65_536
LONGEST_WISH = 200
LEAST, LARGEST_FONT = 6, 48
# The page loads nothing from elsewhere, nor may it be shown inside somebody's page.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self' {socket}; frame-ancestors 'none'; base-uri 'none'"
)
_log = logging.getLogger("textual-serve")


def session_command(arguments: Sequence[str]) -> str:
    """The shell line of one browser's process: wow-tui with these arguments, ending with its server."""
    return "exec " + shlex.join([sys.executable, "-m", "wow_tui.serving.browser", *arguments])


def accepted(header: str) -> str:
    """The language of the game that a browser wants most (`pl,en;q=0.8`), or empty if it names none."""
    wishes: list[tuple[float, str]] = []
    for wish in header[:LONGEST_WISH].split(","):
        name, _, weight = wish.partition(";")
        try:
            wishes.append((float(weight.strip().removeprefix("q=") or 1), name))
        except ValueError:
            continue
    found = (known(name) for weight, name in sorted(wishes, key=lambda wish: -wish[0]) if weight > 0)
    return next((language for language in found if language in languages()), "")


class Guests(NamedTuple):
    """Browsers join the host that listens at `socket`; what each player keeps lies in `folder`."""

    socket: str
    folder: str


class Site(Server):
    """Serves one page with the game on it. Each browser window gets a process of its own."""

    def __init__(
        self,
        arguments: Sequence[str],
        host: str,
        port: int,
        url: str,
        words: Catalogue,
        limits: Limits = LIMITS,
        guests: Guests | None = None,
    ) -> None:
        """`arguments`: of wow-tui; `url`: by which browsers reach the page, if not at host and port directly;
        `guests`: for other people, who play at a host instead."""
        super().__init__(
            session_command(arguments),
            host,
            port,
            title=words.say("web.title"),
            public_url=url.rstrip("/") or None,
            templates_path=str(resources.files("wow_tui.serving") / "pages"),
        )
        self._url, self._words, self._limits = url.rstrip("/"), words, limits
        self._sessions, self._guests = 0, guests

    def _expected(self, netloc: str) -> bool:
        """Whether that is how browsers call this server. Others were led here by somebody's page or name server."""
        if self._url:
            return netloc == urlsplit(self._url).netloc
        return netloc in {f"{name}:{self.port}" for name in (*LOOPBACK, self.host)}

    def _check(self, request: web.Request) -> None:
        origin = request.headers.get("Origin")
        if not self._expected(request.host) or (origin is not None and not self._expected(urlsplit(origin).netloc)):
            _log.warning("%s", self._words.say("web.log.elsewhere", address=request.remote or ""))
            raise web.HTTPForbidden

    async def on_startup(self, app: web.Application) -> None:
        """Say where it is."""
        address = self._url or f"http://{self.host}:{self.port}"
        self.console.print(self._words.say("web.serving", url=address), markup=False, highlight=False)

    async def handle_index(self, request: web.Request) -> web.StreamResponse:
        """The page."""
        self._check(request)
        base = self._url or f"http://{request.host}"
        socket = "ws" + base.removeprefix("http") + "/ws"
        font = request.query.get("fontsize", "16")
        size = int(font) if font.isascii() and font.isdigit() and len(font) < 4 else 16
        words = self._words
        if self._guests is not None:
            words = catalogue(accepted(request.headers.get("Accept-Language", "")) or words.language)
        say = words.say
        context = {
            "language": words.language,
            "title": self.title,
            "static": f"{base}/static/",
            "websocket": socket,
            "font_size": min(max(size, LEAST), LARGEST_FONT),
            "waiting": say("web.waiting"),
            "over": say("web.over"),
            "again": f"{base}/",
            "again_label": say("web.again"),
        }
        response = aiohttp_jinja2.render_template("game.html", request, context)
        response.headers["Content-Security-Policy"] = _POLICY.format(socket=socket)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        if self._guests is not None and not self._player(request):
            secure, name = base.startswith("https"), secrets.token_urlsafe(24)
            response.set_cookie(COOKIE, name, max_age=_YEAR, httponly=True, samesite="Strict", secure=secure)
        return response

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A browser's terminal, if there is a place for it."""
        self._check(request)
        if self._sessions >= self._limits.sessions:
            _log.warning("%s", self._words.say("web.log.full", address=request.remote or ""))
            raise web.HTTPServiceUnavailable
        size = {
            "width": str(self._fitting(request.query.get("width"), 80, self._limits.columns)),
            "height": str(self._fitting(request.query.get("height"), 24, self._limits.rows)),
        }
        self._sessions += 1
        try:
            bounded = request.clone(rel_url=request.rel_url.with_query(size))
            return await Server.handle_websocket(self._for(request), bounded)
        finally:
            self._sessions -= 1

    @staticmethod
    def _player(request: web.Request) -> str:
        """By what a browser is known again, or nothing. Of the cookie only this digest is told to anybody."""
        said = request.cookies.get(COOKIE, "")
        return f"web-{hashlib.sha256(said.encode()).hexdigest()}" if 20 <= len(said) <= 64 else ""

    def _for(self, request: web.Request) -> Site:
        """This site, for one browser."""
        one = copy.copy(self)
        if self._guests is not None:
            language = accepted(request.headers.get("Accept-Language", "")) or self._words.language
            one.command = session_command(["--guest", *self._guests, self._player(request), language])
        return one

    @staticmethod
    def _fitting(value: object, usual: int, most: int) -> int:
        try:
            number = int(str(value))
        except ValueError:
            return usual
        return min(max(number, 1), most)

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        """Pass on what the browser says, within bounds; what is no message of its terminal ends the session."""
        typing = Typing(self._limits, time.monotonic)
        async for message in websocket:
            if message.type != WSMsgType.TEXT or len(message.data) > LARGEST_MESSAGE:
                return
            try:
                kind, *values = json.loads(message.data)
                value: Any = values[0] if values else None
                if kind == "stdin":
                    await app_service.send_bytes(typing.feed(str(value).encode("utf-8", "replace")))
                    if typing.thrown > self._limits.thrown:
                        return
                elif kind == "resize":
                    width = self._fitting(value["width"], 80, self._limits.columns)
                    await app_service.set_terminal_size(width, self._fitting(value["height"], 24, self._limits.rows))
                elif kind == "ping":
                    await websocket.send_json(["pong", str(value)[:40]])
                elif kind in ("blur", "focus"):
                    await getattr(app_service, kind)()
            except (ValueError, TypeError, KeyError, RecursionError):
                return
