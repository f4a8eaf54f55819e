"""The final scoring: who won and how it came about; from here back through the match, and on to the next."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.game import Outcome
from rules.match import Match
from saves.errors import StoreError
from saves.store import write
from wow_tui.actions import Footer, bindings, say
from wow_tui.clean import clean
from wow_tui.config import saves_folder
from wow_tui.course import course
from wow_tui.link import Link, LocalLink
from wow_tui.setup_args import new_save_path
from wow_tui.table import Table
from wow_tui.text.faults import told
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.final import FinalPanel
from wow_tui.widgets.final_rows import Facts, final_rows
from wow_tui.widgets.messages import Picked

if TYPE_CHECKING:
    from wow_tui.app import WowApp

# Columns of an exported text.
EXPORTED = 100


def export_text(speaker: Speaker, facts: Facts) -> str:
    """The final scoring as a text of lines."""
    return "\n".join(row.text for row in final_rows(speaker, facts, EXPORTED)) + "\n"


class ResultScreen(Screen[int | None]):
    """Dismissed with the moment to look back to, or with None for the board as it is."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("result", "match")
    CSS_PATH: ClassVar = ["../styles/widgets.tcss", "../styles/game.tcss"]

    def __init__(self, link: Link, speaker: Speaker, outcome: Outcome) -> None:
        """`link`: to a match that is over."""
        super().__init__()
        self.link, self.speaker, self.said = link, speaker, ""
        self.facts = Facts(link.update(None).view.board(), outcome, course(link))

    @property
    def wow(self) -> WowApp:
        """The app."""
        return cast("WowApp", self.app)

    def compose(self) -> ComposeResult:
        """A heading, the scoring, what is to be said, the bottom line."""
        yield Static(say("final.title"), classes="bar", markup=False)
        panel = FinalPanel(self.speaker, self.facts)
        panel.ascii_only = self.wow.settings.ascii
        yield panel
        yield Static("", id="said", markup=False)
        yield Footer()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a match in this process can be played again with the same players."""
        return action != "rematch" or isinstance(self.link, LocalLink)

    def complain(self, text: str) -> None:
        """Say something below the scoring."""
        self.said = text
        self.query_one("#said", Static).update(text)

    def typed(self, text: str) -> None:
        """`save FILE`, `export FILE`, or an action by its name."""
        word, _, rest = text.partition(" ")
        if word.lower() == "export" and rest.strip():
            self._export(Path(rest.strip()).expanduser())
        elif word.lower() == "save":
            self.complain(save_sentence(self.link, rest.strip()))
        else:
            self.run_worker(self.wow.command(text))

    def on_picked(self, message: Picked) -> None:
        """Look back to a moment."""
        self.dismiss(int(message.ref.partition(":")[2]))

    def action_look_back(self) -> None:
        """Back to the board, one answer before the end."""
        self.dismiss(max(0, self.link.answered() - 1))

    def action_back(self) -> None:
        """Back to the board as it is."""
        self.dismiss(None)

    def action_save(self) -> None:
        """Write the match down, and say where."""
        self.complain(save_sentence(self.link))

    def action_analysis(self) -> None:
        """Where each society's expected score turned."""
        self.complain(say("analysis.thinking"))
        self.run_worker(self._analyse(), group="analysis", exclusive=True)

    async def _analyse(self) -> None:
        from wow_tui.analysis import expect, past_views, report
        from wow_tui.screens.quit import Page
        from wow_tui.thinking import elsewhere

        moments = await elsewhere().call(expect, past_views(self.link))
        self.complain("")
        lines = report(self.speaker, self.link, moments, self.wow.settings.ascii)
        self.app.push_screen(Page(say("analysis.title"), "\n".join(lines)))

    def action_export(self) -> None:
        """Write the scoring beside the save."""
        table = self.link.table if isinstance(self.link, LocalLink) else None
        path = table.path if table is not None else None
        stem = path.stem if path is not None else time.strftime("%Y-%m-%d-%H%M%S")
        self._export(saves_folder() / f"{stem}.txt")

    def _export(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(export_text(self.speaker, self.facts), "utf-8")
        except (OSError, ValueError) as error:
            reason = clean(getattr(error, "strerror", None) or str(error), 100)
            self.complain(say("final.not-exported", reason=reason))
        else:
            self.complain(say("final.exported", path=clean(str(path), 300)))

    def action_rematch(self) -> None:
        """A new match of the same players by the same rules."""
        assert isinstance(self.link, LocalLink)
        table = self.link.table
        match = Match.new(table.match.game.facts.id, table.match.players, table.match.options, secrets.randbits(63))
        again = Table(match, table.seats, new_save_path())
        again.save()
        self.wow.leave_game()
        self.wow.open_table(again)

    def action_new_game(self) -> None:
        """The form for a new match."""
        self.wow.leave_game()
        self.wow.open("new-game")

    def action_title(self) -> None:
        """To the title; the match is kept."""
        self.wow.leave_game()


def save_sentence(link: Link, path: str = "") -> str:
    """Save the match behind a link, with a path a copy there; what came of it in a sentence."""
    if not isinstance(link, LocalLink):
        return say("final.saved-there")
    table = link.table
    if path:
        return _copy_sentence(table, Path(path).expanduser())
    if table.path is None:
        return say("final.no-path")
    table.save()
    if table.trouble:
        return say("final.not-saved", reason=clean(table.trouble, 200))
    return say("final.saved", path=clean(str(table.path), 300))


def _copy_sentence(table: Table, path: Path) -> str:
    try:
        write(path, table.snapshot())
    except (StoreError, ValueError) as error:
        return say("final.not-saved", reason=clean(told(error), 200))
    return say("final.saved", path=clean(str(path), 300))
