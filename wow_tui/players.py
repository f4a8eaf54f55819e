"""Who plays a player of a match: the words `person`, `bot:NAME`, and `bot:NAME.MS` for a bot told how long to think."""

from __future__ import annotations

from rules.whispers.position import nearest
from wow_tui.bots import NAMES, Bot, make
from wow_tui.clean import clean
from wow_tui.processes import spare_processors
from wow_tui.text.voice import say

PERSON = "person"
TIMED = ("whisperer",)
"""The bots that make use of time."""
LONGEST = 60_000
"""Milliseconds a bot may be told to think about a decision."""


def kind_of(bot: str) -> str:
    """The kind for a bot as it is typed, `greedy` or `whisperer.500`. ValueError for one there is not."""
    name, dot, time = bot.partition(".")
    if name not in NAMES:
        raise ValueError(say("setup.no-bot", name=clean(bot, 40), hint=nearest(bot, list(NAMES))))
    if not dot:
        return f"bot:{name}"
    if name not in TIMED:
        raise ValueError(say("players.no-time", name=name, timed=", ".join(TIMED)))
    if not (time.isascii() and time.isdigit() and 1 <= int(time[:9]) <= LONGEST):
        raise ValueError(say("players.wrong-time", name=clean(bot, 40), most=LONGEST))
    return f"bot:{name}.{int(time)}"


def is_bot(word: str) -> bool:
    """Whether a word names a bot and not a person: the name of a level, alone or with a time."""
    return word.partition(".")[0] in NAMES


def level(kind: str) -> str:
    """The name of a bot without its time; `person` for a person."""
    return kind.removeprefix("bot:").partition(".")[0]


def bot_for(kind: str, seed: int) -> Bot:
    """The bot of a kind; the same seed makes the same decisions unless it has a time, which it makes the most of on
    all processors but one. ValueError if there is none."""
    name, _, time = kind_of(kind.removeprefix("bot:")).removeprefix("bot:").partition(".")
    return make(name, seed, int(time or 0) / 1000, spare_processors() if time else 1)
