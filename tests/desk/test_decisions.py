"""What a game declares of its questions to the MJ: the kinds of their keys, answers of several parts, who judges.

And the words that a campaign has of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import telling
from support.asking import answers
from support.clocked import fresh_clock
from support.commands import good, run, send


@pytest.fixture(autouse=True, scope="module")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    yield from telling.known(tmp_path_factory.mktemp("veillee"))


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield from fresh_clock()


def rows(folder: Path, stage: str) -> dict[str, Any]:
    """Return the answers in the record of a stage, by question."""
    table = json.loads((folder / "turns" / stage / "result" / "orders.json").read_text(encoding="utf-8"))
    return {"/".join([row["purpose"], *row["key"]]): row["value"] for row in table["mj"]}


def scene(turn: int, *present: str, more: str = "") -> str:
    return answers(turn, {"scène": f"{{présents: [{', '.join(present)}]{more}}}"})


def in_a_scene(folder: Path, more: str = "") -> Path:
    """Return a campaign in which Anna and Bruno are to act, and a spirit is called like a player."""
    telling.campaign(folder, f"esprits: [Bruno, le vent]\n{more}")
    send(folder, scene(1, "Anna", "Bruno", more=", aspects: [Bruno, sombre]"))
    good("resolve", folder)
    return folder


def replaced(folder: Path) -> None:
    good("replace", folder, "Bruno=Zoé", "--reason", "x", "--public", "y", "--by", "MJ", "--yes")


def test_a_key_that_is_text_keeps_its_name_when_a_seat_changes_hands(tmp_path: Path) -> None:
    folder = in_a_scene(tmp_path / "p")
    send(folder, answers(2, {"calme": "{Bruno: non}"}))
    replaced(folder)
    good("submit", folder, "-", stdin=answers(2, {"calme": "{le vent: oui}"}))
    send(folder, telling.acts(2, Anna="vaillant", Zoé="prudent"))
    assert "calme, Bruno) : non\n" in good("status", folder).out
    good("resolve", folder)
    assert rows(folder, "0002-acts-2") == {
        "liked/Anna/brave": True,
        "liked/Bruno/wary": True,
        "calm/Bruno": False,
        "calm/le vent": True,
    }, "stored under the names of the seats"
    told = good("report", folder, "--for", "mj").out
    assert "calme, Bruno : non" in told and "plaît, Zoé prudent" in told
    good("verify", folder)


def test_a_part_that_is_text_keeps_its_words_when_a_seat_changes_hands(tmp_path: Path) -> None:
    folder = telling.campaign(tmp_path / "p")
    send(folder, scene(1, "Anna", "Bruno", more=", aspects: [Bruno]"))
    replaced(folder)
    assert "présents : Anna, Zoé, aspects : Bruno" in good("status", folder).out
    good("resolve", folder)
    assert rows(folder, "0001-scene-1") == {"scene": {"present": ["Anna", "Bruno"], "aspects": ["Bruno"]}}
    good("verify", folder)


def test_an_answer_of_several_parts_is_said_back_whole(tmp_path: Path) -> None:
    folder = telling.campaign(tmp_path / "p")
    text = scene(1, "Anna", "Chloé", more=", aspects: [glacé, sombre], raison: on verra")
    told = good("submit", folder, "-", stdin=text).out
    assert "scène : présents : Anna, Chloé, aspects : glacé, sombre" in told and "on verra" in told
    good("resolve", folder)
    assert "présents : Anna, Chloé, aspects : glacé, sombre" in good("report", folder, "--for", "mj").out


def test_a_game_says_an_answer_in_its_own_words(tmp_path: Path) -> None:
    folder = in_a_scene(tmp_path / "p", "mj: {soin: {plaît: propose}}\n")
    send(folder, telling.acts(2, Anna="vaillant"))
    assert "proposé : il aime" in good("template", folder, "--for", "mj").out


def test_each_decision_is_judged_by_its_own_judge(tmp_path: Path) -> None:
    folder = telling.campaign(tmp_path / "p")
    done = run("submit", folder, "-", stdin=scene(1))
    assert done.code == 1 and "-:4:" in done.err and "Une scène sans personne." in done.err
    folder = in_a_scene(tmp_path / "q")
    assert "question" in good("status", folder).out


# Words of the campaign -------------------------------------------------------------------------------------------

OWN = "noms: {vaillant: Tête brûlée}\n"


@pytest.mark.parametrize("written", ["tête brûlée", "vaillant", "brave", "TETE BRULEE"])
def test_a_word_of_the_campaign_is_read_and_shown_in_its_place(tmp_path: Path, written: str) -> None:
    folder = in_a_scene(tmp_path / "p", OWN)
    text = f"joueur: Anna\ntour: 2\nordres: {{humeur: {written}}}\n"
    assert "humeur Tête brûlée" in good("submit", folder, "-", stdin=text).out
    assert (
        "plaît, Anna Tête brûlée" in good("resolve", folder, "--force").out + good("report", folder, "--for", "mj").out
    )
    for reader in ("public", "joueur:Anna", "mj"):
        assert "Anna : Tête brûlée" in good("report", folder, "--for", reader).out
    assert '"mood": "brave"' in (folder / "turns/0002-acts-2/result/orders.json").read_text(encoding="utf-8")
    good("verify", folder)


def test_a_fault_suggests_the_word_of_the_campaign_and_lists_it(tmp_path: Path) -> None:
    folder = in_a_scene(tmp_path / "p", OWN)
    done = run("submit", folder, "-", stdin="joueur: Anna\ntour: 2\nordres: {humeur: tête brulé}\n")
    assert "Tête brûlée, prudent" in done.err and "Peut-être « Tête brûlée » ?" in done.err
    assert "Tête brûlée" in good("template", folder, "--schema").out


def test_a_label_is_read_as_what_it_is_shown_for_though_it_is_another_word_too(tmp_path: Path) -> None:
    folder = in_a_scene(tmp_path / "p", "noms: {vaillant: Wary}\n")
    text = "joueur: Anna\ntour: 2\nordres: {humeur: wary}\n"
    assert "humeur Wary" in good("submit", folder, "-", stdin=text).out
    good("resolve", folder, "--force")
    assert '"mood": "brave"' in (folder / "turns/0002-acts-2/result/orders.json").read_text(encoding="utf-8")
