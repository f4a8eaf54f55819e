"""Which languages there are, which one a player gets, and the pseudo-locale made from English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from math import ceil
from pathlib import Path

LOCALE = Path(__file__).parent.parent / "locale"
SOURCE = "en"
PSEUDO = "qps"
"""Not offered, but understood: English made strange, so that text without a translation is seen."""
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Besides them LANGUAGE names languages in the order they are wanted, as in `de:pl`."""
_FIELD = re.compile(r"(\{[^{}]*\})")
_LONGER = 0.3
_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_STRANGE = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž"
_ACCENTS = str.maketrans(_PLAIN, _STRANGE)


@cache
def languages() -> tuple[str, ...]:
    """The languages there are messages in, English first."""
    translated = (each.name for each in LOCALE.iterdir() if (each / "LC_MESSAGES" / "wow.po").is_file())
    return SOURCE, *sorted(set(translated) - {SOURCE})


def known(name: str) -> str | None:
    """The language a name such as `pl`, `pl_PL.UTF-8` or `RU` stands for, or None."""
    code = re.split(r"[_.@-]", name.strip(), maxsplit=1)[0].lower()
    if code in ("c", "posix"):
        return SOURCE
    return code if code in (*languages(), PSEUDO) else None


def choose(option: str | None, config: str | None, environ: Mapping[str, str]) -> str:
    """The language of a run: what the command line says, else the settings, else the environment, else English.

    `config` is None or empty where the player has set nothing. ValueError for an option there is not; a wrong
    setting or an environment in another language is passed over.
    """
    if option:
        found = known(option)
        if found is None:
            raise ValueError(f"no language {option[:40]!r}; there are: {', '.join(languages())}")
        return found
    return (known(config) if config else None) or environment(environ) or SOURCE


def environment(environ: Mapping[str, str]) -> str | None:
    """The language a terminal asks for by its variables, if the game speaks it."""
    # As for every program the first variable that is set decides, also when it names another language.
    said = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    if said.partition(".")[0] in ("C", "POSIX"):
        return SOURCE
    wanted = [word for word in environ.get("LANGUAGE", "").split(":") if word] or [said]
    return next((found for word in wanted if (found := known(word))), None)


def pseudo(text: str) -> str:
    """Text with strange letters, a third longer, in brackets; fields such as {count} stay.

    A single letter stays single, as it stands where there is room for one.
    """
    if len(text) <= 1:
        return text.translate(_ACCENTS)
    parts = _FIELD.split(text)
    strange = "".join(_field(part) if part.startswith("{") else part.translate(_ACCENTS) for part in parts)
    letters = sum(char.isalpha() for part in parts if not part.startswith("{") for char in part)
    return f"[{strange}{'~' * ceil(letters * _LONGER)}]"


def _field(field: str) -> str:
    """A field as it is, but for the words it holds: `{left:banner|banners}`."""
    name, colon, words = field.partition(":")
    return f"{name}{colon}{words.translate(_ACCENTS)}" if "|" in words else field
