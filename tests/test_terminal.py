"""Whatever ends the program, no mode of the terminal stays on, and the match is saved first."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import sys
import termios
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

from wow_tui import modes
from wow_tui.config import Settings
from wow_tui.modes import ENTER, LEAVE, RESTORE, Output
from wow_tui.terminal import Wishes, choose_colours

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a pty")

_MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])|\x1b\[([<>])[0-9;]*u")
# What pyte does not know and would show as text.
_UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
# Modes that are on in a terminal nobody has touched: wrapping lines, a visible cursor.
_AT_REST = {b"7": True, b"25": True}


class Pty:
    """A program on a terminal of its own, and what that terminal shows."""

    def __init__(self, command: list[str], environ: dict[str, str], rows: int = 24, columns: int = 80) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.status: int | None = None
        self.output = b""
        # Closed by the exec: before it a signal would meet this process's handlers, and be lost.
        started, starting = os.pipe()
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], command, environ)
        os.close(starting)
        os.read(started, 1)
        os.close(started)
        self.before = termios.tcgetattr(self._file)

    def read(self, seconds: float) -> bool:
        """Take in what the program writes; False once it has closed the terminal."""
        if not select.select([self._file], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._file, 65536)
        except OSError:  # that is how Linux says that nobody has it open any more
            return False
        self.output += data
        self._stream.feed(_UNKNOWN.sub(b"", data))
        return bool(data)

    def press(self, keys: str) -> None:
        """Type keys."""
        os.write(self._file, keys.encode())

    def resize(self, rows: int, columns: int) -> None:
        """Make the window another size."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def text(self) -> str:
        """What the terminal shows."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, ready: Callable[[], bool], seconds: float = 30) -> None:
        """Read until something holds; AssertionError with the screen if it never does."""
        end = time.monotonic() + seconds
        while not ready():
            assert time.monotonic() < end, self.text()
            if not self.read(0.02) and not ready():
                raise AssertionError(self.text())

    def shows(self, text: str) -> None:
        """Read until a text is on the screen."""
        self.wait_for(lambda: text in self.text())

    def end(self, seconds: float = 30) -> int:
        """Read until the program ends; its exit status, negative for a signal."""
        until = time.monotonic() + seconds
        while self.status is None:
            self.read(0.02)
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self.status = os.waitstatus_to_exitcode(status)
            assert time.monotonic() < until, "it does not end"
        while select.select([self._file], [], [], 0.05)[0] and self.read(0):
            pass
        return self.status

    def afterwards(self) -> str:
        """What was written after the program had left its own screen, without escape sequences."""
        text = self.output.rpartition(LEAVE.encode())[2].decode().replace("\r", "")
        return re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", text)

    def left_on(self) -> list[bytes]:
        """The modes that are not what they are at rest."""
        # Of the whole output, for a sequence may come in two pieces.
        modes: dict[bytes, bool] = {}
        for number, switch, kitty in _MODE.findall(self.output):
            for each in number.split(b";") if number else [b"kitty"]:
                modes[each] = switch == b"h" if number else kitty == b">"
        return [mode for mode, on in modes.items() if on != _AT_REST.get(mode, False)]

    def close(self) -> None:
        """End the program, if it has not, and the terminal."""
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._file)


def into_the_game(program: Pty) -> None:
    """From the title into a match, as a newcomer would."""
    program.shows("New game")
    program.press("\r")
    program.shows("Start the game")
    program.press("\r")
    program.shows("The game:")


STAND_IN = """
    import sys, types
    from textual.screen import Screen
    from textual.widgets import Static
    from wow_tui.actions import Footer, bindings
    class GameScreen(Screen):
        BINDINGS = bindings("game")
        def __init__(self, table, settings):
            super().__init__()
            self.table = table
        def compose(self):
            yield Static("The game: " + ", ".join(self.table.names), markup=False)
            yield Footer()
        def action_undo(self):
            {undo}
    module = types.ModuleType("wow_tui.screens.game")
    module.GameScreen = GameScreen
    sys.modules["wow_tui.screens.game"] = module
    from wow_tui.cli import main
    main()
"""


def stand_in(tmp_path: Path, undo: str = "pass") -> list[str]:
    """The program with a stand-in for the game in which `u` does something."""
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(STAND_IN.format(undo=undo)))
    return [sys.executable, str(path)]


def environ(tmp_path: Path) -> dict[str, str]:
    """Folders of its own, a common terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    folders = {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
    return kept | folders | {"TERM": "xterm-256color"}


def saves(tmp_path: Path) -> list[Path]:
    """The saves there are, without older copies."""
    return [path for path in (tmp_path / "data" / "wow-tui" / "saves").glob("*.wow") if path.stem.count(".") == 0]


def clean(program: Pty) -> None:
    """AssertionError unless the terminal is as it was."""
    assert program.left_on() == []
    assert program.screen.cursor.hidden is False
    assert termios.tcgetattr(program._file)[:4] == program.before[:4]


SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_in_the_game_saves_restores_and_exits_with_128_and_its_number(
    tmp_path: Path, number: signal.Signals
) -> None:
    program = Pty(stand_in(tmp_path), environ(tmp_path))
    try:
        into_the_game(program)
        assert b"1049" in program.left_on()
        [path] = saves(tmp_path)
        path.unlink()
        os.kill(program.pid, number)
        assert program.end() == 128 + number
        clean(program)
        assert saves(tmp_path) == [path]
    finally:
        program.close()


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
@pytest.mark.parametrize("seed", range(4))
def test_a_signal_at_a_random_moment_leaves_no_mode_on(tmp_path: Path, number: signal.Signals, seed: int) -> None:
    chance = random.Random(f"{seed} {number}")
    moments = ["", "New game", "Start the game", "The game:"]
    program = Pty(stand_in(tmp_path), environ(tmp_path))
    try:
        for moment in moments[: chance.randrange(1, 4)]:
            if moment:
                program.shows(moment)
                program.press("\r")
        end = time.monotonic() + chance.uniform(0, 0.6)
        while (left := end - time.monotonic()) > 0:
            program.read(left)
        os.kill(program.pid, number)
        # Before the program's first line has run, the system ends it.
        assert program.end() in (128 + number, -number, 1)
        assert program.left_on() == []
    finally:
        program.close()


def test_a_signal_ends_it_also_while_the_screen_is_busy_for_ever(tmp_path: Path) -> None:
    program = Pty(stand_in(tmp_path, "while True: pass"), environ(tmp_path))
    try:
        into_the_game(program)
        program.press("u")
        time.sleep(0.2)
        os.kill(program.pid, signal.SIGTERM)
        assert program.end() == 143
        clean(program)
    finally:
        program.close()


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    program = Pty(stand_in(tmp_path, "import time; time.sleep(60)"), environ(tmp_path))
    try:
        program.shows("New game")
        program.press("n")
        program.shows("Start the game")
        program.press("\r")
        program.shows("The game:")
        program.press("u")
        time.sleep(0.2)
        os.kill(program.pid, signal.SIGINT)
        time.sleep(0.05)
        os.kill(program.pid, signal.SIGINT)
        assert program.end() == 130
        clean(program)
    finally:
        program.close()


def test_a_terminal_that_goes_away_ends_the_program(tmp_path: Path) -> None:
    program = Pty(stand_in(tmp_path), environ(tmp_path))
    program.shows("New game")
    os.close(program._file)
    end = time.monotonic() + 20
    while not (ended := os.waitpid(program.pid, os.WNOHANG))[0]:
        assert time.monotonic() < end, "it goes on without a terminal"
        time.sleep(0.02)
    assert os.waitstatus_to_exitcode(ended[1]) == 129


def test_a_crash_is_one_sentence_on_a_clean_terminal_with_the_details_in_a_file(tmp_path: Path) -> None:
    program = Pty(stand_in(tmp_path, "secret = 'Devout'; raise RuntimeError('odd')"), environ(tmp_path), 40, 200)
    try:
        into_the_game(program)
        [path] = saves(tmp_path)
        path.unlink()
        program.press("u")
        assert program.end() == 1
        clean(program)
        said = program.afterwards()
        assert said.startswith("wow-tui had to stop: RuntimeError. The match is saved; details are in ")
        assert said.count("\n") == 1
        details = Path(said.strip().rsplit(" ", 1)[1])
        assert "RuntimeError: odd" in details.read_text()
        assert saves(tmp_path) == [path]
    finally:
        program.close()


def test_a_screen_that_cannot_be_built_is_a_crash_like_any_other(tmp_path: Path) -> None:
    program = Pty(stand_in(tmp_path), environ(tmp_path), 40, 200)
    source = tmp_path / "program.py"
    source.write_text(source.read_text().replace("yield Footer()", "yield 1 / 0"))
    program.close()
    program = Pty([sys.executable, str(source)], environ(tmp_path), 40, 200)
    try:
        program.shows("New game")
        program.press("\r")
        program.shows("Start the game")
        program.press("\r")
        assert program.end() == 1
        clean(program)
        assert program.afterwards().startswith("wow-tui had to stop: ZeroDivisionError.")
        assert program.afterwards().count("\n") == 1
    finally:
        program.close()


@pytest.mark.parametrize("keys", ["q", "\x11", "\x03", ":quit\r"], ids=["q", "ctrl+q", "ctrl+c", "typed"])
def test_leaving_by_any_key_leaves_no_mode_on(tmp_path: Path, keys: str) -> None:
    program = Pty(stand_in(tmp_path), environ(tmp_path))
    try:
        program.shows("New game")
        for part in (keys[:1], keys[1:]):
            program.press(part)
            program.read(0.3)
            if part == ":":
                program.shows("Enter does it")
        assert program.end() == 0
        clean(program)
    finally:
        program.close()


def test_leaving_from_the_game_says_how_to_go_on(tmp_path: Path) -> None:
    program = Pty([*stand_in(tmp_path), "play", "Ann", "greedy"], environ(tmp_path))
    try:
        program.shows("The game: Ann, Greedy")
        program.press("\x11")
        assert program.end() == 0
        assert "wow-tui --continue" in program.afterwards()
    finally:
        program.close()


def test_without_mouse_no_mouse_mode_is_switched_on(tmp_path: Path) -> None:
    program = Pty([*stand_in(tmp_path), "--no-mouse"], environ(tmp_path))
    try:
        program.shows("New game")
        assert not {b"1000", b"1002", b"1003", b"1006", b"1015"} & set(program.left_on())
        program.press("q")
        program.end()
        clean(program)
    finally:
        program.close()


def test_switching_the_mouse_off_in_the_settings_gives_it_to_the_terminal_at_once(tmp_path: Path) -> None:
    program = Pty(stand_in(tmp_path), environ(tmp_path))
    try:
        program.shows("New game")
        assert b"1000" in program.left_on()
        program.press("s")
        program.shows("Bot speed")
        program.press("jj")
        program.press("l")
        program.wait_for(lambda: b"1000" not in program.left_on())
        program.press("h")
        program.wait_for(lambda: b"1000" in program.left_on())
        program.press("qq")
        program.end()
        clean(program)
    finally:
        program.close()


class Sink:
    """The two ends of a pipe in place of a terminal."""

    def __init__(self) -> None:
        self.out, self.into = os.pipe()
        os.set_blocking(self.out, False)

    def text(self) -> str:
        """All that was written since the last time."""
        try:
            return os.read(self.out, 1 << 20).decode()
        except BlockingIOError:
            return ""


def test_output_writes_a_frame_at_once_and_nothing_after_it_was_shut() -> None:
    sink = Sink()
    output = Output(sink.into)
    output.write(ENTER)
    output.write("x")
    assert sink.text() == ""
    output.flush()
    assert sink.text() == ENTER + "x"
    output.write("late")
    output.shut()
    output.flush()
    output.shut()
    assert sink.text() == RESTORE


def test_output_restores_nothing_where_nothing_was_switched_on_or_all_is_off_again() -> None:
    for text in ("x", ENTER + LEAVE):
        sink = Sink()
        output = Output(sink.into)
        output.write(text)
        output.flush()
        output.shut()
        assert sink.text() == text


def test_output_to_a_terminal_that_takes_nothing_does_not_hang() -> None:
    sink = Sink()
    output = Output(sink.into)
    output.write(ENTER)
    output.flush()
    os.set_blocking(sink.into, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(sink.into, b"." * 4096):
            pass
    output.shut()
    assert not output.entered


@pytest.mark.parametrize(
    ("colour", "environ", "theme", "no_color", "system"),
    [
        ("auto", {"TERM": "xterm-256color"}, "day", None, None),
        ("auto", {"TERM": "xterm", "COLORTERM": "truecolor"}, "day", None, None),
        ("auto", {"TERM": "linux"}, "16-colours", None, "standard"),
        ("auto", {"TERM": "dumb"}, "day", "1", None),
        ("auto", {"TERM": "xterm-256color", "NO_COLOR": ""}, "day", None, None),
        ("auto", {"TERM": "xterm-256color", "NO_COLOR": "1"}, "day", "1", None),
        ("never", {"TERM": "xterm-256color"}, "day", "1", None),
        ("always", {"TERM": "xterm-256color", "NO_COLOR": "1"}, "day", None, "truecolor"),
        ("16", {"TERM": "xterm-256color", "NO_COLOR": "1"}, "16-colours", None, "standard"),
    ],
)
def test_colours_follow_the_option_then_the_environment(
    monkeypatch: pytest.MonkeyPatch,
    colour: str,
    environ: dict[str, str],
    theme: str,
    no_color: str | None,
    system: str | None,
) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    settings = Settings(theme="day")
    choose_colours(Wishes(colour=colour), settings)
    assert settings.theme == theme
    assert os.environ.get("NO_COLOR") == no_color
    assert os.environ.get("TEXTUAL_COLOR_SYSTEM") == system
    for name in ("NO_COLOR", "TEXTUAL_COLOR_SYSTEM"):
        os.environ.pop(name, None)


LOOK_AT_TEXTUAL = """
    import sys, types
    module = types.ModuleType("wow_tui.app")
    class WowApp:
        crashed, table, return_code = "", None, 0
        def __init__(self, *given):
            pass
        def run(self, mouse):
            from textual import constants
            print("read:", constants.MAX_FPS, constants.COLOR_SYSTEM)
    module.WowApp = WowApp
    sys.modules["wow_tui.app"] = module
    from wow_tui.cli import main
    main()
"""


@pytest.mark.parametrize("settings", ["", 'theme = "day"\n[keys]\nundo = "z"\n'], ids=["no settings", "with keys"])
def test_colours_and_pace_are_chosen_before_textual_reads_them(tmp_path: Path, settings: str) -> None:
    path = tmp_path / "config" / "wow-tui" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text(settings)
    source = tmp_path / "program.py"
    source.write_text(textwrap.dedent(LOOK_AT_TEXTUAL))
    program = Pty([sys.executable, str(source), "--color", "16"], environ(tmp_path))
    try:
        assert program.end() == 0
        assert "read: 120 standard" in program.text()
    finally:
        program.close()


def test_a_driver_still_writes_where_the_guard_can_stop_it() -> None:
    """Textual's private parts that `modes.driver` relies on."""
    from textual.drivers.linux_driver import LinuxDriver

    made = modes.driver(Output(1))
    assert issubclass(made, LinuxDriver)
    source = Path(sys.modules[LinuxDriver.__module__].__file__ or "").read_text()
    assert "WriterThread(self._file)" in source
    assert hasattr(LinuxDriver, "_enable_mouse_support")
    assert hasattr(LinuxDriver, "_disable_mouse_support")
