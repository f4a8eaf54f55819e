"""What a lab can begin with: a save seen as somebody, a case file, a position, a line, a code."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from rules.ask import Illegal
from rules.sentence import sentence_of
from rules.whispers import game
from rules.whispers.cases import CONTINUE, Case, CaseError, load, located
from rules.whispers.describing import of_view, plain
from rules.whispers.oneline import MOST as MOST_LINE
from rules.whispers.oneline import parse
from rules.whispers.position import Position, PositionError, convert, is_code
from rules.whispers.position_code import read_code
from rules.whispers.settling import settle
from rules.whispers.standstill import Standstill
from rules.whispers.toml import MOST_BYTES, TomlError, read_toml
from rules.whispers.view import View, view, waiting
from saves.disk import read_bytes, reading
from saves.envelope import Save, decode
from saves.errors import SaveError, StoreError
from wow_tui.asking.question import CASE_KEYS, NAME_LENGTH, SAVE_HEAD, BadInput
from wow_tui.clean import clean
from wow_tui.lab.edits import Rename, Whole, apply, named
from wow_tui.lab.session import Lab
from wow_tui.names import player_names
from wow_tui.text.faults import told
from wow_tui.text.voice import say

MOST_CASES = 999


class Found(Struct):
    """What was read: `kind` is save, case, position, line or code. A case file holds `cases`, anything else a
    `position`; `move`: what a line asked about; `viewer`: as whom a save is seen."""

    kind: str
    position: Position | None = None
    cases: list[Case] = []
    move: str = ""
    viewer: str = ""


def from_text(text: str, viewer: str = "", everything: bool = False) -> Found:
    """What a text is. BadInput with one sentence, and the line where there are several."""
    text = text.strip().removeprefix("\ufeff")
    if not text:
        raise BadInput(say("reading.nothing"))
    try:
        if is_code(text):
            return Found("code", _clean(read_code(text)))
        if "\n" not in text and len(text) <= MOST_LINE and not text.startswith(("[", "#")) and not _is_toml(text):
            said = parse(text)
            return Found("line", _clean(said.position), move=said.move)
        return _of_toml(text)
    except CaseError as error:
        raise BadInput(clean(told(error), 500)) from None
    except PositionError as error:
        message = told(located(text, error)) if "\n" in text else told(error)
        raise BadInput(clean(message, 500)) from None


def from_bytes(data: bytes, viewer: str = "", everything: bool = False) -> Found:
    """The same of the bytes of a file. `viewer`: the player as whom a save is seen, by default whoever is asked;
    `everything`: with all its secrets."""
    if data.startswith(SAVE_HEAD):
        try:
            return _of_save(decode(data), viewer, everything)
        except SaveError as error:
            raise BadInput(clean(told(error), 500)) from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(say("reading.no-text")) from None
    return from_text(text)


def from_file(path: Path, viewer: str = "", everything: bool = False) -> Found:
    """The same of a file. BadInput for what cannot be read."""
    try:
        with reading(path):
            data = read_bytes(path, MOST_BYTES * 4 + 1)
        return from_bytes(data, viewer, everything)
    except StoreError as error:
        raise BadInput(clean(told(error), 500)) from None
    except BadInput as error:
        raise BadInput(say("reading.in-file", path=clean(str(path), 200), error=error)) from None


def _is_toml(text: str) -> bool:
    try:
        return bool(read_toml(text))
    except TomlError:
        return False


def _of_toml(text: str) -> Found:
    try:
        data = read_toml(text)
    except TomlError as error:
        raise CaseError(sentence_of(error)) from None
    if any(key in data for key in CASE_KEYS):
        return Found("case", cases=load(text))
    position = data["position"] if set(data) == {"position"} else data
    if not isinstance(position, dict):
        raise BadInput(say("reading.no-table"))
    return Found("position", _clean(convert(position)))


def _of_save(save: Save, viewer: str, everything: bool) -> Found:
    if save.game != game.FACTS.id:
        raise BadInput(say("reading.other-game", game=clean(save.game, 40)))
    names = player_names([seat.name for seat in save.players], NAME_LENGTH)
    if everything:
        return Found("save", settle(plain(save.state, names)), viewer="")
    asked = waiting(save.state)
    player = asked if asked >= 0 else None
    if viewer:
        if viewer not in names:
            known = ", ".join(names)
            raise BadInput(say("fault.there-is-no-player-name-there-2", name=clean(viewer, NAME_LENGTH), known=known))
        player = names.index(viewer)
    return replace(from_view(view(save.state, player), names), kind="save")


def from_view(seen: View, names: list[str]) -> Found:
    """What a viewer sees of a running match, and nothing else of it."""
    shown = player_names(names)
    whose = shown[seen.viewer] if seen.viewer is not None else ""
    return Found("game", of_view(seen, shown), viewer=whose)


def _clean(position: Position) -> Position:
    """Settled, and with names that can be shown. PositionError."""
    settled = settle(position)
    for name in named(settled):
        shown = clean(name, NAME_LENGTH).strip()
        if shown != name:
            free = shown if shown and shown not in named(settled) else f"{shown or '#'}{named(settled).index(name) + 1}"
            settled = apply(settled, Rename(name, free))
    return settled


def open_found(found: Found, case: int = 1, step: int | None = None) -> Lab:
    """A lab of what was read, as `bring`."""
    try:
        if found.kind != "case":
            return Lab(found.position, found.kind)
        lab = Lab(_clean(_chosen(found, case).position), found.kind)
    except PositionError as error:
        raise BadInput(clean(told(error), 500)) from None
    _play_case(lab, _chosen(found, case), step)
    return lab


def bring(lab: Lab, found: Found, case: int = 1, step: int | None = None) -> None:
    """Go on in a lab with what was read; of a case file with its `case`-th case, at its `step`-th step, by default
    the last. BadInput for a case or step there is not, or a position in which a word names nothing."""
    position = found.position
    try:
        if found.kind == "case":
            position = _clean(_chosen(found, case).position)
        assert position is not None
        lab.edit(Whole(position, found.kind))
    except PositionError as error:
        raise BadInput(clean(told(error), 500)) from None
    if found.kind == "case":
        _play_case(lab, _chosen(found, case), step)


def _chosen(found: Found, case: int) -> Case:
    if not 1 <= case <= len(found.cases):
        raise BadInput(say("reading.no-case", number=case, held=len(found.cases)))
    return found.cases[case - 1]


def _play_case(lab: Lab, case: Case, step: int | None) -> None:
    """A case played up to a step: each of its moves is a moment, so that one can go back."""
    if step is not None and not 0 <= step <= len(case.steps):
        raise BadInput(say("reading.no-step", number=step, held=len(case.steps)))
    for each in case.steps[:step]:
        move = each.move.strip()
        if not move or move.lower() == CONTINUE:
            continue
        try:
            _play(lab, move, each.refused)
        except Illegal:
            if each.refused is None:
                break


def _play(lab: Lab, move: str, refused: str | None) -> None:
    """Play a step; windows that it leaves open close before what belongs after them. Illegal."""
    while True:
        try:
            lab.play(move)
            return
        except Illegal as illegal:
            late = illegal.refusal.rule in ("game.question", "game.turn", "game.over")
            if not late or illegal.refusal.rule == refused or not Standstill(lab.state).window():
                raise
        lab.play("done")
