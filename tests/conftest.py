"""The long tests run only when they are asked for: `pytest -m long`."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is marked `long` unless an expression of markers was given."""
    if config.getoption("markexpr"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="long: run with -m long"))
