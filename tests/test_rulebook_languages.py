"""The rulebook says the same in every language: same rules, links and figures, nothing left in English."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

import pytest

from rules.whispers.rulebook import CHAPTERS, Rule, Rulebook, languages, load

ENGLISH = load("en")
TRANSLATED = [language for language in languages() if language != "en"]
LEAST_CYRILLIC = 0.8
# Moves, rule ids and codes are the same in every language.
_NOTATION = re.compile(r"`[^`]*`")

every_language = pytest.mark.parametrize("language", TRANSLATED)


def texts(rule: Rule) -> list[str]:
    """Everything of a rule that is read as prose."""
    return [rule.title, *rule.paragraphs, *([rule.why] if rule.why else [])]


def figures(rule: Rule) -> list[str]:
    """The figures of a rule, sorted."""
    return sorted(re.findall(r"\d+", " ".join(texts(rule))))


def notation(rule: Rule) -> list[str]:
    """The moves quoted in a rule, and its region codes, sorted."""
    text = " ".join(texts(rule))
    return sorted([*_NOTATION.findall(text), *re.findall(r"\b[BEPLH]\d+\b", text)])


def book(language: str) -> Rulebook:
    """The rulebook of a language."""
    return load(language)


def test_the_rulebook_is_there_in_polish_and_russian() -> None:
    assert {"pl", "ru"} <= set(TRANSLATED)


@every_language
def test_every_language_has_the_same_files_and_no_other(language: str) -> None:
    folder = resources.files("rules.whispers.rulebook") / language
    assert {file.name for file in folder.iterdir()} == {f"{chapter}.md" for chapter in CHAPTERS}


@every_language
def test_every_language_has_the_same_rules_in_the_same_chapters_and_order(language: str) -> None:
    wanted = [(rule.id, rule.chapter) for rule in ENGLISH.rules.values()]
    assert [(rule.id, rule.chapter) for rule in book(language).rules.values()] == wanted


@every_language
def test_every_rule_has_the_same_links_paragraphs_and_a_reason_where_english_has_one(language: str) -> None:
    def form(rule: Rule) -> tuple[object, ...]:
        return rule.see, len(rule.paragraphs), bool(rule.why)

    found = book(language).rules
    assert [rule.id for rule in ENGLISH.rules.values() if form(rule) != form(found[rule.id])] == []


@every_language
def test_the_figures_of_every_rule_are_those_of_the_english_one(language: str) -> None:
    found = book(language).rules
    pairs = {rule.id: (figures(rule), figures(found[rule.id])) for rule in ENGLISH.rules.values()}
    assert {rule: pair for rule, pair in pairs.items() if pair[0] != pair[1]} == {}


@every_language
def test_moves_and_region_codes_are_kept_as_they_are(language: str) -> None:
    found = book(language).rules
    assert [rule.id for rule in ENGLISH.rules.values() if notation(rule) != notation(found[rule.id])] == []


@every_language
def test_every_title_is_there_once_and_every_chapter_has_its_own(language: str) -> None:
    titles = Counter(rule.title for rule in book(language).rules.values())
    assert [title for title, count in titles.items() if count > 1] == []
    assert len(set(book(language).chapters.values())) == len(CHAPTERS)


@every_language
def test_no_text_is_left_in_english(language: str) -> None:
    english = {text for rule in ENGLISH.rules.values() for text in texts(rule)} | set(ENGLISH.chapters.values())
    english |= {sentence for text in english for sentence in re.split(r"(?<=[.:?]) ", text) if " " in sentence}
    found = [text for rule in book(language).rules.values() for text in texts(rule)]
    found += [sentence for text in found for sentence in re.split(r"(?<=[.:?]) ", text) if " " in sentence]
    found += book(language).chapters.values()
    assert sorted(set(found) & english) == []


def test_russian_is_written_in_cyrillic_letters() -> None:
    for rule in load("ru").rules.values():
        for text in texts(rule):
            letters = [char for char in _NOTATION.sub("", text) if char.isalpha()]
            share = sum("Ѐ" <= char <= "ӿ" for char in letters) / len(letters)
            assert share >= LEAST_CYRILLIC, (rule.id, text)


def test_polish_uses_its_own_letters_in_every_rule() -> None:
    # A Polish paragraph of any length without one of these letters has probably been typed without them.
    for rule in load("pl").rules.values():
        assert set("ąćęłńóśźż") & set(" ".join(texts(rule)).lower()), rule.id


@every_language
def test_paragraphs_are_short_in_every_language(language: str) -> None:
    assert [rule.id for rule in book(language).rules.values() if len(rule.text) >= 1000] == []


@pytest.mark.parametrize(
    ("language", "rule", "names"),
    [
        ("pl", "setup.loyalties", "Oddany Posłuszny Powiązany Obojętny Przeciwny"),
        ("pl", "delegation", "Niedźwiedź Orzeł Słoń Lew Koń Szeryf Stuart Marszałek Kanclerz"),
        ("ru", "setup.loyalties", "Преданный Верный Союзный Сторонний Враждебный"),
        ("ru", "delegation", "Медведь Орёл Слон Лев Конь Шериф Стюард Маршал Канцлер"),
    ],
)
def test_the_names_are_those_of_the_glossary(language: str, rule: str, names: str) -> None:
    text = load(language).rule(rule).text
    assert [name for name in names.split() if name not in text] == []
