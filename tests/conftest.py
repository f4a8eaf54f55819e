"""Tests run in English; the long ones only when they are asked for: `pytest -m long`."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from wow_tui.text.language import VARIABLES
from wow_tui.text.voice import spoken

# English, whatever the machine speaks.
for _name in ("LANGUAGE", *VARIABLES):
    os.environ.pop(_name, None)
os.environ["LANG"] = "C.UTF-8"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is marked `long` unless an expression of markers was given."""
    if config.getoption("markexpr"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="long: run with -m long"))


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Every test begins in English, whatever the one before it spoke."""
    with spoken("en"):
        yield
