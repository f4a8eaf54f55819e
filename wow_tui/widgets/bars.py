"""The first line of the screen."""

from __future__ import annotations

from rich.cells import cell_len
from textual.geometry import Region
from textual.strip import Strip

from rules.whispers.view import View
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Line, Lined, cut, safe

# Seconds from which on the clock warns.
SOON = 10


class TopLine(Lined):
    """What happens now and who is waited for; on the right the speed and trouble with saving."""

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty line until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self._versions: list[list[str]] = []
        self._mode, self._speed, self._trouble = "", "", ""
        self._left: int | None = None

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

    def show_left(self, seconds: int | None) -> None:
        """What is left on the clock, at the right end; None where none runs. Only its cells are drawn anew."""
        before, self._left = self._clock(), seconds
        now = self._clock()
        if now != before:
            width = self.content_size.width
            cells = cell_len(now)
            self.refresh(*([Region(width - cells, 0, cells, 1)] if cells == cell_len(before) and width else []))

    def _clock(self) -> str:
        if self._left is None:
            return ""
        minutes, seconds = divmod(self._left, 60)
        hours, minutes = divmod(minutes, 60)
        say = self.speaker.catalogue.say
        if not hours:
            return f" {say('clock.minutes', minutes=minutes, seconds=f'{seconds:02}'):>5} "
        return f" {say('clock.hours', hours=hours, minutes=f'{minutes:02}', seconds=f'{seconds:02}'):>8} "

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
        clock = self._clock()
        line.left -= cell_len(clock)
        end = f"! {self.say('top.trouble')}: {self._trouble}" if self._trouble else self._speed
        end = cut(safe(end), line.left // 3, self.sign("more"))
        left = Line(line.left - cell_len(end) - 2, self.look(), self.sign("more"))
        if self._mode:
            left.put(f" {self._mode} ", self.look("mode"))
        left.skip(1)
        self._put_parts(left)
        line.join(left).skip(1)
        line.put(end, self.look("danger") if self._trouble else self.look("quiet")).skip(line.left)
        line.left = cell_len(clock)
        return line.put(clock, self.look("danger" if (self._left or 0) <= SOON else "strong")).strip()

    def _put_parts(self, line: Line) -> None:
        joint = f" {self.sign('bar')} "
        fitting = (parts for parts in self._versions if cell_len(joint.join(parts)) <= line.left)
        parts = next(fitting, self._versions[-1] if self._versions else [])
        for number, part in enumerate(parts):
            if number:
                line.put(joint, self.look("quiet"))
            line.put(part, self.look("strong") if number == len(parts) - 1 else self.look())
