"""What the game screen knows of its match: who looks, what is asked and picked, which moment is shown. No widget."""

from __future__ import annotations

from rules.ask import Ask, Refusal
from rules.whispers.view import View
from wow_tui.choosing import Chooser
from wow_tui.link import Link, LocalLink, Update
from wow_tui.text.speaker import Speaker


class Desk:
    """One viewer's place at a match. Everything in it is meant for `viewer` (None: what everybody may see)."""

    def __init__(self, link: Link, speaker: Speaker) -> None:
        """As it stands now; a link with one person of its own is looked at by that person."""
        self.link, self.speaker = link, speaker
        self.viewer = link.own[0] if len(link.own) == 1 else None
        self.update: Update = link.update(self.viewer)
        self.chooser = Chooser(())
        self.refusal: Refusal | None = None
        self.looked = ""
        self.since = link.answered()
        self.moment: int | None = None
        self._past: View | None = None

    @property
    def view(self) -> View:
        """What is shown: the present, or the moment looked back at."""
        return self.update.view if self._past is None else self._past

    @property
    def ask(self) -> Ask | None:
        """The question the viewer can answer now; None too while he looks back."""
        return self.update.ask if self.moment is None else None

    @property
    def shared(self) -> bool:
        """Whether several people play here, so that nothing private may show between their turns."""
        return len(self.link.own) > 1

    def language(self, player: int) -> str:
        """The language a person on this screen plays in; empty for that of the program."""
        return self.link.table.seats[player].language if isinstance(self.link, LocalLink) else ""

    def look_as(self, viewer: int | None) -> None:
        """Somebody else looks, at the present."""
        self.moment = self._past = None
        self.refusal, self.looked = None, ""
        self.take(viewer)

    def take(self, viewer: int | None) -> None:
        """The newest update for a viewer; a choice that was begun is forgotten."""
        self.viewer = viewer
        self.update = self.link.update(viewer)
        self.chooser = Chooser(self.update.ask.options if self.update.ask is not None else ())

    def look_back(self, moment: int) -> None:
        """Show the match as it was before answer `moment`, counted from 0; at the end of them the present."""
        now = self.link.answered()
        self.moment = max(0, min(moment, now))
        if self.moment == now:
            self.moment = self._past = None
        else:
            self._past = self.link.moment(self.viewer, self.moment)

    def picked(self, kind: str) -> list[str]:
        """What of one kind (`region`, `seat`) was picked so far."""
        return of_kind(self.chooser.path, kind)


def of_kind(refs: list[str] | set[str], kind: str) -> list[str]:
    """The words of the refs of one kind: `B3` of `region:B3`."""
    return [ref.partition(":")[2] for ref in refs if ref.startswith(f"{kind}:")]
