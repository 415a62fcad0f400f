from __future__ import annotations

import errno
import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
import time
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from support.depth import few
from support.disks import environment, full_disk, killed_at, limited_disk, read_only, run, unreadable

from adjudicator.store import disk
from adjudicator.store.disk import (
    Busy,
    clean,
    close_to_others,
    entries,
    let_through,
    locked,
    make_folder,
    read_file,
    sizes,
    write_all,
    write_whole,
)
from adjudicator.store.published import intact, publish_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.disks import Disk

OLD = b"old\n" * 10
NEW = b"new and longer than one write\n" * 200
FIRST = {"state.json": b"{}", "reports/public.txt": b"turn one\n"}
SECOND = {
    "state.json": b'{"turn": 2}' * 500,
    "reports/public.txt": b"turn two\n",
    "reports/private/a.txt": b"secret\n",
    "empty.txt": b"",
}
BIG = {"a.txt": bytes(3000), "reports/b.txt": bytes(300_000)}

Make: TypeAlias = "Callable[[Path], AbstractContextManager[Disk]]"
STORE = "; ".join(f"from adjudicator.store.{module} import *" for module in ("disk", "published"))
DISKS = pytest.mark.parametrize("make", [full_disk, limited_disk])


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def contents(folder: Path) -> dict[str, bytes]:
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in files.items() if not name.endswith("MANIFEST.json")}


# --- write_whole


def test_writes_a_new_file(tmp_path: Path) -> None:
    write_whole(tmp_path / "orders.yaml", NEW)
    assert contents(tmp_path) == {"orders.yaml": NEW}


def test_writes_an_empty_file(tmp_path: Path) -> None:
    write_whole(tmp_path / "empty", b"")
    assert contents(tmp_path) == {"empty": b""}


def test_replaces_a_file_and_a_left_over_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "orders.yaml"
    path.write_bytes(OLD)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(OLD)
    (tmp_path / ".tmp-orders.yaml").symlink_to(elsewhere)
    write_whole(path, NEW)
    assert contents(tmp_path) == {"orders.yaml": NEW, "elsewhere": OLD}


def test_line_ends_and_zero_bytes_stay(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"a\nb\r\n\0c")
    assert (tmp_path / "file").read_bytes() == b"a\nb\r\n\0c"


def test_reads_what_does_not_tell_its_size(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"two\r\n\x00\x1alines\n")
    write_whole(tmp_path / "empty", b"")
    assert [read_file(tmp_path / name) for name in ("file", "empty")] == [b"two\r\n\x00\x1alines\n", b""]
    untold = Path("/proc/sys/kernel/ostype")
    if untold.exists():
        assert untold.stat().st_size == 0
        assert read_file(untold) == untold.read_bytes() != b""


@pytest.mark.parametrize("by_handle", [True, False])
def test_the_sizes_of_files_are_told_on_every_system(
    by_handle: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not by_handle:
        monkeypatch.setattr(os, "supports_fd", set())
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "short").write_bytes(b"123")
    assert sizes(tmp_path) == {"empty": 0, "short": 3}
    assert sizes(tmp_path / "nowhere") == {}
    with pytest.raises(NotADirectoryError) as refused:
        sizes(tmp_path / "short")
    assert refused.value.filename == str(tmp_path / "short")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError) as refused:
        sizes(tmp_path)
    assert refused.value.filename == str(tmp_path / "loop")


def test_a_failed_replacement_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path / "file", NEW)
    assert names(tmp_path) == ["file"]


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "file", NEW)


def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    (tmp_path / "file").write_bytes(OLD)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "file", NEW)
    assert contents(tmp_path) == {"file": OLD}


# --- publish_folder, intact, clean


def test_publishes_files_with_a_manifest(tmp_path: Path) -> None:
    publish_folder(tmp_path / "002", SECOND)
    assert contents(tmp_path / "002") == SECOND
    assert intact(tmp_path / "002") == []
    assert [path.name for path in tmp_path.iterdir()] == ["002"]
    manifest = (tmp_path / "002" / "MANIFEST.json").read_text()
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in SECOND.items()}
    assert json.loads(manifest) == {"format": 1, "files": digests}
    assert list(json.loads(manifest)["files"]) == sorted(SECOND)


def test_the_manifest_does_not_depend_on_the_order_given(tmp_path: Path) -> None:
    publish_folder(tmp_path / "a", SECOND)
    publish_folder(tmp_path / "b", dict(reversed(SECOND.items())))
    assert (tmp_path / "a/MANIFEST.json").read_bytes() == (tmp_path / "b/MANIFEST.json").read_bytes()


def test_publishes_an_empty_folder(tmp_path: Path) -> None:
    publish_folder(tmp_path / "empty", {})
    assert names(tmp_path) == ["empty", "empty/MANIFEST.json"]
    assert intact(tmp_path / "empty") == []


@pytest.mark.parametrize("occupy", [Path.mkdir, Path.touch, lambda path: path.symlink_to("nowhere")])
def test_never_publishes_over_something(tmp_path: Path, occupy: Callable[[Path], None]) -> None:
    occupy(tmp_path / "002")
    with pytest.raises(FileExistsError) as caught:
        publish_folder(tmp_path / "002", SECOND)
    assert caught.value.filename == str(tmp_path / "002")
    assert names(tmp_path) == ["002"]


def test_a_stage_left_over_does_not_get_published(tmp_path: Path) -> None:
    stage = tmp_path / ".stage-002"
    (stage / "reports").mkdir(parents=True)
    (stage / "reports" / "stale.txt").touch()
    publish_folder(tmp_path / "002", SECOND)
    assert contents(tmp_path) == {f"002/{name}": data for name, data in SECOND.items()}


def test_a_file_in_the_place_of_the_stage_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".stage-002").touch()
    publish_folder(tmp_path / "002", SECOND)
    assert [path.name for path in tmp_path.iterdir()] == ["002"]


@pytest.mark.parametrize(
    "name",
    [
        "", ".", "..", "/etc/passwd", "../x", "a/../x", "a/..", "./a", "a/./b", "a//b", "a/", "..\\x", "a\\b",
        "C:x", "C:/x", "\\\\host\\x", "a\0b", "MANIFEST.json", "MANIFEST.json/x", "state.json/x",
    ],
)  # fmt: skip
def test_refuses_names_that_leave_the_folder_or_clash(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError):
        publish_folder(tmp_path / "002", {"state.json": b"", name: b""})
    assert names(tmp_path) == []


@pytest.mark.parametrize("name", ["...", "..a", "a..b", ".hidden", "été/rapport d’Émile.txt", "MANIFEST.jsonl"])
def test_takes_names_that_only_look_odd(tmp_path: Path, name: str) -> None:
    publish_folder(tmp_path / "002", {name: NEW})
    assert contents(tmp_path / "002") == {name: NEW}
    assert intact(tmp_path / "002") == []


def test_a_missing_parent_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        publish_folder(tmp_path / "nowhere" / "002", SECOND)


def damage_missing(turn: Path) -> None:
    (turn / "state.json").unlink()


def damage_changed(turn: Path) -> None:
    (turn / "state.json").write_bytes(b"[]")


def damage_folder(turn: Path) -> None:
    (turn / "state.json").unlink()
    (turn / "state.json").mkdir()


def damage_pipe(turn: Path) -> None:
    (turn / "state.json").unlink()
    os.mkfifo(turn / "state.json")


def damage_link(turn: Path) -> None:
    (turn / "state.json").rename(turn.parent / "moved")
    (turn / "state.json").symlink_to(turn.parent / "moved")


@pytest.mark.parametrize(
    "damage", [damage_missing, damage_changed, damage_folder, damage_pipe, damage_link], ids=lambda d: d.__name__
)
def test_intact_names_what_is_missing_or_changed(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    publish_folder(tmp_path / "001", FIRST)
    damage(tmp_path / "001")
    assert intact(tmp_path / "001") == ["state.json"]


def test_intact_names_everything_wrong_sorted(tmp_path: Path) -> None:
    publish_folder(tmp_path / "002", SECOND)
    turn = tmp_path / "002"
    (turn / "state.json").unlink()
    (turn / "reports" / "public.txt").write_bytes(b"other")
    (turn / "reports" / "extra.txt").touch()
    (turn / "reports" / "linked").symlink_to(tmp_path)
    (turn / "another").mkdir()
    assert intact(turn) == ["reports/extra.txt", "reports/linked", "reports/public.txt", "state.json"]


@pytest.mark.parametrize(
    "manifest",
    [
        b"", b"\xff", b"[]", b"{}", b'{"files": []}', b'{"files": {"state.json": 1}}', b"[" * 100_000,
        b'{"files": {"../x": ""}}', b'{"files": {"MANIFEST.json": ""}}',
    ],
    ids=range(9),
)  # fmt: skip
def test_intact_names_an_unreadable_manifest_only(tmp_path: Path, manifest: bytes) -> None:
    publish_folder(tmp_path / "001", FIRST)
    (tmp_path / "001" / "state.json").unlink()
    (tmp_path / "001" / "MANIFEST.json").write_bytes(manifest)
    assert intact(tmp_path / "001") == ["MANIFEST.json"]


def test_intact_names_a_missing_manifest(tmp_path: Path) -> None:
    assert intact(tmp_path) == ["MANIFEST.json"]
    assert intact(tmp_path / "nowhere") == ["MANIFEST.json"]


def test_clean_removes_left_overs_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / ".stage-002" / "reports").mkdir(parents=True)
    (tmp_path / ".stage-002" / "reports" / "public.txt").touch()
    (tmp_path / ".tmp-state.json").touch()
    (tmp_path / ".tmp-link").symlink_to(tmp_path / "001")
    publish_folder(tmp_path / "001", FIRST)
    for kept in (".lock", ".stage-file", "stage-002", "001/.tmp-inside"):
        (tmp_path / kept).touch()
    (tmp_path / ".tmp-folder").mkdir()
    (tmp_path / ".stage-link").symlink_to(tmp_path / "001")
    clean(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        "001",
        ".lock",
        ".stage-file",
        "stage-002",
        ".tmp-folder",
        ".stage-link",
    }
    assert intact(tmp_path / "001") == [".tmp-inside"]


def test_entries_are_sorted_and_chosen_by_name(tmp_path: Path) -> None:
    assert entries(tmp_path / "nowhere") == []
    for name in ("0010.yaml", "0002.yaml", "0002.accepted.json", ".hidden"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "0001.yaml").touch()
    assert [path.name for path in entries(tmp_path, "00*.yaml")] == ["0002.yaml", "0010.yaml"]
    assert [path.name for path in entries(tmp_path, "0002.a*.accepted.json")] == []
    assert entries(tmp_path) == sorted(tmp_path.iterdir())
    with pytest.raises(NotADirectoryError):
        entries(tmp_path / "0010.yaml")


def test_an_unreadable_folder_is_not_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "0001.yaml").touch()
    with unreadable(tmp_path) as place:
        assert attempt(place, "entries(folder)") == errno.EACCES


# --- who may see what


@pytest.fixture(params=[0, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder: Path) -> set[int]:
    """Return the rights of ``folder`` and all in it; those of folders have a fourth digit."""
    return {mode(path) + 0o1000 * path.is_dir() for path in (folder, *folder.rglob("*"))}


PRIVATE, READABLE = {0o600, 0o1700}, {0o644, 0o1755}
EITHER = pytest.mark.parametrize(("readable", "wanted"), [(False, PRIVATE), (True, READABLE)])


@pytest.mark.usefixtures("umask")
@EITHER
def test_what_is_written_is_its_owners_or_everybodys(tmp_path: Path, readable: bool, wanted: set[int]) -> None:
    folder = tmp_path / "a" / "b"
    make_folder(folder, readable)
    write_whole(folder / "one", NEW, readable)
    write_all(folder, {"two": NEW, "three": NEW}, synced=False, readable=readable)
    publish_folder(folder / "002", SECOND, readable)
    assert modes(tmp_path / "a") == wanted


@pytest.mark.usefixtures("umask")
def test_without_a_word_what_is_made_is_its_owners(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    make_folder(folder)
    with locked(folder):
        write_whole(folder / "one", NEW)
        write_all(folder, {"two": NEW})
        publish_folder(folder / "002", SECOND)
    assert modes(tmp_path / "a") == PRIVATE
    assert (folder / ".lock").is_file()


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("was", [0o400, 0o600, 0o644, 0o666, 0o755])
@pytest.mark.parametrize(("readable", "wanted"), [(False, 0o600), (True, 0o644)])
def test_what_a_replaced_file_was_does_not_matter(tmp_path: Path, was: int, readable: bool, wanted: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(OLD)
    path.chmod(was)
    write_whole(path, NEW, readable)
    assert (mode(path), path.read_bytes()) == (wanted, NEW)


@pytest.mark.usefixtures("umask")
def test_a_stage_is_closed_until_all_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    real = os.open

    def opened(path: Path, *rest: int) -> int:
        if (tmp_path / ".stage-002").is_dir():
            seen.append((mode(tmp_path / ".stage-002"), (tmp_path / ".stage-002" / "MANIFEST.json").exists()))
        return real(path, *rest)

    monkeypatch.setattr(os, "open", opened)
    publish_folder(tmp_path / "002", SECOND, readable=True)
    assert {whole for _, whole in seen} == {False, True}
    assert {rights for rights, whole in seen if not whole} == {0o700}
    assert mode(tmp_path / "002") == 0o755


@pytest.mark.usefixtures("umask")
def test_a_folder_that_is_there_stays_as_it_is_unless_all_may_read_it(tmp_path: Path) -> None:
    for rights in (0o700, 0o711, 0o750, 0o777):
        tmp_path.chmod(rights)
        make_folder(tmp_path)
        assert mode(tmp_path) == rights
        make_folder(tmp_path, readable=True)
        assert mode(tmp_path) == 0o755


def test_a_folder_that_is_a_file_or_leads_nowhere_is_not_made(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        make_folder(tmp_path / "link")
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        make_folder(tmp_path / "file" / "folder")


@pytest.mark.usefixtures("umask")
def test_closing_takes_the_rights_of_others_and_no_more(tmp_path: Path) -> None:
    path, folder = tmp_path / "file", tmp_path / "folder"
    path.touch()
    folder.mkdir()
    for was, left in ((0o644, 0o600), (0o777, 0o700), (0o640, 0o600), (0o604, 0o600), (0o444, 0o400), (0o711, 0o700)):
        for each in (path, folder):
            each.chmod(was)
            close_to_others(each)
            assert mode(each) == left
    close_to_others(tmp_path / "nowhere")
    assert names(tmp_path) == ["file", "folder"]


def test_what_is_closed_is_not_touched(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    changed = tmp_path.stat().st_ctime_ns
    time.sleep(0.02)
    close_to_others(tmp_path)
    assert (mode(tmp_path), tmp_path.stat().st_ctime_ns) == (0o500, changed)


@pytest.mark.usefixtures("umask")
def test_others_may_pass_and_not_list(tmp_path: Path) -> None:
    for was in (0o700, 0o711, 0o755, 0o777):
        tmp_path.chmod(was)
        let_through(tmp_path)
        assert mode(tmp_path) == 0o711


def test_an_open_lock_is_closed(tmp_path: Path) -> None:
    (tmp_path / ".lock").touch()
    (tmp_path / ".lock").chmod(0o666)
    with locked(tmp_path):
        assert mode(tmp_path / ".lock") == 0o600


def test_what_is_another_users_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **more: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "file").chmod(0o644)
    (tmp_path / "folder").mkdir(mode=0o755)
    with monkeypatch.context() as patch:
        patch.setattr(os, "chmod", refuse)
        close_to_others(tmp_path / "file")
        let_through(tmp_path / "folder")
        make_folder(tmp_path / "folder", readable=True)
        publish_folder(tmp_path / "002", SECOND, readable=True)
    assert mode(tmp_path / "folder") == 0o755
    assert intact(tmp_path / "002") == []


def test_where_files_have_no_such_rights_nothing_is_asked_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o750)
    with monkeypatch.context() as patch:
        patch.setattr(disk, "sys", SimpleNamespace(platform="win32"))
        patch.setattr(os, "chmod", pytest.fail)
        close_to_others(tmp_path)
        let_through(tmp_path)
        make_folder(tmp_path / "a" / "b", readable=True)
        write_whole(tmp_path / "a" / "file", NEW, readable=True)
        publish_folder(tmp_path / "002", SECOND, readable=True)
    assert mode(tmp_path) == 0o750
    assert intact(tmp_path / "002") == []


# --- the order of the syncs: what a kill cannot show, only a power cut


@pytest.fixture
def journal(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    paths: dict[int, str] = {}
    real = SimpleNamespace(open=os.open, fsync=os.fsync, rename=os.rename, replace=os.replace)

    def opened(path: str | Path, *rest: int, **more: Any) -> int:
        handle: int = real.open(path, *rest, **more)
        paths[handle] = Path(path).name
        return handle

    def synced(handle: int) -> None:
        real.fsync(handle)
        done.append(f"sync {paths[handle]}")

    def moved(source: str | Path, target: str | Path) -> None:
        real.replace(source, target)
        done.append(f"move {Path(target).name}")

    for name, replacement in {"open": opened, "fsync": synced, "rename": moved, "replace": moved}.items():
        monkeypatch.setattr(os, name, replacement)
    return done


def test_a_file_is_synced_before_and_its_folder_after_the_move(tmp_path: Path, journal: list[str]) -> None:
    write_whole(tmp_path / "file", NEW)
    assert journal == ["sync .tmp-file", "move file", f"sync {tmp_path.name}"]


def test_everything_staged_is_synced_before_the_move(tmp_path: Path, journal: list[str]) -> None:
    publish_folder(tmp_path / "002", SECOND)
    assert journal == [
        "sync empty.txt",
        "sync a.txt",
        "sync public.txt",
        "sync state.json",
        "sync MANIFEST.json",
        "sync private",
        "sync reports",
        "sync .stage-002",
        "move 002",
        f"sync {tmp_path.name}",
    ]


def test_many_files_are_all_synced_before_the_move(tmp_path: Path, journal: list[str]) -> None:
    files = {f"reports/{number:03d}.txt": NEW for number in range(150)}
    publish_folder(tmp_path / "001", files)
    synced = {f"{number:03d}.txt" for number in range(150)} | {"MANIFEST.json", "reports", ".stage-001"}
    assert {line.removeprefix("sync ") for line in journal[: journal.index("move 001")]} == synced
    assert len(journal) == len(synced) + 2
    assert intact(tmp_path / "001") == []


def test_the_file_that_cannot_be_synced_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync
    calls = 0

    def refuse(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(handle)

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError) as caught:
        publish_folder(tmp_path / "001", dict.fromkeys(("a.txt", "b.txt", "c.txt"), NEW))
    assert caught.value.errno == errno.EIO
    assert Path(caught.value.filename).name == "b.txt"
    assert list(tmp_path.iterdir()) == []


def refuse_to_sync_folders(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    real = os.fsync

    def refuse(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        real(handle)

    monkeypatch.setattr(os, "fsync", refuse)


@pytest.mark.parametrize("number", [errno.EINVAL, errno.EBADF])
def test_where_folders_cannot_be_synced_files_are_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_to_sync_folders(monkeypatch, number)
    write_whole(tmp_path / "file", NEW)
    publish_folder(tmp_path / "001", FIRST)
    assert (tmp_path / "file").read_bytes() == NEW
    assert intact(tmp_path / "001") == []


def test_a_folder_that_fails_to_sync_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_to_sync_folders(monkeypatch, errno.EIO)
    with pytest.raises(OSError) as caught:
        write_whole(tmp_path / "file", NEW)
    assert caught.value.errno == errno.EIO
    with pytest.raises(OSError):
        publish_folder(tmp_path / "001", FIRST)
    assert contents(tmp_path) == {"file": NEW}


# --- crashes: killed at every file event in turn


def child(call: str, folder: Path) -> tuple[str, str]:
    values = f"folder = Path({str(folder)!r}); NEW = {NEW!r}; SECOND = {SECOND!r}"
    imports = f"import hashlib, json, shutil; from pathlib import Path; {STORE}"
    return "-c", f"{imports}\n{values}\n{call}"


def crashes(tmp_path: Path, prepare: Callable[[Path], None], call: str) -> Iterator[Path]:
    """Yield the folder after each crash and once, last, after the undisturbed run."""
    code, moment = -signal.SIGKILL, 0
    while code:
        moment += 1
        folder = tmp_path / str(moment)
        folder.mkdir()
        prepare(folder)
        done = killed_at(moment, folder, *child(call, folder))
        code = done.returncode
        assert code in (-signal.SIGKILL, 0), done.stderr
        yield folder


def test_write_whole_survives_every_crash(tmp_path: Path) -> None:
    def prepare(folder: Path) -> None:
        (folder / "file").write_bytes(OLD)

    seen = []
    for folder in crashes(tmp_path, prepare, "write_whole(folder / 'file', NEW)"):
        seen.append((folder / "file").read_bytes())
        assert names(folder) in (["file"], [".tmp-file", "file"])
        write_whole(folder / "file", NEW)
        assert contents(folder) == {"file": NEW}
    changed = seen.index(NEW)
    assert seen == [OLD] * changed + [NEW] * (len(seen) - changed)
    assert changed >= 5  # the temporary file opened, written twice, synced, moved
    assert len(seen) - changed >= 3  # the folder opened and synced, and the undisturbed run


def test_publish_folder_survives_every_crash(tmp_path: Path) -> None:
    def prepare(folder: Path) -> None:
        publish_folder(folder / "001", FIRST)
        (folder / ".stage-002" / "reports").mkdir(parents=True)
        (folder / ".stage-002" / "reports" / "stale.txt").touch()

    seen = []
    for folder in crashes(tmp_path, prepare, "publish_folder(folder / '002', SECOND)"):
        published = (folder / "002").exists()
        seen.append(published)
        assert intact(folder / "001") == []
        assert {path.name for path in folder.iterdir()} <= {"001", "002", ".stage-002"}
        if not published:
            publish_folder(folder / "002", SECOND)
        assert intact(folder / "002") == []
        assert contents(folder / "002") == SECOND
        assert {path.name for path in folder.iterdir()} == {"001", "002"}
    moved = seen.index(True)
    assert seen == [False] * moved + [True] * (len(seen) - moved)
    assert moved >= 25
    assert len(seen) - moved >= 3


def test_clean_survives_every_crash(tmp_path: Path) -> None:
    def prepare(folder: Path) -> None:
        publish_folder(folder / "001", FIRST)
        (folder / ".tmp-state.json").touch()
        (folder / ".stage-002" / "reports").mkdir(parents=True)
        (folder / ".stage-002" / "reports" / "stale.txt").touch()

    moments = 0
    for folder in crashes(tmp_path, prepare, "clean(folder)"):
        moments += 1
        assert intact(folder / "001") == []
        clean(folder)
        assert [path.name for path in folder.iterdir()] == ["001"]
    assert moments >= 5


# --- real errors: a full disk, a file size limit, missing rights


def attempt(place: Any, call: str) -> int:
    """Run ``call`` in a child under the restriction of ``place``; return the number of its OSError, or 0."""
    code = f"""
{STORE}
folder = Path({str(place.folder)!r}); BIG = {{"a.txt": bytes(3000), "reports/b.txt": bytes(300_000)}}
try:
    {call}
except OSError as problem:
    print(problem.errno)
else:
    print(0)
"""
    done = place.run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@few(2)
@DISKS
@pytest.mark.parametrize("room", [0, 5000])
def test_a_full_disk_keeps_the_old_file(tmp_path: Path, make: Make, room: int) -> None:
    with make(tmp_path) as disk:
        (disk.folder / "file").write_bytes(OLD)
        disk.fill(room)
        assert attempt(disk, "write_whole(folder / 'file', BIG['reports/b.txt'])") == disk.error
        assert contents(disk.folder) == {"file": OLD}
        disk.free()
        assert attempt(disk, "write_whole(folder / 'file', BIG['reports/b.txt'])") == 0
        assert contents(disk.folder) == {"file": BIG["reports/b.txt"]}


@few(2)
@DISKS
@pytest.mark.parametrize("room", [0, 20_000])
def test_a_full_disk_publishes_nothing(tmp_path: Path, make: Make, room: int) -> None:
    with make(tmp_path) as disk:
        publish_folder(disk.folder / "001", FIRST)
        disk.fill(room)
        assert attempt(disk, "publish_folder(folder / '002', BIG)") == disk.error
        assert [path.name for path in disk.folder.iterdir()] == ["001"]
        assert intact(disk.folder / "001") == []
        disk.free()
        assert attempt(disk, "publish_folder(folder / '002', BIG)") == 0
        assert intact(disk.folder / "002") == []
        assert contents(disk.folder / "002") == BIG


def test_the_limited_disk_names_the_file_limit(tmp_path: Path) -> None:
    with limited_disk(tmp_path) as disk:
        disk.fill(100)
        assert attempt(disk, "write_whole(folder / 'file', bytes(100))") == 0
        assert attempt(disk, "write_whole(folder / 'file', bytes(101))") == errno.EFBIG
        assert contents(disk.folder) == {"file": bytes(100)}


def test_a_read_only_folder_takes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    folder.mkdir()
    (folder / "file").write_bytes(OLD)
    publish_folder(folder / "001", FIRST)
    with read_only(folder) as place:
        for call in (
            "write_whole(folder / 'file', b'')",
            "write_whole(folder / '001' / 'reports' / 'public.txt', b'')",
            "(folder / 'file').write_bytes(b'')",
            "publish_folder(folder / '002', BIG)",
            "locked(folder).__enter__()",
        ):
            assert attempt(place, call) == errno.EACCES, call
        assert attempt(place, "assert intact(folder / '001') == []") == 0
    assert (folder / "file").read_bytes() == OLD
    assert sorted(path.name for path in folder.iterdir()) == ["001", "file"]
    write_whole(folder / "file", NEW)


def test_an_unreadable_file_is_named_and_an_unreadable_folder_has_no_manifest(tmp_path: Path) -> None:
    publish_folder(tmp_path / "001", FIRST)
    report = tmp_path / "001" / "reports" / "public.txt"
    ask = f"print(intact(Path({str(tmp_path / '001')!r})))"
    command = (
        sys.executable,
        "-c",
        f"{STORE}; {ask}",
    )
    with unreadable(report) as place:
        assert place.run(*command).stdout == "['reports/public.txt']\n"
        assert attempt(place, "folder.read_bytes()") == errno.EACCES
    with unreadable(report.parent) as place:
        assert place.run(*command).stdout == "['reports/public.txt']\n"
    with unreadable(tmp_path / "001") as place:
        assert place.run(*command).stdout == "['MANIFEST.json']\n"
        assert attempt(place, "list(folder.iterdir())") == errno.EACCES
    assert intact(tmp_path / "001") == []


# --- the lock


@contextmanager
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield a process that holds the lock until its standard input ends."""
    code = f"""
import sys
{STORE}
with locked(Path({str(folder)!r})):
    print("held", flush=True)
    sys.stdin.read()
"""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], text=True, env=environment(), **pipes) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each pause was to be that was made to wait for the lock."""
    made: list[float] = []
    really = time.sleep
    monkeypatch.setattr(disk.time, "sleep", lambda seconds: (made.append(seconds), really(seconds)))
    return made


def test_busy_after_the_timeout(tmp_path: Path, pauses: list[float]) -> None:
    with holder(tmp_path), pytest.raises(Busy) as caught, locked(tmp_path, timeout=0.2):
        pytest.fail("two processes hold the lock")
    assert pauses
    assert max(pauses) < 0.1, "whoever waits asks again and again"
    assert isinstance(caught.value, OSError)
    assert caught.value.filename == str(tmp_path / ".lock")


def test_busy_at_once_without_a_timeout(tmp_path: Path, pauses: list[float]) -> None:
    with locked(tmp_path, timeout=0), pytest.raises(Busy), locked(tmp_path, timeout=0):
        pytest.fail("the lock is held twice")
    assert pauses == []
    with locked(tmp_path, timeout=0):
        pass


def test_the_lock_is_freed_when_its_holder_is_killed(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        with locked(tmp_path, timeout=0):
            pass


def test_a_waiting_process_gets_the_lock_when_it_is_freed(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        assert process.stdin is not None
        process.stdin.close()
        with locked(tmp_path):
            pass
        assert process.wait() == 0


def test_the_lock_is_freed_when_the_block_fails(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(tmp_path):
        _ = 1 / 0
    with locked(tmp_path, timeout=0):
        pass


def test_a_forked_child_does_not_keep_the_lock(tmp_path: Path) -> None:
    with locked(tmp_path):
        handle = next(fd for fd in range(3, 1000) if is_lock(fd, tmp_path))
        copy = os.dup(handle)  # what a fork leaves in the child
    try:
        with locked(tmp_path, timeout=0):
            pass
    finally:
        os.close(copy)


def is_lock(fd: int, folder: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(fd), (folder / ".lock").stat())
    except OSError:
        return False


def test_two_processes_take_turns(tmp_path: Path) -> None:
    rounds = 40
    code = f"""
{STORE}
folder = Path({str(tmp_path)!r})
for _ in range({rounds}):
    with locked(folder, timeout=30):
        count = int((folder / "count").read_bytes())
        write_whole(folder / "count", b"%d" % (count + 1))
"""
    (tmp_path / "count").write_bytes(b"0")
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, env=environment()) as other:
        assert run(command).returncode == 0
        assert other.wait() == 0
    assert (tmp_path / "count").read_bytes() == b"%d" % (2 * rounds)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "count"]


def test_a_lock_in_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), locked(tmp_path / "nowhere"):
        pytest.fail("locked nothing")


# --- elsewhere


def test_on_windows_a_byte_is_locked_and_folders_are_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: list[str]
) -> None:
    calls: list[tuple[int, int]] = []

    def locking(handle: int, mode: int, size: int) -> None:
        calls.append((mode, size))
        if mode == 1 and len(calls) < 3:
            raise PermissionError(errno.EACCES, "held")

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=1, LK_UNLCK=2))
    for module in (disk, disk):
        monkeypatch.setattr(module, "sys", SimpleNamespace(platform="win32"))
    with locked(tmp_path):
        write_whole(tmp_path / "file", NEW)
    assert calls == [(1, 1), (1, 1), (1, 1), (2, 1)]
    assert journal == ["sync .tmp-file", "move file"]


# Windows: what another program holds for a moment --------------------------------------------------------------------


class Scanner:
    """Stands in for a virus scanner, which only Windows lets hold a file: moves are refused ``times``, then made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int, winerror: int | None = 32) -> None:
        self.left, self.winerror, self.pauses = times, winerror, list[float]()
        for name in ("rename", "replace"):
            monkeypatch.setattr(os, name, self._refusing(getattr(os, name)))
        monkeypatch.setattr(time, "sleep", self.pauses.append)

    def _refusing(self, real: Callable[..., None]) -> Callable[..., None]:
        def move(source: object, target: object) -> None:
            if self.left:
                self.left -= 1
                refusal = PermissionError(errno.EACCES, "held", str(source))
                if self.winerror is not None:
                    refusal.winerror = self.winerror  # type: ignore[attr-defined,misc,unused-ignore]
                raise refusal
            real(source, target)

        return move


def moved(folder: Path) -> Iterator[tuple[str, Callable[[], None], Path]]:
    """Each function that moves something into its place, and the place."""
    yield "publish", lambda: publish_folder(folder / "a", {"b": b"x"}), folder / "a" / "b"
    yield "write", lambda: write_whole(folder / "c", b"x"), folder / "c"


@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_what_is_held_for_a_moment_is_moved_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, winerror: int
) -> None:
    for _, move, place in moved(tmp_path):
        with monkeypatch.context() as patch:
            scanner = Scanner(patch, 2, winerror)
            move()
            assert (place.read_bytes(), len(scanner.pauses)) == (b"x", 2)


def test_what_is_held_for_good_is_refused_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _, move, place in moved(tmp_path):
        with monkeypatch.context() as patch:
            scanner = Scanner(patch, 1000)
            with pytest.raises(PermissionError):
                move()
            assert not place.exists()
            assert 0 < sum(scanner.pauses) < 3
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_that_will_not_pass_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _, move, _ in moved(tmp_path):
        with monkeypatch.context() as patch:
            scanner = Scanner(patch, 1, None)
            with pytest.raises(PermissionError):
                move()
            assert scanner.pauses == []
