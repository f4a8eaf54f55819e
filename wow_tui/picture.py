"""The board as a picture: plain text for pipes and mail, SVG for pages."""

from __future__ import annotations

import io

from rules.whispers.view import View
from wow_tui.boards.drawing import draw
from wow_tui.boards.looks import Kind, Role, Run
from wow_tui.boards.whispers import TIERS, Tier
from wow_tui.text.speaker import Speaker
from wow_tui.widgets.scene import Scene, geometry_for, region_looks

# As rich's own, but for the fonts: a picture fetches nothing, and its text keeps its width in any font.
_SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
    font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
    font-size: {char_height}px;
    line-height: {line_height}px;
}}
.{unique_id}-title {{ font: bold 18px sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
_BOLD = (Kind.CODE, Kind.OWNER, Kind.BANNERS, Kind.FORT, Kind.CITY, Kind.FARM)


def tier_named(name: str) -> Tier:
    """The tier of that name, such as `80x24`. ValueError if there is none."""
    for tier in TIERS:
        if tier.name == name:
            return tier
    raise ValueError(f"no size {name!r}; there are: {', '.join(tier.name for tier in TIERS)}")


def map_runs(view: View, speaker: Speaker, tier: Tier, ascii_only: bool = False) -> list[list[Run]]:
    """The map of a view, row by row."""
    looks = region_looks(view, speaker, Scene(), {})
    return draw(geometry_for(tier, view.options.border), looks, ascii_only)


def map_text(view: View, speaker: Speaker, tier: Tier, ascii_only: bool = False) -> str:
    """The map as plain text."""
    return "\n".join("".join(run.text for run in row).rstrip() for row in map_runs(view, speaker, tier, ascii_only))


def map_svg(view: View, speaker: Speaker, tier: Tier, title: str, below: list[str]) -> str:
    """The map, and some lines below it, as an SVG document in the colours of the theme `night`."""
    from rich.color import parse_rgb_hex
    from rich.console import Console
    from rich.terminal_theme import TerminalTheme
    from rich.text import Text

    from wow_tui.themes import NIGHT

    assert NIGHT.background is not None
    assert NIGHT.foreground is not None
    ground = parse_rgb_hex(NIGHT.background.lstrip("#"))
    theme = TerminalTheme(ground, parse_rgb_hex(NIGHT.foreground.lstrip("#")), [ground] * 8)
    colours = {name: str(value) for name, value in NIGHT.variables.items()}
    rows = map_runs(view, speaker, tier)
    width = max(sum(len(run.text) for run in row) for row in rows)
    console = Console(record=True, width=width, height=200, file=io.StringIO(), force_terminal=True)
    for row in rows:
        console.print(Text.assemble(*((run.text, _style(run.role, colours)) for run in row)), highlight=False)
    for line in below:
        console.print(Text(line), highlight=False)
    return console.export_svg(title=title, theme=theme, code_format=_SVG, unique_id="wow")


def _style(role: Role, colours: dict[str, str]) -> str:
    if role.kind is Kind.SEA or not role.owner:
        return colours["sea"]
    if role.kind is Kind.DANGER:
        return f"bold white on {colours[f'{role.owner}-ground']}"
    weight = "bold " if role.kind in _BOLD else ""
    return f"{weight}{colours[role.owner]} on {colours[f'{role.owner}-ground']}"
