"""A question to the rules: a moment of a game, read from a file, from standard input, or from one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.ask import Event
from rules.sentence import sentence_of
from rules.whispers import game
from rules.whispers.assumed import assume
from rules.whispers.cases import Case, CaseError, load, located, run
from rules.whispers.oneline import MOST as MOST_LINE
from rules.whispers.oneline import parse
from rules.whispers.placing import build
from rules.whispers.position import Position, PositionError, convert, is_code
from rules.whispers.standstill import Standstill
from rules.whispers.state import State
from rules.whispers.toml import MOST_BYTES, TomlError, read_toml
from rules.whispers.view import waiting
from saves.disk import read_bytes, reading
from saves.errors import SaveError, StoreError
from wow_tui.clean import clean
from wow_tui.names import player_names
from wow_tui.text.faults import told
from wow_tui.text.voice import say

SAVE_HEAD = b"\x89WOW"
NAME_LENGTH = 40
# What only a case file has.
CASE_KEYS = ("case", "steps", "expect", "title", "rules")


class BadInput(ValueError):
    """A question that cannot be read; its text is one sentence."""


class Question(Struct):
    """A moment of a game. `scored`: whether the loyalties of whoever is asked are known; `seat`, `cards`: assumed.

    `opening`: what happened before anybody was asked.
    """

    state: State
    names: list[str]
    scored: bool = False
    seat: str = ""
    cards: list[str] = []
    opening: list[Event] = []

    @property
    def asked(self) -> int:
        """The player who must answer, or -1 when the game is over."""
        return waiting(self.state)


class Line(Struct):
    """A one-line question: where it leads, its position as said, and its move."""

    question: Question
    position: Position
    move: str


def from_line(text: str, move: str = "", base: Position | None = None) -> Line:
    """The question of a line; `move` is asked instead of the line's own, `base` what was said before.

    BadInput naming the word that is wrong.
    """
    try:
        said = parse(text, base)
        move = move or said.move
        assumed = assume(said.position, move)
        question = _placed(assumed.position)
    except PositionError as error:
        raise BadInput(_told(error)) from None
    question.seat, question.cards = assumed.seat, assumed.cards
    return Line(question, said.position, move)


def from_code(text: str, move: str = "") -> Line:
    """The question of a code that somebody pasted. BadInput for one that is not whole or of another version."""
    from rules.whispers.position_code import read_code

    try:
        position = read_code(text)
        return Line(_placed(position), position, move)
    except PositionError as error:
        raise BadInput(_told(error)) from None


def from_file(path: Path, step: int | None = None, case: int | None = None) -> Question:
    """The question of a position, case or save file. BadInput for what cannot be read."""
    try:
        with reading(path):
            data = read_bytes(path, MOST_BYTES * 4 + 1)
    except StoreError as error:
        raise BadInput(_told(error)) from None
    if data.startswith(SAVE_HEAD):
        from saves.store import read

        try:
            return _of_save(read(path), step, case)
        except (SaveError, StoreError) as error:
            raise BadInput(_told(error)) from None
    try:
        return from_bytes(data, step, case).question
    except BadInput as error:
        raise BadInput(say("reading.in-file", path=clean(str(path), 200), error=error)) from None


def from_bytes(data: bytes, step: int | None = None, case: int | None = None, move: str = "") -> Line:
    """The question in a position, case or save, or in a line; the move too, if that is in it."""
    if data.startswith(SAVE_HEAD):
        from saves.envelope import decode

        try:
            return Line(_of_save(decode(data), step, case), Position(), move)
        except SaveError as error:
            raise BadInput(_told(error)) from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(say("reading.no-text")) from None
    if not text.strip():
        raise BadInput(say("reading.nothing"))
    if is_code(text):
        refuse_numbers(step, case, "code")
        return from_code(text, move)
    if _is_line(text):
        refuse_numbers(step, case, "line")
        return from_line(text.strip(), move)
    try:
        return Line(_of_toml(text, step, case), Position(), move)
    except CaseError as error:
        raise BadInput(_told(error)) from None
    except PositionError as error:
        raise BadInput(clean(told(located(text, error)), 500)) from None


def _told(error: Exception) -> str:
    return clean(told(error), 500)


def _is_line(text: str) -> bool:
    """Whether a text is a single line that is no TOML."""
    if "\n" in text.strip() or len(text) > MOST_LINE:
        return False
    try:
        read_toml(text)
    except TomlError:
        return not text.lstrip().startswith(("[", "#"))
    return False


def _of_toml(text: str, step: int | None, case: int | None) -> Question:
    """The question of a position or case file. CaseError, PositionError."""
    try:
        data: dict[str, Any] = read_toml(text)
    except TomlError as error:
        raise CaseError(sentence_of(error)) from None
    if any(key in data for key in CASE_KEYS):
        cases = load(text)
        number = 1 if case is None else case
        if not 1 <= number <= len(cases):
            raise BadInput(say("reading.no-case", number=number, held=len(cases)))
        try:
            return _of_case(cases[number - 1], step or 0)
        except PositionError as error:
            raise CaseError(located(text, error, number)) from None
    refuse_numbers(step, case, "position")
    position = data["position"] if set(data) == {"position"} else data
    if not isinstance(position, dict):
        raise BadInput(say("reading.no-table"))
    return _placed(convert(position))


def refuse_numbers(step: int | None, case: int | None, what: str) -> None:
    """BadInput if a step or case is asked for. `what` was read instead: code, line, position or save."""
    for option, number in (("--step", step), ("--case", case)):
        if number is not None:
            raise BadInput(say("reading.no-number", option=option, what=say(f"reading.what.{what}")))


def _of_case(case: Case, step: int) -> Question:
    """The moment after `step` steps of a case."""
    if not 0 <= step <= len(case.steps):
        raise BadInput(say("reading.no-step", number=step, held=len(case.steps)))
    question = _placed(case.position)
    for report in run(replace(case, steps=case.steps[:step])).steps if step else ():
        for answer in report.answers:
            _answer(question.state, report.player, answer)
    if step:
        question.opening = []
    return replace(question, scored=_scored(case.position, question))


def _answer(state: State, player: int, answer: str) -> None:
    """Give an answer that a case gave; windows that it left open close before what belongs after them."""
    while Standstill(state).window() and answer not in {o.id for a in game.asks(state).values() for o in a.options}:
        game.take(state, waiting(state), ("done",))
    game.take(state, player, (answer,))


def _placed(position: Position) -> Question:
    placed = build(position)
    names = player_names(placed.names, NAME_LENGTH)
    question = Question(placed.state, names, opening=placed.opening)
    return replace(question, scored=_scored(position, question, placed.names))


def _scored(position: Position, question: Question, names: list[str] | None = None) -> bool:
    """Whether the position says the loyalties of whoever is asked."""
    asked = question.asked
    return asked >= 0 and (names or question.names)[asked] in position.loyalties


def _of_save(save: Any, step: int | None, case: int | None) -> Question:
    refuse_numbers(step, case, "save")
    if save.game != game.FACTS.id:
        raise BadInput(say("reading.other-game", game=clean(save.game, 40)))
    names = player_names([seat.name for seat in save.players], NAME_LENGTH)
    return Question(save.state, names, scored=True)
