"""Sitting together: claiming, releasing, handing on, watching, chat, undo by consent, clocks, tables, resuming."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from rules.match import Match
from saves.envelope import to_match
from saves.errors import StoreError
from saves.store import read
from tests.net_clients import CODE, Tap, answer, asked, hosted, people_at, play, table
from tests.waiting import until
from wow_tui.net import keeping, limits
from wow_tui.net.client import Client, Identity, Place
from wow_tui.net.host import Host
from wow_tui.net.messages import (
    Agree,
    Create,
    Done,
    Hand,
    Leave,
    Lobby,
    Refused,
    Release,
    Say,
    Sit,
    Start,
    Undo,
    Welcome,
)
from wow_tui.net.socket_link import SocketLink


async def test_a_table_is_made_joined_by_its_code_and_begins_when_everybody_is_there(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        ann = await Tap.open(where, "Ann")
        made = await ann.ask(Create(seq=0, name="Mine", players=["", "", "bot:random"], switches=["may_pass=true"]))
        assert isinstance(made, Done)
        id, code = made.values
        room = host.rooms[id]
        assert room.table.match.options.may_pass
        await ann.sit(room, code=code)
        assert ann.standing is not None
        assert not ann.standing.started
        assert ann.standing.ask is None
        bob = await Tap.open(where, "Ann")
        bob.name = "Bob"
        cam = await Tap.open(where, "Cam")
        assert isinstance(await cam.ask(Sit(seq=0, table="", code=code.lower())), Done)
        await cam.until(lambda: cam.standing is not None and cam.standing.started)
        assert [person.name for person in room.people()] == ["Ann", "Cam", "Random 3"]
        assert await play([ann, cam], room, random.Random(1), 5) == 5
        for tap in (ann, bob, cam):
            await tap.close()


async def test_whoever_made_a_table_begins_it_with_bots_for_those_missing(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        ann = await Tap.open(where, "Ann")
        room, code = await ann.make(host, Create(seq=0, name="Mine", players=["", "", ""]))
        await ann.sit(room, code=code)
        assert isinstance(await ann.ask(Start(seq=0)), Done)
        assert [person.kind for person in room.people()] == ["person", "bot:greedy", "bot:greedy"]
        await ann.close()


async def test_hosts_that_let_nobody_make_tables_say_so(tmp_path: Path) -> None:
    async with hosted(tmp_path, may_create=False) as (_, where):
        ann = await Tap.open(where, "Ann")
        said = await ann.ask(Create(seq=0, name="Mine", players=["", ""]))
        assert isinstance(said, Refused)
        assert said.rule == "net.no-create"
        await ann.close()


async def test_a_player_goes_to_a_bot_and_back_and_to_another_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        ann, bob = await people_at(where, room, 2)
        assert isinstance(await bob.ask(Hand(seq=0, player=1, bot="random")), Done)
        assert room.table.seats[1].kind == "bot:random"
        assert await play([ann], room, random.Random(1), 4) == 4
        await bob.ask(Leave(seq=0))
        await bob.sit(room)
        assert room.table.seats[1].kind == "person"
        said = await ann.ask(Hand(seq=0, player=1, bot="random"))
        assert isinstance(said, Refused)
        assert said.rule == "net.not-yours"
        await bob.close()
        await until(lambda: not room.here(1))
        monkeypatch.setattr(limits, "AWAY", 0.0)
        assert isinstance(await ann.ask(Release(seq=0, player=1)), Done)
        cam = await Tap.open(where, "Cam")
        await cam.sit(room)
        assert cam.standing is not None
        assert cam.standing.me == 1
        again = await Tap.open(where, "T2")
        said = await again.ask(Sit(seq=0, table=room.id, code=CODE))
        assert isinstance(said, Refused)
        assert said.rule == "net.full"
        for tap in (ann, cam, again):
            await tap.close()


async def test_chat_is_cleaned_cut_limited_in_rate_and_kept(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        ann, bob = await people_at(where, room, 2)
        await ann.ask(Say(seq=0, text="hi \x1b[2J\x1b]52;c;eA==\x07\u202ethere\n" + "x" * 900))
        await bob.until(lambda: any(key == "said" for key, _ in bob.lines))
        text = next(values["text"] for key, values in bob.lines if key == "said")
        assert text.startswith("hi [2J]52;c;eA==there")
        assert len(text) == 200
        said = [await ann.ask(Say(seq=0, text=f"line {number}")) for number in range(8)]
        assert sum(isinstance(each, Refused) and each.rule == "net.chat-fast" for each in said) >= 3
        for tap in (ann, bob):
            await tap.close()
    assert any(line.key == "said" for line in keeping.fetch(tmp_path / "hosted", room.id).lines)


async def test_undo_needs_the_consent_of_the_other_people_once_it_is_not_free(tmp_path: Path) -> None:
    chance = random.Random(3)
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"))
        taps = await people_at(where, room, 2)
        await play(taps, room, chance, 9)
        for yes in (False, True):
            asker = await asked(taps, room)
            assert asker is not None
            assert asker.standing is not None
            await answer(asker, chance)
            while room.table.may_undo(taps.index(asker)):
                await answer(asker, chance)
            other = taps[1 - taps.index(asker)]
            before = len(room.table.match.journal)
            said = await asker.ask(Undo(seq=0))
            assert isinstance(said, Done)
            assert said.values == []
            await other.until(lambda other=other: other.standing.proposal is not None)  # type: ignore[misc]
            assert isinstance(await other.ask(Agree(seq=0, yes=yes)), Done)
            assert (len(room.table.match.journal) < before) is yes
            assert room.proposal is None
            assert isinstance(await other.ask(Agree(seq=0, yes=True)), Refused)
            await asker.until(lambda asker=asker: asker.told == room.table.answered())  # type: ignore[misc]
        for tap in taps:
            await tap.close()


async def test_a_clock_answers_for_whoever_is_out_of_time(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"), clock=1)
        ann, bob = await people_at(where, room, 2)
        assert ann.standing is not None
        await ann.until(lambda: ann.standing is not None and ann.standing.left is not None)
        before = room.table.answered()
        await until(lambda: room.table.answered() > before)
        assert any(line.key == "out-of-time" for line in room.kept.lines)
        for tap in (ann, bob):
            await tap.close()


async def test_several_tables_play_to_their_ends_at_once_and_replay_from_their_saves(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        port = await host.serve_tcp("127.0.0.1", 0)
        games = []
        for number, kinds in enumerate((("person",) * 2, ("person",) * 4, ("person", "bot:random", "person"))):
            room = await table(host, kinds, seed=number)
            taps = await people_at(where if number % 2 else port, room, kinds.count("person"), f"R{number}-")
            games.append((room, taps))
        await asyncio.gather(*(play(taps, room, random.Random(1)) for room, taps in games))
        for room, taps in games:
            assert room.table.asked is None
            for tap in taps:
                await tap.close()
    for room, _ in games:
        save = read(keeping.match_path(tmp_path / "hosted", room.id))
        match = to_match(save)
        assert match.state == room.table.match.state
        assert Match(match.game, match.players, match.options, match.seed, None, save.journal).state == match.state


async def test_tables_are_taken_up_again_in_mid_decision_with_their_people(tmp_path: Path) -> None:
    chance = random.Random(1)
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person", "bot:random"))
        taps = await people_at(where, room, 2)
        await play(taps, room, chance, 20)
        await asked(taps, room)
        state, names = room.table.match.state, [seat.name for seat in room.table.seats]
        for tap in taps:
            await tap.close()
    async with hosted(tmp_path) as (host, where):
        again = host.rooms[room.id]
        assert again.table.match.state == state
        assert [seat.name for seat in again.table.seats] == names
        taps = [await Tap.open(where, f"T{number}") for number in (1, 2)]
        for number, tap in enumerate(taps):
            await tap.sit(again, code="")
            assert tap.standing is not None
            assert tap.standing.me == number
            assert tap.told == again.table.answered()
        assert await play(taps, again, chance) > 5
        for tap in taps:
            await tap.close()


async def test_two_hosts_do_not_share_a_folder_and_damaged_tables_are_told(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, _):
        room = await table(host, ("person", "person"))
        with pytest.raises(StoreError, match="Another host"):
            Host(tmp_path / "hosted")
    (tmp_path / "hosted" / f"{room.id}.table").write_bytes(b"{")
    host = Host(tmp_path / "hosted")
    problems = await host.resume()
    await host.close()
    assert len(problems) == 1
    assert "damaged" in problems[0]


async def _link(where: Path, room_id: str, name: str) -> tuple[Client, SocketLink]:
    client = Client(Place(socket=where), Identity(name, lambda host: f"secret of {name} for {host}"))
    assert isinstance(await client.open(), Welcome)
    link = SocketLink(client, lambda line: f"{line.key} {line.values}")
    await client.ask(Sit(seq=0, table=room_id, code=CODE))
    await link.ready()
    return client, link


async def test_links_come_back_by_themselves_and_tell_everything_once(tmp_path: Path) -> None:
    chance = random.Random(7)
    told: dict[int, list[list[str]]] = {0: [], 1: []}
    async with hosted(tmp_path) as (host, where):
        room = await table(host, ("person", "person"), seed=11)
        clients = [await _link(where, room.id, name) for name in ("Ann", "Bob")]
        count = 0
        while room.table.asked is not None:
            for player, (_, link) in enumerate(clients):
                if link.update(player).ask is None:
                    answered = link.next_told()
                    if answered is not None:
                        told[player].append([event.key for event in answered.events])
                    continue
                ask = link.update(player).ask
                assert ask is not None
                count += 1
                if count % 13 == 0:
                    # The line breaks while an answer is on its way.
                    for connection in list(host._connections):
                        connection._writer.transport.abort()
                events = (await link.answer(player, [chance.choice(ask.options).id])).events
                told[player].append([event.key for event in events])
            await asyncio.sleep(0)
        for player, (client, link) in enumerate(clients):
            await until(lambda link=link: link.standing.asked is None)  # type: ignore[misc]
            while (answered := link.next_told()) is not None:
                told[player].append([event.key for event in answered.events])
            assert told[player] == [[event.key for event in events] for events in link.history(player)]
            assert told[player] == [[e.key for e in events] for events in room.table.history(player)]
            assert link.moment(player, 3) == room.table.match.game.view(room.table.match.states()[3], player)
            await client.close()


async def test_the_lobby_shows_ones_own_tables_first_and_changes_by_itself(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, where):
        await table(host, ("person", "person"))
        mine = await table(host, ("person", "person"))
        ann = await Tap.open(where, "Ann")
        await ann.sit(mine)
        await ann.ask(Leave(seq=0))
        await ann.until(lambda: any(isinstance(each, Lobby) and each.tables[0].id == mine.id for each in ann.news))
        await table(host, ("person", "person"))
        await ann.until(lambda: any(isinstance(each, Lobby) and len(each.tables) == 3 for each in ann.news))
        await ann.close()
