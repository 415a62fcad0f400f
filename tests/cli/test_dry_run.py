"""``resolve --dry-run``: nothing is written, and what it promises is what the real command then writes."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from resistance.campaigns import FIVE
from support.clocked import ALL, THREE_DAYS, fleet, fresh_clock, put, put_table, tsewnart
from support.commands import drop, good, orders, plain, run, send, table, tree
from support.depth import deep, few, sample
from support.disks import environment


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


# The campaigns: each at its next stage, with orders stored and in the inbox ---------------------------------------


def roles(folder: Path) -> Path:
    tsewnart(folder, stage="roles")
    drop(folder, "1.yaml", "joueur: Anna\nrôles: {Anna: brute, Luc: agile, Max: archer}\n")
    drop(folder, "2.yaml", "joueur: Paul\nrôles: {Paul: terreur, Rita: savant, Zoé: professeur}\n")
    return folder


def stored(folder: Path) -> Path:
    tsewnart(folder, THREE_DAYS)
    send(folder, table(1, **dict.fromkeys(ALL, "{déplacement: haut}")))
    return folder


def in_the_inbox(folder: Path) -> Path:
    """Some are stored, some not; one is corrected, one refused and mended, one has a note, one is for later."""
    tsewnart(folder, THREE_DAYS)
    send(folder, orders("Anna", 1, "rien"))
    put(folder, *ALL[1:], order="{déplacement: haut}")
    drop(folder, "a.yaml", orders("Anna", 1, "{déplacement: droite}") + "note: bonjour\n", 10)
    drop(folder, "b.yaml", orders("Zoé", 1, "{déplacemen: droite}"), 11)
    drop(folder, "c.yaml", orders("Zoé", 1, "{déplacement: gauche}"), 12)
    drop(folder, "d.yaml", orders("Luc", 2, "{déplacement: droite}"), 13)
    drop(folder, "e.yaml", orders("Luc", 3, "{déplacement: gauche}"), 14)
    drop(folder, "f.yaml", orders("Luc", 3, "{déplacement: haut}"), 15)
    return folder


def ahead(folder: Path) -> Path:
    tsewnart(folder)
    send(folder, orders("Anna", 2, "{déplacement: droite}"), orders("Luc", 3, "rien"))
    put_table(folder, *ALL)
    good("run", folder)
    put_table(folder, *ALL[1:], turn=2)
    return folder


def standing(folder: Path) -> Path:
    tsewnart(folder, "absents: permanents\n")
    put(folder, *ALL[2:])
    drop(folder, "a.yaml", "joueur: Anna\ntour: 1\npermanents: {déplacement: droite}\n", 10)
    return folder


def deal(folder: Path) -> Path:
    return fleet(folder, stage="deal")


def vote(folder: Path) -> Path:
    folder = fleet(folder, THREE_DAYS)
    send(folder, orders("Anna", 2, "{vote: oui}"))
    put(folder, *FIVE[1:], turn=2, order="{vote: non}")
    return folder


def fleet_standing(folder: Path) -> Path:
    folder = fleet(folder, "absents: permanents\n")
    put(folder, *FIVE[2:], turn=2, order="{vote: oui}")
    drop(folder, "a.yaml", "joueur: Anna\ntour: 2\npermanents: {vote: non}\n", 10)
    return folder


def nobody(folder: Path) -> Path:
    return tsewnart(folder, THREE_DAYS)


CAMPAIGNS: list[tuple[Callable[[Path], Path], tuple[str, ...]]] = [
    (roles, ()),
    (stored, ()),
    (in_the_inbox, ("--force",)),
    (ahead, ()),
    (standing, ("--force",)),
    (deal, ()),
    (vote, ()),
    (fleet_standing, ("--force",)),
    (nobody, ("--force",)),
]
every_campaign = pytest.mark.parametrize(("made", "options"), CAMPAIGNS, ids=[made.__name__ for made, _ in CAMPAIGNS])


# --- Nothing is written

WATCH = """
import os, sys
folder, report = sys.argv[1:3]
writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
seen = []

def hook(name, arguments):
    here = [one for one in arguments if isinstance(one, (str, bytes, os.PathLike)) and folder in os.fsdecode(one)]
    if not here:
        return
    if name == "open":
        mode, flags = arguments[1], arguments[2]
        if (isinstance(mode, str) and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & writing):
            seen.append((name, os.fsdecode(here[0])))
    elif name.startswith(("os.", "shutil.")) and name not in ("os.listdir", "os.scandir", "os.stat", "os.fspath"):
        seen.append((name, os.fsdecode(here[0])))

sys.addaudithook(hook)
sys.argv = ["adjudicator", *sys.argv[3:]]
from adjudicator.cli.main import main
try:
    main()
finally:
    with open(report, "w") as file:
        for name, path in seen:
            print(name, path, file=file)
"""


def watched(folder: Path, report: Path, *args: str) -> list[str]:
    """Run a command in a process whose every change below ``folder`` is written down; return these."""
    command = [sys.executable, "-c", WATCH, str(folder), str(report), *args]
    done = subprocess.run(command, capture_output=True, check=False, env=environment(), encoding="utf-8")
    assert done.returncode == 0, done
    return report.read_text().splitlines()


def photograph(folder: Path) -> dict[str, tuple[int, int, int, bytes]]:
    """Return everything in a folder: its rights, its time, its size, its bytes."""
    found = {}
    for path in sorted([folder, *folder.rglob("*")]):
        told = path.stat()
        data = path.read_bytes() if path.is_file() else b""
        found[path.relative_to(folder).as_posix()] = (told.st_mode, told.st_mtime_ns, told.st_ino, data)
    return found


@pytest.mark.parametrize("made", [in_the_inbox, *deep(fleet_standing)])
def test_no_byte_is_written(tmp_path: Path, made: Callable[[Path], Path]) -> None:
    folder = made(tmp_path / "p")
    (folder / ".lock").unlink(missing_ok=True)
    before = photograph(folder)
    for shape in ([], ["--json"]):
        args = ["resolve", "--dry-run", "--force", *shape, str(folder)]
        assert watched(folder, tmp_path / "report", *args) == []
    assert photograph(folder) == before


def test_the_watch_sees_what_a_real_command_writes(tmp_path: Path) -> None:
    folder = stored(tmp_path / "p")
    seen = {line.split()[0] for line in watched(folder, tmp_path / "report", "resolve", str(folder))}
    assert seen >= {"open", "os.mkdir", "os.rename", "os.chmod"}


@few(2)
@every_campaign
def test_times_and_rights_stay(tmp_path: Path, made: Callable[[Path], Path], options: tuple[str, ...]) -> None:
    folder = made(tmp_path / "p")
    before = photograph(folder)
    good("resolve", "--dry-run", *options, folder)
    good("resolve", "--dry-run", "--json", *options, folder)
    assert photograph(folder) == before


def test_what_an_interrupted_command_left_stays_for_the_next_that_writes(tmp_path: Path) -> None:
    """Even half a stage, a file without a verdict, a stage whose announcement was not finished."""
    folder = stored(tmp_path / "p")
    (folder / "turns" / "0003-turn-1" / ".stage-result").mkdir()
    (folder / "turns" / "0003-turn-1" / "orders" / "0001.accepted.json").unlink()
    (folder / "turns" / "0002-placement" / "chain.json").unlink()
    before = photograph(folder)
    promised = good("resolve", "--dry-run", "--json", folder).json()["manifest"]
    assert photograph(folder) == before
    good("resolve", folder)
    assert digest(folder) == promised


def test_a_folder_that_may_not_be_written_can_be_rehearsed(tmp_path: Path) -> None:
    from support.disks import read_only

    folder = in_the_inbox(tmp_path / "p")
    with read_only(folder) as place:
        done = place.run(sys.executable, "-m", "adjudicator", "resolve", "--dry-run", "--force", str(folder))
    assert done.returncode == 0, done.stderr


# --- What is promised is what comes


def digest(folder: Path) -> str:
    """Return the SHA-256 of the list of the files of the stage played last."""
    *_, last = sorted((folder / "turns").glob("*/result"))
    return hashlib.sha256((last / "MANIFEST.json").read_bytes()).hexdigest()


@few(1)
@pytest.mark.parametrize(("made", "options"), sample(CAMPAIGNS, 3))
def test_the_real_run_gives_the_same_bytes(
    tmp_path: Path, made: Callable[[Path], Path], options: tuple[str, ...]
) -> None:
    folder = made(tmp_path / "p")
    text = good("resolve", "--dry-run", *options, folder).out
    (promised,) = re.findall(r"MANIFEST\.json\) : ([0-9a-f]{64})$", text, re.MULTILINE)
    row = good("resolve", "--dry-run", "--json", *options, folder).json()
    assert row["manifest"] == promised
    twin = shutil.copytree(folder, tmp_path / "q", copy_function=shutil.copy2)
    good("resolve", *options, folder)
    assert digest(folder) == promised
    *_, last = sorted((folder / "turns").glob("*/result"))
    manifest = json.loads((last / "MANIFEST.json").read_bytes())
    assert sorted(row["files"]) == sorted(manifest["files"])
    assert f"{len(row['files'])} fichiers seraient écrits" in text
    report = plain((last / "reports" / "mj.txt").read_text(encoding="utf-8"))
    assert row["report"] == report
    assert report in text
    # Cron writes the same, where it plays at all.
    if not options and made is not deal:
        good("run", twin)
        assert digest(twin) == promised


@few(1)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_whatever_language_the_mj_speaks_the_files_are_the_campaigns(tmp_path: Path, language: str) -> None:
    folder = in_the_inbox(tmp_path / "p")
    promised = good("resolve", "--dry-run", "--force", "--json", folder).json()["manifest"]
    other = good("resolve", "--dry-run", "--force", "--json", "--language", language, folder).json()
    assert other["manifest"] == promised
    good("resolve", "--force", "--language", language, folder)
    assert digest(folder) == promised


def test_whenever_it_is_played_the_bytes_are_the_same(tmp_path: Path) -> None:
    folder = in_the_inbox(tmp_path / "p")
    promised = good("resolve", "--dry-run", "--force", "--json", folder).json()["manifest"]
    os.environ["ADJUDICATOR_NOW"] = "2027-03-04T05:06:07+00:00"
    good("resolve", "--force", folder)
    assert digest(folder) == promised


def test_what_is_not_due_is_not_rehearsed_either(tmp_path: Path) -> None:
    folder = nobody(tmp_path / "p")
    before = tree(folder)
    for shape in ([], ["--json"]):
        done = run("resolve", "--dry-run", *shape, folder)
        assert (done.code, bool(done.out)) == (3, bool(shape))
        assert "Il manque les ordres de 6 joueurs" in done.err
    assert done.json()["missing"] == list(ALL)
    assert tree(folder) == before


def test_after_the_end_there_is_nothing_to_rehearse(tmp_path: Path) -> None:
    done = run("resolve", "--dry-run", tsewnart(tmp_path / "p", stage="over"))
    assert (done.code, done.out) == (2, "")


def test_of_those_who_are_not_waited_for_a_rehearsal_says_what_would_be(tmp_path: Path) -> None:
    folder = nobody(tmp_path / "p")
    put(folder, *ALL[1:])
    rehearsed = good("resolve", "--dry-run", "--force", folder).out
    assert "Serait joué sans attendre les ordres d’un joueur : Anna.\n" in rehearsed
    assert "Joué sans attendre" not in rehearsed
    assert "Joué sans attendre les ordres d’un joueur : Anna.\n" in good("resolve", "--force", folder).out


def test_json_goes_with_a_rehearsal_only(tmp_path: Path) -> None:
    done = run("resolve", "--json", stored(tmp_path / "p"))
    assert done.code == 2
    assert "« --json » ne va qu’avec « --dry-run »." in done.err


def test_what_changes_is_said_and_what_each_file_was_judged_to_be(tmp_path: Path) -> None:
    folder = in_the_inbox(tmp_path / "p")
    done = good("resolve", "--dry-run", "--force", folder)
    assert "a.yaml : " in done.out
    assert "b.yaml:3:" in done.err
    shown = done.out[done.out.index("Essai : rien n’est écrit.") :]
    order = [
        shown.index(part)
        for part in ("tour 1, pour le MJ seulement\n", "\n\nCe qui change :\n- ", " fichiers seraient écrits")
    ]
    assert order == sorted(order)  # what is long first: the end of it is what a terminal still shows
    assert good("resolve", "--dry-run", "--force", "--json", folder).err == ""
