"""Every executable case holds. A case is a rule with its worked example; its title names the test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.whispers.cases import Case, Step, run
from tests.casefiles import CASES, FILES
from wow_tui.commands.check import run_file

# The numbers of the decided cases; the list has gaps.
DECIDED = (
    "1 3 5 6 7 8 9 10 12 14 15 16 17 19 20 21 22 24 25 27 28 29 31 32 33 34 35 36 38 39 40 42 "
    "43 45 46 47 48 49 51 52 54 56 57 59 60 61 62 63 65 67 69 71 73 74 76 77 78 80 82 84 85 87 "
    "88 89 90 92 93 94 96 97 99 101 102 103 104 105 107 108 "
)


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{name}: {case.title}") for name, case in CASES])
def test_case_holds(case: Case) -> None:
    report = run(case)
    found = [*report.failures, *(failure for step in report.steps for failure in step.failures)]
    assert not found
    assert report.holds


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_the_command_reads_every_file_alike(file: Path) -> None:
    reports = run_file(str(file))
    assert reports
    assert all(report.holds for report in reports)


def test_every_decided_case_is_executable() -> None:
    numbers = {found[1] for _, case in CASES if (found := re.match(r"(\d+)\. ", case.title))}
    assert sorted(set(DECIDED.split()) ^ numbers) == []


def _says(step: Step) -> bool:
    """Whether a step can fail."""
    return bool(step.move or step.expect or step.offers or step.bars) or step.only is not None


def test_every_case_has_a_title_of_its_own_names_its_rules_and_can_fail() -> None:
    titles = [case.title for _, case in CASES]
    assert [title for title in titles if not title or titles.count(title) > 1] == []
    assert [case.title for _, case in CASES if not case.rules] == []
    harmless = [case.title for _, case in CASES if case.expect is None and not any(map(_says, case.steps))]
    assert harmless == []
