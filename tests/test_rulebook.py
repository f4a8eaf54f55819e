"""The rulebook has a paragraph and a worked example for everything the rules refuse or do."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules.whispers.abilities import ABILITIES
from rules.whispers.cases import run
from rules.whispers.layout import LINES, CardFile, CouncilFile, read
from rules.whispers.options import Options
from rules.whispers.rulebook import CHAPTERS, Rule, languages, load, paragraph, parse, search
from tests.casefiles import CASES

SOURCE = Path(rules.__file__).parent
BOOK = load("en")
RULE_ID = re.compile(r"(game|undo|choice|deploy|act|add|draw|swap|attack|card|loyalty|variant|reading)\.[a-z_-]+")
VARIANTS = ("agents_on_regions", "unique_favourites", "border", "layout")


def _texts(node: ast.AST) -> Iterator[str]:
    """The rule ids an expression can be: texts, and f-strings with every name of an ability filled in."""
    for each in ast.walk(node):
        if isinstance(each, ast.JoinedStr):
            head = each.values[0]
            if isinstance(head, ast.Constant) and isinstance(head.value, str) and len(each.values) == 2:
                yield from (f"{head.value}{name}" for name in ABILITIES if head.value == "card.")
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            if RULE_ID.fullmatch(each.value):
                yield each.value


def refusal_ids() -> set[str]:
    """Every rule id used in a `Refusal`, and every text of that form in a function that makes refusals."""
    found: set[str] = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
                found |= set(_texts(first))
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(each, ast.Name) and each.id == "Refusal" for each in ast.walk(node)
            ):
                found |= {text for part in node.body for text in _texts(part)}
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_refuse_ends":
                found |= set(_texts(node))
    return found


def docstring_ids() -> set[str]:
    """Rule ids that comments and docstrings of the rules name: Rule `control`, reading `supply_scope`."""
    found: set[str] = set()
    for file in SOURCE.rglob("*.py"):
        text = file.read_text("utf-8")
        for names in re.findall(r"\bRules? ((?:`[a-z._-]+`(?:, | and )?)+)", text):
            found |= set(re.findall(r"`([a-z._-]+)`", names))
        found |= {f"reading.{name}" for name in re.findall(r"[Rr]eading `([a-z_]+)`", text)}
    return found - {"recruit", "garrison", "uprising", "populate", "rearrange", "disperse", "reinforce"}


def test_every_rule_that_a_refusal_names_has_its_paragraph() -> None:
    found = refusal_ids()
    assert len(found) > 55
    assert {"attack.hold", "card.swoop", "card.uprising", "card.march", "game.stale", "undo.redo"} <= found
    assert sorted(found - set(BOOK.rules)) == []


def test_every_rule_that_a_docstring_names_has_its_paragraph() -> None:
    found = docstring_ids()
    assert {"control", "icons", "secret", "reading.supply_scope"} <= found
    assert sorted(found - set(BOOK.rules)) == []


def test_every_ability_has_its_paragraph_and_the_cards_name_no_other() -> None:
    cards = read("cards.toml", CardFile)
    assert {row.ability for line in LINES for row in getattr(cards, line).values()} == set(ABILITIES)
    assert sorted(set(ABILITIES) - {name.removeprefix("card.") for name in BOOK.rules}) == []


def test_every_kind_of_seat_action_has_its_paragraph() -> None:
    councils = read("councils.toml", CouncilFile).councils
    kinds = {action.kind for council in councils.values() for seat in council.values() for action in seat}
    assert kinds == {"add", "draw", "attack", "swap"}
    assert kinds <= set(BOOK.rules)


def test_every_switch_has_its_paragraph() -> None:
    switches = Options.__struct_fields__
    wanted = {f"variant.{name}" if name in VARIANTS else f"reading.{name}" for name in switches}
    readings = {name for name in BOOK.rules if name.startswith(("reading.", "variant."))}
    assert sorted(wanted ^ readings) == []


@pytest.mark.parametrize("rule", BOOK.rules.values(), ids=lambda rule: str(rule.id))
def test_every_paragraph_has_a_worked_example_that_holds(rule: Rule) -> None:
    named = [case for _, case in CASES if rule.id in case.rules]
    assert named, f"no case names {rule.id}"
    assert any(run(case).holds for case in named)


def test_every_rule_that_a_case_names_or_expects_is_in_the_book() -> None:
    named = {rule for _, case in CASES for rule in case.rules}
    refused = {step.refused for _, case in CASES for step in case.steps if step.refused}
    assert sorted((named | refused) - set(BOOK.rules)) == []


def test_every_see_link_exists_and_leads_elsewhere() -> None:
    links = [(rule.id, to) for rule in BOOK.rules.values() for to in rule.see]
    assert [link for link in links if link[1] not in BOOK.rules or link[0] == link[1]] == []
    assert [rule.id for rule in BOOK.rules.values() if len(set(rule.see)) != len(rule.see)] == []


def test_paragraphs_are_short_and_titles_differ() -> None:
    for rule in BOOK.rules.values():
        assert 1 <= len(rule.paragraphs) <= 3, rule.id
        assert len(rule.text) < 1000, rule.id
    titles = Counter(rule.title for rule in BOOK.rules.values())
    assert [title for title, count in titles.items() if count > 1] == []


def test_every_chapter_is_read_in_order() -> None:
    assert tuple(BOOK.chapters) == CHAPTERS
    assert all(BOOK.chapter(name) for name in CHAPTERS)
    assert load("en") is BOOK
    assert "en" in languages()


SEARCH = {language: search.Search(load(language)) for language in languages()}


def find(words: str, language: str = "en") -> list[str]:
    """The ids of the rules that words find."""
    return [rule.id for rule in SEARCH[language].find(words)]


def test_an_id_is_found_first_and_words_by_where_they_stand() -> None:
    assert find("attack.fort")[0] == "attack.fort"
    assert find("alchemist")[0] == "card.alchemists-fire"
    assert find("swap empty")[0] == "reading.swap_with_empty"
    assert find("TIES")[0] == "scoring.ties"
    assert "attack.hold" in find("conquest banner stays")
    assert find("banner")[:3]
    assert find("") == find("  ?! ") == find("xyzzy") == []


@pytest.mark.parametrize(
    ("language", "words", "rule"),
    [
        ("en", "attacking forts", "attack.fort"),
        ("pl", "fortami", "attack.fort"),
        ("pl", "zaopatrzeniem", "supply"),
        ("pl", "delegowaniu", "delegation"),
        ("pl", "ogniem alchemika", "card.alchemists-fire"),
        ("pl", "remisów", "scoring.ties"),
        ("pl", "najemnikami", "card.mercenaries"),
        ("ru", "форта", "attack.fort"),
        ("ru", "снабжением", "supply"),
        ("ru", "огнём алхимика", "card.alchemists-fire"),
        ("ru", "наемниками", "card.mercenaries"),
        ("ru", "ничьих", "scoring.ties"),
    ],
)
def test_a_rule_is_found_by_any_form_of_its_words(language: str, words: str, rule: str) -> None:
    assert rule in find(words, language)[:5]


@pytest.mark.parametrize("language", languages())
def test_a_word_is_found_while_it_is_typed_and_without_its_accents(language: str) -> None:
    for rule in load(language).rules.values():
        word = max(search.split(rule.title), key=len)
        assert rule.id in find(word[:-1] if len(word) > 3 else word, language)
    assert find("ręka", "pl") == find("reka", "pl") != []
    assert find("взятые", "ru") == find("взятыё", "ru") != []


def test_an_unknown_rule_names_the_nearest() -> None:
    assert paragraph("control").chapter == "attack"
    with pytest.raises(ValueError, match=r"did you mean 'attack\.fort'"):
        paragraph("atack.fort")
    with pytest.raises(ValueError, match=r"there is no rule 'zzz'$"):
        paragraph("zzz")
    with pytest.raises(ValueError, match="no rulebook in 'xx'"):
        load("xx")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no title\n", "first line"),
        ("# Title\n\nloose text\n\n## a.b: T\n\ntext\n", "first line"),
        ("# Title\n\n## no id here\n\ntext\n", "is not"),
        ("# Title\n\n## a.b: T\n\nSee: c\n", "no text"),
    ],
)
def test_a_chapter_of_wrong_form_is_refused_by_name(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse("some", text)
