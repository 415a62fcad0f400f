"""``adjudicator demo``: an example game in a screen or two, then what to open and what to read."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from support.campaigns import demo
from support.commands import Done, adjudicator, on_terminal, run, tree
from support.depth import few

from adjudicator.games import GAMES
from adjudicator.store.layout import data_folder


def lines(text: str, folder: Path) -> list[str]:
    return text.replace(str(folder), "DIR").splitlines()


@pytest.fixture(scope="module")
def played() -> tuple[Done, Path]:
    """The example game, played once, and its folder; nothing here is ever written to it."""
    return demo("tsewnart")


def test_a_game_is_told_in_a_screen_or_two(played: tuple[Done, Path]) -> None:
    done, folder = played
    told = lines(done.out, folder.parent)
    assert done.err == ""
    assert told[0].startswith("« L’Éclipse de Montbrun », une partie d’exemple de Tsewnart : deux camps de")
    assert len(told) <= 50
    stages = [line for line in told if re.match(r"(Choix|Placement|Tour \d)", line)]
    assert len(stages) == len(list((folder / "turns").iterdir())) == 14
    assert "Tour 6 (4 fichiers). Céleste (Lune), Inès (Soleil) perdent leur pièce." in stages
    assert stages[-1].endswith("Vainqueur : Soleil.")


def test_each_order_file_that_was_refused_has_its_line(played: tuple[Done, Path]) -> None:
    told = played[0].out.splitlines()
    refused = [line for line in told if "est refusé, ligne" in line]
    assert [line.split()[0] for line in refused] == [
        "01-damien-refuse.yaml",
        "1-celeste-refuse.yaml",
        "01-jules-refuse.yaml",
        "1-noemie-refuse.yaml",
    ]
    assert refused[0].endswith("Peut-être « déplacement » ? (1 autre faute)")
    assert told[told.index(refused[0]) - 1].startswith("Tour 3 ")


def test_it_ends_with_the_last_board_and_what_to_open_and_to_read(played: tuple[Done, Path]) -> None:
    done, folder = played
    out = done.out
    board = (folder / "turns" / "0014-turn-12" / "result" / "reports" / "public.txt").read_text(encoding="utf-8")
    drawn = "\n".join(line for line in board.splitlines() if re.match(r"\s*\d? ?[+|]", line))
    assert drawn
    assert drawn in out
    page, report = re.findall(r" : (/\S+\.html)\n", out)
    assert Path(page) == folder / "public" / "index.html"
    assert "L’Éclipse de Montbrun" in Path(page).read_text(encoding="utf-8")
    assert "pour le MJ seulement" in Path(report).read_text(encoding="utf-8")
    assert "effacez" not in out


@pytest.mark.deep
def test_without_a_folder_the_game_is_kept_where_it_says(played: tuple[Done, Path], tmp_path: Path) -> None:
    done, kept_in = played
    other = adjudicator("demo", env_more={"TMPDIR": str(tmp_path)})
    (folder,) = tmp_path.glob("adjudicator-demo-*/demo")
    assert f"La partie est dans {folder} ; effacez ce dossier quand vous voulez.\n" in other.out
    assert Path(re.findall(r" : (/\S+/index\.html)\n", other.out)[0]).is_file()
    kept = [line for line in lines(other.out, folder) if not line.startswith("La partie est dans ")]
    assert kept == lines(done.out, kept_in)


def test_orders_for_a_stage_that_is_not_played_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = shutil.copytree(data_folder("campaigns") / "torus", tmp_path / "campaigns" / "torus")
    (example / "orders" / "turn-1").rename(example / "orders" / "tour-1")
    monkeypatch.setattr("adjudicator.cli.author.data_folder", tmp_path.joinpath)
    done = run("demo", tmp_path / "p", "--game", "torus")
    assert done.code == 2
    assert "exemple « torus » ne sont d’aucune étape qui a été jouée : tour-1." in done.err


@few(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_what_is_played_and_who_won(game: str) -> None:
    told = demo(game)[0].out.splitlines()
    assert "une partie d’exemple d" in told[0]
    assert any(re.search("gagne|Vainqueur|Victoire", line) for line in told)


@few(1)
@pytest.mark.parametrize(
    ("example", "option"),
    [("tsewnart", ""), ("resistance", "--game resistance "), ("resistance-plan", "--game resistance-plan ")],
)
def test_the_hint_shows_the_same_game_in_full(example: str, option: str) -> None:
    assert demo(example)[0].out.splitlines()[-1].startswith(f"« adjudicator demo {option}--full »")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("options", "again"),
    [
        (("--game", "tsewnart", "--language", "en"), "“adjudicator demo --language en --full”"),
        ((), "« adjudicator demo --full »"),
        (("--game", "Résistance"), "« adjudicator demo --game resistance --full »"),
        (("--game", "Résistance", "--language", "en"), "“adjudicator demo --game resistance --language en --full”"),
    ],
)
def test_the_hint_is_in_the_language_that_was_asked_for(tmp_path: Path, options: tuple[str, ...], again: str) -> None:
    told = adjudicator("demo", *options, env_more={"TMPDIR": str(tmp_path)}).out
    assert told.splitlines()[-1].startswith(again)
    (folder,) = tmp_path.glob("adjudicator-demo-*/demo")
    assert f"{folder}" in told and (folder / "public" / "index.html").is_file()


@pytest.mark.deep
def test_in_full_all_is_shown_and_nothing_left(tmp_path: Path) -> None:
    full = adjudicator("demo", "--full", env_more={"TMPDIR": str(tmp_path)})
    assert tree(tmp_path) == {}
    assert len(full.out.splitlines()) > 1000
    assert full.err.count("rien n’est changé") == 4
    assert "pour le MJ seulement" in full.out


@pytest.mark.deep
def test_in_full_on_a_terminal_it_is_shown_by_pages(tmp_path: Path) -> None:
    """All of it, with each public report, and nothing is left."""
    pager = tmp_path / "pager"
    pager.write_text('#!/bin/sh\ncat > "$0.saw"; head -1 "$0.saw"\n', encoding="utf-8")
    pager.chmod(0o755)
    code, shown = on_terminal("demo", "--full", environment={"PAGER": str(pager), "TMPDIR": str(tmp_path)})
    assert code == 0
    assert shown.strip() == "Ordres envoyés (choix des rôles)"
    saw = Path(f"{pager}.saw").read_text(encoding="utf-8")
    assert len(saw.splitlines()) > 1000
    assert "pour le MJ seulement" in saw
    assert saw.count("rien n’est changé") == 4
    assert tree(tmp_path).keys() == {"pager", "pager.saw"}
    for path in demo("tsewnart")[1].glob("turns/*/result/reports/public.txt"):
        assert path.read_text(encoding="utf-8") in saw, path
