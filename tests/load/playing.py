"""Whole games by many players at once over SSH: line by line, or by keys on the full screen."""

from __future__ import annotations

import asyncio
import itertools
import re
from pathlib import Path
from typing import NamedTuple

import pyte

from rules.ask import Illegal
from tests.load.clients import Session, begin, connect
from tests.load.servers import table, visitor
from wow_tui.net.client import Lost
from wow_tui.net.messages import Answer, Create, Sit, Standing

SIZE = (120, 40)
# Somebody is asked; whoever only waits has no name before the sign.
_PROMPT = re.compile(r"[^\s>]+> \Z")
_WON = re.compile(r"^ *(?:Shared victory|Victory): .*\.", re.M)
_LINE_POINTS = re.compile(r"^\d\. (\S+): (-?\d+) points?$", re.M)
_SCREEN_HEAD = re.compile(r"^ +((?:\d\. \S+ *)+)$", re.M)
_SCREEN_POINTS = re.compile(r"^ *Points +(.*)$", re.M)
# What pyte does not know and would show as text.
_UNKNOWN = re.compile(r"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
# A screen is read once nothing has come for so long; a key that brings nothing is followed by another one.
_SETTLED, _PATIENCE = 0.02, 1.0
_OTHER_KEY_EVERY = 6


class Final(NamedTuple):
    """The end as one player saw it: who won, in words, and everybody's points by name."""

    won: str
    points: dict[str, int]


class Played(NamedTuple):
    """What `games` found. `finals`: by table; `felt`: milliseconds from each answer to what came of it."""

    players: int
    finals: list[Final]
    felt: list[float]


class Player:
    """Somebody at a table: a session, and how long his answers took."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.felt: list[float] = []
        self.done = False

    async def finish(self) -> Final:
        """Play to the end."""
        final = await self.play()
        self.done = True
        return final

    async def play(self) -> Final:
        """Play to the end. AssertionError with what there is instead."""
        raise NotImplementedError


class OfLines(Player):
    """Takes the first of what is offered until the match is over and the lobby is back, and leaves."""

    async def play(self) -> Final:
        """As `Player`."""
        final: Final | None = None
        while not self.session.closed:
            text = self.session.text()
            if _PROMPT.search(text):
                won = _WON.search(text.replace("\r", ""))
                if won is not None:
                    points = {name: int(points) for name, points in _LINE_POINTS.findall(text.replace("\r", ""))}
                    final = Final(won[0].strip(), points)
                self.session.raw = ""
                if final is not None:
                    self.session.channel.write(b"quit\n")
                else:
                    self.felt.append(await self.session.key(b"1\n"))
            else:
                await self.session.news(_PATIENCE)
        assert final is not None, self.session.text()[-500:]
        assert self.session.status == 0, self.session.text()[-500:]
        return final


class OfScreens(Player):
    """Presses Enter whenever the window says that it is his turn, and now and then a digit, until the end is shown."""

    async def play(self) -> Final:
        """As `Player`."""
        pressed = 0
        while not self._final():
            if self.session.called:
                pressed += 1
                felt = await self.session.key(b"\r" if pressed % _OTHER_KEY_EVERY else b"1", _PATIENCE)
                if felt < _PATIENCE * 1000:
                    self.felt.append(felt)
                await self.session.settled(_SETTLED)
            else:
                pressed = 0
                await self.session.news(_PATIENCE)
            assert not self.session.closed, self.session.text()[-500:]
        await self.session.settled(_PATIENCE)
        return self._read()

    def _final(self) -> bool:
        return "The game is over" in self.session.text()

    def _read(self) -> Final:
        """What the terminal shows at last."""
        screen = pyte.Screen(*SIZE)
        pyte.Stream(screen).feed(_UNKNOWN.sub("", self.session.raw))
        text = "\n".join(line.rstrip() for line in screen.display)
        won, head, points = _WON.search(text), _SCREEN_HEAD.search(text), _SCREEN_POINTS.search(text)
        assert won is not None, text
        assert head is not None, text
        assert points is not None, text
        names = re.findall(r"\d\. (\S+)", head[1])
        return Final(won[0].strip(), dict(zip(names, map(int, points[1].split()), strict=True)))


async def games(port: int, socket: Path, tables: int, players: int, screens: bool, seconds: float) -> Played:
    """Play so many games to the end. AssertionError if a player does not get there within so many seconds, or sees
    another end than the others at his table."""
    sitting: list[list[Player]] = []
    for number in range(tables):
        code = await table(socket, [""] * players)
        sitting.append([])
        for player in range(players):
            connection = await connect(port, f"{code}|P{number}{player}|word")
            session = await begin(connection, SIZE if screens else None)
            sitting[-1].append(OfScreens(session) if screens else OfLines(session))
    everybody = [player for those in sitting for player in those]
    try:
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
            playing = [[group.create_task(player.finish()) for player in those] for those in sitting]
    except TimeoutError:
        left = [f"{len(each.felt)} answers, asked: {each.session.called}" for each in everybody if not each.done]
        raise AssertionError(f"{len(left)} have not got to the end:\n" + "\n".join(left)) from None
    finally:
        for each in everybody:
            each.session.connection.close()
    finals = [[each.result() for each in those] for those in playing]
    for those in finals:
        assert all(final == those[0] for final in those), those
        assert len(those[0].points) == players, those
    felt = [answer for each in everybody for answer in each.felt]
    return Played(len(everybody), [those[0] for those in finals], felt)


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
