"""The list of saved matches."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from saves.steps import discard
from saves.store import Listed, copies, read, recent
from wow_tui.actions import Footer, bindings, say
from wow_tui.clean import clean
from wow_tui.config import saves_folder
from wow_tui.names import player_names
from wow_tui.screens.quit import Question
from wow_tui.setup_args import table_of
from wow_tui.table import Table

if TYPE_CHECKING:
    from wow_tui.app import WowApp

MOST = 100


def newest(folder: Path) -> Listed | None:
    """The match played last that can be loaded, or None. Never raises."""
    # One is enough nearly always, and each takes time to read.
    for most in (1, MOST):
        found = next((listed for listed in recent(folder, most) if listed.problem is None), None)
        if found is not None:
            return found
    return None


def summary(listed: Listed) -> str:
    """A good save in a few words."""
    players = ", ".join(player_names(listed.players))
    key = "title.continue" if listed.waiting else "title.continue-over"
    return say(key, round=listed.round, players=players)


def open_table(path: Path) -> Table:
    """The match of a save, as it stands. SaveError, StoreError or ValueError with one sentence."""
    return table_of(read(path), path)


def delete(path: Path) -> None:
    """Remove a save, its log and its older copies. OSError if the save itself cannot be removed."""
    path.unlink()
    for other in copies(path):
        with suppress(OSError):
            other.unlink()
    with suppress(OSError):
        discard(path)


def _line(listed: Listed) -> Content:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(listed.updated))
    if listed.problem is not None:
        name = clean(listed.path.name, 60)
        head, detail = f"{name}  {say('load.bad')}", clean(listed.problem, 200)
    else:
        names = player_names(listed.players)
        waiting = ", ".join(say("load.waiting", player=names[player]) for player in listed.waiting)
        head = ", ".join(names)
        values = {"title": listed.title, "round": listed.round, "waiting": waiting or say("load.over")}
        detail = say("load.line", **values)
    # Not in the quiet colour: it could not be read on the mark.
    return Content(f" {when}  {head}\n   {detail}")


class Saves(OptionList, inherit_bindings=False):
    """The list; its keys stand in help and bottom line like every other."""

    BINDINGS = bindings("menu", "pages")

    def action_up(self) -> None:
        """Mark the match before."""
        self.action_cursor_up()

    def action_down(self) -> None:
        """Mark the next match."""
        self.action_cursor_down()

    def action_choose(self) -> None:
        """Take the marked match."""
        self.action_select()


class LoadScreen(Screen[None]):
    """Newest first; bad files too, with the reason why they cannot be loaded."""

    BINDINGS = bindings("load")

    def __init__(self) -> None:
        super().__init__()
        self._listed: list[Listed] = []

    @property
    def wow(self) -> WowApp:
        """The app."""
        return cast("WowApp", self.app)

    def compose(self) -> ComposeResult:
        """The list, with what is to be said below it."""
        yield Static(say("load.title"), classes="bar", markup=False)
        yield Saves(id="saves", markup=False)
        yield Static(say("load.reading"), id="said", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Read the saves off the screen's thread."""
        self.run_worker(self._read, thread=True, exclusive=True)

    def _read(self) -> None:
        found = recent(saves_folder(), MOST)
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._show, found)

    def _show(self, found: list[Listed]) -> None:
        self._listed = found
        saves = self.query_one(OptionList)
        at = saves.highlighted or 0
        saves.set_options([Option(_line(listed)) for listed in found])
        if found:
            saves.highlighted = min(at, len(found) - 1)
        self.complain("" if found else say("load.empty"))

    def complain(self, text: str) -> None:
        """Say something below the list."""
        self.query_one("#said", Static).update(text)

    @on(OptionList.OptionSelected)
    def chosen(self, message: OptionList.OptionSelected) -> None:
        """Load a match; a bad file is told and the list stays."""
        listed = self._listed[message.option_index]
        if listed.problem is not None:
            self.complain(clean(listed.problem, 300))
        else:
            self.wow.open_save(listed.path)

    def action_delete(self) -> None:
        """Delete the marked match, after a question."""
        at = self.query_one(OptionList).highlighted
        if at is None or at >= len(self._listed):
            return
        listed = self._listed[at]
        name = ", ".join(player_names(listed.players)) or clean(listed.path.name, 60)

        def answered(yes: bool | None) -> None:
            if yes:
                self._delete(listed)

        self.app.push_screen(Question(say("load.delete", name=name), say("load.delete.detail")), answered)

    def _delete(self, listed: Listed) -> None:
        try:
            delete(listed.path)
        except OSError as error:
            reason = clean(error.strerror or str(error), 100)
            self.complain(say("load.not-deleted", reason=reason))
            return
        self.run_worker(self._read, thread=True, exclusive=True)
