"""A catalogue of messages: English from TOML files, other languages from gettext catalogues over it.

The message ids of gettext are our keys. A key without a translation is said in English.
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from wow_tui.text.language import PSEUDO, SOURCE, languages, pseudo
from wow_tui.text.plural import CASES, Grammar, case_forms

_NO_COUNT = 2


class Catalogue:
    """The messages of one language by dotted key. `messages`: the English ones, under any translation."""

    def __init__(self, language: str, messages: Mapping[str, str], translations: GNUTranslations | None = None) -> None:
        self.language, self.messages = language, messages
        self._translations = translations
        self._grammar: Grammar | None = None
        if translations is not None:
            self._grammar = _grammar(self, translations)

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def say(self, key: str, **values: object) -> str:
        """The message of a key, filled in, in the form that goes with `count`. The key itself if there is none."""
        count = values.get("count")
        text = self.translation(key, count)
        if text is None:
            if count == 1 and f"{key}.one" in self.messages:
                key = f"{key}.one"
            text = self.messages.get(key, key)
        elif self._grammar is not None:
            values = {name: self._grammar.value(value) for name, value in values.items()}
        return text.format_map(_Lenient(values))

    def translation(self, key: str, count: object = None) -> str | None:
        """The translation of a key as it is written, or None if there is none."""
        if self._translations is None:
            return None
        number = abs(count) if isinstance(count, int) else _NO_COUNT
        for text in (self._translations.ngettext(key, key, number), self._translations.gettext(key)):
            if text != key:
                return text
        return None


class _Lenient(dict[str, object]):
    """A value that the rules did not give shows as its name, so that a message never fails."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def _grammar(catalogue: Catalogue, translations: GNUTranslations) -> Grammar:
    names = [key for key in catalogue.messages if key.startswith("name.")]
    keys = [*names, *(f"{name}.{case}" for name in names if name.count(".") == 2 for case in CASES)]
    found = {key: text for key in keys if (text := catalogue.translation(key)) is not None}
    plural = getattr(translations, "plural", lambda number: int(number != 1))
    return Grammar(plural, case_forms(found, catalogue.say))


def _flat(data: dict[str, Any], prefix: str = "") -> dict[str, str]:
    out: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            out |= _flat(value, f"{prefix}{key}.")
        else:
            out[prefix + key] = value
    return out


@cache
def source() -> dict[str, str]:
    """The English messages by key. Those of single parts of the program lie in files such as widgets.en.toml."""
    folder = resources.files("wow_tui.text")
    messages = _flat(tomllib.loads((folder / "en.toml").read_text("utf-8")))
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.name.endswith(".en.toml"):
            messages |= _flat(tomllib.loads(part.read_text("utf-8")))
    return messages


def folder_of(language: str) -> Traversable:
    """Where the gettext catalogue of a language lies."""
    return resources.files("wow_tui") / "locale" / language / "LC_MESSAGES"


def _translations(language: str) -> GNUTranslations:
    compiled = folder_of(language) / "wow.mo"
    if compiled.is_file():
        data = compiled.read_bytes()
    else:
        from wow_tui.text.extract import binary, read

        data = binary(read((folder_of(language) / "wow.po").read_text("utf-8")))
    return GNUTranslations(io.BytesIO(data))


@cache
def catalogue(language: str = SOURCE) -> Catalogue:
    """The catalogue of a language. ValueError if there is none."""
    if language == SOURCE:
        return Catalogue(language, source())
    if language == PSEUDO:
        return Catalogue(language, {key: pseudo(text) for key, text in source().items()})
    if language not in languages():
        raise ValueError(f"no language {language!r}")
    return Catalogue(language, source(), _translations(language))
