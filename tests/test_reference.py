"""`wow-tui card` and `wow-tui seat`: what the data files and the rulebook say, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rules.whispers.deck import AMOUNTS, lines
from rules.whispers.layout import LINES, board
from rules.whispers.moves import card_id, cards
from rules.whispers.options import PRESETS, Options
from rules.whispers.rulebook import load
from wow_tui.cli import main

BOARD = board(Options().layout, Options().border)
BOOK = load("en")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def documents(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("card", cards(BOARD))
def test_a_card_shows_its_three_lines_with_paragraph_amount_timing_and_cost(card: int) -> None:
    name = card_id(BOARD, card)
    own, partner = name.split("/")
    text = flat(run("card", name.upper()).stdout)
    (document,) = documents("card", name)
    assert [line["line"] for line in document["lines"]] == list(LINES)
    assert [line["pays"] for line in document["lines"]] == [None, own, partner]
    for line, row in zip(document["lines"], lines(BOARD)[card], strict=True):
        rule = BOOK.rules[f"card.{row.ability}"]
        assert line["ability"] == row.ability
        assert line["windows"] == list(row.windows)
        assert line["amount"] == AMOUNTS.get(row.ability)
        for part in (line["name"], *line["when"], *rule.paragraphs, rule.id):
            assert part in text
        assert (f"Figure: {line['amount']}." in text) or line["amount"] is None
        readings = [rule for rule in rule.see if rule.startswith(("reading.", "variant."))]
        assert [each["rule"] for each in line["readings"]] == readings
        assert all(set(each["presets"]) == set(PRESETS) for each in line["readings"])
        assert all(f"({reading})" in text for reading in readings)
    assert "{" not in text
    assert "reference." not in text


def test_a_reading_shows_its_value_in_each_preset() -> None:
    assert "May survivors attack an empty region? printed yes, summary no." in flat(run("card", "bear/eagle").stdout)


def test_an_empire_shows_its_four_cards_and_repeats_nothing() -> None:
    assert [found["card"] for found in documents("card", "Bear")] == [
        *("bear/eagle", "bear/elephant", "bear/lion", "bear/horse")
    ]
    text = run("card", "bear").stdout
    assert text.count("Scorch (card.scorch)") == 1
    assert text.count("Scorch, as above") == 3


@pytest.mark.parametrize("words", [["mercenaries"], ["Alchemist's", "Fire"], ["alchemists", "fire"], ["press-on"]])
def test_an_ability_shows_the_cards_that_have_it(words: list[str]) -> None:
    ability = "-".join(words).lower().replace("'", "")
    found = documents("card", *words)
    expected = [card_id(BOARD, card) for card, rows in lines(BOARD).items() if ability in {row.ability for row in rows}]
    assert [each["card"] for each in found] == expected


@pytest.mark.parametrize("seat", range(len(BOARD.seats)))
def test_a_seat_shows_its_printed_actions_and_who_acts_when_it_is_empty(seat: int) -> None:
    name = BOARD.seats[seat]
    empire, title = name.split(".")
    text = flat(run("seat", empire.upper(), title).stdout)
    (document,) = documents("seat", name)
    printed = BOARD.actions[seat]
    assert [(each["kind"], each["icon"]) for each in document["actions"]] == [(a.kind, a.icon) for a in printed]
    for each, action in zip(document["actions"], printed, strict=True):
        assert each["words"] in text
        assert (str(action.per) in each["words"]) or action.per == 1
        assert (str(action.amount) in each["words"]) or not action.amount
    right = [f"{empire.title()} {other.title()}" for other in BOARD.seat_names[seat % 4 + 1 :]]
    assert (", then ".join(right) in text) if right else ("nobody acts here" in text)
    assert {rule["id"] for rule in document["rules"]} >= {"delegation", "act.printed", *(a.kind for a in printed)}
    assert all(rule["id"] in text for rule in document["rules"])
    assert "{" not in text
    assert "reference." not in text


def test_figures_are_those_of_the_set_up() -> None:
    assert "Draw 1 Bear card for every 2 farms (at the set-up 1)." in run("seat", "bear.steward").stdout
    assert "Add 2 Lion banners for every fort" in run("seat", "lion.marshal").stdout
    assert documents("seat", "elephant.steward")[0]["actions"][0]["now"] == 1


def test_a_council_shows_its_four_seats_and_a_title_five() -> None:
    assert [found["seat"] for found in documents("seat", "lion")] == list(BOARD.seats[12:16])
    assert [found["seat"] for found in documents("seat", "marshal")] == list(BOARD.seats[2::4])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("card", "bear/eagel"), ["'bear/eagel'", "'bear/eagle'"]),
        (("card", "mercenarys"), ["'mercenaries'"]),
        (("card", "bear/bear"), ["'bear/bear'"]),
        (("card", "\x1b[2J"), ["there is no card"]),
        (("card", "²"), ["there are: bear"]),
        (("seat", "bear.marshl"), ["'bear.marshal'"]),
        (("seat", "bear", "king"), ["'bear king'"]),
        (("seat", "x" * 500), ["there is no seat"]),
        (("seat", ""), ["there is no seat"]),
    ],
)
def test_an_unknown_name_gets_the_nearest_one_and_ends_with_2(arguments: tuple[str, ...], words: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert "\x1b" not in result.stderr
    for word in words:
        assert word in result.stderr
