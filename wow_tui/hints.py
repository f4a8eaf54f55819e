"""A hint: what the two thinking bots would do in somebody's place, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from rules.ask import Ask
from rules.whispers.view import View
from wow_tui.bots import make
from wow_tui.bots.bot import Reason, Watcher
from wow_tui.text.speaker import Speaker

ADVISERS = ("planner", "whisperer")
# A belief is told from so many per cent on: a fifth is what everybody knows of five empires.
_SURE = 25


class Advice(Struct, frozen=True):
    """What a bot would do in the viewer's place. It knows what he knows; its reasons are for him alone."""

    bot: str
    move: str
    reason: Reason


def advise(view: View, ask: Ask, evidence: Any) -> list[Advice]:
    """The advice of each adviser, always the same for the same view, ask and evidence. Takes a second or so, so
    it is work for another process."""
    found = []
    for name in ADVISERS:
        bot = make(name, view.step)
        if isinstance(bot, Watcher):
            bot.watch(evidence)
        move = bot.choose(view, ask)[0]
        assert bot.reason is not None
        found.append(Advice(name, move, bot.reason))
    return found


def told(speaker: Speaker, found: Sequence[Advice]) -> list[str]:
    """The advice in sentences."""
    say, lines = speaker.catalogue.say, []
    for advice in found:
        values = speaker.values({**advice.reason.values, **advice.reason.secret})
        if isinstance(about := advice.reason.values.get("about"), int):
            values["about"] = speaker.player(about)
        plan = advice.reason.secret.get("plan")
        steps = len(plan) if isinstance(plan, list) else 1
        key = f"hint.{advice.bot}" if steps > 1 else f"hint.{advice.bot}-one"
        lines.append(say(key, **values))
        belief, percent = f"hint.{advice.bot}.belief", advice.reason.values.get("percent")
        if belief in speaker.catalogue and isinstance(percent, int) and percent >= _SURE:
            lines.append(say(belief, **values))
    return lines
