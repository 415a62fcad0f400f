"""Numbers in the names of files and folders: they count as numbers, however long a game lasts."""

from __future__ import annotations

import json
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import alter, campaign, good, run, table

from adjudicator.campaign.acts import acts_in, hold_in_force
from adjudicator.core.stage import Stage
from adjudicator.desk.session import refuse_lost
from adjudicator.store import layout
from adjudicator.store.disk import UnusableError
from adjudicator.store.published import sealed

MANY = 9999
PHASES = st.text(string.ascii_letters + string.digits + "_é", min_size=1).filter(str.isidentifier)
STAGES = st.builds(Stage, PHASES, st.integers(0, 100_000))


def long_game(folder: Path) -> Path:
    """Make a campaign of which ``MANY`` stages have been played: of all but the last there are empty folders."""
    campaign(folder, "turn-2")
    last = MANY - 2  # two stages come before turn 1
    alter(folder, lambda state: state.update(turn=last + 1))
    turns, public = folder / "turns", folder / "public"
    (turns / "0003-turn-1").rename(turns / f"{MANY:04d}-turn-{last}")
    (public / "0003-turn-1").rename(public / f"{MANY:04d}-turn-{last}")
    for number in range(3, MANY):
        (turns / f"{number:04d}-turn-{number - 2}" / "result").mkdir(parents=True)
        (public / f"{number:04d}-turn-{number - 2}").mkdir()
    return folder


@pytest.mark.deep
def test_a_game_goes_on_beyond_9999_stages(tmp_path: Path) -> None:
    """Stage 10,000 comes after stage 9,999, whose name is greater as text."""
    folder = long_game(tmp_path / "partie")
    for number in (MANY + 1, MANY + 2):
        told = good("status", folder, "--json").json()
        assert (told["phase"], told["turn"]) == ("turn", number - 2)
        good("submit", folder, "-", stdin=table(number - 2, **dict.fromkeys(told["missing"], "rien")))
        good("resolve", folder)
        assert (folder / "turns" / f"{number}-turn-{number - 2}" / "published.json").exists()
        assert f" : tour {number - 2}\n" in good("report", folder, "--turn", number - 2, "--for", "public").out
    assert len(layout.stages_played(folder)) == MANY + 2
    page = (folder / "public" / "index.html").read_text(encoding="utf-8")
    places = [page.index(f'"{name}/') for name in ("10001-turn-9999", "10000-turn-9998", "9999-turn-9997")]
    assert places == sorted(places)  # the last one first


def test_acts_beyond_9999_count(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "partie", "turn-1")
    act = {"act": "release", "at": "2026-11-20T12:00:00+00:00", "by": "MJ", "stage": "0003-turn-1", "reason": "fini"}
    (folder / "acts").mkdir(exist_ok=True)
    (folder / "acts" / "9999-release.json").write_bytes(sealed(act))
    good("hold", folder, "--reason", "vacances")
    assert (folder / "acts" / "10000-hold.json").exists()
    assert run("resolve", folder).code == 3
    assert "vacances" in good("status", folder).out
    good("hold", folder, "--reason", "encore")
    assert (folder / "acts" / "10001-hold.json").exists()
    held = hold_in_force(acts_in(folder))
    assert held is not None
    assert held["reason"] == "encore"


def test_orders_beyond_9999_are_taken_in_their_order(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "partie", "turn-1")
    good("submit", folder, "-", stdin=table(1, Anna="{déplacement: droite}"))
    orders = folder / "turns" / "0003-turn-1" / "orders"
    for path in list(orders.iterdir()):
        path.rename(path.with_name(path.name.replace("0001", "9999")))
    good("submit", folder, "-", stdin=table(1, Anna="rien"))
    assert (orders / "10000.yaml").exists()
    shown = good("submit", folder, "-", stdin=table(1, Anna="{déplacement: haut}"))
    assert shown.code == 0
    missing = good("status", folder, "--json").json()["missing"]
    good("submit", folder, "-", stdin=table(1, **dict.fromkeys(missing, "rien")))
    good("resolve", folder)
    kept = json.loads((orders.parent / "result" / "orders.json").read_bytes())
    assert kept["orders"]["Anna"] == {"move": "up"}


# What a stage's folder is called ----------------------------------------------------------------------------------


@given(st.integers(1, 200_000), STAGES)
def test_a_stage_is_read_back_from_the_name_of_its_folder(number: int, stage: Stage) -> None:
    assert layout.stage_called(layout.stage_name(number, stage)) == (number, stage)


@pytest.mark.parametrize("phase", ["night-2", "", "../x", "2nd", "vote 3"])
def test_a_phase_that_could_not_be_read_back_is_refused(phase: str) -> None:
    with pytest.raises(ValueError, match="phase"):
        layout.stage_name(1, Stage(phase, 0))


@pytest.mark.parametrize("name", ["index.html", "2026-11-22", "0001-", "1-turn-3", "images", "0001-turn-3-old", "a-b"])
def test_what_is_no_stage_is_none(name: str) -> None:
    assert layout.stage_called(name) is None


@given(st.integers(1, 200_000), STAGES)
def test_a_stage_that_public_alone_shows_is_missed(number: int, stage: Stage) -> None:
    """Whatever a game calls its phases: the copy of a campaign that stopped half-way is not played on."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as name:
        shown = Path(name) / "public" / layout.stage_name(number, stage)
        shown.mkdir(parents=True)
        with pytest.raises(UnusableError, match="lost-stages"):
            refuse_lost(Path(name))
        played = Path(name) / "turns" / shown.name / "result"
        played.mkdir(parents=True)
        refuse_lost(Path(name))
