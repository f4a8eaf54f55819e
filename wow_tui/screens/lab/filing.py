"""Opening and saving: files, codes, lines, and whatever is pasted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rules.whispers.position import PositionError, is_code
from wow_tui.actions import say
from wow_tui.asking.question import BadInput
from wow_tui.clean import clean
from wow_tui.lab import saving
from wow_tui.lab.loading import Found, bring, from_file, from_text
from wow_tui.screens.lab.entry import Choosing, LineEntry
from wow_tui.text.faults import told

if TYPE_CHECKING:
    from wow_tui.screens.lab.screen import LabScreen

SUFFIX = ".toml"


def pick(screen: LabScreen, word: str) -> None:
    """A row of the panel of files."""
    rows = {
        "lab-code": lambda: copy_code(screen),
        "line": lambda: copy(screen, saving.line(screen.lab) or ""),
        "lab-case": lambda: screen.action_save("case"),
        "lab-position": lambda: screen.action_save("position"),
        "lab-open": screen.action_open,
    }
    rows[word]()


def copy_code(screen: LabScreen) -> None:
    """The code to the clipboard of the terminal, where it allows that, and onto the screen, where it can be marked."""
    try:
        copy(screen, saving.code(screen.lab))
    except PositionError as error:
        screen.tell(clean(told(error), 300))


def copy(screen: LabScreen, text: str) -> None:
    """A text to the clipboard, and told."""
    if text:
        screen.app.copy_to_clipboard(text)
        screen.tell(say("lab.file.copied", code=text))


async def open_asked(screen: LabScreen) -> None:
    """Open what is asked for: a file, a code, a line."""
    text = await screen.app.push_screen_wait(LineEntry(say("lab.file.name-open")))
    if text:
        open_named(screen, text)


def open_named(screen: LabScreen, text: str) -> None:
    """A file if there is one of that name, else a code or a line."""
    if "\n" not in text and not is_code(text):
        path = Path(text).expanduser()
        try:
            is_file = path.is_file()
        except (OSError, ValueError):
            is_file = False
        looks_so = text.endswith((SUFFIX, ".wow")) or (len(text.split()) == 1 and "/" in text)
        if is_file or looks_so:
            _open(screen, lambda: from_file(path))
            return
    open_text(screen, text)


def open_text(screen: LabScreen, text: str) -> None:
    """A code, a line, a position or a case file as a text."""
    _open(screen, lambda: from_text(text))


def _open(screen: LabScreen, read: object) -> None:
    try:
        found: Found = read()  # type: ignore[operator]
    except BadInput as error:
        screen.tell(str(error))
        return
    if len(found.cases) > 1:
        screen.run_worker(_choose_case(screen, found))
    else:
        show_found(screen, found)


async def _choose_case(screen: LabScreen, found: Found) -> None:
    rows = [
        f"{say('lab.file.case-row', number=number, title=clean(case.title, 60))}  "
        f"{say('lab.file.steps', count=len(case.steps))}"
        for number, case in enumerate(found.cases, 1)
    ]
    chosen = await screen.app.push_screen_wait(Choosing(say("lab.file.pick-case"), rows))
    if chosen is not None:
        show_found(screen, found, chosen + 1)


def show_found(screen: LabScreen, found: Found, case: int = 1) -> None:
    """Go on with what was read; the position before is one step back."""
    try:
        bring(screen.lab, found, case)
    except BadInput as error:
        screen.tell(str(error))
        return
    screen.changed()
    screen.tell(opened(found))
    if found.move:
        screen.ask(found.move)


def opened(found: Found) -> str:
    """What was opened, in words."""
    key = "lab.file.opened-as" if found.viewer else "lab.file.opened"
    return say(key, what=say(f"lab.whole.{found.kind}"), player=clean(found.viewer, 40))


async def save(screen: LabScreen, what: str, name: str = "") -> None:
    """Write a case file or a position file under a name that is asked for. Nothing is ever written over."""
    try:
        title = say("lab.file.title")
        text = saving.case_text(screen.lab, title) if what == "case" else saving.position_text(screen.lab)
    except PositionError as error:
        screen.tell(say("lab.file.not-runnable", reason=f"{clean(told(error), 200)}."))
        return
    name = name or await screen.app.push_screen_wait(LineEntry(say("lab.file.name-file"), f"lab-{what}{SUFFIX}"))
    if not name:
        return
    path = Path(name).expanduser()
    shown = clean(str(path), 200)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        screen.tell(say("lab.file.exists", path=shown))
    except (OSError, ValueError) as error:
        reason = clean(getattr(error, "strerror", None) or str(error), 100)
        screen.tell(say("lab.file.failed", path=shown, reason=reason))
    else:
        screen.tell(say("lab.file.written", path=shown))
