"""Text that bypasses the catalogue is found: in the pseudo-locale everything but names and moves looks strange."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from rules.match import Match
from rules.whispers.game import GAME
from rules.whispers.moves import SIGNATURES, moves
from rules.whispers.options import preset
from rules.whispers.rulebook import load
from saves.envelope import Seat
from tests.games import dealt, walk
from wow_tui.plain import Plain
from wow_tui.table import Table
from wow_tui.text.catalogue import catalogue, source
from wow_tui.text.language import PSEUDO, languages, pseudo
from wow_tui.text.speaker import Speaker

GAMES_PLAYED = 20
# What hardly ever happens by chance: who plays cards whenever possible has none to discard.
RARE = {"discard", "discarded", "disperse", "disperse-reserve"}
NAMES = ("Ann", "Bob", "Cid")
COMMANDS = ("help", "show", "hand", "log 30", "?", "why attack B1 E1 1", "what 1", "undo", "redo", "attack", "save")
_WORD = re.compile(r"[A-Za-z]+(?:[-_./][A-Za-z]+)*")
_LISTED = re.compile(r"  \d+ \S.*")
# Regions, and the word between a card's line and its payment, which nowhere else is part of a move.
_MOVES = re.compile(r"\b[BEPLH]\d+\b|(?<=advanced )with(?= \w+/)|(?<=special )with(?= \w+/)")


def vocabulary() -> set[str]:
    """What is the same in every language: names of players, words and codes of moves, rule ids."""
    board = Match.new("whispers", 2, preset("printed"), 1).state.board()
    words = {verb for verb, _ in SIGNATURES.values()} | {*NAMES, *load("en").rules}
    return words | {word for kind in moves(board).words.values() for word in kind}


def spoken() -> list[str]:
    """Every line that a short game in line mode writes."""
    match = Match.new("whispers", 3, preset("printed"), 7)
    table = Table(match, [Seat(NAMES[0], "person"), Seat(NAMES[1], "person"), Seat(NAMES[2], "bot:random")])
    chance, out = random.Random(7), list[str]()

    def typed() -> Iterator[str]:
        for number in range(900):
            ask = next(iter(match.asks().values()))
            if number % 3 == 0:
                yield chance.choice(COMMANDS)
            yield str(chance.randrange(len(ask.options)) + 1)

    lines = typed()

    def answer(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    Plain(table, Speaker(catalogue(PSEUDO), table.names), answer, out.append, private=True).run()
    return out


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The lines of one game, but for the moves that are only listed."""
    return [line for line in spoken() if not _LISTED.fullmatch(line)]


def outside(line: str) -> str:
    """What of a line stands outside all brackets."""
    depth, out = 0, ""
    for char in line:
        depth += char == "["
        out += char if depth == 0 else ""
        depth -= char == "]"
    return out


def test_every_word_of_a_game_in_line_mode_comes_from_the_catalogue(lines: list[str]) -> None:
    known = vocabulary()
    found = {(word, line) for line in lines for word in _WORD.findall(_MOVES.sub("", line)) if word not in known}
    assert sorted(found)[:10] == []


def test_every_kind_of_event_and_question_of_games_full_of_cards_comes_from_the_catalogue() -> None:
    known, seen, found = vocabulary(), set[str](), set[tuple[str, str]]()
    speaker = Speaker(catalogue(PSEUDO), NAMES)
    for seed in range(GAMES_PLAYED):
        for step in walk(GAME, dealt(3, preset("printed"), seed), random.Random(seed)):
            seen |= {event.key for event in step.events}
            for text in [speaker.ask(step.ask), *map(speaker.event, step.events)]:
                found |= {(word, text) for word in _WORD.findall(_MOVES.sub("", text)) if word not in known}
    assert sorted(found)[:10] == []
    told = {key.split(".")[1] for key in source() if key.startswith("event.")} - {"payment"}
    assert sorted(told - seen - RARE) == []


def test_no_words_stand_outside_the_brackets_of_a_message(lines: list[str]) -> None:
    known = vocabulary()
    bare = [outside(line) for line in lines]
    words = {word for line in bare for word in re.findall(r"[^\W\d]+(?:[-_./][^\W\d]+)*", _MOVES.sub("", line))}
    assert sorted(words - known) == []


def test_the_game_has_said_most_kinds_of_things(lines: list[str]) -> None:
    assert len(lines) > 300
    assert sum("[" in line for line in lines) > 0.9 * len(lines)


def test_the_pseudo_locale_has_every_message_and_keeps_its_fields() -> None:
    strange = catalogue(PSEUDO)
    assert all(key in strange for key in source())
    for key, text in source().items():
        fields = re.findall(r"\{[^{}:]*", text)
        assert re.findall(r"\{[^{}:]*", strange.messages[key]) == fields, key


def test_the_pseudo_locale_is_longer_by_a_third_bracketed_and_not_offered() -> None:
    assert pseudo("attack {region}") == "[åţţåçķ {region}~~]"
    assert pseudo("B").isalpha()
    assert len(pseudo("B")) == 1
    assert not re.search("[A-Za-z]", re.sub(r"\{[^{}]*\}", "", pseudo(" ".join(source().values()))))
    assert PSEUDO not in languages()
