"""Letters to choose things by: short tags that no other tag begins with."""

from __future__ import annotations

from collections.abc import Sequence

KEYS = "asdfghjklqwertyuiopzxcvbnm"
"""The keys under the fingers first."""


def tags(things: Sequence[str], keys: str = KEYS) -> dict[str, str]:
    """A tag of one key for each thing, or of two for the last ones when the keys do not suffice.

    ValueError for more things than two keys can tell apart.
    """
    if len(things) > len(keys) ** 2:
        raise ValueError(f"too many things for tags: {len(things)}")
    first = next(count for count in range(len(keys) + 1) if len(keys) - count + count * len(keys) >= len(things))
    single = keys[: len(keys) - first]
    double = [one + two for one in keys[len(keys) - first :] for two in keys]
    return dict(zip(things, [*single, *double], strict=False))
