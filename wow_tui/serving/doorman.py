"""Whether a join code opens a table: the host says."""

from __future__ import annotations

from wow_tui.serving.ssh import Doorman


def doorman(socket: str) -> Doorman | None:
    """Asks the host that listens at that Unix socket."""
    return None
