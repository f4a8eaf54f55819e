"""What the app opens: entries of the title, matches, the lab, hosts; and how matches are left again."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from wow_tui import config
from wow_tui.actions import say
from wow_tui.screens.too_small import TooSmall
from wow_tui.speaking_app import SpeakingApp

if TYPE_CHECKING:
    from wow_tui.lab.loading import Found
    from wow_tui.lab.session import Lab
    from wow_tui.net.session import Joining
    from wow_tui.table import Table

# What somebody on another's machine may open besides the tables.
FOR_GUESTS = ("settings", "rules")


class OpeningApp(SpeakingApp, inherit_bindings=False):
    """An app that has a title at the bottom and opens screens over it, each imported when it is first opened.

    `table` is the match being played, or None; `lab` the lab as it was left.
    """

    guest: bool
    table: Table | None
    lab: Lab | None
    _join: Joining | None
    _game: Screen[Any] | None
    # How many screens lie below the game: the title, or those of joining a host.
    _over: int

    def open(self, entry: str) -> None:
        """Open `new-game`, `tutorial`, `load`, `lab`, `settings` or `rules`."""
        if self.guest and entry not in FOR_GUESTS:
            self.tell(say("serving.session.not-here"))
            return
        if entry == "lab":
            self.open_lab()
        elif entry == "new-game":
            from wow_tui.screens.new_game import NewGameScreen

            self.push_screen(NewGameScreen())
        elif entry == "tutorial":
            from wow_tui.screens.tutorial import open_tutorial

            open_tutorial(self)
        elif entry == "load":
            from wow_tui.screens.load import LoadScreen

            self.push_screen(LoadScreen())
        elif entry == "join":
            self._open_hosts()
        elif entry == "settings":
            from wow_tui.screens.settings import SettingsScreen

            self.push_screen(SettingsScreen())
        elif entry == "rules":
            from wow_tui.screens.rulebook import RulebookScreen

            self.push_screen(RulebookScreen())

    def open_table(self, table: Table) -> None:
        """Play a match, instead of whatever form it was made in."""
        from wow_tui.screens.game import GameScreen

        self.save()
        self.table = table
        self.open_game(GameScreen(table, self.settings))

    def open_game(self, screen: Screen[Any]) -> None:
        """Show a game in place of whatever lies over the title; leaving it leads back there."""
        self._game = screen
        with self.batch_update():
            self._to_title()
            self.push_screen(self._game)

    def open_lab(self, found: Found | None = None) -> None:
        """Ask the rules: about a position that was found, or where the lab was left.

        A lab of a running match is kept by nobody: whoever sits here next must not step back into it.
        """
        from wow_tui.lab.loading import open_found
        from wow_tui.lab.session import Lab
        from wow_tui.screens.lab import LabScreen, opened

        if found is not None:
            self.push_screen(LabScreen(open_found(found), self.settings, opened(found)))
            return
        self.lab = self.lab or Lab()
        self.push_screen(LabScreen(self.lab, self.settings))

    def open_host(self, joining: Joining) -> None:
        """Go to a host; leaving it leads back here, or out of the program if it began with that."""
        from wow_tui.screens.joining import JoinScreen

        self.push_screen(JoinScreen(joining, alone=joining is self._join))

    def _open_hosts(self) -> None:
        from wow_tui.commands.join import own_identity
        from wow_tui.net.session import Joining

        self.open_host(Joining(None, own_identity()))

    async def push_game(self, screen: Screen[Any]) -> None:
        """Show a game over the screen it was come to from; leaving it leads back there."""
        self._game, self._over = screen, len(self.screen_stack)
        await self.push_screen(screen)

    async def replace_by_game(self, waiting: Screen[Any], screen: Screen[Any]) -> None:
        """Show a game in place of a screen that waited for it, and of whatever lies over that."""
        while self.screen is not waiting:
            self.pop_screen()
        # Switched, not popped and pushed: the screen below must not believe that one came back to it.
        self._game, self._over = screen, len(self.screen_stack) - 1
        await self.switch_screen(screen)

    def open_save(self, path: Path | None) -> None:
        """Go on with the match of a save, by default the one played last; one sentence if that cannot be."""
        self.run_worker(partial(self._read, path, self._below()), thread=True, exclusive=True, group="open")

    def _below(self) -> Screen[Any]:
        """The screen on top, but for the page of a terminal that is too small."""
        return next(screen for screen in reversed(self.screen_stack) if not isinstance(screen, TooSmall))

    def _read(self, path: Path | None, asked: Screen[Any]) -> None:
        from saves.errors import SaveError, StoreError
        from wow_tui.screens.load import newest, open_table
        from wow_tui.text.faults import told

        if path is None:
            listed = newest(config.saves_folder())
            path = listed.path if listed is not None else None
        try:
            table = open_table(path) if path is not None else None
        except (SaveError, StoreError, ValueError) as error:
            self.call_from_thread(self.tell, told(error))
            return
        if table is None:
            self.call_from_thread(self.tell, say("title.bad-saves"))
        else:
            self.call_from_thread(self._opened, table, asked)

    def _opened(self, table: Table, asked: Screen[Any]) -> None:
        # Whoever pressed Enter twice, or has gone elsewhere meanwhile, is not taken away from there.
        if self._below() is asked:
            self.open_table(table)

    def leave_game(self) -> None:
        """Back to the title; the match is saved."""
        self.save()
        if self.table is not None:
            self.table.close()
        self.table = self._game = None
        self._down_to(self._over)
        self.speak()

    def _to_title(self) -> None:
        self._down_to(1)

    def _down_to(self, screens: int) -> None:
        self._over = 1
        while len(self.screen_stack) > screens:
            self.pop_screen()

    def save(self) -> None:
        """Save the match being played, if there is one."""
        if self.table is not None:
            self.table.save()
