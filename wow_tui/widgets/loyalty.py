"""The loyalty board: five slots with their values, the empires there, and what they are worth now."""

from __future__ import annotations

from textual.geometry import Size
from textual.strip import Strip

from rules.whispers.layout import SLOTS, VALUES
from rules.whispers.scoring import Part, agents, parts_of
from rules.whispers.view import UNKNOWN, View
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.lined import Line, Lined
from wow_tui.widgets.words import empire_name, letter

UNSEEN = "?"


class LoyaltyPanel(Lined):
    """The viewer's own tokens: one line per slot and the sum; 30 columns wide, 6 lines."""

    def __init__(self, speaker: Speaker, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty panel until the first `show`."""
        super().__init__(speaker, id=id, classes=classes)
        self._view: View | None = None
        self._parts: list[Part] = []
        self._hidden = False

    def show(self, view: View, hidden: bool = False) -> None:
        """`hidden`: only what is revealed to everybody, no points."""
        self._view, self._hidden = view, hidden
        self._parts = [] if view.viewer is None or hidden else _parts(view, view.viewer)
        self.renew()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return 30

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(SLOTS) + 1

    def draw_line(self, row: int) -> Strip:
        line = self.line()
        view = self._view
        if view is None:
            return line.strip()
        if view.viewer is None:
            return line.skip(1).put(self.say("loyalty.none") if row == 0 else "", self.look("quiet")).strip()
        if row < len(SLOTS):
            self._slot(line, view, view.viewer, row)
        elif row == len(SLOTS):
            self._sum(line, view)
        return line.strip()

    def _slot(self, line: Line, view: View, viewer: int, slot: int) -> None:
        shown = bool(view.shown[viewer] >> slot & 1)
        value = str(VALUES[slot]).replace("-", self.sign("minus"))
        line.put(value, self.look("strong"), 2, right=True)
        line.skip(1).put(self.speaker.name("slot", SLOTS[slot]), self.look("quiet"), 10)
        line.put("=" if shown else "", self.look("strong"), 1)
        empire = view.loyalty[viewer][slot]
        if empire == UNKNOWN or (self._hidden and not shown):
            line.put(UNSEEN, self.look("quiet"))
            return
        name = view.board().empires[empire]
        room = line.left - (6 if self._parts else 0)
        words = f"{letter(self.speaker, name)} {empire_name(self.speaker, name, room - 2)}"
        line.put(words, self.look(name), room)
        if self._parts:
            part = self._parts[slot]
            count = int(part["cities"]) + int(part["agents"])
            line.put(f"{count}{self.sign('city')}", self.look("quiet"), 3, right=True)
            points = str(part["points"]).replace("-", self.sign("minus"))
            line.put(points, self.look("strong"), 3, right=True)

    def _sum(self, line: Line, view: View) -> None:
        words = self.say("loyalty.hidden") if self._hidden else self.say("loyalty.points")
        line.skip(3).put(words, self.look("quiet"), line.left - 4)
        if not self._hidden:
            points = str(view.score).replace("-", self.sign("minus"))
            line.put(points, self.look("strong"), line.left, right=True)


def _parts(view: View, viewer: int) -> list[Part]:
    empires = view.board().empires
    posted = agents(view.control, view.posts, viewer, len(empires))
    return parts_of(empires, view.loyalty[viewer], view.cities, posted)
