"""``run`` visits as many campaigns as there are without keeping what it needed for each of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from commands import campaign, drop, table

COUNTED = """
import gc, json, os, sys
from adjudicator.cli.main import main
from adjudicator.office import rounds

gc.disable()
os.fsync = lambda handle: None  # that files are synced is the business of test_disk
objects, real = [], rounds.visit

def counted(*args):
    found = real(*args)
    objects.append(len(gc.get_objects()))
    return found

rounds.visit = counted
main(["run", sys.argv[1]], standalone_mode=False)
print(json.dumps(objects))
"""


def test_campaigns_played_are_not_kept(tmp_path: Path) -> None:
    """The collector is off in commands: what was needed to play twenty-four campaigns would lie in memory at the end.

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
