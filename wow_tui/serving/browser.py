"""The process of one browser window: `python -m wow_tui.serving.browser ARGUMENTS...` is wow-tui with them.

It ends with the web server that has started it, however that ends.
"""

from __future__ import annotations

import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def end_with(parent: int) -> None:
    """Ask the system for a SIGTERM once the parent has ended; where it cannot do that, do without."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            sys.exit(1)


if __name__ == "__main__":
    end_with(os.getppid())
    # What the browser's terminal can do, whatever terminal the server was started in.
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    os.environ.pop("NO_COLOR", None)
    from wow_tui.cli import main

    main(sys.argv[1:], prog_name="wow-tui")
