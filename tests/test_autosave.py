"""Every decision is kept: durable once acknowledged, whole after a kill, never mixed with another match."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saves.autosave import Autosave
from saves.envelope import decode
from saves.errors import SaveError, StoreError
from saves.steps import SLOT, SLOTS, log_path
from saves.store import read, recent, write
from tests.saved_matches import ROOT, go_on, moments, saved, started


def test_each_decision_kept_is_read_back_as_it_was(tmp_path: Path) -> None:
    path, match, chance = tmp_path / "game.wow", started(3, 7, rich=True), random.Random(7)
    autosave, whole = Autosave(path), 0
    for number in range(10_000):
        save, before = saved(match, number), path.stat().st_ino if path.exists() else 0
        autosave.keep(save)
        whole += path.stat().st_ino != before
        if number % 5 < 2:
            assert read(path) == save
        if number % 7 == 6:
            for _ in range(3):
                match.undo(match.journal[-1].player, range(3))
        elif not go_on(match, chance):
            break
    assert number > SLOTS
    assert whole <= 2 + number // SLOTS
    assert log_path(path).stat().st_size == SLOT * SLOTS
    autosave.close()
    assert decode(path.read_bytes()) == save
    assert not log_path(path).exists()


def test_another_writer_of_the_file_is_noticed(tmp_path: Path) -> None:
    path, match, chance = tmp_path / "game.wow", started(2, 7), random.Random(7)
    one, other = Autosave(path), Autosave(path)
    for number in range(12):
        go_on(match, chance)
        save = saved(match, number)
        (one, other)[number // 3 % 2].keep(save)
        assert read(path) == save
    write(path, moments()["end"])
    assert read(path) == moments()["end"]
    one.keep(save)
    assert read(path) == save
    path.unlink()
    one.keep(save)
    assert read(path) == save


def test_the_log_of_another_save_is_not_mixed_in(tmp_path: Path) -> None:
    path, match, chance = tmp_path / "game.wow", started(2, 7), random.Random(7)
    autosave = Autosave(path)
    for number in range(3):
        autosave.keep(saved(match, number))
        go_on(match, chance)
    log = log_path(path).read_bytes()
    write(path, moments()["begin"])
    log_path(path).write_bytes(log)
    assert read(path) == moments()["begin"]


def test_damage_in_the_log_never_gives_another_match(tmp_path: Path) -> None:
    path, match, chance = tmp_path / "game.wow", started(2, 7, rich=True), random.Random(7)
    autosave, stages = Autosave(path), []
    for number in range(4):
        stages.append(saved(match, number))
        autosave.keep(stages[-1])
        go_on(match, chance)
    log = log_path(path).read_bytes()
    used = [*range(0, 40), *range(SLOT, SLOT + 40), *range(2 * SLOT, 2 * SLOT + 900, 7)]
    for at in used:
        broken = bytearray(log)
        broken[at] ^= 1
        log_path(path).write_bytes(broken)
        if at < 2 * SLOT:
            with pytest.raises(SaveError, match="missing"):
                read(path)
        else:
            assert read(path) in stages[2:]
    for length in (0, 10, SLOT, 2 * SLOT + 10, SLOT * SLOTS - 1):
        log_path(path).write_bytes(log[:length])
        if length < SLOT:
            assert read(path) == stages[0]
        else:
            with pytest.raises(SaveError, match="missing"):
                read(path)


def test_play_goes_on_over_a_full_disk_and_is_saved_again_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, match, chance = tmp_path / "game.wow", started(2, 7), random.Random(7)
    autosave = Autosave(path)
    autosave.keep(kept := saved(match, 1))

    def fail(file: int, data: memoryview) -> int:
        raise OSError(errno.ENOSPC, "full")

    for number in (2, 3):
        go_on(match, chance)
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", fail)
            with pytest.raises(StoreError, match="the disk is full"):
                autosave.keep(saved(match, number))
        assert read(path) == kept
    go_on(match, chance)
    autosave.keep(last := saved(match, 4))
    assert read(path) == last


def test_without_room_for_a_log_every_decision_is_a_whole_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: int, length: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "ftruncate", fail)
    path, match, chance = tmp_path / "game.wow", started(2, 7), random.Random(7)
    autosave = Autosave(path)
    for number in range(3):
        autosave.keep(save := saved(match, number))
        assert read(path) == save
        go_on(match, chance)
    autosave.close()
    assert [each.suffix for each in tmp_path.iterdir()] == [".wow"] * 3


# Kills

WRITER = """
import os, random, sys
from pathlib import Path
from saves.envelope import Seat, from_match, to_match
from saves.store import read, write
from saves.autosave import Autosave
from tests.saved_matches import go_on, started

path, acknowledged, way = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
chance, log = random.Random(), os.open(acknowledged, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
save = read(path) if path.exists() else None
match, count = (to_match(save), save.updated) if save else (started(3, 1, rich=True), 0)
autosave = Autosave(path)
keep = autosave.keep if way == "autosave" else lambda save: write(path, save)
while True:
    if len(match.journal) > 5 and chance.random() < 0.2:
        match.undo(match.journal[-1].player, range(3))
    elif not go_on(match, chance):
        match = started(3, chance.getrandbits(60), rich=True)
    count += 1
    keep(from_match(match, [Seat("a"), Seat("b"), Seat("c")], 0, count))
    os.write(log, b"%d\\n" % count)
"""


def kill_writers(folder: Path, way: str, rounds: int) -> int:
    """Kill writers at random moments; the file must be whole, no older than acknowledged. Saves written."""
    path, acknowledged, chance = folder / "game.wow", folder / "acknowledged", random.Random(1)
    for _ in range(rounds):
        before = acknowledged.stat().st_size if acknowledged.exists() else 0
        run = [sys.executable, "-c", WRITER, str(path), str(acknowledged), way]
        child = subprocess.Popen(run, cwd=ROOT)
        while (acknowledged.stat().st_size if acknowledged.exists() else 0) == before:
            assert child.poll() is None, "the writer ended by itself"
            time.sleep(0.002)
        time.sleep(chance.random() * 0.06)
        child.kill()
        child.wait()
        lines = acknowledged.read_bytes().split(b"\n")
        assert read(path).updated >= int(lines[-2])
        assert all(each.problem is None for each in recent(folder))
    return read(path).updated


@pytest.mark.parametrize("way", ["autosave", "write"])
def test_a_killed_writer_leaves_a_whole_save_not_older_than_acknowledged(way: str, tmp_path: Path) -> None:
    assert kill_writers(tmp_path, way, 10) > 10


@pytest.mark.long
@pytest.mark.parametrize("way", ["autosave", "write"])
def test_hundreds_of_killed_writers_leave_whole_saves(way: str, tmp_path: Path) -> None:
    assert kill_writers(tmp_path, way, 200) > 200
