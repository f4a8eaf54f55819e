"""The case files of the repository, loaded once for the tests that use them."""

from __future__ import annotations

from pathlib import Path

from rules.whispers import examples
from rules.whispers.cases import Case, load

FILES = sorted((Path(examples.__file__).parent).glob("*.toml"))
CASES: list[tuple[str, Case]] = [(file.stem, case) for file in FILES for case in load(file.read_text("utf-8"))]
