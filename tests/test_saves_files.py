"""Saves as files: whole at every moment, whatever the disk does, and listed without fail."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import pytest

from rules.game import load
from saves.disk import copies
from saves.errors import StoreError
from saves.store import read, recent, safe_name, save_path, write
from tests.saved_matches import ROOT, SEATS, moments


def test_a_written_save_is_read_back_and_is_nobody_elses(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "game.wow"
    write(path, moments()["attack"])
    assert read(path) == moments()["attack"]
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["game.wow"]


def test_the_last_three_saves_are_kept_as_copies(tmp_path: Path) -> None:
    path = tmp_path / "game.wow"
    for updated in range(1, 7):
        write(path, msgspec.structs.replace(moments()["begin"], updated=updated))
    assert [read(each).updated for each in (path, *copies(path))] == [6, 5, 4, 3]


def test_a_disk_without_hard_links_keeps_no_copies_but_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    for updated in (1, 2):
        write(tmp_path / "game.wow", msgspec.structs.replace(moments()["begin"], updated=updated))
    assert read(tmp_path / "game.wow").updated == 2


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_full_disk_leaves_the_save_before_and_nothing_else(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.wow"
    write(path, moments()["begin"])

    def fail(file: int, data: memoryview) -> int:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", fail)
        with pytest.raises(StoreError, match="still there"):
            write(path, moments()["end"])
    assert read(path) == moments()["begin"]
    assert [each.name for each in tmp_path.iterdir()] == ["game.wow"]


def test_a_write_that_the_system_splits_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda file, data: real(file, bytes(data[:100])))
    write(tmp_path / "game.wow", moments()["end"])
    assert read(tmp_path / "game.wow") == moments()["end"]


def test_a_real_limit_on_file_sizes_is_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    code = (
        "import resource, sys; from pathlib import Path; from tests.saved_matches import moments\n"
        "from saves import store\n"
        "save = moments()['attack']; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: store.write(Path(sys.argv[1]), save)\n"
        "except store.StoreError as error: print(error)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "game.wow")], capture_output=True, text=True, cwd=ROOT
    )
    assert "files may not become that large here" in run.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_disk_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "read-only")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(StoreError, match=r"^'game.wow' could not be saved: the disk is read-only; .*\.$"):
        write(tmp_path / "game.wow", moments()["begin"])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="you may not write there"):
            write(tmp_path / "game.wow", moments()["begin"])
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("name", ["", ".", "..", "/", "no/such/file.wow", "a\0b.wow", "\ud800.wow", "x" * 999])
def test_a_path_that_no_save_can_have_is_the_documented_error(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with pytest.raises(StoreError):
        read(path)
    if "no/such" not in name:
        with pytest.raises(StoreError):
            write(path, moments()["begin"])


def test_a_pipe_or_device_is_neither_waited_for_nor_replaced(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    pipe = tmp_path / "pipe.wow"
    os.mkfifo(pipe)
    for action in (lambda: read(pipe), lambda: write(pipe, moments()["begin"])):
        with pytest.raises(StoreError, match="no ordinary file"):
            action()
    assert not pipe.is_file()
    assert pipe.exists()


def test_left_overs_of_killed_writers_are_removed_once_they_are_old(tmp_path: Path) -> None:
    for name, age in ((".wow-old.tmp", 3600), (".wow-new.tmp", 5), ("other.tmp", 3600)):
        (tmp_path / name).write_bytes(b"x")
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    recent(tmp_path)
    assert sorted(each.name for each in tmp_path.iterdir()) == [".wow-new.tmp", "other.tmp"]


def test_the_list_of_saves_is_newest_first_tells_bad_files_and_hides_copies(tmp_path: Path) -> None:
    for name, updated in (("old", 1000), ("new", 3000), ("new", 4000), ("middle", 2000)):
        write(tmp_path / f"{name}.wow", msgspec.structs.replace(moments()["attack"], updated=updated))
    (tmp_path / "bad.wow").write_bytes(b"nonsense")
    os.utime(tmp_path / "bad.wow", (2500, 2500))
    (tmp_path / "folder.wow").mkdir()
    os.utime(tmp_path / "folder.wow", (500, 500))
    (tmp_path / "gone.wow").symlink_to(tmp_path / "nowhere")
    listed = {each.path.stem: each for each in recent(tmp_path)}
    assert [name for name in listed if name != "gone"] == ["new", "bad", "middle", "old", "folder"]
    assert "not a save of wow-tui" in (listed["bad"].problem or "")
    assert "folder" in (listed["folder"].problem or "")
    assert listed["new"].problem is None
    assert (listed["new"].round, listed["new"].players) == (4, tuple(seat.name for seat in SEATS))
    assert list(listed["new"].waiting) == list(load("whispers").asks(moments()["attack"].state))
    (tmp_path / "new.wow").unlink()
    assert "new.1" in {each.path.stem for each in recent(tmp_path)}


def test_a_folder_that_is_not_there_lists_nothing(tmp_path: Path) -> None:
    assert recent(tmp_path / "nowhere") == []
    assert recent(Path("\0")) == []


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ann & Bob", "Ann Bob"),
        ("../../etc/passwd", "etc-passwd"),
        ("game.wow", "game"),
        ("game.1", "game-1"),
        (".hidden", "hidden"),
        ("-rf", "rf"),
        ("a\x1b[31m\0\n\u202eb", "a-31m-b"),
        ("", "match"),
        ("///", "match"),
        ("CON", "CON-"),
        ("x" * 999, "x" * 60),
        ("漢" * 99, "漢" * 60),
        ("Cafe\u0301", "Café"),
    ],
)
def test_names_that_people_type_become_plain_file_names(typed: str, name: str) -> None:
    assert safe_name(typed) == name
    assert save_path(Path("f"), typed) == Path("f") / f"{name}.wow"
