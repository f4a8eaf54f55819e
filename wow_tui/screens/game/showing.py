"""Showing a desk: what each widget of the game screen is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.whispers.view import View
from wow_tui.actions import say
from wow_tui.screens.game.desk import Desk, of_kind
from wow_tui.table import PERSON
from wow_tui.trying import hand_refusals
from wow_tui.whereabouts import whereabouts
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.hand import HandPanel
from wow_tui.widgets.loyalty import LoyaltyPanel
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.prompt import PromptPanel
from wow_tui.widgets.societies import SocietiesPanel

if TYPE_CHECKING:
    from wow_tui.screens.game.screen import GameScreen


def show_all(screen: GameScreen) -> None:
    """Tell every widget what the desk's viewer may see now, or at the moment looked back at."""
    desk = screen.desk
    view, refs = desk.view, desk.chooser.refs() if desk.ask is not None else set()
    source, target, *_ = *desk.picked("region"), None, None
    screen.query_one(MapWidget).show(view, of_kind(refs, "region"), source, target)
    screen.query_one(CouncilTrack).show(view, of_kind(refs, "seat"), *whereabouts(view))
    screen.query_one(LoyaltyPanel).show(view, hidden=view.viewer is None)
    screen.query_one(SocietiesPanel).show(view, desk.link.kinds)
    _show_hand(screen.query_one(HandPanel), desk)
    show_prompt(screen.query_one(PromptPanel), desk)
    if desk.ask is not None:
        _focus_on(screen, refs)
    show_top(screen)


def show_top(screen: GameScreen) -> None:
    """The first line alone: where play is, whom it waits for, looking back, speed of the bots, trouble."""
    desk, view = screen.desk, screen.desk.view
    where = whereabouts(view)
    mode = desk.update.notice
    if desk.moment is not None:
        mode = say("game.replay", at=desk.moment, all=desk.link.answered())
    bots = any(kind != PERSON for kind in desk.link.kinds)
    screen.query_one(TopLine).show(
        view,
        seat=where.seat,
        agent=where.agent,
        waiting=_who_is_waited_for(desk, view),
        mode=mode,
        speed=say(f"game.speed.{screen.play.speed}") if bots else "",
        trouble=desk.update.trouble,
    )


def _who_is_waited_for(desk: Desk, view: View) -> str:
    """Words of its own for somebody who is away; empty for the usual ones."""
    if view.waiting in desk.link.away:
        return say("game.away", player=desk.speaker.player(view.waiting))
    return ""


def _show_hand(panel: HandPanel, desk: Desk) -> None:
    view, ask = desk.view, desk.ask
    plays = [option for option in ask.options if option.key.startswith("play")] if ask is not None else []
    reasons = hand_refusals(view) if ask is not None and view.hand else {}
    told = {line: desk.speaker.refusal(refusal) for line, refusal in reasons.items()}
    panel.show(view, plays, told, hidden=view.viewer is None)


def show_prompt(panel: PromptPanel, desk: Desk) -> None:
    """The question, or who is waited for."""
    if desk.ask is None:
        panel.show(_waiting(desk))
        return
    text = desk.speaker.ask(desk.ask)
    if desk.chooser.path:
        text = f"{text} {' '.join(ref.partition(':')[2] for ref in desk.chooser.path)}"
    panel.show(text, desk.chooser.steps())


def _waiting(desk: Desk) -> str:
    if desk.moment is not None:
        return say("game.looking-back")
    if desk.view.outcome is not None:
        return say("game.over")
    return _who_is_waited_for(desk, desk.view) or say("game.waiting", player=desk.speaker.player(desk.view.waiting))


def _focus_on(screen: GameScreen, refs: set[str]) -> None:
    """Put the focus where the next step lies, unless it is on something that serves as well."""
    wanted = MapWidget if of_kind(refs, "region") else CouncilTrack if of_kind(refs, "seat") else PromptPanel
    if isinstance(screen.focused, PromptPanel) and screen.query_one(PromptPanel).choices:
        return
    ask = screen.desk.ask
    cards = ask is not None and any(option.key.startswith("play") for option in ask.options)
    if not isinstance(screen.focused, wanted | HandPanel if cards else wanted):
        screen.set_focus(screen.query_one(wanted))
