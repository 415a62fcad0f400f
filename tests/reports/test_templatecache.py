"""The cache of compiled templates: whatever lies in its folder, the reports are the same, and no command fails.

As a script, the file damages the cache as often as it is told, in a process of its own: compiled code that has changed
can end one.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import campaign, tree
from depth import deep, sample
from disks import full_disk

from adjudicator.reports import drawn, environment, writing

TRIALS = 400


def cut(entry: Path, others: list[Path], chance: random.Random) -> None:
    data = entry.read_bytes()
    entry.write_bytes(data[: chance.randrange(len(data))])


def flip(entry: Path, others: list[Path], chance: random.Random) -> None:
    data = bytearray(entry.read_bytes())
    for _ in range(chance.choice((1, 1, 2, 20))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    entry.write_bytes(data)


def zero(entry: Path, others: list[Path], chance: random.Random) -> None:
    data = entry.read_bytes()
    start = chance.randrange(len(data))
    entry.write_bytes(data[:start] + bytes(len(data) - start))


def lengthen(entry: Path, others: list[Path], chance: random.Random) -> None:
    entry.write_bytes(entry.read_bytes() + chance.randbytes(1 + chance.randrange(50)))


def make_empty(entry: Path, others: list[Path], chance: random.Random) -> None:
    entry.write_bytes(b"")


def swap(entry: Path, others: list[Path], chance: random.Random) -> None:
    """Another template's entry under this name, whole and sealed."""
    shutil.copyfile(chance.choice(others), entry)


def mix(entry: Path, others: list[Path], chance: random.Random) -> None:
    """The beginning of one entry and the end of another."""
    data = entry.read_bytes()
    place = chance.randrange(len(data))
    entry.write_bytes(data[:place] + chance.choice(others).read_bytes()[place:])


def another_python(entry: Path, others: list[Path], chance: random.Random) -> None:
    """An entry that a program sealed for which the code is not."""
    import marshal

    from adjudicator.reports.templatecache import _sealed

    code = marshal.loads(entry.read_bytes()[32:])
    entry.write_bytes(_sealed(code.replace(co_consts=()), b"3.99\n9.9\n"))


def folder(entry: Path, others: list[Path], chance: random.Random) -> None:
    entry.unlink()
    entry.mkdir()
    if chance.random() < 0.5:
        (entry / "x").touch()


def pipe(entry: Path, others: list[Path], chance: random.Random) -> None:
    entry.unlink()
    os.mkfifo(entry)


def link(entry: Path, others: list[Path], chance: random.Random) -> None:
    """A link: to another's entry, to a device without an end, to nothing, to itself."""
    target = chance.choice([chance.choice(others), Path("/dev/zero"), entry.with_name("nothing"), entry])
    entry.unlink()
    entry.symlink_to(target)


def unreadable(entry: Path, others: list[Path], chance: random.Random) -> None:
    flip(entry, others, chance)
    entry.chmod(0)


def gone(entry: Path, others: list[Path], chance: random.Random) -> None:
    entry.unlink()


Damage = Callable[[Path, list[Path], random.Random], None]
DAMAGES: list[Damage] = [
    *(cut, flip, zero, lengthen, make_empty, swap, mix),
    *(another_python, folder, pipe, link, unreadable, gone),
]


def entries(room: Path) -> list[Path]:
    return sorted(path for path in room.rglob("*") if path.is_file() and path.name != "CACHEDIR.TAG")


def damaged(played: Path, room: Path, seed: int, trials: int) -> None:
    """Damage the cache in ``room`` again and again; each time the reports of a stage that was played are the same."""
    from adjudicator.campaign.loading import load_campaign
    from adjudicator.campaign.stages import progress_of

    progress = progress_of(load_campaign(played))
    stage = progress.played(len(progress.folders) - 1)

    def reports() -> dict[str, bytes]:
        for remembered in (environment.environment, drawn._rules, drawn._style, drawn._policy):
            remembered.cache_clear()
        return dict(writing.all_reports(progress.campaign, stage))

    cached = room / "adjudicator"
    wanted = reports()
    good = tree(cached)
    assert len(entries(cached)) > 5
    assert reports() == wanted, "not the same with the cache as without it"
    shutil.copytree(cached, room / "good")
    chance = random.Random(seed)
    for trial in range(trials):
        kind = DAMAGES[trial % len(DAMAGES)]
        for entry in chance.sample(entries(cached), chance.choice((1, 1, 3))):
            kind(entry, [other for other in entries(cached) if other != entry], chance)
        assert reports() == wanted, (kind.__name__, trial, seed)
        mended = kind in (folder,) or tree(cached) == good
        assert mended, (kind.__name__, trial, seed)
        shutil.rmtree(cached)
        shutil.copytree(room / "good", cached)


@pytest.mark.parametrize(("share", "trials"), [(0, TRIALS // 10), *deep(*((n, TRIALS // 4) for n in range(1, 5)))])
def test_damaged_entries_count_as_none_and_are_written_anew(tmp_path: Path, share: int, trials: int) -> None:
    played = campaign(tmp_path / "partie", "turn-2")
    room = tmp_path / "cache"
    told = json.dumps([str(played), str(room), share, trials])
    done = subprocess.run(
        [sys.executable, __file__, told],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "XDG_CACHE_HOME": str(room), "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


# Whole commands -------------------------------------------------------------------------------------------------


def line(folder: Path) -> list[str]:
    """A command that renders every report of a stage, shows one, and tells the digest of all."""
    return [sys.executable, "-m", "adjudicator", "resolve", str(folder), "--dry-run", "--force"]


def shown(folder: Path, room: Path) -> tuple[int, str, str]:
    done = subprocess.run(
        line(folder),
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "XDG_CACHE_HOME": str(room)},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("kind", sample(DAMAGES, 4), ids=lambda kind: kind.__name__)
def test_a_command_prints_the_same_whatever_lies_in_the_cache(tmp_path: Path, kind: Damage) -> None:
    played = campaign(tmp_path / "partie", "turn-2")
    room = tmp_path / "cache"
    wanted = shown(played, room)
    assert wanted[0] == 0
    assert shown(played, room) == wanted
    chance = random.Random(kind.__name__)
    before = entries(room)
    assert len(before) > 5
    for entry in before:
        if entry.exists() or entry.is_symlink():
            kind(entry, [other for other in before if other != entry and other.is_file()] or [entry], chance)
    assert shown(played, room) == wanted
    assert shown(played, room) == wanted


def test_where_the_disk_is_full_templates_are_compiled(tmp_path: Path) -> None:
    played = campaign(tmp_path / "partie", "turn-2")
    wanted = shown(played, tmp_path / "elsewhere")
    with full_disk(tmp_path) as disk:
        disk.fill()
        done = disk.run(*line(played), env={**os.environ, "XDG_CACHE_HOME": str(disk.folder)})
        assert (done.returncode, done.stdout, done.stderr) == wanted
        disk.free()
    assert not [path for path in tmp_path.rglob("*.template*") if path.stat().st_size == 0]


def test_processes_at_once(tmp_path: Path) -> None:
    """Several find the cache empty and fill it at the same time; none prints anything else, and it is whole."""
    played = campaign(tmp_path / "partie", "turn-2")
    room = tmp_path / "cache"
    wanted = shown(played, tmp_path / "elsewhere")
    environment = {**os.environ, "XDG_CACHE_HOME": str(room)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = [subprocess.Popen(line(played), env=environment, encoding="utf-8", **pipes) for _ in range(6)]
    told = [process.communicate() for process in running]
    assert [(process.returncode, *one) for process, one in zip(running, told, strict=True)] == [wanted] * 6
    assert {path.suffix for path in entries(room)} == {".template"}
    assert shown(played, room) == wanted


def _run() -> None:
    played, room, seed, trials = json.loads(sys.argv[1])
    damaged(Path(played), Path(room), seed, trials)
    print("done")


if __name__ == "__main__":
    _run()
