"""Orders of Le Plan as players write them: cards with their receivers, complots in place of orders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support.commands import good, plain, run

from adjudicator.core.context import Context
from adjudicator.core.faults import Unread
from adjudicator.core.words import Names
from adjudicator.games.resistance.words import read_gifts, read_squad
from adjudicator.speech.voice import vocabulary

CONTEXT = Context(vocabulary("resistance"), "fr", Names(("Anna", "Bruno", "Chloé")))
GIFTS = [{"plot": "close_eye", "to": "Anna"}, {"plot": "opinion_maker", "to": "Chloé"}]
NEW = ("--game", "resistance", "--players", "Anna,Bruno,Chloé,Denis,Emma,Farid,Gaëlle", "--set", "plan=ancien")


@pytest.mark.parametrize(
    "written",
    [
        "Surveillance à Anna, Leader d’opinion à Chloé",
        "surveillance à Anna et opinion à Chloé",
        "Surveillance -> Anna ; Leader d'opinion -> Chloé",
        {"Surveillance": "Anna", "Leader d'opinion": "Chloé"},
        {"Anna": "Surveillance", "Chloé": ["Leader d’opinion"]},
    ],
)
def test_cards_are_given_in_the_words_of_players(written: Any) -> None:
    assert read_gifts(written, CONTEXT) == GIFTS


@pytest.mark.parametrize("written", ["tout à Anna", "Surveillance à Zoé", "Anna, Chloé", "rien", {}, 3])
def test_other_words_are_no_gifts(written: Any) -> None:
    with pytest.raises(Unread):
        read_gifts(written, CONTEXT)


def test_a_name_of_a_squad_may_be_mentioned() -> None:
    assert read_squad("Bruno et @Anna", CONTEXT) == ["Bruno", "Anna"]


def begun(folder: Path) -> Path:
    """Return a campaign of Le Plan in which Anna is to give the first two cards."""
    good("new", folder, *NEW, "--title", "Caprica", "--seed", "3c6e0b8a9c15224a8228b9a98ca1531d")
    good("resolve", folder)
    return folder


def judged(folder: Path, *lines: str) -> str:
    told = run("check", folder, "-", stdin="\n".join(lines) + "\n")
    return plain(told.out + told.err)


def test_a_sentence_that_gives_cards_is_given_back_as_a_line_that_is_accepted(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    told = judged(folder, "Anna T1", "je donne Surveillance à Emma et Leader d'opinion à Chloé")
    line = 'donner: "Surveillance à Emma et Leader d\'opinion à Chloé"'
    assert line in told
    assert "compris" in judged(folder, "joueur: Anna", "tour: 1", "ordres:", f"  {line}")


@pytest.mark.parametrize(
    ("player", "lines", "told", "untold"),
    [
        ("Bruno", ["ordres:", "  donner: {Surveillance: Emma, opinion: Emma}"], "donne les complots", "Escadron"),
        ("Anna", ["ordres:", "  doner: {Surveillance: Emma, opinion: Emma}"], "mot inconnu ici", "« rien »"),
        ("Emma", ["permanents:", "  passe: oui"], "« passe » ne se laisse pas d’avance", "mot inconnu"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_nothing_else(
    tmp_path: Path, player: str, lines: Sequence[str], told: str, untold: str
) -> None:
    found = judged(begun(tmp_path / "p"), f"joueur: {player}", "tour: 1", *lines)
    assert told in found and untold not in found


def test_what_complots_do_is_left_under_their_names(tmp_path: Path) -> None:
    names = {"leader charismatique": "non", "vote de défiance": "non", "surveillance": "Anna, Bruno"}
    names |= {"oreille indiscrète": "gauche", "confidence": "Bruno", "en pleine lumière": "non"}
    lines = [f"  {name}: {value}" for name, value in names.items()]
    told = judged(begun(tmp_path / "p"), "joueur: Emma", "tour: 1", "permanents:", *lines)
    assert "tu gardes ton Leader charismatique ; tu écoutes : gauche" in told
    assert "tu ne mets personne en pleine lumière ; tu surveilles Anna, Bruno" in told


def test_a_signature_is_no_member_of_the_squad_above_it(tmp_path: Path) -> None:
    folder = begun(tmp_path / "p")
    good("submit", folder, "-", stdin="joueur: Anna\ntour: 1\nordres: {donner: {Surveillance: Emma, opinion: Emma}}\n")
    good("resolve", folder)
    told = judged(folder, "Salut ! Pour ce tour je propose Chloé et moi", "Anna")
    assert "joueur: Anna" in told and "escadron: [Chloé, Anna]" in told
