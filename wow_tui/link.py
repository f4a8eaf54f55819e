"""What a screen plays through: the same for a match in this process and for one on a host (`net.socket_link`).

A screen sees updates only, and everything in an update is meant for its viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from msgspec import Struct

from rules.ask import Ask, Event
from rules.whispers.view import View
from wow_tui.bots import Reason
from wow_tui.table import Answered, Table
from wow_tui.thinking import elsewhere


class Update(Struct):
    """The match as `viewer` may see it now. `ask` is his question, if he is asked; `asked` is whoever is.

    `trouble`: why it is not saved; `notice`: what else the first line must say, such as a lost connection.
    """

    viewer: int | None
    view: View
    asked: int | None
    ask: Ask | None
    trouble: str = ""
    notice: str = ""


class News(Struct):
    """Something that came from elsewhere. `lines`: said at the table, to stand in the log; `changed`: the match is
    another one now than by the answers told (an undo, a seat handed on). Neither: somebody came or went."""

    lines: list[str] = []
    changed: bool = False


class Link(Protocol):
    """A match to play. `own`: the players that people on this screen play; `kinds`: `person` or `bot:NAME`;
    `away`: the players whose people are not there now."""

    names: list[str]
    kinds: list[str]
    own: list[int]
    away: Collection[int]

    def listen(self, hear: Callable[[News], None]) -> None:
        """Have `hear` called, on the thread of the screen, with everything that comes from elsewhere."""

    def update(self, viewer: int | None) -> Update:
        """The match as that player may see it."""

    async def answer(self, player: int, answers: Sequence[str]) -> Answered:
        """Give answers for a player. Illegal, with nothing changed, if one is refused."""

    async def go_on(self) -> Answered | None:
        """The next answer that needs nobody on this screen; None when a person here is asked or it is over."""

    def behind(self) -> bool:
        """Whether the next answer is known already, so that `go_on` will not wait for it."""

    def may_undo(self, player: int) -> bool:
        """Whether that player may take his last choice back without asking other people."""

    async def undo(self, player: int, agreed: Collection[int] = ()) -> list[str]:
        """Take back the last choice of a player. Illegal if he may not."""

    async def redo(self, player: int) -> Answered:
        """Give the answer last taken back again. Illegal if there is none."""

    def left(self) -> int | None:
        """Seconds that whoever is asked may still think; None where no clock runs."""

    def answered(self) -> int:
        """Of how many answers there is a history."""

    def history(self, viewer: int | None, since: int = 0) -> list[list[Event]]:
        """What the viewer may read of each answer, from number `since` on."""

    def moment(self, viewer: int | None, number: int) -> View:
        """The match before answer `number`, counted from 0, as the viewer may see it; now for the number of all."""

    def reason(self, number: int) -> Reason | None:
        """Why a bot gave answer `number`, without its secrets before the game is over; None if nothing is known."""


class LocalLink:
    """A match in this process."""

    def __init__(self, table: Table) -> None:
        """`table`: the match with its people and bots."""
        self.table = table
        self.names = table.names
        self.kinds = [seat.kind for seat in table.seats]
        self.own = table.people()
        self.away: Collection[int] = ()

    def listen(self, hear: Callable[[News], None]) -> None:
        """Nothing comes from elsewhere to a match in this process."""

    def update(self, viewer: int | None) -> Update:
        """The match as that player may see it."""
        asked = self.table.asked
        ask = self.table.ask(asked) if asked is not None and asked == viewer else None
        return Update(viewer, self.table.view(viewer), asked, ask, self.table.trouble)

    async def answer(self, player: int, answers: Sequence[str]) -> Answered:
        """Give answers for a player. Illegal, with nothing changed, if one is refused."""
        return self.table.answer(player, answers)

    async def go_on(self) -> Answered | None:
        """The next forced or bot's answer; a bot thinks in another process, so that the screen stays alive."""
        forced = self.table.by_itself(bots=False)
        if forced is not None:
            return forced
        asked = self.table.asked
        bot = None if asked is None else self.table.bot(asked)
        if asked is None or bot is None:
            return None
        update = self.update(asked)
        assert update.ask is not None
        chosen = await elsewhere().choose(bot, update.view, update.ask)
        return self.table.answer(asked, chosen, reason=bot.reason)

    def behind(self) -> bool:
        """Never: the match stands where it is shown."""
        return False

    def left(self) -> int | None:
        """None: no clock runs at one screen."""
        return None

    def may_undo(self, player: int) -> bool:
        """Whether that player may take his last choice back without asking other people."""
        return self.table.may_undo(player)

    async def undo(self, player: int, agreed: Collection[int] = ()) -> list[str]:
        """Take back the last choice of a player. Illegal if he may not."""
        return self.table.undo(player, agreed)

    async def redo(self, player: int) -> Answered:
        """Give the answer last taken back again. Illegal if there is none."""
        return self.table.redo(player)

    def answered(self) -> int:
        """Of how many answers there is a history."""
        return self.table.answered()

    def history(self, viewer: int | None, since: int = 0) -> list[list[Event]]:
        """What the viewer may read of each answer, from number `since` on."""
        return self.table.history(viewer, since)

    def moment(self, viewer: int | None, number: int) -> Any:
        """The match before answer `number`, or now for the number of all answers."""
        return self.table.match.game.view(self.table.match.states()[number], viewer)

    def reason(self, number: int) -> Reason | None:
        """Why a bot gave answer `number`, without its secrets before the game is over."""
        found: Reason | None = self.table.reason(number)
        return found
