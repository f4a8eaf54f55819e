"""Executable cases: a position, steps, and what must hold. The README documents the form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from rules.ask import Event, Illegal, Refusal
from rules.sentence import Sentence, sentence_of
from rules.whispers import game
from rules.whispers.changes import Change, changes
from rules.whispers.expect import Expect, Failure, convert_expect, failures
from rules.whispers.notation import resolve, split
from rules.whispers.placing import Placed, build
from rules.whispers.position import Position, PositionError, convert, nearest
from rules.whispers.standstill import Standstill
from rules.whispers.state import State
from rules.whispers.toml import TomlError, read_toml
from rules.whispers.view import waiting

# The step that lets the game run on to its next question.
CONTINUE = "continue"


class CaseError(ValueError):
    """A case file that cannot be read; the message names the line where it can."""


class Step(Struct):
    """One step: a move that must be legal, or refused by rule `refused`; or only a look at what is offered."""

    move: str = ""
    by: str | None = None
    refused: str | None = None
    offers: list[str] = []
    bars: list[str] = []
    only: list[str] | None = None
    expect: Expect | None = None


class Case(Struct):
    """A case as written. `rules`: ids of the rules it shows."""

    title: str
    rules: list[str]
    position: Position
    steps: list[Step]
    expect: Expect | None = None


class StepReport(Struct):
    """What came of a step."""

    move: str
    player: int
    refusal: Refusal | None = None
    answers: list[str] = []
    events: list[Event] = []
    changes: list[Change] = []
    failures: list[Failure] = []


class CaseReport(Struct):
    """What came of a case."""

    case: Case
    names: list[str]
    steps: list[StepReport]
    failures: list[Failure]

    @property
    def holds(self) -> bool:
        """Whether everything expected holds."""
        return not self.failures and not any(step.failures for step in self.steps)


def load(text: str) -> list[Case]:
    """The cases of a file: one, or several under `[[case]]`. CaseError with line, reason, nearest name."""
    try:
        data = read_toml(text)
    except TomlError as error:
        raise CaseError(sentence_of(error)) from None
    parts = data.get("case", [data])
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise CaseError(Sentence("case-must-be-a-list-of", "`case` must be a list of tables: write [[case]]"))
    if "case" in data and set(data) != {"case"}:
        key = next(iter(set(data) - {"case"}))
        raise CaseError(
            located(
                text,
                PositionError(
                    Sentence(
                        "name-stands-outside-the-case-tables", "{name!r} stands outside the [[case]] tables", name=key
                    ),
                    key,
                ),
            )
        )
    return [_read_case(text, part, number) for number, part in enumerate(parts, 1)]


def _read_case(text: str, part: dict[str, Any], number: int) -> Case:
    try:
        return _case(part)
    except PositionError as error:
        raise CaseError(located(text, error, number)) from None


def located(text: str, error: PositionError, case: int = 1) -> str:
    """The message with the line on which the word at fault stands in the `case`-th case, if it can be found."""
    if error.word:
        pattern = re.compile(rf"(?<![\w/.-]){re.escape(error.word)}(?![\w/-])", re.IGNORECASE)
        at = 0
        for number, line in enumerate(text.splitlines(), 1):
            at += line.strip().startswith("[[case]]")
            if at in (0, case) and pattern.search(line.partition("#")[0]):
                return Sentence("line", "line {number}: {error}", number=number, error=sentence_of(error))
    return sentence_of(error)


def _known(data: dict[str, Any], kind: type[Struct], what: str) -> None:
    for key in data:
        if key not in kind.__struct_fields__:
            raise PositionError(
                Sentence(
                    "what-has-no-key-name-hint",
                    "{what} has no key {name!r}{hint}",
                    what=what,
                    name=key,
                    hint=nearest(key, list(kind.__struct_fields__)),
                ),
                key,
            )


def _case(data: dict[str, Any]) -> Case:
    _known(data, Case, Sentence("a-case", "a case"))
    if not data.get("steps") and not data.get("expect"):
        raise PositionError(
            Sentence("a-case-needs-steps-or-expect", "a case needs `steps` or `expect`; there is neither")
        )
    position = data.get("position", {})
    steps = data.get("steps", [])
    if not isinstance(position, dict) or not isinstance(steps, list):
        raise PositionError(
            Sentence("position-must-be-a-table-and", "`position` must be a table and `steps` a list"), "steps"
        )
    return Case(
        title=str(data.get("title", "")),
        rules=_words(data.get("rules", []), "rules"),
        position=convert(position),
        steps=[_step(step) for step in steps],
        expect=convert_expect(data["expect"]) if "expect" in data else None,
    )


def _words(value: object, key: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise PositionError(Sentence("name-must-be-a-list-of", "`{name}` must be a list of texts", name=key), key)
    return value


def _step(data: object) -> Step:
    if isinstance(data, str):
        return Step(move=data)
    if not isinstance(data, dict):
        raise PositionError(Sentence("a-step-is-a-text-or", "a step is a text or a table"), "steps")
    _known(data, Step, Sentence("one-step", "a step"))
    fields = dict(data)
    expect = fields.pop("expect", None)
    try:
        step = msgspec.convert(fields, Step)
    except msgspec.ValidationError as error:
        raise PositionError(Sentence("a-step", "a step: {error}", error=error), str(next(iter(data), ""))) from None
    if expect is not None:
        step.expect = convert_expect(expect)
    return step


def run(case: Case) -> CaseReport:
    """Play a case. PositionError if its position cannot be or it names unknown players, regions, cards."""
    placed, reports, table = replay(case)
    failed: list[Failure] = []
    if case.expect is not None:
        failed = failures(case.expect, table.state, table.at_question(), placed.names)
    return CaseReport(case, placed.names, reports, failed)


def replay(case: Case) -> tuple[Placed, list[StepReport], Standstill]:
    """Where a case begins, what came of its steps, and the table after the last of them. PositionError as `run`."""
    placed = build(case.position)
    table = Standstill(placed.state.copy())
    reports = []
    for step in case.steps:
        report, table = _run_step(placed, table, step)
        reports.append(report)
    return placed, reports, table.closed() if case.expect is not None else table


def _run_step(placed: Placed, table: Standstill, step: Step) -> tuple[StepReport, Standstill]:
    question = table.at_question()
    player = waiting(question)
    if step.by is not None:
        if step.by not in placed.names:
            raise PositionError(Sentence("there-is-no-player-by", "there is no player {by!r}", by=step.by), step.by)
        player = placed.names.index(step.by)
    report = StepReport(step.move, player)
    report.failures += _offer_failures(question, step)
    after = table
    if step.move:
        try:
            after = _play(table, player, step, report)
        except Illegal as illegal:
            report.refusal = illegal.refusal
        report.failures += _verdict(step, report)
    report.changes = changes(table.state, after.state)
    if step.expect is not None:
        report.failures += failures(step.expect, after.state, after.at_question(), placed.names)
    return report, after


def _play(table: Standstill, player: int, step: Step, report: StepReport) -> Standstill:
    """Play a line; a window left open before it counts as closed when the line belongs after it."""
    line = step.move
    if line.strip().lower() == CONTINUE:
        after = table.copy()
        report.events = after.go_on()
        return after
    opening: list[Event] = []
    while True:
        after = table.copy()
        events = [*opening, *after.go_on()]
        try:
            report.answers, played = after.play(player, line)
        except Illegal as illegal:
            late = illegal.refusal.rule in ("game.question", "game.turn", "game.over")
            if not late or illegal.refusal.rule == step.refused or not table.window():
                raise
            table = table.copy()
            opening += table.close()
            continue
        report.events = events + played
        return after


def _verdict(step: Step, report: StepReport) -> list[Failure]:
    found = report.refusal.rule if report.refusal else "legal"
    wanted = step.refused or "legal"
    return [] if found == wanted else [Failure("verdict", step.move, wanted, found)]


def _offer_failures(state: State, step: Step) -> list[Failure]:
    """What the options asked about do not fulfil; a move is given as it would be typed."""
    options = [option for ask in game.asks(state).values() for option in ask.options]
    offered = {option.id for option in options}

    def meant(move: str) -> str:
        try:
            return resolve(state.board(), split(state.board(), move)[0], options).id
        except Illegal as illegal:
            if illegal.refusal.rule == "game.ambiguous":
                return next(option.id for option in options if option.id.lower().startswith(move.lower()))
            raise PositionError(Sentence("move-is-no-move", "{move!r} is no move", move=move), move) from None

    out = [Failure("offers", move, "offered", "barred") for move in step.offers if meant(move) not in offered]
    out += [Failure("bars", move, "barred", "offered") for move in step.bars if meant(move) in offered]
    if step.only is not None:
        wanted = {meant(move) for move in step.only}
        if wanted != offered:
            out.append(Failure("only", "", _listed(wanted), _listed(offered)))
    return out


def _listed(moves: set[str] | Sequence[str]) -> str:
    return ", ".join(sorted(moves)) or "nothing"
