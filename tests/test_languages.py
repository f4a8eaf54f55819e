"""Polish and Russian: complete forms, right plurals and cases, labels that fit, and how a language is chosen."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

import msgspec
import pytest
from rich.cells import cell_len

from rules.whispers.layout import board as board_of
from rules.whispers.options import Options
from wow_tui.screens.settings import NAME_WIDTH
from wow_tui.speaking import DOMAIN
from wow_tui.text.catalogue import COMPILED, TEXT, Catalogue, Part, catalogue, folder_of, parts, source
from wow_tui.text.extract import Entry, binary, command_line, is_case, merge, read, write
from wow_tui.text.language import PSEUDO, choose, known, languages
from wow_tui.text.plural import CASES
from wow_tui.text.speaker import Speaker
from wow_tui.widgets import council, hand
from wow_tui.widgets.words import action_words

TRANSLATED = [language for language in languages() if language != "en"]
FORMS = 3
NUMBERS = (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111, 112)

every_language = pytest.mark.parametrize("language", languages())
every_translation = pytest.mark.parametrize("language", TRANSLATED)


def po(language: str) -> dict[str, Entry]:
    """The entries of a language's .po file."""
    return read((folder_of(language) / "wow.po").read_text("utf-8"))


def fields(text: str) -> set[str]:
    """The names of the values in a message."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def forms_asked(text: str) -> list[str]:
    """The plural and case forms that a message asks for."""
    return [spec for _, name, spec, _ in Formatter().parse(text) if name and spec]


def words(language: str, prefix: str) -> dict[str, str]:
    """The messages of a language below a prefix."""
    said = catalogue(language)
    return {key: said.say(key) for key in source() if key.startswith(prefix)}


# Files


def test_polish_and_russian_are_there() -> None:
    assert languages() == ("en", "pl", "ru")


@every_translation
def test_the_compiled_catalogue_is_that_of_the_po_file(language: str) -> None:
    assert (folder_of(language) / "wow.mo").read_bytes() == binary(po(language)), "run python -m wow_tui.text.extract"


@every_translation
def test_the_catalogue_of_click_is_that_of_the_po_file(language: str) -> None:
    wanted = binary(command_line(po(language), source()))
    assert (folder_of(language) / f"{DOMAIN}.mo").read_bytes() == wanted, "run python -m wow_tui.text.extract"


def test_the_english_messages_are_compiled_as_they_are() -> None:
    assert msgspec.msgpack.decode(COMPILED.read_bytes(), type=dict[str, Part]) == parts(), "run wow_tui.text.extract"


def test_a_message_file_changed_since_it_was_compiled_is_read_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = source()
    for file in TEXT.glob("*.en.toml"):
        shutil.copy(file, tmp_path)
    monkeypatch.setattr("wow_tui.text.catalogue.TEXT", tmp_path)
    (tmp_path / "ask.en.toml").write_text('[asking]\nover = "It is over, now."\n', "utf-8")
    (tmp_path / "new.en.toml").write_text('[new-part]\nthing = "A thing"\n', "utf-8")
    found = parts()
    assert found["ask.en.toml"].messages == {"asking.over": "It is over, now."}
    assert found["new.en.toml"].messages == {"new-part.thing": "A thing"}
    assert found["app.en.toml"].messages["title.subtitle"] == before["title.subtitle"]


@pytest.mark.parametrize("data", [None, b"", b"\xc1", msgspec.msgpack.encode({"en.toml": 1})])
def test_without_a_good_compiled_file_the_messages_are_there(
    data: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = parts()
    if data is not None:
        (tmp_path / "english.msgpack").write_bytes(data)
    monkeypatch.setattr("wow_tui.text.catalogue.COMPILED", tmp_path / "english.msgpack")
    assert parts() == before


@every_translation
def test_a_po_file_is_written_as_it_was_read(language: str) -> None:
    text = (folder_of(language) / "wow.po").read_text("utf-8")
    assert write(read(text)) == text


@every_translation
def test_nearly_every_message_is_translated(language: str) -> None:
    _, report = merge(po(language), source())
    assert len(report.missing) < 0.05 * len(source()), report.missing


@pytest.mark.long
@every_translation
def test_every_message_is_translated_and_none_is_left_over(language: str) -> None:
    _, report = merge(po(language), source())
    assert (report.missing, report.changed, report.stale) == ([], [], [])


@every_translation
def test_every_form_has_the_fields_of_the_english_message(language: str) -> None:
    english = source()
    for key, entry in po(language).items():
        if not key or not entry.done or is_case(key, english) or key not in english:
            continue
        wanted = fields(english[key])
        for form in entry.forms:
            assert fields(form) - {"count"} == wanted - {"count"}, (key, form)
            assert "count" in wanted or "count" not in fields(form) or entry.plural, key


@every_translation
def test_every_plural_word_has_as_many_forms_as_the_language(language: str) -> None:
    for key, entry in po(language).items():
        assert len(entry.forms) == (FORMS if entry.plural else 1), key
        for form in entry.forms if key else []:
            for spec in forms_asked(form):
                assert spec in CASES or spec.count("|") == FORMS - 1, (key, spec)


@every_language
def test_every_message_can_be_said_with_any_number(language: str) -> None:
    said = catalogue(language)
    for key, text in source().items():
        names = fields(text) | {"count"}
        for number in NUMBERS:
            told = said.say(key, **dict.fromkeys(names, number))
            assert "{" not in told, key
            assert told or not text, key


# Plurals and cases


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", {1: "1 card", 2: "2 cards", 5: "5 cards", 21: "21 cards", 0: "0 cards"}),
        ("pl", {1: "1 karta", 2: "2 karty", 4: "4 karty", 5: "5 kart", 12: "12 kart", 21: "21 kart", 22: "22 karty"}),
        ("pl", {0: "0 kart", 112: "112 kart", 104: "104 karty"}),
        (
            "ru",
            {1: "1 карта", 2: "2 карты", 5: "5 карт", 11: "11 карт", 21: "21 карта", 22: "22 карты", 111: "111 карт"},
        ),
    ],
)
def test_plurals_follow_the_rule_of_the_language(language: str, wanted: Mapping[int, str]) -> None:
    said = {number: catalogue(language).say("widgets.hand.cards", count=number) for number in wanted}
    assert said == wanted


@pytest.mark.parametrize(
    ("language", "points", "wanted"),
    [
        ("pl", 1, "1 punkt"),
        ("pl", 3, "3 punkty"),
        ("pl", -5, "-5 punktów"),
        ("ru", 21, "21 очко"),
        ("ru", -2, "-2 очка"),
    ],
)
def test_a_word_follows_a_number_that_is_not_the_count(language: str, points: int, wanted: str) -> None:
    assert catalogue(language).say("result.line", rank=1, player="Ann", points=points).endswith(wanted)


@pytest.mark.parametrize(
    ("language", "place", "sentence"),
    [
        ("pl", "Kanclerz Lwa", "Przenieś agenta z pola Kanclerza Lwa na puste pole."),
        ("ru", "Канцлер Льва", "Переведите агента с места Канцлера Льва на пустое место."),
        ("en", "Lion Chancellor", "Move the agent from Lion Chancellor to an empty seat."),
    ],
)
def test_names_of_empires_and_seats_stand_in_their_case(language: str, place: str, sentence: str) -> None:
    speaker = Speaker(catalogue(language), ["Ann"])
    assert speaker.seat("lion.chancellor") == place
    assert speaker.catalogue.say("ask.relocate", agent=speaker.seat("lion.chancellor")) == sentence


@every_translation
def test_every_empire_and_seat_has_every_case(language: str) -> None:
    names = [key for key in source() if re.fullmatch(r"name\.(empire|seat)\.\w+", key)]
    assert len(names) == 9
    entries = po(language)
    assert [key for key in names for case in CASES if not entries[f"{key}.{case}"].done] == []


def test_a_name_without_a_case_stays_as_it_is_and_a_player_never_changes() -> None:
    said = catalogue("pl")
    assert said.say("refusal.draw.deck", empire="Wilk") == "Talia Wilk jest pusta."
    assert "Lew: " in said.say("event.keep", player="Lew")


def test_what_strangers_wrote_is_not_read_as_a_field() -> None:
    for name in ("{round}", "{0}", "{empire:gen}", "a|b", "{", "}", "%s"):
        assert name in catalogue("pl").say("event.keep", player=name)


# Falling back


def test_a_key_without_translation_is_said_in_english_and_an_unknown_one_as_it_is() -> None:
    polish = catalogue("pl")
    more = Catalogue(
        "pl", {**source(), "new.thing": "{count} things", "new.thing.one": "1 thing"}, polish._translations
    )
    assert more.say("new.thing", count=1) == "1 thing"
    assert more.say("new.thing", count=3) == "3 things"
    assert more.say("no.such") == "no.such"
    assert "new.thing" in more
    assert "no.such" not in more


def test_a_language_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'xx'"):
        catalogue("xx")


HEADER = Entry("", ["Plural-Forms: nplurals=3; plural=(n!=1);\n"])


def test_new_keys_come_in_empty_changed_ones_are_marked_and_old_ones_named() -> None:
    old = {
        "": HEADER,
        "a": Entry("a", ["A!"], english="A"),
        "b": Entry("b", ["B!"], english="B"),
        "z": Entry("z", ["Z"]),
    }
    merged, report = merge(old, {"a": "A", "b": "B, now", "c": "{count} c", "c.one": "1 c"})
    assert (report.missing, report.changed, report.stale) == (["c"], ["b"], ["z"])
    assert merged["c"].forms == ["", "", ""]
    assert merged["b"].fuzzy
    assert merged["b"].forms == ["B!"]
    again, report = merge(read(write(merged)), {"a": "A", "b": "B, now", "c": "{count} c", "c.one": "1 c"})
    assert again == merged
    assert report.changed == ["b"]


def test_texts_of_any_kind_survive_a_po_file() -> None:
    texts = ['say "so"', "back\\slash \\n", "two\nlines\n", "\ttab", "ą ж", "end\n\n", "\nfirst"]
    entries = {"": HEADER} | {f"k{n}": Entry(f"k{n}", [text], english=text) for n, text in enumerate(texts)}
    assert read(write(entries)) == entries


@pytest.mark.parametrize("text", ["msgid", 'msgid "a', '"loose"', 'nonsense "a"'])
def test_a_wrong_line_of_a_po_file_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        read(text)


# Choosing


@pytest.mark.parametrize(
    ("option", "config", "environ", "wanted"),
    [
        ("pl", "ru", {"LANG": "en_GB.UTF-8"}, "pl"),
        (None, "ru", {"LANG": "pl_PL.UTF-8"}, "ru"),
        (None, None, {"LANG": "pl_PL.UTF-8"}, "pl"),
        (None, "", {"LANG": "ru_RU.KOI8-R@x"}, "ru"),
        (None, None, {"LC_MESSAGES": "ru_RU", "LANG": "pl_PL"}, "ru"),
        (None, None, {"LC_ALL": "pl_PL", "LC_MESSAGES": "ru_RU"}, "pl"),
        (None, None, {"LC_ALL": "", "LANG": "pl"}, "pl"),
        (None, None, {"LC_ALL": "C", "LANG": "pl_PL"}, "en"),
        (None, None, {"LC_ALL": "de_DE.UTF-8", "LANG": "pl_PL"}, "en"),
        (None, "xx", {"LANG": "pl_PL"}, "pl"),
        (None, None, {"LANGUAGE": "de:ru:pl", "LANG": "de_DE.UTF-8"}, "ru"),
        (None, None, {"LANGUAGE": "ru", "LANG": "C.UTF-8"}, "en"),
        (None, None, {"LANGUAGE": "de", "LANG": "pl_PL"}, "en"),
        (None, None, {}, "en"),
        ("RU", None, {}, "ru"),
        (PSEUDO, None, {}, PSEUDO),
    ],
)
def test_the_option_beats_the_settings_and_they_the_environment(
    option: str | None, config: str | None, environ: dict[str, str], wanted: str
) -> None:
    assert choose(option, config, environ) == wanted


def test_an_option_that_is_no_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no language 'xx'; there are: en, pl, ru"):
        choose("xx", "pl", {})
    assert known("") is known("x" * 1000) is known("_.@") is None


# Labels


@every_language
def test_the_letters_of_the_empires_differ_and_are_one_cell_wide(language: str) -> None:
    letters = list(words(language, "widgets.letter.").values())
    assert len(letters) == len(set(letters)) == 5
    assert all(len(letter) == cell_len(letter) == 1 and letter.isupper() for letter in letters)


@every_language
@pytest.mark.parametrize(
    ("prefix", "most"),
    [
        ("name.slot.", 10),
        ("name.line.", hand.LINE_NAME - 1),
        ("widgets.empire.short.", council.NAMES - 2),
        ("widgets.seat.short.", council.NARROW - 1),
        ("widgets.council.title", council.NAMES),
        ("widgets.verb.", 16),
        ("widgets.loyalty.points", 23),
        ("widgets.loyalty.hidden", 23),
        ("widgets.societies.cards.short", 3),
        ("widgets.societies.agents.short", 3),
        ("widgets.societies.cards.long", 6),
        ("widgets.societies.agents.long", 6),
        ("widgets.societies.shown", 5),
        ("option-name.", NAME_WIDTH),
        ("new.preset", 10),
        ("new.players", 10),
        ("final.points", 16),
        ("final.swaps", 16),
        ("final.cards", 16),
    ],
)
def test_labels_are_no_longer_than_their_places(language: str, prefix: str, most: int) -> None:
    found = {key: text for key, text in words(language, prefix).items() if not key.endswith(".tip")}
    assert found
    assert {key: text for key, text in found.items() if cell_len(text) > most} == {}


@every_language
def test_the_printed_actions_fit_into_the_narrowest_council_track_that_shows_them(language: str) -> None:
    speaker = Speaker(catalogue(language), [])
    board = board_of(Options().layout, Options().border)
    widths = [
        1 + max(cell_len(action_words(speaker, action, "short")) for seat in seats for action in seat)
        for seats in (board.actions[place :: board.council_size] for place in range(board.council_size))
    ]
    assert sum(max(council.NARROW, width) for width in widths) <= council.WIDE - council.NAMES


@every_language
def test_the_names_of_the_seats_in_short_differ(language: str) -> None:
    short = words(language, "widgets.seat.short.")
    assert len(set(short.values())) == 4
