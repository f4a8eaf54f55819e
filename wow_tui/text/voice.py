"""The language this run speaks, and saying things in it. No Textual: commands speak as the screens do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from wow_tui.text.catalogue import Catalogue, catalogue
from wow_tui.text.language import choose


class Voice:
    """What one player hears. `option`: the language asked for on the command line, or None."""

    def __init__(self, option: str | None = None) -> None:
        self.option = option
        self._language: str | None = None

    @property
    def language(self) -> str:
        """The language; the first time it is asked for, chosen by option, settings and environment."""
        if self._language is None:
            # Imported here, for a command in a language named on its line needs no settings.
            from wow_tui.config import load

            self.choose(None if self.option else load().settings.language)
        assert self._language is not None
        return self._language

    def choose(self, config: str | None) -> None:
        """Choose by what the settings say: the option beats them, they beat the environment."""
        self._language = choose(self.option, config, os.environ)

    def speak(self, language: str) -> None:
        """Use this language from now on."""
        self._language = language


# Held by the context, so that several players may hear their own languages in one process.
_VOICE: ContextVar[Voice] = ContextVar("voice")
# For threads, which begin in a context of their own: the voice begun last.
_last = [Voice()]


def voice() -> Voice:
    """The voice of this context."""
    return _VOICE.get(_last[0])


def separate(option: str | None = None) -> Voice:
    """A new voice for this context and the tasks begun in it; `option` as on the command line."""
    found = Voice(option)
    _VOICE.set(found)
    _last[:] = [found]
    return found


@contextmanager
def spoken(option: str | None = None) -> Iterator[Voice]:
    """A new voice, until it is left. ValueError for a language there is not."""
    if option:
        option = choose(option, None, {})
    token = _VOICE.set(Voice(option))
    try:
        yield voice()
    finally:
        _VOICE.reset(token)


def words() -> Catalogue:
    """The catalogue of the language spoken. ValueError if there is none."""
    return catalogue(voice().language)


def say(key: str, **values: object) -> str:
    """A message in the language spoken."""
    return words().say(key, **values)
