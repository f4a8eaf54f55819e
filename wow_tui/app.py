"""The app around the screens, each imported when it is first opened: the title is there at once."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.command import CommandPalette, Provider
from textual.css.query import NoMatches
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme

from wow_tui import themes
from wow_tui.actions import bindings, key_clashes, label, offered, run, say, tooltip
from wow_tui.config import Settings
from wow_tui.crash import crash_sentence
from wow_tui.modes import Guard, driver
from wow_tui.opening import OpeningApp
from wow_tui.printable import Printable
from wow_tui.screens.title import Title
from wow_tui.screens.too_small import TooSmall, fits
from wow_tui.sheet import Sheet
from wow_tui.text.voice import separate, voice
from wow_tui.typing_ahead import KeyOrder, uncalled

if TYPE_CHECKING:
    from rich.console import RenderableType

    from wow_tui.lab.session import Lab
    from wow_tui.net.session import Joining
    from wow_tui.table import Table


def _palette() -> type[Provider]:
    from wow_tui.screens.quit import Palette

    return Palette


class WowApp(OpeningApp, inherit_bindings=False):
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
        self.table = None
        self.lab = lab
        self.crashed = ""
        self._game = None
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
        self.stylesheet = Sheet(variables=self.get_css_variables())
        self.title = say("inspect.title")
        for theme in themes.THEMES.values():
            self.register_theme(theme)
        self.animation_level = self.settings.animations

    def get_default_screen(self) -> Screen[Any]:
        """The title lies below everything; guests never see it, and are spared the time it takes."""
        if self.guest and self._join is not None:
            from wow_tui.screens.joining import JoinScreen

            return JoinScreen(self._join, alone=True)
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

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Draw; from now on a screen can be seen, and keys may be meant for it."""
        if renderable is not None and not self._batch_count:
            self._keys.drawing(screen)
        super()._display(screen, renderable)

    def on_mount(self) -> None:
        """Begin: keys, signals, and the match to go straight into."""
        self.set_keymap(self.settings.keys)
        if self.guard is not None and self._loop is not None:
            self.guard.watch(self._loop, self.save)
        self.screen_change_signal.subscribe(self, self._check_size)
        self.screen_change_signal.subscribe(self, self._keys.opened, immediate=True)
        self._check_size()
        if self._start is not None:
            self.open_table(self._start)
        elif self._go_on:
            self.open_save(None)
        elif self._entry:
            self.open(self._entry)
        elif self._join is not None and not self.guest:
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
            self.push_screen(uncalled(TooSmall()))
        elif shown and not small:
            self.pop_screen()

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

    # The end

    @property
    def lesson(self) -> Mapping[str, object] | None:
        """The chapter of the tutorial that is open, its `number` and `title`; None outside of it."""
        return getattr(self._game, "chapter", None)

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
        self.crashed = crash_sentence(error, self.table, self.lesson)
        # Said by `terminal.launch` once the terminal is itself again.
        self.panic()
