"""Who may come in: nobody can keep others out by holding connections, nor try codes without end."""

from __future__ import annotations

from wow_tui.serving.gate import TALKING, Gate, Visitor, group
from wow_tui.serving.limits import Limits
from wow_tui.serving.log import Log

LIMITS = Limits(connections=8, sessions=4, sessions_per_address=2, newcomers=6, newcomers_per_address=3)


class Door:
    """A gate with a clock of its own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.gate = Gate(LIMITS, lambda: self.now)

    def enter(self, address: str) -> tuple[Visitor | None, list[Visitor]]:
        self.now += 1
        return self.gate.enter(address, lambda: None)

    def visitor(self, address: str) -> Visitor:
        visitor, _ = self.enter(address)
        assert visitor is not None
        return visitor


def test_a_newcomer_takes_the_place_of_the_oldest_silent_one_from_its_address() -> None:
    door = Door()
    first, second, third = (door.visitor("1.1.1.1") for _ in range(3))
    first.stage = TALKING
    visitor, leave = door.enter("1.1.1.1")
    assert visitor is not None
    assert leave == [second]
    assert door.enter("2.2.2.2")[1] == []
    assert third in door.gate.visitors


def test_many_addresses_cannot_keep_a_newcomer_out_either() -> None:
    door = Door()
    first = door.visitor("10.0.0.0")
    for number in range(1, 6):
        door.visitor(f"10.0.0.{number}")
    visitor, leave = door.enter("1.1.1.1")
    assert visitor is not None
    assert leave == [first]


def test_players_are_never_sent_away_for_newcomers() -> None:
    door = Door()
    players = [door.visitor(address) for address in ("1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4")]
    assert all(door.gate.admit(player) for player in players)
    for _ in range(20):
        _, leave = door.enter("1.1.1.1")
        assert not set(players) & set(leave)


def test_sessions_are_counted_per_address_and_in_all() -> None:
    door = Door()
    assert door.gate.admit(door.visitor("1.1.1.1"))
    second = door.visitor("1.1.1.1")
    assert door.gate.admit(second)
    assert not door.gate.admit(door.visitor("1.1.1.1"))
    assert door.gate.admit(door.visitor("2.2.2.2"))
    assert door.gate.admit(door.visitor("3.3.3.3"))
    last = door.visitor("4.4.4.4")
    assert not door.gate.admit(last)
    door.gate.leave(second)
    assert door.gate.admit(last)


def test_after_too_many_wrong_codes_an_address_has_to_wait() -> None:
    door = Door()
    for _ in range(LIMITS.wrong_per_address):
        door.gate.wrong(door.visitor("1.1.1.1"))
    assert door.gate.must_wait(door.visitor("1.1.1.1"))
    assert not door.gate.must_wait(door.visitor("2.2.2.2"))
    door.now += LIMITS.wrong_time
    assert not door.gate.must_wait(door.visitor("1.1.1.1"))


def test_one_household_is_one_address() -> None:
    assert group("2001:db8:1:2::5") == group("2001:db8:1:2:ffff::9") != group("2001:db8:1:3::5")
    assert group("::ffff:10.0.0.1") == "10.0.0.1"
    assert group("fe80::1%eth0") == group("fe80::2")


def test_the_log_is_one_clean_line_for_each_thing_and_no_flood() -> None:
    lines: list[str] = []
    now = [0.0]
    log = Log(lines.append, lambda: now[0])
    for _ in range(50):
        log.tell("refused", "1.1.1.1", wish="exec\nfake line\x1b[2J")
    log.tell("refused", "2.2.2.2", wish="exec")
    assert len(lines) == 2
    assert lines[0].endswith("1.1.1.1 asked for what is not offered here: execfake line[2J.\n")
    now[0] = 11
    log.tell("refused", "1.1.1.1", wish="exec")
    assert len(lines) == 3
