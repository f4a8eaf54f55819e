"""Reading TOML that strangers wrote, and writing positions as TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.sentence import Sentence

MOST_BYTES = 256 * 1024
# The reader takes time by the square of the parts of a key; nobody needs so many.
MOST_PARTS = 32
_DEEP = re.compile(rf"""(?<![\w"'.-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}""", re.ASCII)
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class TomlError(ValueError):
    """A text that is no TOML, or too much of it; the message says where."""


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a text. TomlError with the line where it can be said; never slow, whatever the text."""
    if len(text) > MOST_BYTES:
        raise TomlError(
            Sentence("the-file-is-larger-than-number", "the file is larger than {number} kB", number=MOST_BYTES // 1024)
        )
    if _DEEP.search(text):
        raise TomlError(Sentence("no-valid-toml-nested-too-deeply", "no valid TOML: nested too deeply"))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(Sentence("no-valid-toml", "no valid TOML: {error}", error=error)) from None
    except RecursionError:
        raise TomlError(Sentence("no-valid-toml-nested-too-deeply", "no valid TOML: nested too deeply")) from None


def write_value(value: object) -> str:
    """A text, number, truth, list or table in one line of TOML."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{write_key(key)} = {write_value(each)}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(write_value(each) for each in value)}]"
    # A JSON string is a TOML basic string too, but for one control character.
    return msgspec.json.encode(value).decode("utf-8").replace("\x7f", "\\u007f")


def write_key(key: object) -> str:
    """A key, quoted where it has to be."""
    word = str(key)
    return word if _BARE.fullmatch(word) else write_value(word)


def write_table(table: Mapping[str, object]) -> list[str]:
    """The lines `key = value` of a table."""
    return [f"{write_key(key)} = {write_value(value)}" for key, value in table.items()]
