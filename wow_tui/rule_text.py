"""A rule as it is read on a screen or printed: its paragraphs, why, and a worked example played by the rules."""

from __future__ import annotations

from rules.whispers.cases import StepReport, run
from rules.whispers.examples import Example, example
from rules.whispers.oneline_text import write
from rules.whispers.position import PositionError
from rules.whispers.rulebook import Rule
from wow_tui.clean import clean
from wow_tui.printing import bold, wrapped
from wow_tui.text.speaker import Speaker
from wow_tui.text.voice import say, voice, words

ENGLISH = "en"
LONGEST = 500


def rule_lines(rule: Rule) -> list[str]:
    """What a rule says, a paragraph each."""
    return [*rule.paragraphs, *([say("rules.why", why=rule.why)] if rule.why else [])]


def example_lines(example: Example) -> list[str]:
    """A worked example in the language spoken: the position, each move, and what came of it."""
    report = run(example.case)
    speaker = Speaker(words(), report.names)
    lines = [example.case.title] if voice().language == ENGLISH else []
    try:
        position = write(example.case.position)
    except PositionError:
        position = ""
    if position:
        lines.append(say("rulebook.position", line=position))
    for step in report.steps:
        lines += _step(speaker, step)
    return lines


def printed_example(rule_id: str, indent: str = "") -> list[str]:
    """The worked example of a rule for a terminal or a pipe; nothing if it has none."""
    shown = example(rule_id)
    if shown is None:
        return []
    lines = [f"{indent}{bold(say('rulebook.example'))}"]
    for line in example_lines(shown):
        text = line.lstrip()
        lines += wrapped(clean(text, LONGEST), f"{indent}  {' ' * (len(line) - len(text))}")
    return lines


def _step(speaker: Speaker, step: StepReport) -> list[str]:
    lines = []
    if step.move:
        lines.append(step_line(speaker, step))
    return [*lines, *(f"  {speaker.event(event)}" for event in step.events)]


def step_line(speaker: Speaker, step: StepReport) -> str:
    """The verdict on a step's move: legal, or refused with rule and reason."""
    values = {"player": speaker.player(step.player), "move": step.move}
    if step.refusal is None:
        return say("check.legal", **values)
    return say("check.refused", **values, rule=step.refusal.rule, reason=speaker.refusal(step.refusal))
