"""All widgets at once over a random game, to look at: `python -m tests.demo_widgets [SEED]`.

Keys of the demo: n another game, t another theme, A ASCII, H hidden, q leave.
"""

from __future__ import annotations

import gc
import random
import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from rules.ask import Ask
from rules.game import load
from rules.whispers.frames import Act
from rules.whispers.options import preset
from tests.games import dealt, walk
from wow_tui import themes
from wow_tui.boards.whispers import TIERS, tier_for
from wow_tui.choosing import Chooser
from wow_tui.text.catalogue import catalogue
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.bars import TopLine
from wow_tui.widgets.council import CouncilTrack
from wow_tui.widgets.hand import HandPanel
from wow_tui.widgets.lined import Lined
from wow_tui.widgets.log import LogLine, LogPanel
from wow_tui.widgets.loyalty import LoyaltyPanel
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.messages import Looked, OptionChosen, Picked
from wow_tui.widgets.prompt import PromptPanel
from wow_tui.widgets.societies import SocietiesPanel

NAMES = ["Iron Veil", "The Quiet Order of Ash", "漢字 Circle"]


class Quiet(Screen[None]):
    """A screen that does not draw everything anew when the focus moves, as Textual's would."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)


class Demo(App[None]):
    """The widgets in the places the design gives them."""

    CSS_PATH = "../wow_tui/styles/widgets.tcss"
    CSS = """
    Screen { layout: vertical; }
    #middle { height: 1fr; }
    #left { width: auto; }
    #right { width: 1fr; padding-left: 0; }
    PromptPanel { height: 1fr; min-height: 4; width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", show=False),
        Binding("n", "again", show=False),
        Binding("t", "theme", show=False),
        Binding("A", "ascii", show=False),
        Binding("H", "hide", show=False),
    ]

    def __init__(self, seed: int = 5, theme: str = themes.DEFAULT) -> None:
        super().__init__(ansi_color=True if theme == "mono" else None)
        themes.install(self, theme)
        self.seed = seed
        self.speaker = Speaker(catalogue(), NAMES)
        self.hiding = False

    def compose(self) -> ComposeResult:
        speaker = self.speaker
        yield TopLine(speaker)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapWidget(speaker)
                yield PromptPanel(speaker)
            with Vertical(id="right"):
                yield CouncilTrack(speaker)
                yield LoyaltyPanel(speaker)
                yield SocietiesPanel(speaker)
                yield LogPanel(speaker)
                yield HandPanel(speaker)

    def get_default_screen(self) -> Screen[None]:
        return Quiet(id="_default")

    def on_mount(self) -> None:
        self.action_again()
        self.query_one(MapWidget).focus()
        gc.collect()
        gc.freeze()

    def on_resize(self, event: Resize) -> None:
        tier = tier_for(event.size.width, event.size.height) or TIERS[0]
        self.query_one(MapWidget).set_tier(tier)
        self.query_one("#left").styles.width = {"80x24": 50, "100x30": 62, "120x40": 78, "160x48": 104}[tier.name]
        self.query_one(HandPanel).display = tier != TIERS[0] or event.size.height > 40
        self.query_one(SocietiesPanel).display = event.size.height >= 24

    def action_again(self) -> None:
        game, chance = load("whispers"), random.Random(self.seed)
        state = dealt(len(NAMES), preset("printed"), self.seed)
        lines: list[LogLine] = []
        seats: set[str] = set()
        ask: Ask | None = None
        for number, step in enumerate(walk(game, state, chance, 60)):
            ask = step.ask
            seat = str(ask.values.get("seat", ""))
            if seat and seat not in seats:
                seats.add(seat)
                lines.append(LogLine(number, self.speaker.seat(seat), "seat", seat.partition(".")[0]))
            for event in step.events:
                if event.only in (None, 0):
                    if event.key == "round":
                        lines.append(LogLine(number, self.speaker.event(event), "round"))
                    else:
                        lines.append(LogLine(number, self.speaker.event(event)))
        ask = next(iter(game.asks(state).values()))
        view = game.view(state, ask.player)
        act = next((frame for frame in reversed(view.pending) if isinstance(frame, Act)), None)
        board = view.board()
        acting = board.seats[act.seat] if act else None
        agent = board.seats[act.agent] if act else None
        self.chooser = Chooser([option for option in ask.options if not option.key.startswith("play")] or ask.options)
        refs = self.chooser.refs()
        self.legal = [ref[7:] for ref in refs if ref.startswith("region:")]
        seats_legal = [ref[5:] for ref in refs if ref.startswith("seat:")]
        self.query_one(MapWidget).show(view, self.legal)
        self.query_one(CouncilTrack).show(view, seats_legal, acting, agent)
        self.query_one(LoyaltyPanel).show(view, self.hiding)
        self.query_one(SocietiesPanel).show(view, ["person", "bot greedy", "bot random"])
        plays = [option for option in ask.options if option.key.startswith("play")]
        why = {
            (f"{a}/{b}", line): f"{a}/{b} {line} is played right after an attack."
            for a in board.empires
            for b in board.empires
            for line in ("basic", "advanced", "special")
        }
        self.query_one(HandPanel).show(view, plays, why, self.hiding)
        self.query_one(LogPanel).reset(lines)
        self.query_one(TopLine).show(view, seat=acting, agent=agent, speed="normal")
        self.query_one(PromptPanel).show(self.speaker.ask(ask), self.chooser.steps())

    def action_theme(self) -> None:
        names = list(themes.THEMES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def action_ascii(self) -> None:
        for widget in self.query(Lined):
            widget.ascii_only = not widget.ascii_only

    def action_hide(self) -> None:
        self.hiding = not self.hiding
        self.action_again()

    def on_looked(self, message: Looked) -> None:
        kind, _, word = message.ref.partition(":")
        prompt = self.query_one(PromptPanel)
        if kind == "region" and word not in self.legal:
            prompt.show_refusal(f"{word} is Eagle's; Bear adds banners only where it controls.", "add.control")
        else:
            prompt.show_preview([f"Looked at {message.ref}."])

    def on_picked(self, message: Picked) -> None:
        self.query_one(PromptPanel).show_preview(
            [f"Picked {message.ref}.", "Bear cities: 2 -> 3", "B3: bear 2 -> bear 4"]
        )

    def on_option_chosen(self, message: OptionChosen) -> None:
        self.query_one(PromptPanel).show_preview([f"Chosen: {message.option}"])


if __name__ == "__main__":
    Demo(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2] if len(sys.argv) > 2 else themes.DEFAULT).run()
