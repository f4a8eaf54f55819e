"""Whole games by many players at once over SSH: in line mode, or on the full screen with Enter alone."""

from __future__ import annotations

import asyncio
import itertools
import re
from pathlib import Path

from rules.ask import Illegal
from tests.load.clients import Session, begin, connect
from tests.load.servers import table, visitor
from wow_tui.net.client import Lost
from wow_tui.net.messages import Answer, Create, Sit, Standing

_PROMPT = re.compile(r"[^\s>]+> \Z")
_OVER = r"Final scoring|won the game|The game is over"
_ENTER_EVERY = 0.15


async def games(port: int, socket: Path, tables: int, players: int, screens: bool) -> int:
    """Play so many games to the end; how many players saw it. AssertionError if one does not get there."""
    sessions: list[Session] = []
    for number in range(tables):
        code = await table(socket, [""] * players)
        for player in range(players):
            connection = await connect(port, f"{code}|P{number}{player}|word")
            sessions.append(await begin(connection, (120, 40) if screens else None))
    play = _on_the_screen if screens else _line_by_line
    try:
        await asyncio.gather(*(play(session) for session in sessions))
    finally:
        for session in sessions:
            session.connection.close()
    return len(sessions)


async def _line_by_line(session: Session) -> None:
    """Take the first of what is offered until the match is over and the lobby is back, and leave."""
    over = False
    while not session.closed:
        if _PROMPT.search(session.text()):
            over = over or re.search(_OVER, session.text()) is not None
            session.raw = ""
            session.channel.write(b"quit\n" if over else b"1\n")
        await asyncio.sleep(0.01)
    assert over, session.text()[-500:]
    assert session.status == 0, session.text()[-500:]


async def _on_the_screen(session: Session) -> None:
    """Press Enter, whoever's turn it is, until the scoring is shown."""
    while not re.search(_OVER, session.text()):
        assert not session.closed, session.text()[-500:]
        session.channel.write(b"\r")
        await asyncio.sleep(_ENTER_EVERY)


async def thinking(socket: Path, bot: str = "greedy", most: int = 1_000_000) -> None:
    """A table at which three bots think all the time: whoever plays with them answers at once, game after game."""
    client = await visitor(socket)
    news: asyncio.Queue[Standing] = asyncio.Queue()
    client.hear = lambda each: news.put_nowait(each) if isinstance(each, Standing) else None
    try:
        for _ in itertools.repeat(None, most):
            made = await client.ask(Create(seq=0, name="Thinking", players=["", *[f"bot:{bot}"] * 3]))
            await client.ask(Sit(seq=0, table=made[0], code=made[1]))
            over = False
            while not over:
                standing = await news.get()
                over = standing.started and standing.asked is None
                if standing.ask is not None:
                    try:
                        answers = [standing.ask.options[0].id]
                        await client.ask(Answer(seq=0, ask=standing.ask.id, answers=answers))
                    except Illegal:
                        continue
    except Lost:
        return
    finally:
        await client.close()
