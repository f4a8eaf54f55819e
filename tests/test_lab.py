"""The lab without a screen: edits, what breaks which rule, moves and why not, branches, comparing, saving."""

from __future__ import annotations

import random

import pytest

from rules.ask import Illegal
from rules.whispers.cases import load, run
from rules.whispers.placing import build
from rules.whispers.position import PositionError, convert
from rules.whispers.position_code import read_code
from rules.whispers.rulebook import load as rulebook
from rules.whispers.settling import settle
from tests.labs import any_edit, fight, wander
from wow_tui.lab import edits, saving
from wow_tui.lab.answers import answers
from wow_tui.lab.comparing import compare
from wow_tui.lab.items import TABS, Items, Wanted
from wow_tui.lab.loading import from_text, open_found
from wow_tui.lab.presets import PRESETS, preset_edit
from wow_tui.lab.session import Lab
from wow_tui.lab.wording import Wording
from wow_tui.text.catalogue import catalogue


def broken(lab: Lab) -> dict[str, str]:
    """Per kind of fault the rule that is broken; notes are not counted."""
    return {fault.refusal.reason: fault.refusal.rule for fault in lab.faults if not fault.note}


def panel(lab: Lab, tab: str, society: int = 0, wanted: Wanted | None = None) -> list[str]:
    """The rows of a panel with their notes."""
    words = Wording(catalogue(), lab.names)
    rows = Items(lab, answers(lab), words, society, wanted or Wanted()).rows(tab)
    return [f"{row.text} {row.noted()}".strip() for row in rows]


# Edits and faults


@pytest.mark.parametrize(
    ("edit", "reason", "rule"),
    [
        (edits.Put("B1", "bear", 21), "banners", "setup"),
        (edits.Beside("B3", "lion", 2), "two-empires", "control"),
        (edits.Card("Ann", "bear/lion", 3), "card", "setup"),
        (edits.Card("Ann", "bear/?", 9), "cards", "setup"),
        (edits.Pile("reserves", "bear", 20), "left", "add.reserve"),
        (edits.Pile("decks", "bear", 9), "deck", "draw.deck"),
        (edits.Reveal("Ann", "devout", True), "shown", "loyalty.swap"),
        (edits.Swaps("Ann", 5), "swaps", "loyalty.swap"),
        (edits.Round(9), "none", "round"),
        (edits.Post("L3", "Ann", True), "off", "variant.agents_on_regions"),
    ],
)
def test_an_impossible_position_is_warned_of_with_its_rule_and_can_be_asked_about(
    edit: edits.Edit, reason: str, rule: str
) -> None:
    lab = fight()
    assert not broken(lab)
    lab.edit(edit)
    assert broken(lab)[reason] == rule
    assert answers(lab).legal
    lab.back()
    assert not broken(lab)


def test_five_agents_too_many_are_warned_of() -> None:
    lab = fight()
    for seat in lab.view(None).board().seats[:14]:
        lab.edit(edits.Seat(seat, "Ann"))
    fault = next(fault for fault in lab.faults if fault.refusal.reason == "agents")
    assert fault.refusal.values["count"] == 14
    assert fault.refusal.rule == "deploy.place"


def test_two_agents_on_a_seat_and_a_loyalty_named_twice_are_warned_of() -> None:
    data = {
        "players": ["Ann", "Bob"],
        "agents": {"bear.marshal": ["Ann", "Bob"]},
        "loyalties": {"Ann": ["bear", "bear", "lion", "eagle", "horse"]},
        "acts": "bear.marshal",
    }
    lab = Lab(convert(data))
    assert broken(lab) == {"two-agents": "deploy.seat", "twice": "setup.loyalties"}


def test_more_banners_than_the_supply_check_leaves_are_noted_not_warned_of() -> None:
    lab = fight()
    lab.edit(edits.Put("B3", "bear", 7))
    assert not broken(lab)
    assert [fault.refusal.reason for fault in lab.faults] == ["over"]


def test_each_fault_has_a_sentence_and_a_rule_that_can_be_opened() -> None:
    chance, seen = random.Random(3), set()
    lab = Lab()
    for _ in range(150):
        try:
            lab.edit(any_edit(chance, lab))
        except PositionError:
            continue
        words = Wording(catalogue(), lab.names)
        for fault in lab.faults:
            seen.add(fault.refusal.reason)
            assert fault.refusal.rule in rulebook().rules
            sentence = words.fault(fault)
            assert sentence.endswith((".", ")"))
            assert "{" not in sentence
            assert "lab." not in sentence
    assert len(seen) > 8


def test_an_edit_keeps_everything_else() -> None:
    lab = fight()
    lab.edit(edits.Card("Ann", "bear/eagle", 2))
    before = lab.position()
    lab.edit(edits.Put("H1", "horse", 4))
    after = lab.position()
    assert after.banners == {**before.banners, "H1": "horse 4"}
    assert (after.agents, after.hands, after.acts) == (before.agents, before.hands, before.acts)


def test_a_token_put_elsewhere_changes_places_and_the_others_stay_unknown() -> None:
    lab = fight()
    lab.edit(edits.Token("Ann", "devout", "lion"))
    lab.edit(edits.Token("Ann", "opposed", "bear"))
    lab.edit(edits.Token("Ann", "devout", "bear"))
    assert lab.position().loyalties["Ann"] == ["bear", "?", "?", "?", "lion"]
    assert lab.view(0).score is None


def test_a_society_that_leaves_takes_everything_with_it() -> None:
    lab = fight()
    lab.edit(edits.Players(3))
    lab.edit(edits.Seat("horse.sheriff", lab.names[2]))
    lab.edit(edits.Players(2))
    assert lab.names == ["Ann", "Bob"]
    assert "horse.sheriff" not in lab.position().agents


def test_a_seat_that_acts_has_somebody_to_act() -> None:
    lab = Lab()
    lab.edit(edits.Acts("lion.steward"))
    assert lab.position().agents == {"lion.steward": "A"}
    assert lab.asked == 0


def test_a_typed_line_changes_only_what_it_names() -> None:
    lab = Lab()
    lab.edit(edits.Typed("5 bear B1, hand A bear/lion; round 2"))
    position = lab.position()
    assert position.banners["B1"] == "bear 5"
    assert position.banners["B3"] == "bear 3"
    assert (position.hands, position.round) == ({"A": ["bear/lion"]}, 2)
    lab.edit(edits.Typed("no agent bear marshal"))
    with pytest.raises(PositionError, match="did you mean"):
        lab.edit(edits.Typed("3 baer B3"))


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_leads_to_a_question_or_the_end(name: str) -> None:
    lab = fight()
    lab.edit(preset_edit(name, lab.position()))
    assert (lab.asked < 0) == (name == "end")
    assert lab.names == ["Ann", "Bob"]
    if name.startswith("round"):
        assert lab.state.round == int(name[-1])


# Asking


def test_every_move_is_legal_or_has_its_rule_and_the_rules_agree() -> None:
    found = answers(fight())
    assert "attack B3 L2 3" in found.legal
    barred = {row.move: row.refusal.rule for row in found.rows if row.refusal is not None}
    assert barred["attack B3 L2 4"] == "attack.size"
    assert barred["attack B3 B1 1"] == "attack.own-region"
    assert found.preview("attack B3 L2 3").refusal is None
    for move in found.legal:
        fight().play(move)
    for move in barred:
        with pytest.raises(Illegal):
            fight().play(move)


def test_no_move_with_a_card_that_nobody_here_knows_is_listed() -> None:
    lab = fight()
    lab.edit(edits.Card("Ann", "bear/?", 3))
    lab.edit(edits.Card("Ann", "bear/lion", 1))
    found = answers(lab)
    played = {move.split()[1] for row in found.rows if (move := row.move).startswith("play")}
    assert played <= {"bear/lion"}
    assert found.unknown == 3
    assert any("3 cards" in row for row in panel(lab, "moves"))


def test_moves_can_be_looked_through_by_words_and_by_place() -> None:
    lab = fight()
    rows = panel(lab, "moves", wanted=Wanted("legal", "attack"))
    assert all("attack" in row for row in rows if "B3" in row)
    rows = panel(lab, "moves", wanted=Wanted(ref="region:L2"))
    assert any("attack B3 L2" in row for row in rows)
    assert not any(row.startswith("add B1") for row in rows)


def test_many_moves_that_differ_in_a_number_share_a_row_until_it_is_opened() -> None:
    lab = fight()
    assert any(row.startswith("add B1 1..4") for row in panel(lab, "moves"))
    assert not any(row.startswith("add B1 2") for row in panel(lab, "moves"))
    opened = panel(lab, "moves", wanted=Wanted(opened=frozenset({"add B1"})))
    assert any(row.startswith("add B1 2") for row in opened)


# Branches


def test_another_move_begins_a_branch_and_another_edit_does_not() -> None:
    lab = fight()
    lab.play("attack B3 L2 2")
    lab.back()
    lab.play("attack B3 L2 3")
    assert [branch.name for branch in lab.branches] == ["A", "B"]
    lab.switch("A")
    assert lab.moment.move == "attack B3 L2 2"
    plain = fight()
    plain.edit(edits.Put("H1", "horse", 1))
    plain.back()
    plain.edit(edits.Put("H1", "horse", 2))
    assert len(plain.branches) == 1


def test_the_same_move_again_goes_on_with_the_branch_it_began() -> None:
    lab = fight()
    lab.play("attack B3 L2 2")
    there = lab.here
    lab.back()
    lab.play("attack B3 L2 2")
    assert lab.here == there
    assert len(lab.branches) == 1


def test_back_and_forward_lose_nothing() -> None:
    lab, chance = fight(), random.Random(5)
    for _ in range(12):
        wander(lab, chance)
    lab.switch(lab.branch.name)
    end = lab.position()
    while lab.back():
        pass
    assert lab.here == 0
    while lab.forward():
        pass
    assert lab.position() == end


def test_branches_are_named_dropped_and_never_lost_by_a_taken_name() -> None:
    lab = fight()
    lab.rename("A", "siege")
    assert lab.branch_here("raid") == "raid"
    with pytest.raises(ValueError, match="siege"):
        lab.rename("raid", "siege")
    with pytest.raises(KeyError):
        lab.switch("nowhere")
    assert lab.drop("raid")
    assert not lab.drop("siege")


def test_two_branches_are_compared_by_banners_control_cities_and_points() -> None:
    lab = fight()
    for slot, empire in zip(
        ("devout", "dutiful", "affiliated", "unallied", "opposed"), lab.view(0).board().empires, strict=True
    ):
        lab.edit(edits.Token("Ann", slot, empire))
    lab.edit(edits.Put("L3", "lion", 0))
    lab.edit(edits.Put("L3", "bear", 1))
    lab.edit(edits.Put("B3", "bear", 4))
    lab.play("attack B3 L2 1")
    lab.go(lab.root)
    lab.play("attack B3 L2 4")
    found = compare(lab, "A", "B")
    rows = {(row.what, row.name): (row.base, row.one, row.other) for row in found.rows}
    assert rows["region", "L2"] == ("lion 1", "lion 1", "bear 2")
    assert rows["region", "B3"] == ("bear 4", "bear 3", "bear 0")
    assert ("cities", "lion") in rows
    assert ("points", "0") in rows
    assert ("points", "1") not in rows
    text = "\n".join(Wording(catalogue(), lab.names).comparison(found))
    assert "Lion 1" in text
    assert "Bear 2" in text


# Saving


def test_a_lab_is_saved_as_a_case_that_check_holds_to() -> None:
    lab = fight()
    with pytest.raises(Illegal):
        lab.play("attack B3 B1 1")
    lab.play("attack B3 L2 3")
    text = saving.case_text(lab, 'A "fort" falls')
    (case,) = load(text)
    assert case.title == 'A "fort" falls'
    assert case.rules == ["attack.own-region"]
    assert [step.refused for step in case.steps] == ["attack.own-region", None]
    assert run(case).holds
    assert not run(load(text.replace("bear 1", "bear 2"))[0]).holds


def test_a_position_that_cannot_be_is_no_case() -> None:
    lab = fight()
    lab.edit(edits.Put("B1", "bear", 21))
    with pytest.raises(PositionError, match="24 bear"):
        saving.case_text(lab, "x")


def test_text_line_and_code_lead_back_to_the_same_position() -> None:
    lab = fight()
    lab.edit(edits.Card("Ann", "bear/eagle", 1))
    line = saving.line(lab)
    assert line is not None
    for text in (line, saving.code(lab), saving.position_text(lab)):
        assert open_found(from_text(text)).position() == lab.position()


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_done_in_a_lab_it_can_be_shown_asked_saved_and_read_again(seed: int) -> None:
    chance, lab = random.Random(seed), Lab()
    for _ in range(40):
        wander(lab, chance)
        found, words = answers(lab), Wording(catalogue(), lab.names)
        items = Items(lab, found, words, 0, Wanted())
        for tab in TABS:
            assert all(item.text for item in items.rows(tab)), tab
        for row in chance.sample(found.rows, min(2, len(found.rows))):
            assert words.foreseen(found.preview(row.move))
        position = lab.position()
        assert read_code(saving.code(lab)) == position
        assert settle(open_found(from_text(saving.position_text(lab))).position()) == position
        assert all(words.moment(lab.moments[each]) for each in lab.path(lab.here))
    try:
        text = saving.case_text(lab, "wandered")
    except PositionError:
        with pytest.raises(PositionError):
            build(lab.moments[lab.root].position or position)
    else:
        assert all(run(case).holds for case in load(text))
