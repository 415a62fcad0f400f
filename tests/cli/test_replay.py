"""``adjudicator replay``: stages taken back, played again in a row with the orders that they had."""

from __future__ import annotations

import json
import os
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance.campaigns import on_mission
from support.campaigns import reports, undo, written
from support.clocked import THREE_DAYS, at, cron, fresh_clock, rewrite, stages
from support.commands import (
    TINY,
    TURNS,
    TWO,
    adjudicator,
    campaign,
    drop,
    good,
    killed_everywhere,
    on_terminal,
    orders,
    plain,
    report,
    run,
    send,
    stage_folder,
    table,
    tree,
)
from support.depth import deep, few, sample
from support.disks import environment


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def replay(folder: Path, *more: str) -> str:
    return plain(good("replay", folder, *more).out)


def forms_of(folder: Path, stage: str) -> list[str]:
    """The names of the forms to click that were made when a stage was played."""
    return sorted(path.name for path in stage_folder(folder, stage).glob("forms/*"))


@few(1)
@pytest.mark.parametrize("back", ["tour 2", "rôles", *deep("tour 1", "placement")])
def test_what_is_played_again_is_the_same_where_nothing_was_changed(tmp_path: Path, back: str) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    before = shutil.copytree(folder, tmp_path / "before")
    undo(folder, "--to", back)
    said = replay(folder)
    assert stages(folder) == stages(before)
    assert written(folder) == written(before)
    assert reports(folder) == reports(before)
    assert forms_of(folder, "turn-2") == forms_of(before, "turn-2") != []
    assert "Ce qui change" not in said
    assert "À rejouer : tour 2. Rien ne change." in said
    assert "Attendu ensuite : tour 3. On s’arrête là : tout ce qui avait été retiré est rejoué." in said


@pytest.mark.deep
def test_forms_are_made_for_the_stage_that_is_awaited_then_and_for_none_in_between(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TINY)
    undo(folder, "--to", "tour 1")
    replay(folder)
    assert forms_of(folder, "turn-1") == []
    assert forms_of(folder, "turn-2") == ["formulaire-anna.html", "formulaire-paul.html"]


@pytest.mark.deep
def test_a_whole_game_of_the_resistance_too(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p")
    send(
        folder,
        "joueur: Anna\ntour: 3\nordres: {carte: réussite}\n",
        "joueur: Bruno\ntour: 3\nordres: {carte: réussite}\n",
    )
    good("resolve", folder)
    before = shutil.copytree(folder, tmp_path / "before")
    undo(folder, "--to", "1")
    replay(folder)
    assert written(folder) == written(before)
    assert reports(folder) == reports(before)


@few(1)
@pytest.mark.parametrize("text", [TWO, TWO + THREE_DAYS])
def test_a_game_that_was_over_is_over_again(tmp_path: Path, text: str) -> None:
    folder = campaign(tmp_path / "p", "over", text)
    before = shutil.copytree(folder, tmp_path / "before")
    undo(folder, "--to", "1")
    assert "La partie est terminée." in replay(folder)
    assert written(folder) == written(before)


def test_a_wrong_order_of_turn_one_is_corrected_and_all_goes_on(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    undo(folder, "--to", "tour 1")
    send(folder, orders("Luc", 1, "{déplacement: bas}"))
    said = replay(folder)
    assert "À rejouer : tour 1. Ce qui change après, pour le MJ :\n- Luc : (3;2) → (1;2)\n" in said
    assert "- Luc : (5;2) → (3;2)\n" in said
    assert stages(folder)[-1] == "0004-turn-2"
    assert "Corrigé." in report(folder, "--for", "joueur:Zoé")


def unfit(folder: Path) -> Path:
    """A campaign of which turn 2 cannot be played again as it was: Max is an archer without an aim then."""
    campaign(folder, "turn-2", TWO)
    send(folder, table(2, Anna="rien", Luc="rien", Paul="rien", Rita="rien", Zoé="rien"))
    send(folder, orders("Max", 2, "{tirer: oui}"))
    good("resolve", folder)
    undo(folder, "--to", "tour 1")
    send(folder, orders("Max", 1, "{déplacement: droite}"))
    return folder


def test_it_stops_where_an_order_fits_no_more_and_its_player_is_told(tmp_path: Path) -> None:
    folder = unfit(tmp_path / "p")
    said = replay(folder)
    assert said.count("Attendu ensuite : tour 2. On s’arrête là : des ordres ne conviennent plus (Max).") == 1
    assert said.count("il faut avoir visé avec succès") == 1
    assert stages(folder)[-1] == "0003-turn-1"
    (letter,) = (folder / "outbox" / "0004-turn-2").glob("receipt-*")
    told = plain(letter.read_text(encoding="utf-8"))
    assert "Player: Max" in told
    assert "Cet envoi date d’avant la correction." in told
    assert good("status", folder, "--json").json()["missing"] == ["Max"]
    send(folder, orders("Max", 2, "{viser: (2;2)}"))
    assert "Joué : tour 2." in replay(folder)


def test_forced_it_plays_without_what_fits_no_more(tmp_path: Path) -> None:
    folder = unfit(tmp_path / "p")
    assert "Forcé (tour 2) : des ordres ne conviennent plus (Max)." in replay(folder, "--force")
    assert stages(folder)[-1] == "0004-turn-2"
    played = json.loads((folder / "turns/0004-turn-2/result/orders.json").read_text(encoding="utf-8"))
    assert played["absent"] == ["Max"]


def test_who_was_missing_then_is_not_waited_for(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, orders("Anna", 2, "{déplacement: droite}"))
    good("resolve", folder, "--force")
    undo(folder, "--to", "tour 1")
    replay(folder)
    assert stages(folder)[-1] == "0004-turn-2"


def test_it_stops_where_another_stage_has_come_of_it(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p")
    for player in ("Anna", "Bruno"):
        send(folder, f"joueur: {player}\ntour: 3\nordres: {{carte: réussite}}\n")
    good("resolve", folder)
    undo(folder, "--to", "tour 2")  # the vote that sent the squad out
    for player in ("Anna", "Bruno", "Chloé", "Denis", "Emma"):
        send(folder, f"joueur: {player}\ntour: 2\nordres: {{vote: non}}\n")
    said = replay(folder)
    assert "Attendu ensuite : tour 3, proposition" in said
    assert "On s’arrête là : ce n’est plus l’étape qui avait été jouée." in said
    assert run("replay", folder, "--yes").code == 3


@pytest.mark.deep
def test_what_had_come_for_the_stage_awaited_comes_back_too(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    send(folder, orders("Anna", 3, "{déplacement: droite}"))
    undo(folder, "--to", "tour 2")
    replay(folder)
    assert good("status", folder, "--json").json()["received"] == ["Anna"]


def test_what_was_sent_ahead_since_has_the_last_word(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    undo(folder, "--to", "tour 1")
    send(folder, orders("Luc", 2, "rien"))
    replay(folder)
    played = json.loads((folder / "turns/0004-turn-2/result/orders.json").read_text(encoding="utf-8"))
    assert played["orders"]["Luc"] == {}
    assert played["orders"]["Anna"] != {}


def test_what_lies_in_the_inbox_is_taken_first(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    undo(folder, "--to", "tour 1")
    drop(folder, "luc.yaml", orders("Luc", 1, "rien"))
    assert "luc.yaml" in replay(folder)
    played = json.loads((folder / "turns/0003-turn-1/result/orders.json").read_text(encoding="utf-8"))
    assert played["orders"]["Luc"] == {}


def test_a_file_of_the_inbox_that_is_refused_is_told_once(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    undo(folder)
    drop(folder, "max.yaml", orders("Max", 1, "{voler: haut}"))
    done = good("replay", folder)
    assert plain(done.err + done.out).count("« voler » : mot inconnu ici") == 1
    assert plain(done.out).count("On s’arrête là : des ordres ne conviennent plus (Max).") == 1


@pytest.mark.deep
def test_taken_back_twice_it_is_played_again_to_where_it_had_come(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    before = shutil.copytree(folder, tmp_path / "before")
    undo(folder, "--to", "placement")
    good("resolve", folder)
    undo(folder)
    replay(folder)
    assert written(folder) == written(before)


def test_cron_goes_on_with_what_was_begun(tmp_path: Path) -> None:
    """Killed between two stages, or stopped and mended: all orders are there, so the stage is played."""
    folder = unfit(tmp_path / "p")
    rewrite(folder, "graine", "échéance: {jours: 3}\ngraine")
    at("2026-11-24 10:00")
    replay(folder)
    send(folder, orders("Max", 2, "rien"))
    at("2026-11-24 10:15")
    cron(folder)
    assert stages(folder)[-1] == "0004-turn-2"


# What cannot be ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [False, True])
def test_where_nothing_can_be_played_again_it_says_why(tmp_path: Path, held: bool) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    if held:
        undo(folder)
        good("hold", folder, "--reason", "fêtes")
    before = tree(folder)
    done = run("replay", folder, "--yes")
    assert done.code == 3
    assert ("fêtes" if held else "tout ce qui avait été retiré est rejoué") in plain(done.out)
    assert tree(folder) == before


def test_a_dry_run_says_all_and_writes_nothing(tmp_path: Path) -> None:
    folder = unfit(tmp_path / "p")
    drop(folder, "zoe.yaml", orders("Zoé", 1, "rien"))
    before = tree(folder)
    said = replay(folder, "--dry-run")
    assert tree(folder) == before
    assert "À rejouer : tour 1. Ce qui change après" in said
    assert "On s’arrête là : des ordres ne conviennent plus (Max)." in said
    assert "À blanc : rien n’est écrit." in said


KILLED_LAST = """
import os, signal, sys
def hook(name, arguments):
    if name == "shutil.rmtree":
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
"""


@pytest.mark.deep
@pytest.mark.skipif(os.name == "nt", reason="nothing is killed so there")
def test_the_copy_of_a_dry_run_that_was_killed_is_removed_by_one_of_another_day(tmp_path: Path) -> None:
    folder, place = campaign(tmp_path / "p", "turn-2", TINY), tmp_path / "tmp"
    undo(folder)
    place.mkdir()
    (tmp_path / "sitecustomize.py").write_text(KILLED_LAST, encoding="utf-8")
    trap = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    for _ in range(2):
        adjudicator("replay", folder, "--dry-run", env_more={"TMPDIR": str(place), "PYTHONPATH": trap})
    old, new = place.iterdir()
    two_days_ago = time.time() - 2 * 86_400
    os.utime(old, (two_days_ago, two_days_ago))
    (place / "adjudicator-trial-link").symlink_to(folder)
    (place / "of somebody else").mkdir()
    for other in ("adjudicator-trial-link", "of somebody else"):
        os.utime(place / other, (two_days_ago, two_days_ago), follow_symlinks=False)
    before = tree(folder)
    assert adjudicator("replay", folder, "--dry-run", env_more={"TMPDIR": str(place)}).code == 0
    assert {path.name for path in place.iterdir()} == {new.name, "adjudicator-trial-link", "of somebody else"}
    assert tree(folder) == before


@few(1)
@pytest.mark.parametrize(("answer", "code", "played"), [("non", 1, 2), ("oui", 0, 3)])
def test_on_a_terminal_it_asks(tmp_path: Path, answer: str, code: int, played: int) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    undo(folder)
    done = on_terminal("replay", folder, answer=f"{answer}\n")
    assert (done[0], len(stages(folder))) == (code, played)


def test_what_is_not_kept_any_more_is_said(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    undo(folder, "--to", "tour 1")
    good("status", folder)
    shutil.rmtree(folder / "withdrawn")
    done = run("replay", folder, "--yes")
    assert done.code == 3
    assert "n’est plus dans withdrawn" in plain(done.out)


@pytest.mark.parametrize(("text", "every"), [(TINY, 1699), *deep((TINY, 1), (TWO, 7))])
def test_killed_anywhere_nothing_is_lost_and_it_can_be_done_again(tmp_path: Path, text: str, every: int) -> None:
    base = campaign(tmp_path / "base", "turn-3", text)
    expected, forms = written(base), forms_of(base, "turn-2")
    undo(base, "--to", "tour 1")
    for folder in killed_everywhere(base, tmp_path / "work", "replay", "{}", "--yes", every=every):
        run("replay", folder, "--yes")
        good("submit", folder)  # the last stage may have been published when it was killed, and nothing left to do
        assert written(folder) == expected, folder
        assert forms_of(folder, "turn-2") == forms, folder


# What was amended ----------------------------------------------------------------------------------------------


def amend(folder: Path, text: str) -> None:
    good("amend", folder, "-", "--public", "Luc avait été mal placé.", "--reason", "x", stdin=text)


def amended(folder: Path, where: str) -> Path:
    """A campaign in which Luc was put on a cell before turn 2."""
    campaign(folder, "turn-2", TWO)
    amend(folder, f"tour: 2\ntable: {{pièces: {{Luc: {{case: {where}}}}}}}\n")
    send(folder, TURNS[1])
    good("resolve", folder)
    return folder


def test_amendments_come_back_with_the_stages(tmp_path: Path) -> None:
    folder = amended(tmp_path / "p", "(3;1)")
    before = shutil.copytree(folder, tmp_path / "before")
    undo(folder, "--to", "tour 1")
    replay(folder)
    assert written(folder) == written(before)
    assert reports(folder) == reports(before)
    letter = plain((folder / "outbox/0004-turn-2/amend-2-02-luc.txt").read_text(encoding="utf-8"))
    assert "Luc avait été mal placé." in letter


@pytest.mark.deep
def test_it_stops_where_an_amendment_no_longer_goes_with_the_table(tmp_path: Path) -> None:
    folder = amended(tmp_path / "p", "(2;3)")
    undo(folder, "--to", "tour 1")
    send(folder, orders("Max", 1, "{déplacement: droite}"))  # to where Luc was put
    said = replay(folder)
    assert "On s’arrête là : l’amendement « Luc avait été mal placé. » ne va plus avec la table." in said
    assert stages(folder)[-1] == "0003-turn-1"
    assert good("status", folder, "--json").json()["received"] == ["Anna", "Luc", "Max", "Paul", "Rita", "Zoé"]
    amend(folder, "tour: 2\ntable: {pièces: {Luc: {case: (3;1)}}}\n")
    assert "Joué : tour 2." in replay(folder)


@pytest.mark.deep
def test_it_says_that_an_amendment_of_the_stage_awaited_no_longer_goes_with_the_table(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    amend(folder, "tour: 2\ntable: {pièces: {Luc: {case: (2;3)}}}\n")
    undo(folder)
    send(folder, orders("Max", 1, "{déplacement: droite}"))  # to where Luc was put
    said = replay(folder)
    assert "On s’arrête là : l’amendement « Luc avait été mal placé. » ne va plus avec la table." in said
    assert stages(folder)[-1] == "0003-turn-1"


@few(1)
@pytest.mark.parametrize("by_cron", [False, True])
def test_what_had_come_for_the_stage_awaited_comes_back_however_that_is_reached(tmp_path: Path, by_cron: bool) -> None:
    folder = campaign(
        tmp_path / "p",
        "turn-1",
        TWO + "échéance: {jours: 2}\nabsents: permanents\nfrein: {manquants: 100, silence: 8760}\n",
    )
    at("2026-11-20 10:00")
    good("resolve", folder, "--force")
    send(folder, orders("Luc", 2, "{déplacement: droite}"))
    send(folder, "joueur: Zoé\ntour: 2\npermanents: {déplacement: gauche}\n")
    before = good("status", folder, "--json").json()
    undo(folder)
    assert "attendu" in plain((folder / "outbox/0003-turn-1/undo-1-02-luc.txt").read_text(encoding="utf-8"))
    if by_cron:
        cron(folder)
        at("2026-11-23 10:00")
        cron(folder)
    else:
        good("resolve", folder, "--force")
    now = good("status", folder, "--json").json()
    assert (now["turn"], now["received"], now["missing"]) == (2, before["received"], before["missing"])
    assert "Zoé" in good("status", folder).out.partition("permanents")[2]
    assert "Tout est tel qu’annoncé." in good("verify", folder).out


@pytest.mark.deep
def test_a_file_of_nobody_is_no_reason_to_stop(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    undo(folder)
    run("submit", folder, "-", stdin=orders("Zoée et les autres", 1, "{déplacement: gauche}"))
    assert "Joué : tour 1." in replay(folder)


@pytest.mark.deep
def test_it_says_who_is_told_something_else_where_the_table_stays_the_same(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    good("resolve", folder, "--force")
    undo(folder)
    send(folder, orders("Luc", 1, "{déplacement: gauche}"))  # off the board
    assert "La table reste la même, mais d’autres choses sont dites : Luc." in replay(folder, "--dry-run")


@few(1)
@pytest.mark.parametrize("number", sample(range(6), 4))
def test_whatever_is_taken_back_in_whatever_order_all_of_it_comes_back(tmp_path: Path, number: int) -> None:
    chance = random.Random(f"undoings {number}")
    folder = campaign(tmp_path / "p", "turn-3", (TINY, TWO)[number % 2])
    amend(folder, "tour: 3\ntable: {scores: {bleu: 2}}\n")
    send(folder, table(3, Anna="rien", Paul="rien"))
    good("resolve", folder, "--force")
    before, names = written(folder), stages(folder)
    for _ in range(chance.randint(2, 4)):
        played = len(stages(folder))
        if played and chance.random() < 0.7:
            undo(folder, "--to", ("rôles", "placement", "tour 1", "tour 2", "tour 3")[chance.randrange(played)])
        elif len(stages(folder)) < len(names):
            run("replay", folder, "--yes")
        if chance.random() < 0.3 and len(stages(folder)) < len(names):
            good("resolve", folder, "--force")
    run("replay", folder, "--yes")
    assert stages(folder) == names
    assert written(folder) == before
    good("verify", folder)


# Orders as they had been judged --------------------------------------------------------------------------------


def swapped(folder: Path, text: str) -> None:
    path = folder / "campaign.yaml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.mark.deep
def test_what_was_accepted_without_a_key_needs_none_when_it_is_judged_again(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, TURNS[1])
    swapped(folder, "clé: exigée\n")
    good("resolve", folder)
    assert "Tout est tel qu’annoncé." in good("verify", folder).out
    undo(folder, "--to", "tour 1")
    replay(folder)
    assert stages(folder)[-1] == "0004-turn-2"
    assert "Tout est tel qu’annoncé." in good("verify", folder).out


@pytest.mark.deep
def test_what_was_refused_then_is_refused_still(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    good("replace", folder, "Luc=Zack", "--public", "x", "--reason", "x")
    run("submit", folder, "-", stdin=orders("Luc", 2, "{déplacement: bas}"))
    good("resolve", folder, "--force")
    good("replace", folder, "Zack=Luc", "--public", "x", "--reason", "x")
    undo(folder, "--to", "tour 1")
    replay(folder)
    played = json.loads((folder / "turns/0004-turn-2/result/orders.json").read_text(encoding="utf-8"))
    assert "Luc" not in played["orders"]


@pytest.mark.deep
def test_what_came_when_the_game_was_over_is_no_order_of_its_last_stage(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "over", TWO)
    run("submit", folder, "-", stdin=orders("Luc", 2, "rien"))
    assert "la graine, les rôles et tout ce qui était secret ont été publiés" in plain(undo(folder))
    assert "Tout est tel qu’annoncé." in good("verify", folder).out
    assert "La partie est terminée." in replay(folder)
    assert len(list((folder / "withdrawn/0001").glob("turns/*-turn-2/orders/*.yaml"))) == 2


@pytest.mark.deep
def test_all_whose_orders_were_in_a_table_that_fits_no_more_are_told(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, table(2, Anna="rien", Luc="rien", Max="{tirer: oui}", Paul="rien", Rita="rien", Zoé="rien"))
    good("resolve", folder)
    undo(folder, "--to", "tour 1")
    send(folder, orders("Max", 1, "{déplacement: droite}"))
    replay(folder)
    letters = sorted((folder / "outbox/0004-turn-2").glob("receipt-*"))
    assert len(letters) == 6
    for letter in letters:
        text = plain(letter.read_text(encoding="utf-8"))
        assert "Tes ordres étaient dans une table du MJ qui ne convient plus" in text
        assert "Max" not in text.partition("\n\n")[2]


@pytest.mark.deep
def test_letters_know_what_has_been_brought_back(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    send(folder, orders("Anna", 3, "{déplacement: droite}"))
    undo(folder, "--to", "tour 2")
    replay(folder)
    letter = plain((folder / "outbox/0004-turn-2/report-01-anna.txt").read_text(encoding="utf-8"))
    assert "Le tour attend tes ordres" not in letter
    assert "tes ordres pour le tour 3 seront joués" in letter
