"""Cross-links: the page behind a ref, from wherever it is named: a log line, a card, a seat, a refusal, the map."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen

from wow_tui.screens.rule_page import rule_page

# `rule:ID` is a rule; an empty word opens the whole book.
PAGES: dict[str, Callable[[str], Screen[None]]] = {"rule": rule_page}


def page_of(ref: str) -> Screen[None] | None:
    """The page of a ref such as `rule:attack.fort`, or None if that kind has none."""
    kind, _, word = ref.partition(":")
    page = PAGES.get(kind)
    return None if page is None else page(word)
