"""The cards of a position: hands and decks, and some card for each of which only the back is known."""

from __future__ import annotations

from rules.sentence import Sentence
from rules.whispers.deck import CARDS
from rules.whispers.draft import Draft
from rules.whispers.moves import card_id
from rules.whispers.position import UNKNOWN
from rules.whispers.setup import full_decks


def cards(draft: Draft) -> list[list[int]]:
    """Hands and decks. Per player the cards invented for those of which only the back is known. Rule `draw.deck`."""
    invented: list[list[int]] = [[] for _ in draft.names]
    state, position = draft.state, draft.position
    left = full_decks(draft.board)
    for name, words in position.hands.items():
        player = draft.player(name)
        state.hands[player] = [_take(draft, left, word) for word in words if not word.endswith(f"/{UNKNOWN}")]
    listed = {
        draft.lookup("empire", name): [_take(draft, left, word) for word in reversed(named)]
        for name, named in position.decks.items()
        if not isinstance(named, int)
    }
    for name, words in position.hands.items():
        player = draft.player(name)
        invented[player] = _invent(draft, left, [word for word in words if word.endswith(f"/{UNKNOWN}")])
        state.hands[player] += invented[player]
    for name, named in position.decks.items():
        empire = draft.lookup("empire", name)
        if isinstance(named, int):
            _deck(draft, left, empire, named)
        else:
            left[empire] = listed[empire]
    for hand in state.hands:
        hand.sort()
    state.decks = left
    return invented


def _invent(draft: Draft, left: list[list[int]], words: list[str]) -> list[int]:
    """Some card for each of which only the back is known, taken from those that are left."""
    invented: list[int] = []
    for word in words:
        empire = draft.lookup("empire", word.partition("/")[0])
        if left[empire]:
            invented.append(left[empire].pop())
        else:
            name = draft.board.empires[empire]
            message = Sentence(
                "more-name-cards-are-named-than", "more {name} cards are named than there are", name=name
            )
            values = {"empire": name, "card": word, "most": CARDS.copies * (len(draft.board.empires) - 1)}
            draft.faults.blame(message, word, "setup", "cards", f"empire:{name}", **values)
    return invented


def _deck(draft: Draft, left: list[list[int]], empire: int, count: int) -> None:
    """So many cards in a deck."""
    most, name = len(left[empire]), draft.board.empires[empire]
    if not 0 <= count <= most:
        values = {"empire": name, "count": count, "most": most}
        message = Sentence(
            "a-name-deck-of-count-cards",
            "a {name} deck of {count}: {most} cards are left",
            name=name,
            count=count,
            most=most,
        )
        draft.faults.blame(message, name, "draw.deck", "deck", f"empire:{name}", **values)
    left[empire] = left[empire][: max(0, count)]


def _take(draft: Draft, left: list[list[int]], word: str) -> int:
    """A card by name, taken from those that are left."""
    card = draft.lookup("card", word)
    pile = left[card // len(draft.board.empires)]
    if card in pile:
        pile.remove(card)
    else:
        name = card_id(draft.board, card)
        message = Sentence(
            "card-word-is-named-more-often", "card {word} is named more often than there are copies", word=word
        )
        draft.faults.blame(message, word, "setup", "card", f"card:{name}", card=name, most=CARDS.copies)
    return card
