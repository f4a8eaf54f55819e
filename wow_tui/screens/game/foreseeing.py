"""What would happen, and why not: previews of the choice at hand, and refusals of what cannot be picked."""

from __future__ import annotations

from rules.ask import Refusal
from rules.whispers.preview import Preview, preview
from wow_tui.actions import say
from wow_tui.choosing import Chooser
from wow_tui.screens.game.desk import Desk
from wow_tui.trying import why_not


def nearest_option(desk: Desk) -> str | None:
    """The option nearest to completion by what the cursor rests on, by its id; None if that is still open."""
    trial = Chooser(desk.chooser.options)
    trial.path = list(desk.chooser.path)
    if desk.looked in trial.refs() | {step.ref for step in trial.steps()}:
        trial.pick(desk.looked)
    left = trial.left()
    same = {option.refs[:-1] for option in left}
    return left[-1].id if left and (len(left) == 1 or len(same) == 1) else None


def foresee(desk: Desk, move: str) -> list[str] | Refusal:
    """What a move in notation would bring, in words, as far as the viewer can know it; or why it is refused."""
    found = preview(desk.update.view, move)
    return found.refusal if found.refusal is not None else _foreseen_lines(desk, move, found)


def _foreseen_lines(desk: Desk, move: str, found: Preview) -> list[str]:
    told = [f"{move}: {desk.speaker.event(event)}" for event in found.events]
    changed = "; ".join(desk.speaker.change(change) for change in found.changes)
    return [*told, f"= {changed}"] if changed else told


def look(desk: Desk) -> list[str] | Refusal:
    """What lies under the cursor: that it can be picked, or why not; no line where nothing can be said."""
    if desk.ask is None or not desk.looked:
        return []
    if desk.looked in desk.chooser.refs():
        return [say("game.can-pick", what=desk.looked.partition(":")[2])]
    refusal = why_not(desk.update.view, desk.chooser.left(), desk.chooser.path, desk.looked)
    return [] if refusal is None else refusal
