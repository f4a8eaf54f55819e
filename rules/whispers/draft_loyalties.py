"""The loyalties of a position: which token lies where, which are shown, and the swaps that turned them."""

from __future__ import annotations

from rules.sentence import Sentence
from rules.whispers.draft import Draft
from rules.whispers.layout import SLOTS
from rules.whispers.position import UNKNOWN


def loyalties(draft: Draft) -> list[list[int]]:
    """Loyalties, shown tokens and swaps. Per player the slots that the position does not say. Rule `loyalty.swap`."""
    unsure: list[list[int]] = [[] for _ in draft.names]
    state, position = draft.state, draft.position
    size = len(SLOTS)
    for player in range(state.players):
        state.loyalty[player] = [(slot + player) % size for slot in range(size)]
        if draft.names[player] not in position.loyalties:
            unsure[player] = list(range(size))
    for name, named in position.loyalties.items():
        player = draft.player(name)
        unsure[player] = _slots(draft, player, name, named)
    for name, slots in position.revealed.items():
        player = draft.player(name)
        for word in slots:
            known = word.lower() in draft.board.empire
            slot = state.loyalty[player].index(draft.lookup("empire", word)) if known else draft.lookup("slot", word)
            state.shown[player] |= 1 << slot
    for name, count in position.swaps.items():
        if not 0 <= count <= draft.board.rounds:
            values = {"player": draft.player(name), "count": count, "most": draft.board.rounds - 1}
            message = Sentence(
                "count-loyalty-swaps-of-name-at",
                "{count} loyalty swaps of {name}: at most one a round",
                count=count,
                name=name,
            )
            draft.faults.blame(message, name, "loyalty.swap", "swaps", f"player:{draft.player(name)}", **values)
        state.swaps[draft.player(name)] = max(0, count)
    _favourites(draft, unsure)
    _odd_tokens(draft)
    return unsure


def _favourites(draft: Draft, unsure: list[list[int]]) -> None:
    """Rule `variant.unique_favourites`."""
    if draft.faults.strict or not draft.state.options.unique_favourites or any(draft.state.swaps):
        return
    known = [draft.state.loyalty[player][0] for player in range(len(draft.names)) if 0 not in unsure[player]]
    twice = next((empire for empire in known if known.count(empire) > 1), None)
    if twice is not None:
        name = draft.board.empires[twice]
        draft.faults.blame("", "", "variant.unique_favourites", "same", f"empire:{name}", empire=name)


def _odd_tokens(draft: Draft) -> None:
    """Each swap turns two tokens face up; judged kindly only, since a file need not say its swaps."""
    if draft.faults.strict:
        return
    for player, shown in enumerate(draft.state.shown):
        count, swaps = shown.bit_count(), draft.state.swaps[player]
        if count != 2 * swaps:
            values = {"player": player, "count": count, "swaps": swaps}
            draft.faults.blame("", "", "loyalty.swap", "shown", f"player:{player}", **values)


def _slots(draft: Draft, player: int, name: str, named: list[str] | dict[str, str]) -> list[int]:
    """The empires in slot order; those left out or unknown follow in turn order. The slots of these."""
    pairs = list(named.items() if isinstance(named, dict) else zip(SLOTS, named, strict=False))
    slots = [-1] * len(SLOTS)
    twice = ""
    for slot_name, word in pairs:
        slot = draft.lookup("slot", slot_name)
        if word == UNKNOWN:
            continue
        empire = draft.lookup("empire", word)
        if empire in slots:
            twice = word
        else:
            slots[slot] = empire
    if twice or len(named) > len(SLOTS):
        values = {"player": player, "empire": twice or pairs[0][1]}
        message = Sentence("the-loyalties-of-name-name-an", "the loyalties of {name} name an empire twice", name=name)
        draft.faults.blame(message, name, "setup.loyalties", "twice", f"player:{player}", **values)
    rest = [empire for empire in range(len(SLOTS)) if empire not in slots]
    draft.state.loyalty[player] = [rest.pop(0) if empire < 0 else empire for empire in slots]
    return [slot for slot, empire in enumerate(slots) if empire < 0]
