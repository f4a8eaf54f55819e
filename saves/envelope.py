"""What a save holds, and its way to bytes and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from rules.chance import seeded
from rules.game import GAMES, load
from rules.match import Entry, Match
from rules.sentence import Sentence, sentence_of
from saves import migrate
from saves.errors import SaveError
from saves.meaning import check_journal, check_state
from saves.packing import FORMAT, Plain, pack, seal, unseal
from saves.scan import scan

LONGEST_NAME = 60
LONGEST_NOTE = 500
# Many times the longest match; a longer journal would make the save too large to be read.
LONGEST_JOURNAL = 1_500
_LANGUAGE = re.compile(r"[a-z]{0,8}")
_KIND = re.compile(r"person|bot:[a-z0-9_.-]{1,40}")
# Seconds of the epoch up to the year 9999, so that every time can be written as a date.
Time = Annotated[int, Meta(ge=0, le=253_402_300_799)]


class Seat(Struct, frozen=True):
    """Who plays: a name, the kind `person` or `bot:NAME`, and the language of a person, empty for that of the program.

    ValueError for another kind, or what cannot be a language.
    """

    name: str
    kind: str = "person"
    language: str = ""

    def __post_init__(self) -> None:
        if not _LANGUAGE.fullmatch(self.language):
            raise ValueError(
                Sentence(
                    "a-language-is-a-code-such",
                    "a language is a code such as pl, not {language!r}",
                    language=self.language[:40],
                )
            )
        if not _KIND.fullmatch(self.kind):
            raise ValueError(
                Sentence(
                    "a-player-is-a-person-or", "a player is a person or bot:NAME, not {kind!r}", kind=self.kind[:40]
                )
            )


class Save(Struct, kw_only=True):
    """A match at rest. `seed`, `start`, `journal` and `state` are secrets.

    `rules`: version of the rules that made it; `format`: version of the file; `created`, `updated`: seconds
    of the epoch; `start`: the first state of a match set up by hand, else None; `journal` may be empty
    although the match has begun (there is no undo then).
    """

    game: str
    players: list[Seat]
    options: Any
    seed: int
    state: Any
    start: Any = None
    journal: list[Entry] = []
    created: int = 0
    updated: int = 0
    note: str = ""
    rules: int = 1
    format: int = FORMAT


class _Form(Struct, forbid_unknown_fields=True):
    """The content of a file, in the order it is written."""

    game: str
    rules: int
    created: Time
    updated: Time
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)]
    players: list[Seat]
    options: Plain
    seed: int
    start: Plain | None
    journal: list[Entry]
    state: Plain


def _text(text: str, longest: int) -> str:
    """Text that can be packed: without lone surrogates, and no longer than that."""
    return text[:longest].encode("utf-8", "replace").decode("utf-8")


def _seed(seed: int) -> int:
    """A seed that fits a packed number: beyond 64 bits, the one that starts the same chance."""
    return seed if -(1 << 63) <= seed < 1 << 64 else seeded(seed)


def to_plain(save: Save) -> Plain:
    """The content of the file for `save`, within bounds as `encode` says. ValueError for what has no form."""
    journal = save.journal if len(save.journal) <= LONGEST_JOURNAL else []
    plain = {
        "game": save.game,
        "rules": save.rules,
        "created": save.created,
        "updated": save.updated,
        "note": _text(save.note, LONGEST_NOTE),
        "players": [_seat(seat) for seat in save.players],
        "options": msgspec.to_builtins(save.options),
        "seed": _seed(save.seed),
        "start": None if save.start is None else msgspec.to_builtins(save.start),
        "journal": msgspec.to_builtins(journal),
        "state": msgspec.to_builtins(save.state),
    }
    msgspec.convert(plain, _Form)
    return plain


def _seat(seat: Seat) -> Plain:
    plain = {"name": _text(seat.name, LONGEST_NAME), "kind": seat.kind}
    return {**plain, "language": seat.language} if seat.language else plain


def encode(save: Save) -> bytes:
    """The bytes of the file for `save`; long names and notes are cut, an endless journal is left out.

    ValueError for what `decode` would refuse by its form or size; the rules are not asked.
    """
    packed = pack(to_plain(save))
    try:
        scan(packed)
    except SaveError as error:
        raise ValueError(str(error)) from None
    return seal(packed)


def decode(data: bytes) -> Save:
    """The save that `data` holds, brought up to the present version. SaveError for anything else."""
    return from_plain(*unseal(data))


def from_plain(version: int, plain: Plain) -> Save:
    """The save with that content, which is in format `version`. SaveError if it is not one that can be."""
    plain = migrate.upgrade(plain, migrate.ENVELOPE, version, FORMAT)
    game_id, rules = plain.get("game"), plain.get("rules")
    if not isinstance(game_id, str) or type(rules) is not int:
        raise SaveError("form", Sentence("it-names-no-game-and-version", "it names no game and version of rules"))
    if game_id not in GAMES:
        raise SaveError("game", repr(game_id))
    game = load(game_id)
    facts = game.facts
    plain = {**migrate.upgrade(plain, game_id, rules, facts.version), "rules": facts.version}
    form: _Form = _typed(plain, _Form)
    save = Save(
        game=game_id,
        rules=facts.version,
        created=form.created,
        updated=form.updated,
        note=form.note,
        players=form.players,
        options=_typed(form.options, facts.options),
        seed=form.seed,
        start=None if form.start is None else _typed(form.start, facts.state),
        journal=form.journal,
        state=_typed(form.state, facts.state),
    )
    players = len(save.players)
    if players not in facts.players:
        raise SaveError("impossible", Sentence("players-players", "{players} players", players=players))
    for state in (save.state, save.start):
        if state is not None:
            check_state(game, state, players)
    check_journal(game, save.state, players, save.journal)
    return save


def _typed(plain: object, into: type[Any]) -> Any:
    """`plain` as a typed value with nothing left over. SaveError if it does not fit."""
    try:
        typed = msgspec.convert(plain, into)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        raise SaveError("form", sentence_of(error)) from None
    extra = _extra(plain, msgspec.to_builtins(typed))
    if extra is not None:
        raise SaveError("form", Sentence("unknown-entry-extra", "unknown entry {extra!r}", extra=extra))
    return typed


def _extra(plain: Any, kept: Any) -> str | None:
    """What of `plain`, however deep, conversion did not keep; None if it kept all."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            if key not in kept:
                return str(key)
            if isinstance(value, dict | list) and (found := _extra(value, kept[key])) is not None:
                return found
        return None
    if len(plain) != len(kept):
        return str(plain[-1])
    pairs = zip(plain, kept, strict=True)
    found_all = (_extra(value, other) for value, other in pairs if isinstance(value, dict | list))
    return next((found for found in found_all if found is not None), None)


def to_match(save: Save) -> Match:
    """A running match that goes on where the save stands."""
    return Match(
        load(save.game),
        len(save.players),
        save.options,
        save.seed,
        save.start,
        save.journal,
        save.state,
    )


def from_match(match: Match, players: Sequence[Seat], created: int, updated: int, note: str = "") -> Save:
    """The match as it stands now. ValueError unless `players` has one record for each player."""
    if len(players) != match.players:
        raise ValueError(
            Sentence(
                "count-records-for-players-players",
                "{count} records for {players} players",
                count=len(players),
                players=match.players,
            )
        )
    return Save(
        game=match.game.facts.id,
        rules=match.game.facts.version,
        players=list(players),
        options=match.options,
        seed=match.seed,
        start=match.start,
        journal=list(match.journal),
        state=match.state,
        created=created,
        updated=updated,
        note=note,
    )
