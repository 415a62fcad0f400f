"""What is no file where one is expected, and a stage of another game: each is said in one sentence."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from commands import SEED, TWO, Done, adjudicator, campaign, good, play, run, table
from depth import HANG

ALL = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé")


@pytest.mark.parametrize("place", ["campaign.yaml", "acts/0001-hold.json"])
def test_a_pipe_is_refused_and_nothing_waits_for_it(tmp_path: Path, place: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    good("hold", folder, "--reason", "motif")
    (folder / place).unlink()
    os.mkfifo(folder / place)
    for command in (("status",), ("resolve",), ("submit",)):
        done = adjudicator(*command, folder, timeout=HANG)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"« {folder / place} » n’est pas un fichier ordinaire : rien n’en a été lu.")
    assert f"à réparer. « {folder / place} » n’est pas un fichier ordinaire" in _cron(tmp_path).err


def _cron(root: Path) -> Done:
    return adjudicator("run", root, timeout=HANG)


def test_a_folder_in_place_of_campaign_yaml_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").mkdir()
    done = run("status", tmp_path)
    assert (done.code, done.err) == (2, f"« {tmp_path / 'campaign.yaml'} » est un dossier, pas un fichier.\n")


def test_an_inbox_that_leads_nowhere_is_said(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    shutil.rmtree(folder / "inbox")
    (folder / "inbox").symlink_to(tmp_path / "lost")
    for command in (("status",), ("submit",), ("resolve",), ("check",)):
        done = run(*command, folder)
        assert done.code == 2, command
        assert f"« {folder / 'inbox'} » est un lien qui ne mène nulle part : aucun ordre ne peut y arriver." in done.err
    assert "à réparer. " in run("run", tmp_path).err


def test_a_rehearsal_that_waits_says_so_to_a_program(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    done = run("resolve", folder, "--dry-run", "--json")
    assert done.code == 3
    told = done.json()
    assert told["stage"] == {"phase": "turn", "turn": 1}
    assert (told["missing"], told["away"], told["can_force"]) == (list(ALL), [], True)
    assert told["waits"].startswith("il manque les ordres de 6 joueurs")


def test_a_stage_of_another_game_is_said_to_be_one(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    other = campaign(tmp_path / "q", "turn-1", TWO.replace(SEED, SEED[::-1]))
    for each in (folder, other):
        play(each, table(1, **dict.fromkeys(ALL, "rien")))
    (stage,) = folder.glob("turns/*-turn-1")
    shutil.rmtree(stage)
    shutil.copytree(other / "turns" / stage.name, stage)
    done = run("status", folder)
    assert done.code == 2
    assert done.err == (
        f"« {stage} » est une étape d’une autre partie ; rien n’a été changé."
        " Ôtez ce dossier, ou remettez le bon, de votre sauvegarde.\n"
    )


def test_a_seed_that_the_mj_has_changed_is_still_that(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    file = folder / "campaign.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace(SEED, SEED[::-1]), encoding="utf-8")
    assert "« campaign.yaml » a changé depuis le début de la partie (graine)" in run("status", folder).err
