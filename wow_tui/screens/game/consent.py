"""Taking back beyond one's own free decisions where several people share the screen: the others are asked, one by one.

The same as at a table of `wow_tui.net`, by the same words; nothing private shows while anybody is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.ask import Refusal
from wow_tui.actions import say
from wow_tui.link import News
from wow_tui.screens.quit import Question
from wow_tui.typing_ahead import uncalled

if TYPE_CHECKING:
    from wow_tui.screens.game.playing import Play


def must_agree(refusal: Refusal) -> list[int]:
    """The players who must agree before an undo that was refused for their sake; empty for another refusal."""
    missing = refusal.values.get("missing") if refusal.rule == "undo.consent" else None
    return list(missing) if isinstance(missing, list) else []


async def ask_others(play: Play, by: int, others: list[int]) -> None:
    """Ask people on this screen whether `by` may take back his last choice; do it if all agree, then go on."""
    desk = play.desk
    play.screen.tell([])
    play.look_as(None)
    name = desk.speaker.player(by)
    play.hear(News([say("net.line.asks-undo", name=name)]))
    for other in others:
        play.screen.take_language(desk.language(other))
        asked = say("undo-here.agree", player=name, other=desk.speaker.player(other))
        # Nobody agrees by a key that was pressed before he was asked.
        if not await play.screen.app.push_screen_wait(uncalled(Question(asked, say("together.agree.detail")))):
            play.hear(News([say("net.line.refuses-undo", name=desk.speaker.player(other))]))
            play.go_on()
            return
    play.hear(News([say("net.line.undid", name=name)]))
    await play.change(desk.link.undo(by, others))
