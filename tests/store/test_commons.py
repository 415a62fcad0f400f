"""What is read and removed in a folder in which others may write."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from support.bad_files import contents

from adjudicator.store.disk import let_go, read_plain

OLD, NEW = b"old\n" * 10, b"new and longer than one write\n" * 200


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def found(path: Path) -> list[int]:
    read = read_plain(path, 1000)
    assert read is not None
    return read.identity


def test_a_plain_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    read = read_plain(tmp_path / "file", len(OLD))
    assert read is not None
    assert read.data == OLD
    assert read.changed == (tmp_path / "file").stat().st_mtime_ns


def test_what_is_no_plain_file_or_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "lost").symlink_to("nowhere")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "lost", "folder", "pipe"):
        assert read_plain(tmp_path / name, 1000) is None
    assert read_plain(tmp_path / "file", len(OLD) - 1) is None
    with pytest.raises(FileNotFoundError):
        read_plain(tmp_path / "nowhere", 1000)


@pytest.mark.parametrize("other", ["pipe", "link", "lost"])
def test_what_takes_a_files_place_between_the_look_and_the_reading_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    """The system's own call is let through, a moment after somebody else has been there."""
    path, secret = tmp_path / "file", tmp_path / "secret"
    path.write_bytes(OLD)
    secret.write_bytes(b"secret")
    make = {"pipe": os.mkfifo, "link": lambda at: at.symlink_to(secret), "lost": lambda at: at.symlink_to("nowhere")}
    opened = os.open

    def late(name: Any, *rest: Any) -> int:
        path.unlink()
        make[other](path)
        return opened(name, *rest)

    monkeypatch.setattr(os, "open", late)
    assert read_plain(path, 1000) is None
    assert secret.read_bytes() == b"secret"


def test_what_was_read_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    known = found(tmp_path / "file")
    let_go(tmp_path / "file", known)
    assert names(tmp_path) == []
    let_go(tmp_path / "file", known)  # somebody else has taken it away


def test_what_has_come_in_its_place_stays(tmp_path: Path) -> None:
    (tmp_path / "file.yaml").write_bytes(OLD)
    known = found(tmp_path / "file.yaml")
    (tmp_path / "new").write_bytes(NEW)
    (tmp_path / "new").replace(tmp_path / "file.yaml")
    let_go(tmp_path / "file.yaml", known)
    assert contents(tmp_path) == {"file.yaml": NEW}


def test_what_has_come_twice_in_its_place_stays_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file is grabbed, and before it has its name back another has that."""
    path = tmp_path / "file.yaml"
    path.write_bytes(OLD)
    known = found(path)
    path.write_bytes(NEW)
    lstat = Path.lstat

    def late(grabbed: Path) -> os.stat_result:
        if not path.exists():
            path.write_bytes(b"third")
        return lstat(grabbed)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "lstat", late)
        let_go(path, known)
    assert contents(tmp_path) == {"file.yaml": b"third", "file-bis.yaml": NEW}
