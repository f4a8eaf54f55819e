"""Running the app in this terminal: what the command line wishes, which colours there are, what is said at the end."""

from __future__ import annotations

import os
import sys
from typing import Any, NamedTuple

from wow_tui.crash import crash_sentence
from wow_tui.modes import Guard
from wow_tui.text.voice import say


class Wishes(NamedTuple):
    """What the command line says about the screen; None leaves a setting as it is."""

    theme: str | None = None
    ascii: bool | None = None
    mouse: bool | None = None
    colour: str = "auto"


def launch(
    wishes: Wishes, table: Any = None, go_on: bool = False, entry: str = "", lab: Any = None, join: Any = None
) -> int:
    """Run the app in this terminal; the exit status.

    `table`: a match to go straight into; `go_on`: go on with the one played last; `entry`: of the title,
    to be opened at once; `lab`: what is looked at in the lab; `join`: a `wow_tui.net.session.Joining`.
    """
    # In a browser the terminal is a pipe that only Textual's own driver knows how to use.
    browser = "TEXTUAL_DRIVER" in os.environ
    if not browser and not (_is_terminal(sys.__stdin__) and _is_terminal(sys.__stderr__)):
        sys.stderr.write(say("start.no-terminal") + "\n")
        return 2
    guard = Guard()
    if not browser:
        guard.install()
    from wow_tui import config

    # Textual reads these when it is imported, which a settings file with keys in it does: colours, and how long
    # changes are gathered before they are drawn.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    choose_colours(wishes, config.Settings())
    loaded = config.load()
    settings = loaded.settings
    for name in ("theme", "ascii", "mouse"):
        wish = getattr(wishes, name)
        if wish is not None:
            setattr(settings, name, wish)
    choose_colours(wishes, settings)
    from wow_tui.app import WowApp

    app = WowApp(settings, loaded.problems, None if browser else guard, table, go_on, entry, lab, join)
    try:
        app.run(mouse=settings.mouse)
    except BaseException as error:
        guard.restore()
        sys.stderr.write(crash_sentence(error, app.table, app.lesson) + "\n")
        return 1
    finally:
        guard.restore()
    if app.crashed:
        sys.stderr.write(app.crashed + "\n")
    elif app.table is not None and not browser:
        trouble = app.table.trouble
        sys.stdout.write(say("leave.unsaved", reason=trouble) if trouble else say("leave.saved"))
        sys.stdout.write("\n")
    return app.return_code or 0


def _is_terminal(file: Any) -> bool:
    return file is not None and os.isatty(file.fileno())


def choose_colours(wishes: Wishes, settings: Any) -> None:
    """Set what Textual reads from the environment when imported, and a theme that fits the terminal."""
    environ = os.environ
    if wishes.colour in ("always", "16") or environ.get("NO_COLOR") == "":
        environ.pop("NO_COLOR", None)
    if wishes.colour == "always":
        environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
    elif wishes.colour == "never" or environ.get("TERM") in ("dumb", "unknown"):
        environ["NO_COLOR"] = "1"
    elif wishes.colour == "16" or not _many_colours(environ.get("TERM", ""), environ.get("COLORTERM", "")):
        environ["TEXTUAL_COLOR_SYSTEM"] = "standard"
        # Mixing true colours down to sixteen makes empires alike; this theme is made of the sixteen.
        if wishes.theme is None and settings.theme != "mono":
            settings.theme = "16-colours"


def _many_colours(term: str, colour_term: str) -> bool:
    return colour_term.lower() in ("truecolor", "24bit") or any(
        word in term for word in ("256color", "direct", "kitty", "alacritty", "ghostty", "wezterm", "foot")
    )
