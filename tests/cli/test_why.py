"""``adjudicator why``: what holds for a player and why, for the MJ, of every game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.asking import TOY, bids, installed
from support.asking import campaign as of_toy
from support.campaigns import played
from support.clocked import fresh_clock
from support.commands import TINY, campaign, good, run, send, table, tree


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def folder_of(example: str) -> Path:
    return played(example).stages[0].folder.parent.parent


def told(folder: Path, player: str, *more: str) -> list[str]:
    """Return the lines about a player, without no-break spaces."""
    return good("why", folder, player, *more).out.replace("\u00a0", " ").replace("\u202f", " ").splitlines()


def test_a_piece_is_told_with_its_captures_and_what_happened_to_it_with_reasons_and_rules() -> None:
    folder = folder_of("demo")
    before = tree(folder)
    assert told(folder, "ines") == [
        "Inès (L’Éclipse de Montbrun) : à ne montrer à personne.",
        "- Sait tout ce que sait le camp Soleil.",
        "- Contrôle une pièce du camp Soleil : Brute en (7;4).",
        "- Cette Brute est blessée : la prochaine attaque réussie l’élimine (§4.4).",
        "- Tour 8 : capture en (9;2) : Inès, avec Hugo, Noémie, prend la pièce à Agathe (R21).",
        "- Tour 12 : Inès (Brute) en (7;3), déplacement bas : réussite, une pièce ennemie éliminée (§4.5).",
        "- Tour 12 : élimination en (7;4) : Gaspard (Croque-Mort), par le camp Soleil.",
        "- Tour 12 : apparition en (1;2) : Gaspard (fantôme) (R9, R27).",
        "- Tour 12 : Inès va de (7;3) en (7;4).",
        "- Tour 12 : Céleste (fantôme) voit Inès en (7;4) : Brute (R19).",
        "- Tour 12 : Damien (fantôme) voit Inès en (7;4) : Brute (R19).",
    ]
    assert tree(folder) == before


def test_a_ghost_is_told_who_made_it_one_and_why_its_own_order_failed() -> None:
    lines = told(folder_of("demo"), "Gaspard")
    assert "- Fantôme du camp Lune en (1;2) ; rôle : Croque-Mort." in lines
    assert lines[-4:] == [
        "- Tour 12 : Inès (Brute) en (7;3), déplacement bas : réussite, une pièce ennemie éliminée (§4.5).",
        "- Tour 12 : élimination en (7;4) : Gaspard (Croque-Mort), par le camp Soleil.",
        "- Tour 12 : apparition en (1;2) : Gaspard (fantôme) (R9, R27).",
        "- Tour 12 : Gaspard, déplacement bas : échec, la pièce qui devait agir n’était plus là (§3, R9).",
    ]


def test_who_is_awaited_who_votes_and_who_sent_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    assert "- Ses ordres sont attendus (tour 1)." in told(folder, "Anna")
    send(folder, table(1, Anna="{arrêter: oui}"))
    good("resolve", folder, "--force")
    anna, paul = told(folder, "Anna"), told(folder, "Paul")
    assert "- Vote pour arrêter la partie, jusqu’à ce qu’il dise le contraire (R22)." in anna
    assert "- Tour 1 : Anna vote pour arrêter la partie (R22)." in anna
    assert "- Tour 1 : aucun ordre de sa part." in paul and "- Tour 1 : aucun ordre de sa part." not in anna


def test_an_identity_is_told_with_whom_the_player_knows_the_votes_and_the_missions() -> None:
    lines = told(folder_of("resistance"), "Denis")
    assert lines[1:5] == [
        "- Identité : Cylon.",
        "- On lui a dit que sont Cylons : Gaëlle, Hector (R5).",
        "- Siège 4 sur 8 (R4).",
        "- Personnage : Saul Tigh.",
    ]
    assert "- Proposition 5.2 (Anna, Chloé, Élise, Farid, Hector) : a voté oui (R9)." in lines
    assert lines[-2:] == [
        "- Mission 1 (échec) : sa carte a compté comme échec.",
        "- Mission 4 (réussite) : sa carte a compté comme échec.",
    ]


def test_it_speaks_english() -> None:
    lines = told(folder_of("resistance-targeted"), "Peter", "--language", "en")
    assert lines[0] == "Peter (Silent Running): show this to nobody." or lines[0].endswith(": show this to nobody.")
    assert any(line.startswith("- Identity: ") for line in lines)


def test_a_game_that_says_nothing_of_its_own_has_what_the_mj_was_told(tmp_path: Path) -> None:
    with installed(tmp_path / "root"):
        folder = of_toy(tmp_path / "p", game=TOY)
        assert told(folder, "Bruno")[1:] == ["- Ses ordres sont attendus (tour 1)."]
        send(folder, bids(1, Anna=3, Bruno=3, Chloé=8))
        good("resolve", folder, "--force")
        assert told(folder, "Bruno")[1:] == ["- Ses ordres sont attendus (tour 2).", "- Bruno mise 3."]


def test_nobody_of_that_name() -> None:
    done = run("why", folder_of("demo"), "Inés-Marie")
    assert done.code == 2 and "Personne ne s’appelle « Inés-Marie »" in done.err
