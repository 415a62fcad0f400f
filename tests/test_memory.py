"""``run`` visits as many campaigns as there are without keeping what it needed for each of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from commands import campaign

COUNTED = """
import gc, json, os, sys
from adjudicator.cli import run
from adjudicator.cli.main import main
from adjudicator.files import visit
from adjudicator.files.situation import Situation

gc.disable()
os.fsync = lambda handle: None  # that files are synced is the business of test_disk
most, real = [0], visit.visit

def counted(*args):
    found = real(*args)
    most.append(sum(isinstance(one, Situation) for one in gc.get_objects()))
    return found

visit.visit = counted
main(["run", sys.argv[1]], standalone_mode=False)
print(json.dumps(most))
"""


def test_campaigns_visited_are_not_kept(tmp_path: Path) -> None:
    """The collector is off in commands; the situations of many campaigns would lie in memory at the end."""
    for number in range(32):
        campaign(tmp_path / str(number))
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, str(tmp_path)], capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    kept = list(map(int, done.stdout.splitlines()[-1].strip("[]").split(", ")))
    assert len(kept) == 33
    assert max(kept[17:]) <= max(kept[:17])
