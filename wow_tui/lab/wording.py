"""What the lab says: edits, faults, moves, things on the table, comparisons. No Textual."""

from __future__ import annotations

from functools import singledispatchmethod
from typing import Any

from rules.whispers.changes import Change
from rules.whispers.faults import Fault
from rules.whispers.moves import card_id
from rules.whispers.position import UNKNOWN
from rules.whispers.preview import Preview
from rules.whispers.view import View
from wow_tui.clean import clean
from wow_tui.lab import edits
from wow_tui.lab.comparing import Comparison, Row
from wow_tui.lab.session import Lab, Moment
from wow_tui.text.catalogue import Catalogue
from wow_tui.text.speaker import Speaker

THINGS = ("region", "cities", "points", "reserve", "seat", "hand")


class Wording:
    """Words for one lab; the names of its societies may change from moment to moment."""

    def __init__(self, catalogue: Catalogue, names: list[str]) -> None:
        self.speaker = Speaker(catalogue, names)

    def say(self, key: str, **values: object) -> str:
        """A message of the lab."""
        return self.speaker.catalogue.say(f"lab.{key}", **values)

    def empire(self, empire: str) -> str:
        """The name of an empire."""
        return self.speaker.name("empire", empire)

    def card(self, card: str) -> str:
        """A card, or the back of one."""
        own, _, partner = card.partition("/")
        if partner == UNKNOWN:
            return self.say("cards.back", empire=self.empire(own))
        return f"{self.empire(own)}/{self.empire(partner)}"

    def abilities(self, view: View, card: str) -> str:
        """What the three lines of a card are called."""
        from rules.whispers.deck import lines

        board = view.board()
        found = next((rows for number, rows in lines(board).items() if card_id(board, number) == card), ())
        return ", ".join(self.speaker.name("ability", row.ability) for row in found)

    # What is wrong, what happened, what would happen

    def fault(self, fault: Fault) -> str:
        """What a position breaks."""
        return self.say(f"fault.{fault.refusal.reason}", **self.speaker.values(fault.refusal.values))

    def moment(self, moment: Moment) -> str:
        """How a moment was reached."""
        if moment.edit is None:
            return self.say("tree.answer", player=self.speaker.player(moment.player), move=moment.move)
        return self.edit(moment.edit)

    def foreseen(self, found: Preview) -> list[str]:
        """What a move would bring, or why it may not be made, in lines."""
        if found.refusal is not None:
            return [self.speaker.refusal(found.refusal)]
        fights = any(event.key == "battle" for event in found.events)
        # The fight tells who attacks whom as well.
        told = [self.speaker.event(event) for event in found.events if not (fights and event.key == "attack")]
        changed = "; ".join(self.change(change) for change in found.changes)
        return [*told, f"= {changed}" if changed else self.say("moves.same")]

    def change(self, change: Change) -> str:
        """A difference, as one line."""
        return self.speaker.change(change)

    def brief(self, found: Preview) -> str:
        """What a move would bring, in a few words: the regions that change."""
        regions = [change for change in found.changes if change.what == "region"]
        return ", ".join(f"{change.name} {self.speaker.held(str(change.after))}" for change in regions[::-1])

    # Edits

    @singledispatchmethod
    def edit(self, edit: Any) -> str:
        """An edit in words."""
        raise TypeError(type(edit).__name__)

    @edit.register
    def _(self, edit: edits.Put) -> str:
        key = "edit.put" if edit.count else "edit.emptied"
        return self.say(key, region=edit.region, empire=self.empire(edit.empire), count=edit.count)

    @edit.register
    def _(self, edit: edits.Beside) -> str:
        return self.say("edit.beside", region=edit.region, empire=self.empire(edit.empire), count=f"{edit.count:+}")

    @edit.register
    def _(self, edit: edits.Seat) -> str:
        key = "edit.seat-empty" if edit.player is None else "edit.seat"
        return self.say(key, seat=self.speaker.seat(edit.seat), player=clean(edit.player or "", 40))

    @edit.register
    def _(self, edit: edits.Post) -> str:
        key = "edit.post" if edit.there else "edit.post-gone"
        return self.say(key, region=edit.region, player=clean(edit.player, 40))

    @edit.register
    def _(self, edit: edits.Card) -> str:
        return self.say("edit.card", player=clean(edit.player, 40), count=edit.count, card=self.card(edit.card))

    @edit.register
    def _(self, edit: edits.Token) -> str:
        empire = self.say("tokens.unknown") if edit.empire == UNKNOWN else self.empire(edit.empire)
        slot = self.speaker.name("slot", edit.slot)
        return self.say("edit.token", player=clean(edit.player, 40), slot=slot, empire=empire)

    @edit.register
    def _(self, edit: edits.Reveal) -> str:
        key = "edit.reveal" if edit.shown else "edit.cover"
        return self.say(key, player=clean(edit.player, 40), slot=self.speaker.name("slot", edit.slot))

    @edit.register
    def _(self, edit: edits.Swaps) -> str:
        return self.say("edit.swaps", player=clean(edit.player, 40), count=edit.count)

    @edit.register
    def _(self, edit: edits.Pile) -> str:
        count = self.say("edit.left") if edit.count is None else edit.count
        return self.say(f"edit.{edit.what}", empire=self.empire(edit.empire), count=count)

    @edit.register
    def _(self, edit: edits.Round) -> str:
        return self.say("edit.round", round=edit.round)

    @edit.register
    def _(self, edit: edits.First) -> str:
        return self.say("edit.first", player=clean(edit.player, 40))

    @edit.register
    def _(self, edit: edits.Acts) -> str:
        return self.say("edit.acts", seat=self.speaker.seat(edit.seat))

    @edit.register
    def _(self, edit: edits.During) -> str:
        return self.say("edit.during", phase=self.say(f"phase.{edit.phase}"))

    @edit.register
    def _(self, edit: edits.Switch) -> str:
        return self.say("edit.switch", option=self.option(edit.name), value=self.value(edit.value))

    @edit.register
    def _(self, edit: edits.Preset) -> str:
        return self.say("edit.preset", name=edit.name)

    @edit.register
    def _(self, edit: edits.Players) -> str:
        return self.say("edit.players", count=edit.count)

    @edit.register
    def _(self, edit: edits.Rename) -> str:
        return self.say("edit.rename", player=clean(edit.player, 40), name=clean(edit.name, 40))

    @edit.register
    def _(self, edit: edits.Typed) -> str:
        return self.say("edit.typed", line=clean(edit.line, 200))

    @edit.register
    def _(self, edit: edits.Whole) -> str:
        return self.say(f"whole.{edit.what}")

    # Things

    def option(self, name: str) -> str:
        """What a switch is called."""
        return self.speaker.catalogue.say(f"option-name.{name}")

    def value(self, value: object) -> str:
        """What a value of a switch is called."""
        word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        key = f"option-value.{word}"
        return self.speaker.catalogue.say(key) if key in self.speaker.catalogue else word

    def region(self, lab: Lab, view: View, code: str) -> str:
        """What lies in a region."""
        board, region = view.board(), view.board().region[code]
        there = edits.banners_in(lab.position(), code)
        empire = self.empire(board.empires[view.control[region]])
        if len(there) > 1:
            banners = " + ".join(f"{self.empire(name)} {count}" for name, count in there.items())
            words = [self.say("thing.region-two", region=code, banners=banners)]
        elif view.banners[region]:
            words = [self.say("thing.region-banners", region=code, empire=empire, count=view.banners[region])]
        else:
            words = [self.say("thing.region", region=code, empire=empire)]
        if view.control[region] != board.home[region]:
            words.append(self.say("thing.home", empire=self.empire(board.empires[board.home[region]])))
        words += [self.speaker.name("icon", icon) for icon in board.icons if region in board.icons[icon]]
        posts = [self.speaker.player(owner) for owner, where in view.posts if where == region]
        return ", ".join([*words, *([self.say("thing.agents", players=", ".join(posts))] if posts else [])])

    def seat(self, view: View, seat: str) -> str:
        """Who sits on a seat, or acts for it."""
        number = view.board().seat[seat]
        owner, by = view.seats[number], view.controllers[number]
        if owner >= 0:
            state = self.say("thing.agent", player=self.speaker.player(owner))
        elif by >= 0:
            acting = self.say("thing.by", seat=self.speaker.seat(view.board().seats[by]))
            state = f"{self.say('thing.no-agent')}, {acting}"
        else:
            state = f"{self.say('thing.no-agent')}, {self.say('thing.nobody-acts')}"
        return f"{self.speaker.seat(seat)}: {state}"

    # Comparisons

    def comparison(self, found: Comparison) -> list[str]:
        """Two branches side by side, in lines of a page."""
        lines = [self._way(name, moves) for name, moves in zip(found.names, found.moves, strict=True)]
        lines += ["", self.say("compare.apart", one=found.names[0], other=found.names[1])]
        for what in THINGS:
            rows = [row for row in found.rows if row.what == what]
            if rows:
                lines += ["", self.say(f"compare.{what}"), *(self._row(row) for row in rows)]
        return lines

    def _way(self, name: str, moves: list[str]) -> str:
        played = "; ".join(move for move in moves if move) or self.say("compare.no-moves")
        return self.say("compare.way", name=clean(name, 40), moves=played)

    def _row(self, row: Row) -> str:
        name = row.name
        if row.what in ("points", "hand"):
            name = self.speaker.player(int(name))
        elif row.what in ("cities", "reserve"):
            name = self.empire(name)
        elif row.what == "seat":
            name = self.speaker.seat(name)
        base, one, other = (self._cell(row.what, value) for value in (row.base, row.one, row.other))
        mark = " " if one == other else "*"
        return f"{mark} {name:18} {base:>14} {one:>14} {other:>14}".rstrip()

    def _cell(self, what: str, value: str | int) -> str:
        if what == "region":
            return self.speaker.held(str(value))
        return self.speaker.player(value) if what == "seat" else str(value)
