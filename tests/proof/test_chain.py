"""The chain: every stage binds what came since the one before, and what was taken back stays in it."""

from __future__ import annotations

import hmac
import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support.clocked import fresh_clock
from support.commands import (
    SEED,
    TURNS,
    TWO,
    campaign,
    good,
    killed_everywhere,
    orders,
    plain,
    run,
    send,
    stage_folder,
    tree,
)
from support.depth import deep
from support.museum import unpacked

WHY = ("--reason", "Max mal recopié", "--public", "Un ordre avait été mal recopié.")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def link(stage: Path) -> Any:
    return json.loads((stage / "chain.json").read_bytes())


def links(folder: Path) -> list[Any]:
    """All links of a campaign, in the order of the chain."""
    found = {link(path.parent)["before"]: link(path.parent) for path in folder.rglob("chain.json")}
    assert len(found) == len(list(folder.rglob("chain.json")))
    chained = []
    while (found.keys() & {chained[-1]["head"] if chained else ""}) != set():
        chained.append(found.pop(chained[-1]["head"] if chained else ""))
    assert not found
    return chained


def code(stage: str, number: str, digest: str) -> str:
    """The code of a receipt, by hand."""
    made = hmac.new(SEED.encode(), f"receipt|{stage}|{number}|{digest}".encode(), sha256).digest()[:12]
    return "-".join("".join(LETTERS[byte % 32] for byte in made[at : at + 4]) for at in (0, 4, 8))


def by_hand(folder: Path, entries: dict[str, str], before: str) -> str:
    """The head of a link as the guide says that it is made; each leaf must be that of the file that lies there."""
    for name, leaf in entries.items():
        digest = sha256((folder / name).read_bytes()).hexdigest()
        salt = hmac.new(SEED.encode(), f"chain|{before}|{name}".encode(), sha256).hexdigest()
        if name.endswith(".yaml"):
            stage, _, file = name.split("/")[-3:]
            salt = code(stage, file.removesuffix(".yaml"), digest)
        assert leaf == sha256(f"{salt} {digest}".encode()).hexdigest(), name
    listed = "".join(f"{leaf}  {name}\n" for name, leaf in entries.items())
    return sha256(f"{before}\n{listed}".encode()).hexdigest()


def lived(folder: Path) -> Path:
    """A campaign with orders good and bad, acts, and two turns played."""
    campaign(folder, "turn-1", TWO)
    run("submit", folder, "-", stdin=orders("Anna", 1, "{voler: haut}"))
    send(folder, TURNS[0])
    good("hold", folder, "--reason", "pause")
    good("release", folder, "--reason", "suite")
    good("resolve", folder)
    send(folder, TURNS[1])
    good("resolve", folder)
    return folder


def test_every_file_that_came_is_bound_and_the_head_can_be_made_by_hand(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    chained = links(folder)
    assert len(chained) == 4
    for one in chained:
        assert by_hand(folder, one["entries"], one["before"]) == one["head"]
    bound = {name for one in chained for name in one["entries"]}
    files = {name for name in tree(folder) if not name.endswith("/")}
    kinds = ("/orders/", "acts/", "/result/MANIFEST.json", "began.json")
    assert bound == {name for name in files if any(kind in name for kind in kinds)}
    assert [name for name in chained[2]["entries"] if name.startswith("acts/")] == [
        *("acts/0001-hold.json", "acts/0002-release.json"),
    ]


def test_the_head_is_told_in_the_public_report_and_in_each_letter(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    stage = stage_folder(folder, "turn-2")
    head = link(stage)["head"]
    for name, data in tree(stage / "reports").items():
        told = name.startswith("public.") and not name.endswith(".svg")
        assert (head in data.decode()) == told, name
    letters = list((folder / "outbox" / stage.name).glob("report-*"))
    assert len(letters) == 6
    for letter in letters:
        assert f"Sceau du journal : {head}." in plain(letter.read_text(encoding="utf-8"))
    assert f"Seal of the journal:\n{head}." in good("report", folder, "--language", "en").out
    assert link(stage_folder(folder, "turn-1"))["head"] in good("report", folder, "--turn", "1").out


@pytest.mark.deep
def test_what_is_taken_back_stays_in_the_chain(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    before = links(folder)
    send(folder, orders("Anna", 3, "rien"))
    good("undo", folder, *WHY, "--to", "tour 1")
    good("undo", folder, *WHY)  # twice, and nothing played between
    good("resolve", folder)
    chained = links(folder)
    assert chained[:4] == before
    [new] = chained[4:]
    assert new["before"] == before[-1]["head"]
    there = {"acts/0003-undo.json", "acts/0004-undo.json", "withdrawn/0001/turns/0005-turn-3/orders/0001.yaml"}
    assert there <= new["entries"].keys()
    assert by_hand(folder, new["entries"], new["before"]) == new["head"]


@pytest.mark.deep
def test_the_chain_goes_on_where_what_was_taken_back_was_thrown_away(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    head = links(folder)[-1]["head"]
    good("undo", folder, *WHY)
    shutil.rmtree(folder / "withdrawn")
    good("resolve", folder)
    assert link(stage_folder(folder, "turn-2"))["before"] == head


def test_a_campaign_of_an_older_version_begins_its_chain_when_it_is_played_on(tmp_path: Path) -> None:
    folder = unpacked("0.2/tsewnart-middle", tmp_path / "p")
    good("resolve", folder, "--force")
    [only] = links(folder)
    assert only["before"] == ""
    assert "began.json" in only["entries"]


@pytest.mark.parametrize("every", [211, *deep(1)])
def test_killed_anywhere_the_head_that_was_told_is_the_one_that_is_kept(tmp_path: Path, every: int) -> None:
    base = campaign(tmp_path / "base", "turn-1", TWO)
    send(base, TURNS[0])
    for folder in killed_everywhere(base, tmp_path / "work", "resolve", "{}", every=every):
        good("submit", folder)
        if not (folder / "turns" / "0003-turn-1" / "result").exists():
            good("resolve", folder)
        last = links(folder)[-1]
        assert by_hand(folder, last["entries"], last["before"]) == last["head"]
        letters = list((folder / "outbox" / "0003-turn-1").glob("report-*"))
        assert all(last["head"] in letter.read_text(encoding="utf-8") for letter in letters)
