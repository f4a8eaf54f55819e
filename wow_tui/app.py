"""The app around the screens, each imported when it is first opened: the title is there at once."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.app import App, SystemCommand
from textual.color import Color
from textual.command import CommandPalette, Provider
from textual.css.query import NoMatches
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme

from wow_tui import config, themes
from wow_tui.actions import bindings, key_clashes, label, offered, run, say, tooltip
from wow_tui.config import Settings
from wow_tui.crash import crash_sentence
from wow_tui.modes import Guard, driver
from wow_tui.screens.title import Title
from wow_tui.screens.too_small import TooSmall, fits
from wow_tui.text.language import choose
from wow_tui.text.voice import separate, voice
from wow_tui.typing_ahead import KeyOrder

if TYPE_CHECKING:
    from wow_tui.lab.loading import Found
    from wow_tui.lab.session import Lab
    from wow_tui.net.session import Joining
    from wow_tui.table import Table


# What drawings are made of, for terminals and fonts that have nothing else.
_PLAIN = {
    **dict.fromkeys("─━═▁▔▂▃▄▀", "-"),
    **dict.fromkeys("│┃║▏▕▌▐▎▍▋▊▉", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛▗▖▝▘▛▜▙▟▚▞", "+"),
    **dict.fromkeys("█▇▆▅■▓▒░", "#"),
    **dict.fromkeys("›▸▶→", ">"),
    **dict.fromkeys("‹◂◀←", "<"),
    **dict.fromkeys("▲↑", "^"),
    **dict.fromkeys("▼↓", "v"),
    **dict.fromkeys("●•·○", "*"),
    "…": ".",
    "×": "x",
    "–": "-",
    "—": "-",
}
_TO_PLAIN = str.maketrans(_PLAIN)


class Printable(LineFilter):
    """The last gate before the terminal: no control character in any text; with `plain`, ASCII signs."""

    def __init__(self, plain: bool) -> None:
        super().__init__()
        self.plain = plain

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Blanks for what does not print."""
        if all(text.isascii() and text.isprintable() for text, _, control in segments if not control):
            return segments
        return [
            segment if segment.control else Segment(self._shown(segment.text), segment.style) for segment in segments
        ]

    def _shown(self, text: str) -> str:
        if self.plain:
            text = text.translate(_TO_PLAIN)
        if text.isprintable():
            return text
        return "".join(char if char.isprintable() else " " * cell_len(char) for char in text)


# What somebody on another's machine may open besides the tables.
FOR_GUESTS = ("settings", "rules")


def _palette() -> type[Provider]:
    from wow_tui.screens.quit import Palette

    return Palette


class WowApp(App[None], inherit_bindings=False):
    """The app. `table` is the match being played, or None."""

    CSS_PATH = "styles/app.tcss"
    BINDINGS = bindings("app")
    COMMANDS: ClassVar = {_palette}
    ALLOW_SELECT = False

    def __init__(
        self,
        settings: Settings | None = None,
        problems: Sequence[str] = (),
        guard: Guard | None = None,
        start: Table | None = None,
        go_on: bool = False,
        entry: str = "",
        lab: Lab | None = None,
        join: Joining | None = None,
    ) -> None:
        """`problems`: of the settings file; `start`: a match to go straight into; `go_on`: the last one; `entry`:
        of the title, to be opened at once; `lab`: what is looked at in the lab; `join`: a host to go straight to."""
        self.settings = settings or Settings()
        self.voice = separate(voice().option)
        self.voice.choose(self.settings.language)
        self.problems = [*problems, *key_clashes(self.settings.keys)]
        self.guard, self._start, self._go_on, self._entry, self._join = guard, start, go_on, entry, join
        self.guest = join is not None and join.guest
        self.table: Table | None = None
        self.lab = lab
        self.crashed = ""
        self._game: Screen[Any] | None = None
        # How many screens lie below the game: the title, or those of joining a host.
        self._over = 1
        self._keys = KeyOrder(self)
        self._printable = Printable(self.settings.ascii)
        colourless = themes.no_color()
        # Set before the constructor reads the style sheets: changed later, they would all be read twice.
        self.set_reactive(App.theme, themes.MONO.name if colourless else self.settings.theme)
        super().__init__(
            driver_class=driver(guard.output) if guard is not None else None,
            ansi_color=True if colourless else None,
        )
        self.title = say("inspect.title")
        for theme in themes.THEMES.values():
            self.register_theme(theme)
        self.animation_level = self.settings.animations

    def get_default_screen(self) -> Screen[Any]:
        """The title lies below everything."""
        return Title()

    def get_theme(self, theme_name: str) -> Theme | None:
        """The game's own themes first; they are there before any is registered."""
        return themes.THEMES.get(theme_name) or super().get_theme(theme_name)

    def _load_screen_css(self, screen: Screen[Any]) -> None:
        """Parse the style sheets of a screen alone; Textual would parse all there are once more."""
        for path in screen.css_path:
            if not self.stylesheet.has_source(str(path)):
                self.stylesheet.read(path)
        super()._load_screen_css(screen)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, and the gate."""
        return [*super().get_line_filters(), self._printable]

    async def on_event(self, event: events.Event) -> None:
        """Keys and pastes one at a time, whatever they open; all else as it comes."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._keys.give(event, super().on_event)
        else:
            await super().on_event(event)

    def on_mount(self) -> None:
        """Begin: keys, signals, and the match to go straight into."""
        self.set_keymap(self.settings.keys)
        if self.guard is not None and self._loop is not None:
            self.guard.watch(self._loop, self.save)
        self.screen_change_signal.subscribe(self, self._check_size)
        self._check_size()
        if self._start is not None:
            self.open_table(self._start)
        elif self._go_on:
            self.open_save(None)
        elif self._entry:
            self.open(self._entry)
        elif self._join is not None:
            self.open_host(self._join)
        # What lives as long as the app need not be looked at by the collector again and again.
        self.call_after_refresh(gc.freeze)

    def on_app_focus(self) -> None:
        """A browser says late that its window is looked at: screens opened before have nothing focused."""
        if self.screen.focused is None:
            self.screen.focus_next()

    def on_resize(self, event: events.Resize) -> None:
        """A page instead of the game while the terminal is too small."""
        self._check_size(size=event.size)

    def _check_size(self, _: object = None, size: Size | None = None) -> None:
        small, shown = not fits(size or self.size), isinstance(self.screen, TooSmall)
        if small and not shown:
            self.push_screen(TooSmall())
        elif shown and not small:
            self.pop_screen()

    # Screens

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

        if path is None:
            listed = newest(config.saves_folder())
            path = listed.path if listed is not None else None
        try:
            table = open_table(path) if path is not None else None
        except (SaveError, StoreError, ValueError) as error:
            self.call_from_thread(self.tell, str(error))
            return
        if table is None:
            self.call_from_thread(self.tell, say("title.bad-saves"))
        else:
            self.call_from_thread(self._opened, table, asked)

    def _opened(self, table: Table, asked: Screen[Any]) -> None:
        # Whoever pressed Enter twice, or has gone elsewhere meanwhile, is not taken away from there.
        if self._below() is asked:
            self.open_table(table)

    def tell(self, text: str) -> None:
        """Say something: where the screen has a place for it, else as a note in the corner."""
        from wow_tui.clean import clean

        text = clean(text, 300)
        complain = getattr(self.screen, "complain", None)
        if callable(complain):
            complain(text)
        else:
            self.notify(text, markup=False)

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

    # Actions

    def action_command_palette(self) -> None:
        """Search all that can be done here."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=say("palette.placeholder"), id="--command-palette"))

    def action_help(self) -> None:
        """What can be done here."""
        from wow_tui.screens.quit import Page, help_text

        self.push_screen(Page(say("help.title"), help_text(offered(self.screen))))

    def action_typed(self) -> None:
        """A line to type into."""
        from wow_tui.screens.quit import Typed

        self.push_screen(Typed(), self.typed)

    def typed(self, text: str | None) -> None:
        """Do what was typed: the screen first, then any action by its id."""
        if not text:
            return
        handler = getattr(self.screen, "typed", None)
        if callable(handler):
            handler(text)
        else:
            self.run_worker(self.command(text))

    async def command(self, text: str) -> bool:
        """Do an action by its id or label; False, and a sentence, if there is none here."""
        word = text.strip().lower()
        if word == "quit":
            self.exit()
            return True
        for offer in offered(self.screen):
            if word in (offer.id, offer.label.lower()):
                await run(self, offer)
                return True
        if word in ("new-game", "tutorial", "load", "lab", "join", "settings", "rules"):
            self.open(word)
            return True
        self.tell(say("typed.unknown", word=repr(text)))
        return False

    async def action_back(self) -> None:
        """One level back; out of a match only by leaving it."""
        if not self._built(self.action_back):
            return
        if len(self.screen_stack) > 1 and self.screen is not self._game:
            self.pop_screen()

    def _built(self, again: Callable[[], Any]) -> bool:
        """Whether the screen on top is complete; one removed before would not find its widgets. If not, later."""
        if not self.screen.is_mounted:
            self.set_timer(0.02, again)
        return self.screen.is_mounted

    def action_leave(self) -> None:
        """Out of the match to the title, one level back elsewhere, from the title out of the program."""
        if not self._built(self.action_leave):
            return
        if len(self.screen_stack) == 1:
            self.exit()
        elif self.screen is self._game:
            self.leave_game()
        else:
            self.pop_screen()

    def get_system_commands(self, screen: Screen[Any]) -> list[SystemCommand]:
        """None: the palette is made from the actions."""
        return []

    def more_commands(self) -> list[tuple[str, str, Callable[[], Any]]]:
        """What the palette has besides the actions of the screen."""
        found: list[tuple[str, str, Callable[[], Any]]] = [
            (label(entry), tooltip(entry), partial(self.open, entry))
            for entry in ("settings", "rules")
            if not isinstance(self.screen, Title)
        ]
        for name in themes.THEMES:
            shown = say("action.theme", name=say(f"settings-value.{name}"))
            found.append((shown, tooltip("theme"), partial(self.change_setting, "theme", name)))
        return found if self.guest else [*found, (label("picture"), tooltip("picture"), self._picture)]

    def _picture(self) -> None:
        self.set_timer(0.1, self.deliver_screenshot)

    # Settings

    def speak(self, language: str = "") -> None:
        """Speak a language from now on, on every screen that is open; empty: that of the player's settings."""
        wanted = language or choose(self.voice.option, self.settings.language, os.environ)
        if wanted == self.voice.language:
            return
        self.voice.speak(wanted)
        for screen in self.screen_stack:
            changed = getattr(screen, "language_changed", None)
            if callable(changed):
                changed()

    def change_setting(self, name: str, value: object) -> None:
        """Change a setting now and in the file. ConfigError if it could not be kept."""
        setattr(self.settings, name, value)
        if name == "theme" and not self.no_color:
            self.theme = self.settings.theme
        elif name == "ascii":
            # A new filter, since drawn lines are kept by the filter they went through.
            self._printable = Printable(self.settings.ascii)
            self.refresh()
        elif name == "language":
            # What the command line asked for holds no longer.
            self.voice.option = None
            self.speak()
        elif name == "animations":
            self.animation_level = self.settings.animations
        elif name == "mouse":
            set_mouse = getattr(self._driver, "set_mouse", None)
            if set_mouse is not None:
                set_mouse(self.settings.mouse)
        stored = config.load().settings
        setattr(stored, name, value)
        config.save(stored)

    # The end

    def _handle_exception(self, error: Exception) -> None:
        """A crash: save, write the details down, and say so in one sentence."""
        if self._exit and isinstance(error, NoMatches):
            # A screen that is closed while it is being built does not find its widgets.
            return
        self._return_code = 1
        if self._exception is not None:
            return
        self._exception = error
        self._exception_event.set()
        self.crashed = crash_sentence(error, self.table)
        # Said by `terminal.launch` once the terminal is itself again.
        self.panic()
