"""What is written down of one game of A War of Whispers beside its result."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.ask import Event
from rules.whispers.layout import SLOTS, VALUES
from rules.whispers.scoring import cities, points
from rules.whispers.state import State
from wow_tui.bots.beliefs import Evidence


class Played(Struct, frozen=True, array_like=True):
    """A card played: its ability, by whom, and by how many points more than the others, on the average, the
    player stood better at the end of that action. Of several cards in one action each has an equal part."""

    ability: str
    player: int
    gain: float


class Swapped(Struct, frozen=True, array_like=True):
    """A loyalty swap: by whom, after which round, and how many points it made at the end of the game."""

    player: int
    round: int
    gain: int


class Acted(Struct, frozen=True, array_like=True):
    """A seat acted: its number, for whom, and by how many points more than the others he stood better after it."""

    seat: int
    player: int
    gain: float


class Notes(Struct, frozen=True, array_like=True):
    """`favourites`: per player the empire he was dealt as Devout, by number; `cities`: per empire those it
    controls at the end; `acts`: what the seats of the councils did, in the order of the game."""

    favourites: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    swaps: tuple[Swapped, ...] = ()
    plays: tuple[Played, ...] = ()
    acts: tuple[Acted, ...] = ()


class Scribe:
    """Follows a game. It sees everything; `evidence` holds what everybody has seen."""

    def __init__(self, state: State) -> None:
        self.evidence = Evidence.none(state.players, len(state.reserve))
        self._favourites = tuple(slots[0] for slots in state.loyalty)
        self._swaps: list[tuple[int, int, int, int]] = []
        self._plays: list[Played] = []
        # The abilities played in the action at hand, and how far its player was ahead before it.
        self._open: list[str] = []
        self._player, self._ahead, self._round = -1, 0.0, 0
        self._acts: list[Acted] = []
        # The seat that acts, for whom, and the points of all players when it began.
        self._acting: tuple[int, int, list[int]] | None = None

    def before(self, state: State, player: int, answer: Sequence[str]) -> None:
        """An answer is about to be taken."""
        self._round = state.round
        if not self._open:
            self._player = player
            if answer[0].startswith("play "):
                self._ahead = ahead(standing(state), player)

    def after(self, state: State, events: list[Event]) -> None:
        """It was taken; `events` are those that everybody may read."""
        player = self._player
        self.evidence.note(state.board(), events)
        for event in events:
            if event.key == "play":
                self._open.append(str(event.values["ability"]))
            elif event.key == "loyalty-swap":
                one, two = (SLOTS.index(str(event.values[name])) for name in ("first", "second"))
                self._swaps.append((player, self._round, one, two))
        if not state.agenda or any(event.key in _ENDS for event in events):
            self._close(state, events)

    def _close(self, state: State, events: Sequence[Event]) -> None:
        """An action has ended, with these events."""
        now = standing(state)
        if self._open:
            gain = (ahead(now, self._player) - self._ahead) / len(self._open)
            self._plays += [Played(ability, self._player, gain) for ability in self._open]
            self._open = []
        if self._acting is not None:
            seat, player, before = self._acting
            self._acts.append(Acted(seat, player, ahead(now, player) - ahead(before, player)))
            self._acting = None
        for event in events:
            if event.key == "acts":
                self._acting = (state.board().seat[str(event.values["seat"])], int(str(event.values["player"])), now)

    def notes(self, state: State) -> Notes:
        """What is to be told of the game, which is over."""
        counts = cities(state)
        swaps = []
        for player, number, one, two in self._swaps:
            held = state.loyalty[player]
            gain = (VALUES[one] - VALUES[two]) * (counts[held[one]] - counts[held[two]])
            swaps.append(Swapped(player, number, gain))
        return Notes(self._favourites, tuple(counts), tuple(swaps), tuple(self._plays), tuple(self._acts))


# What is said when the next seat acts, or none in this round any more.
_ENDS = ("acts", "round-marked", "game-end")


def standing(state: State) -> list[int]:
    """What each player would score if the game ended now."""
    return [points(state, each) for each in range(state.players)]


def ahead(every: Sequence[int], player: int) -> float:
    """How many points more than the mean of the others a player has."""
    return every[player] - (sum(every) - every[player]) / (len(every) - 1)
