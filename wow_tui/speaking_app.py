"""How the app speaks to its player, in which language, and the settings that it keeps for him."""

from __future__ import annotations

import os

from textual.app import App

from wow_tui import config
from wow_tui.config import Settings
from wow_tui.printable import Printable
from wow_tui.text.language import choose
from wow_tui.text.voice import Voice


class SpeakingApp(App[None], inherit_bindings=False):
    """An app with a voice of its own and the settings of its player."""

    settings: Settings
    voice: Voice
    _printable: Printable

    def tell(self, text: str) -> None:
        """Say something: where the screen has a place for it, else as a note in the corner."""
        from wow_tui.clean import clean

        text = clean(text, 300)
        complain = getattr(self.screen, "complain", None)
        if callable(complain):
            complain(text)
        else:
            self.notify(text, markup=False)

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
