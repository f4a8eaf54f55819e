"""Short words of the widgets: marks of players, letters of empires, printed actions, refs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rich.cells import cell_len

from rules.whispers.layout import Action
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import safe

NO_LETTER = "#"


def mark(names: Sequence[str], player: int) -> str:
    """The mark of a player: the first letter of the name and the player's number, two narrow characters.

    The number makes it unique; a name without a narrow letter or digit gets a sign instead of the letter.
    """
    name = names[player] if player < len(names) else ""
    letters = (char.upper() for char in safe(name) if char.isalnum())
    found = next((char for char in letters if len(char) == 1 and cell_len(char) == 1), NO_LETTER)
    return f"{found}{player + 1}"


def letter(speaker: Speaker, empire: str) -> str:
    """The letter of an empire, unique in the language."""
    return speaker.catalogue.say(f"widgets.letter.{empire}")


def empire_name(speaker: Speaker, empire: str, room: int) -> str:
    """The name of an empire, in short where there are not so many columns."""
    name = speaker.name("empire", empire)
    return name if cell_len(name) <= room else speaker.catalogue.say(f"widgets.empire.short.{empire}")


def action_words(speaker: Speaker, action: Action, length: Literal["long", "short"]) -> str:
    """A printed action in a few words, such as `+1 per farm` or `+1/farm`."""
    say = speaker.catalogue.say
    key = f"widgets.action.{action.kind}"
    icon = ""
    if action.icon is not None:
        key += ".icon" if action.per == 1 else ".icons"
        icon = say(f"widgets.icon.{length}.{action.icon}")
    return say(f"{key}.{length}", amount=action.amount, per=action.per, icon=icon)


def ref_words(speaker: Speaker, ref: str) -> str:
    """What can be picked, in words: `verb:attack`, `number:2`, `card:bear/lion`, `seat:bear.marshal`, ..."""
    kind, _, word = ref.partition(":")
    if kind == "seat":
        return speaker.seat(word)
    if kind == "card":
        return card_words(speaker, word)
    if kind == "verb":
        key = f"widgets.verb.{word}"
        return speaker.catalogue.say(key) if key in speaker.catalogue else word
    return speaker.name(kind, word)


def card_words(speaker: Speaker, card: str) -> str:
    """`bear/lion` as Bear/Lion."""
    return "/".join(speaker.name("empire", empire) for empire in card.split("/"))
