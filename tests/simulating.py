"""`wow-tui simulate` as a test calls it."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from wow_tui.commands import simulate


def run(*arguments: str) -> Result:
    """The command with these arguments."""
    return CliRunner().invoke(simulate.command, list(arguments))


def found(*arguments: str) -> dict[str, Any]:
    """What the command prints for tools."""
    result = run("--json", *arguments)
    assert result.exit_code == 0, result.output
    decoded: dict[str, Any] = json.loads(result.stdout)
    return decoded
