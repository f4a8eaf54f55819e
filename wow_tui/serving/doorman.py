"""Whether a join code opens a table: the host says."""

from __future__ import annotations

import secrets
from pathlib import Path

from rules.ask import Illegal
from wow_tui.net.client import Client, Identity, Lost, Place
from wow_tui.net.messages import Knock
from wow_tui.serving.ssh import Doorman


def doorman(socket: str) -> Doorman:
    """Asks the host that listens at that Unix socket. Nobody gets in while it does not answer."""

    async def opens(code: str, address: str) -> bool:
        client = Client(Place(socket=Path(socket)), Identity("", lambda host: secrets.token_hex(16), "", address))
        try:
            await client.open()
            await client.ask(Knock(seq=0, code=code))
        except (Illegal, Lost, OSError, TimeoutError):
            return False
        finally:
            await client.close()
        return True

    return opens
