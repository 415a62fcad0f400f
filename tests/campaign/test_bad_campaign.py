"""Campaigns that cannot be used: a faulty campaign.yaml, bad wishes to ``new``, damaged folders, disks that refuse."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest
from support.bad_files import Told, adjudicator, contents, matches, midgame, plain, says, tree, write_campaign
from support.commands import campaign, good, run, unlinked, unposted
from support.depth import deep, few, sample
from support.disks import full_disk, limited_disk, read_only, unreadable

from adjudicator import games
from adjudicator.campaign.loading import load_campaign
from adjudicator.store.published import read_sealed

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from support.disks import Disk

SEED = "8f14e45fceea167a5a36dedd4bea2543"
BASE = f"""\
jeu: tsewnart
plateau: {{taille: 6x3, topologie: fermé}}
camps:
  bleu: {{zone: {{colonnes: 1}}, joueurs: [Anna, Luc]}}
  rouge: {{zone: {{colonnes: 6}}, joueurs: [Paul, Rita]}}
graine: {SEED}
"""
GAMES = ", ".join(games.GAMES)
SHARED_KEYS = (
    "jeu, titre, langue, forum, courriel, images, clé, preuve, fin, aléa, absents, échéance, absences, frein, "
    "d’avance, mj, graine"
)
KEYS = f"{SHARED_KEYS}, plateau, camps, initiative, options"
CLOCK_KEYS = "jours, jours fixes, heures, heure, sauf, {}grâce, relances, dès que complet, à l’heure"
DEADLINE_KEYS = f"{CLOCK_KEYS.format('fuseau, ')}, choix des rôles, placement, tour"
WEEKDAYS = "lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche"
DATE = "une date comme 30/11/2026"
LINES = "des lignes « mot : valeur »"
LIST = "une liste entre crochets [ ]"
EMPTY = "Le fichier est vide."
NO_DAYS = "Il manque « jours » ou « jours fixes »."
WRAPS = "Une dimension qui fait le tour du plateau doit avoir au moins 2 cases."
INITIATIVE = "Chaque ligne de l’initiative doit nommer chaque camp une fois."
NAME = (
    "ne peut pas être un nom : des lettres, des chiffres, des espaces, des tirets et des apostrophes, 40 caractères au "
    "plus."
)


@pytest.fixture(autouse=True, scope="module")
def hurry() -> Iterator[None]:
    """Do not wait for the disk: what survives a crash is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


def changed(old: str, new: str) -> str:
    assert BASE.count(old) == 1, old
    return BASE.replace(old, new)


def player(name: str) -> str:
    return changed("Rita", name)


def more(line: str) -> str:
    """A line of its own, on line 6."""
    return changed("graine:", f"{line}\ngraine:")


def odd(found: str, expected: str, near: str | None = None) -> str:
    return f"« {found} » n’est pas compris ici ; attendu : {expected}." + perhaps(near)


def unknown(found: str, expected: str, near: str | None = None) -> str:
    return f"« {found} » : mot inconnu ici ; mots possibles : {expected}." + perhaps(near)


def perhaps(near: str | None) -> str:
    return f" Peut-être « {near} » ?" if near else ""


def missing(word: str) -> str:
    return f"Il manque « {word} »."


def empty(word: str) -> re.Pattern[str]:
    """A value left out where « rien » would be refused as well: the message must not advise it."""
    return re.compile(rf"« {word} » est vide\b(?!.*rien).*\.")


def same(name: str, other: str) -> str:
    return f"« {name} » et « {other} » ne diffèrent que par la casse ou les accents, ou pas du tout."


def too_long(name: str, limit: int) -> str:
    return f"« {name[:59]}… » est trop long : {limit} caractères au plus, il y en a {len(name)}."


def too_small(board: str) -> str:
    return f"Le plateau « {board} » est trop petit pour ces camps."


def too_many(word: str, limit: int, size: int) -> str:
    return f"« {word} » : il en faut {limit} au plus, il y en a {size}."


def names(word: str) -> re.Pattern[str]:
    """A count that is too small or too great: the sentence must say of what."""
    return re.compile(rf".*\b(?:{word})\b.*")


FAULTY: dict[str, tuple[str | bytes, list[Told]]] = {
    # the file
    "an empty file": ("", [(1, 1, EMPTY)]),
    "comments": ("# jeu: tsewnart\n", [(1, 1, EMPTY)]),
    "a list": ("- tsewnart\n", [(1, 1, re.compile(r"Le fichier doit être fait de lignes « mot : valeur ».*"))]),
    "a text": ("bonjour\n", [(1, 1, re.compile(r"Le fichier doit être fait de lignes « mot : valeur ».*"))]),
    "not UTF-8": (
        BASE.replace("Rita", "Zoé").encode("latin-1"),
        [(2, 39, re.compile("Le fichier n’est pas enregistré en UTF-8.*"))],
    ),
    "a tab": (
        changed("  rouge", "\trouge"),
        [
            (
                5,
                1,
                "Le début de la ligne contient une tabulation. La remplacer par des espaces (nombre de lignes "
                "concernées : 1).",
            )
        ],
    ),
    "a bracket never closed: what comes after it is not missing": (
        changed("Rita]}", "Rita"),
        [(5, 32 + 9, re.compile(r"« \[ » est ouvert ici, mais n’est pas refermé .*"))],
    ),
    "the same word twice": (
        BASE + "seed: x\n",
        [(7, 1, "« seed » est donné deux fois, à la ligne 6 et ici. Effacer l’un des deux.")],
    ),
    # the game
    "an unknown game near another": (
        changed("tsewnart", "tsewnar"),
        [(1, 6, f"« tsewnar » n’est pas un jeu connu ; jeux connus : {GAMES}. Peut-être « tsewnart » ?")],
    ),
    "an unknown game": (
        changed("tsewnart", "échecs"),
        [(1, 6, f"« échecs » n’est pas un jeu connu ; jeux connus : {GAMES}.")],
    ),
    "a game in BBCode": (
        changed("tsewnart", "'[b]<i>{{ x }}'"),
        [(1, 6, f"« [b]<i>{{{{ x }}}} » n’est pas un jeu connu ; jeux connus : {GAMES}.")],
    ),
    "a list of games": (
        changed("tsewnart", "[tsewnart]"),
        [(1, 6, f"« [tsewnart] » n’est pas un jeu connu ; jeux connus : {GAMES}. Peut-être « tsewnart » ?")],
    ),
    "the game left empty": (changed(" tsewnart", ""), [(1, 1, empty("jeu"))]),
    "no game": (changed("jeu: tsewnart\n", ""), [(1, 1, missing("jeu"))]),
    "jeu misspelt": (changed("jeu:", "jeux:"), [(1, 1, re.compile(r"« jeux » .* Peut-être « jeu » \?"))]),
    "no game, and a fault before": (
        "a: &b c\n",
        [(1, 1, missing("jeu")), (1, 4, re.compile("« &b » : .*"))],
    ),
    "an unknown game, and a fault of the file": (
        "jeu: echecs\ntitre: a\ntitre: b\n",
        [
            (1, 6, f"« echecs » n’est pas un jeu connu ; jeux connus : {GAMES}."),
            (3, 1, "« titre » est donné deux fois, à la ligne 2 et ici. Effacer l’un des deux."),
        ],
    ),
    # words
    "keys missing": (
        "jeu: tsewnart\n",
        [(1, 1, missing("plateau")), (1, 1, missing("camps")), (1, 1, missing("graine"))],
    ),
    "a key misspelt": (changed("plateau:", "plateaux:"), [(2, 1, unknown("plateaux", KEYS, "plateau"))]),
    "an unknown key": (more("xyz: rouge"), [(6, 1, unknown("xyz", KEYS))]),
    "an unknown key and more": (
        more("xyz: rouge\ninitiative: [[bleu, vert]]"),
        [(6, 1, unknown("xyz", KEYS)), (7, 14, "Chaque ligne de l’initiative doit nommer chaque camp une fois.")],
    ),
    "an option outside its lines": (
        more("raisons: oui"),
        [
            (
                6,
                1,
                "« raisons » va sous une ligne « options: », deux espaces plus à droite.",
            )
        ],
    ),
    "an option misspelt": (
        more("options: {raison: oui}"),
        [(6, 11, unknown("raison", "révéler à, fantômes, raisons, victoire, colonnes, portée", "raisons"))],
    ),
    "an option's unknown word": (more("options: {révéler à: tous}"), [(6, 22, odd("tous", "camp, public"))]),
    "an option neither yes nor no": (more("options: {raisons: parfois}"), [(6, 20, odd("parfois", "oui ou non"))]),
    "a language unknown": (more("langue: de"), [(6, 9, odd("de", "fr, en"))]),
    "absents unknown": (more("absents: fuir"), [(6, 10, odd("fuir", "attendre, rien, permanents"))]),
    "a title too long": (more(f"titre: {'x' * 201}"), [(6, 8, too_long("x" * 201, 200))]),
    # the board
    "a size in words": (changed("6x3", "six"), [(2, 19, odd("six", "une taille comme 6x3"))]),
    "a board without columns": (changed("6x3", "0x3"), [(2, 19, "« 0 » est trop petit : 1 au moins.")]),
    "a huge board": (
        changed("6x3", "300x300"),
        [(2, 19, "« 300 » est trop grand : 200 au plus.")],
    ),
    "an unknown topology": (changed("fermé", "plat"), [(2, 35, odd("plat", "fermé, bouée, sphérique"))]),
    "a topology misspelt": (changed("fermé", "boué"), [(2, 35, odd("boué", "fermé, bouée, sphérique", "bouée"))]),
    "a cylinder of one column": (
        "jeu: tsewnart\nplateau: {taille: 1x5, topologie: bouée}\ncamps:\n"
        "  bleu: {zone: {lignes: 1-2}, joueurs: [Anna, Luc]}\n  rouge: {zone: {lignes: 4-5}, joueurs: [Paul, Rita]}\n"
        f"graine: {SEED}\n",
        [(2, 19, WRAPS)],
    ),
    "a torus of one row": (
        changed("6x3, topologie: fermé", "6x1, topologie: sphérique"),
        [
            (2, 19, WRAPS),
            (4, 16, "La zone du camp bleu est trop petite : 1 case pour 2 joueurs."),
            (5, 17, "La zone du camp rouge est trop petite : 1 case pour 2 joueurs."),
        ],
    ),
    "no topology": (changed(", topologie: fermé", ""), [(2, 10, missing("topologie"))]),
    "a board in one word": (
        changed("{taille: 6x3, topologie: fermé}", "6x3"),
        [(2, 10, odd("6x3", "{taille: …, topologie: …}"))],
    ),
    # names of players
    **{
        f"a player called {name!r}": (
            player(json.dumps(name, ensure_ascii=False)),
            [(5, 48, f"« {shown} » {NAME}")],
        )
        for name, shown in {
            "[b]Zoé[/b]": "[b]Zoé[/b]",
            "<script>": "<script>",
            "{{ 7*7 }}": "{{ 7*7 }}",
            "../x": "../x",
            "a/b": "a/b",
            "a\\b": "a\\b",
            'a"b': 'a"b',
            "😀": "😀",
            "a\nb": "a b",
            " Zoé": " Zoé",
            "Zoé ": "Zoé ",
            "Zoé\n": "Zoé ",
            "Zoé\u200b": "Zoé ",
            "-x": "-x",
            "a:b": "a:b",
            "a;b": "a;b",
            "a=b": "a=b",
        }.items()
    },
    "a player without a name": (player("''"), [(5, 48, re.compile(f"«  » {NAME}|.*est vide.*"))]),
    "a player left out": (player("~"), [(5, 48, re.compile(r"(?!.*« 1 »)(?!.*rien).+"))]),
    "a player of 200 letters": (player("x" * 200), [(5, 48, too_long("x" * 200, 40))]),
    "a player as a list": (player("[Rita]"), [(5, 48, re.compile(r"« \[Rita\] » n’est pas compris ici.*"))]),
    "two players alike": (player("paul"), [(5, 48, same("paul", "Paul"))]),
    "two players alike but for an accent": (player("Pàul"), [(5, 48, same("Pàul", "Paul"))]),
    "two players alike across camps": (player("ANNÀ"), [(5, 48, same("ANNÀ", "Anna"))]),
    "the same player twice": (player("Luc"), [(5, 48, same("Luc", "Luc"))]),
    "two players alike, one with an address": (
        player("{nom: anna, courriel: a@example.org}"),
        [(5, 48, same("anna", "Anna"))],
    ),
    "an unknown word for a player": (
        player("{nm: Rita}"),
        [(5, 49, unknown("nm", "nom, courriel, forum", "nom"))],
    ),
    "an address that is none": (
        player("{nom: Rita, courriel: xx}"),
        [(5, 70, re.compile(r"(?!.*attendu : du texte)« xx ».*"))],
    ),
    # names of camps
    **{
        f"a camp called {name!r}": (
            changed("rouge", json.dumps(name, ensure_ascii=False)),
            [(5, 3, f"« {shown} » {NAME}")],
        )
        for name, shown in {
            "[b]": "[b]",
            "<i>": "<i>",
            "{{ 7*7 }}": "{{ 7*7 }}",
            "../x": "../x",
            "a\\b": "a\\b",
            'a"b': 'a"b',
            "😀": "😀",
            "a\nb": "a b",
            " rouge": " rouge",
        }.items()
    },
    "a camp without a name": (changed("rouge", "''"), [(5, 3, re.compile(f"«  » {NAME}|.*est vide.*"))]),
    "a camp of 60 letters": (
        changed("rouge", "x" * 60),
        [(5, 3, f"« {'x' * 60} » est trop long : 40 caractères au plus, il y en a 60.")],
    ),
    "two camps alike": (changed("rouge", "Bleu"), [(5, 3, same("Bleu", "bleu"))]),
    "two camps alike but for an accent": (changed("rouge", "bléu"), [(5, 3, same("bléu", "bleu"))]),
    "the same camp twice": (
        changed("rouge", "bleu"),
        [(5, 3, "« bleu » est donné deux fois, à la ligne 4 et ici. Effacer l’un des deux.")],
    ),
    "one camp only": (
        changed("  rouge: {zone: {colonnes: 6}, joueurs: [Paul, Rita]}\n", ""),
        [(4, 3, "« camps » : il en faut 2 au moins, il y en a 1.")],
    ),
    "a camp left empty": (
        changed("rouge: {zone: {colonnes: 6}, joueurs: [Paul, Rita]}", "rouge:"),
        [(5, 3, empty("rouge"))],
    ),
    "camps as a list": (
        f"jeu: tsewnart\nplateau: {{taille: 6x3, topologie: fermé}}\ncamps: [bleu, rouge]\ngraine: {SEED}\n",
        [(3, 8, odd("[bleu, rouge]", LINES))],
    ),
    "no players": (changed(", joueurs: [Paul, Rita]", ""), [(5, 10, missing("joueurs"))]),
    "an empty list of players": (changed("[Paul, Rita]", "[]"), [(5, 41, names("joueurs?"))]),
    "players in one word": (changed("[Paul, Rita]", "Paul"), [(5, 41, odd("Paul", LIST))]),
    "eleven players": (
        changed("6x3", "6x6")
        .replace("[Paul, Rita]", "[A1, A2, A3, A4, A5, A6, A7, A8, A9, B1, B2]")
        .replace("colonnes: 6", "colonnes: 5-6"),
        [(5, 43, too_many("joueurs", 10, 11))],
    ),
    # captains
    "a captain of another camp": (
        changed("{zone: {colonnes: 6}", "{capitaine: Anna, zone: {colonnes: 6}"),
        [(5, 22, "« Anna » n’est pas un joueur du camp rouge et ne peut pas en être le capitaine.")],
    ),
    "a captain misspelt": (
        changed("{zone: {colonnes: 6}", "{capitaine: Ritta, zone: {colonnes: 6}"),
        [
            (
                5,
                22,
                "« Ritta » n’est pas un joueur du camp rouge et ne peut pas en être le capitaine. Peut-être « Rita » ?",
            )
        ],
    ),
    # zones
    "zones that overlap": (
        changed("colonnes: 6", "colonnes: 1"),
        [(5, 17, "La case (1;1) est dans la zone du camp rouge et dans celle du camp bleu.")],
    ),
    "a zone off the board": (
        changed("colonnes: 6", "colonnes: 6-7"),
        [(5, 17, "La case (7;1) de la zone du camp rouge est hors du plateau.")],
    ),
    "a zone too small": (
        changed("{colonnes: 6}", "[(6;1)]"),
        [(5, 17, "La zone du camp rouge est trop petite : 1 case pour 2 joueurs.")],
    ),
    "a zone with a cell twice": (
        changed("{colonnes: 6}", "[(6;1), (6;2), (6;1)]"),
        [(5, 17, "La case (6;1) est deux fois dans la zone du camp rouge.")],
    ),
    "a zone with a comma in a cell": (
        changed("{colonnes: 6}", "[(6,1), (6;2)]"),
        [
            (
                5,
                18,
                re.compile(
                    r"« \(6 » : entre crochets ou accolades, une case s’écrit avec un point-virgule, comme "
                    r"\(\d;\d\), sinon la virgule la coupe en deux\."
                ),
            )
        ],
    ),
    "a zone misspelt": (
        changed("{colonnes: 6}", "{colones: 6}"),
        [(5, 18, unknown("colones", "colonnes, lignes", "colonnes"))],
    ),
    "an empty zone": (changed("{colonnes: 6}", "[]"), [(5, 17, names("zone|cases?"))]),
    "a zone of six in letters": (
        changed("colonnes: 6", "colonnes: six"),
        [(5, 28, odd("six", "un numéro comme 2, ou 1-2"))],
    ),
    "no zone": (changed("zone: {colonnes: 6}, ", ""), [(5, 10, missing("zone"))]),
    # the rest
    "an initiative that lacks a camp": (more("initiative: [[bleu, rouge], [rouge]]"), [(6, 29, INITIATIVE)]),
    "an initiative with a camp unknown": (more("initiative: [[bleu, rouge], [rouge, vert]]"), [(6, 29, INITIATIVE)]),
    "an initiative with a camp twice": (more("initiative: [[bleu, bleu]]"), [(6, 14, INITIATIVE)]),
    "an initiative in one word": (more("initiative: bleu"), [(6, 13, odd("bleu", LIST))]),
    "a short seed": (
        changed(SEED, "abc"),
        [(6, 9, "« abc » est trop court : 22 caractères au moins, il y en a 3.")],
    ),
    "the seed left empty": (changed(f" {SEED}", ""), [(6, 1, empty("graine"))]),
    "a deadline of no days": (more("échéance: {jours: 0}"), [(6, 19, "« 0 » est trop petit : 1 au moins.")]),
    "a deadline in letters": (more("échéance: {jours: trois}"), [(6, 19, odd("trois", "un nombre entier"))]),
    "a deadline at no hour": (
        more('échéance: {jours: 3, heure: "25:00"}'),
        [(6, 29, odd("25:00", 'une heure comme "20:00"'))],
    ),
    **{
        f"a deadline at {time}": (
            more(f"échéance: {{jours: 3, heure: {time}}}"),
            [(6, 29, odd(time, 'une heure comme "20:00"'))],
        )
        for time in ("24h", "8h75", "24", "200", "20:0", "20 minutes", "20:00:00", "midi", "-8:00", "[20]", "٢٠:٠٠")
    },
    "a deadline at an hour of six digits": (
        more("échéance: {jours: 3, heure: 123456}"),
        [(6, 29, odd("123456", 'une heure comme "20:00"'))],
    ),
    "a deadline in an unknown timezone": (
        more("échéance: {jours: 3, fuseau: Europe/Pariss}"),
        [(6, 30, re.compile(r"« Europe/Pariss » .* Peut-être « Europe/Paris » \?"))],
    ),
    "a deadline misspelt": (
        more("échéance: {jous: 3}"),
        [(6, 12, unknown("jous", DEADLINE_KEYS, "jours"))],
    ),
    "a deadline without days": (more('échéance: {heure: "20:00"}'), [(6, 11, NO_DAYS)]),
    "a deadline of nothing": (more("échéance: {}"), [(6, 11, NO_DAYS)]),
    "a deadline after days and on weekdays": (
        more("échéance: {jours: 3, jours fixes: [lundi]}"),
        [(6, 12, "« jours » ne va pas avec « jours fixes » : c’est l’un ou l’autre.")],
    ),
    "a phase unknown": (
        more("échéance: {jours: 3, placemen: {heures: 24}}"),
        [(6, 22, unknown("placemen", DEADLINE_KEYS, "placement"))],
    ),
    "a phase of another game": (
        more("échéance: {jours: 3, vote: {heures: 24}}"),
        [(6, 22, unknown("vote", DEADLINE_KEYS))],
    ),
    "windows in a game without": (
        more("échéance: {jours: 3, fenêtres: {heures: 24}}"),
        [(6, 22, unknown("fenêtres", DEADLINE_KEYS))],
    ),
    "a zone of a phase alone": (
        more("échéance: {jours: 3, tour: {jours: 2, fuseau: Europe/Paris}}"),
        [(6, 39, unknown("fuseau", CLOCK_KEYS.format("")))],
    ),
    "a phase within a phase": (
        more("échéance: {jours: 3, tour: {placement: {jours: 2}}}"),
        [(6, 29, unknown("placement", CLOCK_KEYS.format("")))],
    ),
    "a phase of nothing": (more("échéance: {jours: 3, tour: {}}"), [(6, 28, empty("tour"))]),
    "phases alone": (more("échéance: {tour: {jours: 2}}"), [(6, 11, NO_DAYS)]),
    "too few hours of a phase": (
        more("échéance: {jours: 3, tour: {heures: 0}}"),
        [(6, 37, "« 0 » est trop petit : 1 au moins.")],
    ),
    "too many hours": (more("échéance: {heures: 721}"), [(6, 20, "« 721 » est trop grand : 720 au plus.")]),
    "hours and days": (
        more("échéance: {heures: 24, jours: 2}"),
        [(6, 24, "« jours » ne va pas avec « heures » : c’est l’un ou l’autre.")],
    ),
    "hours and an hour, of a phase": (
        more('échéance: {jours: 3, tour: {heures: 24, heure: "20:00"}}'),
        [(6, 41, "« heure » ne va pas avec « heures » : c’est l’un ou l’autre.")],
    ),
    "days and weekdays of a phase": (
        more("échéance: {jours: 3, tour: {jours: 2, jours fixes: [lundi]}}"),
        [(6, 29, "« jours » ne va pas avec « jours fixes » : c’est l’un ou l’autre.")],
    ),
    "a grace after a fixed hour": (
        more("échéance: {jours: 3, grâce: 2, à l’heure: oui}"),
        [(6, 22, "« grâce » ne va pas avec « à l’heure » : c’est l’un ou l’autre.")],
    ),
    "a fixed hour and as soon as complete": (
        more("échéance: {jours: 3, tour: {à l'heure: oui, dès que complet: 6h}}"),
        [(6, 45, "« dès que complet » ne va pas avec « à l'heure » : c’est l’un ou l’autre.")],
    ),
    "neither on time nor not": (
        more("échéance: {jours: 3, à l’heure: bof}"),
        [(6, 33, odd("bof", "oui ou non"))],
    ),
    "orders ahead that do what": (
        more("d'avance: comtent"),
        [(6, 11, odd("comtent", "comptent, attendent", "comptent"))],
    ),
    "a weekday misspelt": (more("échéance: {chaque: [lundy]}"), [(6, 21, odd("lundy", WEEKDAYS, "lundi"))]),
    "no weekday": (more("échéance: {jours fixes: []}"), [(6, 25, empty("jours fixes"))]),
    "too long a grace": (more("échéance: {jours: 2, grâce: 300}"), [(6, 29, "« 300 » est trop grand : 240 au plus.")]),
    "a reminder at the deadline": (
        more("échéance: {jours: 2, relances: [0]}"),
        [(6, 33, "« 0 » est trop petit : 1 au moins.")],
    ),
    "reminders in one word": (more("échéance: {jours: 2, relances: 24}"), [(6, 32, odd("24", LIST))]),
    "neither early nor late": (
        more("échéance: {jours: 2, dès que complet: bof}"),
        [(6, 39, odd("bof", "oui ou non ; des heures, comme 6h"))],
    ),
    "an absence that is no list": (
        more("absences: {joueur: Anna}"),
        [(6, 11, odd("{joueur: Anna}", LIST))],
    ),
    "an absence of a stranger": (
        more("absences: [{joueur: Ana, du: 20/12/2026, au: 31/12/2026}]"),
        [(6, 21, "« Ana » n’est pas un joueur de cette partie. Peut-être « Anna » ?")],
    ),
    "an absence on days that do not exist": (
        more("absences: [{joueur: Anna, du: 30/02/2026, au: demain}]"),
        [(6, 31, odd("30/02/2026", DATE)), (6, 47, odd("demain", DATE))],
    ),
    "an absence without an end": (more("absences: [{joueur: Anna, du: 20/12/2026}]"), [(6, 12, missing("au"))]),
    "an absence that ends before it begins": (
        more("absences: [{joueur: Anna, du: 2026-12-20, au: 2026-12-19}]"),
        [(6, 47, "Cette absence finit avant de commencer.")],
    ),
    "a substitute of another camp": (
        more("absences: [{joueur: Anna, du: 2026-12-20, au: 2026-12-31, remplaçant: Paul}]"),
        [(6, 71, "« Paul » joue aussi cette partie : en remplaçant Anna, il lirait ce qu’il ne doit pas savoir.")],
    ),
    "a brake of nothing": (more("frein: {}"), [(6, 8, empty("frein"))]),
    "a brake that nobody missing sets off": (
        more("frein: {manquants: 0}"),
        [(6, 20, "« 0 » est trop petit : 1 au moins.")],
    ),
    "a brake misspelt": (
        more("frein: {silences: 3}"),
        [(6, 9, unknown("silences", "manquants, silence", "silence"))],
    ),
    # several at once
    "several faults of writing": (
        changed("6x3, topologie: fermé", "0x3, topologie: plat").replace("Anna", "'[b]'").replace(SEED, "abc"),
        [
            (2, 19, "« 0 » est trop petit : 1 au moins."),
            (2, 35, odd("plat", "fermé, bouée, sphérique")),
            (4, 41, f"« [b] » {NAME}"),
            (6, 9, "« abc » est trop court : 22 caractères au moins, il y en a 3."),
        ],
    ),
    "several faults of sense": (
        changed("Rita", "luc").replace("{zone: {colonnes: 6}", "{capitaine: Anna, zone: {colonnes: 1-7}"),
        [
            (5, 22, "« Anna » n’est pas un joueur du camp rouge et ne peut pas en être le capitaine."),
            (5, 34, "La case (7;1) de la zone du camp rouge est hors du plateau."),
            (5, 34, "La case (1;1) est dans la zone du camp rouge et dans celle du camp bleu."),
            (5, 67, same("luc", "Luc")),
        ],
    ),
    "a fault of writing and one of sense": (
        changed("Rita", "luc").replace(SEED, "abc"),
        [(5, 48, same("luc", "Luc")), (6, 9, "« abc » est trop court : 22 caractères au moins, il y en a 3.")],
    ),
}

PLAYERS = f"""\
jeu: resistance
joueurs:
  - Anna
  - Bruno
  - {{nom: Chloé, personnage: Laura Roslin}}
  - Denis
  - Emma
graine: {SEED}
"""
KEYS_WITHOUT_CAMPS = f"{SHARED_KEYS}, le plan, joueurs, options"
VARIANTS = (
    "attaques ciblées, cylons isolés, sièges, premier commandant, vote manquant, sans escadron, colons stricts, carte "
    "manquante, deux échecs, rejets"
)


def emma(new: str) -> str:
    """Another fifth player, on line 7."""
    assert PLAYERS.count("- Emma\n") == 1
    return PLAYERS.replace("- Emma\n", f"- {new}\n")


def choosing(options: str) -> str:
    """Options, on line 8."""
    return PLAYERS.replace("graine:", f"options: {options}\ngraine:")


WITHOUT_CAMPS: dict[str, tuple[str | bytes, list[Told]]] = {
    "players missing": ("jeu: resistance\n", [(1, 1, missing("joueurs")), (1, 1, missing("graine"))]),
    "camps where there are none": (
        PLAYERS.replace("joueurs:\n", "camps:\n"),
        [(1, 1, missing("joueurs")), (2, 1, unknown("camps", KEYS_WITHOUT_CAMPS))],
    ),
    "a board where there is none": (
        PLAYERS.replace("graine:", "plateau: {taille: 6x3}\ngraine:"),
        [(8, 1, unknown("plateau", KEYS_WITHOUT_CAMPS))],
    ),
    "players where there are camps": (
        more("joueurs: [Anna, Luc]"),
        [(6, 1, re.compile(r"« joueurs » .*"))],
    ),
    "four players": (
        PLAYERS.replace("  - Emma\n", ""),
        [(3, 3, "« joueurs » : il en faut 5 au moins, il y en a 4.")],
    ),
    "one more than ten players": (
        emma("E\n" + "".join(f"  - P{i}\n" for i in range(6)).rstrip()),
        [(3, 3, too_many("joueurs", 10, 11))],
    ),
    "players in one line": (
        PLAYERS.partition("joueurs:")[0] + f"joueurs: Anna, Bruno, Chloé, Denis, Emma\ngraine: {SEED}\n",
        [(2, 10, odd("Anna, Bruno, Chloé, Denis, Emma", LIST))],
    ),
    "two players alike among players": (emma("bruno"), [(7, 5, same("bruno", "Bruno"))]),
    "a player who is no name": (emma("a/b"), [(7, 5, f"« a/b » {NAME}")]),
    "a player without a name": (emma("{personnage: Saul Tigh}"), [(7, 5, missing("nom"))]),
    "a player's word misspelt": (
        emma("{nom: Emma, personage: Saul Tigh}"),
        [(7, 17, unknown("personage", "nom, personnage, courriel, forum", "personnage"))],
    ),
    "a player's address": (
        emma("{nom: Emma, courriel: emma}"),
        [(7, 27, odd("emma", "une adresse comme zoe@exemple.fr"))],
    ),
    "a character twice": (
        emma("{nom: Emma, personnage: laura roslin}"),
        [(7, 29, same("laura roslin", "Laura Roslin"))],
    ),
    "a character called as another player": (
        emma("{nom: Emma, personnage: DENIS}"),
        [(7, 29, same("DENIS", "Denis"))],
    ),
    "a variant unknown": (choosing("{complots: oui}"), [(8, 11, unknown("complots", VARIANTS))]),
    "another game's option": (choosing("{révéler à: camp}"), [(8, 11, unknown("révéler à", VARIANTS))]),
    "variants of unknown words": (
        choosing("{sièges: debout, vote manquant: blanc}"),
        [(8, 19, odd("debout", "liste, tirage")), (8, 42, odd("blanc", "non, oui, ignoré"))],
    ),
}

GOOD_NAMES = ["d'Artagnan", "O’Neil", "Jean-Luc", "Élise", "Marie Anne", "R2D2", "123", "oui", "Rien", "J. R. R.", "李"]


@pytest.mark.parametrize("name", [*FAULTY, *WITHOUT_CAMPS])
def test_each_fault_is_told_by_every_command(tmp_path: Path, name: str) -> None:
    data, faults = (FAULTY | WITHOUT_CAMPS)[name]
    folder = tmp_path / "partie"
    (folder / "inbox").mkdir(parents=True)
    (folder / "inbox" / "anna.yaml").write_text("joueur: Anna\nrôles: {Anna: brute, Luc: agile}\n", encoding="utf-8")
    file = folder / "campaign.yaml"
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    before = tree(folder)
    for command in ("status", "submit", "resolve"):
        done = adjudicator(command, folder)
        assert done.exit_code == 2
        assert done.stdout == ""
        lines = [line.removeprefix(f"{file}:").split(":", 2) for line in plain(done.stderr).splitlines()]
        found = [(int(line), int(column), sentence.removeprefix(" ")) for line, column, sentence in lines]
        assert matches(found, faults), plain(done.stderr)
    assert tree(folder) == before


def test_of_a_campaign_that_is_too_big_nobody_is_told_to_leave_the_orders(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "roles")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("#" * 70_000)
    said = run("status", folder).err
    assert "campaign.yaml:1:1: Le fichier est trop gros" in said and "ordres" not in said


def test_a_character_may_be_called_as_his_own_player(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").write_text(emma("{nom: Emma, personnage: emma}"), encoding="utf-8")
    done = adjudicator("status", tmp_path)
    assert (done.exit_code, done.stderr) == (0, "")
    assert load_campaign(tmp_path).players == ["Anna", "Bruno", "Chloé", "Denis", "Emma"]


def idle(found: str, phase: str) -> str:
    if found == "heure":
        why = (
            "le délai de toutes les étapes se compte en heures, et finit à l’heure où il finit. Dites aussi les jours."
        )
    else:
        why = "on y joue à l’heure, sans rien attendre de plus. Ôtez-la, ou dites que cette phase n’est pas à l’heure."
    return f"« {found} » ne sert à rien dans « {phase} » : {why}"


CLOCKS = {
    "3": (6, 11, odd("3", LINES), "échéance: {jours: 3}"),
    "2 jours": (6, 11, odd("2 jours", LINES), "échéance: {jours: 2}"),
    "36h": (6, 11, odd("36h", LINES), "échéance: {heures: 36}"),
    "{jours: 3, tour: 2}": (6, 28, odd("2", LINES), "tour: {heures: 2}"),
    "{jours: 3, tour: 24h}": (6, 28, odd("24h", LINES), "tour: {heures: 24}"),
    "{jours: 3, tour: 2 jours}": (6, 28, odd("2 jours", LINES), "tour: {jours: 2}"),
    "{jours: 3, tour: 21:00}": (6, 28, odd("21:00", LINES), 'tour: {jours: 1, heure: "21:00"}'),
    "{jours: 3, tour: bientôt}": (6, 28, odd("bientôt", LINES), "tour: {heures: 24}"),
    '{heures: 5, tour: {heure: "21:00"}}': (6, 30, idle("heure", "tour"), 'tour: {jours: 1, heure: "21:00"}'),
    "{à l’heure: oui, jours: 2, tour: {grâce: 5}}": (6, 45, idle("grâce", "tour"), "tour: {à l’heure: non, grâce: 5}"),
}
"""Clocks that are no clocks, or of which a part does nothing: where, what is said, the line that was meant."""


@pytest.mark.parametrize("written", CLOCKS)
def test_a_clock_that_is_none_is_told_with_the_line_that_was_meant(tmp_path: Path, written: str) -> None:
    line, column, said, meant = CLOCKS[written]
    file = tmp_path / "campaign.yaml"
    file.write_text(more(f"échéance: {written}"), encoding="utf-8")
    done = adjudicator("status", tmp_path)
    assert (done.exit_code, plain(done.stderr)) == (2, f"{file}:{line}:{column}: {said}\n    {meant}\n")
    lines = more(f"échéance: {meant}" if line == 6 and column == 11 else f"échéance: {{jours: 3, {meant}}}")
    file.write_text(lines.replace("échéance: échéance:", "échéance:"), encoding="utf-8")
    assert adjudicator("status", tmp_path).exit_code == 0, "what it says is a clock"


@pytest.mark.parametrize("written", list(CLOCKS)[-2:])
def test_in_a_game_that_goes_on_what_does_nothing_is_told_and_goes_on(tmp_path: Path, written: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"échéance: {written}\n")
    said = CLOCKS[written][2]
    assert f"campaign.yaml : {said}" in good("status", folder).out
    assert said in plain(adjudicator("run", tmp_path).stdout)


@pytest.mark.parametrize(
    "written", ["{jours: 2, à l’heure: non, grâce: 5}", "{jours: 2, à l’heure: oui, tour: {à l’heure: non, grâce: 5}}"]
)
def test_what_is_not_on_time_may_have_a_grace(tmp_path: Path, written: str) -> None:
    (tmp_path / "campaign.yaml").write_text(more(f"échéance: {written}"), encoding="utf-8")
    assert adjudicator("status", tmp_path).exit_code == 0


def test_faults_in_english(tmp_path: Path) -> None:
    file = tmp_path / "campaign.yaml"
    file.write_text(changed("fermé", "boué").replace("Rita", "'a/b'"), encoding="utf-8")
    done = adjudicator("status", tmp_path, "--language", "en")
    assert done.exit_code == 2
    assert done.stderr.splitlines() == [
        f"{file}:2:35: “boué” is not understood here; expected: closed, cylinder, torus. Perhaps “bouée”?",
        f"{file}:5:48: “a/b” cannot be a name: letters, digits, spaces, hyphens and apostrophes, 40 characters at "
        "most.",
    ]


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_names_that_are_fine(tmp_path: Path, name: str) -> None:
    text = player(json.dumps(name, ensure_ascii=False)).replace("rouge", json.dumps(name, ensure_ascii=False))
    (tmp_path / "campaign.yaml").write_text(text, encoding="utf-8")
    done = adjudicator("status", tmp_path)
    assert (done.exit_code, done.stderr) == (0, "")
    assert load_campaign(tmp_path).camps == {"bleu": ["Anna", "Luc"], name: ["Paul", name]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("6x3", "6*3"),
        ("6x3", "6 X 3"),
        ("fermé", "FERME"),
        ("{zone: {colonnes: 6}", "{capitaine: rita, zone: {colonnes: 6}"),
        ("graine:", "initiative: [[Rouge, BLEU]]\ngraine:"),
    ],
)
def test_words_and_names_are_understood_whatever_their_case(tmp_path: Path, old: str, new: str) -> None:
    (tmp_path / "campaign.yaml").write_text(changed(old, new), encoding="utf-8")
    done = adjudicator("status", tmp_path)
    assert (done.exit_code, done.stderr) == (0, "")
    setting = load_campaign(tmp_path).setting
    assert (setting.board.width, setting.board.height, setting.board.topology) == (6, 3, "closed")
    assert setting.camp["rouge"].captain == ("Rita" if "capitaine" in new else "Paul")
    assert setting.initiative in ((), (("rouge", "bleu"),))


# --- new

TWO = ("--camp", "bleu=Anna,Luc", "--camp", "rouge=Paul,Rita")
FIVE = ("--players", "Anna,Bruno,Chloé,Denis,Emma")
RESISTANCE = ("--game", "résistance")


def with_player(name: str) -> tuple[str, ...]:
    return ("--camp", "bleu=Anna,Luc", "--camp", f"rouge=Paul,{name}")


def with_camp(name: str) -> tuple[str, ...]:
    return ("--camp", "bleu=Anna,Luc", "--camp", f"{name}=Paul,Rita")


BAD_WISHES: dict[str, tuple[tuple[str, ...], list[str | re.Pattern[str]]]] = {
    **{
        f"a player called {name!r}": (with_player(name), [f"« {name.replace(chr(10), ' ')} » {NAME}"])
        for name in ("[b]Zoé[/b]", "<script>", "{{ 7*7 }}", "{% raw %}", "../x", "a/b", "a\\b", 'a"b', "😀", "a\nb")
    },
    **{
        f"a camp called {name!r}": (with_camp(name), [f"« {name.replace(chr(10), ' ')} » {NAME}"])
        for name in ("[b]", "<i>", "{{ 7*7 }}", "../x", "a\\b", 'a"b', "😀", "a\nb", "a: b", "# a", "- a")
    },
    "a player of 200 letters": (with_player("x" * 200), [too_long("x" * 200, 40)]),
    "a camp of 200 letters": (with_camp("x" * 200), [re.compile(r".*« x+…? » est trop long.*")]),
    "two players alike": (with_player("paul"), [same("paul", "Paul")]),
    "two players alike across camps": (with_player("ÀNNA"), [same("ÀNNA", "Anna")]),
    "two camps alike": (with_camp("BLEU"), [same("BLEU", "bleu")]),
    "one camp": (
        ("--camp", "bleu=Anna,Luc"),
        ["Il faut au moins deux camps : --camp bleu=Anna,Luc --camp rouge=Paul,Rita."],
    ),
    "a game and no camp": (
        ("--game", "tsewnart"),
        ["Il faut au moins deux camps : --camp bleu=Anna,Luc --camp rouge=Paul,Rita."],
    ),
    "a camp of nobody": (("--camp", "bleu=", "--camp", "rouge=Paul"), ["Le camp « bleu » n’a pas de joueur."]),
    "a camp of eleven": (
        ("--camp", "bleu=" + ",".join(f"P{i}" for i in range(11)), "--camp", "rouge=Paul"),
        [too_many("joueurs", 10, 11)],
    ),
    "an unknown game": (
        (*TWO, "--game", "échecs"),
        [f"« échecs » n’est pas un jeu connu ; jeux connus : {GAMES}."],
    ),
    "an unknown game near another": (
        (*TWO, "--game", "tsewnar"),
        [f"« tsewnar » n’est pas un jeu connu ; jeux connus : {GAMES}. Peut-être « tsewnart » ?"],
    ),
    "players for a game of camps": (
        ("--players", "Anna,Luc,Paul,Rita"),
        ["« tsewnart » se joue par camps : donnez les joueurs par « --camp NOM=JOUEUR,… »."],
    ),
    "players besides camps": (
        (*TWO, "--players", "Zoé"),
        ["« tsewnart » se joue par camps : donnez les joueurs par « --camp NOM=JOUEUR,… »."],
    ),
    "camps for a game without": (
        (*TWO, *RESISTANCE),
        ["« resistance » se joue sans camps : donnez les joueurs par « --players JOUEUR,… »."],
    ),
    "camps besides players": (
        (*FIVE, *RESISTANCE, "--camp", "bleu=Zoé"),
        ["« resistance » se joue sans camps : donnez les joueurs par « --players JOUEUR,… »."],
    ),
    "a board for a game without": (
        (*FIVE, *RESISTANCE, "--set", "taille=6x3"),
        ["« taille » : ce jeu ne demande rien de tel ; attendu : plan."],
    ),
    "a board for a game that asks nothing": (
        (*FIVE, "--game", "zfate", "--set", "taille=6x3"),
        ["« taille » : ce jeu ne demande rien."],
    ),
    "a board and a topology for a game without": (
        (*FIVE, *RESISTANCE, "--set", "taille=six", "--set", "topologie=bouée"),
        [
            "« taille » : ce jeu ne demande rien de tel ; attendu : plan.",
            "« topologie » : ce jeu ne demande rien de tel ; attendu : plan.",
        ],
    ),
    "a game without camps, and nobody": (RESISTANCE, ["Il faut des joueurs : --players Anna,Bruno,Chloé."]),
    "players without a name": (
        ("--players", " , ", *RESISTANCE),
        ["Il faut des joueurs : --players Anna,Bruno,Chloé."],
    ),
    "four players": (
        ("--players", "Anna,Bruno,Chloé,Denis", *RESISTANCE),
        ["« joueurs » : il en faut 5 au moins, il y en a 4."],
    ),
    "eleven players": (
        ("--players", ",".join(f"P{i}" for i in range(11)), *RESISTANCE),
        [too_many("joueurs", 10, 11)],
    ),
    "two players alike among players": (
        (*FIVE, "--players", "ANNA", *RESISTANCE),
        [same("ANNA", "Anna")],
    ),
    "an unknown topology": ((*TWO, "--set", "topologie=plat"), [odd("plat", "fermé, bouée, sphérique")]),
    "a topology misspelt": ((*TWO, "--set", "topologie=boué"), [odd("boué", "fermé, bouée, sphérique", "bouée")]),
    "a size in letters": ((*TWO, "--set", "taille=six"), [odd("six", "une taille comme 6x3")]),
    "a size below nothing": (
        (
            *TWO,
            "--set",
            "taille=-1x3",
        ),
        [odd("-1x3", "une taille comme 6x3")],
    ),
    "a board without columns": ((*TWO, "--set", "taille=0x3"), [too_small("0x3")]),
    "a cylinder without columns": (
        (*TWO, "--set", "taille=0x3", "--set", "topologie=bouée"),
        [too_small("0x3")],
    ),
    "a torus without rows": (
        (*TWO, "--set", "taille=6x0", "--set", "topologie=sphérique"),
        [too_small("6x0")],
    ),
    "a huge board": ((*TWO, "--set", "taille=300x300"), ["« 300 » est trop grand : 200 au plus."]),
    "a cylinder of one column": ((*TWO, "--set", "taille=1x5", "--set", "topologie=bouée"), [WRAPS]),
    "a torus of one row": ((*TWO, "--set", "taille=6x1", "--set", "topologie=sphérique"), [WRAPS]),
    "a short seed": (
        (*TWO, "--seed", "abc"),
        ["« abc » est trop court : 22 caractères au moins, il y en a 3."],
    ),
    "a title too long": ((*TWO, "--title", "x" * 201), [too_long("x" * 201, 200)]),
    "several wishes": (
        (*TWO, "--set", "topologie=plat", "--set", "taille=six"),
        [odd("six", "une taille comme 6x3"), odd("plat", "fermé, bouée, sphérique")],
    ),
}


@pytest.mark.parametrize("name", BAD_WISHES)
def test_new_refuses_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    options, sentences = BAD_WISHES[name]
    done = adjudicator("new", tmp_path / "partie", *options)
    assert (done.exit_code, done.stdout) == (2, "")
    found = plain(done.stderr).splitlines()
    assert len(found) == len(sentences), found
    assert all(map(says, sorted(found), sorted(sentences, key=lambda one: getattr(one, "pattern", one)))), found
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("board", ["1x1", "1x5", "2x1"])
def test_new_says_that_a_board_is_too_small(tmp_path: Path, board: str) -> None:
    """Nobody who named a size alone knows of the zones that the program chose."""
    done = adjudicator("new", tmp_path / "partie", *TWO, "--set", f"taille={board}")
    assert done.exit_code == 2
    assert plain(done.stderr).splitlines() == [too_small(board)]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["bleu", "=Anna", " = Anna"])
def test_new_shows_how_to_name_a_camp(tmp_path: Path, text: str) -> None:
    done = adjudicator("new", tmp_path / "partie", "--camp", text, "--camp", "rouge=Paul")
    assert (done.exit_code, done.stdout) == (2, "")
    sentence = f"Erreur : --camp {text} : il faut un nom, « = » et des joueurs, comme --camp bleu=Anna,Luc,Max"
    assert plain(done.stderr).splitlines()[-1] == sentence
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [*GOOD_NAMES, "null", "True", "Non", "1e3", "0x1F"])
def test_new_writes_names_that_are_read_back(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "partie"
    done = adjudicator("new", folder, "--camp", f" {name} = Paul , {name} ,", "--camp", "bleu=Anna,Luc")
    assert (done.exit_code, done.stderr) == (0, "")
    assert load_campaign(folder).camps == {name: ["Paul", name], "bleu": ["Anna", "Luc"]}


@pytest.mark.parametrize("title", ["[b]{{ 7*7 }}\n<i>", '"a": \\', "# a", "- a", "a: b", "x" * 200, "null", " a "])
def test_new_writes_titles_that_are_read_back(tmp_path: Path, title: str) -> None:
    folder = tmp_path / "partie"
    done = adjudicator("new", folder, *TWO, "--title", title)
    assert (done.exit_code, done.stderr) == (0, "")
    assert load_campaign(folder).title == title
    status = adjudicator("status", folder)
    assert status.exit_code == 0
    assert "choix des rôles" in status.stdout.splitlines()[0]


def test_new_leaves_alone_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "partie").mkdir()
    (tmp_path / "partie" / "notes.txt").write_text("à moi", encoding="utf-8")
    before = tree(tmp_path)
    done = adjudicator("new", tmp_path / "partie", *TWO)
    assert done.exit_code == 2
    sentence = f"« {tmp_path / 'partie'} » existe déjà et n’est pas vide : rien n’a été changé."
    assert plain(done.stderr).splitlines() == [sentence]
    file = tmp_path / "partie" / "notes.txt"
    done = adjudicator("new", file, *TWO)
    assert done.exit_code == 2
    assert str(file) in done.stderr
    done = adjudicator("new", file / "partie", *TWO)
    assert done.exit_code == 2
    assert str(file) in done.stderr
    assert "directory" not in done.stderr, "English words"
    assert tree(tmp_path) == before


# --- folders


@pytest.mark.parametrize("command", ["status", "check", "submit", "resolve", "report"])
def test_no_campaign(tmp_path: Path, command: str) -> None:
    done = adjudicator(command, tmp_path / "absent")
    assert (done.exit_code, done.stdout) == (2, "")
    assert plain(done.stderr) == f"Le dossier « {tmp_path / 'absent'} » n’existe pas.\n"
    done = adjudicator(command, tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    sentence = (
        f"Il n’y a pas de partie dans « {tmp_path} » : campaign.yaml manque. « adjudicator new » en commence une."
    )
    assert plain(done.stderr).splitlines() == [sentence]
    assert list(tmp_path.iterdir()) == []


def test_of_a_folder_beside_campaigns_those_are_named(tmp_path: Path) -> None:
    campaigns = [campaign(tmp_path / "parties" / name) for name in ("a", "b")]
    inner, above = campaigns[0] / "turns" / "0001-roles", tmp_path / "parties"
    inner.mkdir(parents=True)
    for folder, near in ((inner, campaigns[:1]), (campaigns[0] / "inbox", campaigns[:1]), (above, campaigns)):
        done = adjudicator("status", folder)
        assert done.exit_code == 2
        assert plain(done.stderr) == (
            f"« {folder} » n’est pas le dossier d’une partie : campaign.yaml n’y est pas. "
            f"Dossiers de parties tout près : {', '.join(map(str, near))}.\n"
        )


def test_no_campaign_in_english(tmp_path: Path) -> None:
    done = adjudicator("status", tmp_path, "--language", "en")
    assert done.exit_code == 2
    sentence = f"There is no campaign in “{tmp_path}”: campaign.yaml is missing. “adjudicator new” begins one.\n"
    assert done.stderr == sentence


def python(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "adjudicator", *arguments)


def told(done: subprocess.CompletedProcess[str], sentence: str) -> None:
    """The command stopped with this one sentence."""
    assert plain(done.stderr).splitlines() == [sentence]
    assert (done.returncode, done.stdout) == (2, "")


ORDER = "joueur: Zoé\ntour: 4\nordres: rien\n"


@few(1)
@pytest.mark.parametrize("command", ["status", "submit", "resolve"])
def test_an_unreadable_campaign(tmp_path: Path, command: str) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    before = contents(folder)
    with unreadable(folder) as place:
        done = place.run(*python(command, str(folder)))
    refused = "Accès refusé : « {} » ne peut pas être lu ou écrit. Rien n’a été changé."
    told(done, refused.format(folder / "campaign.yaml"))
    with unreadable(folder / "campaign.yaml") as place:
        done = place.run(*python(command, str(folder)))
    told(done, refused.format(folder / "campaign.yaml"))
    assert contents(folder) == before


@few(1)
@pytest.mark.parametrize("command", ["submit", "resolve"])
def test_a_campaign_that_cannot_be_written(tmp_path: Path, command: str) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    (folder / "inbox" / "zoe.yaml").write_text(ORDER, encoding="utf-8")
    before = tree(folder)
    force = ["--force"] if command == "resolve" else []
    with read_only(folder) as place:
        done = place.run(*python(command, str(folder), *force))
        status = place.run(*python("status", str(folder)))
    told(done, f"Accès refusé : « {folder / '.lock'} » ne peut pas être lu ou écrit. Rien n’a été changé.")
    assert (status.returncode, status.stderr) == (0, "")
    assert tree(folder) == before


def test_new_where_nothing_can_be_written(tmp_path: Path) -> None:
    home = tmp_path / "chez moi"
    home.mkdir()
    with read_only(home) as place:
        done = place.run(*python("new", str(home / "partie"), *TWO))
    told(done, f"Accès refusé : « {home / 'partie'} » ne peut pas être lu ou écrit. Rien n’a été changé.")
    assert list(home.iterdir()) == []


Make: TypeAlias = "Callable[[Path], AbstractContextManager[Disk]]"
DISKS = pytest.mark.parametrize("make", [full_disk, limited_disk])
FULL = re.compile(
    r"Le disque est plein : « (/.+) » n’a pas pu être écrit\. Rien n’a été publié ; faites de la place et recommencez\."
)


def refused(done: subprocess.CompletedProcess[str]) -> None:
    assert plain(done.stderr).startswith("Le disque est plein : "), done.stderr
    assert done.returncode == 2


@few(3)
@DISKS
@pytest.mark.parametrize("command", ["new", "submit", "resolve"])
def test_a_full_disk_is_told_with_the_file(tmp_path: Path, make: Make, command: str) -> None:
    with make(tmp_path) as disk:
        folder = disk.folder / "partie"
        options = {"new": TWO, "resolve": ("--force",)}.get(command, ())
        if command != "new":
            write_campaign(folder, state=midgame())
            (folder / "inbox" / "zoe.yaml").write_text(ORDER, encoding="utf-8")
        disk.fill()
        (line,) = plain(disk.run(*python(command, str(folder), *options)).stderr).splitlines()
    match = FULL.fullmatch(line)
    assert match, line
    assert Path(match[1]).is_relative_to(folder)


@few(1)
@DISKS
def test_new_on_a_full_disk_can_be_repeated(tmp_path: Path, make: Make) -> None:
    with make(tmp_path) as disk:
        folder = disk.folder / "partie"
        disk.fill()
        refused(disk.run(*python("new", str(folder), *TWO)))
        disk.free()
        done = disk.run(*python("new", str(folder), *TWO))
        assert (done.returncode, done.stderr) == (0, ""), "what is left must not stand in the way"
        assert disk.run(*python("status", str(folder))).returncode == 0


@few(1)
@DISKS
def test_submit_on_a_full_disk_can_be_repeated(tmp_path: Path, make: Make) -> None:
    with make(tmp_path) as disk:
        folder = write_campaign(disk.folder / "partie", state=midgame())
        (folder / "inbox" / "zoe.yaml").write_text(ORDER, encoding="utf-8")
        before = contents(folder)
        disk.fill()
        refused(disk.run(*python("submit", str(folder))))
        after = contents(folder)
        received = [data for name, data in after.items() if name not in before or name.startswith("inbox/")]
        assert received == [ORDER.encode()], "the order is in one place, whole: in the inbox or among those received"
        assert {name: data for name, data in after.items() if name in before} == {
            name: data for name, data in before.items() if name in after
        }
        disk.free()
        done = disk.run(*python("submit", str(folder)))
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(adjudicator("status", folder, "--json").stdout)["received"] == ["Zoé"]


@few(1)
@DISKS
@pytest.mark.parametrize("room", [2000, *deep(0)])
def test_resolve_on_a_full_disk_can_be_repeated(tmp_path: Path, make: Make, room: int) -> None:
    with make(tmp_path) as disk:
        folder = write_campaign(disk.folder / "partie", state=midgame())
        zoe = disk.folder / "zoe.yaml"
        zoe.write_text(ORDER, encoding="utf-8")
        assert adjudicator("submit", folder, zoe).exit_code == 0
        before = contents(folder)
        disk.fill(room)
        refused(disk.run(*python("resolve", str(folder), "--force")))
        assert contents(folder) == before
        disk.free()
        assert disk.run(*python("resolve", str(folder), "--force")).returncode == 0
        assert json.loads(adjudicator("status", folder, "--json").stdout)["turn"] == 5


# --- damaged files


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign that has played turn 4, with an order received for turn 5."""
    folder = write_campaign(tmp_path_factory.mktemp("played") / "partie", state=midgame())
    lea = "joueur: Léa\ntour: 4\nordres: {autopsie: {case: (3;3), camp: rouge}}\n"
    assert adjudicator("submit", folder, "-", given=lea).exit_code == 0
    assert adjudicator("resolve", folder, "--force").exit_code == 0
    file = folder.parent / "zoe.yaml"
    file.write_text("joueur: Zoé\ntour: 5\nordres: {déplacement: haut}\n", encoding="utf-8")
    assert adjudicator("submit", folder, file).exit_code == 0
    return folder


def truncated(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    """One bit changed, in the middle of a word: it is JSON still."""
    at = data.rindex(b"rouge")
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


DAMAGE = {
    "truncated": truncated,
    "empty": lambda data: b"",
    "no JSON": lambda data: b"nope",
    "binary": lambda data: b"\x00\xff" * 100,
    "a list": lambda data: b"[]",
    "null": lambda data: b"null",
    "an object of nothing": lambda data: b"{}",
    "deep": lambda data: b"[" * 100_000,
    "flipped": flipped,
}
COMMANDS = {
    "status": (),
    "check": ("-",),
    "submit": ("-",),
    "resolve": ("--force",),
    "resolve ": ("--force", "--dry-run"),
    "report": (),
    "template": ("--for", "Zoé"),
}


LAST = Path("turns", "0002-turn-4", "result")


@few(2)
@pytest.mark.parametrize(
    ("name", "damage"),
    sample(
        (
            (name, damage)
            for name in ("state.json", "outcome.json", "orders.json", "MANIFEST.json")
            for damage in DAMAGE
            if (name, damage) != ("MANIFEST.json", "flipped")  # readable: it is another file that does not fit it
        ),
        4,  # of each file others
    ),
)
def test_a_damaged_file_of_the_last_turn(played: Path, tmp_path: Path, name: str, damage: str) -> None:
    folder = tmp_path / "partie"
    shutil.copytree(played, folder)
    file = folder / LAST / name
    file.write_bytes(DAMAGE[damage](file.read_bytes()))
    before = contents(folder)
    wrong = []
    for command, options in COMMANDS.items():
        try:
            done = adjudicator(command.strip(), folder, *options, given=ORDER.replace("4", "5"))
        except Exception as problem:
            wrong.append(f"{command}: {problem!r}")
            continue
        sentence = f"Le fichier « {file} » manque ou est abîmé ; rien n’a été changé. Remettez-le, de votre sauvegarde."
        if (done.exit_code, plain(done.stderr).splitlines()) != (2, [sentence]):
            wrong.append(f"{command}: {done.exit_code} {done.stderr}")
        if contents(folder) != before:
            wrong.append(f"{command}: changed the folder")
            shutil.rmtree(folder)
            shutil.copytree(played, folder)
            file.write_bytes(DAMAGE[damage](file.read_bytes()))
    assert not wrong


@few(7)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["state.json", "outcome.json", "orders.json"])
def test_a_file_of_the_last_turn_that_does_not_fit_the_manifest(
    played: Path, tmp_path: Path, name: str, command: str
) -> None:
    folder = tmp_path / "partie"
    shutil.copytree(played, folder)
    manifest = folder / LAST / "MANIFEST.json"
    digest = hashlib.sha256((folder / LAST / name).read_bytes()).hexdigest()
    text = manifest.read_text(encoding="utf-8")
    assert text.count(digest) == 1
    manifest.write_text(text.replace(digest, digest[::-1]), encoding="utf-8")
    before = contents(folder)
    done = adjudicator(command.strip(), folder, *COMMANDS[command], given=ORDER.replace("4", "5"))
    assert (done.exit_code, done.stdout) == (2, "")
    file = folder / LAST / name
    sentence = f"Le fichier « {file} » manque ou est abîmé ; rien n’a été changé. Remettez-le, de votre sauvegarde."
    assert plain(done.stderr).splitlines() == [sentence]
    assert contents(folder) == before


@few(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_reports_may_be_edited_by_hand(played: Path, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "partie"
    shutil.copytree(played, folder)
    arguments = (command.strip(), folder, *COMMANDS[command])
    reports = folder / LAST / "reports"
    (reports / "public.txt").write_text("Bravo à tous.\n", encoding="utf-8")
    next(path for path in reports.iterdir() if path.name != "public.txt").unlink()
    before = unposted(contents(folder))
    done = adjudicator(*arguments, given=ORDER.replace("4", "5"))
    assert (done.exit_code, done.stderr) == (0, "")
    after = contents(folder)
    if command == "resolve":  # the page that leads to all reports leads to one more
        page = before.pop("public/index.html")
        del before["public/replay.json"]
        assert (b"0003-turn-5/public" in page, b"0003-turn-5/public" in after["public/index.html"]) == (False, True)
    before, after = unlinked(before), unlinked(after)
    assert {name: after.get(name) for name in before} == before
    assert after["public/0002-turn-4/public.txt"] != b"Bravo \xc3\xa0 tous.\n", "what has been published stays"


ILLEGIBLE = [damage for damage in DAMAGE if damage != "flipped"]


def damage_verdict(folder: Path, damage: str) -> Path:
    file = folder / "turns" / "0003-turn-5" / "orders" / "0001.accepted.json"
    file.write_bytes(DAMAGE[damage](file.read_bytes()))
    return file


@few(4)
@pytest.mark.parametrize("damage", sample(ILLEGIBLE, 2))
@pytest.mark.parametrize(
    ("command", "options"), [("status", ()), ("status", ("--json",)), ("resolve", ("--force", "--dry-run"))]
)
def test_a_damaged_verdict_is_shown_as_if_it_stood(
    played: Path, tmp_path: Path, command: str, options: tuple[str, ...], damage: str
) -> None:
    """The bytes of the order file lie beside it: they are judged again, and nothing is written."""
    folder = tmp_path / "partie"
    shutil.copytree(played, folder)
    whole = adjudicator(command, folder, *options)
    assert whole.exit_code == 0
    damage_verdict(folder, damage)
    before = tree(folder)
    done = adjudicator(command, folder, *options)
    assert (done.exit_code, done.stdout, done.stderr) == (0, whole.stdout, whole.stderr)
    assert tree(folder) == before
    assert json.loads(adjudicator("status", folder, "--json").stdout)["received"] == ["Zoé"]


@few(1)
@pytest.mark.parametrize("damage", sample(ILLEGIBLE, 2))
@pytest.mark.parametrize(("command", "options"), [("submit", ()), ("resolve", ("--force",))])
def test_a_damaged_verdict_is_written_anew(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    options: tuple[str, ...],
    damage: str,
) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-30 20:00")
    whole, folder = tmp_path / "1" / "partie", tmp_path / "2" / "partie"
    shutil.copytree(played, whole)
    shutil.copytree(played, folder)
    file = damage_verdict(folder, damage)
    expected, done = (adjudicator(command, each, *options) for each in (whole, folder))
    assert (expected.exit_code, expected.stderr) == (0, "")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == expected.stdout.replace(str(whole), str(folder))
    assert contents(folder) == contents(whole), "nothing is lost"
    verdict = read_sealed(file)
    assert verdict is not None
    assert verdict["orders"] == {"Zoé": {"move": "up"}}
    if command == "resolve":
        result = json.loads(contents(folder)["turns/0003-turn-5/result/orders.json"])
        assert result["orders"]["Zoé"] == {"move": "up"}
    else:
        assert json.loads(adjudicator("status", folder, "--json").stdout)["received"] == ["Zoé"]


def test_a_forgotten_comma_is_told_with_the_line_as_it_should_be(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("échéance: {jours: 3 heure: 20h}\n")
    done = adjudicator("status", folder)
    assert done.exit_code == 2
    assert "il faut une virgule, ici devant « heure » : {jours: 3, heure: 20h}" in plain(done.stderr)


# What the MJ is asked ------------------------------------------------------------------------------------------

NEW = {
    "tsewnart": ("--camp", "bleu=Anna,Luc", "--camp", "rouge=Paul,Rita"),
    "resistance": ("--players", "Anna,Boris,Chloé,David,Emma"),
}


@pytest.mark.parametrize("game", NEW)
@pytest.mark.parametrize("asked", ["heures: 24", "sans moi: proposer", "sans moi: attendre, heures: 3, aube: 8"])
def test_how_the_mj_is_asked_may_stand_in_any_campaign(tmp_path: Path, game: str, asked: str) -> None:
    folder = tmp_path / "p"
    good("new", folder, "--game", game, "--title", "T", *NEW[game])
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"mj: {{{asked}}}\n")
    good("status", folder)


def test_of_what_a_game_does_not_ask_no_care_can_be_taken(tmp_path: Path) -> None:
    for game, code in (("tsewnart", 0), ("resistance", 2)):
        folder = tmp_path / game
        good("new", folder, "--game", game, "--title", "T", *NEW[game])
        with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
            file.write("mj: {soin: {action: propose}}\n")
        done = run("status", folder)
        assert done.code == code
        assert ("« action » : rien de tel dans ce jeu." in plain(done.err)) is bool(code)
