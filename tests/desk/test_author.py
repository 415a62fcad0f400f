"""Who played a stage or held a campaign, where the system does not know, or knows him by odd bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import campaign, good, table
from support.depth import deep

WITHOUT_PWD = "import sys; sys.modules['pwd'] = None; from adjudicator.cli.main import run; sys.argv[0] = ''; run()"
"""The program where there is no ``pwd``, as on Windows."""
NAMES = ("LOGNAME", "USER", "LNAME", "USERNAME")


def as_user(name: bytes | None, *args: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command for a user of whom only a variable tells the name, or nothing."""
    environment = {key: value for key, value in os.environb.items() if key.decode() not in NAMES}
    given = {} if name is None else {b"LOGNAME": name}
    command = [sys.executable, "-c", WITHOUT_PWD, *map(str, args)]
    return subprocess.run(command, capture_output=True, check=False, env=environment | given)


@pytest.mark.parametrize(
    ("name", "kept"),
    [(b"J\xe9r\xf4me", "J?r?me"), *deep((None, "MJ"), (b"jerome", "jerome"), (b"a\nb", "a b"), (b" ", "MJ"))],
    ids=repr,
)
def test_a_stage_is_played_and_announced_whoever_plays_it(tmp_path: Path, name: bytes | None, kept: str) -> None:
    folder = campaign(tmp_path / "partie", "turn-1")
    names = good("status", folder, "--json").json()["missing"]
    good("submit", folder, "-", stdin=table(1, **dict.fromkeys(names, "rien")))
    done = as_user(name, "resolve", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    told = json.loads((folder / "turns" / "0003-turn-1" / "published.json").read_bytes())
    assert told["by"] == kept
    done = as_user(name, "hold", folder, "--reason", "vacances")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads((folder / "acts" / "0001-hold.json").read_bytes())["by"] == kept
