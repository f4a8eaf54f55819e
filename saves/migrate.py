"""Older saves, brought up to date over plain data, one version at a time.

A change of what a save holds raises a version and adds one row here; files of every released version
stay under `tests/data/saves/`. A migration takes the whole content, may change it, and returns it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.sentence import Sentence
from saves.errors import FAULTS, SaveError
from saves.packing import Plain

Migration = Callable[[Plain], Plain]

ENVELOPE = "envelope"

# From (ENVELOPE, format) or (game id, rules version) to the next version.
MIGRATIONS: dict[tuple[str, int], Migration] = {}


def upgrade(
    plain: Plain,
    what: str,
    version: int,
    newest: int,
    table: Mapping[tuple[str, int], Migration] = MIGRATIONS,
) -> Plain:
    """The content in version `newest` of `what` (ENVELOPE or a game id).

    SaveError if it is newer than that, if a step is missing, or if the content does not suit a step.
    """
    if version > newest:
        raise SaveError(
            "newer",
            Sentence(
                "version-version-of-what-this-one",
                "version {version} of {what}, this one knows up to {newest}",
                version=version,
                what=what,
                newest=newest,
            ),
        )
    for step in range(version, newest):
        migration = table.get((what, step))
        if migration is None:
            raise SaveError(
                "older", Sentence("version-version-of-what", "version {version} of {what}", version=version, what=what)
            )
        try:
            plain = migration(plain)
        except FAULTS as error:
            raise SaveError(
                "form",
                Sentence(
                    "version-step-of-what-kind",
                    "version {step} of {what}, {kind}",
                    step=step,
                    what=what,
                    kind=type(error).__name__,
                ),
            ) from None
    return plain
