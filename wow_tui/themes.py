"""The colours: six themes with the same variables, so that the style sheets name no colour themselves.

Variables besides Textual's own: per empire `$bear` and `$bear-ground` (its land), `$quiet` with `$quiet-style`
(what matters less), `$label` (text on land), `$sea`. Mono has no colours at all; with NO_COLOR the app has to
be constructed with `ansi_color=True` and mono, since Textual otherwise paints grey or black on black.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from textual.app import App
from textual.theme import Theme

EMPIRES = ("bear", "eagle", "elephant", "lion", "horse")
Palette = Mapping[str, str]


def mix(over: str, under: str, share: float) -> str:
    """A colour laid over another with an opacity, both as `#RRGGBB`."""
    pairs = zip(_parts(over), _parts(under), strict=True)
    return "#" + "".join(f"{round(share * one + (1 - share) * other):02X}" for one, other in pairs)


def _parts(colour: str) -> list[int]:
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]


def _coloured(name: str, base: Palette, empires: Palette, land: Palette, share: float) -> Theme:
    """A theme of RGB colours; `land` is mixed into the background for the ground of each empire."""
    background = base["background"]
    variables = dict(empires) | {f"{empire}-ground": mix(land[empire], background, share) for empire in EMPIRES}
    variables |= {"quiet": base["quiet"], "quiet-style": "none", "label": base["label"], "sea": base["sea"]}
    return Theme(
        name=name,
        primary=base["primary"],
        secondary=base["quiet"],
        accent=base["accent"],
        warning=base["accent"],
        error=base["error"],
        success=empires["elephant"],
        foreground=base["foreground"],
        background=background,
        surface=base["surface"],
        panel=base["panel"],
        dark=base["dark"] == "yes",
        variables=variables,
    )


def _terminal(name: str, base: Palette, empires: Palette) -> Theme:
    """A theme of the terminal's own 16 colours; land keeps the terminal's background."""
    plain = "ansi_default"
    variables = dict(empires) | {f"{empire}-ground": plain for empire in EMPIRES}
    variables |= {"quiet": plain, "quiet-style": "dim", "label": plain, "sea": base["sea"]}
    own = {"border", "scrollbar", "scrollbar-hover", "scrollbar-active", "footer-key-foreground"}
    variables |= dict.fromkeys(own, base["primary"])
    variables |= {
        "border-blurred": plain,
        "block-cursor-background": plain,
        "block-cursor-text-style": "reverse",
    }
    variables |= {"scrollbar-background": plain, "input-selection-background": plain}
    # Textual's own style sheets ask for these two in a theme of terminal colours.
    variables |= {"ansi-background": plain, "ansi-foreground": plain}
    return Theme(
        name=name,
        ansi=True,
        primary=base["primary"],
        secondary=base["primary"],
        accent=base["accent"],
        warning=base["accent"],
        error=base["error"],
        success=base["primary"],
        foreground=plain,
        background=plain,
        surface=plain,
        panel=plain,
        boost=plain,
        variables=variables,
    )


_NIGHT = {
    "bear": "#4AA3FF",
    "eagle": "#E4572E",
    "elephant": "#1FA187",
    "lion": "#FFE14D",
    "horse": "#C8A27A",
}
_DAY = {
    "bear": "#0A55B8",
    "eagle": "#B8320F",
    "elephant": "#00695A",
    "lion": "#7A6200",
    "horse": "#6A3F7A",
}
_HIGH = {
    "bear": "#6BA5FF",
    "eagle": "#FF6A3D",
    "elephant": "#1FC08A",
    "lion": "#FFEB57",
    "horse": "#FFFFFF",
}
_COLOUR_BLIND = {
    "bear": "#607AFC",
    "eagle": "#E47327",
    "elephant": "#28B37B",
    "lion": "#FAF740",
    "horse": "#E793DE",
}
_SIXTEEN = {
    "bear": "ansi_bright_cyan",
    "eagle": "ansi_bright_red",
    "elephant": "ansi_green",
    "lion": "ansi_bright_yellow",
    "horse": "ansi_bright_magenta",
}

_DARK_BASE = {
    "dark": "yes",
    "background": "#121212",
    "foreground": "#E6E6E6",
    "surface": "#1A1A1A",
    "panel": "#262626",
    "primary": "#8FB8DE",
    "accent": "#FFC66D",
    "error": "#FF7B72",
    "quiet": "#949494",
    "label": "#D0D0D0",
    "sea": "#52677A",
}
_DAY_BASE = {
    "dark": "no",
    "background": "#FAFAF5",
    "foreground": "#1C1C1C",
    "surface": "#F2F2EC",
    "panel": "#E4E4DC",
    "primary": "#0B4F8A",
    "accent": "#8A4B00",
    "error": "#B00020",
    "quiet": "#646464",
    "label": "#303030",
    "sea": "#8AA6BC",
}
_HIGH_BASE = _DARK_BASE | {
    "background": "#000000",
    "foreground": "#FFFFFF",
    "surface": "#000000",
    "panel": "#1C1C1C",
    "primary": "#9FD0FF",
    "accent": "#FFD75F",
    "error": "#FF9A94",
    "quiet": "#C4C4C4",
    "label": "#FFFFFF",
    "sea": "#8FA9BF",
}
_DAY_LAND = {
    "bear": "#4AA3FF",
    "eagle": "#FF6A3D",
    "elephant": "#1FC0A0",
    "lion": "#FFD400",
    "horse": "#B070D0",
}
_SIXTEEN_BASE = {
    "primary": "ansi_cyan",
    "accent": "ansi_yellow",
    "error": "ansi_bright_red",
    "sea": "ansi_blue",
}
_NONE = dict.fromkeys((*EMPIRES, "primary", "accent", "error", "sea"), "ansi_default")

NIGHT = _coloured("night", _DARK_BASE, _NIGHT, _NIGHT, 0.17)
DAY = _coloured("day", _DAY_BASE, _DAY, _DAY_LAND, 0.2)
HIGH_CONTRAST = _coloured("high-contrast", _HIGH_BASE, _HIGH, _HIGH, 0.12)
COLOUR_BLIND = _coloured("colour-blind", _DARK_BASE, _COLOUR_BLIND, _COLOUR_BLIND, 0.17)
SIXTEEN = _terminal("16-colours", _SIXTEEN_BASE, _SIXTEEN)
MONO = _terminal("mono", _NONE, {empire: _NONE[empire] for empire in EMPIRES})

THEMES = {theme.name: theme for theme in (NIGHT, DAY, HIGH_CONTRAST, COLOUR_BLIND, SIXTEEN, MONO)}
DEFAULT = NIGHT.name


def no_color() -> bool:
    """Whether the user wants no colours, as Textual sees it; then the app must be made with
    `ansi_color=True` and take mono."""
    return "NO_COLOR" in os.environ


def install(app: App[Any], name: str = DEFAULT) -> None:
    """Make all themes known to an app and choose one; call it in the app's constructor, before the style
    sheets are read. ValueError for a name unknown."""
    if name not in THEMES:
        raise ValueError(f"no theme {name!r}; there are: {', '.join(THEMES)}")
    for theme in THEMES.values():
        app.register_theme(theme)
    app.theme = name
