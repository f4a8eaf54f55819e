"""Texts from hostile strangers, one for each way to harm: as names, chat, saves and file names in the tests."""

from __future__ import annotations

_ESC, _ST = "\x1b", "\x1b\\"

# What would command a terminal.
_COMMANDS = {
    "colour": f"Zo{_ESC}[1;35;44mra",
    "cursor and erasing": f"Zo{_ESC}[9F{_ESC}[Jra",
    "clipboard": f"Zo{_ESC}]52;p;aGVsbG8=\x07ra",
    "title": f"Zo{_ESC}]2;root shell{_ST}ra",
    "link": f"{_ESC}]8;id=7;https://evil.example/{_ST}Zora{_ESC}]8;;{_ST}",
    "device string": f"Zo{_ESC}P+q544e{_ST}ra",
    "picture": f"Zo{_ESC}_Ga=T,f=24;AAAA{_ST}ra",
    "message to nobody": f"Zo{_ESC}^hush{_ST}{_ESC}Xhush{_ST}ra",
    "reset": f"Zo{_ESC}cra",
    "letters of another set": f"Zo{_ESC}(0\x0era",
    "questions": f"Zo{_ESC}[6n{_ESC}[c{_ESC}[>0qra",
    "modes": f"Zo{_ESC}[?1049h{_ESC}[?1003h{_ESC}[?25lra",
    "without an end": f"Zo{_ESC}]0;root",
    "nothing but an escape": f"Zora{_ESC}",
    "8 bit colour": "Zo\x9b35mra",
    "8 bit title": "Zo\x9d2;root\x9cra",
    "8 bit device string": "Zo\x90q#1\x9cra",
}
# What would move, hide or turn round what stands beside it.
_CHARACTERS = {
    "bell": "Zo\x07ra",
    "backspaces": "Zora\x08\x08\x08\x08Ann",
    "back to the margin": "Zora\rAnn",
    "new line": "Zo\nra",
    "nul": "Zo\x00ra",
    "delete": "Zora\x7f\x7f",
    "all controls": "Zo" + "".join(map(chr, (*range(32), *range(0x7F, 0xA0)))) + "ra",
    "line ends of Unicode": "Zo\u2028r\u2029a",
    "turned round": "Zo\u202e\u202d\u202a\u202b\u202cra",
    "apart from its line": "Zo\u2066\u2067\u2068\u2069ra",
    "marks of direction": "Zo\u200e\u200f\u061cra",
    "without width": "Z\u200bo\u200c\u2060\ufeff\u00adra",
    "letters that show nothing": "\u3164\u2800\u115f",
    "tags and private letters": "Zo\U000e0041\ue000\U0010ffffra",
    "marks on marks": "Z" + "\u0323\u030a" * 30 + "ora",
    "lone surrogate": "Zo\udcffra",
}
# What is drawn wider, longer or emptier than it seems.
_SIZES = {
    "wide": "戦争の囁き" * 3,
    "flags": "\U0001f1f5\U0001f1f1\U0001f1fa\U0001f1e6 Zora",
    "joined pictures": "\U0001f469\u200d\U0001f680\U0001f3f4\u200d\u2620\ufe0f Zora",
    "long": "Zora" * 1300,
    "long words": "whisper " * 600,
    "empty": "",
    "spaces": "    ",
}
# What would be obeyed by our own tools.
_MARKUP = {
    "markup": "Zo[/ [blue]r[/] [@click=app.bell]a[/]",
    "closing tag": "Zo[/",
    "number tag": "Zo[0]ra",
    "style tag": "Zo[blue]ra",
    "action tag": "Zo[@click=app.exit]ra[/]",
    "link tag": "Zo[link='file:///etc/hosts']ra[/link]",
    "gap of a sentence": "Zo{round}{0}%(name)sra",
}
PAYLOADS = {**_COMMANDS, **_CHARACTERS, **_SIZES, **_MARKUP}
# Those that a file can hold as UTF-8.
WRITABLE = {name: text for name, text in PAYLOADS.items() if name != "lone surrogate"}
