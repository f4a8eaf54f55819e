"""The SSH side of the front end: who gets in, and that nothing but the game is to be had."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import asyncssh

from wow_tui.clean import clean
from wow_tui.serving.gate import TALKING, Gate, Visitor
from wow_tui.serving.limits import Limits
from wow_tui.serving.log import Log
from wow_tui.serving.nursery import Nursery
from wow_tui.serving.typing import Bucket
from wow_tui.text.catalogue import catalogue

if TYPE_CHECKING:
    from wow_tui.serving.session import Session

NAME_LENGTH = 24
CODE_LENGTH = 64

Doorman = Callable[[str, str], Awaitable[bool]]


class Desk:
    """What all connections share. `doorman(code, address)`: whether a code opens a table; None: all may come in.

    `secret`: of this host alone, for making tokens.
    """

    def __init__(
        self,
        nursery: Nursery,
        target: str,
        socket: str,
        folder: str,
        limits: Limits,
        log: Log,
        doorman: Doorman | None,
        secret: bytes = b"",
    ) -> None:
        self.nursery, self.target, self.socket, self.folder = nursery, target, socket, folder
        self.limits, self.log, self.doorman = limits, log, doorman
        self.secret = secret or secrets.token_bytes(32)
        self.gate = Gate(limits, asyncio.get_running_loop().time)


class Connection(asyncssh.SSHServerConnection):
    """A connection that is watched: how much it sends, whether it reads, which key it has proved to have."""

    visitor: Visitor
    desk: Desk
    fingerprint = ""
    session: Session | None = None
    choked = False
    _budget: Bucket

    def entered(self, desk: Desk, visitor: Visitor) -> Connection:
        """To be called once, before anything is received."""
        self.desk, self.visitor = desk, visitor
        limits = desk.limits
        self._budget = Bucket(limits.received, limits.received_burst, asyncio.get_running_loop().time)
        return self

    def data_received(self, data: bytes, datatype: Any = None) -> None:
        """Take bytes in, unless it is too much: then the connection is cut."""
        if not self._budget.take(len(data)):
            self.cut("flood")
            return
        super().data_received(data, datatype)

    def pause_writing(self) -> None:
        """The network takes nothing more."""
        self.choked = True
        if self.session is not None:
            self.session.choke()

    def resume_writing(self) -> None:
        """The network takes something again."""
        self.choked = False
        if self.session is not None:
            self.session.choke()

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """As asyncssh does; remembers the key only if the client has signed with it."""
        good = await super().validate_public_key(username, key_data, msg, signature)
        if good and msg:
            digest = base64.b64encode(hashlib.sha256(key_data).digest()).decode().rstrip("=")
            self.fingerprint = f"SHA256:{digest}"
        return good

    def cut(self, why: str, **values: object) -> None:
        """End the connection at once, with a line in the log."""
        self.desk.log.tell(why, self.visitor.address, **values)
        self.abort()


class Server(asyncssh.SSHServer):
    """Decides about one connection."""

    def __init__(self, desk: Desk, visitor: Visitor) -> None:
        self.desk, self.visitor = desk, visitor
        self.limits = desk.limits
        self.conn: Connection | None = None
        self.user = self.code = self.name = ""
        self.token = secrets.token_urlsafe(24)
        self._attempts = self._tries = self._sessions = 0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Keep the connection."""
        assert isinstance(conn, Connection)
        self.conn = conn

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.wait_for_session(False)
        self.conn = None
        self.desk.gate.leave(self.visitor)
        if isinstance(exc, asyncssh.ProtocolError | asyncssh.ProtocolNotSupported):
            self.desk.log.tell("garbage", self.visitor.address)

    # Who is it?

    def begin_auth(self, username: str) -> bool:
        """Any name will do."""
        self.user = clean(username, NAME_LENGTH).strip()
        self.visitor.stage = TALKING
        return True

    def _attempted(self) -> bool:
        self._attempts += 1
        if self._attempts > self.limits.attempts and self.conn is not None:
            self.conn.cut("attempts")
            return False
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys tell who somebody is; what he may do is a matter of codes and seats."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key will do."""
        return self._attempted()

    def kbdint_auth_supported(self) -> bool:
        """Whoever has no key is asked for the join code."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """The question."""
        if not self._attempted():
            return False
        if self.desk.doorman is None:
            return True
        if self.desk.gate.must_wait(self.visitor):
            self.desk.log.tell("must-wait", self.visitor.address)
            return False
        say = catalogue().say
        questions = [(say("serving.login.code"), True), (say("serving.login.name"), True)]
        questions.append((say("serving.login.word"), False))
        return say("serving.login.title"), say("serving.login.instructions"), "", questions

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> Any:
        """Whether the code opens a table; if not, the questions again."""
        code, name, word = (*responses, "", "", "")[:3]
        if await self._opens(code):
            self.name = clean(name, NAME_LENGTH).strip()
            if self.name and word:
                self._known_by(word)
            return True
        return self.get_kbdint_challenge(username, "", "")

    def password_auth_supported(self) -> bool:
        """Clients that know no questions give the join code as a password."""
        return True

    async def validate_password(self, username: str, password: str) -> bool:
        """Whether the code opens the table."""
        return self._attempted() and await self._opens(password)

    def _known_by(self, word: str) -> None:
        """Whoever has no key comes back as the same player by his name and a word of his own."""
        said = f"{self.name.casefold()}\0{word}".encode()
        self.token = hashlib.blake2b(said, key=self.desk.secret[:64], digest_size=24).hexdigest()

    async def _opens(self, code: str) -> bool:
        if self.desk.doorman is None:
            return True
        if self.desk.gate.must_wait(self.visitor):
            self.desk.log.tell("must-wait", self.visitor.address)
            return False
        self.code = clean(code, CODE_LENGTH).strip()
        if await self.desk.doorman(self.code, self.visitor.address):
            return True
        self.desk.gate.wrong(self.visitor)
        self._tries += 1
        if self._tries >= self.limits.tries and self.conn is not None:
            self.conn.cut("wrong-code")
        else:
            self.desk.log.tell("one-wrong-code", self.visitor.address)
        return False

    def auth_completed(self) -> None:
        """Let it in, if there is room."""
        conn = self.conn
        assert conn is not None
        if not self.desk.gate.admit(self.visitor):
            self.desk.log.tell("full", self.visitor.address)
            conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, catalogue().say("serving.login.full"))
            return
        self.wait_for_session(True)

    def wait_for_session(self, waiting: bool) -> None:
        """A connection is of use only with a session; without one it ends after a while."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if waiting and self.conn is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self.limits.without_session, self.conn.cut, "no-session")

    # What may it do?

    def session_requested(self) -> Any:
        """One session, which is the game."""
        from wow_tui.serving.session import Session

        conn = self.conn
        assert conn is not None
        if self._sessions >= self.limits.sessions_per_connection:
            self.refused("session")
            return False
        self._sessions += 1
        channel = conn.create_server_channel(encoding=None, window=self.limits.window)
        return channel, Session(self)

    def session_over(self) -> None:
        """The session has ended."""
        self.wait_for_session(True)

    def refused(self, what: str) -> bool:
        """Say no, in the log too."""
        self.desk.log.tell("refused", self.visitor.address, wish=what)
        return False

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> Any:
        """No forwarding."""
        return self.refused("direct-tcpip")

    def server_requested(self, listen_host: str, listen_port: int) -> Any:
        """No forwarding."""
        return self.refused("tcpip-forward")

    def unix_connection_requested(self, dest_path: str) -> Any:
        """No forwarding."""
        return self.refused("direct-streamlocal")

    def unix_server_requested(self, listen_path: str) -> Any:
        """No forwarding."""
        return self.refused("streamlocal-forward")


def options(desk: Desk, key: asyncssh.SSHKey) -> dict[str, Any]:
    """What asyncssh is told about every connection."""
    limits = desk.limits
    return {
        "server_host_keys": [key],
        "login_timeout": limits.login,
        "keepalive_interval": limits.keepalive,
        "keepalive_count_max": limits.keepalive_count,
        "line_editor": False,
        "agent_forwarding": False,
        "x11_forwarding": False,
        # A small packet may unpack to a large one.
        "compression_algs": None,
        "x509_trusted_certs": None,
        "gss_host": None,
        "server_version": "wow-tui",
    }
