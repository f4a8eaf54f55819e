"""The player's settings: a typed TOML file, read with one sentence per mistake, written whole or not."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Struct

from wow_tui.clean import clean

MOST_BYTES = 65_536
_LINUX = {"config": ".config", "data": ".local/share", "state": ".local/state"}

ThemeName = Literal["night", "day", "high-contrast", "colour-blind", "16-colours", "mono"]
BotSpeed = Literal["instant", "normal", "slow", "step"]
Animations = Literal["none", "full"]
THEMES: tuple[str, ...] = get_args(ThemeName)


class Settings(Struct):
    """What a player may set.

    `keys`: by action id the keys that do it, as `"u,backspace"`; `language`: empty for that of the environment.
    """

    theme: ThemeName = "night"
    ascii: bool = False
    mouse: bool = True
    bot_speed: BotSpeed = "normal"
    animations: Animations = "none"
    bell: bool = False
    title_mark: bool = True
    notify: bool = True
    language: str = ""
    keys: dict[str, str] = {}


class Loaded(Struct):
    """Settings as far as the file could be used, and a sentence for each thing in it that could not."""

    settings: Settings
    problems: list[str]


class ConfigError(Exception):
    """The settings could not be written; its text is one sentence."""


def _folder(kind: str) -> Path:
    """The program's folder for `config`, `data` or `state`; `XDG_CONFIG_HOME` and the like move it."""
    if sys.platform == "linux":
        # Where the library would look; importing it takes longer than all else a command needs to find its language.
        named = os.environ.get(f"XDG_{kind.upper()}_HOME", "").strip()
        # By that standard a path that is not absolute counts for nothing.
        return Path(named if os.path.isabs(named) else f"~/{_LINUX[kind]}").expanduser() / "wow-tui"
    import platformdirs

    return Path(getattr(platformdirs, f"user_{kind}_dir")("wow-tui"))


def config_path() -> Path:
    """The settings file; `XDG_CONFIG_HOME` moves it."""
    return _folder("config") / "config.toml"


def saves_folder() -> Path:
    """Where matches are saved unless a file is named; `XDG_DATA_HOME` moves it."""
    return _folder("data") / "saves"


def state_folder() -> Path:
    """Where the program keeps what it knows from run to run, and details of a crash; `XDG_STATE_HOME` moves it."""
    return _folder("state")


def languages() -> list[str]:
    """The languages there is a catalogue for."""
    from wow_tui.text.language import languages as known

    return sorted(known())


def load(path: Path | None = None) -> Loaded:
    """The settings of the file; defaults for what is missing or wrong. Never raises."""
    path = path or config_path()
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return Loaded(Settings(), [])
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be opened"
        return Loaded(Settings(), [f"The settings could not be read: {reason}; defaults are used."])
    return parse(data)


def parse(data: bytes) -> Loaded:
    """The settings in the bytes of a file, as `load`."""
    if len(data) > MOST_BYTES:
        return Loaded(Settings(), [f"The settings file is larger than {MOST_BYTES} bytes; defaults are used."])
    import tomllib

    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Loaded(Settings(), [f"Line {line}: not UTF-8 text; defaults are used."])
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        return Loaded(Settings(), [_syntax(error, len(text.splitlines()))])
    return _typed(found, text)


def _syntax(error: Exception, last: int) -> str:
    """The parser's complaint, led by its line."""
    said = clean(str(error), 200) if isinstance(error, ValueError) else "nested too deeply"
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", said)
    where = f"Line {place[1] or last}: " if place else ""
    if place:
        said = said[: place.start()]
    return f"{where}not TOML ({said[:1].lower()}{said[1:]}); defaults are used."


def _typed(found: dict[str, Any], text: str) -> Loaded:
    settings, problems = Settings(), []
    types = get_type_hints(Settings)
    for name, value in found.items():
        where = f"Line {_line(text, name)}: "
        if name not in types:
            from rules.whispers.position import nearest

            hint = nearest(name, list(types)) or "."
            problems.append(f"{where}there is no setting {clean(name, 40)!r}{hint}")
        elif name == "keys":
            problems += _keys(settings, value, text)
        else:
            try:
                setattr(settings, name, _checked(name, value, types[name]))
            except ValueError as error:
                problems.append(f"{where}{error}; {shown(getattr(Settings(), name))} is used.")
    return Loaded(settings, problems)


def _checked(name: str, value: Any, kind: Any) -> Any:
    """The value if it fits. ValueError saying what fits."""
    allowed: tuple[object, ...] = get_args(kind)
    if name == "language":
        allowed = ("", *languages())
    elif kind is bool:
        allowed = (True, False)
    if not any(value is each or (isinstance(value, str) and value == each) for each in allowed):
        raise ValueError(f"{name} is {' or '.join(shown(each) for each in allowed)}, not {shown(value)}")
    return value


def _keys(settings: Settings, value: Any, text: str) -> list[str]:
    """Take the key map into `settings`; what of it cannot be used."""
    if not isinstance(value, dict):
        return [f"Line {_line(text, 'keys')}: keys is a table, [keys]; it is ignored."]
    from wow_tui.actions import key_problem

    problems = []
    for action, keys in value.items():
        trouble = key_problem(action, keys)
        if trouble:
            problems.append(f"Line {_line(text, action, 'keys')}: ignored, since {trouble}")
        else:
            settings.keys[action] = keys
    return problems


def _line(text: str, name: str, table: str = "") -> int:
    """The line of a file in which a name is set, 1 if it is not found."""
    entry = re.compile(rf"\s*(?:\[\[?\s*)?[\"']?(?:{re.escape(table)}\.)?{re.escape(name)}[\"']?\s*(?:[=.\]]|$)")
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([^\]]*?)\s*\]", line)
        if header and header[1] != name:
            inside = header[1].strip("\"'")
        elif entry.match(line) and (inside == table or f"{table}." in line or header):
            return number
    return 1


def shown(value: object) -> str:
    """A value as a TOML file spells it, cut and cleaned for a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{clean(value, 40)}"'
    return clean(str(value), 40)


def as_toml(settings: Settings) -> str:
    """The text of a file holding all settings."""
    plain: dict[str, Any] = msgspec.to_builtins(settings)
    keys = plain.pop("keys")
    lines = [f"{name} = {_quoted(value)}" for name, value in plain.items()]
    if keys:
        lines += ["", "[keys]", *(f"{action} = {_quoted(keys[action])}" for action in sorted(keys))]
    return "\n".join(lines) + "\n"


def _quoted(value: object) -> str:
    # A JSON string is a TOML basic string too, escapes included.
    return msgspec.json.encode(value).decode("utf-8")


def _keep_broken(path: Path) -> None:
    """Put a file with mistakes aside before it is replaced, so that nothing a player wrote is lost."""
    if path.is_file() and load(path).problems:
        os.replace(path, path.with_name(path.name + ".bad"))


def save(settings: Settings, path: Path | None = None) -> None:
    """Write all settings; the file is the old or the new one at every moment. ConfigError if it cannot be."""
    path = path or config_path()
    temporary = ""
    try:
        _keep_broken(path)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Imported here, for reading needs none of it and should begin soon.
        import tempfile

        handle, temporary = tempfile.mkstemp(".tmp", ".config-", path.parent)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(as_toml(settings))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if temporary:
            with suppress(OSError):
                os.unlink(temporary)
        reason = clean(error.strerror or str(error), 100)
        raise ConfigError(f"The settings could not be saved: {reason}; they hold until you leave.") from None
