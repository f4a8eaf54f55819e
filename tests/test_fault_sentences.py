"""What the rules and saves say is wrong can be said in every language: each sentence has its key in the catalogue."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rules.sentence import Sentence, sentence_of
from rules.whispers.cases import CaseError, run
from rules.whispers.cases import load as load_cases
from rules.whispers.position import PositionError, nearest
from saves.errors import SENTENCES, SaveError
from saves.packing import unseal
from wow_tui.commands import check
from wow_tui.reference import Reference, Unknown
from wow_tui.text.catalogue import catalogue
from wow_tui.text.faults import told
from wow_tui.text.voice import spoken

ROOT = Path(__file__).parent.parent


def sentences() -> Iterator[tuple[str, str, set[str]]]:
    """Key, English text and names of values of each sentence in the sources."""
    for folder in ("rules", "saves", "wow_tui/lab", "wow_tui/simulation", "wow_tui/commands"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sentence":
                    key, text = node.args
                    assert isinstance(key, ast.Constant), (path, node.lineno)
                    assert isinstance(text, ast.Constant), (path, node.lineno)
                    yield str(key.value), str(text.value), {str(each.arg) for each in node.keywords}


def test_the_catalogue_says_in_english_what_the_errors_say() -> None:
    messages = {key.removeprefix("fault."): text for key, text in catalogue().messages.items()}
    found = {key: text for key, text, _ in sentences()}
    assert len(found) > 100
    assert {key: messages.get(key) for key in found} == found
    said = {key for key in catalogue().messages if key.startswith("fault.") and key.count(".") == 1}
    assert {key.removeprefix("fault.") for key in said} - set(found) == {"this-save"}


def test_a_key_stands_for_one_sentence() -> None:
    texts: dict[str, set[str]] = {}
    for key, text, _ in sentences():
        texts.setdefault(key, set()).add(text)
    assert {key: each for key, each in texts.items() if len(each) > 1} == {}


def test_every_fault_of_a_save_has_its_sentence() -> None:
    assert {kind: catalogue().say(f"fault.save.{kind}", where="{where}", detail="{detail}") for kind in SENTENCES} == (
        SENTENCES
    )


def played(text: str) -> None:
    """The cases of a file, played."""
    for case in load_cases(text):
        run(case)


@pytest.mark.parametrize(
    "text",
    [
        "[position]\nboard = 'setpu'\n",
        "steps = ['swap']\n[position.banners]\nB9 = 'bear 3'\n",
        "[[case]]\nsteps = 'x'\n",
        "steps = ['swap']\ntitel = 'x'\n",
        "= = =",
        "steps = ['swap']\n[position]\npreset = 'printde'\n",
        "steps = ['swap']\n[position]\nplayers = 9\n",
        "steps = ['swap']\n[position.loyalties]\nA = ['bear', 'bear', 'lion']\n",
    ],
)
def test_a_fault_is_told_by_key_and_values_and_in_english_as_the_error_says(text: str) -> None:
    with pytest.raises((CaseError, PositionError)) as found:
        played(text)
    assert isinstance(sentence_of(found.value), Sentence)
    with spoken("en"):
        assert told(found.value) == str(found.value)
    with spoken("qps"):
        strange = told(found.value)
    assert strange != str(found.value)


@pytest.mark.parametrize("data", [b"", b"x" * 100])
def test_a_bad_save_is_told_in_the_language_spoken(data: bytes) -> None:
    with pytest.raises(SaveError) as found:
        unseal(data)
    with spoken("en"):
        assert told(found.value) == str(found.value)
        assert told(found.value.named("'a.wow'")) == str(found.value.named("'a.wow'"))
    with spoken("qps"):
        assert told(found.value) != str(found.value)


def test_an_error_without_a_sentence_of_its_own_is_told_as_it_is() -> None:
    assert told(ValueError("odd")) == "odd"


def test_values_keep_their_braces_and_are_no_templates() -> None:
    error = PositionError(Sentence("move-is-no-move", "{move!r} is no move", move="{x} {move.__class__}"))
    with spoken("en"):
        assert told(error) == str(error) == "'{x} {move.__class__}' is no move"


def test_check_tells_faults_in_the_language_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text("steps = ['swap']\ntitel = 'x'\n")
    english = CliRunner().invoke(check.command, [str(path)])
    strange = CliRunner().invoke(check.command, ["--lang", "qps", str(path)])
    assert "a case has no key 'titel'" in english.output
    assert "a case has no key 'titel'" not in strange.output
    assert "titel" in strange.output


@pytest.mark.parametrize(("language", "wanted"), [("en", "did you mean 'bear'"), ("pl", "może chodzi o „bear”")])
def test_a_sentence_among_the_values_of_a_message_is_said_in_its_language(language: str, wanted: str) -> None:
    hint = nearest("baer", ["bear"])
    assert wanted in catalogue(language).say("setup.no-bot", name="baer", hint=hint)
    with pytest.raises(Unknown, match=wanted):
        Reference(language).cards("baer")
