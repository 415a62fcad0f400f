"""What a game declares of its questions to the MJ: the kinds of their keys, answers of several parts, who judges.

And how stages start that do not wait for orders, the words that a campaign has of its own, and names in the state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import telling
from support.asking import answers
from support.clocked import at, cron, fresh_clock
from support.commands import good, run, send
from support.depth import few


@pytest.fixture(autouse=True, scope="module")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    yield from telling.program_knows(tmp_path_factory.mktemp("veillee"))


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield from fresh_clock()


def rows(folder: Path, stage: str) -> dict[str, Any]:
    """Return the answers in the record of a stage, by question."""
    table = json.loads((folder / "turns" / stage / "result" / "orders.json").read_text(encoding="utf-8"))
    return {"/".join([row["purpose"], *row["key"]]): row["value"] for row in table["mj"]}


def scene(turn: int, *present: str, more: str = "") -> str:
    return answers(turn, {"scène": f"{{présents: [{', '.join(present)}]{more}}}"})


def begun(folder: Path, more: str = "", scenes: int = 2) -> Path:
    """Return a campaign whose first scene the MJ is to tell."""
    good("resolve", telling.campaign(folder, more, scenes))
    return folder


def in_a_scene(folder: Path, more: str = "") -> Path:
    """Return a campaign in which Anna and Bruno are to act, and a spirit is called like a player."""
    begun(folder, f"esprits: [Bruno, le vent]\n{more}")
    send(folder, scene(2, "Anna", "Bruno", more=", aspects: [Bruno, sombre]"))
    good("resolve", folder)
    return folder


def replaced(folder: Path) -> None:
    good("replace", folder, "Bruno=Zoé", "--reason", "x", "--public", "y", "--by", "MJ", "--yes")


def report_of_the_acts(folder: Path, reader: str) -> str:
    return good("report", folder, "--turn", "tour 3", "--for", reader).out


def test_a_key_that_is_text_keeps_its_name_when_a_seat_changes_hands(tmp_path: Path) -> None:
    folder = in_a_scene(tmp_path / "p")
    send(folder, answers(3, {"calme": "{Bruno: non}"}))
    replaced(folder)
    good("submit", folder, "-", stdin=answers(3, {"calme": "{le vent: oui}"}))
    send(folder, telling.acts(3, Anna="vaillant", Zoé="prudent"))
    assert "calme, Bruno) : non\n" in good("status", folder).out
    good("resolve", folder)
    assert rows(folder, "0003-acts-3") == {
        "liked/Anna/brave": True,
        "liked/Bruno/wary": True,
        "calm/Bruno": False,
        "calm/le vent": True,
    }, "stored under the names of the seats"
    told = report_of_the_acts(folder, "mj")
    assert "calme, Bruno : non" in told and "plaît, Zoé prudent" in told
    good("verify", folder)


def test_a_part_that_is_text_keeps_its_words_when_a_seat_changes_hands(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    send(folder, scene(2, "Anna", "Bruno", more=", aspects: [Bruno]"))
    replaced(folder)
    assert "présents : Anna, Zoé ; aspects : Bruno" in good("status", folder).out
    good("resolve", folder)
    assert rows(folder, "0002-scene-2") == {"scene": {"present": ["Anna", "Bruno"], "aspects": ["Bruno"]}}
    good("verify", folder)


def test_an_answer_of_several_parts_is_said_back_whole(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    text = scene(2, "Anna", "Chloé", more=", aspects: [glacé, sombre], raison: on verra")
    told = good("submit", folder, "-", stdin=text).out
    assert "scène : présents : Anna, Chloé ; aspects : glacé, sombre" in told and "on verra" in told
    good("resolve", folder)
    assert "présents : Anna, Chloé ; aspects : glacé, sombre" in good("report", folder, "--for", "mj").out


def test_a_game_says_an_answer_in_its_own_words(tmp_path: Path) -> None:
    folder = in_a_scene(tmp_path / "p", "mj: {soin: {plaît: propose}}\n")
    send(folder, telling.acts(3, Anna="vaillant"))
    assert "proposé : il aime" in good("template", folder, "--for", "mj").out


def test_each_decision_is_judged_by_its_own_judge(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    done = run("submit", folder, "-", stdin=scene(2))
    assert done.code == 1 and "-:4:" in done.err and "Une scène sans personne." in done.err
    folder = in_a_scene(tmp_path / "q")
    assert "question" in good("status", folder).out


# How a stage starts ----------------------------------------------------------------------------------------------

DAYS = "échéance: {jours: 2}\nmj: {heures: 1, sans moi: proposer}\n"


def phase(folder: Path) -> str:
    return str(good("status", folder, "--json").json()["phase"])


def test_a_stage_that_the_mj_starts_waits_for_him_whatever_the_clock(tmp_path: Path) -> None:
    folder = telling.campaign(tmp_path / "p", DAYS, scenes=1)
    for day in (20, 25):
        at(f"2026-11-{day} 12:00")
        done = cron(folder)
        assert done.code == 1 and "La partie n’est pas commencée" in done.out and phase(folder) == "opening"
    assert run("extend", folder, "--days", "1", "--by", "MJ").code == 2, "it has no deadline"
    good("resolve", folder)
    assert phase(folder) == "scene"


def test_a_stage_of_answers_waits_for_all_of_them_whatever_the_care(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p", DAYS)
    assert "Le MJ a à décider : une réponse est attendue" in cron(folder).out
    for day in (21, 30):
        at(f"2026-11-{day} 12:00")
        assert cron(folder).code == 1 and phase(folder) == "scene"
    assert run("resolve", folder, "--force").code == 3
    head = good("report", folder, "--for", "public").out
    assert "Aucun ordre n’est attendu maintenant (tour 2, scène)." in head and "Pour répondre" not in head
    assert "ce serait joué" not in good("template", folder, "--for", "mj").out
    send(folder, scene(2, "Anna"))
    assert cron(folder).code == 0 and phase(folder) == "acts"
    head = good("report", folder, "--for", "public").out
    assert "Ordres attendus (tour 3, actes) avant le" in head
    assert "Rien n’est attendu de toi maintenant (tour 3, actes)" in good("report", folder, "--for", "joueur:Bruno").out


@few(1)
@pytest.mark.parametrize("by_hand", [True, False])
def test_a_stage_that_starts_alone_is_played_with_the_one_before_it(tmp_path: Path, by_hand: bool) -> None:
    folder = begun(tmp_path / "p", DAYS)
    send(folder, scene(2, "Anna"))
    good("resolve", folder)
    send(folder, telling.acts(3, Anna="prudent"))
    done = good("resolve", folder) if by_hand else cron(folder)
    assert "tour 4, nuit d’après la scène 1" in done.out and phase(folder) == "scene"
    for called in ("tour 4, nuit d’après la scène 1", "tour 4, nuit", "night-4"):
        assert "Veillée : tour 4, nuit d’après la scène 1" in good("report", folder, "--turn", called).out
    good("verify", folder)


def test_a_later_stage_that_the_mj_starts_does_not_say_that_the_game_has_not_begun(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p", DAYS, scenes=1)
    send(folder, scene(2, "Anna"))
    good("resolve", folder)
    send(folder, telling.acts(3, Anna="prudent"))
    good("resolve", folder)
    assert phase(folder) == "morning"
    done = cron(folder)
    assert done.code == 1 and "L’étape commence quand vous le dites" in done.out and phase(folder) == "morning"
    good("resolve", folder)
    assert phase(folder) == "over"
    good("verify", folder)


def test_nobody_owes_orders_in_a_stage_that_starts_otherwise_whatever_the_game_says(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    send(folder, scene(2, "Anna"))
    good("resolve", folder)
    send(folder, telling.acts(3, Anna="prudent"))
    good("resolve", folder)
    shown = good("status", folder, "--json").json()
    assert (shown["phase"], shown["missing"]) == ("scene", []), "Anna is still there"
    done = run("submit", folder, "-", stdin="joueur: Anna\ntour: 5\nordres: {humeur: prudent}\n")
    assert done.code == 1 and "Rien de tel à cette étape." in done.err


# Words of the campaign -------------------------------------------------------------------------------------------

OWN = "noms: {vaillant: Tête brûlée}\n"


@few(1)
@pytest.mark.parametrize("written", ["tête brûlée", "vaillant", "brave", "TETE BRULEE"])
def test_a_word_of_the_campaign_is_read_and_shown_in_its_place(tmp_path: Path, written: str) -> None:
    folder = in_a_scene(tmp_path / "p", OWN)
    text = f"joueur: Anna\ntour: 3\nordres: {{humeur: {written}}}\n"
    assert "humeur Tête brûlée" in good("submit", folder, "-", stdin=text).out
    assert "plaît, Anna Tête brûlée" in good("resolve", folder, "--force").out + report_of_the_acts(folder, "mj")
    for reader in ("public", "joueur:Anna", "mj"):
        assert "Anna : Tête brûlée" in report_of_the_acts(folder, reader)
    assert '"mood": "brave"' in (folder / "turns/0003-acts-3/result/orders.json").read_text(encoding="utf-8")
    good("verify", folder)


def test_a_fault_suggests_the_word_of_the_campaign_and_lists_it(tmp_path: Path) -> None:
    folder = in_a_scene(tmp_path / "p", OWN)
    done = run("submit", folder, "-", stdin="joueur: Anna\ntour: 3\nordres: {humeur: tête brulé}\n")
    assert "Tête brûlée, prudent" in done.err and "Peut-être « Tête brûlée » ?" in done.err
    assert "Tête brûlée" in good("template", folder, "--schema").out


def test_a_label_is_read_as_what_it_is_shown_for_though_it_is_another_word_too(tmp_path: Path) -> None:
    folder = in_a_scene(tmp_path / "p", "noms: {vaillant: Wary}\n")
    text = "joueur: Anna\ntour: 3\nordres: {humeur: wary}\n"
    assert "humeur Wary" in good("submit", folder, "-", stdin=text).out
    good("resolve", folder, "--force")
    assert '"mood": "brave"' in (folder / "turns/0003-acts-3/result/orders.json").read_text(encoding="utf-8")
