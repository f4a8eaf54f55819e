"""`wow-tui check FILE...`: run case files and say what did not hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import msgspec

from rules.whispers.cases import Case, CaseError, CaseReport, StepReport, load, located, run
from rules.whispers.expect import Failure
from rules.whispers.position import PositionError
from wow_tui.clean import clean
from wow_tui.rule_text import step_line
from wow_tui.speaking import SpokenCommand, language
from wow_tui.text.faults import told
from wow_tui.text.speaker import Speaker
from wow_tui.text.voice import say, words

HELD, FAILED, UNREADABLE = 0, 1, 2
MOST_BYTES = 1 << 20


@click.command(cls=SpokenCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
@click.option("--quiet", "-q", is_flag=True, help="Only what does not hold, and the sum.")
@language
def command(files: tuple[str, ...], as_json: bool, quiet: bool) -> None:
    """Run case files: per step legal or refused with the rule in words, and what changed.

    Exit status: 0 everything holds, 1 something does not, 2 a file cannot be read.
    """
    documents: list[dict[str, Any]] = []
    status, held, total = HELD, 0, 0
    for file in files:
        try:
            reports = run_file(file)
        except (CaseError, PositionError, OSError) as error:
            message = f"{clean(file, 200)}: {_reason(error)}"
            documents.append({"file": file, "error": message})
            click.echo(f"wow-tui check: {message}", err=True)
            status = UNREADABLE
            continue
        documents.append({"file": file, "cases": [_plain(report) for report in reports]})
        total += len(reports)
        held += sum(report.holds for report in reports)
        if not all(report.holds for report in reports):
            status = max(status, FAILED)
        if not as_json:
            for report in reports:
                if not (quiet and report.holds):
                    click.echo("\n".join(_lines(file, report)))
    if as_json:
        click.echo(json.dumps({"held": held, "cases": total, "files": documents}, indent=1))
    else:
        click.echo(say("check.sum", held=held, count=total))
    raise SystemExit(status)


def run_file(file: str) -> list[CaseReport]:
    """The reports of a file's cases. CaseError, PositionError or OSError if it cannot be read or run."""
    path = Path(file)
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise CaseError(say("reading.file-too-large"))
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise CaseError(say("reading.file-no-text")) from None
    return [_run(text, case, number) for number, case in enumerate(load(text), 1)]


def _run(text: str, case: Case, number: int) -> CaseReport:
    try:
        return run(case)
    except PositionError as error:
        raise CaseError(located(text, error, number)) from None


def _reason(error: Exception) -> str:
    return (error.strerror or say("check.unreadable")) if isinstance(error, OSError) else clean(told(error), 500)


def _lines(file: str, report: CaseReport) -> list[str]:
    speaker = Speaker(words(), report.names)
    title = clean(report.case.title, 200) or say("check.case")
    lines = [say("check.holds" if report.holds else "check.fails", file=clean(file, 200), title=title)]
    for step in report.steps:
        lines += _step_lines(speaker, step)
    return lines + [f"  ! {_failure(failure)}" for failure in report.failures]


def _step_lines(speaker: Speaker, step: StepReport) -> list[str]:
    lines = []
    if step.move:
        lines.append(f"  {clean(step_line(speaker, step), 600)}")
    lines += [f"      {speaker.event(event)}" for event in step.events]
    if step.changes:
        lines.append("      = " + "; ".join(speaker.change(change) for change in step.changes))
    return lines + [f"  ! {_failure(failure)}" for failure in step.failures]


def _failure(failure: Failure) -> str:
    name = f" {clean(failure.name, 100)}" if failure.name else ""
    values = {"wanted": clean(failure.wanted, 300), "found": clean(failure.found, 300)}
    return say("check.failure", what=f"{failure.what}{name}", **values)


def _plain(report: CaseReport) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(report)
    speaker = Speaker(words(), report.names)
    steps = [
        {**step, "legal": was.refusal is None, "words": speaker.refusal(was.refusal) if was.refusal else ""}
        for step, was in zip(plain["steps"], report.steps, strict=True)
    ]
    return {
        "title": report.case.title,
        "rules": report.case.rules,
        "holds": report.holds,
        "players": report.names,
        "steps": steps,
        "failures": plain["failures"],
    }
