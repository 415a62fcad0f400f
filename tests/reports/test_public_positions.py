"""The positions of the public folder: made of the published stages each time, whatever lies there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.campaigns import played
from support.clocked import ALL, rewrite
from support.commands import TWO, campaign, good, run, send, table
from support.depth import few, sample

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.reports.pages import Now, index_page, page_hand, replay_bytes

MOST = 150_000
"""Bytes of a page of twelve turns."""


def turns(folder: Path, *numbers: int) -> Path:
    for number in numbers:
        send(folder, table(number, **dict.fromkeys(ALL, "rien")))
        good("resolve", folder)
    return folder


@pytest.fixture
def lived(tmp_path: Path) -> Path:
    return turns(campaign(tmp_path / "p", "turn-1", TWO), 1, 2)


def written(folder: Path) -> tuple[bytes, bytes]:
    """Return the page and the data as they would be if nothing lay there."""
    progress = progress_of(load_campaign(folder))
    return index_page(progress, Now(None, False, None), page_hand(progress.campaign))


def positions(page: bytes) -> bytes:
    return page.partition(b'<div class="positions">')[2].partition(b"\n</div>\n</section>")[0]


def as_if_made_anew(folder: Path) -> bool:
    page, data = written(folder)
    public = folder / "public"
    shown = (public / "index.html").read_bytes()
    return positions(shown) == positions(page) != b"" and (public / "replay.json").read_bytes() == data


def test_a_page_of_twelve_turns_is_no_larger_than_it_may_be() -> None:
    public = played("demo").stages[0].folder.parent.parent / "public"
    assert len(json.loads((public / "replay.json").read_bytes())["positions"]) == 14
    assert (public / "index.html").stat().st_size <= MOST
    for reader in ("camp:Lune", "player:Zoé"):
        assert len(good("report", public.parent, "--for", reader, "--history").out.encode()) <= MOST


@few(1)
@pytest.mark.parametrize("name", ["replay.json", "index.html"])
@pytest.mark.parametrize(
    "damage", [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: data.replace(b"our 1", b"our 7")]
)
def test_what_is_damaged_is_made_anew(lived: Path, name: str, damage: Callable[[bytes], bytes]) -> None:
    path = lived / "public" / name
    path.write_bytes(damage(path.read_bytes()))
    turns(lived, 3)
    assert as_if_made_anew(lived)


def test_what_is_gone_comes_back(lived: Path) -> None:
    (lived / "public" / "replay.json").unlink()
    assert "public/replay.json" in run("verify", lived).err + run("verify", lived).out
    turns(lived, 3)
    assert as_if_made_anew(lived)
    good("verify", lived)


def test_a_stage_taken_back_has_no_position_and_one_played_again_has_its_own(lived: Path) -> None:
    said = ("--yes", "--reason", "x", "--public", "Un ordre avait été oublié.")
    good("undo", lived, *said)
    assert [row["id"] for row in rows(lived)] == ["roles", "placement", "tour-1"]
    assert as_if_made_anew(lived)
    good("resolve", lived, "--force")
    assert [row["id"] for row in rows(lived)] == ["roles", "placement", "tour-1", "tour-2"]
    assert as_if_made_anew(lived)
    good("verify", lived)


def rows(folder: Path) -> Any:
    return json.loads((folder / "public" / "replay.json").read_bytes())["positions"]


@pytest.mark.deep
def test_another_language_tells_all_of_them_anew(lived: Path) -> None:
    rewrite(lived, "jeu: tsewnart", "langue: en\njeu: tsewnart")
    good("hold", lived, "--reason", "x")
    assert [row["id"] for row in rows(lived)][-1] == "turn-2"
    assert len({row["by"] for row in rows(lived)}) == 1
    assert as_if_made_anew(lived)


@pytest.mark.deep
def test_an_old_stage_that_is_damaged_holds_nothing_up(lived: Path) -> None:
    """Nothing is built on it: it has no position, and the game goes on."""
    for path in (lived / "turns" / "0001-roles" / "result").glob("*.json"):
        path.write_bytes(b"{")
    turns(lived, 3)
    assert [row["id"] for row in rows(lived)] == ["tour-1", "tour-2", "tour-3"]


def test_verify_finds_positions_of_another_game(lived: Path, tmp_path: Path) -> None:
    other = turns(campaign(tmp_path / "q", "turn-1", TWO.replace("graine: 0", "graine: 1")), 1)
    data = json.loads((other / "public" / "replay.json").read_bytes())
    (lived / "public" / "replay.json").write_bytes((other / "public" / "replay.json").read_bytes())
    assert len(data["positions"]) == 3
    done = run("verify", lived)
    assert (done.code, "public/replay.json" in done.out + done.err) == (1, True)


@few(1)
@pytest.mark.parametrize(
    "change",
    sample(
        [
            {"positions": [1, "x", None]},
            {"positions": {"a": 1}},
            {"positions": "x" * 100_000},
            {"positions": [{}]},
            {"format": 2},
            {"format": "1"},
        ],
        2,
    ),
)
def test_what_another_version_or_another_hand_wrote_is_found(lived: Path, change: dict[str, Any]) -> None:
    """Sealed as it has to be: each command goes on, and it is made anew."""
    path = lived / "public" / "replay.json"
    kept = {key: value for key, value in json.loads(path.read_bytes()).items() if key != "seal"}
    path.write_bytes(replay_bytes({**kept, **change}))
    good("status", lived)
    assert "public/replay.json" in run("verify", lived).err + run("verify", lived).out
    turns(lived, 3)
    assert as_if_made_anew(lived)
    good("verify", lived)
