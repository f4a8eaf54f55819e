"""Drawing what guests see once, before the fork server serves anybody: what is imported, parsed and drawn is kept."""

from __future__ import annotations

import asyncio
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wow_tui.app import WowApp
    from wow_tui.net.messages import Standing

_MODULES = (
    "wow_tui.screens.game",
    "wow_tui.screens.joining",
    "wow_tui.screens.new_table",
    "wow_tui.screens.quit",
    "wow_tui.screens.settings",
    "wow_tui.screens.together",
    "wow_tui.net.remote",
    "wow_tui.serving.confine",
    "textual.drivers.linux_driver",
)
_SIZE = (120, 40)
# The lobby wants to know whose host it is, the table who is there; nobody sees it.
_PEOPLE = 3
_PATIENCE = 30


def warm() -> None:
    """Import what every login needs, and go the way of a guest without a terminal or a host."""
    for name in _MODULES:
        import_module(name)
    from wow_tui.text.catalogue import catalogue
    from wow_tui.text.language import languages

    for language in languages():
        catalogue(language)
    from wow_tui.serving.confine import program

    program()
    asyncio.run(_pass_through())


async def _pass_through() -> None:
    from wow_tui.app import WowApp
    from wow_tui.net.client import Client, Identity, Place
    from wow_tui.net.messages import Welcome
    from wow_tui.net.session import Joining
    from wow_tui.net.socket_link import SocketLink
    from wow_tui.screens.joining import LobbyScreen
    from wow_tui.screens.together import SharedGameScreen, TableScreen

    nowhere = Place(socket=Path("/dev/null/none"))
    app = WowApp(join=Joining(nowhere, Identity(), guest=True))
    client = Client(nowhere, Identity())
    client.welcome = Welcome(tables=[], create=True, bots=[])
    async with app.run_test(size=_SIZE, tooltips=True, notifications=True) as pilot:
        await pilot.pause()
        await app.push_screen(LobbyScreen(client))
        await pilot.pause()
        link = SocketLink(client, lambda line: "")
        link.take(_standing(started=False))
        await app.push_screen(TableScreen(link, "CODE"))
        await pilot.pause()
        link.take(_standing(started=True))
        async with asyncio.timeout(_PATIENCE):
            while not (isinstance(app.screen, SharedGameScreen) and app.screen.is_mounted):
                await pilot.pause(0.01)
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        _read_themes(app)


def _standing(started: bool) -> Standing:
    from rules.match import Match
    from wow_tui.net.messages import Person, Standing
    from wow_tui.switches import read_options
    from wow_tui.table import PERSON

    match = Match.new("whispers", _PEOPLE, read_options("printed", ()), 1)
    player, ask = next(iter(match.asks().items()))
    return Standing(
        table="",
        name="",
        me=player,
        view=match.game.view(match.state, player),
        asked=player,
        ask=ask if started else None,
        first=0,
        batches=[],
        people=[Person(name, PERSON, taken=True, here=True) for name in "ABC"],
        started=started,
    )


def _read_themes(app: WowApp) -> None:
    """Parse the style sheets in the colours of every theme."""
    from typing import get_args

    from wow_tui.app import WowApp
    from wow_tui.config import Settings, ThemeName

    for theme in get_args(ThemeName):
        other = WowApp(Settings(theme=theme))
        other.stylesheet.source = app.stylesheet.source.copy()
        other.stylesheet.parse()
