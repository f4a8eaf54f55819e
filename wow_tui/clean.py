"""Text from strangers, made safe for a terminal."""

from __future__ import annotations


def clean(text: str, limit: int) -> str:
    """`text` without control characters, cut at `limit` characters."""
    return "".join(ch for ch in text if ch.isprintable())[:limit]
