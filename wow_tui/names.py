"""Names of players as they come out of files."""

from __future__ import annotations

from collections.abc import Sequence

from wow_tui.clean import clean
from wow_tui.text.voice import say

NAME_LENGTH = 24


def player_names(names: Sequence[str], limit: int = NAME_LENGTH) -> list[str]:
    """Names of strangers, cleaned; one of which nothing is left becomes a number, a repeated one gets one."""
    cleaned: list[str] = []
    for number, name in enumerate(names, 1):
        shown = clean(name, limit).strip() or say("new.seat", number=number)
        cleaned.append(f"{shown} ({number})" if shown in cleaned else shown)
    return cleaned
