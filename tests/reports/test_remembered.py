"""What is kept of positions from one stage to the next: taken again while it is so, made anew where it is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import work
from clocked import ALL, rewrite
from commands import TWO, campaign, good, run, send, table
from examples import played

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.office import heads, session
from adjudicator.reports import remembered
from adjudicator.reports.pages import Now, index_page, page_hand
from adjudicator.reports.remembered import NOTHING_KEPT, kept_in

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


def made_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Return what tells which positions have been made since it was last asked."""
    made: list[str] = []
    honest = remembered._made

    def counted(progress: Any, index: int, *more: Any) -> Any:
        made.append(progress.folders[index].name)
        return honest(progress, index, *more)

    monkeypatch.setattr(remembered, "_made", counted)

    def told() -> list[str]:
        found = list(made)
        made.clear()
        return found

    return told


def written(folder: Path) -> tuple[bytes, bytes]:
    """Return the page and the data as they would be if nothing had been kept."""
    progress = progress_of(load_campaign(folder))
    return index_page(progress, Now(None, False, None), page_hand(progress), (), NOTHING_KEPT)


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


def test_only_the_new_position_is_made_when_a_stage_follows(lived: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_in(lived, monkeypatch)
    turns(lived, 3)
    assert made() == ["0005-turn-3"]
    good("hold", lived, "--reason", "x")
    assert made() == []
    assert as_if_made_anew(lived)


def test_what_a_stage_costs_does_not_grow_with_those_before_it(lived: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading what is kept aside: what is made and drawn is one position.

    Forms ask what nobody has asked before, and the bureau grows with what nobody has posted.
    """
    monkeypatch.setattr(heads, "write_form_pages", lambda *given: None)
    monkeypatch.setattr(session, "bring_up_to_date", lambda situation: None)

    def cost(number: int) -> int:
        return work.calls(lambda: turns(lived, number))

    few = cost(3)
    for number in range(4, 9):
        many = cost(number)
    assert many < 1.2 * few


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


def test_another_version_makes_all_of_them_anew(lived: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_in(lived, monkeypatch)
    monkeypatch.setattr(remembered, "__version__", "99")
    good("hold", lived, "--reason", "x")
    assert len(made()) == 4


def test_another_language_or_another_letter_of_a_camp_too(lived: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_in(lived, monkeypatch)
    rewrite(lived, "jeu: tsewnart", "langue: en\njeu: tsewnart")
    good("hold", lived, "--reason", "x")
    assert len(made()) == 4
    assert [row["id"] for row in rows(lived)][-1] == "turn-2"


def test_an_old_stage_that_is_damaged_holds_nothing_up(lived: Path) -> None:
    """Nothing is built on it: it has no position, and the game goes on."""
    for path in (lived / "turns" / "0001-roles" / "result").glob("*.json"):
        path.write_bytes(b"{")
    (lived / "public" / "replay.json").unlink()
    turns(lived, 3)
    assert [row["id"] for row in rows(lived)] == ["tour-1", "tour-2", "tour-3"]


def test_verify_finds_positions_of_another_game(lived: Path, tmp_path: Path) -> None:
    other = turns(campaign(tmp_path / "q", "turn-1", TWO.replace("graine: 0", "graine: 1")), 1)
    data = json.loads((other / "public" / "replay.json").read_bytes())
    (lived / "public" / "replay.json").write_bytes((other / "public" / "replay.json").read_bytes())
    assert len(data["positions"]) == 3
    assert kept_in(other / "public").rows
    done = run("verify", lived)
    assert (done.code, "public/replay.json" in done.out + done.err) == (1, True)


@pytest.mark.parametrize(
    "change",
    [
        {"positions": [1, "x", None]},
        {"positions": {"a": 1}},
        {"positions": "x" * 100_000},
        {"positions": [{}]},
        {"positions": [{"id": [1]}]},
        {"format": 2},
        {"format": "1"},
    ],
)
def test_what_another_version_or_another_hand_kept_is_not_used(lived: Path, change: dict[str, Any]) -> None:
    """Sealed as it has to be: each command goes on, and it is made anew."""
    path = lived / "public" / "replay.json"
    kept = {key: value for key, value in json.loads(path.read_bytes()).items() if key != "seal"}
    path.write_bytes(remembered.replay_bytes({**kept, **change}))
    good("status", lived)
    assert "public/replay.json" in run("verify", lived).err + run("verify", lived).out
    turns(lived, 3)
    assert as_if_made_anew(lived)
    good("verify", lived)
