"""A lab: moments reached by edits and moves, each from the one before; branches are names for where they lead."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from rules.ask import Event, Illegal, Refusal
from rules.whispers import game
from rules.whispers.describing import plain
from rules.whispers.faults import Fault
from rules.whispers.layout import SLOTS
from rules.whispers.notation import play_line
from rules.whispers.placing import Placed, judge
from rules.whispers.position import Position
from rules.whispers.settling import settle
from rules.whispers.state import State
from rules.whispers.view import UNKNOWN as HIDDEN
from rules.whispers.view import View, view, waiting
from wow_tui.lab.edits import Edit, Whole, apply

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_MOMENTS = 20_000


class Moment(Struct):
    """One moment. It was reached from `before` (-1: the first) by `edit`, or by the answer `move` of `player`.

    `position` is what it was set up as; a moment reached by a move has none. `events`: what the move brought.
    """

    before: int
    placed: Placed
    position: Position | None = None
    edit: Edit | None = None
    move: str = ""
    player: int = -1
    events: list[Event] = []

    @property
    def state(self) -> State:
        """The table."""
        return self.placed.state


class Branch(Struct):
    """A line of moments by its name: the one it ends with."""

    name: str
    tip: int


class Lab:
    """Moments are only ever added, so that nothing is lost by going back; `here` is the one looked at."""

    def __init__(self, position: Position | None = None, what: str = "setup") -> None:
        """`position`: what to begin with, by default the printed set-up; `what`: where it comes from.

        PositionError for words in it that name nothing.
        """
        settled = settle(position or Position(players=2))
        self.moments = [Moment(-1, judge(settled), settled, Whole(settled, what))]
        self.here = 0
        self.branches = [Branch(NAMES[0], 0)]
        self.current = 0
        self.refused: dict[int, dict[str, str]] = {}

    # What there is

    @property
    def moment(self) -> Moment:
        """The moment looked at."""
        return self.moments[self.here]

    @property
    def state(self) -> State:
        """The table looked at."""
        return self.moment.state

    @property
    def names(self) -> list[str]:
        """The societies."""
        return self.moment.placed.names

    @property
    def branch(self) -> Branch:
        """The branch one is on."""
        return self.branches[self.current]

    @property
    def asked(self) -> int:
        """The player who must answer, or -1 when the game is over."""
        return waiting(self.state)

    @property
    def faults(self) -> list[Fault]:
        """What the position breaks. After a move nothing more is judged than before it."""
        return self.moments[self.root].placed.faults

    @property
    def root(self) -> int:
        """The moment that was set up last before the one looked at; from there on moves were played."""
        return next(each for each in reversed(self.path(self.here)) if self.moments[each].position is not None)

    def view(self, player: int | None) -> View:
        """The table as a player would see it; loyalties that nobody here knows are hidden from everybody."""
        seen, unsure = view(self.state, player), self.moment.placed.unsure
        for owner, slots in enumerate(unsure):
            for slot in slots:
                seen.loyalty[owner][slot] = HIDDEN
        if player is not None and unsure[player]:
            seen.score = None
        return seen

    def position(self) -> Position:
        """The moment looked at as a position."""
        moment = self.moment
        if moment.position is not None:
            return moment.position
        placed = moment.placed
        return plain(placed.state, placed.names, placed.invented, placed.unsure)

    def path(self, moment: int) -> list[int]:
        """The moments from the first to this one."""
        out = [moment]
        while self.moments[out[-1]].before >= 0:
            out.append(self.moments[out[-1]].before)
        return out[::-1]

    def played(self) -> list[Moment]:
        """The moments reached by moves since the last one that was set up, up to the one looked at."""
        path = self.path(self.here)
        return [self.moments[each] for each in path[path.index(self.root) + 1 :]]

    # Going on

    def edit(self, edit: Edit) -> None:
        """Change the position. PositionError, with nothing changed, for words that name nothing."""
        before = self.position()
        position = apply(before, edit)
        if position != before:
            self._add(Moment(self.here, judge(position), position, edit))

    def play(self, line: str) -> list[Event]:
        """Play moves of whoever is asked; what they brought. Illegal, with nothing changed, if one is refused; that it
        was tried is kept in `refused`."""
        player = self.asked
        if player < 0:
            raise Illegal(Refusal("game.over"))
        try:
            answers, events = play_line(self.state.copy(), player, line)
        except Illegal as illegal:
            if not illegal.refusal.rule.startswith("game."):
                self.refused.setdefault(self.here, {})[line] = illegal.refusal.rule
            raise
        for answer, brought in zip(answers, events, strict=True):
            self._answer(player, answer, brought)
        return [event for brought in events for event in brought]

    def _answer(self, player: int, answer: str, events: Sequence[Event]) -> None:
        placed = self.moment.placed
        state = placed.state.copy()
        game.take(state, player, (answer,))
        unsure = _turned(answer, player, placed.unsure)
        after = Placed(state, placed.names, [], [], _still_held(state, placed.invented), unsure)
        self._add(Moment(self.here, after, move=answer, player=player, events=list(events)))

    def _add(self, moment: Moment) -> None:
        """A new moment after this one: it goes on with the branch, or, where moves would be lost, begins another."""
        if len(self.moments) >= MOST_MOMENTS:
            self._forget()
            moment.before = self.here
        ahead = self.ahead()
        same = next(
            (each for each in self._after(self.here) if moment.move and self.moments[each].move == moment.move), -1
        )
        if same >= 0:
            self.here = same
            self._follow(same)
            return
        self.moments.append(moment)
        new = len(self.moments) - 1
        if any(self.moments[each].move for each in ahead):
            self.branches.append(Branch(self._free_name(), new))
            self.current = len(self.branches) - 1
        else:
            self.branch.tip = new
        self.here = new

    def _after(self, moment: int) -> list[int]:
        """The moments that follow this one directly on any branch."""
        lines = (self.path(branch.tip) for branch in self.branches)
        return [line[line.index(moment) + 1] for line in lines if moment in line and line[-1] != moment]

    def _follow(self, moment: int) -> None:
        """Be on a branch that passes here; the present one if it does. Where none does, one ends here from now on."""
        passing = [at for at, branch in enumerate(self.branches) if moment in self.path(branch.tip)]
        if not passing:
            self.branches.append(Branch(self._free_name(), moment))
            passing = [len(self.branches) - 1]
        if self.current not in passing:
            self.current = passing[0]

    def _free_name(self) -> str:
        taken = {branch.name for branch in self.branches}
        names = (name * times for times in range(1, MOST_MOMENTS) for name in NAMES)
        return next(name for name in names if name not in taken)

    def _forget(self) -> None:
        """Keep this moment alone: a lab that has run for days must not fill the memory."""
        moment = self.moment
        position = self.position()
        self.moments, self.refused = [Moment(-1, moment.placed, position, Whole(position, "kept"))], {}
        self.branches, self.current, self.here = [Branch(NAMES[0], 0)], 0, 0

    # Back and forth

    def ahead(self) -> list[int]:
        """The moments of the branch after this one."""
        line = self.path(self.branch.tip)
        return line[line.index(self.here) + 1 :] if self.here in line else []

    def back(self, steps: int = 1) -> bool:
        """Go back; False at the beginning. Nothing is lost."""
        before = self.path(self.here)[:-1]
        if not before:
            return False
        self.here = before[-min(steps, len(before))]
        return True

    def forward(self, steps: int = 1) -> bool:
        """Go on along the branch; False at its end."""
        ahead = self.ahead()
        if not ahead:
            return False
        self.here = ahead[min(steps, len(ahead)) - 1]
        return True

    def go(self, moment: int) -> None:
        """Look at any moment of any branch. IndexError for one there is not."""
        if not 0 <= moment < len(self.moments):
            raise IndexError(moment)
        self.here = moment
        self._follow(moment)

    # Branches

    def switch(self, name: str) -> None:
        """To the end of a branch. KeyError for a name there is not."""
        self.current = self._named(name)
        self.here = self.branch.tip

    def branch_here(self, name: str = "") -> str:
        """A new branch that ends here, and be on it; its name. ValueError for a name that is taken."""
        name = name or self._free_name()
        if name in {branch.name for branch in self.branches}:
            raise ValueError(name)
        self.branches.append(Branch(name, self.here))
        self.current = len(self.branches) - 1
        return name

    def rename(self, name: str, new: str) -> None:
        """Another name for a branch. KeyError for one there is not, ValueError for a name that is taken or empty."""
        at = self._named(name)
        if not new or (new != name and new in {branch.name for branch in self.branches}):
            raise ValueError(new)
        self.branches[at].name = new

    def drop(self, name: str) -> bool:
        """Forget a branch; False for the only one. KeyError for one there is not."""
        at = self._named(name)
        if len(self.branches) == 1:
            return False
        del self.branches[at]
        if at == self.current:
            self.current = 0
            self._follow_or_leave()
        elif at < self.current:
            self.current -= 1
        return True

    def _follow_or_leave(self) -> None:
        """After a branch is gone: stay on one that passes here, or go to the end of the first."""
        passing = [at for at, branch in enumerate(self.branches) if self.here in self.path(branch.tip)]
        if passing:
            self.current = passing[0]
        else:
            self.here = self.branch.tip

    def _named(self, name: str) -> int:
        found = next((at for at, branch in enumerate(self.branches) if branch.name == name), None)
        if found is None:
            raise KeyError(name)
        return found


def _still_held(state: State, invented: Sequence[Collection[int]]) -> list[list[int]]:
    """The invented cards that are still in the hands they were dealt to."""
    out: list[list[int]] = []
    for player, cards in enumerate(invented):
        hand = list(state.hands[player])
        kept = []
        for card in cards:
            if card in hand:
                hand.remove(card)
                kept.append(card)
        out.append(kept)
    return out


def _turned(answer: str, player: int, unsure: Sequence[Sequence[int]]) -> list[list[int]]:
    """The slots that nobody knows after an answer: two tokens that change places take with them that nobody does."""
    out = [list(slots) for slots in unsure]
    words = answer.split()
    if words[0] == "swap" and len(words) == 3:
        one, other = SLOTS.index(words[1]), SLOTS.index(words[2])
        places = {one: other, other: one}
        out[player] = sorted(places.get(slot, slot) for slot in out[player])
    return out
