"""The picture of the board: the README's is what the program draws now, and fetches nothing."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from click.testing import CliRunner

from tests.saved_matches import ROOT
from wow_tui.commands.show import command

SVG = "{http://www.w3.org/2000/svg}"
PICTURE = ROOT / "tests" / "pictures" / "board.svg"


def texts(path: Path) -> list[tuple[str, str]]:
    """Every text of a picture with its line, without what depends on who wrote the file."""
    found = ElementTree.parse(path).iter(f"{SVG}text")
    return [(each.get("y", ""), each.text or "") for each in found]


def test_the_picture_of_the_readme_is_what_its_command_draws(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text()
    made = re.search(r"wow-tui show (\S+) --size (\S+) --svg (\S+)`", readme)
    assert made is not None
    assert ROOT / made[3] == PICTURE
    assert f"]({made[3]})" in readme
    again = tmp_path / "again.svg"
    shown = CliRunner().invoke(command, [str(ROOT / made[1]), "--size", made[2], "--svg", str(again)])
    assert shown.exit_code == 0
    assert texts(again) == texts(PICTURE)
    assert len(texts(PICTURE)) > 300


def test_a_picture_fetches_nothing_and_holds_no_program() -> None:
    written = PICTURE.read_text()
    assert set(re.findall(r"https?://[^\"]*", written)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|@font-face|url\((?!#)|<script|<foreignObject|href=", written)
