"""Files that people write, each part of them in turn replaced by something else: it is refused in a sentence.

Campaigns, order files, amendments and cases of both games, right as they stand. Names and cells may be looked up only
in what is as the schema of the file has it: this finds where they are looked up in something else.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from resistance.campaigns import dealt, on_mission, voting
from support.commands import CASES, CHOICES, EVERY_ROLE, PLACES, SEED, TWO, campaign, good, run
from support.depth import few, is_deep, sample

from adjudicator.mail.accounts import load_accounts
from adjudicator.proof.cases import LARGEST
from adjudicator.reading import strict_yaml
from adjudicator.store.disk import FaultyFileError, UnusableError

INSTEAD: list[Any] = [None, "", "7", "Anna", "oui", [], {}, ["Anna"], [None], [[]], [{}], {"Anna": "7"}, {"7": None}]
INSTEAD += [
    {"nom": "Anna"},
    {"courriel": "a@example.org"},
    {"nom": None},
    {"case": "(1;1)"},
    "(1;1)",
    "(99;99)",
    "rien",
]
"""What stands in the place of a part."""

TSEWNART = f"""\
jeu: tsewnart
titre: La grande partie
langue: fr
forum: phpbb
courriel: mj@example.org
fin: gardé
plateau: {{taille: 6x3, topologie: fermé}}
camps:
  bleu: {{zone: {{colonnes: 1}}, lettre: B, couleur: bleu, joueurs: [Anna, {{nom: Luc, courriel: l@a.fr}}, Max]}}
  rouge: {{capitaine: Rita, zone: [(6;1), (6;2), (6;3)], joueurs: [Paul, {{nom: Rita, forum: rita_75}}, Zoé]}}
initiative: [[bleu, rouge], [rouge, bleu]]
échéance:
  jours: 2
  heure: "20:00"
  fuseau: Europe/Paris
  grâce: 6
  relances: [24, 6]
  dès que complet: 2
  tour: {{jours fixes: [lundi, jeudi]}}
  choix des rôles: {{heures: 48}}
absences:
  - {{joueur: Anna, du: 2026-12-20, au: 2026-12-27, remplaçant: {{nom: Ines, courriel: i@example.org}}}}
  - {{joueur: Paul, du: 2026-12-20, au: 2026-12-27}}
frein: {{manquants: 50, silence: 48}}
graine: {SEED}
"""
RESISTANCE = f"""\
jeu: resistance
titre: La flotte
joueurs: [Anna, {{nom: Bruno, personnage: Laura Roslin, courriel: b@a.fr}}, Chloé, {{nom: Denis, forum: dd}}, Emma]
options: {{attaques ciblées: oui, sièges: tirage, vote manquant: non}}
échéance: {{jours: 2, vote: {{heures: 24}}}}
absences:
  - {{joueur: Anna, du: 2026-12-20, au: 2026-12-27, remplaçant: Ines}}
graine: {SEED}
"""
CAMPAIGNS = {"tsewnart": TSEWNART, "resistance": RESISTANCE}


def tree_of(text: str) -> Any:
    document = strict_yaml.read(text.encode(), largest=LARGEST)
    assert not document.faults
    return document.root


def written(tree: Any) -> str:
    """Return a tree as YAML, in its JSON; a text that JSON would quote is one for YAML too."""
    return json.dumps(tree, ensure_ascii=False)


def changed(tree: Any) -> Iterator[Any]:
    """Yield the tree with each of its nodes replaced, each key left out, and each written otherwise."""
    for path in paths(tree):
        yield from changed_at(tree, path)


def changed_at(tree: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    for value in INSTEAD:
        yield put(tree, path, value)
    if path:
        yield put(tree, path, None, drop=True)
        if isinstance(path[-1], str):
            for key in ("7", "", "Anna"):
                yield put(tree, path, None, key=key)


def paths(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield from paths(value, (*path, key))


def put(tree: Any, path: tuple[Any, ...], value: Any, *, drop: bool = False, key: str | None = None) -> Any:
    """Return a tree with one of its nodes changed; all that is not above it is that of the old one."""
    if not path:
        return value
    first, *rest = path
    new = copy(tree)
    if rest:
        new[first] = put(tree[first], tuple(rest), value, drop=drop, key=key)
    elif drop:
        del new[first]
    elif key is not None:
        new[key] = new.pop(first)
    else:
        new[first] = value
    return new


def drawn(tree: Any, chance: random.Random, times: int) -> Any:
    """Return the tree with some of its nodes changed."""
    for _ in range(times):
        tree = chance.choice(list(changed_at(tree, chance.choice(list(paths(tree))))))
    return tree


def all_of(tree: Any) -> list[Any]:
    chance = random.Random(7)
    return [*changed(tree), *(drawn(tree, chance, 2) for _ in range(200))]


def fine(*command: object, stdin: str = "") -> None:
    """Give a command: it does its work, or refuses the file in sentences."""
    done = run(*command, stdin=stdin)
    assert done.code in (0, 1, 2, 3), (command, stdin, done)
    assert "Erreur du programme" not in done.out + done.err, (command, stdin, done)
    assert "Error in the program" not in done.out + done.err, (command, stdin, done)


PARTS = 40
"""In how many parts the trees of a file are tried; one of them every day."""
EACH = sample(range(PARTS), PARTS)
SOME = 20
"""Of how many cases of a file one is tried every day."""


@pytest.mark.parametrize("part", EACH)
@pytest.mark.parametrize("game", CAMPAIGNS)
def test_a_campaign(tmp_path: Path, game: str, part: int) -> None:
    folder = tmp_path / "p"
    folder.mkdir()
    (folder / "campaign.yaml").write_text(CAMPAIGNS[game], encoding="utf-8")
    good("status", folder)
    for tree in all_of(tree_of(CAMPAIGNS[game]))[part::PARTS]:
        (folder / "campaign.yaml").write_text(written(tree), encoding="utf-8")
        fine("status", folder)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("absences: [Anna]", "« Anna » n’est pas compris ici ; attendu : {joueur: …, du: …, au: …}"),
        ("absences: Anna", "« Anna » n’est pas compris ici"),
        (
            "absences: [{joueur: Anna, du: 2026-12-20, au: 2026-12-27, remplaçant: {courriel: a@example.org}}]",
            "Il manque « nom »",
        ),
    ],
)
def test_a_fault_of_absences_is_told_in_a_game_that_has_not_begun(tmp_path: Path, line: str, told: str) -> None:
    (tmp_path / "campaign.yaml").write_text(f"{TWO}{line}\n", encoding="utf-8")
    done = run("status", tmp_path)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert told in done.err


# Orders and amendments -----------------------------------------------------------------------------------------

TURN = (
    "tour: 1\njoueurs: {Anna: {déplacement: droite}, Luc: rien, Paul: {déplacement: gauche}}\n",
    "joueur: Anna\ntour: 1\nordres: {déplacement: droite, arrêter: oui}\npermanents: {déplacement: haut}\n",
    "joueur: Anna\ntour: 1\npermanents: {si: [{ma case: (1;1), blessé: oui, alors: {déplacement: bas}}]}\n",
    "joueur: Jean-Paul\ntour: 1\nordres: {modifier: {action: déplacement Brute bleu, après: terreur rouge}}\n",
)
AMENDED = """\
tour: 1
table:
  pièces:
    Anna: {case: (2;3), blessée: oui, rôle: brute}
    Rita: {case: (8;5), visé: rien, capturée: non}
    Luc: rien
  fantômes: {Luc: {case: (2;2), rôle: dément}}
  scores: {bleu: 1}
  votes: {Anna: {arrêter: oui}}
"""
STAGES: dict[str, tuple[Any, tuple[str, ...], str]] = {
    "roles": (lambda folder: campaign(folder, "roles", TWO), CHOICES[TWO][:1], ""),
    "placement": (lambda folder: campaign(folder, "placement", TWO), PLACES[TWO][:1], ""),
    "turn": (lambda folder: campaign(folder, "turn-1", EVERY_ROLE), TURN, AMENDED),
    "proposal": (
        dealt,
        ("joueur: Anna\ntour: 1\nordres: {escadron: [Anna, Bruno]}\n",),
        "tour: 1\ntable: {sièges: [Anna, Bruno, Chloé, Denis, Emma], cylons: [Anna, Emma], rejets: 1}\n",
    ),
    "vote": (
        voting,
        ("joueur: Anna\ntour: 2\nordres: {vote: oui}\n", "tour: 2\njoueurs: {Anna: {vote: oui}, Bruno: {vote: non}}\n"),
        "",
    ),
    "mission": (on_mission, ("joueur: Anna\ntour: 3\nordres: {mission: réussite}\n",), ""),
}
"""A campaign at each stage, order files for it, and an amendment of its table."""


@few(2)
@pytest.mark.parametrize("part", EACH)
@pytest.mark.parametrize("stage", STAGES)
def test_orders_and_an_amendment(tmp_path: Path, stage: str, part: int) -> None:
    make, files, amendment = STAGES[stage]
    folder = make(tmp_path / "p")
    for text in files:
        assert "faute" not in run("check", folder, "-", stdin=text).err, text
        for tree in all_of(tree_of(text))[part::PARTS]:
            fine("check", folder, "-", stdin=written(tree))
    amend = ("amend", folder, "-", "--public", "x", "--reason", "y", "--dry-run")
    if amendment:
        good(*amend, stdin=amendment)
        for tree in all_of(tree_of(amendment))[part::PARTS]:
            fine(*amend, stdin=written(tree))


# Cases ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", EACH)
@pytest.mark.parametrize("file", sorted(CASES.rglob("*.yaml")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_case(tmp_path: Path, file: Path, part: int) -> None:
    chance = random.Random(f"{file.stem} {part}")
    cases = tree_of(file.read_text(encoding="utf-8"))
    for case in cases if is_deep() else cases[::SOME]:
        for times in (1, 1, 2):
            (tmp_path / "a.yaml").write_text(written([drawn(case, chance, times)]), encoding="utf-8")
            fine("cases", tmp_path / "a.yaml")


@pytest.mark.parametrize("camps", ["", "  camps: bleu\n", "  camps: {}\n"])
def test_a_case_without_camps_that_changes_the_order_of_play(tmp_path: Path, camps: str) -> None:
    (tmp_path / "a.yaml").write_text(
        f"""\
- id: SANS-CAMPS
  titre: Un Professeur, et aucun camp
  plateau: {{taille: 6x3, topologie: fermé}}
{camps}\
  pièces: [{{joueur: Anna, camp: bleu, rôle: professeur, case: (1;1)}}]
  ordres: {{Anna: {{modifier: {{action: déplacement Agile rouge, avant: autopsie bleu}}}}}}
  attendu: {{}}
""",
        encoding="utf-8",
    )
    done = run("cases", tmp_path / "a.yaml")
    assert done.code == 2
    assert "camps" in done.err


# Accounts of mail ----------------------------------------------------------------------------------------------

ACCOUNTS = """\
adresse: parties@example.org
mj: zoe@example.org
réception: {imap: imap.example.org, port: 993, sécurité: tls, utilisateur: parties, mot de passe: {fichier: secret}}
envoi: {smtp: smtp.example.org, port: 587, utilisateur: parties, mot de passe: {variable: SECRET}}
confiance: mx.example.org
annonces:
  discord: {fichier: webhook}
  discourse: {site: "https://forum.example.org", sujet: 42, utilisateur: parties, clé: {fichier: clé}}
"""


@pytest.mark.parametrize("part", EACH)
def test_accounts(tmp_path: Path, part: int) -> None:
    """They are read alone: no server is asked."""
    assert load_accounts(_accounts(tmp_path, tree_of(ACCOUNTS))) is not None
    for tree in all_of(tree_of(ACCOUNTS))[part::PARTS]:
        with suppress(FaultyFileError, UnusableError):
            load_accounts(_accounts(tmp_path, tree))


def _accounts(root: Path, tree: Any) -> Path:
    (root / "courrier.yaml").write_text(written(tree), encoding="utf-8")
    return root
