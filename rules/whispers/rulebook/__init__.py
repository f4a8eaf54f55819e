"""The rulebook: Markdown files per language, one section per rule, found by id; `search` finds them by words.

A section is `## rule.id: Title`, paragraphs, an optional `Why:` line where the sources disagree, and a
`See:` line with the ids of related rules. The ids are those of the refusals.
"""

from __future__ import annotations

import pkgutil
import re
from contextlib import suppress
from functools import cache

from msgspec import Struct

from rules.sentence import Sentence

CHAPTERS = (
    "setup",
    "deploying",
    "councils",
    "attack",
    "supply",
    "cards",
    "rounds",
    "scoring",
    "variants",
    "readings",
    "asking",
)
_HEADING = re.compile(r"## ([a-z][a-z0-9._-]*): (\S.*)")


class NoRulebook(ValueError):
    """There is no rulebook in a language."""


class Rule(Struct, frozen=True):
    """One rule. `why`: why this reading was chosen, or empty; `see`: ids of related rules."""

    id: str
    title: str
    chapter: str
    paragraphs: tuple[str, ...]
    why: str = ""
    see: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All it says: the paragraphs, and why."""
        return "\n\n".join([*self.paragraphs, *([self.why] if self.why else [])])


class Rulebook(Struct, frozen=True):
    """All rules of one language. `chapters`: their titles by file name; `rules`: by id, in order."""

    language: str
    chapters: dict[str, str]
    rules: dict[str, Rule]

    def rule(self, rule_id: str) -> Rule:
        """The rule with that id. ValueError with the nearest id if there is none."""
        if rule_id in self.rules:
            return self.rules[rule_id]
        # Imported here, for only mistakes need it.
        from rules.whispers.position import nearest

        raise ValueError(
            Sentence(
                "there-is-no-rule-rule-id",
                "there is no rule {rule_id!r}{hint}",
                rule_id=rule_id[:80],
                hint=nearest(rule_id, self.rules),
            )
        )

    def chapter(self, name: str) -> list[Rule]:
        """The rules of a chapter, in order."""
        return [rule for rule in self.rules.values() if rule.chapter == name]


def languages() -> list[str]:
    """The languages there is a rulebook in."""
    # Imported here, for it takes longer than reading the book.
    from importlib import resources

    folder = resources.files(__name__)
    return sorted(each.name for each in folder.iterdir() if (each / f"{CHAPTERS[0]}.md").is_file())


@cache
def load(language: str = "en") -> Rulebook:
    """The rulebook of a language, parsed once. NoRulebook if there is none, ValueError if its form is wrong."""
    book = Rulebook(language, {}, {})
    for chapter in CHAPTERS:
        title, rules = parse(chapter, _read(language, chapter))
        book.chapters[chapter] = title
        for rule in rules:
            if rule.id in book.rules:
                raise ValueError(
                    Sentence(
                        "chapter-md-is-there-twice",
                        "{chapter}.md: rule {id} is there twice",
                        chapter=chapter,
                        id=rule.id,
                    )
                )
            book.rules[rule.id] = rule
    return book


def _read(language: str, chapter: str) -> str:
    if language.isalpha():
        with suppress(OSError):
            return (pkgutil.get_data(__name__, f"{language}/{chapter}.md") or b"").decode("utf-8")
    raise NoRulebook(f"no rulebook in {language[:40]!r}; there are: {', '.join(languages())}")


def parse(chapter: str, text: str) -> tuple[str, list[Rule]]:
    """Title and rules of a chapter. ValueError naming the section whose form is wrong."""
    head, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    title = head.strip()
    if not title.startswith("# ") or "\n" in title:
        raise ValueError(
            Sentence(
                "chapter-md-the-first-line-must",
                "{chapter}.md: the first line must be `# Title`, and nothing before the first rule",
                chapter=chapter,
            )
        )
    return title[2:], [_rule(chapter, section) for section in sections]


def _rule(chapter: str, section: str) -> Rule:
    heading, _, body = section.partition("\n")
    found = _HEADING.fullmatch(heading.strip())
    if found is None:
        raise ValueError(
            Sentence(
                "chapter-md-is-not-rule-id",
                "{chapter}.md: {heading!r} is not `## rule.id: Title`",
                chapter=chapter,
                heading=heading,
            )
        )
    paragraphs: list[str] = []
    why = ""
    see: tuple[str, ...] = ()
    for block in re.split(r"\n\s*\n", body.strip()):
        words = " ".join(block.split())
        if words.startswith("Why:"):
            why = words.removeprefix("Why:").strip()
        elif words.startswith("See:"):
            see = tuple(word.strip() for word in words.removeprefix("See:").split(","))
        elif words:
            paragraphs.append(words)
    if not paragraphs:
        raise ValueError(
            Sentence(
                "chapter-md-has-no-text", "{chapter}.md: rule {found} has no text", chapter=chapter, found=found[1]
            )
        )
    return Rule(found[1], found[2].strip(), chapter, tuple(paragraphs), why, see)


def paragraph(rule_id: str, language: str = "en") -> Rule:
    """The rule with that id. ValueError with the nearest id if there is none."""
    return load(language).rule(rule_id)
