"""``run`` visits as many campaigns as there are without keeping what it needed for each of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from support.commands import campaign, drop, good, opened, run, table

COUNTED = """
import gc, json, os, sys
from adjudicator.cli.main import main
from adjudicator.desk import scheduler

gc.set_threshold(50_000)
os.fsync = lambda handle: None  # that files are synced is the business of test_disk
objects, real = [], scheduler.visit

def counted(*args):
    found = real(*args)
    objects.append(len(gc.get_objects()))
    return found

scheduler.visit = counted
main(["run", sys.argv[1]], standalone_mode=False)
print(json.dumps(objects))
"""


@pytest.mark.deep
def test_campaigns_played_are_not_kept(tmp_path: Path) -> None:
    """The collector is seldom at work in commands; what was needed for one campaign must not lie in memory at the end.

    All have been played when the eighth has: what comes later adds nothing.
    """
    for number in range(24):
        folder = campaign(tmp_path / str(number), "turn-1")
        drop(folder, "orders.yaml", table(1, **dict.fromkeys(("Anna", "Luc", "Max", "Paul", "Rita", "Zoé"), "rien")))
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, str(tmp_path)], capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert all((tmp_path / str(number) / "turns" / "0003-turn-1" / "published.json").exists() for number in range(24))
    objects = json.loads(done.stdout.splitlines()[-1])
    assert len(objects) == 24
    assert max(objects[16:]) < 1.1 * max(objects[8:16])


READ = ("turns/0002-placement/result/MANIFEST.json", "turns/0002-placement/result/state.json", "campaign.yaml")


def test_a_visit_reads_what_it_needs_once(tmp_path: Path) -> None:
    """Of the last stage the manifest is read for the campaign's file and for the state, and nothing else twice.

    What of the journal was read is handed on; when the campaign is loaded, and when the visit is noted, it is listed
    once more. The hour of the last stage, its heads: ``published.json`` is asked twice.
    """
    folder = campaign(tmp_path / "p", "turn-1")
    good("hold", folder, "--reason", "x")
    good("release", folder, "--reason", "x")
    drop(folder, "orders.yaml", table(1, Anna="rien", Luc="rien"))
    good("submit", folder)
    run("run", folder)
    with opened(folder) as names:
        run("run", folder)
    read = Counter(names)
    assert {name: read[name] for name in READ} == dict.fromkeys(READ, 1) | {READ[0]: 2}
    assert read["acts/0001-hold.json"] == read["acts/0002-release.json"] == 1
    assert read["visit.json"] == read["turns/0003-turn-1/orders/0001.accepted.json"] == 1
    assert read["began.json"] == 0
    often = {name: times for name, times in read.items() if times > 1}
    assert often == {READ[0]: 2, "turns/0002-placement/published.json": 3, "turns/0002-placement/result/pinned.json": 2}
