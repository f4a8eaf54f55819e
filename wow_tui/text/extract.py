"""`python -m wow_tui.text.extract`: bring wow.po and wow.mo of every language up to date with the English messages,
and those too in the form they are read from most quickly.

New keys come in empty, with the English text as a comment; a key whose English has changed since is marked
fuzzy, for its translation may be behind. All files are kept in version control: so a checkout and a wheel need
no build step and no Babel, and a test compares them.
"""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Iterator, Mapping

from msgspec import Struct, msgpack, structs

from wow_tui.speaking import DOMAIN
from wow_tui.text.catalogue import COMPILED, folder_of, parts, source
from wow_tui.text.language import SOURCE, languages
from wow_tui.text.plural import CASES

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPES = {"\\n": "\n", "\\t": "\t", '\\"': '"', "\\\\": "\\"}
_LINE = re.compile(r'(msgid|msgid_plural|msgstr(?:\[(\d)\])?)?\s*(".*")')


class Entry(Struct):
    """One message. `forms`: one text, or one per plural form; `english`: what it was translated from."""

    key: str
    forms: list[str]
    plural: bool = False
    english: str = ""
    fuzzy: bool = False

    @property
    def done(self) -> bool:
        """Whether it is translated."""
        return all(self.forms)


class Report(Struct):
    """What a language lacks: keys without translation, with changed English, without English."""

    missing: list[str]
    changed: list[str]
    stale: list[str]


def read(text: str) -> dict[str, Entry]:
    """The entries of a .po file by key, the header under the empty key. ValueError naming a wrong line."""
    entries: dict[str, Entry] = {}
    for block in re.split(r"\n\s*\n", text.strip()):
        entry, field = Entry("", []), ""
        english: list[str] = []
        for line in block.splitlines():
            if line.startswith("#"):
                entry.fuzzy |= line.startswith("#,") and "fuzzy" in line
                english += [line[3:]] if line.startswith("#. ") else []
                continue
            found = _LINE.fullmatch(line.strip())
            if found is None or not (found[1] or field):
                raise ValueError(f"not a line of a .po file: {line[:80]!r}")
            field = found[1] or field
            if found[1] and field.startswith("msgstr"):
                entry.forms.append("")
            _add(entry, field, _unquoted(found[3]))
        entry.english = "\n".join(english)
        entries[entry.key] = entry
    return entries


def _add(entry: Entry, field: str, text: str) -> None:
    if field == "msgid":
        entry.key += text
    elif field == "msgid_plural":
        entry.plural = True
    else:
        entry.forms[-1] += text


def _unquoted(text: str) -> str:
    found = _STRING.fullmatch(text)
    if found is None:
        raise ValueError(f"not a quoted text: {text[:80]!r}")
    return re.sub(r"\\.", lambda escape: _ESCAPES.get(escape[0], escape[0]), found[1])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    lines = [line.replace("\n", "\\n") for line in escaped.splitlines(keepends=True)]
    return "\n".join(f'"{line}"' for line in (["", *lines] if len(lines) > 1 else lines or [""]))


def write(entries: Mapping[str, Entry]) -> str:
    """The text of a .po file."""
    return "\n\n".join("\n".join(_written(entry)) for entry in entries.values()) + "\n"


def _written(entry: Entry) -> Iterator[str]:
    yield from (f"#. {line}" for line in entry.english.split("\n") if entry.english)
    if entry.fuzzy:
        yield "#, fuzzy"
    yield f"msgid {_quoted(entry.key)}"
    if entry.plural:
        yield f"msgid_plural {_quoted(entry.key)}"
        yield from (f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(entry.forms))
    else:
        yield f"msgstr {_quoted(entry.forms[0])}"


def binary(entries: Mapping[str, Entry]) -> bytes:
    """The .mo file of the entries that are translated."""
    pairs = sorted(
        (
            (f"{entry.key}\0{entry.key}" if entry.plural else entry.key).encode("utf-8"),
            "\0".join(entry.forms).encode("utf-8"),
        )
        for entry in entries.values()
        if entry.done
    )
    tables, body = [b"", b""], b""
    start = 28 + 16 * len(pairs)
    for column in (0, 1):
        for pair in pairs:
            tables[column] += struct.pack("<II", len(pair[column]), start + len(body))
            body += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start)
    return head + tables[0] + tables[1] + body


def is_case(key: str, english: Mapping[str, str]) -> bool:
    """Whether a key is a name in another case, which English has not."""
    name, _, case = key.rpartition(".")
    return case in CASES and key.startswith("name.") and name in english


def merge(entries: Mapping[str, Entry], english: Mapping[str, str]) -> tuple[dict[str, Entry], Report]:
    """The entries with a place for every English key, in the order of English, and what is to do."""
    header = entries[""]
    found = re.search(r"nplurals=(\d)", header.forms[0])
    if found is None:
        raise ValueError("the header has no nplurals")
    out, report = {"": header}, Report([], [], [])
    for key, text in english.items():
        if key.endswith(".one") and key.removesuffix(".one") in english:
            continue
        plural = f"{key}.one" in english or "{count}" in text
        empty = Entry(key, [""] * (int(found[1]) if plural else 1), plural, text)
        entry = entries.get(key, empty)
        # What was translated in one form stands for all until somebody looks.
        forms = entry.forms if entry.plural == plural else [entry.forms[-1]] * len(empty.forms)
        changed = entry.fuzzy or (entry.english != text and entry.done)
        out[key] = structs.replace(empty, forms=forms, fuzzy=changed and entry.done)
        report.missing += [] if entry.done else [key]
        report.changed += [key] if out[key].fuzzy else []
    rest = {key: entry for key, entry in entries.items() if key not in out}
    report.stale = [key for key in rest if not is_case(key, english)]
    return out | rest, report


def command_line(entries: Mapping[str, Entry], english: Mapping[str, str]) -> dict[str, Entry]:
    """What click and the help of commands say, by their English texts: so gettext looks for them."""
    keys = [key for key in english if key.startswith("cli.") and key in entries]
    return {"": entries[""]} | {english[key]: Entry(english[key], entries[key].forms) for key in keys}


def update(language: str, prune: bool = False) -> Report:
    """Bring the files of a language up to date. `prune`: leave out keys that English has no more."""
    folder = folder_of(language)
    entries, report = merge(read((folder / "wow.po").read_text("utf-8")), source())
    if prune:
        entries = {key: entry for key, entry in entries.items() if key not in report.stale}
    (folder / "wow.po").write_text(write(entries), "utf-8")
    (folder / "wow.mo").write_bytes(binary(entries))
    (folder / f"{DOMAIN}.mo").write_bytes(binary(command_line(entries, source())))
    return report


def main(arguments: list[str]) -> int:
    """Update every language and list what is to do; 1 if there is something."""
    to_do = 0
    COMPILED.write_bytes(msgpack.encode(parts()))
    for language in languages():
        if language == SOURCE:
            continue
        report = update(language, "--prune" in arguments)
        for kind, keys in structs.asdict(report).items():
            to_do += len(keys)
            sys.stdout.writelines(f"{language} {kind}: {key}\n" for key in keys)
    sys.stdout.write(f"{to_do} to do\n")
    return 1 if to_do else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
