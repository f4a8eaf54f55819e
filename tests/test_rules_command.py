"""`wow-tui rules`: the rules found, the best first; plain text when piped, bold titles in a terminal."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from rules.whispers.rulebook import load
from rules.whispers.rulebook.search import find
from wow_tui import printing
from wow_tui.cli import main
from wow_tui.commands.rules import MOST

BOOK = load("en")


def rules(*arguments: str, columns: int = 80) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(main, ["rules", *arguments])


def test_without_words_every_chapter_and_title_is_shown_in_order() -> None:
    result = rules()
    assert result.exit_code == 0
    places = [result.stdout.index(title) for title in BOOK.chapters.values()]
    assert places == sorted(places)
    ids = [line.split()[0] for line in result.stdout.splitlines() if line.startswith("  ") and line[2] != " "]
    assert ids == list(BOOK.rules)


@pytest.mark.parametrize("rule_id", sorted(BOOK.rules))
def test_an_id_shows_that_rule_whole_and_no_other(rule_id: str) -> None:
    rule = BOOK.rules[rule_id]
    result = rules(rule_id.upper())
    told, _, example = result.stdout.partition("\nExample\n")
    text = " ".join(told.split())
    assert result.exit_code == 0
    assert example.strip()
    assert text.startswith(f"{rule.title} ({rule_id})")
    for part in (*rule.paragraphs, rule.why):
        assert part in text
    assert text.endswith(", ".join(rule.see))
    assert [each["id"] for each in json.loads(rules(rule_id, "--json").stdout)] == [rule_id]


def test_words_show_the_rules_found_the_best_first_and_name_the_others() -> None:
    found = find("fort attack", BOOK)
    assert len(found) > MOST
    result = rules("fort", "attack")
    headings = [line for line in result.stdout.splitlines() if line.endswith(")") and "(" in line]
    shown = [rule for rule in found if f"{rule.title} ({rule.id})" in headings]
    assert shown == found[:MOST]
    assert result.stdout.index(found[0].title) < result.stdout.index(found[1].title)
    others = result.stdout.partition("Also: ")[2]
    assert " ".join(others.split()).strip() == ", ".join(rule.id for rule in found[MOST:])
    assert "Also: " not in rules("--all", "fort", "attack").stdout
    assert [each["id"] for each in json.loads(rules("--json", "fort", "attack").stdout)] == [r.id for r in found]


def test_nothing_found_ends_with_1_and_an_unknown_language_with_2() -> None:
    result = rules("xyzzy")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "'xyzzy'" in result.stderr
    assert "did you mean 'attack.fort'?" in rules("attackfort").stderr
    result = rules("--lang", "x\x1b[2J", "fort")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "en" in result.stderr
    assert "\x1b" not in result.stderr


@pytest.mark.parametrize("columns", [40, 60, 132])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    lines = rules("--all", "banner", columns=columns).stdout.splitlines()
    assert max(map(len, lines)) <= columns
    assert max(map(len, lines)) > columns - 12


def test_titles_are_bold_only_in_a_terminal_that_wants_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in rules("fort").stdout

    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert printing.bold("Title") == "\x1b[1mTitle\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert printing.bold("Title") == "Title"
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert printing.bold("Title") == "Title"


def test_items_are_never_broken_in_their_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    lines = printing.wrapped_list(["attack B3 L2 1", "attack B3 L2 2", "done"], "Legal: ", "  ")
    assert lines == ["Legal: attack B3 L2 1,", "  attack B3 L2 2, done"]
