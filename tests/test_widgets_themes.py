"""The themes: enough contrast, empires that can be told apart, mono without any colour."""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.app import App
from textual.color import Color
from textual.theme import Theme

from tests.widgets_host import Host, seen, speaker
from wow_tui import themes
from wow_tui.text.catalogue import catalogue
from wow_tui.widgets.map import MapWidget

COLOURED = (themes.NIGHT, themes.DAY, themes.HIGH_CONTRAST, themes.COLOUR_BLIND)
RGB = tuple[float, float, float]
SIGHT = {
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What is left of linear red, green and blue for eyes that lack one of them (Machado and others, 2009)."""


def linear(colour: str) -> RGB:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in Color.parse(colour).normalized
    )
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: RGB) -> RGB:
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def dimmed(colour: str, sight: str) -> RGB:
    """A colour as those eyes see it, linear."""
    parts = linear(colour)
    one, two, three = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, parts, strict=True)))) for row in SIGHT[sight])
    return one, two, three


def distance(one: str, other: str, sight: str) -> float:
    """The distance of two colours (CIE 1976) for some eyes."""
    eyes = [lab(dimmed(each, sight)) for each in (one, other)]
    return float(sum((a - b) ** 2 for a, b in zip(*eyes, strict=True)) ** 0.5)


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_empires_and_text_stand_out_from_the_background(theme: Theme) -> None:
    assert theme.background
    assert theme.foreground
    for empire in themes.EMPIRES:
        assert contrast(theme.variables[empire], theme.background) >= 5, empire
        ground = theme.variables[f"{empire}-ground"]
        for text in (theme.variables["label"], theme.foreground, theme.error, theme.accent):
            assert contrast(str(text), ground) >= 4.5, (empire, text)
        # Under the cursor the land shows in its colour and the label in that of the ground.
        assert contrast(theme.variables[empire], ground) >= 4, empire
    for text in (theme.foreground, theme.variables["quiet"], theme.error, theme.accent, theme.primary):
        assert contrast(str(text), theme.background) >= 5
        assert contrast(str(text), str(theme.panel)) >= 4.5


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_empires_can_be_told_apart(theme: Theme) -> None:
    for one, other in combinations(themes.EMPIRES, 2):
        assert distance(theme.variables[one], theme.variables[other], "all colours") >= 30


@pytest.mark.parametrize("sight", SIGHT)
def test_the_colour_blind_theme_keeps_empires_apart_for_all_eyes(sight: str) -> None:
    empires = [themes.COLOUR_BLIND.variables[empire] for empire in themes.EMPIRES]
    assert min(distance(one, other, sight) for one, other in combinations(empires, 2)) >= 25


def test_sixteen_colours_give_each_empire_one_of_its_own() -> None:
    colours = {themes.SIXTEEN.variables[empire] for empire in themes.EMPIRES}
    assert len(colours) == 5
    assert all(colour.startswith("ansi_") for colour in colours)


def test_all_themes_have_the_same_variables_for_the_widgets() -> None:
    needed = {"quiet", "quiet-style", "label", "sea", *themes.EMPIRES}
    needed |= {f"{empire}-ground" for empire in themes.EMPIRES}
    assert all(needed <= theme.variables.keys() for theme in themes.THEMES.values())


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'neon'"):
        themes.install(App(), "neon")


@pytest.mark.parametrize("name", themes.THEMES)
async def test_every_theme_shows_the_map_and_a_cursor(name: str) -> None:
    widget = MapWidget(speaker())
    widget.show(seen(), ("B2",))
    host = Host(widget, 50, 17)
    host.theme = name
    async with host.run_test(size=(50, 17)) as pilot:
        widget.focus()
        await pilot.pause()
        segments = list(widget.render_line(0))
        assert any(segment.style and segment.style.reverse for segment in segments)
        colours = {part for each in segments if each.style for part in (each.style.color, each.style.bgcolor)}
        if name == "mono":
            assert all(colour is None or colour.is_default for colour in colours)
        else:
            assert len(colours) > 3


def test_words_for_every_key_of_the_widgets() -> None:
    words = catalogue()
    keys = {binding.description for binding in MapWidget.BINDINGS if not isinstance(binding, tuple)}
    assert keys
    assert all(key in words for key in keys)
