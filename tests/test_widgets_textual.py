"""The widgets on top of Textual: no private name of it is hidden, and a change of focus stays cheap."""

from __future__ import annotations

import inspect
import re

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.widget import Widget

from tests.test_widgets_lists import a_hand, a_log
from tests.test_widgets_map import a_map
from tests.test_widgets_prompt import a_prompt
from tests.widgets_host import shown
from wow_tui.text.catalogue import catalogue
from wow_tui.widgets import bars, council, hand, lined, log, loyalty, map, prompt, rows, societies
from wow_tui.widgets.lined import Lined

MODULES = (bars, council, hand, lined, log, loyalty, map, prompt, rows, societies)
MEANT = {"notify_style_update", "render_line", "render_lines", "refresh", "has_focus"}
MEANT |= {"get_content_width", "get_content_height", "content_size"}
"""Names of Textual's that are meant to be overridden or set."""


class Empty(App[None]):
    def compose(self) -> ComposeResult:
        yield Widget()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
async def test_no_widget_hides_a_name_that_textual_uses_itself(module: object) -> None:
    app = Empty()
    async with app.run_test():
        widget = app.screen.query(Widget).first()
        theirs = {*dir(widget), *vars(widget)}
    source = inspect.getsource(module)  # type: ignore[arg-type]
    ours = {*re.findall(r"self\.(\w+)(?:: [^=\n]+)? = ", source), *re.findall(r"    def (\w+)\(self", source)}
    for several in re.findall(r"((?:self\.\w+, )+self\.\w+) = ", source):
        ours |= set(re.findall(r"\.(\w+)", several))
    handlers = {name for name in ours if name.startswith(("on_", "watch_", "action_")) or name == "__init__"}
    assert ours & theirs - MEANT - handlers == set()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_key_has_an_id_of_its_own_to_be_changed_by_and_words_to_be_shown(module: object) -> None:
    words, ids = catalogue(), []
    for kind in vars(module).values():
        if inspect.isclass(kind) and issubclass(kind, Lined) and kind.__module__ == vars(module)["__name__"]:
            found = [each for each in vars(kind).get("BINDINGS", []) if isinstance(each, Binding)]
            assert all(each.description in words for each in found)
            ids += [each.id for each in found]
    assert None not in ids
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("make", [a_map, a_hand, a_log, a_prompt], ids=["map", "hand", "log", "prompt"])
async def test_a_change_of_focus_draws_no_widget_as_a_whole(make: object, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make()  # type: ignore[operator]
    widget: Lined = made[0] if isinstance(made, tuple) else made
    whole: list[bool] = []
    refresh = widget.refresh

    def count(*regions: object, **more: object) -> Lined:
        whole.append(not regions)
        return refresh(*regions, **more)  # type: ignore[arg-type]

    async with shown(widget, 50, 17) as (host, pilot):
        monkeypatch.setattr(widget, "refresh", count)
        host.screen.set_focus(None)
        await pilot.pause()
        host.screen.set_focus(widget)
        await pilot.pause()
        assert whole == [False, False]
