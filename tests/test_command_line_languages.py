"""Help and usage errors of the command line speak: what click says itself and what the commands say of themselves."""

from __future__ import annotations

import gettext
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from wow_tui.cli import COMMANDS, main
from wow_tui.speaking import DOMAIN, SpokenCommand
from wow_tui.text.catalogue import source
from wow_tui.text.extract import Entry, binary, command_line

HEADER = Entry("", ["Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"])


def said() -> set[str]:
    """Every text that the command line has a key for."""
    return {text for key, text in source().items() if key.startswith("cli.")}


def commands() -> dict[str, click.Command]:
    """All commands by name, the one above them too."""
    return {"": main} | {name: importlib.import_module(f"wow_tui.commands.{name}").command for name in COMMANDS}


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_all_that_help_says_has_its_key(name: str) -> None:
    command = commands()[name]
    assert isinstance(command, SpokenCommand)
    texts = {inspect.cleandoc(command.help or "")}
    texts |= {option.help for option in command.params if isinstance(option, click.Option) and option.help}
    assert texts - said() == set(), "write them down in wow_tui/text/cli.en.toml"


def test_the_table_of_commands_has_its_keys() -> None:
    assert set(COMMANDS.values()) <= said()


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[None]:
    """A catalogue of click for Polish in which each text stands in brackets."""
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    english = source()
    entries = {"": HEADER} | {key: Entry(key, [f"[{text}]"]) for key, text in english.items()}
    (folder / f"{DOMAIN}.mo").write_bytes(binary(command_line(entries, english)))
    before = gettext.bindtextdomain(DOMAIN)
    gettext.bindtextdomain(DOMAIN, str(tmp_path))
    yield
    gettext.bindtextdomain(DOMAIN, before)


def shown(*arguments: str, **environ: str) -> str:
    """What the program says to these arguments."""
    result = CliRunner().invoke(main, list(arguments), env=environ)
    return result.output


@pytest.mark.usefixtures("strange")
def test_help_is_in_the_language_asked_for_and_in_english_again_afterwards() -> None:
    polish = shown("--lang", "pl", "simulate", "--help", LANG="C")
    assert "[Options]:" in polish
    assert "[How many games.]" in polish
    assert "[Let bots play many games, and print" in polish
    assert "[Show this message and exit.]" in polish
    english = shown("simulate", "--help", LANG="C", LANGUAGE="")
    assert "[How many games.]" not in english
    assert "How many games." in english


@pytest.mark.usefixtures("strange")
def test_the_environment_is_asked_where_no_language_is_named() -> None:
    assert "[Run case files.]" in shown("--help", LANG="pl_PL.UTF-8", LC_ALL="", LC_MESSAGES="", LANGUAGE="")


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "--lang", "pl", "--loud"], "[No such option '--loud'.]"),
        (["--lang", "pl", "fly"], "[No such command 'fly'.]"),
        (["--lang", "pl", "simulate", "--games", "0"], "[0 is not in the range 1<=x<=1000000.]"),
        (["--lang", "pl", "simulate", "--loud"], "[No such option '--loud'.]"),
    ],
)
def test_usage_errors_are_in_that_language(arguments: list[str], sentence: str) -> None:
    said = shown(*arguments, LANG="C")
    assert sentence in said
    assert "Usage: " not in said.replace("[Usage: ]", "")


def test_without_a_catalogue_click_speaks_english(tmp_path: Path) -> None:
    before = gettext.bindtextdomain(DOMAIN)
    gettext.bindtextdomain(DOMAIN, str(tmp_path))
    try:
        assert "No such command 'fly'." in shown("--lang", "pl", "fly", LANG="C")
    finally:
        gettext.bindtextdomain(DOMAIN, before)
