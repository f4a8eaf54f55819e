"""Every action of the client, declared once: its keys, and by its id its label and tooltip in the catalogue.

Bindings, footer, palette, help and the players' key maps are all made from this table.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.dom import DOMNode
from textual.keys import Keys, format_key
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget

from wow_tui.clean import clean
from wow_tui.text.voice import say as say
from wow_tui.text.voice import words as words


class Action(NamedTuple):
    """Something a person can do. `does`: the Textual action; `where`: the group of bindings it belongs to.

    The catalogue has its label as `action.ID` and its tooltip as `action.ID.tip`.
    """

    id: str
    keys: str
    does: str
    where: str
    footer: bool = False


ACTIONS = (
    Action("help", "question_mark,f1", "help", "app", True),
    Action("typed", "colon", "typed", "app", True),
    Action("palette", "P,ctrl+p", "command_palette", "app", True),
    Action("back", "escape", "back", "app"),
    Action("leave", "q", "leave", "app", True),
    Action("exit", "ctrl+q", "quit", "app"),
    Action("interrupt", "ctrl+c", "quit", "app"),
    Action("up", "up,k", "up", "menu"),
    Action("down", "down,j", "down", "menu"),
    Action("first", "home", "first", "menu"),
    Action("last", "end", "last", "menu"),
    Action("choose", "enter,space", "choose", "menu", True),
    Action("continue", "c", "item('continue')", "title"),
    Action("new-game", "n", "item('new-game')", "title"),
    Action("tutorial", "t", "item('tutorial')", "title"),
    Action("load", "l", "item('load')", "title"),
    Action("lab", "a", "item('lab')", "title"),
    Action("join", "f", "item('join')", "title"),
    Action("rules", "r", "item('rules')", "title"),
    Action("settings", "s", "item('settings')", "title"),
    Action("start", "f5", "start", "new-game", True),
    Action("leave-form", "q,escape", "cancel", "new-game", True),
    Action("again", "f5", "again", "join", True),
    Action("watch", "v", "watch", "lobby", True),
    Action("new-table", "n", "new_table", "lobby", True),
    Action("chat", "t", "chat", "together", True),
    Action("people", "m", "people", "together", True),
    Action("begin", "f5", "begin", "table", True),
    Action("table-chat", "t", "chat", "table", True),
    Action("bot-plays", "b", "bot_plays", "table", True),
    Action("person-plays", "p", "person_plays", "table", True),
    Action("release", "d,delete", "release", "table", True),
    Action("delete", "d,delete", "delete", "load", True),
    Action("row-up", "up,k,shift+tab", "row_up", "form"),
    Action("row-down", "down,j,tab", "row_down", "form"),
    Action("value-before", "left,h", "before", "choice"),
    Action("value-after", "enter,space,right,l", "after", "choice", True),
    Action("page-up", "pageup", "page_up", "pages"),
    Action("page-down", "pagedown", "page_down", "pages"),
    Action("press", "enter,space", "press", "button", True),
    Action("yes", "y", "answer(True)", "question", True),
    Action("no", "n,escape,q", "answer(False)", "question", True),
    Action("close", "escape,q,enter,question_mark", "close", "page", True),
    Action("scroll-up", "k", "scroll(-1)", "page"),
    Action("scroll-down", "j,space", "scroll(1)", "page"),
    Action("close-line", "escape", "close", "typed"),
    Action("leave-small", "q", "quit", "small"),
    Action("undo", "u", "undo", "game", True),
    Action("redo", "U", "redo", "game"),
    Action("reset-turn", "R", "reset_turn", "game"),
    Action("preview", "p", "preview", "game", True),
    Action("rule", "r", "rule", "game"),
    Action("tags", "g", "tags", "game", True),
    Action("look", "x", "look", "game"),
    Action("find", "slash", "find", "game"),
    Action("since", "s", "since", "game"),
    Action("replay", "T", "replay", "game"),
    Action("bot-speed", "b", "bot_speed", "game"),
    Action("cards", "c", "side('hand')", "game", True),
    Action("societies", "o", "side('people')", "game"),
    Action("log-panel", "e", "side('log')", "game"),
    Action("panel", "w", "panel", "game"),
    Action("next", "n", "next", "game"),
    Action("earlier", "left_square_bracket", "replay(-1)", "game"),
    Action("later", "right_square_bracket", "replay(1)", "game"),
    Action("step-back", "escape", "back", "game"),
    Action("result", "f", "result", "game"),
    Action("why", "y", "why", "game"),
    Action("hint", "H", "hint", "game"),
    Action("about", "i", "about", "game"),
    Action("find-here", "F", "find_here", "game"),
    Action("find-all", "E", "find_all", "game"),
    Action("keep-filter", "enter", "keep", "find", True),
    Action("clear-filter", "delete,ctrl+k", "clear", "find", True),
    Action("cancel-filter", "escape", "cancel", "find", True),
    Action("open", "enter,space", "open", "curtain", True),
    Action("undo-last", "u", "undo_last", "curtain", True),
    Action("save", "S", "save", "match"),
    Action("look-back", "T", "look_back", "result", True),
    Action("export", "X", "export", "result", True),
    Action("analysis", "A", "analysis", "result", True),
    Action("rematch", "a", "rematch", "result", True),
    Action("another-game", "n", "new_game", "result", True),
    Action("title", "q", "title", "result", True),
    Action("book-search", "slash", "search", "rulebook", True),
    Action("book-back", "backspace,left_square_bracket,alt+left", "travel(-1)", "rulebook", True),
    Action("book-forward", "right_square_bracket,alt+right", "travel(1)", "rulebook"),
    Action("book-side", "tab,shift+tab", "side", "rulebook", True),
    Action("book-down", "down", "down", "rulebook"),
    Action("book-lab", "L", "lab", "rulebook", True),
    Action("book-close", "escape,q", "close", "rulebook", True),
    Action("coach", "t", "coach", "tutorial", True),
    Action("coach-back", "pageup", "coach_back", "tutorial"),
    Action("to-lab", "L", "to_lab", "game"),
    Action("lab-undo", "u", "undo", "lab", True),
    Action("lab-redo", "U", "redo", "lab"),
    Action("lab-earlier", "left_square_bracket", "undo", "lab"),
    Action("lab-later", "right_square_bracket", "redo", "lab"),
    Action("lab-moves", "m", "tab('moves')", "lab", True),
    Action("lab-report", "f", "tab('report')", "lab", True),
    Action("lab-cards", "c", "tab('cards')", "lab", True),
    Action("lab-tokens", "y", "tab('tokens')", "lab"),
    Action("lab-table", "o", "tab('table')", "lab", True),
    Action("lab-tree", "t", "tab('tree')", "lab", True),
    Action("lab-file", "s", "tab('file')", "lab", True),
    Action("lab-more", "plus,equals_sign", "adjust(1)", "lab"),
    Action("lab-fewer", "minus,delete", "adjust(-1)", "lab"),
    Action("lab-empire", "e", "empire", "lab"),
    Action("lab-beside", "b", "beside", "lab"),
    Action("lab-agent", "n", "agent", "lab"),
    Action("lab-acts", "a", "acts", "lab"),
    Action("lab-reveal", "v", "reveal", "lab"),
    Action("lab-society", "i", "society", "lab"),
    Action("lab-preview", "p", "preview", "lab"),
    Action("lab-rule", "r", "rule", "lab"),
    Action("lab-find", "slash", "find", "lab"),
    Action("lab-here", "x", "here", "lab"),
    Action("lab-which", "B", "which", "lab"),
    Action("lab-panel", "w", "panel", "lab"),
    Action("lab-fork", "F", "fork", "lab"),
    Action("lab-name", "N", "name", "lab"),
    Action("lab-compare", "C", "compare", "lab"),
    Action("lab-drop", "D", "drop", "lab"),
    Action("lab-code", "Y", "code", "lab"),
    Action("lab-case", "S", "save('case')", "lab"),
    Action("lab-position", "W", "save('position')", "lab"),
    Action("lab-open", "O", "open", "lab"),
    Action("lab-back", "escape", "back", "lab"),
)
BY_ID = {action.id: action for action in ACTIONS}


def label(action_id: str) -> str:
    """What an action is called."""
    return say(f"action.{action_id}")


def tooltip(action_id: str) -> str:
    """One line on what an action does."""
    key = f"action.{action_id}.tip"
    return say(key) if key in words() else ""


def bindings(*groups: str, footer: bool = True) -> list[BindingType]:
    """The bindings of these groups, for `BINDINGS`. `footer`: whether any may show in the bottom line.

    They are called by id: what an action is called is said when it is shown, in the language of that moment.
    """
    return [
        Binding(
            action.keys,
            action.does,
            action.id,
            show=action.footer and footer,
            id=action.id,
            # An input has letters and Enter for itself, but the way out must work everywhere.
            priority=action.id in ("exit", "keep-filter"),
        )
        for action in ACTIONS
        if action.where in groups
    ]


class Offer(NamedTuple):
    """An action that can be done now: its keys as shown, label, tooltip, and how to run it."""

    id: str
    keys: tuple[str, ...]
    label: str
    tooltip: str
    footer: bool
    does: str
    node: DOMNode

    @property
    def everywhere(self) -> bool:
        """Whether it holds on every screen."""
        return BY_ID[self.id].where == "app"


def offered(screen: Screen[Any]) -> list[Offer]:
    """What can be done on a screen now, the focused widget's actions first; each once with all its keys."""
    found: dict[str, Offer] = {}
    for key, (node, binding, enabled, _) in screen.active_bindings.items():
        if binding.id not in BY_ID or not enabled:
            continue
        shown = show_key(key)
        before = found.get(binding.id)
        if before is None:
            names = label(binding.id), tooltip(binding.id)
            found[binding.id] = Offer(binding.id, (shown,), *names, binding.show, binding.action, node)
        elif shown not in before.keys:
            found[binding.id] = before._replace(keys=(*before.keys, shown))
    return list(found.values())


_KEY_NAMES = {
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "home": "Home",
    "end": "End",
    "delete": "Del",
    "backspace": "Backspace",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


def show_key(key: str) -> str:
    """A key as help and footer write it: words, no arrows, so that it reads on every terminal."""
    if key in _KEY_NAMES:
        return _KEY_NAMES[key]
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return key.upper() if key[:1] == "f" and key[1:].isdigit() else format_key(key)


async def run(app: App[Any], offer: Offer) -> None:
    """Do an action that was offered."""
    await app.run_action(offer.does, offer.node)


def key_problem(action_id: str, keys: object) -> str:
    """Why a line of a player's key map cannot be used, as the end of a sentence, or an empty text."""
    from rules.whispers.position import nearest

    if action_id not in BY_ID:
        hint = nearest(action_id, list(BY_ID)) or "."
        return f"there is no action {clean(action_id, 40)!r}{hint}"
    if not isinstance(keys, str):
        return f'the keys of {action_id} are a text such as "u,backspace".'
    for key in keys.split(","):
        if not _is_key(key.strip()):
            return f"there is no key {clean(key.strip(), 20)!r} for {action_id}."
    return ""


def _is_key(key: str) -> bool:
    *modifiers, name = key.split("+") if len(key) > 1 else (key,)
    if not set(modifiers) <= {"ctrl", "shift", "alt", "meta", "super"}:
        return False
    if name in {each.value for each in Keys}:
        return True
    character = format_key(name) if name else ""
    return len(character) == 1 and character.isprintable() and not character.isspace()


def key_clashes(keys: dict[str, str]) -> list[str]:
    """Sentences for keys that a player's map gives to two actions of the same place."""
    taken: dict[tuple[str, str], str] = {}
    told = []
    for action in ACTIONS:
        for key in _normal(keys.get(action.id, action.keys)):
            other = taken.setdefault((action.where, key), action.id)
            if other != action.id and (action.id in keys or other in keys):
                told.append(f"{show_key(key)} cannot do both {other} and {action.id}; {other} keeps it.")
    return told


def _normal(keys: str) -> list[str]:
    """The names Textual knows keys by."""
    return [binding.key for binding in Binding.make_bindings([Binding(keys, "")])]


# Help, search and the ways out always have their place in the bottom line.
_AT_THE_RIGHT = ("palette", "help", "leave", "leave-form", "close", "no", "title")


class Footer(Widget):
    """The bottom line: what can be done now, by key or by a click on its name."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"footer--key"}
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[range, Offer]] = []

    def on_mount(self) -> None:
        """Follow the focus and whatever else changes what can be done."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[Any]) -> None:
        if screen is self.screen and screen.is_current:
            self.refresh()

    def render(self) -> Content:
        """As many actions as fit; help and the way out always do, at the right."""
        shown = [offer for offer in offered(self.screen) if offer.footer]
        last = [offer for offer in shown if offer.id in _AT_THE_RIGHT]
        room = self.size.width - sum(_width(offer) for offer in last)
        parts: list[tuple[str, str | Style]] = []
        self._places, left = [], 0
        for offer in [each for each in shown if each not in last]:
            if left + _width(offer) <= room:
                left = self._add(parts, offer, left)
        for offer in last:
            left = self._add(parts, offer, left)
        return Content.assemble(*parts)

    def _add(self, parts: list[tuple[str, str | Style]], offer: Offer, left: int) -> int:
        key = self.get_visual_style("footer--key", partial=True)
        parts += [(f" {offer.keys[0]}", key), (f" {offer.label} ", "")]
        right = left + _width(offer)
        self._places.append((range(left, right), offer))
        return right

    async def on_click(self, event: events.Click) -> None:
        """Do what was clicked."""
        for place, offer in self._places:
            if event.x in place:
                await run(self.app, offer)


def _width(offer: Offer) -> int:
    return len(offer.keys[0]) + len(offer.label) + 3
