"""Sentences on what is wrong: English for whoever calls the rules, key and values for a client in any language."""

from __future__ import annotations

from collections.abc import Mapping


class Sentence(str):
    """The English text, and what it was made of: `key` names the sentence, `values` fill it in.

    A client says it in another language by key and values; a value may be such a sentence itself.
    """

    key: str
    values: Mapping[str, object]

    def __new__(cls, key: str, text: str, /, **values: object) -> Sentence:
        """`text`: the English sentence with its values in braces, as in `str.format`."""
        made = super().__new__(cls, text.format_map(values))
        made.key, made.values = key, values
        return made


def sentence_of(error: BaseException) -> str:
    """The text of an error, as a Sentence if it was made with one."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Sentence) else str(error)
