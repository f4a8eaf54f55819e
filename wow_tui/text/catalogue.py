"""A catalogue of messages: English from TOML files, other languages from gettext catalogues over it.

The message ids of gettext are our keys. A key without a translation is said in English.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from wow_tui.text.language import LOCALE, PSEUDO, SOURCE, languages, pseudo
from wow_tui.text.plural import CASES, Cases, Grammar, case_forms

_NO_COUNT = 2
TEXT = Path(__file__).parent
COMPILED = TEXT / "english.msgpack"
_ENGLISH = Grammar(lambda number: int(number != 1), dict)


class Part(Struct, array_like=True, frozen=True):
    """The messages of one TOML file, and the checksum of the file they were read from."""

    checksum: int
    messages: dict[str, str]


class Catalogue:
    """The messages of one language by dotted key. `messages`: the English ones, under any translation."""

    def __init__(self, language: str, messages: Mapping[str, str], translations: GNUTranslations | None = None) -> None:
        self.language, self.messages = language, messages
        self._translations = translations
        self._grammar = _ENGLISH
        if translations is not None:
            plural = getattr(translations, "plural", lambda number: int(number != 1))
            self._grammar = Grammar(plural, lambda: _cases(self))

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def say(self, key: str, **values: object) -> str:
        """The message of a key, filled in, in the form that goes with `count`. The key itself if there is none.

        A value that is a Sentence is said in this language too.
        """
        count = values.get("count")
        text, grammar = self.translation(key, count), self._grammar
        if text is None:
            if count == 1 and f"{key}.one" in self.messages:
                key = f"{key}.one"
            text, grammar = self.messages.get(key, key), _ENGLISH
        return text.format_map(_Lenient({name: grammar.value(self._said(value)) for name, value in values.items()}))

    def _said(self, value: object) -> object:
        # A Sentence is known by what it carries, for the title of the game imports nothing of the rules.
        key = getattr(value, "key", None) if isinstance(value, str) else None
        return value if key is None else self.say(f"fault.{key}", **getattr(value, "values", {}))

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


def _cases(catalogue: Catalogue) -> Cases:
    names = [key for key in catalogue.messages if key.startswith("name.")]
    keys = [*names, *(f"{name}.{case}" for name in names if name.count(".") == 2 for case in CASES)]
    found = {key: text for key in keys if (text := catalogue.translation(key)) is not None}
    return case_forms(found, catalogue.say)


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
    return {key: text for part in parts().values() for key, text in part.messages.items()}


def parts() -> dict[str, Part]:
    """The English messages by file name. Files that are as they were when compiled are not parsed again."""
    compiled = _compiled()
    return {name: _part(data, compiled.get(name)) for name, data in _sources()}


def _sources() -> list[tuple[str, bytes]]:
    # The order is that of the .po files: en.toml, then the parts.
    names = sorted((path.name for path in TEXT.glob("*en.toml")), key=lambda name: (name != "en.toml", name))
    return [(name, (TEXT / name).read_bytes()) for name in names]


def _part(data: bytes, known: Part | None) -> Part:
    checksum = crc32(data)
    if known is not None and known.checksum == checksum:
        return known
    import tomllib

    return Part(checksum, _flat(tomllib.loads(data.decode("utf-8"))))


def _compiled() -> dict[str, Part]:
    try:
        return msgspec.msgpack.decode(COMPILED.read_bytes(), type=dict[str, Part])
    except (OSError, msgspec.MsgspecError):
        return {}


def folder_of(language: str) -> Path:
    """Where the gettext catalogue of a language lies."""
    return LOCALE / language / "LC_MESSAGES"


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
