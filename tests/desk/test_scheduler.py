"""``run --jobs``: several processes visit campaigns, and all is as if one had visited them."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.clocked import ALL, THREE_DAYS, at, cron, fleet, fresh_clock, paris, put_table, stages, tsewnart
from support.commands import good, plain, run, send, table, tree
from support.depth import HANG, deep
from support.disks import environment
from support.posted import deliver, game, mail, sending_root

from adjudicator.desk import scheduler
from adjudicator.desk.visit import Meanwhile


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def started(root: Path, *options: object, **env: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "adjudicator", "run", str(root), *map(str, options)]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    return subprocess.Popen(command, env=environment() | env, **pipes)


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=HANG)
    return process.returncode, plain(out), plain(err)


PLAYED = ("un", "deux", "trois", "quatre")


def complete(folder: Path) -> Path:
    """A campaign for which all orders are there."""
    send(tsewnart(folder, THREE_DAYS), table(1, **dict.fromkeys(ALL, "rien")))
    return folder


def mixed(root: Path) -> Path:
    """Campaigns of two games in every state: complete, waiting, held, broken, over, in another language."""
    for name in PLAYED:
        complete(root / "b" / name)
    put_table(tsewnart(root / "c" / "english", "langue: en\n" + THREE_DAYS), "Anna")
    fleet(root / "c" / "flotte")
    good("hold", fleet(root / "d"), "--reason", "Noël", "--by", "Zoé")
    (tsewnart(root / "e") / "campaign.yaml").write_text("jeu: [")
    tsewnart(root / "f", stage="over")
    cron(tsewnart(root / "g", THREE_DAYS + "absents: rien\n"))
    at("2026-11-20 10:15")
    return root


def mailed(root: Path) -> Path:
    """Campaigns with a Maildir: two are played, of one the mails are refused, one has none; a mail is for none."""
    sending_root(root)
    for name, order in (("un", "{déplacement: droite}"), ("deux", "{voler: haut}"), ("trois", "{}"), ("quatre", "")):
        people = {player: f"{player.lower()}@{name}.example" for player in ("Anna", "Paul")}
        game(root / name, people=people)
        for player, address in people.items() if order else ():
            text = f"joueur: {player}\ntour: 1\nordres: {order}\n"
            deliver(root, mail(text, address, date="Fri, 20 Nov 2026 09:05:00 +0000"))
    deliver(root, mail("bonjour", "inconnu@example.org"))
    return root


def written(root: Path) -> dict[str, bytes]:
    """All that lies there, but for what hangs on the numbers and times of files: they are others in a copy."""
    apart = (".came.json", "/sent/closed.json")
    return {name: data for name, data in tree(root).items() if not name.endswith(apart)}


@pytest.mark.parametrize("options", [("--all", "--json"), *deep(((),), (("--quiet", "--language", "en"),))], ids=str)
def test_what_is_said_and_written_is_that_of_one_process(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Of campaigns without mail, and of those whose mail is got before and whose letters are sent after."""
    whole = tmp_path / "tout"
    root, post = mixed(whole / "parties"), mailed(whole / "poste")
    shutil.copytree(whole, tmp_path / "copie")
    wanted = ended(started(root, post, "--jobs", 1, *options))
    files = written(whole)
    shutil.rmtree(whole)
    (tmp_path / "copie").rename(whole)
    assert ended(started(root, post, "--jobs", 4, *options)) == wanted
    assert written(whole) == files
    assert {stages(root / "b" / name)[-1] for name in PLAYED} == {"0003-turn-1"}
    assert stages(post / "un")[-1] == "0003-turn-1"
    assert {Path(name).parts[1] for name in files if "/sent/0" in name} >= {"un", "deux"}


KILLS = """
import os, signal, sys
def hook(name, arguments):
    if name == "open" and "mortelle" in str(arguments[0]) and "campaign.yaml" in str(arguments[0]):
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
"""


KILLED = pytest.mark.skipif(os.name == "nt", reason="nothing is killed so there")


@KILLED
def test_where_a_process_dies_one_campaign_is_broken_and_the_others_are_visited(tmp_path: Path) -> None:
    root = tmp_path / "parties"
    for name in ("a", "b mortelle", "c", "d", "e mortelle"):
        complete(root / name)
    code, out, err = ended(started(root, "--jobs", 2, **trapped(tmp_path / "traps", KILLS)))
    assert code == 1
    assert [line.split(" : ")[0].rpartition("/")[2] for line in out.splitlines() if " joué, " in line] == [
        "a",
        "c",
        "d",
    ]
    told = err.splitlines()
    assert len(told) == 2
    for line, name in zip(told, ("b mortelle", "e mortelle"), strict=True):
        assert line.startswith(f"À VOIR : {root / name} : à réparer. Le processus qui la visitait est mort en chemin")
    assert cron(root).out.count(" joué, ") == 2


def trapped(folder: Path, code: str) -> dict[str, str]:
    """An environment in which every process runs this code before it begins."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
    return {"PYTHONPATH": os.pathsep.join([str(folder), environment()["PYTHONPATH"]]), "TRAPS": str(folder)}


@pytest.mark.deep
@KILLED
def test_processes_that_die_between_two_campaigns_lose_none(tmp_path: Path) -> None:
    folders = [complete(tmp_path / name) for name in ("a", "b", "c")]
    stops = [scheduler.Stop(folder, Meanwhile()) for folder in folders]
    found = scheduler.visits(stops, scheduler.Round(paris("2026-11-20 10:15"), None, False), 2)
    next(found)
    for process in multiprocessing.active_children():
        process.kill()
        process.join(HANG)
    assert {visit.what for visit in found} <= {"resolved", "waiting"}  # one that was visited before it died waits now
    assert {stages(folder)[-1] for folder in folders} == {"0003-turn-1"}


DIES_ONCE = """
import os, signal, sys
mark = os.path.join(os.environ["TRAPS"], "died")
def hook(name, arguments):
    if name == "open" and "mortelle" in str(arguments[0]) and "campaign.yaml" in str(arguments[0]):
        if not os.path.exists(mark):
            os.mkdir(mark)
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
"""


@pytest.mark.deep
@KILLED
def test_a_campaign_over_which_a_process_dies_once_is_visited_again(tmp_path: Path) -> None:
    root = tmp_path / "parties"
    for name in ("a", "b mortelle", "c"):
        complete(root / name)
    code, _, err = ended(started(root, "--jobs", 2, **trapped(tmp_path / "traps", DIES_ONCE)))
    assert (code, err) == (0, "")
    assert {stages(folder)[-1] for folder in root.iterdir()} == {"0003-turn-1"}


def test_any_executor_may_visit(tmp_path: Path) -> None:
    folders = [complete(tmp_path / name) for name in ("a", "b")]
    stops = [scheduler.Stop(folder, Meanwhile()) for folder in folders]
    round_ = scheduler.Round(paris("2026-11-20 10:15"), None, False)
    assert [found.what for found in scheduler.visits(stops, round_, 2, ThreadPoolExecutor)] == ["resolved"] * 2


def test_where_no_process_can_be_begun_this_one_visits_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "parties"
    for name in ("a", "b"):
        complete(root / name)

    def refused(_: object) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refused)
    assert run("run", root, "--jobs", 2).out.count(" joué, ") == 2


def children(process: subprocess.Popen[str]) -> set[Path]:
    """The processes that a process has begun, as folders of ``/proc`` that go with them."""
    told = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii")
    return {Path("/proc") / number for number in told.split()}


def alive(process: Path) -> bool:
    try:
        return "State:\tZ" not in (process / "status").read_text(encoding="utf-8")
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("by", [signal.SIGKILL, *deep(signal.SIGINT, signal.SIGTERM)])
def test_who_is_stopped_leaves_no_process_behind(tmp_path: Path, by: int) -> None:
    root = tmp_path / "parties"
    complete(root / "000")
    for number in range(1, 14):
        shutil.copytree(root / "000", root / f"{number:03d}")
    process = started(root, "--jobs", 2)
    assert process.stdout is not None
    process.stdout.readline()  # they are at work
    begun = children(process)
    assert len(begun) >= 2
    process.send_signal(by)
    process.communicate(timeout=HANG)
    for _ in range(HANG * 10):
        if not any(map(alive, begun)):
            break
        time.sleep(0.1)
    assert not [one for one in begun if alive(one)]
    ended(started(root, "--jobs", 2))  # what was under way is gone on with
    assert {stages(folder)[-1] for folder in root.iterdir()} == {"0003-turn-1"}


def test_no_jobs_are_refused_and_too_many(tmp_path: Path) -> None:
    for number in ("0", "-1", "65", "5000", "x"):
        done = run("run", tmp_path, "--jobs", number)
        assert (done.code, done.out) == (2, "")
        assert "--jobs" in done.err


@pytest.mark.deep
def test_news_come_in_the_order_of_the_folders(tmp_path: Path) -> None:
    root = tmp_path / "parties"
    complete(root / "000")
    for number in range(1, 8):
        shutil.copytree(root / "000", root / f"{number:03d}")
    _, out, _ = ended(started(root, "--jobs", 4, "--json"))
    assert [Path(row["folder"]).name for row in json.loads(out)] == [f"{number:03d}" for number in range(8)]
