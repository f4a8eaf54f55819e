"""Undo returns the very bytes; it is free for a player's own decisions and never survives a draw, a reveal or
a change of player."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ask import Illegal
from rules.game import GAMES, Game
from rules.match import Match
from tests.conformance.strategies import SMALL, lines
from tests.conformance.test_states import played
from tests.games import blob


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_undo_goes_back_over_the_very_bytes_to_the_start_and_redo_comes_forth_again(
    name: str, data: st.DataObject
) -> None:
    match = played(data.draw(lines(name)))
    states, journal = [blob(state) for state in match.states()], list(match.journal)
    everybody = range(match.players)
    for entry, state in zip(reversed(journal), reversed(states[:-1]), strict=True):
        assert match.undo(entry.player, everybody) == entry
        assert blob(match.state) == state
    with pytest.raises(Illegal):
        match.undo(0, everybody)
    for entry, state in zip(journal, states[1:], strict=True):
        match.redo(entry.player)
        assert blob(match.state) == state
    assert match.journal == journal


def may_be_free(game: Game, match: Match, index: int) -> bool:
    """Said anew: after that answer its player is asked again, and nobody read anything revealing."""
    entry, state = match.journal[index], match.states()[index + 1]
    told = [event for event in match.events()[index] if event.only not in (None, entry.player)]
    revealed = any(event.reveals for event in match.events()[index])
    return not told and not revealed and list(game.asks(state)) == [entry.player]


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_undo_is_free_only_while_the_same_player_decides_and_nothing_was_revealed(
    name: str, data: st.DataObject
) -> None:
    match = played(data.draw(lines(name)))
    while match.journal:
        index, owner = len(match.journal) - 1, match.journal[-1].player
        for player in range(match.players):
            refusal = match.may_undo(player)
            free = player == owner and may_be_free(match.game, match, index)
            assert (refusal is None) == free
            if refusal is None:
                continue
            assert refusal.rule == "undo.consent"
            before = blob(match.state)
            with pytest.raises(Illegal):
                match.undo(player)
            assert blob(match.state) == before
            others = [other for other in range(match.players) if other != player]
            assert match.may_undo(player, others) is None
            assert match.may_undo(player, others[:-1]) is not None
        match.undo(owner, range(match.players))


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_resetting_a_turn_stops_where_undo_is_no_longer_free(name: str, data: st.DataObject) -> None:
    match = played(data.draw(lines(name)))
    if not match.journal:
        return
    player, states = match.journal[-1].player, [blob(state) for state in match.states()]
    count = match.reset_turn(player)
    assert blob(match.state) == states[len(states) - 1 - count]
    assert match.may_undo(player) is not None
    assert match.reset_turn((player + 1) % match.players) == 0 or not count


@pytest.mark.parametrize("name", GAMES)
@SMALL
@given(data=st.data())
def test_redo_is_for_who_answered_and_ends_with_a_new_answer(name: str, data: st.DataObject) -> None:
    match = played(data.draw(lines(name)))
    if not match.journal:
        return
    entry = match.undo(match.journal[-1].player, range(match.players))
    before = blob(match.state)
    with pytest.raises(Illegal):
        match.redo((entry.player + 1) % match.players)
    assert blob(match.state) == before
    match.answer(entry.player, match.state.step, entry.answer)
    with pytest.raises(Illegal):
        match.redo(entry.player)
