"""The four ways of doing something on the game screen: keys alone, the mouse alone, the palette, a typed line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import accumulate
from typing import Any, cast

from textual.command import Command, CommandList, CommandPalette
from textual.events import Key, Paste
from textual.keys import Keys, _character_to_key
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from rules.ask import Option
from wow_tui.actions import BY_ID, Footer, label
from wow_tui.app import WowApp
from wow_tui.screens.commands import Commands
from wow_tui.screens.game import GameScreen
from wow_tui.screens.quit import Typed
from wow_tui.widgets.council import NAMES, CouncilTrack
from wow_tui.widgets.map import MapWidget
from wow_tui.widgets.prompt import PromptPanel

Way = Callable[[Pilot[None], WowApp, str], Awaitable[None]]
TRIES = 1500


async def until(pilot: Pilot[Any], true: Callable[[], object], what: str = "what was waited for") -> None:
    """Wait until something is true, and the screen on top can be seen: keys pressed before are not meant for it."""
    for _ in range(TRIES):
        app = pilot.app
        if true() and (not isinstance(app, WowApp) or app._exit or app._keys.seen):
            return
        await pilot.pause(0.02)
    raise AssertionError(f"never: {what}")


def all_at_once(app: WowApp, *keys: str) -> None:
    """Keys without a pause between them: names of keys, and texts to be typed."""
    for key in keys:
        named = len(key) > 1 and ("+" in key or key in {each.value for each in Keys})
        for char in [key] if named else key:
            name = key if named else {"\r": "enter", "\x1b": "escape"}.get(char) or _character_to_key(char)
            app.post_message(Key(name, char if not named and char.isprintable() else None))


async def at_rest(pilot: Pilot[None], app: WowApp) -> None:
    """Wait until all keys have done what they do."""
    await pilot.pause()
    await until(pilot, lambda: app._keys.at_rest, "the last key")


def on_top(app: WowApp) -> GameScreen:
    """The game screen, which must be on top."""
    assert isinstance(app.screen, GameScreen), app.screen
    return app.screen


# Any action, by its id


async def action_by_keys(pilot: Pilot[None], app: WowApp, action: str) -> None:
    """Its key."""
    await pilot.press(BY_ID[action].keys.split(",")[0])


async def action_by_typing(pilot: Pilot[None], app: WowApp, action: str) -> None:
    """A line with its id."""
    await type_line(pilot, app, action)


async def type_line(pilot: Pilot[None], app: WowApp, line: str) -> None:
    """A typed line."""
    await pilot.press("colon")
    await until(pilot, lambda: isinstance(app.screen, Typed), "the line")
    await _write(pilot, app, line)
    await pilot.press("enter")


async def _write(pilot: Pilot[None], app: WowApp, text: str) -> None:
    """Text into the line that has the focus, at once: letter by letter takes tests long."""
    field = app.screen.query_one(Input)
    field.post_message(Paste(text))
    await until(pilot, lambda: field.value == text, text)


async def action_by_palette(pilot: Pilot[None], app: WowApp, action: str) -> None:
    """Its label in the palette."""
    await entry_of_palette(pilot, app, label(action))


async def entry_of_palette(pilot: Pilot[None], app: WowApp, name: str, listed: bool = False) -> None:
    """Take an entry of the palette by its name. `listed`: it must be there before anything is typed.

    Opening the palette each time takes long, so that only a few tests do: see `choose_in_palette`.
    """
    sources = (*app.COMMANDS, *app.screen.COMMANDS)
    kinds = [source if isinstance(source, type) else source() for source in sources]
    commands = [command for kind in kinds for command in cast("type[Commands]", kind)(app.screen).commands()]
    found = [command for command in commands if command.name == name and (command.shown or not listed)]
    assert found, f"no {name} in the palette"
    app.call_later(found[0].does)


async def choose_in_palette(pilot: Pilot[None], app: WowApp, name: str) -> None:
    """Search the palette, go down to the entry of exactly that name, and take it."""
    await pilot.press("P")
    await until(pilot, lambda: isinstance(app.screen, CommandPalette), "the palette")
    await _write(pilot, app, name.lower())
    found = app.screen.query_one(CommandList)
    await until(pilot, lambda: name in _names(found), f"{name} in the palette")
    for _ in range(_names(found).index(name) + 1):
        if found.highlighted == _names(found).index(name):
            break
        await pilot.press("down")
    await pilot.press("enter")


def _names(found: CommandList) -> list[str]:
    return [str(option.hit.text) for option in found.options if isinstance(option, Command)]


async def action_by_mouse(pilot: Pilot[None], app: WowApp, action: str) -> None:
    """A click on its name in the bottom line, or on the palette there and on its entry."""
    if await click_footer(pilot, app, action):
        return
    offers = [offer.id for _, offer in app.screen.query_one(Footer)._places]
    assert "palette" in offers, "the bottom line offers neither it nor the palette"
    await entry_of_palette(pilot, app, label(action), listed=True)


async def click_footer(pilot: Pilot[None], app: WowApp, action: str) -> bool:
    """Click an action in the bottom line; False if it is not there."""
    footer = app.screen.query_one(Footer)
    for place, offer in footer._places:
        if offer.id == action:
            await pilot.click(footer, offset=(place.start + 1, 0))
            return True
    return False


async def click_in_palette(pilot: Pilot[None], app: WowApp, name: str) -> None:
    """Scroll the list of the palette to an entry, and click it."""
    await until(pilot, lambda: isinstance(app.screen, CommandPalette), "the palette")
    found = app.screen.query_one(CommandList)
    await until(pilot, lambda: name in _names(found), f"{name} in the palette")
    line = found._index_to_line[_names(found).index(name)]
    found.scroll_to(y=line, animate=False)
    await pilot.pause()
    await pilot.click(found, offset=(4, line - round(found.scroll_offset.y) + found.gutter.top))


ACTION_WAYS: dict[str, Way] = {
    "keys": action_by_keys,
    "mouse": action_by_mouse,
    "palette": action_by_palette,
    "typed": action_by_typing,
}


# A move


async def move_by_typing(pilot: Pilot[None], app: WowApp, move: str) -> None:
    """A line in notation."""
    await type_line(pilot, app, move)


async def move_by_palette(pilot: Pilot[None], app: WowApp, move: str) -> None:
    """Its notation in the palette."""
    await entry_of_palette(pilot, app, move)


async def move_by_keys(pilot: Pilot[None], app: WowApp, move: str) -> None:
    """Step by step, with the focus moved by its key."""
    await _step_by_step(pilot, app, move, _keys)


async def move_by_mouse(pilot: Pilot[None], app: WowApp, move: str) -> None:
    """Step by step, each with clicks."""
    await _step_by_step(pilot, app, move, _clicks)


MOVE_WAYS: dict[str, Way] = {
    "keys": move_by_keys,
    "mouse": move_by_mouse,
    "palette": move_by_palette,
    "typed": move_by_typing,
}

Step = Callable[[Pilot[None], GameScreen, str], Awaitable[None]]


async def _step_by_step(pilot: Pilot[None], app: WowApp, move: str, step: Step) -> None:
    screen = on_top(app)
    ask = screen.desk.ask
    assert ask is not None
    option: Option = next(option for option in ask.options if option.id == move)
    for ref in [f"verb:{move.split()[0]}", *option.refs]:
        if screen.desk.ask is None or screen.desk.ask.id != ask.id:
            return
        if ref in screen.desk.chooser.refs() | {each.ref for each in screen.desk.chooser.steps()}:
            await step(pilot, screen, ref)
            await pilot.pause()


async def _keys(pilot: Pilot[None], screen: GameScreen, ref: str) -> None:
    kind, _, word = ref.partition(":")
    if kind == "region":
        await pilot.press("g")
        board = screen.query_one(MapWidget)
        await pilot.press(*board._tags[word])
    elif kind == "seat":
        track = screen.query_one(CouncilTrack)
        await _focus(pilot, screen, CouncilTrack)
        for _ in range(30):
            if track.cursor == word:
                break
            await pilot.press("tab")
        await pilot.press("enter")
    else:
        panel = screen.query_one(PromptPanel)
        await _focus(pilot, screen, PromptPanel)
        for _ in range(panel.choices.index(ref) - panel._cursor):
            await pilot.press("right")
        await pilot.press("enter")


async def _focus(pilot: Pilot[None], screen: GameScreen, wanted: type[Widget]) -> None:
    for _ in range(8):
        if isinstance(screen.focused, wanted):
            return
        await pilot.press("w")
    raise AssertionError(f"no key brings the focus to {wanted}")


async def _clicks(pilot: Pilot[None], screen: GameScreen, ref: str) -> None:
    kind, _, word = ref.partition(":")
    if kind in ("region", "seat"):
        widget: Any = screen.query_one(MapWidget if kind == "region" else CouncilTrack)
        row, column = _cell(widget, word)
        if widget.cursor != word:
            await pilot.click(widget, offset=(column, row))
        await pilot.click(widget, offset=(column, row))
        return
    panel = screen.query_one(PromptPanel)
    place = panel._places()[panel.choices.index(ref)]
    for _ in range(30):
        row = place.line - panel._first_line(panel._places())
        if 0 <= row < panel._room():
            await pilot.click(panel, offset=(place.column + 1, panel._choice_rows().start + row))
            return
        await pilot.click(panel, offset=(panel.content_size.width - 3, panel._choice_rows().start))
    raise AssertionError(f"no page shows {ref}")


def _cell(widget: Any, word: str) -> tuple[int, int]:
    """Row and column of a region of the map, or of a seat of the councils."""
    if isinstance(widget, MapWidget):
        assert widget._geometry is not None
        return next(iter(widget._geometry.cells[word]))
    assert isinstance(widget, CouncilTrack)
    widget._layout()
    empire, place = divmod(widget._board.seat[word], widget._seats)
    starts = list(accumulate(widget._columns, initial=NAMES + widget._margin()))
    return 1 + empire * widget._lines(), starts[place] + 1
