"""The last gate before the terminal: only what prints, and on plain terminals only ASCII."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

# What drawings are made of, for terminals and fonts that have nothing else.
_PLAIN = {
    **dict.fromkeys("─━═▁▔▂▃▄▀", "-"),
    **dict.fromkeys("│┃║▏▕▌▐▎▍▋▊▉", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛▗▖▝▘▛▜▙▟▚▞", "+"),
    **dict.fromkeys("█▇▆▅■▓▒░", "#"),
    **dict.fromkeys("›▸▶→", ">"),
    **dict.fromkeys("‹◂◀←", "<"),
    **dict.fromkeys("▲↑", "^"),
    **dict.fromkeys("▼↓", "v"),
    **dict.fromkeys("●•·○", "*"),
    "…": ".",
    "×": "x",
    "–": "-",
    "—": "-",
}
_TO_PLAIN = str.maketrans(_PLAIN)


class Printable(LineFilter):
    """The last gate before the terminal: no control character in any text; with `plain`, ASCII signs."""

    def __init__(self, plain: bool) -> None:
        super().__init__()
        self.plain = plain

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Blanks for what does not print."""
        if all(text.isascii() and text.isprintable() for text, _, control in segments if not control):
            return segments
        return [
            segment if segment.control else Segment(self._shown(segment.text), segment.style) for segment in segments
        ]

    def _shown(self, text: str) -> str:
        if self.plain:
            text = text.translate(_TO_PLAIN)
        if text.isprintable():
            return text
        return "".join(char if char.isprintable() else " " * cell_len(char) for char in text)
