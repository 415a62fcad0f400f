"""``adjudicator new``: whether Le Plan, the expansion of the Résistance, is played, and with which cards."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from support.commands import good, plain, run, tree

from adjudicator.campaign.loading import load_campaign

FIVE = "Anna,Bruno,Chloé,Denis,Emma"
SEVEN = f"{FIVE},Farid,Gaëlle"
SUPPOSED = (
    "2 × Vote de défiance, 2 × Leader charismatique, 2 × Surveillance, 2 × Leader d’opinion, "
    "1 × Prendre les choses en main, 1 × En pleine lumière"
)
DECK = {
    "no_confidence": 2,
    "strong_leader": 2,
    "close_eye": 2,
    "opinion_maker": 2,
    "responsibility": 1,
    "spotlight": 1,
}


def begun(folder: Path, players: str, answer: str) -> object:
    """The setting of a campaign for which the MJ answers so."""
    good("new", folder, "--game", "resistance", "--players", players, "--set", f"plan={answer}")
    return load_campaign(folder).setting.plan


@pytest.mark.parametrize("answer", ["non", "aucun", "no", "rien"])
def test_le_plan_is_not_played_unless_it_is_asked_for(tmp_path: Path, answer: str) -> None:
    assert begun(tmp_path, FIVE, answer) is None
    assert "#le plan:\n" in (tmp_path / "campaign.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("players", "answer", "cards", "draw"),
    [(SEVEN, "ancien", 15, 2), (SEVEN, "oui", 15, 2), (SEVEN, "Récent", 15, 2), (FIVE, "late", 7, 1)],
)
def test_a_deck_is_named(tmp_path: Path, players: str, answer: str, cards: int, draw: int) -> None:
    plan = begun(tmp_path, players, answer)
    assert (len(plan.deck), plan.draw, plan.passing) == (cards, draw, "round")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "answer",
    [
        SUPPOSED,
        "{défiance: 2, leader charismatique: 2, surveillance: 2, leader d’opinion: 2, Prendre les choses en main: 1, "
        "En pleine lumière: 1}",
        "2 défiance et 2 Leader charismatique ; surveillance x2, close eye = 0, opinion maker: 2, "
        "Prendre les choses en main, En pleine lumière",
    ],
)
def test_the_cards_are_written_as_people_write_them(tmp_path: Path, answer: str) -> None:
    assert Counter(begun(tmp_path, FIVE, answer).deck) == DECK  # type: ignore[attr-defined]


def test_what_is_supposed_is_offered_and_what_cannot_be_is_asked_again(tmp_path: Path) -> None:
    """The early deck of five players is refused after the questions, an unknown card at once; no answer is lost."""
    first = f"resistance\n\n{FIVE}\n\nancien\n\n0\n"
    done = good("new", tmp_path, stdin=f"{first}\n\n\n\n2 défience\n{SUPPOSED}\n\n\n")
    assert f"  {SUPPOSED}\n" in done.out
    refused = (
        "À 5 joueurs, l’ancien paquet compte dix des quinze complots, et seules les cartes disent lesquels : "
        "à la place de « ancien », dites combien de chaque.\n"
    )
    assert refused in plain(done.err)
    assert "« 2 défience » n’est pas compris ici" in plain(done.out)
    assert "Peut-être « défiance » ?" in plain(done.out)
    assert Counter(load_campaign(tmp_path).setting.plan.deck) == DECK


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("ancien", "À 5 joueurs, l’ancien paquet compte dix des quinze complots"),
        ("3 défiance, 2 surveillance", "Le paquet ne suffit pas pour cinq manches ; cartes : 5, il en faut 10."),
        ("4 défiance, 2 surveillance, 2 leader charismatique, 2 leader d’opinion", "« Vote de défiance » : 4 dans le"),
        ("bof", "« bof » n’est pas compris ici ; attendu : non, ancien, récent, ou les cartes du paquet"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_and_nothing_is_written(tmp_path: Path, answer: str, why: str) -> None:
    done = run("new", tmp_path / "p", "--game", "resistance", "--players", FIVE, "--set", f"plan={answer}")
    assert (done.code, plain(why) in plain(done.err)) == (2, True), done
    assert tree(tmp_path) == {}
