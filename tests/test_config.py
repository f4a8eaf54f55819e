"""The settings file: what is wrong in it is told in a sentence with its line, and costs nothing else."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import platformdirs
import pytest
from click.testing import CliRunner

from wow_tui import config, setup_args, themes
from wow_tui.actions import ACTIONS, key_clashes, key_problem
from wow_tui.cli import main
from wow_tui.config import ConfigError, Settings, as_toml, load, parse, save


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of its own for each test."""
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


def test_without_a_file_the_defaults_hold_and_nothing_is_wrong() -> None:
    loaded = load()
    assert (loaded.settings, loaded.problems) == (Settings(), [])


def test_xdg_folders_are_honoured(folders: Path) -> None:
    assert config.config_path() == folders / "config" / "wow-tui" / "config.toml"
    assert config.saves_folder() == setup_args.saves_folder() == folders / "data" / "wow-tui" / "saves"


def test_settings_know_exactly_the_themes_there_are() -> None:
    assert set(config.THEMES) == set(themes.THEMES)


def test_what_was_saved_is_loaded_again_keys_included() -> None:
    settings = Settings(theme="day", ascii=True, mouse=False, bot_speed="step", keys={"undo": "z,f2"})
    save(settings)
    assert load().settings == settings
    assert load().problems == []
    assert parse(as_toml(settings).encode()).settings == settings


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('theme = "nite"', 1, "theme"),
        ("\n\ntheme = 3", 3, "theme"),
        ("mouse = 1", 1, "mouse is true or false, not 1"),
        ('ascii = "yes"', 1, "ascii"),
        ('bot_speed = "fast"', 1, '"fast"'),
        ("bell = []", 1, "bell"),
        ('language = "xx"', 1, "language"),
        ('# note\nthem = "day"', 2, "did you mean 'theme'"),
        ("[colours]\nred = 1", 1, "no setting 'colours'"),
        ('keys = "u"', 1, "table"),
        ('theme = "day"\n[keys]\nundoo = "u"', 3, "did you mean 'undo'"),
        ('[keys]\nundo = "no-such-key"', 2, "no key 'no-such-key'"),
        ('[keys]\nundo = ""', 2, "no key ''"),
        ("[keys]\nundo = 1", 2, "text"),
        ('keys.undo = "hyper+u"', 1, "no key"),
        ("theme = ", 1, "not TOML"),
        ("mouse = true\nmouse = false", 2, "not TOML"),
        ("\n\x00", 2, "not TOML"),
    ],
)
def test_each_mistake_is_one_sentence_with_its_line(text: str, line: int, said: str) -> None:
    problems = parse(text.encode()).problems
    assert len(problems) == 1
    assert problems[0].startswith(f"Line {line}: ")
    assert said in problems[0]
    assert problems[0].endswith((".", "?"))
    assert "\n" not in problems[0]


def test_a_mistake_leaves_all_other_settings_as_the_file_has_them() -> None:
    loaded = parse(b'theme = "nope"\nbell = true\nwhat = 1\n[keys]\nundo = "z"\nxx = "y"\n')
    assert loaded.settings == Settings(bell=True, keys={"undo": "z"})
    assert len(loaded.problems) == 3


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe",
        b'theme = "day"\n\xff',
        b"x" * 100_000,
        b"a=" + b"[" * 5_000,
        b"=",
        b"\x1b]0;x\x07",
        b'a = "\\ud800"',
    ],
    ids=["not utf-8", "half utf-8", "large", "deep", "no name", "escape", "surrogate"],
)
def test_no_file_however_broken_raises_or_commands_the_terminal(data: bytes) -> None:
    loaded = parse(data)
    assert loaded.problems
    assert all(problem.isprintable() for problem in loaded.problems)
    assert loaded.settings.theme == Settings().theme


def test_hostile_names_and_values_are_told_without_their_control_characters() -> None:
    loaded = parse(b'"\\u001b]0;x\\u0007" = 1\ntheme = "\\u001b[31m"\n[keys]\n"\\u202e" = "u"\n')
    assert len(loaded.problems) == 3
    assert all(problem.isprintable() for problem in loaded.problems)


def test_a_folder_in_place_of_the_file_is_told(folders: Path) -> None:
    config.config_path().mkdir(parents=True)
    loaded = load()
    assert loaded.settings == Settings()
    assert "could not be read" in loaded.problems[0]


def test_a_file_with_mistakes_is_kept_aside_when_settings_are_saved() -> None:
    path = config.config_path()
    path.parent.mkdir(parents=True)
    path.write_text("[keys\nundo = 'mine'")
    save(Settings(theme="day"))
    assert load().settings.theme == "day"
    assert "mine" in path.with_name("config.toml.bad").read_text()


def test_a_folder_that_cannot_be_made_is_one_sentence(folders: Path) -> None:
    (folders / "config").write_text("a file where the folder should be")
    with pytest.raises(ConfigError, match=r"could not be saved: .*; they hold until you leave\."):
        save(Settings())


def test_nothing_is_left_beside_the_file_and_others_cannot_look_in(folders: Path) -> None:
    save(Settings())
    folder = folders / "config" / "wow-tui"
    assert [path.name for path in folder.iterdir()] == ["config.toml"]
    assert os.name != "posix" or stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_every_action_id_and_each_of_its_keys_may_stand_in_a_key_map() -> None:
    assert [key_problem(action.id, action.keys) for action in ACTIONS] == [""] * len(ACTIONS)


def test_the_keys_of_the_program_itself_do_not_clash() -> None:
    assert key_clashes({action.id: action.keys for action in ACTIONS}) == []


def test_one_key_for_two_actions_of_one_place_is_told() -> None:
    told = key_clashes({"preview": "u"})
    assert len(told) == 1
    assert "undo" in told[0]
    assert "preview" in told[0]


def test_the_command_shows_path_and_values_and_succeeds(folders: Path) -> None:
    result = CliRunner().invoke(main, ["config"])
    assert result.exit_code == 0
    assert str(config.config_path()) in result.stdout
    assert parse(result.stdout.encode()).settings == Settings()


def test_check_succeeds_for_a_good_file_and_exits_2_with_the_reason_for_a_bad_one() -> None:
    save(Settings())
    assert CliRunner().invoke(main, ["config", "--check"]).exit_code == 0
    config.config_path().write_text('theme = "nite"\n')
    result = CliRunner().invoke(main, ["config", "--check"])
    assert result.exit_code == 2
    assert "Line 1: theme is" in result.stderr
    assert CliRunner().invoke(main, ["config"]).exit_code == 0


@pytest.mark.parametrize(("option", "value"), [("--theme", "nite"), ("--lang", "xx"), ("--color", "blue")])
def test_an_unknown_value_on_the_command_line_is_a_usage_error(option: str, value: str) -> None:
    result = CliRunner().invoke(main, [option, value])
    assert result.exit_code == 2
    assert "Error" in result.stderr


def test_without_a_terminal_the_program_says_what_works_without_one() -> None:
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 2
    assert "--plain" in result.stderr


@pytest.mark.parametrize("home", ["", "  ", "/somewhere/else", "~/there"])
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the library itself is asked")
def test_folders_are_where_the_library_for_them_says(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", home)
    assert config.config_path() == Path(platformdirs.user_config_dir("wow-tui")) / "config.toml"
    assert config.saves_folder() == Path(platformdirs.user_data_dir("wow-tui")) / "saves"
    assert config.state_folder() == Path(platformdirs.user_state_dir("wow-tui"))
