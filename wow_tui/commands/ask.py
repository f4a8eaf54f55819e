"""`wow-tui ask`: what may be done, or whether a move may be made, why not, and what would happen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from wow_tui.asking.answer import listing, verdict
from wow_tui.asking.question import (
    BadInput,
    Line,
    Question,
    from_bytes,
    from_code,
    from_file,
    from_line,
    refuse_numbers,
)
from wow_tui.asking.wording import Wording
from wow_tui.speaking import SpokenCommand, language
from wow_tui.text.faults import told
from wow_tui.text.voice import voice

LEGAL, ILLEGAL, BAD = 0, 1, 2
STDIN = "-"
MOST_BYTES = 1 << 20


@click.command(cls=SpokenCommand)
@click.argument("source", required=False, metavar="[FILE]")
@click.argument("words", nargs=-1, metavar="[MOVE]")
@click.option("--barred", "with_barred", is_flag=True, help="Also plausible moves that are not legal, with the rule.")
@click.option("--step", type=int, metavar="N", help="Of a case file: after N of its steps.")
@click.option("--case", type=int, metavar="N", help="Of a file with several cases: the N-th.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for tools.")
@language
@click.pass_context
def command(
    context: click.Context,
    source: str | None,
    words: tuple[str, ...],
    with_barred: bool,
    step: int | None,
    case: int | None,
    as_json: bool,
) -> None:
    """Ask the rules: every legal move, or the verdict on MOVE and what it would bring.

    FILE is a position, a case file, a save (seen by whoever is asked), a code such as wow1..., `-` for standard
    input, or a position in one line: wow-tui ask "Bear 3 on B3, Lion 1 on L2; attack B3 L2 2?"

    Without FILE: a short dialogue.

    Exit status: 0 legal (or moves listed), 1 not legal, 2 bad input.
    """
    if source is None and sys.stdin.isatty():
        _talk()
        return
    try:
        found = _read(source or STDIN, " ".join(words), step, case)
        status = _answer(found, with_barred, as_json)
    except BadInput as error:
        status = _complain(told(error), as_json)
    context.exit(status)


def _as_json(document: dict[str, Any]) -> str:
    import json

    return json.dumps(document, indent=1)


def _complain(message: str, as_json: bool) -> int:
    if as_json:
        click.echo(_as_json({"error": message}))
    click.echo(f"wow-tui ask: {message}", err=True)
    return BAD


def _read(source: str, move: str, step: int | None, case: int | None) -> Line:
    """The question and the move. BadInput."""
    from rules.whispers.position import Position, is_code

    if source == STDIN:
        return from_bytes(sys.stdin.buffer.read(MOST_BYTES + 1), step, case, move)
    if is_code(source) and not Path(source).exists():
        return from_code(source, move)
    if _is_line(source):
        refuse_numbers(step, case, "line")
        return from_line(source, move)
    question: Question = from_file(Path(source), step, case)
    return Line(question, Position(), move)


def _is_line(source: str) -> bool:
    """Whether an argument is a one-line position: no file that exists, and more than a word."""
    try:
        return len(source.split()) > 1 and not Path(source).exists()
    except (OSError, ValueError):
        return True


def _answer(found: Line, with_barred: bool, as_json: bool) -> int:
    """Print the answer; the exit status."""
    words = Wording(found.question, voice().language)
    listed = listing(found.question, with_barred and not found.move.strip())
    if not found.move.strip():
        document = words.listing_document(listed, with_barred)
        lines = words.listing(listed, with_barred)
        status = LEGAL
    else:
        judged = verdict(found.question, found.move)
        if not judged.readable:
            raise BadInput(words.unreadable(judged))
        document = words.verdict_document(judged, listed.ask)
        lines = [*words.context(listed.ask), *words.verdict(judged)]
        status = LEGAL if judged.legal else ILLEGAL
    click.echo(_as_json(document) if as_json else "\n".join(lines))
    return status


def _talk() -> None:
    from contextlib import suppress

    from wow_tui.asking.dialogue import Dialogue

    with suppress(ImportError):
        # Importing it gives `input` a history and editing.
        import readline  # noqa: F401
    Dialogue(input, click.echo, voice().language).run()
