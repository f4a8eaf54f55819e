"""The map of a position: banners, who holds what, reserves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.sentence import Sentence
from rules.whispers.draft import Draft
from rules.whispers.naming import entries


def banners(draft: Draft) -> None:
    """Banners on regions, and what is left of them in the reserves. Rules `setup`, `control`, `add.reserve`."""
    state, position = draft.state, draft.position
    base = position.board or ("empty" if position.banners else "setup")
    if base == "empty":
        state.banners = [0] * len(state.banners)
    besides = Counter[int]()
    for code, entry in position.banners.items():
        region = draft.lookup("region", code)
        (empire, count), *others = _entry(draft, code, entry)
        besides.update(dict(others))
        state.banners[region] = count
        state.holder[region] = empire if count else draft.board.home[region]
    _totals(draft, besides)
    _supply(draft)
    for name, count in position.reserves.items():
        empire = draft.lookup("empire", name)
        most = state.reserve[empire]
        if not 0 <= count <= most:
            message = Sentence(
                "a-name-reserve-of-count",
                "a {name} reserve of {count}: the map leaves {most}",
                name=name,
                count=count,
                most=most,
            )
            draft.faults.blame(
                message, name, "add.reserve", "left", f"empire:{name}", empire=name, count=count, most=most
            )
        state.reserve[empire] = min(max(count, 0), most)


def _totals(draft: Draft, besides: Mapping[int, int]) -> None:
    """What is not on the map is the reserve. Rule `setup`."""
    state, total = draft.state, draft.board.banners_per_empire
    for empire, name in enumerate(draft.board.empires):
        there = sum(n for n, holder in zip(state.banners, state.holder, strict=True) if holder == empire)
        there += besides.get(empire, 0)
        if there > total:
            message = Sentence(
                "there-name-banners-on-the-map",
                "{there} {name} banners on the map; there are {total}",
                there=there,
                name=name,
                total=total,
            )
            ref = f"empire:{name}"
            draft.faults.blame(message, "banners", "setup", "banners", ref, count=there, empire=name, most=total)
        state.reserve[empire] = max(0, total - there)


def _supply(draft: Draft) -> None:
    """More than the supply check leaves may stand there until then. Rule `supply`."""
    for region, count in enumerate(draft.state.banners):
        limit = draft.board.limit[region]
        if count > limit:
            code, empire = draft.board.regions[region], draft.board.empires[draft.state.holder[region]]
            draft.faults.note("supply", "over", f"region:{code}", region=code, count=count, empire=empire, limit=limit)


def _entry(draft: Draft, code: str, entry: int | str) -> list[tuple[int, int]]:
    """Empire and number of banners; against the rules there may be those of several empires."""
    pairs = entries(draft.board, code, entry)
    if len(pairs) > 1:
        listed = [draft.board.empires[empire] for empire, _ in pairs]
        message = Sentence(
            "two-empires-cannot-be-in-one",
            "two empires cannot be in one region: {known} in {code}",
            known=" and ".join(listed),
            code=code,
        )
        values = {"region": code, "first_empire": listed[0], "second_empire": listed[1]}
        draft.faults.blame(message, code, "control", "two-empires", f"region:{code}", **values)
    return pairs
