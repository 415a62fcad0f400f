"""Positions of a game whose templates have no macro ``position``: each stage shows the whole report of its reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.asking import TOY, bids, campaign, installed
from support.clocked import fresh_clock
from support.commands import good, send


@pytest.fixture(scope="module", autouse=True)
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("games") / "root"):
        yield


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


@pytest.fixture
def played(tmp_path: Path) -> Path:
    folder = campaign(tmp_path / "p", game=TOY)
    for turn, bid in ((1, 3), (2, 7)):
        send(folder, bids(turn, Anna=bid, Bruno=bid, Chloé=bid + 1))
        good("resolve", folder, "--force")
    return folder


def positions(page: str) -> dict[str, str]:
    found = re.findall(r'<article class="position" id="([^"]+)">\n(.*?)</article>', page, re.DOTALL)
    return dict(found)


def test_the_public_page_shows_the_public_report_of_each_stage(played: Path) -> None:
    shown = positions((played / "public" / "index.html").read_text(encoding="utf-8"))
    assert list(shown) == ["tour-2", "tour-1"]
    for turn, bid in ((1, 4), (2, 8)):
        said = shown[f"tour-{turn}"]
        assert f"<tr><td>Chloé</td><td>{bid}</td><td>{turn}</td></tr>" in said
        assert said.count("Chloé a la plus basse des mises uniques et marque un point.") == 1
        assert "<h1>" not in said and "</main>" not in said
    assert 'href="0001-turn-1/public.html"' in shown["tour-1"]


def test_a_player_sees_his_own_reports_and_nobody_elses(played: Path) -> None:
    shown = positions(good("report", played, "--for", "player:Anna", "--history").out)
    assert "Tu mises 3." in shown["tour-1"] and "Tu mises 7." in shown["tour-2"]
    assert "Tu mises 4." not in shown["tour-1"]


def test_the_mj_sees_what_the_mj_was_told(played: Path) -> None:
    shown = positions(good("report", played, "--for", "mj", "--history").out)
    assert "Bruno mise 3." in shown["tour-1"] and "Bruno mise 7." in shown["tour-2"]
