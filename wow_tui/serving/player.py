"""What the fork server runs for each login: the client, joined to the host."""

from __future__ import annotations

import os

from wow_tui.serving.login import Login, unpack


def run(spec: bytes) -> int:
    """Serve one login; the exit status."""
    login = unpack(spec)
    adapt(login)
    from wow_tui.terminal import Wishes, launch
    from wow_tui.text.language import environment
    from wow_tui.text.voice import separate

    # As on a command line: the settings of the host are not the player's.
    separate(environment(login.variables))
    return launch(Wishes())


def adapt(login: Login) -> None:
    """Make the environment that of the player's own terminal."""
    for name in ("COLUMNS", "LINES", "NO_COLOR", "COLORTERM", "LANGUAGE", "TERM_PROGRAM", "TEXTUAL_COLOR_SYSTEM"):
        os.environ.pop(name, None)
    os.environ["TERM"] = "dumb"
    os.environ.update(login.variables)


def warm() -> None:
    """Import what every login needs, and draw the first screen once: what is parsed and drawn is kept."""
    import asyncio

    import wow_tui.app
    import wow_tui.screens.game
    import wow_tui.screens.new_game
    import wow_tui.screens.quit
    import wow_tui.screens.settings

    async def once() -> None:
        async with wow_tui.app.WowApp().run_test() as pilot:
            await pilot.pause()

    asyncio.run(once())
