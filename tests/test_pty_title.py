"""The installed command on a real terminal: title, form, and out again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_terminal import Pty, clean, environ

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a pty")


def command() -> str:
    """The installed command beside this Python, or on the path."""
    found = shutil.which("wow-tui", path=os.path.dirname(sys.executable)) or shutil.which("wow-tui")
    assert found, "the project is not installed"
    return found


def quiet(program: Pty) -> None:
    """Read until a second has passed without output."""
    before = -1
    while len(program.output) != before:
        before = len(program.output)
        program.read(1.0)


def test_title_then_form_then_out_leaves_a_clean_terminal(tmp_path: Path) -> None:
    program = Pty([command()], environ(tmp_path))
    try:
        program.shows("For 2 to 4 players")
        assert "Continue" not in program.text()
        program.press("\r")
        program.shows("Start the game")
        assert "[person]" in program.text()
        program.press("\x1b")
        program.shows("For 2 to 4 players")
        program.press("q")
        assert program.end() == 0
        clean(program)
        assert b"\x1b]52" not in program.output
    finally:
        program.close()


def test_a_start_writes_less_than_60_kb_at_120_columns(tmp_path: Path) -> None:
    program = Pty([command()], environ(tmp_path), 40, 120)
    try:
        program.shows("Leave the program")
        quiet(program)
        assert len(program.output) < 60_000
        program.press("q")
        program.end()
    finally:
        program.close()


def test_the_title_writes_nothing_while_nobody_does_anything(tmp_path: Path) -> None:
    program = Pty([command()], environ(tmp_path))
    try:
        program.shows("Leave the program")
        quiet(program)
        before = len(program.output)
        program.read(1.5)
        assert len(program.output) == before
        program.press("q")
        program.end()
    finally:
        program.close()


def test_the_title_imports_nothing_that_only_later_screens_need(tmp_path: Path) -> None:
    script = (
        "import sys, asyncio\n"
        "from wow_tui.app import WowApp\n"
        "async def go():\n"
        "    async with WowApp().run_test() as pilot:\n"
        "        await pilot.pause(0.2)\n"
        "asyncio.run(go())\n"
        "late = ('rules.', 'saves.', 'wow_tui.bots', 'wow_tui.screens.new_game', 'wow_tui.screens.game',\n"
        "        'textual.widgets._markdown', 'textual.widgets._text_area', 'textual.widgets._rich_log', 'msgpack')\n"
        "print([name for name in sys.modules if name.startswith(late)])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=environ(tmp_path), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
