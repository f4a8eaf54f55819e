"""Line mode: a blind game to its end, the questions one may ask, undo, saving, and what others may not see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rules.ask import Illegal
from rules.match import Match
from rules.whispers.options import preset
from saves.envelope import Seat, to_match
from saves.store import read
from wow_tui.cli import main
from wow_tui.plain import Plain
from wow_tui.table import Table
from wow_tui.text.catalogue import catalogue
from wow_tui.text.speaker import Speaker


def table_of(*kinds: str, seed: int = 3, path: Path | None = None) -> Table:
    """A table of players of these kinds."""
    match = Match.new("whispers", len(kinds), preset("printed"), seed)
    return Table(match, [Seat(f"P{number}", kind) for number, kind in enumerate(kinds, 1)], path)


def game_of(table: Table, lines: Iterator[str], out: list[str]) -> Plain:
    """A game in line mode that reads these lines and then meets the end of input."""

    def answer(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    speaker = Speaker(catalogue(), table.names)
    return Plain(table, speaker, answer, out.append, private=len(table.people()) > 1)


def blind(table: Table, rng: random.Random) -> Iterator[str]:
    """A player who answers with a number, or types the move, without ever looking."""
    while True:
        ask = next(iter(table.match.asks().values()))
        number = rng.randrange(len(ask.options))
        yield str(number + 1) if rng.random() < 0.5 else ask.options[number].id.upper()


@pytest.mark.parametrize("kinds", [("person", "bot:random"), ("person", "person", "bot:random")])
def test_a_blind_person_plays_to_the_end(kinds: tuple[str, ...]) -> None:
    table = table_of(*kinds)
    out: list[str] = []
    game = game_of(table, blind(table, random.Random(5)), out)
    assert game.run()
    assert table.asked is None
    assert out[-1].strip().startswith("ties")
    assert not any("{" in line for line in out)


def test_end_of_input_ends_politely_and_the_match_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "game.wow"
    table = table_of("person", "bot:random", path=path)
    out: list[str] = []
    assert not game_of(table, iter(["1", "1"]), out).run()
    table.close()
    again = to_match(read(path))
    assert again.journal == table.match.journal
    assert again.state == table.match.state
    assert str(path) in out[-1]


def test_why_and_what_answer_without_changing_anything() -> None:
    table = table_of("person", "bot:random", seed=8)
    out: list[str] = []
    before = table.match.state.copy()
    lines = [
        "why attack B3 L2 2",
        "what deploy bear.marshal",
        "why deploy bear.marshal",
        "?",
        "show",
        "hand",
        "help",
    ]
    game_of(table, iter(lines), out).run()
    text = "\n".join(out)
    assert "game.question" in text
    assert "Bear Marshal" in text
    assert "Yes: deploy bear.marshal" in text
    assert "20 deploy horse.chancellor" in text or table.match.journal
    assert before.step == 0


def test_undo_takes_back_the_last_choice_with_the_bots_answers() -> None:
    table = table_of("person", "bot:random", seed=2)
    out: list[str] = []
    table.by_itself()
    game = game_of(table, iter(["1", "undo"]), out)
    start = table.match.state.copy() if table.asked == 0 else None
    game.run()
    if start is not None:
        assert table.match.state == start
    assert any("Taken back" in line for line in out)


def test_each_person_is_spoken_to_in_his_own_language_and_may_agree_in_any() -> None:
    table = table_of("person", "person", seed=2)
    out: list[str] = []
    asked: list[str] = []
    typed = iter(["1", "1", "undo", "да", "quit"])

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return next(typed)

    Plain(table, Speaker(catalogue(), table.names), answer, out.append, True, ["pl", ""]).run()
    text = "\n".join(out)
    polish, english = catalogue("pl"), catalogue("en")
    assert polish.say("plain.turn", player="P1") in out
    assert english.say("plain.turn", player="P2") in out
    assert polish.say("ask.deploy") in text
    assert any(line == english.say("plain.agree", player="P2") for line in asked)
    assert any(line.startswith(polish.say("plain.undone", moves="").rstrip(". ")) for line in out)


def test_another_person_must_agree_before_a_move_is_taken_back() -> None:
    table = table_of("person", "person", seed=2)
    out: list[str] = []
    game = game_of(table, iter(["1", "1", "1", "undo", "n"]), out)
    game.run()
    assert len(table.match.journal) == 3
    assert any("must agree" in line for line in out)


def test_nonsense_gets_a_sentence_and_a_rule() -> None:
    table = table_of("person", "bot:random", seed=8)
    out: list[str] = []
    lines = ["fly to the moon", "0", "99999", "deploy", "deploy bear.marshall", "play", "save", "\x1b[31m"]
    game_of(table, iter(lines), out).run()
    text = "\n".join(out)
    assert "\x1b" not in text
    assert text.count("No: ") >= 4
    assert "Numbers go from 1" in text


def run(*arguments: str, text: str = "") -> tuple[int, str]:
    """Exit status and all output of the command."""
    result = CliRunner().invoke(main, ["play", "--plain", *arguments], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test writes into the user's folders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["Ann", "Ann"], "same name"),
        (["Ann"], "1 player: "),
        (["Ann", "Bob=gredy"], "greedy"),
        (["Ann", "Bob", "--set", "may_pas=yes"], "may_pass"),
        (["Ann", "Bob", "--set", "may_pass=maybe"], "true, yes, on, 1, false"),
        (["--load", "/nowhere/at/all.wow"], "all.wow"),
        (["\x1b[2J", "\u202e"], "no name"),
    ],
)
def test_bad_arguments_get_one_sentence_and_status_2(arguments: list[str], word: str) -> None:
    status, output = run(*arguments)
    assert status == 2
    assert word in output
    assert len(output.strip().splitlines()) == 1
    assert "\x1b" not in output


def test_the_same_seed_deals_the_same_game() -> None:
    text = "\n".join(["1"] * 30)
    first, second = (run("Ann", "greedy", "--seed", "11", "--no-save", text=text)[1] for _ in range(2))
    assert first == second
    assert first != run("Ann", "greedy", "--seed", "12", "--no-save", text=text)[1]


def test_a_saved_match_is_loaded_by_the_command(tmp_path: Path) -> None:
    path = tmp_path / "match.wow"
    assert run("Ann", "random", "--seed", "4", "--save", str(path), text="1\n1\n")[0] == 0
    status, output = run("--load", str(path), text="show\n")
    assert status == 0
    assert "Round" in output


def test_a_card_drawn_is_not_told_while_several_people_share_the_screen() -> None:
    table = table_of("person", "person", seed=6)
    out: list[str] = []
    game_of(table, blind(table, random.Random(2)), out).run()
    drawn = [event for batch in table.match.events() for event in batch if event.key == "drawn"]
    assert drawn
    assert not any("for your eyes" in line for line in out)


def test_an_answer_that_fails_half_way_changes_nothing() -> None:
    table = table_of("person", "bot:random", seed=8)
    player = table.asked
    assert player is not None
    before = table.match.state
    with pytest.raises(Illegal):
        table.answer(player, ["deploy bear.marshal", "deploy bear.marshal", "nonsense"])
    assert table.match.state == before
    assert not table.match.journal
