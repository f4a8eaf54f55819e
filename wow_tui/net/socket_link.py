"""A match on a host as a screen plays it: `wow_tui.link.Link` over a client.

What comes is queued and taken answer by answer, so that a screen tells of each at its own speed. After a break of
the line the whole history comes again; what the screen has told already is recognised, and it goes on from there.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from time import monotonic
from typing import Any

from rules.ask import Ask, Event, Illegal, Refusal
from rules.whispers.view import View
from wow_tui.bots import Reason
from wow_tui.link import News, Update
from wow_tui.net.client import Client, Lost
from wow_tui.net.messages import (
    Agree,
    AllNews,
    Answer,
    Batch,
    Line,
    Past,
    Person,
    Proposal,
    Redo,
    Say,
    Standing,
    Talk,
    Undo,
)
from wow_tui.table import PERSON, Answered

__all__ = ["SocketLink"]


class SocketLink:
    """The table somebody sits at. `line`: how a `messages.Line` is said; `lost`: that there is no connection.

    `standing`: the newest from the host; before the first one nothing else may be called.
    """

    def __init__(self, client: Client, line: Callable[[Line], str], lost: str = "lost") -> None:
        self.client, self._line, self._lost = client, line, lost
        self.names: list[str] = []
        self.kinds: list[str] = []
        self.own: list[int] = []
        self.away: Collection[int] = ()
        self.lines: list[str] = []
        self._standing: Standing | None = None
        self._told: list[Batch] = []
        self._queue: deque[Batch] = deque()
        self._coming: list[Batch] = []
        self._first = 0
        self._stood = 0.0
        self._answering = False
        self._came = asyncio.Event()
        self._hear: Callable[[News], None] = lambda news: None
        self._asked_undo: Proposal | None = None
        self.proposed: Callable[[Proposal], None] = lambda proposal: None
        """Called when somebody asks for an undo that this player must agree to."""
        client.hear, client.moved = self.take, self._moved

    # What comes

    @property
    def standing(self) -> Standing:
        """The newest standing."""
        assert self._standing is not None
        return self._standing

    async def ready(self) -> None:
        """Wait for the first standing."""
        while self._standing is None:
            await self.came()

    def take(self, news: AllNews) -> None:
        """Something came from the host."""
        if isinstance(news, Talk):
            said = [self._line(line) for line in news.lines]
            self.lines += said
            self._hear(News(lines=said))
        elif isinstance(news, Past):
            self._gather(news.first, news.batches)
        elif isinstance(news, Standing):
            self._gather(news.first, news.batches)
            self._stand(news)
        self._came.set()

    def _gather(self, first: int, batches: list[Batch]) -> None:
        if not self._coming:
            self._first = first
            self._coming = [*self._told, *self._queue]
        self._first = min(self._first, first)
        self._coming[first:] = batches

    def _stand(self, standing: Standing) -> None:
        before = self._standing
        come, self._coming = self._coming, []
        told = len(self._told)
        # An undo by others takes back what was told; then nothing of it is to be told again answer by answer.
        voided = self._first < told and not _same(come[:told], self._told)
        self._standing, self._stood = standing, monotonic()
        if voided:
            self._told, self._queue = come, deque()
        else:
            self._queue = deque(come[told:])
        was = (self.names, self.kinds, self.own)
        self.names = [person.name for person in standing.people]
        self.kinds = [person.kind for person in standing.people]
        self.own = [] if standing.me is None else [standing.me]
        changed = voided or before is None or was != (self.names, self.kinds, self.own)
        self.away = [
            player for player, person in enumerate(standing.people) if person.kind == PERSON and not person.here
        ]
        if before is not None and (changed or not self._answering):
            self._hear(News(changed=changed))
        self._propose(standing)

    def _propose(self, standing: Standing) -> None:
        proposal, before = standing.proposal, self._asked_undo
        self._asked_undo = proposal
        if proposal is None or standing.me not in proposal.missing:
            return
        if before is None or before.by != proposal.by or standing.me not in before.missing:
            self.proposed(proposal)

    def _moved(self) -> None:
        self._came.set()
        self._hear(News())

    # What a screen asks

    def listen(self, hear: Callable[[News], None]) -> None:
        """Have `hear` called with everything that comes."""
        self._hear = hear

    @property
    def people(self) -> list[Person]:
        """Everybody at the table."""
        return self.standing.people

    def update(self, viewer: int | None) -> Update:
        """The match as far as it has been told here; whoever else is the viewer, it is what this player may see."""
        standing = self.standing
        notice = self._lost if self.client.lost else ""
        if self._queue:
            batch = self._queue[0]
            return Update(viewer, batch.before, batch.player, None, standing.trouble, notice)
        ask = standing.ask if viewer == standing.me else None
        return Update(viewer, standing.view, standing.asked, ask, standing.trouble, notice)

    async def answer(self, player: int, answers: Sequence[str]) -> Answered:
        """Give answers for this player. Illegal, with nothing changed, if one is refused.

        Where the line breaks meanwhile, it waits for the next one, and asks again only if nothing was taken.
        """
        ask = self.standing.ask
        if ask is None or self._queue or player != self.standing.me:
            raise Illegal(Refusal("game.turn", "", {"player": player, "asked": self.standing.asked}))
        # What it brings is told by whoever gave it, not as news.
        self._answering = True
        try:
            await self._lasting(Answer(seq=0, ask=ask.id, answers=list(answers)), ask, len(self._told))
            return self._own_answer(player, answers)
        finally:
            self._answering = False

    async def _lasting(self, request: Any, ask: Ask, told: int) -> list[str]:
        while True:
            try:
                return await self.client.ask(request)
            except Lost:
                await self._stood_again()
            if self.standing.ask != ask or self._queue or len(self._told) != told:
                return []

    async def _stood_again(self) -> None:
        """Wait for a standing of the next connection. Illegal if there will be none."""
        before = self._standing
        while self._standing is before or self.client.lost:
            if self.client.over:
                raise Illegal(Refusal(self.client.over))
            await self.came()

    def _own_answer(self, player: int, answers: Sequence[str]) -> Answered:
        """What came of answers just taken: theirs are the first in the queue."""
        events: list[Event] = []
        count = 0
        while self._queue and count < len(answers) and self._queue[0].player == player:
            events += self._queue[0].events
            self._told.append(self._queue.popleft())
            count += 1
        return Answered(player, list(answers), events)

    async def go_on(self) -> Answered | None:
        """The next answer somebody else has given; None when this player is asked or it is over."""
        while True:
            told = self.next_told()
            if told is not None:
                return told
            asked = self.standing.asked
            if asked is None or (asked in self.own and self.standing.ask is not None):
                return None
            await self.came()

    def behind(self) -> bool:
        """Whether more has come than was told."""
        return bool(self._queue)

    def left(self) -> int | None:
        """Seconds that whoever is asked may still think; None where no clock runs."""
        left = self.standing.left
        return None if left is None else max(0, round(left - (monotonic() - self._stood)))

    def next_told(self) -> Answered | None:
        """The next answer that has come and is not told yet, or None."""
        if not self._queue:
            return None
        batch = self._queue.popleft()
        self._told.append(batch)
        return Answered(batch.player, batch.answer, batch.events, batch.forced, batch.reason)

    def batches(self) -> list[Batch]:
        """All that has come of the match, told or not."""
        return [*self._told, *self._queue]

    def received(self) -> int:
        """Of how many answers it knows, told or not."""
        return len(self._told) + len(self._queue)

    async def came(self) -> None:
        """Wait until anything comes."""
        self._came.clear()
        await self._came.wait()

    def may_undo(self, player: int) -> bool:
        """Whether that player may take his last choice back without asking other people."""
        return player == self.standing.me and self.standing.free

    async def undo(self, player: int, agreed: Collection[int] = ()) -> list[str]:
        """Take back the last choice. Illegal if he may not; also while the others are being asked."""
        taken = await self._once(Undo(seq=0))
        if not taken:
            raise Illegal(Refusal("net.asked-undo"))
        return taken

    async def redo(self, player: int) -> Answered:
        """Give the answer last taken back again. Illegal if there is none."""
        await self._once(Redo(seq=0))
        if not self._queue:
            return Answered(player, [], [])
        return self._own_answer(player, self._queue[0].answer)

    async def _once(self, request: Any) -> list[str]:
        """Ask once. Illegal also if the line breaks."""
        try:
            return await self.client.ask(request)
        except Lost as lost:
            raise Illegal(Refusal(str(lost))) from None

    async def say(self, text: str) -> None:
        """A line of chat. Illegal if it is refused."""
        await self._once(Say(seq=0, text=text[:1000]))

    async def agree(self, yes: bool) -> None:
        """Agree to the undo that was asked for, or not. Illegal if nobody asks any more."""
        await self._once(Agree(seq=0, yes=yes))

    async def ask(self, request: Any) -> list[str]:
        """Any other request of `messages`. Illegal if it is refused."""
        return await self._once(request)

    def answered(self) -> int:
        """Of how many answers this screen has been told."""
        return len(self._told)

    def history(self, viewer: int | None, since: int = 0) -> list[list[Event]]:
        """What this player may read of each answer told, from number `since` on."""
        return [batch.events for batch in self._told[since:]]

    def moment(self, viewer: int | None, number: int) -> View:
        """The match before answer `number`, or now for the number of all that were told."""
        return self._told[number].before if number < len(self._told) else self.update(viewer).view

    def reason(self, number: int) -> Reason | None:
        """Why a bot gave answer `number`, as far as everybody may know."""
        return self._told[number].reason if number < len(self._told) else None


def _same(one: Sequence[Batch], other: Sequence[Batch]) -> bool:
    """Whether both tell of the same answers; a host that was started anew has forgotten which were forced."""
    keys = [[(batch.player, batch.answer, batch.events) for batch in batches] for batches in (one, other)]
    return keys[0] == keys[1]
