"""The first and the last line of the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from rules.whispers.view import View
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Line, Lined, cut, safe
from wow_tui.widgets.messages import Picked


class TopLine(Lined):
    """What happens now and who is waited for; on the right the speed and trouble with saving."""

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty line until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self._versions: list[list[str]] = []
        self._mode, self._speed, self._trouble = "", "", ""

    def show(
        self,
        view: View,
        *,
        seat: str | None = None,
        agent: str | None = None,
        waiting: str = "",
        mode: str = "",
        speed: str = "",
        trouble: str = "",
    ) -> None:
        """`seat`: which acts, `agent`: where its agent sits; `waiting`: words in place of the usual ones for
        who is waited for; `mode`: such as REPLAY; `speed`: in words; `trouble`: why the game is not saved."""
        now = self._wordings(view, seat, agent, waiting), mode, speed, trouble
        if now != (self._versions, self._mode, self._speed, self._trouble):
            self._versions, self._mode, self._speed, self._trouble = now
            self.refresh()

    def _wordings(self, view: View, seat: str | None, agent: str | None, waiting: str) -> list[list[str]]:
        """The same in fewer and fewer words; the first one that fits is shown."""
        if view.outcome is not None:
            return [[self.say("top.over")]]
        now = self.say("top.round", round=view.round, rounds=view.board().rounds)
        who = safe(waiting or self.say("top.waits", player=self.speaker.player(view.waiting)))
        if seat is None:
            return [[now, who], [who]]
        words = self.speaker.seat(seat)
        acts = self.say("top.acts", seat=words)
        versions = [[now, acts, who], [acts, who], [words, who], [who]]
        if agent is not None and agent != seat:
            delegated = self.say("top.delegated", seat=words, agent=self.speaker.seat(agent))
            versions.insert(0, [now, delegated, who])
        return versions

    def draw_line(self, row: int) -> Strip:
        line = self.line()
        end = f"! {self.say('top.trouble')}: {self._trouble}" if self._trouble else self._speed
        end = cut(safe(end), line.left // 3, self.sign("more"))
        left = Line(line.left - cell_len(end) - 2, self.look(), self.sign("more"))
        if self._mode:
            left.put(f" {self._mode} ", self.look("mode"))
        left.skip(1)
        self._put_parts(left)
        line.join(left).skip(1)
        return line.put(end, self.look("danger") if self._trouble else self.look("quiet")).strip()

    def _put_parts(self, line: Line) -> None:
        joint = f" {self.sign('bar')} "
        fitting = (parts for parts in self._versions if cell_len(joint.join(parts)) <= line.left)
        parts = next(fitting, self._versions[-1] if self._versions else [])
        for number, part in enumerate(parts):
            if number:
                line.put(joint, self.look("quiet"))
            line.put(part, self.look("strong") if number == len(parts) - 1 else self.look())


class BottomLine(Lined):
    """Hints at keys; a click on one posts Picked with the ref `key:KEY`."""

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty line until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self._hints: list[tuple[str, str]] = []

    def show(self, hints: Sequence[tuple[str, str]]) -> None:
        """Hints as key and label, the most useful first: what does not fit is left out as a whole."""
        if list(hints) != self._hints:
            self._hints = list(hints)
            self.refresh()

    def _fitting(self) -> list[tuple[int, int, str, str]]:
        """From which column to which, key and label of the hints that fit."""
        out, column = [], 1
        for key, label in self._hints:
            key, label = safe(key), safe(label)
            end = column + cell_len(key) + 1 + cell_len(label)
            if end > self.content_size.width:
                break
            out.append((column, end, key, label))
            column = end + 2
        return out

    def draw_line(self, row: int) -> Strip:
        line = self.line()
        for column, _, key, label in self._fitting():
            line.skip(column - (self.content_size.width - line.left))
            line.put(key, self.look("key")).skip(1).put(label, self.look())
        return line.strip()

    def on_click(self, event: events.Click) -> None:
        """A click on a hint is like its key."""
        cell = self.clicked(event)
        for start, end, key, _ in self._fitting():
            if cell is not None and start <= cell[1] < end:
                self.post_message(Picked(f"key:{key}"))
