"""The game screen: map, councils, hand and log around one question at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from rules.ask import Illegal, Refusal
from rules.whispers.moves import VERBS
from rules.whispers.preview import Preview, preview
from rules.whispers.view import View
from wow_tui.actions import Footer, bindings, say, words
from wow_tui.boards.whispers import TIERS, Tier, tier_for
from wow_tui.choosing import Chooser
from wow_tui.chronicle import chronicle, lines
from wow_tui.config import BotSpeed, Settings
from wow_tui.link import Link, LocalLink, Update
from wow_tui.screens.curtain import Curtain
from wow_tui.screens.options_palette import OptionCommands
from wow_tui.screens.quit import Page
from wow_tui.screens.result import result_text
from wow_tui.screens.rule_page import rule_page
from wow_tui.table import Answered, Table
from wow_tui.text.speaker import Speaker
from wow_tui.trying import hand_refusals, read_line, why_not
from wow_tui.whereabouts import whereabouts
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.hand import HandPanel
from wow_tui.widgets.log import LogLine, LogPanel
from wow_tui.widgets.loyalty import LoyaltyPanel
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.messages import Looked, OptionChosen, Picked
from wow_tui.widgets.prompt import PromptPanel
from wow_tui.widgets.societies import SocietiesPanel

SIDES = ("log", "hand", "people")
SPEEDS: tuple[BotSpeed, ...] = ("instant", "normal", "slow", "step")
# Seconds between two answers of bots.
PAUSES = {"instant": 0.0, "normal": 0.5, "slow": 1.5, "step": 0.0}


class GameScreen(Screen[None]):
    """Plays a match through a link. It holds no rule: it offers what the rules offer, and asks them why not."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("game")]
    COMMANDS: ClassVar = {OptionCommands}
    CSS_PATH: ClassVar = ["../styles/widgets.tcss", "../styles/game.tcss"]
    AUTO_FOCUS = "MapWidget"

    def __init__(self, table: Table | Link, settings: Settings) -> None:
        """`table`: a match in this process, or a link to one anywhere."""
        super().__init__()
        self.link: Link = LocalLink(table) if isinstance(table, Table) else table
        self.settings = settings
        self.speaker = Speaker(words(), self.link.names)
        self.speed = settings.bot_speed
        self.viewer = self.link.own[0] if len(self.link.own) == 1 else None
        self.update: Update = self.link.update(self.viewer)
        self.chooser = Chooser(())
        self.refusal: Refusal | None = None
        self.looked = ""
        self.since = self.link.answered()
        self.moment: int | None = None
        self._moments: list[View] = []
        self._step = asyncio.Event()

    # Layout

    def compose(self) -> ComposeResult:
        """The widgets; which of them show is up to the style sheet."""
        speaker = self.speaker
        yield TopLine(speaker)
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield MapWidget(speaker)
                yield PromptPanel(speaker)
            with Vertical(id="right"):
                yield CouncilTrack(speaker)
                yield LoyaltyPanel(speaker)
                yield SocietiesPanel(speaker)
                yield HandPanel(speaker)
                yield LogPanel(speaker)
        yield Footer()

    def on_mount(self) -> None:
        """Show where the match stands, and begin."""
        for widget in self.query("Lined"):
            widget.ascii_only = self.settings.ascii  # type: ignore[attr-defined]
        self.add_class("-side-log")
        self._fit(self.app.size.width, self.app.size.height)
        self._rewrite_log()
        self.show()
        self.play_on()

    def on_resize(self, event: events.Resize) -> None:
        """More room shows more; nothing is lost."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, columns: int, rows: int) -> None:
        tier: Tier = tier_for(columns, rows) or TIERS[0]
        place = TIERS.index(tier)
        self.query_one(MapWidget).set_tier(tier)
        self.query_one(CouncilTrack).set_compact(place < 2)
        self.set_class(place >= 2, "-wide")
        self.set_class(place >= 3, "-widest")
        self.query_one("#left").styles.width = self.query_one(MapWidget).get_content_width(self.size, self.size)

    # Showing

    def show(self) -> None:
        """Show the match as the viewer may see it, or as it was when looking back."""
        view = self.update.view if self.moment is None else self._moments[self.moment]
        asked = self.update.ask is not None and self.moment is None
        refs = self.chooser.refs() if asked else set()
        where = whereabouts(view)
        picked = [ref.partition(":")[2] for ref in self.chooser.path if ref.startswith("region:")]
        self.query_one(MapWidget).show(view, _named(refs, "region"), *_ends(picked))
        self.query_one(CouncilTrack).show(view, _named(refs, "seat"), *where)
        self.query_one(LoyaltyPanel).show(view, hidden=view.viewer is None)
        self.query_one(SocietiesPanel).show(view, self.link.kinds)
        self._show_hand(view, asked)
        if asked:
            self._show_prompt()
            self._focus_on(refs)
        else:
            self.query_one(PromptPanel).show(self._waiting(view))
        self._show_top(view)
        self.refresh_bindings()

    def _focus_on(self, refs: set[str]) -> None:
        """Put the focus where the next step lies, unless it is on something that serves as well."""
        wanted = MapWidget if _named(refs, "region") else CouncilTrack if _named(refs, "seat") else PromptPanel
        if isinstance(self.focused, PromptPanel) and self.query_one(PromptPanel).choices:
            return
        if not isinstance(self.focused, wanted | HandPanel):
            self.query_one(wanted).focus()

    def _show_top(self, view: View) -> None:
        where = whereabouts(view)
        mode = "" if self.moment is None else say("game.replay", at=self.moment, all=len(self._moments) - 1)
        bots = any(kind != "person" for kind in self.link.kinds)
        speed = say(f"game.speed.{self.speed}") if bots else ""
        trouble = self.update.trouble
        self.query_one(TopLine).show(view, seat=where.seat, agent=where.agent, mode=mode, speed=speed, trouble=trouble)

    def _show_hand(self, view: View, asked: bool) -> None:
        options = self.update.ask.options if self.update.ask is not None and asked else []
        plays = [option for option in options if option.key.startswith("play")]
        reasons = hand_refusals(view) if asked and view.hand else {}
        told = {line: self.speaker.refusal(refusal) for line, refusal in reasons.items()}
        self.query_one(HandPanel).show(view, plays, told, hidden=view.viewer is None)

    def _show_prompt(self) -> None:
        assert self.update.ask is not None
        text = self.speaker.ask(self.update.ask)
        if self.chooser.path:
            text = f"{text} {' '.join(ref.partition(':')[2] for ref in self.chooser.path)}"
        self.query_one(PromptPanel).show(text, self.chooser.steps())

    def _waiting(self, view: View) -> str:
        if self.moment is not None:
            return say("game.looking-back")
        if view.outcome is not None:
            return say("game.over")
        return say("game.waiting", player=self.speaker.player(view.waiting))

    # Playing

    def play_on(self) -> None:
        """Let everything happen that needs no person here, then ask whoever is asked."""
        self.run_worker(self._play_on(), exclusive=True, group="play")

    async def _play_on(self) -> None:
        while True:
            asked = self.link.update(None).asked
            if asked is None:
                await self._end()
                return
            answered = await self._go_on(asked)
            if answered is None:
                await self._ask(asked)
                return
            self._tell(answered)
            if not answered.forced:
                await asyncio.sleep(PAUSES[self.speed])

    async def _go_on(self, asked: int) -> Answered | None:
        if self.speed == "step" and asked not in self.link.own:
            self._refresh(self.viewer)
            self.query_one(PromptPanel).show(say("game.step", player=self.speaker.player(asked)))
            self._step.clear()
            await self._step.wait()
        return await self.link.go_on()

    async def _ask(self, player: int) -> None:
        """Ask a person here; if somebody else sat here before, the curtain falls first."""
        if player != self.viewer:
            curtain = Curtain(self.speaker.player(player))
            self.call_after_refresh(self._look_as, None)
            await self.app.push_screen_wait(curtain)
            self._look_as(player)
        self._refresh(player)
        self._tell_since(player)
        if self.settings.bell:
            self.app.bell()

    def _look_as(self, viewer: int | None) -> None:
        """Show the match to somebody else."""
        self.viewer, self.moment, self.refusal = viewer, None, None
        self._refresh(viewer)
        self._rewrite_log()

    def _refresh(self, viewer: int | None) -> None:
        self.update = self.link.update(viewer)
        self.chooser = Chooser(self.update.ask.options if self.update.ask is not None else ())
        self.show()

    def _tell(self, answered: Answered) -> None:
        """Show what an answer brought. Several people here: nothing private before it is their turn."""
        number = self.link.answered() - 1
        if len(self.link.own) > 1 and self.viewer is not None and self.link.update(None).asked != self.viewer:
            self._look_as(None)
        else:
            readable = self.link.history(self.viewer, number)[0]
            self.query_one(LogPanel).add(lines(self.speaker, number, readable))
            self._refresh(self.viewer)

    def _rewrite_log(self) -> None:
        self.query_one(LogPanel).reset(chronicle(self.speaker, self.link.history(self.viewer)))

    def _tell_since(self, player: int) -> None:
        """What has happened since this player last answered, if others have played."""
        told = [line.text for line in self._since_lines(player) if line.kind == "event"]
        if told and self.since:
            self.query_one(PromptPanel).show_preview([say("game.since"), *told[-12:]])

    def _since_lines(self, player: int) -> list[LogLine]:
        return chronicle(self.speaker, self.link.history(player, self.since), self.since)

    async def _end(self) -> None:
        self._look_as(self.viewer if len(self.link.own) == 1 else None)
        outcome = self.update.view.outcome
        assert outcome is not None
        await self.app.push_screen_wait(
            Page(say("game.over"), result_text(self.speaker, outcome, self.link.moments(None)))
        )

    async def give(self, answers: Sequence[str]) -> None:
        """Give the viewer's answer; a refusal is told below the question."""
        if self.viewer is None or self.moment is not None:
            return
        try:
            answered = await self.link.answer(self.viewer, answers)
        except Illegal as illegal:
            self.refuse(illegal.refusal)
            return
        self.since = self.link.answered()
        self._tell(answered)
        self.play_on()

    def refuse(self, refusal: Refusal) -> None:
        """Say why not, and by which rule."""
        self.refusal = refusal
        self.query_one(PromptPanel).show_refusal(self.speaker.refusal(refusal), refusal.rule)

    # What the widgets tell

    async def on_picked(self, message: Picked) -> None:
        """The next step of a choice, or a place in the log."""
        kind, _, word = message.ref.partition(":")
        if kind == "log":
            self.look_back(int(word))
            return
        if self.update.ask is None or self.moment is not None:
            return
        try:
            chosen = self.chooser.pick(message.ref)
        except ValueError:
            return
        if chosen is not None:
            await self.give([chosen])
        else:
            self.show()

    async def on_option_chosen(self, message: OptionChosen) -> None:
        """A complete answer."""
        await self.give([message.option])

    def on_looked(self, message: Looked) -> None:
        """Nothing is chosen; what lies there may be asked for."""
        self.looked = message.ref

    async def on_key(self, event: events.Key) -> None:
        """Digits choose, whatever has the focus."""
        if event.character and event.character.isdigit() and self.query_one(PromptPanel).press(event.character):
            event.stop()

    # Actions

    def action_back(self) -> None:
        """Back from the past, one step back in a choice, or out of the game."""
        if self.moment is not None:
            self.moment = None
            self.show()
        elif self.chooser.back():
            self.show()
        else:
            self.query_one(PromptPanel).show_preview([])

    async def action_undo(self) -> None:
        """Take back a step of the choice, or the last answer."""
        if self.chooser.back():
            self.show()
        elif self.viewer is not None:
            await self._change(self.link.undo(self.viewer))

    async def action_redo(self) -> None:
        """Do again what was taken back."""
        if self.viewer is not None:
            await self._change(self.link.redo(self.viewer))

    async def action_reset_turn(self) -> None:
        """Take back everything that can be taken back freely."""
        while self.viewer is not None and self.link.may_undo(self.viewer):
            await self.action_undo()
            if any(kind != "person" for kind in self.link.kinds):
                break

    async def _change(self, doing: object) -> None:
        try:
            await doing  # type: ignore[misc]
        except Illegal as illegal:
            self.refuse(illegal.refusal)
            return
        self.since = min(self.since, self.link.answered())
        self._refresh(self.viewer)
        self._rewrite_log()
        self.play_on()

    def action_preview(self) -> None:
        """What would happen: of the choice under the cursor, or of the one that is left."""
        option = self._foreseen()
        if option is None:
            self.query_one(PromptPanel).show_preview([say("game.preview-what")])
            return
        found = preview(self.update.view, option)
        if found.refusal is not None:
            self.refuse(found.refusal)
        else:
            self.query_one(PromptPanel).show_preview(self._foreseen_lines(option, found))

    def _foreseen(self) -> str | None:
        """The option nearest to completion by what the cursor rests on."""
        trial = Chooser(self.chooser.options)
        trial.path = list(self.chooser.path)
        if self.looked in trial.refs() | {step.ref for step in trial.steps()}:
            trial.pick(self.looked)
        left = trial.left()
        same = {option.refs[:-1] for option in left}
        return left[-1].id if left and (len(left) == 1 or len(same) == 1) else None

    def _foreseen_lines(self, option: str, found: Preview) -> list[str]:
        told = [f"{option}: {self.speaker.event(event)}" for event in found.events]
        changed = "; ".join(self.speaker.change(change) for change in found.changes)
        return [*told, f"= {changed}"] if changed else told

    def action_look(self) -> None:
        """Say what lies under the cursor, and why it cannot be picked."""
        if self.update.ask is None or not self.looked:
            return
        if self.looked in self.chooser.refs():
            self.query_one(PromptPanel).show_preview([say("game.can-pick", what=self.looked.partition(":")[2])])
            return
        refusal = why_not(self.update.view, self.chooser.left(), self.chooser.path, self.looked)
        if refusal is not None:
            self.refuse(refusal)

    async def action_rule(self) -> None:
        """Open the rule of the last refusal, or the rules."""
        self.app.push_screen(rule_page(self.refusal.rule if self.refusal else None))

    def action_tags(self) -> None:
        """Show a tag on each region that can be picked."""
        board = self.query_one(MapWidget)
        board.focus()
        board.action_tags()

    def action_since(self) -> None:
        """What has happened since the viewer last answered."""
        told = [line.text for line in self._since_lines(self.viewer if self.viewer is not None else -1)]
        self.app.push_screen(Page(say("game.since"), "\n".join(told) or say("game.nothing")))

    def action_side(self, side: str = "") -> None:
        """Show another panel on the right: log, hand, societies."""
        shown = next(name for name in SIDES if self.has_class(f"-side-{name}"))
        new = side or SIDES[(SIDES.index(shown) + 1) % len(SIDES)]
        self.remove_class(f"-side-{shown}")
        self.add_class(f"-side-{new}")
        if new == "hand":
            self.query_one(HandPanel).focus()

    def action_panel(self) -> None:
        """Move the focus to the next panel."""
        self.focus_next()

    def action_find(self) -> None:
        """Show only the lines of the log that hold a text."""
        self.app.run_worker(self._find())

    async def _find(self) -> None:
        from wow_tui.screens.quit import Typed

        self.query_one(LogPanel).set_filter(await self.app.push_screen_wait(Typed()))
        self.action_side("log")

    def action_bot_speed(self) -> None:
        """The next speed of the bots."""
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self._step.set()
        self._show_top(self.update.view)

    def action_next(self) -> None:
        """Let the next bot play, when they play step by step."""
        self._step.set()

    def action_replay(self, by: int = 0) -> None:
        """Look back: at the start of the last answer, or `by` moments on."""
        if self.moment is None:
            self.look_back(self.link.answered() - 1)
        else:
            self.look_back(self.moment + by)

    def look_back(self, moment: int) -> None:
        """Show the match as it was before answer `moment`; at its end, the present."""
        self._moments = self.link.moments(self.viewer)
        self.moment = max(0, min(moment, len(self._moments) - 1))
        if self.moment == len(self._moments) - 1:
            self.moment = None
        self.show()

    def typed(self, text: str) -> None:
        """A typed line: moves in notation, `why MOVE`, `what MOVE`, `find TEXT`, or an action by its name."""
        self.run_worker(self._typed(text))

    async def _typed(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word in ("why", "what"):
            found = preview(self.update.view, rest)
            if found.refusal is not None:
                self.refuse(found.refusal)
            else:
                self.query_one(PromptPanel).show_preview(self._foreseen_lines(rest, found))
        elif word == "find":
            self.query_one(LogPanel).set_filter(rest)
        elif word.lower() not in VERBS:
            await self.app.command(text)  # type: ignore[attr-defined]
        elif self.viewer is not None:
            try:
                await self.give(read_line(self.update.view, self.viewer, text))
            except Illegal as illegal:
                self.refuse(illegal.refusal)


def _named(refs: set[str], kind: str) -> list[str]:
    return [ref.partition(":")[2] for ref in refs if ref.startswith(f"{kind}:")]


def _ends(picked: Sequence[str]) -> tuple[str | None, str | None]:
    """Source and target of what was picked so far."""
    return (picked[0] if picked else None, picked[1] if len(picked) > 1 else None)
