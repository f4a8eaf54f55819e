"""Other processes, as tests look at them."""

from __future__ import annotations

import os
from pathlib import Path


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not yet waited for does not."""
    status = Path(f"/proc/{pid}/stat")
    try:
        if status.parent.parent.joinpath("self").exists():
            return status.read_text().rpartition(")")[2].split()[0] not in "ZX"
        os.kill(pid, 0)
    except OSError:
        return False
    return True
