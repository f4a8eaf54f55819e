"""The form for a table at a host: the one for a new match, where people are to come."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from textual.app import ComposeResult

from rules.whispers.options import Options
from saves.envelope import Seat
from wow_tui.actions import say
from wow_tui.net.messages import Create
from wow_tui.screens.new_game import NewGameScreen
from wow_tui.screens.settings import Choice
from wow_tui.table import PERSON

CLOCKS = (0, 30, 60, 120, 300)
OPEN = "open"


class NewTableScreen(NewGameScreen):
    """Two people and a bot, until that is changed. `wanted` is called with the request when it is made."""

    # A host thinks for everybody: how long is its own affair.
    takes_times = False

    def __init__(self, wanted: Callable[[Create], None]) -> None:
        super().__init__()
        self._wanted = wanted

    def _starting(self) -> list[tuple[str, str]]:
        greedy = say("new.greedy-name")
        people = [(say("new.seat", number=number), PERSON) for number in (1, 2)]
        return [*people, (greedy, "bot:greedy"), (f"{greedy} 2", "bot:greedy")]

    def more_rows(self) -> ComposeResult:
        """The clock, and who may look on."""
        clocks = [(str(seconds), say(f"new.clock.{seconds}")) for seconds in CLOCKS]
        yield Choice("clock", say("new.clock"), clocks, "0", say("new.clock.tip"), width=10)
        who = [(word, say(f"new.watching.{word}")) for word in ("code", OPEN)]
        yield Choice("watching", say("new.watching"), who, "code", say("new.watching.tip"), width=10)

    def _begin(self, seats: list[Seat], seed: int) -> None:
        if not any(seat.kind == PERSON for seat in seats):
            self.complain(say("lobby.no-people"))
            return
        wanted = Create(
            seq=0,
            name=say("net.unnamed-table"),
            players=["" if seat.kind == PERSON else seat.kind for seat in seats],
            names=[seat.name for seat in seats],
            switches=_switches(self.options()),
            clock=int(self.query_one("#clock", Choice).value),
            open=self.query_one("#watching", Choice).value == OPEN,
        )
        self.dismiss(None)
        self._wanted(wanted)


def _switches(options: Options) -> list[str]:
    """The options that are not as printed, as `option=value`."""
    usual = msgspec.to_builtins(Options())
    return [
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in msgspec.to_builtins(options).items()
        if value != usual[name]
    ]
