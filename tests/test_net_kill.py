"""A host killed at any moment loses no acknowledged decision, and its clients are back by themselves."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from wow_tui.cli import main
from wow_tui.net import drill


async def test_a_killed_host_loses_nothing_acknowledged_and_its_clients_come_back() -> None:
    found = await drill.kills(2, seed=3)
    assert found.kills == 2
    assert found.acknowledged > 0
    assert found.lost == 0


@pytest.mark.long
async def test_fifty_killed_hosts() -> None:
    found = await drill.kills(50)
    assert found.acknowledged > 500
    assert found.lost == 0


async def test_a_drill_would_see_a_lost_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    from wow_tui.net.socket_link import SocketLink

    monkeypatch.setattr(SocketLink, "batches", lambda self: [])
    found = await drill.kills(1, seed=3)
    assert found.lost == found.acknowledged > 0


def test_the_latency_is_measured_beside_an_echo(monkeypatch: pytest.MonkeyPatch) -> None:
    original = drill.latency
    monkeypatch.setattr(drill, "latency", lambda: original(8, 2))
    result = CliRunner().invoke(main, ["bench", "--net", "--lang", "en"])
    assert result.exit_code == 0, result.output
    assert "Ratio of the medians" in result.output
