"""The pages of ``public/``: each leads to the one before, to the next and to the first page, and nowhere else."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance.campaigns import on_mission
from support.campaigns import played
from support.clocked import ALL, THREE_DAYS, at, cron, fresh_clock, put_table, tsewnart
from support.commands import good, plain, stage_folder, tree

LINK = re.compile(r'<a (?:rel="(\w+)" )?href="([^"]*)">')


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


@pytest.fixture(scope="module", params=["demo", "resistance"])
def over(request: pytest.FixtureRequest) -> Path:
    return played(request.param).campaign.folder


def links(folder: Path, stage: str) -> dict[str, str]:
    """Return where a page leads, by what the links are; those at its top and at its end must be the same."""
    page = (folder / "public" / stage / "public.html").read_text(encoding="utf-8")
    found = LINK.findall(page)
    assert found[: len(found) // 2] == found[len(found) // 2 :]
    return {rel or "index": target for rel, target in found}


def test_pages_lead_to_one_another_and_to_the_first(over: Path) -> None:
    stages = sorted(path.name for path in (over / "public").iterdir() if path.is_dir())
    assert len(stages) > 10
    for before, stage, after in zip(["", *stages], stages, [*stages[1:], ""], strict=False):
        expected = {"prev": f"../{before}/public.html", "index": "../index.html", "next": f"../{after}/public.html"}
        assert links(over, stage) == {rel: to for rel, to in expected.items() if "//" not in to}


def test_no_page_leads_out_of_the_public_folder(over: Path) -> None:
    for page in (over / "public").rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"]*)"', page.read_text(encoding="utf-8")):
            if target.startswith("#"):
                assert f'id="{target[1:]}"' in page.read_text(encoding="utf-8")
                continue
            found = (page.parent / target).resolve()
            assert found.is_file()
            assert found.is_relative_to(over / "public")


def test_the_first_page_shows_how_things_stand_as_the_last_public_report_does(over: Path) -> None:
    index = (over / "public" / "index.html").read_text(encoding="utf-8")
    last = max(path for path in (over / "public").iterdir() if path.is_dir())
    page = (last / "public.html").read_text(encoding="utf-8")
    position = index.partition('<article class="position"')[2].partition("</article>")[0]
    for part in ("<svg.*?</svg>", "<table.*?</table>"):
        assert re.findall(part, position, re.DOTALL)[0] in page


def test_before_there_are_pieces_it_shows_no_board(tmp_path: Path) -> None:
    index = (tsewnart(tmp_path / "p") / "public" / "index.html").read_text(encoding="utf-8")
    placement, roles = index.split('<article class="position"')[1:]
    assert 'class="board"' in placement
    assert 'class="board"' not in roles


def test_what_is_published_and_handed_on_has_no_links(over: Path) -> None:
    for page in (over / "turns").rglob("reports/*.html"):
        assert "<nav" not in page.read_text(encoding="utf-8")
        assert "href" not in page.read_text(encoding="utf-8")


def test_links_are_all_that_a_shown_page_has_more(over: Path) -> None:
    for stage in (over / "turns").iterdir():
        shown = (over / "public" / stage.name / "public.html").read_text(encoding="utf-8")
        assert re.sub(r"<nav\b[^>]*>.*?</nav>\n", "", shown) == (stage / "reports" / "public.html").read_text(
            encoding="utf-8"
        )


def test_the_stage_before_learns_of_the_next_and_keeps_what_the_mj_mended(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    page = folder / "public" / "0002-placement" / "public.html"
    assert "next" not in links(folder, "0002-placement")
    page.write_text(page.read_text(encoding="utf-8").replace(">Plateau<", ">Le plateau<"), encoding="utf-8")
    put_table(folder, *ALL)
    cron(folder)
    assert links(folder, "0002-placement")["next"] == "../0003-turn-1/public.html"
    assert ">Le plateau</h2>" in page.read_text(encoding="utf-8")


def test_they_stay_when_a_deadline_is_moved_and_come_again_with_a_lost_folder(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    before = tree(folder / "public" / "0001-roles")
    good("extend", folder, "--more", "2j", "--reason", "x")
    assert links(folder, "0002-placement") == {"prev": "../0001-roles/public.html", "index": "../index.html"}
    shutil.rmtree(folder / "public")
    good("extend", folder, "--until", "2026-11-23 20:00", "--reason", "x")
    assert tree(folder / "public" / "0001-roles") == before
    assert "Tous les rapports" in plain((folder / "public" / "0001-roles" / "public.html").read_text(encoding="utf-8"))


def index_of(folder: Path) -> str:
    return plain((folder / "public" / "index.html").read_text(encoding="utf-8"))


def test_the_first_page_says_how_many_are_awaited_and_nothing_secret_moves_the_number(tmp_path: Path) -> None:
    """It is told when the stage begins: neither what comes nor an amendment changes it; everybody knows who leaves."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    assert cron(folder).code == 0
    assert "6 joueurs attendus." in index_of(folder)
    put_table(folder, *ALL[:2])
    cron(folder)
    amendment = "tour: 1\ntable: {pièces: {Luc: {rôle: terreur}}}\n"
    good("amend", folder, "-", "--public", "x", "--reason", "y", "--yes", stdin=amendment)
    cron(folder)
    assert "6 joueurs attendus." in index_of(folder)
    good("leave", folder, "Rita", "--public", "x", "--reason", "y", "--yes")
    assert "5 joueurs attendus." in index_of(folder)
    put_table(folder, *ALL[:4], "Zoé", turn=1)
    cron(folder)
    assert stage_folder(folder, "turn-1").exists()
    assert "5 joueurs attendus." in index_of(folder)


def test_nobody_learns_how_many_have_sent_what_is_sent_in_secret(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p")
    assert "joueurs attendus" not in index_of(folder)


def test_the_first_page_says_of_a_stage_taken_back_when_and_why(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    cron(folder)
    at("2026-11-21 09:30")
    good("undo", folder, "--yes", "--reason", "secret", "--public", "Un <b>ordre</b> mal recopié.")
    text = (folder / "public" / "index.html").read_text(encoding="utf-8")
    listed = plain(text.partition("Étapes retirées</h2>")[2].partition("</ul>")[0])
    assert "(le samedi 21 novembre à 9 h 30 : Un &lt;b&gt;ordre&lt;/b&gt; mal recopié.)" in listed
    assert "secret" not in text


def test_the_first_page_of_the_resistance_draws_the_votes_of_a_round_once(tmp_path: Path) -> None:
    """Each position has those of its round; below all of them they are not shown again."""
    folder = on_mission(tmp_path / "p")
    text = (folder / "public" / "index.html").read_text(encoding="utf-8")
    last = text.partition('<article class="position"')[2].partition("</article>")[0]
    below = text.rpartition("</article>")[2]
    grid = 'aria-label="Escadrons et votes"'
    assert last.count(grid) == 1
    assert grid not in below
    assert "Un disque est un oui" in below and "Qui a fait confiance à qui" in below
