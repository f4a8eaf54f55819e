"""A catalogue of messages: one TOML file per language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


class Catalogue:
    """The messages of one language by dotted key."""

    def __init__(self, language: str, messages: dict[str, str]) -> None:
        self.language, self.messages = language, messages

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def say(self, key: str, **values: object) -> str:
        """The message of a key, filled in; `key.one` is taken when `count` is 1. The key itself if there is none."""
        if values.get("count") == 1 and f"{key}.one" in self.messages:
            key = f"{key}.one"
        return self.messages.get(key, key).format_map(_Lenient(values))


class _Lenient(dict[str, object]):
    """A value that the rules did not give shows as its name, so that a message never fails."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def _flat(data: dict[str, Any], prefix: str = "") -> dict[str, str]:
    out: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            out |= _flat(value, f"{prefix}{key}.")
        else:
            out[prefix + key] = value
    return out


@cache
def catalogue(language: str = "en") -> Catalogue:
    """The catalogue of a language. ValueError if there is none."""
    folder = resources.files("wow_tui.text")
    file = folder / f"{language}.toml"
    if not file.is_file():
        raise ValueError(f"no language {language!r}")
    messages = _flat(tomllib.loads(file.read_text("utf-8")))
    # Messages of single parts of the program lie in files of their own, such as widgets.en.toml.
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.name.endswith(f".{language}.toml"):
            messages |= _flat(tomllib.loads(part.read_text("utf-8")))
    return Catalogue(language, messages)
