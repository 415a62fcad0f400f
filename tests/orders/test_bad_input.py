"""Order files that are wrong: each is refused with the right sentence at the right place, and nothing changes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.bad_files import (
    Told,
    adjudicator,
    campaign,
    contents,
    matches,
    midgame,
    plain,
    progress,
    tree,
    write_campaign,
)
from support.commands import calls, read_letter, unposted
from support.depth import HANG, examples, few, sample
from support.disks import environment, read_only, unreadable

from adjudicator.games.tsewnart.state import State
from adjudicator.orders.judging import judge

ORDERS = "déplacement, abandonner, arrêter"
"""What a Brute may order, and so Zoé."""
WRONG_KEY = (
    "La clé n’est pas celle de ce joueur pour ce tour ; du reste du fichier, rien n’a été lu. Elle est dans son "
    "dernier rapport, et s’écrit seule sur sa ligne, « clé » ; un tableau de plusieurs joueurs n’en a pas."
)
ENVELOPE = "joueur, tour, clé, ordres, note, joueurs, permanents"
NO_ORDERS = "Il manque « ordres » ou « permanents »."
NO_TURN = "Il manque la ligne du tour attendu (tour 4) :"
DIRECTIONS = "haut, bas, gauche, droite"
ROLES = "Brute, Dément, Religieux, Mystique, Agile, Professeur, Croque-Mort, Archer, Terreur, Tacticien, Savant"
MAP = "Le fichier doit être fait de lignes « mot : valeur », comme « joueur : Zoé »."
NOTHING_SAID = (
    "Je n’ai reconnu aucun ordre dans ce message. Un ordre s’écrit ainsi, avec ce que tu veux à la place de « … » "
    "(pour ne rien faire, « ordres: rien ») :"
)
EMPTY = "Le fichier est vide."
REMARKS = (
    "Ce fichier ne contient que des commentaires : ce qui suit un « # » n’est pas lu. Ici : « # joueur: Zoé ». "
    "Si c’est un ordre, l’écrire sans le « # »."
)
LINES = "des lignes « mot : valeur »"
CELL = "une case comme (3;5)"
ALL = ("joueur", "tour", "ordres")
DEEP = "Trop de listes ou de blocs les uns dans les autres : 20 niveaux au plus."
TAG = (
    "« !!python/object/apply:os.system » : une valeur ne peut pas commencer par un point d’exclamation. L’effacer, ou "
    'mettre le texte entre guillemets droits ("…").'
)
SECOND = "Un second document commence ici. N’en envoyer qu’un, sans ligne de trois tirets ou de trois points au milieu."
OTHERS = "Luc, Max, Léa, Ugo, Éva, Ida, Tom, Nina, Omar"
ALL_ROLES = (
    "Luc: agile, Max: professeur, Léa: croque-mort, Ugo: archer, Éva: terreur, Ida: religieux, Tom: mystique, "
    "Nina: savant, Omar: tacticien"
)


def turn(player: str, *orders: str, turn: int = 4) -> str:
    """An order file whose first order stands on line 4, from column 3."""
    return f"joueur: {player}\ntour: {turn}\nordres:\n" + "".join(f"  {order}\n" for order in orders)


def nothing(player: str = "Zoé", more: str = "") -> str:
    return f"joueur: {player}\ntour: 4\nordres: rien\n{more}"


def several(word):
    return f"« {word} » demande plusieurs choses. Écris, en remplaçant « … » :"


def odd(found: str, expected: str, near: str | None = None) -> str:
    return f"« {found} » n’est pas compris ici ; attendu : {expected}." + perhaps(near)


def unknown(found: str, expected: str, near: str | None = None) -> str:
    return f"« {found} » : mot inconnu ici ; mots possibles : {expected}." + perhaps(near)


def stranger(found: str, near: str | None = None) -> str:
    return f"« {found} » n’est pas un joueur de cette partie." + perhaps(near)


def perhaps(near: str | None) -> str:
    return f" Peut-être « {near} » ?" if near else ""


def empty(word: str) -> re.Pattern[str]:
    """A value left out where « rien » would be refused as well: the message must not advise it."""
    return re.compile(rf"« {word} » est vide\b(?!.*rien).*\.")


def twice(word: str, line: int) -> str:
    return f"« {word} » est donné deux fois, à la ligne {line} et ici. Effacer l’un des deux."


def two_players(first: str, line: int, second: str) -> str:
    return (
        f"Ce fichier donne deux joueurs : « {first} » à la ligne {line}, « {second} » ici. Envoyer les ordres de "
        "chacun dans un fichier à lui."
    )


def missing(word: str) -> str:
    return f"Il manque « {word} »."


def off_board(cell: str) -> str:
    return f"La case {cell} est hors du plateau : colonnes 1 à 9, lignes 1 à 7."


def other_role(word: str, role: str) -> str:
    return f"« {word} » est un pouvoir d’un autre rôle ({role})."


def either(word: str, related: str) -> str:
    return f"« {word} » ne va pas avec « {related} » : c’est l’un ou l’autre."


def together(word: str, related: str) -> re.Pattern[str]:
    """Two words of which only one may stand: the message must name both."""
    return re.compile(rf"« {word} » .*« {related} ».*")


def cut(found: str) -> re.Pattern[str]:
    """A cell cut at its comma: the sentence shows the piece, or the cell as it should be written."""
    return re.compile(
        rf"« {re.escape(found)} » : entre crochets ou accolades, une case s’écrit avec un point-virgule, comme "
        r"\(\d;\d\), sinon la virgule la coupe en deux\."
    )


UP = turn("Zoé", "déplacement: haut")
HAUD: Told = (4, 16, odd("haud", f"{DIRECTIONS}, {CELL}", "haut"))
BOMB = "joueur: &a [x, x]\n" + "".join(
    f"{word}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i, word in enumerate(("tour", "ordres", "note"))
)

# Order files of turn 4, and how they are refused.
REFUSED: dict[str, tuple[str | bytes, list[Told]]] = {
    "an order that is not moved in": (
        "joueur: Zoé\ntour: 4\nordres: rien\ndeplacement: haut\n",
        [
            (
                4,
                1,
                "« deplacement » va sous une ligne « ordres: », deux espaces plus à droite.",
            )
        ],
    ),
    # the bytes
    "a BOM, then a fault": (b"\xef\xbb\xbf" + UP.replace("haut", "haud").encode(), [HAUD]),
    "a BOM, then a fault in line 1": (b"\xef\xbb\xbf" + nothing("Zo").encode(), [(1, 9, stranger("Zo", "Zoé"))]),
    "CRLF, then a fault": (UP.replace("haut", "haud").replace("\n", "\r\n"), [HAUD]),
    "64 KiB and one byte": (
        UP.encode().ljust(64 * 1024 + 1, b"#"),
        [(1, 1, "Le fichier est trop gros : 65 Kio, pour 64 Kio au plus. N’y laisser que les ordres.")],
    ),
    "100,000 brackets": (
        "[" * 100_000,
        [(1, 1, "Le fichier est trop gros : 98 Kio, pour 64 Kio au plus. N’y laisser que les ordres.")],
    ),
    "a mebibyte": (
        UP.encode().ljust(1 << 20, b"#"),
        [(1, 1, "Le fichier est trop gros : 1024 Kio, pour 64 Kio au plus. N’y laisser que les ordres.")],
    ),
    "60,000 brackets": ("[" * 60_000, [(1, 21, DEEP)]),
    "brackets in an order": (turn("Éva", "terroriser: " + "[" * 60_000), [(4, 33, DEEP)]),
    # the whole
    "nothing in it": ("", [(1, 1, EMPTY)]),
    "blank lines": ("\n \n\n", [(1, 1, EMPTY)]),
    "comments": ("# joueur: Zoé\n# tour: 4\n", [(1, 1, REMARKS)]),
    "a list": ("# mes ordres\n- joueur: Zoé\n- tour: 4\n", [(2, 3, NO_ORDERS)]),
    "a text": ("bonjour, je mange\n", [(1, 1, NOTHING_SAID)]),
    "a text of two lines": ("joueur Zoé\ntour 4\n", [(1, 1, NOTHING_SAID)]),
    "two documents": (UP + "---\n" + UP, [(5, 1, SECOND)]),
    "a text with a colon": ("Salut MJ : voici mes ordres\n", [(1, 1, NOTHING_SAID)]),
    "a bracket never closed: what comes after it is not missing": (
        "joueur: [Zoé\ntour: 4\nordres: rien\n",
        [
            (
                1,
                9,
                "« [ » est ouvert ici, mais n’est pas refermé par le signe qui lui répond. Ajouter « ] » ou « } » au "
                "bon endroit.",
            )
        ],
    ),
    # what YAML has and order files have not
    "an anchor": (
        UP.replace("haut", "&a haut"),
        [
            (
                4,
                16,
                "« &a » : une valeur ne peut pas commencer par « & ». Effacer ce mot, ou mettre le texte entre "
                'guillemets droits ("…").',
            )
        ],
    ),
    "an alias": (
        UP.replace("haut", "*a"),
        [
            (
                4,
                16,
                "« *a » : une valeur ne peut pas commencer par « * ». Récrire la valeur en entier, ou mettre le texte "
                'entre guillemets droits ("…").',
            )
        ],
    ),
    "a merge key": (
        turn("Zoé", "<<: {déplacement: haut}"),
        [(4, 3, "« << » n’est pas admis. Récrire à cet endroit les lignes voulues.")],
    ),
    "a tag at the top": ("!!python/object/apply:os.system ['touch pirate']\n", [(1, 1, TAG)]),
    "a tag before a value": (UP.replace("haut", "!!python/object/apply:os.system haut"), [(4, 16, TAG)]),
    # the same word twice
    "move twice": (turn("Zoé", "move: up", "move: down"), [(5, 3, twice("move", 4))]),
    "move and déplacement": (turn("Zoé", "move: up", "déplacement: bas"), [(5, 3, twice("déplacement", 4))]),
    "joueur and player": ("joueur: Zoé\nplayer: zoe\ntour: 4\nordres: rien\n", [(2, 1, twice("player", 1))]),
    "two players": (
        "joueur: Zoé\nplayer: Anna\ntour: 4\nordres: rien\n",
        [(2, 1, two_players("Zoé", 1, "Anna"))],
    ),
    "two files of two players, pasted one under the other": (
        UP + nothing("Max"),
        [(5, 1, two_players("Zoé", 1, "Max"))],
    ),
    "two files of two players, with dashes between": (
        UP + "---\n" + nothing("Max"),
        [(6, 1, two_players("Zoé", 1, "Max"))],
    ),
    "two files of one player": (nothing() + nothing(), [(4 + i, 1, twice(word, 1 + i)) for i, word in enumerate(ALL)]),
    "a player twice in a table": (
        "tour: 4\njoueurs:\n  Zoé: rien\n  zoe: {déplacement: haut}\n",
        [(4, 3, twice("zoe", 3))],
    ),
    # words of YAML 1.1 where a cell or a direction is wanted
    **{
        f"{word} as a direction": (
            turn("Zoé", f"déplacement: {word}"),
            [(4, 16, odd(word, f"{DIRECTIONS}, {CELL}", "nord" if word == "no" else None))],
        )
        for word in ("no", "oui", "4:20", "012", "1e3", "0x1F")
    },
    **{
        f"{word} as a cell": (turn("Éva", f"terroriser: {word}"), [(4, 15, odd(word, CELL))])
        for word in ("no", "oui", "4:20", "012", "1e3", "0x1F")
    },
    **{f"{word} as a player": (nothing(word), [(1, 9, stranger(word))]) for word in ("no", "4:20", "012", "0x1F")},
    **{
        f"{word} as a vote": (turn("Zoé", f"arrêter: {word}"), [(4, 12, odd(word, "oui ou non"))])
        for word in ("1", "0", "y", "on", "peut-être")
    },
    "a list as a vote": (turn("Zoé", "arrêter: [oui]"), [(4, 12, odd("[oui]", "oui ou non"))]),
    "lines as a vote": (turn("Zoé", "arrêter: {a: b}"), [(4, 12, odd("{a: b}", "oui ou non"))]),
    "a shot that is none": (turn("Kim", "tirer: non"), [(4, 10, odd("non", "oui"))]),
    # cells
    "a comma within braces": (turn("Léa", "conduire fantôme: {case: (1,2), vers: haut}"), [(4, 28, cut("(1"))]),
    "a comma within the braces of the orders": (
        "joueur: Éva\ntour: 4\nordres: {terroriser: (1,2)}\n",
        [(3, 22, cut("(1"))],
    ),
    "a comma within brackets": (turn("Éva", "terroriser: [(1,2)]"), [(4, 15, cut("[(1, 2)]"))]),
    "half a cell": (turn("Éva", "terroriser: (3;5"), [(4, 15, odd("(3;5", CELL))]),
    "the other half": (turn("Éva", "terroriser: 3;5)"), [(4, 15, odd("3;5)", CELL))]),
    "a cell of one number": (turn("Éva", "terroriser: 3"), [(4, 15, odd("3", CELL))]),
    "a cell of three": (turn("Éva", "terroriser: [1, 2, 3]"), [(4, 15, odd("[1, 2, 3]", CELL))]),
    "a chess player's cell": (turn("Éva", "terroriser: B3"), [(4, 15, odd("B3", CELL))]),
    "a cell as lines": (turn("Éva", "terroriser: {x: 1, y: 2}"), [(4, 15, odd("{x: 1, y: 2}", CELL))]),
    # players
    "an unknown player near another": (nothing("Zoey"), [(1, 9, stranger("Zoey", "Zoé"))]),
    "an unknown player": (nothing("Wxyz"), [(1, 9, stranger("Wxyz"))]),
    "two players in brackets": (nothing("[Zoé, Max]"), [(1, 9, odd("[Zoé, Max]", "le nom d’un joueur"))]),
    "a player as lines": (nothing("{nom: Zoé}"), [(1, 9, odd("{nom: Zoé}", "le nom d’un joueur"))]),
    "a capture for another camp": (
        turn("Nina", "capturer: Zoé"),
        [(4, 13, "« Zoé » n’est pas un joueur du camp bleu : « capturer » nomme le fantôme qui aura la pièce.")],
    ),
    "a capture for nobody known": (turn("Nina", "capturer: Annna"), [(4, 13, stranger("Annna", "Anna"))]),
    "another camp's ghost": (
        turn("Léa", "conduire fantôme: {joueur: Lou, vers: haut}"),
        [(4, 30, "« Lou » n’est pas un joueur du camp bleu.")],
    ),
    "an unknown camp near another": (
        turn("Léa", "autopsie: {case: (3;3), camp: roug}"),
        [(4, 33, "« roug » n’est pas un camp de cette partie. Peut-être « rouge » ?")],
    ),
    # the turn
    "another turn": (
        nothing().replace("4", "3"),
        [(2, 7, "Ces ordres sont pour le tour 3 ; attendu maintenant : tour 4.")],
    ),
    "turn 0": (
        nothing().replace("4", "0"),
        [(2, 7, "Ces ordres sont pour le tour 0 ; attendu maintenant : tour 4.")],
    ),
    "turn 15": (
        nothing().replace("4", "15"),
        [
            (
                2,
                7,
                "Ces ordres sont pour le tour 15 ; attendu maintenant : tour 4. Est-ce une faute de frappe ? "
                "D’avance, on peut aller jusqu’au tour 9.",
            )
        ],
    ),
    "a turn in letters": (nothing().replace("4", "quatre"), [(2, 7, odd("quatre", "un nombre entier"))]),
    "a turn of 4.0": (nothing().replace("4", "4.0"), [(2, 7, odd("4.0", "un nombre entier"))]),
    "a list of turns": (nothing().replace("4", "[4]"), [(2, 7, odd("[4]", "un nombre entier"))]),
    "no turn": ("joueur: Zoé\nordres: rien\n", [(1, 1, NO_TURN)]),
    # words
    "an order misspelt": (turn("Zoé", "deplacment: haut"), [(4, 3, unknown("deplacment", ORDERS, "déplacement"))]),
    "an English order misspelt": (turn("Zoé", "moove: up"), [(4, 3, unknown("moove", ORDERS, "move"))]),
    "an unknown order": (turn("Zoé", "bouger: haut"), [(4, 3, unknown("bouger", ORDERS, "déplacement"))]),
    "ordres misspelt": (nothing().replace("ordres", "ordress"), [(3, 1, unknown("ordress", ENVELOPE, "ordres"))]),
    "orders misspelt": (nothing().replace("ordres", "odrers"), [(3, 1, unknown("odrers", ENVELOPE, "ordres"))]),
    "joueur misspelt": (nothing().replace("joueur", "jouer"), [(1, 1, unknown("jouer", ENVELOPE, "joueur"))]),
    "an unknown word for ordres": (
        nothing().replace("ordres", "actions"),
        [(1, 1, NO_ORDERS), (3, 1, unknown("actions", ENVELOPE))],
    ),
    "a direction misspelt": (UP.replace("haut", "haud"), [HAUD]),
    "an unknown direction": (UP.replace("haut", "zénith"), [(4, 16, odd("zénith", f"{DIRECTIONS}, {CELL}"))]),
    "a direction misspelt where no cell may be": (
        turn("Marc", "attirer: haud"),
        [(4, 12, odd("haud", DIRECTIONS, "haut"))],
    ),
    "a cell where a direction is wanted": (turn("Marc", "attirer: (3;3)"), [(4, 12, odd("(3;3)", DIRECTIONS))]),
    # the Professeur
    "an unknown step": (
        turn("Max", "modifier: {action: gloubi rouge, avant: révélation bleu}"),
        [(4, 22, "« gloubi rouge » n’est pas une étape de l’ordre de jeu.")],
    ),
    "a step misspelt": (
        turn("Max", "modifier: {action: tereur rouge, avant: révélation bleu}"),
        [(4, 22, "« tereur rouge » n’est pas une étape de l’ordre de jeu. Peut-être « terreur rouge » ?")],
    ),
    "a word of a step": (
        turn("Max", "modifier: {action: terreur rouge, après: brute rouge}"),
        [
            (
                4,
                44,
                "« brute rouge » n’est pas une étape de l’ordre de jeu. Peut-être « déplacement de la Brute rouge » ?",
            )
        ],
    ),
    "a step near an English word": (
        turn("Max", "modifier: {action: terreur rouge, après: mouvement de l’agile rouge}"),
        [
            (
                4,
                44,
                "« mouvement de l’agile rouge » n’est pas une étape de l’ordre de jeu."
                " Peut-être « déplacement de l’Agile rouge » ?",
            )
        ],
    ),
    "a step without a camp": (
        turn("Max", "modifier: {action: terreur, avant: révélation bleu}"),
        [(4, 22, "« terreur » : il faut une étape suivie du nom d’un camp, comme « terreur bleu ».")],
    ),
    "a step's camp misspelt": (
        turn("Max", "modifier: {action: terreur du roug, avant: révélation bleu}"),
        [(4, 22, re.compile(r"« terreur du roug » : .* Peut-être « terreur rouge » \?"))],
    ),
    "a step of an unknown camp": (
        turn("Max", "modifier: {action: terreur vert, avant: révélation bleu}"),
        [(4, 22, "« terreur vert » : il faut une étape suivie du nom d’un camp, comme « terreur bleu ».")],
    ),
    "before and after": (
        turn("Max", "modifier: {action: terreur rouge, avant: révélation bleu, après: visée bleu}"),
        [(4, 61, together("après", "avant"))],
    ),
    "neither before nor after": (
        turn("Max", "modifier: {action: terreur rouge}"),
        [(4, 13, re.compile(r"Il manque (?=.*« avant »).*« après ».*"))],
    ),
    "before misspelt": (
        turn("Max", "modifier: {action: terreur rouge, avnt: visée bleu}"),
        [(4, 37, unknown("avnt", "action, avant, après", "avant"))],
    ),
    "no action": (turn("Max", "modifier: {avant: terreur rouge}"), [(4, 13, missing("action"))]),
    "a step before itself": (
        turn("Max", "modifier: {action: terreur rouge, before: la terreur du rouge}"),
        [(4, 45, "« terreur rouge » : une étape ne peut pas être placée par rapport à elle-même.")],
    ),
    "a change in one word": (turn("Max", "modifier: terreur rouge"), [(4, 13, several("modifier"))]),
    # the Croque-Mort
    "a ghost told by player and cell": (
        turn("Léa", "conduire fantôme: {joueur: Nina, case: (1;1), vers: haut}"),
        [(4, 36, together("case", "joueur"))],
    ),
    "a ghost not told": (turn("Léa", "conduire fantôme: {vers: haut}"), [(4, 21, "Il manque « case » ou « joueur ».")]),
    "a ghost that goes nowhere": (turn("Léa", "conduire fantôme: {case: (1;1)}"), [(4, 21, missing("vers"))]),
    "a ghost in one word": (turn("Léa", "conduire fantôme: haut"), [(4, 21, several("conduire fantôme"))]),
    "a ghost by its cell alone": (turn("Léa", "conduire fantôme: (1;1)"), [(4, 21, several("conduire fantôme"))]),
    "a ghost as a list": (turn("Léa", "conduire fantôme: [1, 1]"), [(4, 21, odd("[1, 1]", LINES))]),
    # what the player may not
    "another role's power": (turn("Zoé", "téléport: (1;1)"), [(4, 3, other_role("téléport", "Dément"))]),
    "another role's power, in English": (turn("Zoé", "teleport: (1;1)"), [(4, 3, other_role("teleport", "Dément"))]),
    "two powers of other roles": (
        turn("Zoé", "téléport: (1;1)", "viser: (1;1)"),
        [(4, 3, other_role("téléport", "Dément")), (5, 3, other_role("viser", "Archer"))],
    ),
    "two exclusive orders": (
        turn("Anna", "déplacement: haut", "téléport: (1;1)"),
        [(5, 3, either("téléport", "déplacement"))],
    ),
    "three exclusive orders": (
        turn("Kim", "move: haut", "viser: (5;5)", "tirer: oui"),
        [(5, 3, either("viser", "move")), (6, 3, either("tirer", "move"))],
    ),
    "an exclusive order off the board": (
        turn("Anna", "déplacement: haut", "téléport: (0;8)"),
        [(5, 3, either("téléport", "déplacement")), (5, 13, off_board("(0;8)"))],
    ),
    "two exclusive orders and another role's": (
        turn("Léa", "déplacement: haut", "conduire fantôme: {case: (1;1), vers: haut}", "viser: (1;1)"),
        [(5, 3, either("conduire fantôme", "déplacement")), (6, 3, other_role("viser", "Archer"))],
    ),
    "a ghost's order by a piece": (
        turn("Zoé", "capturer: Zoé"),
        [(4, 3, "« capturer » : seul un fantôme peut capturer.")],
    ),
    "a piece's order by a ghost": (
        turn("Nina", "terroriser: (1;1)", "déplacement: haut"),
        [(4, 3, "« terroriser » : un fantôme peut seulement se déplacer et capturer.")],
    ),
    "orders of a player with nothing left": (
        turn("Omar", "déplacement: haut", "téléport: (1;1)"),
        [
            (line, 3, f"« {word} » : ce joueur ne contrôle plus rien ; il peut seulement voter.")
            for line, word in ((4, "déplacement"), (5, "téléport"))
        ],
    ),
    **{
        f"{order % '(0;8)'} by {player}": (
            turn(player, order % "(0;8)"),
            [(4, 3 + order.index("%"), off_board("(0;8)"))],
        )
        for player, order in (
            ("Zoé", "déplacement: %s"),
            ("Nina", "déplacement: %s"),
            ("Anna", "téléport: %s"),
            ("Ida", "sanctifier: %s"),
            ("Tom", "révéler: %s"),
            ("Luc", "déplacement supplémentaire: %s"),
            ("Léa", "autopsie: %s"),
            ("Léa", "autopsie: {camp: rouge, case: %s}"),
            ("Léa", "conduire fantôme: {case: %s, vers: haut}"),
            ("Léa", "conduire fantôme: {case: (1;1), vers: %s}"),
            ("Ugo", "viser: %s"),
            ("Éva", "terroriser: %s"),
            ("Jean", "échanger: %s"),
        )
    },
    "two cells off the board": (
        turn("Léa", "conduire fantôme: {case: (10;1), vers: (-1;1)}"),
        [(4, 28, off_board("(10;1)")), (4, 42, off_board("(-1;1)"))],
    ),
    "a spent teleport": (
        turn("Paul", "téléport: (1;1)"),
        [(4, 3, "« téléport » : ce pouvoir a déjà servi autant de fois que permis.")],
    ),
    "a spent second move": (
        turn("Rita", "deuxième déplacement: haut"),
        [(4, 3, "« deuxième déplacement » : ce pouvoir a déjà servi autant de fois que permis.")],
    ),
    "a shot without an aim": (
        turn("Ugo", "flèche: oui"),
        [(4, 3, "« flèche » : il faut avoir visé avec succès au tour précédent.")],
    ),
    "the same cell terrorised again": (
        turn("Éva", "terroriser: (3,3)"),
        [(4, 15, "La case (3;3) a déjà été terrorisée au tour précédent.")],
    ),
    # what is not there
    "orders left empty": (
        "joueur: Zoé\ntour: 4\nordres:\n",
        [(3, 1, "« ordres » est vide : pour ne rien faire, écrire « rien ».")],
    ),
    "a player's orders left empty in a table": (
        "tour: 4\njoueurs:\n  Zoé:\n  Max: rien\n",
        [(3, 3, "« Zoé » est vide : pour ne rien faire, écrire « rien ».")],
    ),
    "a move left empty": (turn("Zoé", "déplacement:"), [(4, 3, empty("déplacement"))]),
    "a cell left empty": (turn("Éva", "terroriser: ~"), [(4, 3, empty("terroriser"))]),
    "an action left empty": (
        turn("Max", "modifier: {action: , avant: terreur rouge}"),
        [(4, 14, empty("action"))],
    ),
    "the player left empty": (nothing(""), [(1, 1, empty("joueur"))]),
    "the turn left empty": (nothing().replace("4", ""), [(2, 1, empty("tour"))]),
    "orders missing": ("joueur: Zoé\ntour: 4\n", [(1, 1, NO_ORDERS)]),
    "the player missing": ("# à moi\ntour: 4\nordres: rien\n", [(2, 1, missing("joueur"))]),
    "orders in a sentence": (nothing().replace("rien", "je mange"), [(3, 9, odd("je mange", f"{LINES}, rien"))]),
    "nothing misspelt": (
        nothing().replace("rien", "rein"),
        [(3, 9, odd("rein", f"{LINES}, rien", "rien"))],
    ),
    # the table of the MJ
    "a table and a player": (
        "joueur: Zoé\ntour: 4\njoueurs: {Max: rien}\n",
        [(1, 1, together("joueur", "joueurs"))],
    ),
    "a table and orders": ("tour: 4\nordres: rien\njoueurs: {Max: rien}\n", [(2, 1, together("ordres", "joueurs"))]),
    "a table and a key": ("tour: 4\nclé: abc\njoueurs: {Max: rien}\n", [(2, 1, WRONG_KEY)]),
    "a key in a table": ("tour: 4\njoueurs: {Max: {clé: abc, viser: 1}}\n", [(2, 17, WRONG_KEY)]),
    "a table without a turn": ("joueurs: {Max: rien}\n", [(1, 1, NO_TURN)]),
    "a table in one word": ("tour: 4\njoueurs: Max\n", [(2, 10, odd("Max", LINES))]),
    "a table of nobody": ("tour: 4\njoueurs: {}\n", [(2, 10, re.compile(r".*« ?joueurs ?».*"))]),
    "standing orders in a table": (
        "tour: 4\njoueurs: {Zoé: {permanents: {déplacement: haut}}}\n",
        [
            (
                2,
                17,
                "« permanents » : les ordres permanents ne vont pas dans un tableau. Les envoyer dans un fichier à "
                "part, qui commence par « joueur : Zoé ».",
            )
        ],
    ),
    "a table of nobody known": ('tour: 4\njoueurs:\n  "[b]\\n{{x}}": rien\n', [(3, 3, stranger("[b] {{x}}"))]),
    "a table with several faults": (
        "tour: 4\njoueurs: {Maxx: rien, Zoé: {déplacement: haud}, Kim: {move: up, tirer: oui}}\n",
        [
            (2, 11, stranger("Maxx", "Max")),
            (2, 42, odd("haud", f"{DIRECTIONS}, {CELL}", "haut")),
            (2, 65, f"Kim : {either('tirer', 'move')}"),
        ],
    ),
    # notes and keys
    "a note of 3000 characters": (
        nothing(more=f"note: {'é' * 3000}\n"),
        [(4, 7, f"« {'é' * 59}… » est trop long : 2000 caractères au plus, il y en a 3000.")],
    ),
    "a note as a list": (nothing(more="note: [a]\n"), [(4, 7, odd("[a]", "du texte"))]),
    "a colon in what is no note": (
        nothing(more="camp: attention : merci\n"),
        [
            (
                4,
                17,
                "Un deuxième deux-points sur la ligne. Des ordres s’écrivent dessous, chacun sur sa ligne après deux "
                "espaces ; un texte se met entre guillemets droits, à partir de « attention : merci ».",
            )
        ],
    ),
    "lines under a note with a colon": (
        nothing(more="note: MJ : voici\n  déplacement: haut\n"),
        [
            (
                4,
                7,
                "« MJ : voici » est déjà la valeur de cette ligne : effacer « MJ : voici » pour garder les lignes du "
                "dessous ; ou, si ce sont d’autres ordres, les aligner sur celle-ci.",
            )
        ],
    ),
    "a wrong key": (
        nothing(more="clé: ABCD-EFGH\n"),
        [(4, 1, WRONG_KEY)],
    ),
    "a key as a list": (nothing(more="clé: [a]\n"), [(4, 1, WRONG_KEY)]),
    "a key as a map": (nothing(more="clé: {a: b}\n"), [(4, 1, WRONG_KEY)]),
    "a key that is empty": (nothing(more="clé:\n"), [(4, 1, WRONG_KEY)]),
    "a key too long": (nothing(more=f"clé: {'A' * 50}\n"), [(4, 1, WRONG_KEY)]),
    "a key misspelt": (nothing(more="clés: ABCD-EFGH\n"), [(4, 1, WRONG_KEY)]),
    "a key by another word": (nothing(more="Ma clef: ABCD-EFGH\n"), [(4, 1, WRONG_KEY)]),
    "a key among the orders": (
        "joueur: Zoé\ntour: 4\nordres:\n  viser: rien\n  clé: ABCD-EFGH\n",
        [(5, 3, WRONG_KEY)],
    ),
    "a key where nothing can be read": (nothing(more="clé = ABCD-EFGH\nviser: [\n"), [(4, 1, WRONG_KEY)]),
    "a wrong key behind more faults than are told": (
        f"joueur: Zoé\ntour: 4\nordres: {{{', '.join(f'x{i}: 1' for i in range(200))}}}\nclé: ABCD-EFGH\n",
        [(4, 1, WRONG_KEY)],
    ),
    # several at once
    "several faults, in the order of the file": (
        "note: [1]\njoueur: Kim\ntour: 3\nordres:\n  déplacement: haud\n  viser: (99;99)\n  capturer: Zoé\nxyz: bleu\n",
        [
            (1, 7, odd("[1]", "du texte")),
            (3, 7, "Ces ordres sont pour le tour 3 ; attendu maintenant : tour 4."),
            (5, 16, odd("haud", f"{DIRECTIONS}, {CELL}", "haut")),
            (6, 3, either("viser", "déplacement")),
            (6, 10, off_board("(99;99)")),
            (7, 3, "« capturer » : seul un fantôme peut capturer."),
            (8, 1, unknown("xyz", ENVELOPE)),
        ],
    ),
}

# Orders of the captains, before turn 1.
SETUP: dict[str, tuple[str, str, list[Told]]] = {
    "a role misspelt": (
        "roles",
        f"joueur: Anna\nrôles: {{Anna: brutte, {ALL_ROLES}}}\n",
        [(2, 15, odd("brutte", ROLES, "Brute"))],
    ),
    "an unknown role": (
        "roles",
        f"joueur: Anna\nrôles: {{Anna: tank, {ALL_ROLES}}}\n",
        [(2, 15, odd("tank", ROLES))],
    ),
    "a role twice": (
        "roles",
        f"joueur: Anna\nrôles: {{Anna: Savant, {ALL_ROLES}}}\n",
        [(2, 134, "Le rôle Savant est déjà donné à « Anna » : pas deux fois le même rôle dans un camp.")],
    ),
    "players forgotten": (
        "roles",
        "joueur: Anna\nrôles: {Anna: brute}\n",
        [(2, 1, f"« rôles » oublie : {OTHERS}.")],
    ),
    "a player misspelt is not forgotten as well": (
        "roles",
        f"joueur: Anna\nrôles: {{Ana: brute, {ALL_ROLES}}}\n",
        [(2, 9, stranger("Ana", "Anna"))],
    ),
    "nobody known": (
        "roles",
        "joueur: Anna\nrôles: {Wxyz: brute}\n",
        [(2, 1, f"« rôles » oublie : Anna, {OTHERS}."), (2, 9, stranger("Wxyz"))],
    ),
    "another camp's player": (
        "roles",
        f"joueur: Anna\nrôles: {{Anna: brute, {ALL_ROLES}, Paul: dément}}\n",
        [(2, 158, "« Paul » n’est pas un joueur du camp bleu.")],
    ),
    "not the captain": (
        "roles",
        "joueur: Luc\nrôles: {Anna: brute}\n",
        [(1, 9, "Seul le capitaine du camp bleu, Anna, envoie ces ordres.")],
    ),
    "not the captain that the campaign names": (
        "placement",
        "joueur: Paul\nplacement: {Paul: (9;1)}\n",
        [(1, 9, "Seul le capitaine du camp rouge, Rita, envoie ces ordres.")],
    ),
    "not the captain, in a table": (
        "roles",
        "joueurs:\n  Luc: {rôles: {Anna: brute}}\n",
        [(2, 3, "Luc : Seul le capitaine du camp bleu, Anna, envoie ces ordres.")],
    ),
    "orders for a turn before there are any": (
        "roles",
        f"joueur: Anna\ntour: 3\nrôles: {{Anna: brute, {ALL_ROLES}}}\n",
        [(2, 7, "Ces ordres sont pour le tour 3 ; attendu maintenant : choix des rôles.")],
    ),
    "roles left empty": ("roles", "joueur: Anna\nrôles:\n", [(2, 1, empty("rôles"))]),
    "roles as a list": ("roles", "joueur: Anna\nrôles: [brute]\n", [(2, 8, odd("[brute]", LINES))]),
    "roles in one word": ("roles", "joueur: Anna\nrôles: brute\n", [(2, 8, odd("brute", LINES))]),
    "roles missing": ("roles", "joueur: Anna\n", [(1, 1, missing("rôles"))]),
    "camp and player": (
        "roles",
        f"camp: bleu\njoueur: Anna\nrôles: {{Anna: brute, {ALL_ROLES}}}\n",
        [(2, 1, together("joueur", "camp"))],
    ),
    "a camp misspelt": (
        "roles",
        f"camp: bleux\nrôles: {{Anna: brute, {ALL_ROLES}}}\n",
        [(1, 7, "« bleux » n’est pas un camp de cette partie. Peut-être « bleu » ?")],
    ),
    "a placement of faults": (
        "placement",
        "joueur: Rita\n"
        "placement: {Paul: (9;1), Rita: (9;1), Zoé: (1;1), Marc: (10;1), Jean: (8;1), Kim: (8;2), Lou: (8;3)}\n",
        [
            (2, 32, "La case (9;1) est déjà prise par « Paul »."),
            (2, 44, "La case (1;1) n’est pas dans la zone de départ du camp rouge."),
            (2, 57, "La case (10;1) n’est pas dans la zone de départ du camp rouge."),
        ],
    ),
    "a comma within braces": (
        "placement",
        "joueur: Rita\n"
        "placement: {Paul: (9,1), Rita: (9;2), Zoé: (9;3), Marc: (9;4), Jean: (8;1), Kim: (8;2), Lou: (8;3)}\n",
        [(2, 19, cut("(9"))],
    ),
    "a placement as a list": (
        "placement",
        "joueur: Rita\nplacement: [(9;1)]\n",
        [(2, 12, odd("[(9;1)]", LINES))],
    ),
    "a cell left empty": (
        "placement",
        "joueur: Rita\n"
        "placement: {Paul: , Rita: (9;2), Zoé: (9;3), Marc: (9;4), Jean: (8;1), Kim: (8;2), Lou: (8;3)}\n",
        [(2, 13, empty("Paul"))],
    ),
}

ACCEPTED: dict[str, tuple[str | bytes, str, str]] = {
    "a BOM": (b"\xef\xbb\xbf" + UP.encode(), "Zoé", "tu te déplaces vers le haut."),
    "CRLF": (UP.replace("\n", "\r\n"), "Zoé", "tu te déplaces vers le haut."),
    "a no-break space before the colon": (
        "joueur\u00a0: Zoé\ntour\u202f: 4\nordres\u00a0:\n  déplacement\u00a0: haut\n",
        "Zoé",
        "tu te déplaces vers le haut.",
    ),
    "one byte less than too big": (UP.encode().ljust(64 * 1024, b"#"), "Zoé", "tu te déplaces vers le haut."),
    "no accents, other case": (
        "JOUEUR: ZOE\ntour: 4\nOrdres: {DEPLACEMENT: Vers le Haut}\n",
        "Zoé",
        "tu te déplaces vers le haut.",
    ),
    **{
        f"{word} as a vote": (
            turn("Zoé", f"arrêter: {word}"),
            "Zoé",
            "tu ne fais rien ; tu votes pour arrêter la partie.",
        )
        for word in ("oui", "yes", "vrai", "true", "OUI")
    },
    **{
        f"{word} as a vote": (
            turn("Zoé", f"arrêter: {word}"),
            "Zoé",
            "tu ne fais rien ; tu ne votes pas pour arrêter.",
        )
        for word in ("non", "no", "faux", "false")
    },
    "a cell with a comma, not in brackets": (turn("Éva", "terroriser: (3,5)"), "Éva", "tu terrorises la case (3;5)."),
    "a cell with spaces": (turn("Éva", "terroriser: ( 3 ; 5 )"), "Éva", "tu terrorises la case (3;5)."),
    "nothing, of a player with nothing left": (nothing("Omar"), "Omar", "tu ne fais rien."),
    "a vote, of a player with nothing left": (
        turn("Omar", "abandonner: oui"),
        "Omar",
        "tu votes pour que ton camp abandonne.",
    ),
}

ENGLISH: dict[str, tuple[str, list[Told]]] = {
    "an order misspelt": (
        "player: Zoé\nturn: 4\norders: {moove: up}\n",
        [
            (
                3,
                10,
                "“moove”: unknown word here; possible words: move, surrender, stop. Perhaps “move”?",
            )
        ],
    ),
    "a direction misspelt": (
        "player: Zoé\nturn: 4\norders: {move: upp}\n",
        [
            (
                3,
                16,
                "“upp” is not understood here; expected: up, down, left, right, a cell such as (3;5). Perhaps “up”?",
            )
        ],
    ),
    "the writer's own words": (
        "joueur: Zoé\ntour: 4\nordres: {téléport: (1;1)}\n",
        [(3, 10, "“téléport” is the power of another role (Dément).")],
    ),
    "an unknown player": (
        "player: Zoey\nturn: 4\norders: nothing\n",
        [(1, 9, "“Zoey” is no player of this game. Perhaps “Zoé”?")],
    ),
    "another turn": (
        "player: Zoé\nturn: 3\norders: nothing\n",
        [(2, 7, "These orders are for turn 3; awaited now: turn 4.")],
    ),
    "orders missing": ("player: Zoé\nturn: 4\n", [(1, 1, "“orders” or “standing” is missing.")]),
    "orders left empty": (
        "player: Zoé\nturn: 4\norders:\n",
        [(3, 1, "“orders” is empty: to do nothing, write “nothing”.")],
    ),
    "exclusive orders": (
        "player: Anna\nturn: 4\norders: {move: up, teleport: (1;1)}\n",
        [(3, 20, "“teleport” does not go with “move”: it is one or the other.")],
    ),
    "a cell off the board": (
        "player: Éva\nturn: 4\norders: {terrorise: (10;8)}\n",
        [(3, 21, "The cell (10;8) is off the board: columns 1 to 9, rows 1 to 7.")],
    ),
}


@pytest.fixture(autouse=True, scope="module")
def hurry() -> Iterator[None]:
    """Do not wait for the disk: what survives a crash is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A campaign on disk for each phase; nothing may write into them."""
    top = tmp_path_factory.mktemp("campaigns")
    placing = State("placement", 0, midgame().roles, scores={"bleu": 0, "rouge": 0})
    states = {"turn": midgame(), "roles": None, "placement": placing}
    return {phase: write_campaign(top / phase, state=state) for phase, state in states.items()}


def told(errors: str, source: object) -> list[Told]:
    """The faults on standard error, all but the closing line."""
    told_lines = [line for line in plain(errors).splitlines()[:-1] if not line.startswith("    ")]
    lines = [line.removeprefix(f"{source}:").split(":", 2) for line in told_lines]
    return [(int(line), int(column), sentence.strip()) for line, column, sentence in lines]


def refuse(folder: Path, data: str | bytes, faults: list[Told], tmp_path: Path, *options: str) -> None:
    """``check`` tells the faults and changes nothing; ``submit`` tells and keeps them, writes to the player whose
    orders the file holds, and changes nothing else.
    """
    content = data.encode() if isinstance(data, str) else data
    file = tmp_path / "ordres.yaml"
    file.write_bytes(content)
    before = tree(folder)
    checked = adjudicator("check", folder, file, *options)
    assert checked.stdout == ""
    assert matches(told(checked.stderr, file), faults), checked.stderr
    assert checked.exit_code == 1
    assert tree(folder) == before

    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    old = unposted(contents(copy))
    submitted = adjudicator("submit", copy, file, *options)
    assert submitted.exit_code == 1
    assert submitted.stdout == ""
    assert told(submitted.stderr, file) == told(checked.stderr, file)
    new = unposted(contents(copy))
    assert {name: new.get(name) for name in old} == old
    made = {name: new[name] for name in new.keys() - old.keys()}
    letters = {name: read_letter(made.pop(name)) for name in [*made] if name.startswith("outbox/")}
    assert (made.pop("began.json", None) is None) == any(name.startswith("turns/") for name in old)
    kept = {Path(name).name: data for name, data in made.items()}
    assert {Path(name).parent.name for name in made} == {"orders"}
    assert set(kept) == {"0001.yaml", "0001.came.json", "0001.refused.json"}
    assert (kept["0001.yaml"], json.loads(kept["0001.came.json"])["name"]) == (content, str(file))
    record = json.loads(kept["0001.refused.json"])
    assert matches([(row["line"], row["column"], plain(row["message"])) for row in record["faults"]], faults)
    told_by_letter(letters, [] if record["table"] else record["players"], file, faults, *options)
    count = f"{len(faults)} faute{'s' if len(faults) > 1 else ''}"
    if not options:
        assert plain(checked.stderr).splitlines()[-1] == f"{file} : serait refusé, {count}."
        assert plain(submitted.stderr).splitlines()[-1] == f"{file} : refusé, {count} ; rien n’est changé."


def told_by_letter(
    letters: dict[str, dict[str, Any]], players: list[str], file: Path, faults: list[Told], *options: str
) -> None:
    """The player is written to, in the campaign's own language; of a table, which speaks of others too, nobody is."""
    assert [letter["player"] for letter in letters.values()] == players
    for name, letter in letters.items():
        number = campaign().players.index(letter["player"]) + 1
        assert re.fullmatch(rf"outbox/\d{{4}}-[a-z0-9-]+/receipt-0001-{number:02d}-[a-z]+\.txt", name)
        assert letter["to"] == [letter["player"]]
        stage = re.fullmatch(r"La grande partie, (.*) : tes ordres sont refusés", letter["subject"])
        assert stage is not None
        first, *lines = letter["text"]
        if [sentence for _, _, sentence in faults] == [WRONG_KEY]:  # nobody knows whose hand it was
            assert first.startswith(
                f"Un fichier est arrivé à ton nom ({stage[1]}), avec une clé qui n’est pas la tienne"
            )
        else:
            assert first.startswith(f"Tes ordres sont refusés ({stage[1]}) ; rien n’est changé.")
            assert lines.pop() in FATES
        found = told("\n".join([*lines, ""]) + "\n", file.name)  # the folders of the MJ's machine are not his affair
        if options:
            assert [fault[:2] for fault in found] == [fault[:2] for fault in faults]
            assert not any(
                "possible words" in str(sentence) or "expected:" in str(sentence) for _, _, sentence in found
            )
        else:
            assert matches(found, faults)


FATES = (
    "Le tour attend tes ordres ; si le MJ joue sans eux, tu ne fais rien.",
    "Le tour attend tes ordres : il ne peut pas se jouer sans eux.",
    "Rien n’est attendu de toi pour l’instant.",
)
"""What becomes of a player of whom nothing was accepted: a turn can be played without him, a setup cannot."""


@pytest.mark.parametrize("name", REFUSED)
def test_orders_refused(folders: dict[str, Path], tmp_path: Path, name: str) -> None:
    refuse(folders["turn"], *REFUSED[name], tmp_path)


@pytest.mark.parametrize("name", SETUP)
def test_orders_of_captains_refused(folders: dict[str, Path], tmp_path: Path, name: str) -> None:
    phase, data, faults = SETUP[name]
    refuse(folders[phase], data, faults, tmp_path)


@pytest.mark.parametrize("name", ENGLISH)
def test_orders_refused_in_english(folders: dict[str, Path], tmp_path: Path, name: str) -> None:
    refuse(folders["turn"], *ENGLISH[name], tmp_path, "--language", "en")


@pytest.mark.parametrize("name", ACCEPTED)
def test_orders_accepted(folders: dict[str, Path], tmp_path: Path, name: str) -> None:
    data, player, receipt = ACCEPTED[name]
    file = tmp_path / "ordres.yaml"
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    before = tree(folders["turn"])
    checked = adjudicator("check", folders["turn"], file)
    assert (checked.exit_code, checked.stderr) == (0, "")
    awaited = "Sans autre envoi, ces ordres seront joués quand tous les ordres seront là."
    fate = "Rien n’est attendu de toi pour l’instant." if player == "Omar" else awaited
    said = re.sub(r"^  Attention, .*\n", "", plain(checked.stdout), flags=re.MULTILINE)  # an ally stands above Zoé
    assert said == f"{file} : compris.\n  {player} : {receipt}\n  {fate}\n"
    assert tree(folders["turn"]) == before


@pytest.mark.parametrize(
    ("written", "note"),
    [
        ("note: attention : merci", "attention : merci"),
        ("note: MJ : merci", "MJ : merci"),
        ("Note : MJ : à 20:00, ou : « plus tard » ?", "MJ : à 20:00, ou : « plus tard » ?"),
        ("remarque: voici :", "voici :"),
        ("note: MJ : merci   # à relire : demain", "MJ : merci"),
        ('note: "MJ : merci"', "MJ : merci"),
        ('note: MJ\u00a0: l\'aile : "gauche"', 'MJ : l\'aile : "gauche"'),
    ],
)
def test_a_colon_in_a_note_is_one_of_its_text(written: str, note: str) -> None:
    for text in (nothing(more=f"{written}\n"), f"{written}\n{nothing()}", nothing(more=written)):
        submission = judge(text.encode(), "o.yaml", progress())
        assert (submission.faults, plain(submission.note or "")) == ([], note)


UNREADABLE = {
    "a tab": "ordres:\n\tdéplacement: au ciel\n",
    "a quote never closed": 'ordres: rien\nnote: "bonjour\n',
    "a second colon": "ordres: déplacement: au ciel\n",
    "no orders at all": "ordres:\n",
    "no standing orders at all": "permanents:\n",
    "a second document": "ordres: rien\n---\nordres: rien\n",
    "a tag": "ordres: rien\nnote: !x y\n",
    "too many bytes": "ordres: rien\n".ljust(80_000, "#"),
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("head", ["joueur: Zoé", "player : ZOE", '"joueur": "Zoé"  # moi', "JOUEUR:Zoé"])
def test_a_file_that_cannot_be_read_is_that_of_the_player_whom_it_names(name: str, head: str) -> None:
    submission = judge(f"{head}\ntour: 4\n{UNREADABLE[name]}".encode(), "o.yaml", progress())
    assert (submission.accepted, submission.players) == (False, ["Zoé"])
    assert submission.kinds == (("standing",) if "standing" in name else ("orders",))


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16"])
def test_a_file_in_an_encoding_of_windows_is_that_of_the_player_whom_it_names(encoding: str) -> None:
    assert judge(UP.encode(encoding), "o.yaml", progress()).players == ["Zoé"]


@pytest.mark.parametrize(
    "head",
    [
        "joueur: Zoé\njoueur: Max\n",
        "joueur: Zoé\njoueur: Wxyz\n",
        "joueur: Wxyz\n",
        "joueur:\n",
        "joueurs:\n  Zoé: rien\njoueur: Zoé\n",
        "  joueur: Zoé\n",
        "# joueur: Zoé\n",
        "Salut, joueur: Zoé\n",
        "",
    ],
)
def test_a_file_that_cannot_be_read_is_nobodys_where_it_names_nobody_plainly(head: str) -> None:
    submission = judge(f"{head}tour: 4\nordres: [\n".encode(), "o.yaml", progress())
    assert (submission.accepted, submission.players) == (False, [])


def test_a_file_of_which_only_the_beginning_is_read_is_larger_than_that(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    file = tmp_path / "zoe.yaml"
    file.write_bytes(UP.encode().ljust(3 << 20, b"#"))
    faults = [(1, 1, "Le fichier est trop gros : plus de 1024 Kio, pour 64 Kio au plus. N’y laisser que les ordres.")]
    assert told(adjudicator("check", folder, file).stderr, file) == faults
    assert told(adjudicator("check", folder, "-", given=file.read_bytes()).stderr, "-") == faults
    assert told(adjudicator("submit", folder, file).stderr, file) == faults
    (letter,) = (folder / "outbox" / "0002-turn-4").iterdir()
    assert read_letter(letter)["player"] == "Zoé"
    file.rename(folder / "inbox" / "zoe.yaml")
    adjudicator("submit", folder)
    left = (folder / "inbox" / "zoe.yaml").stat().st_size
    assert left == 3 << 20, "from the inbox nothing is taken of which only a part would be kept"
    assert "Dans inbox, n’est jamais pris : zoe.yaml." in plain(adjudicator("status", folder).stdout)


def test_a_file_that_cannot_be_read_may_be_for_a_later_turn() -> None:
    text = turn("Zoé", turn=6) + "\tdéplacement: haut\n"
    assert judge(text.encode(), "o.yaml", progress()).later == 6
    assert judge(text.replace("6", "60").encode(), "o.yaml", progress()).later is None
    assert judge(text.replace("6", "4").encode(), "o.yaml", progress()).later is None


@pytest.mark.parametrize("note", ["no", "oui", "4:20", "012", "1e3", "0x1F", "true", "3.14", "2024-01-01"])
def test_a_note_is_text_whatever_it_looks_like(note: str) -> None:
    submission = judge(nothing(more=f"note: {note}\n").encode(), "o.yaml", progress())
    assert (submission.faults, submission.note) == ([], note)


def test_a_bom_counts_for_nothing_and_a_wide_character_for_one() -> None:
    data = b"\xef\xbb\xbf" + "joueur: Zoé\ntour: 4\nordres: {déplacement: 😀}\n".encode()
    assert [fault.mark.column for fault in judge(data, "o.yaml", progress()).faults] == [23]


# Names that would be something else to a forum, a browser, a template, a disk, a terminal: told on one line, cut.
EVIL = {
    "[b]Zorglub[/b]": "Zorglub",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "{{ 7*7 }}{% raw %}": "{{ 7*7 }}{% raw %}",
    "{found} {0} %s": "{found} {0} %s",
    "../../etc/passwd": "../../etc/passwd",
    "a\\b": "a\\b",
    'dit "le Bref"': 'dit "le Bref"',
    "l'autre": "l'autre",
    "😀": "😀",
    "x" * 200: "x" * 59 + "…",
    "a\nb\tc": "a b c",
    "\u202ecba\u200b": " cba ",
    "a\u2028b\u0085c": "a b c",
}


@pytest.mark.parametrize("name", EVIL)
def test_an_odd_name_is_shown_on_one_line(folders: dict[str, Path], tmp_path: Path, name: str) -> None:
    file = tmp_path / "o.yaml"
    file.write_text(nothing(json.dumps(name, ensure_ascii=False)), encoding="utf-8")
    checked = adjudicator("check", folders["turn"], file)
    assert checked.exit_code == 1
    assert told(checked.stderr, file) == [(1, 9, plain(stranger(EVIL[name])))]
    assert checked.stderr.count("\n") == 2
    assert all(character.isprintable() or character in "\n\u00a0\u202f" for character in checked.stderr)


@pytest.mark.parametrize("name", ["\x1b[31mrouge.yaml", "a\nb.yaml", "x" * 200 + ".yaml", "{{ 7*7 }}[b].yaml"])
@pytest.mark.parametrize("command", ["check", "submit", "resolve"])
@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_an_odd_file_name_is_shown_on_one_line(tmp_path: Path, command: str, name: str) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    (folder / "inbox" / name).write_text(nothing("Wxyz"), encoding="utf-8")
    done = adjudicator(command, folder)
    assert done.exit_code == (3 if command == "resolve" else 1)
    assert f":1:9: {stranger('Wxyz')}" in plain(done.stderr).splitlines()[0]
    assert all(character.isprintable() or character in "\n\u00a0\u202f" for character in done.stderr)


@pytest.mark.parametrize("command", sample(["check", "submit", "resolve", "status"], 2))
@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_a_file_name_that_is_no_text(tmp_path: Path, command: str) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    name = os.fsencode(folder / "inbox") + b"/Zo\xe9.yaml"
    with open(name, "wb") as file:  # noqa: PTH123 - a name in bytes
        file.write(nothing("Wxyz").encode())
    done = run(command, str(folder))
    assert "Traceback" not in done.stderr
    assert done.returncode == {"status": 0, "resolve": 3}.get(command, 1)
    if command != "status":
        assert stranger("Wxyz") in plain(done.stderr)


# --- files named on the command line


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "adjudicator", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment(), check=False, timeout=HANG)


@pytest.mark.parametrize("command", ["check", "submit"])
def test_a_file_that_does_not_exist_or_is_a_folder(tmp_path: Path, command: str) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    good = tmp_path / "bon.yaml"
    good.write_text(UP, encoding="utf-8")
    before = contents(folder)
    done = adjudicator(command, folder, good, tmp_path / "absent.yaml")
    assert (done.exit_code, done.stdout) == (2, "")
    assert plain(done.stderr) == f"Le fichier « {tmp_path / 'absent.yaml'} » n’existe pas.\n"
    done = adjudicator(command, folder, good, tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert plain(done.stderr) == f"« {tmp_path} » est un dossier, pas un fichier.\n"
    done = adjudicator(command, folder, tmp_path, "--language", "en")
    assert (done.exit_code, done.stderr) == (2, f"“{tmp_path}” is a folder, not a file.\n")
    assert contents(folder) == before


@pytest.mark.parametrize("command", ["check", "submit"])
def test_an_unreadable_file(tmp_path: Path, command: str) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    file = tmp_path / "secret.yaml"
    file.write_text(UP, encoding="utf-8")
    before = contents(folder)
    with unreadable(file) as place:
        done = place.run(sys.executable, "-m", "adjudicator", command, str(folder), str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert plain(done.stderr) == f"Accès refusé : « {file} » ne peut pas être lu ou écrit. Rien n’a été changé.\n"
    assert contents(folder) == before


def test_check_works_in_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    (folder / "inbox" / "zoe.yaml").write_text(UP, encoding="utf-8")
    before = tree(folder)
    with read_only(folder) as place:
        done = place.run(sys.executable, "-m", "adjudicator", "check", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    assert tree(folder) == before


@pytest.mark.parametrize(("first", "player"), [("jouer: Zoé", None), ("joueur: Zoé", "Zoé")])
def test_a_player_named_by_an_order_is_not_who_sends_it(tmp_path: Path, first: str, player: str | None) -> None:
    """A forum has eaten the spaces that begin the lines."""
    folder = write_campaign(tmp_path / "partie", state=midgame())
    text = f"{first}\ntour: 4\nordres:\nconduire fantôme:\njoueur: Paul\nvers: haut\n"
    (row,) = json.loads(adjudicator("submit", folder, "-", "--json", given=text).stdout)
    assert row["players"] == ([player] if player else [])
    assert "two-players" not in [fault["code"] for fault in row["faults"]]


@pytest.mark.parametrize(
    "standing",
    ["[" + "Max, " * 2000 + "Max]", "[{ennemi voisin: [" + "Max, " * 2000 + "Max], alors: {déplacement: droite}}]"],
)
def test_of_lines_to_copy_that_are_too_many_the_first_are_shown(tmp_path: Path, standing: str) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    path = tmp_path / "a.yaml"
    path.write_text(f"joueur: Zoé\ntour: 4\nordres: rien\npermanents: {{si: {standing}}}\n", encoding="utf-8")
    done = adjudicator("check", folder, path)
    assert done.exit_code == 1
    assert "à la place" in done.stderr or "(et 1991 autres lignes)" in done.stderr
    assert len(done.stderr) < 1000


def test_a_refused_file_leaves_the_earlier_orders_as_they_are(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    file = tmp_path / "zoe.yaml"
    file.write_text(UP, encoding="utf-8")
    assert adjudicator("submit", folder, file).exit_code == 0
    before = unposted(contents(folder))
    file.write_text(UP.replace("haut", "haud"), encoding="utf-8")
    assert adjudicator("submit", folder, file).exit_code == 1
    after = contents(folder)
    assert {name: after[name] for name in before} == before
    letter = read_letter(after["outbox/0002-turn-4/receipt-0002-13-zoe.txt"])
    assert "rien n’est changé" in letter["text"][0]
    assert letter["text"][-1] == (
        "Ton dernier envoi pour l’étape en cours est refusé, et la partie attend sa correction ; si le MJ joue sans"
        " elle, ce sont tes ordres précédents qui seront joués."
    )
    row = json.loads(adjudicator("status", folder, "--json").stdout)
    assert row["received"] == ["Zoé"]
    assert [refused["source"] for refused in row["refused"]] == [str(file)]


def test_a_good_file_among_bad_ones_is_accepted(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path / "partie", state=midgame())
    for name, text in (("a", UP.replace("haut", "haud")), ("b", nothing("Max")), ("c", "[")):
        (folder / "inbox" / f"{name}.yaml").write_text(text, encoding="utf-8")
    done = adjudicator("submit", folder)
    assert done.exit_code == 1
    assert "b.yaml : accepté." in plain(done.stdout)
    assert list((folder / "inbox").iterdir()) == []
    kept = sorted(path.name for path in (folder / "turns" / "0002-turn-4" / "orders").iterdir())
    assert kept == [
        *("0001.came.json", "0001.refused.json", "0001.yaml"),
        *("0002.accepted.json", "0002.came.json", "0002.yaml"),
        *("0003.came.json", "0003.refused.json", "0003.yaml"),
    ]
    letters = sorted(path.name for path in (folder / "outbox" / "0002-turn-4").iterdir())
    assert letters == ["receipt-0001-13-zoe.txt", "receipt-0002-03-max.txt"], "whose the last file is, nobody knows"


def test_a_refused_table_is_told_to_the_mj_alone(tmp_path: Path) -> None:
    """Its faults speak of what others ordered, of whatever camp."""
    folder = write_campaign(tmp_path / "partie", state=midgame())
    table = "tour: 4\njoueurs: {Zoé: {déplacement: haud}, Max: {déplacement: haut}}\n"
    done = adjudicator("submit", folder, "-", given=table)
    assert (done.exit_code, told(done.stderr, "-")) == (1, [(2, 30, HAUD[2])])
    assert not (folder / "outbox").exists()
    assert adjudicator("submit", folder, "-", given=table.replace("haud", "gauche")).exit_code == 0
    letters = [read_letter(path) for path in sorted((folder / "outbox" / "0002-turn-4").iterdir())]
    assert [(letter["player"], letter["text"][1]) for letter in letters] == [
        ("Max", "Tu te déplaces vers le haut."),
        ("Zoé", "Tu te déplaces vers la gauche."),
    ]


def test_a_letter_speaks_the_language_of_the_campaign(tmp_path: Path) -> None:
    """Whatever the command speaks to the MJ."""
    folder = write_campaign(tmp_path / "partie", state=midgame())
    done = adjudicator("submit", folder, "-", "--language", "en", given=UP.replace("haut", "haud"))
    assert "expected: up, down, left, right" in done.stderr
    (path,) = (folder / "outbox" / "0002-turn-4").iterdir()
    assert f"Ligne 4 : {HAUD[2]}" in read_letter(path)["text"]


def test_the_answer_in_json(folders: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "zoe.yaml"
    file.write_text(UP.replace("haut", "haud"), encoding="utf-8")
    done = adjudicator("check", folders["turn"], file, "--json")
    assert (done.exit_code, done.stderr) == (1, "")
    (record,) = json.loads(done.stdout)
    (fault,) = record["faults"]
    assert plain(fault.pop("message")) == HAUD[2]
    assert fault == {
        "file": str(file),
        "line": 4,
        "column": 16,
        "code": "not-understood",
        "found": "haud",
        "expected": ["haut", "bas", "gauche", "droite", CELL],
        "suggestion": "haut",
    }


# --- hostile files


def merge_bomb() -> str:
    return "a: &a {x: 1}\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} {{<<: [*{chr(97 + i)}, *{chr(97 + i)}]}}\n" for i in range(24)
    )


@few(4)
@pytest.mark.parametrize(
    "data",
    sample(
        [
            BOMB,
            "a: &a [x, x]\n"
            + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(24)),
            merge_bomb(),
            "[" * 60_000,
            "[" * 100_000,
            "{a: " * 16_000,
            turn("Zoé", *(f"mot{i}: haut" for i in range(3500))),
            nothing(json.dumps("\\" * 30_000)),
            turn("Max", f"modifier: {{action: {'terreur ' * 7000}, avant: {'a' * 60}}}"),
            turn("Éva", "terroriser: " + "(" * 60_000),
            nothing("é" * 30_000),
            "joueur: |\n" + "  a\n" * 15_000,
            "note: " + ": " * 30_000,
            "note: a : b\n" * 5000,
            "[code]" + " " * (1 << 20),
            "[code]" * 170_000,
            "[code][/code]" * 80_000,
            "```\n" * 260_000,
            "[/b]" + "[b=" * 300_000,
            "".join(f"mot{i}: x\n" for i in range(90_000)),
        ],
        2,
    ),
    ids=lambda data: data[:20],
)
def test_a_hostile_file_is_refused_with_little_work(data: str) -> None:
    judge(b"x", "o.yaml", progress())  # what is loaded for the first file is no work for this one
    submissions: list[Any] = []
    assert calls(lambda: submissions.append(judge(data.encode(), "o.yaml", progress()))) < 200_000 + 10 * len(data)
    (submission,) = submissions
    assert not submission.accepted
    assert len(submission.faults) <= 101, "nobody reads more"


def test_a_tag_runs_nothing(folders: dict[str, Path], tmp_path: Path) -> None:
    trace = tmp_path / "pirate"
    file = tmp_path / "o.yaml"
    file.write_text(f"!!python/object/apply:os.system ['touch {trace}']\n", encoding="utf-8")
    assert adjudicator("check", folders["turn"], file).exit_code == 1
    assert not trace.exists()


# --- whatever comes

VALID = [
    *(data for data, _, _ in ACCEPTED.values() if len(data) < 1000),
    turn("Léa", "autopsie: {case: (3;3), camp: rouge}", "conduire fantôme: {joueur: Nina, vers: haut}", "anonyme: oui"),
    turn("Max", "modifier: {action: la terreur du rouge, avant: révélation bleu}"),
    turn("Nina", "capturer: Anna", "déplacement: [1, 2]") + "note: |\n  deux\n  lignes\n",
    "tour: 4\njoueurs:\n  Zoé: {déplacement: haut}\n  Kim: {tirer: oui, arrêter: non}\n  Max: rien\n",
]
VALID_SETUP = [
    f"joueur: Anna\nrôles: {{Anna: brute, {ALL_ROLES}}}\n",
    "camp: rouge\n"
    "placement: {Paul: (9;1), Rita: (9;2), Zoé: (9;3), Marc: (9;4), Jean: (8;1), Kim: (8;2), Lou: (8;3)}\n",
]
BYTES = [data.encode() if isinstance(data, str) else data for data in (*VALID, *VALID_SETUP)]
PHASES = st.sampled_from(["turn", "roles", "placement"])
PIECES = [b"", b"\n", b" ", b": ", b"- ", b"[", b"]", b"{", b"}", b"~", b"&a ", b"*a", b"!!x ", b"'", b'"', b"#", b"\t"]
PIECES += [
    b"\xff",
    "\u00a0".encode(),
    "😀".encode(),
    b"(1",
    b"2)",
    b",",
    b"joueurs: ",
    b"Zo\xc3\xa9",
    b"rien",
    b"oui",
    b"0",
]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A valid file with a few pieces put in, taken out or doubled."""
    data = draw(st.sampled_from(BYTES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        piece = draw(st.sampled_from(PIECES) | st.just(data[start:end] * 2) | st.binary(max_size=3))
        data = data[:start] + piece + data[end:]
    return data


WORDS = st.sampled_from(
    re.findall(
        r"\S+",
        """
        joueur player tour turn ordres orders joueurs players note clé camp rôles placement déplacement téléport
        sanctifier révéler modifier autopsie conduire_fantôme anonyme viser tirer terroriser échanger attirer capturer
        abandonner arrêter deuxième_déplacement action avant après case vers Zoé Anna Max Léa Éva Kim Nina Omar Rita
        bleu rouge haut brute oui non rien 4 0 -1 (1;1) (99;99) (1 2) terreur_rouge visée_bleu
        """,
    )
)
VALUES = st.recursive(
    WORDS | st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
DOCUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "joueur": st.sampled_from(["Zoé", "Anna", "Max", "Léa", "Éva", "Kim", "Nina", "Omar", "Rita"]) | VALUES,
        "camp": st.just("bleu") | VALUES,
        "tour": st.just(4) | VALUES,
        "clé": VALUES,
        "note": VALUES,
        "ordres": st.dictionaries(WORDS, VALUES, max_size=4) | VALUES,
        "joueurs": st.dictionaries(WORDS, VALUES, max_size=3) | VALUES,
        "rôles": st.dictionaries(WORDS, VALUES, max_size=3) | VALUES,
        "placement": st.dictionaries(WORDS, VALUES, max_size=3) | VALUES,
    },
)


def judged(data: bytes, phase: str) -> None:
    """Whatever the bytes: no exception, and each fault can be said in both languages, at a place in the file."""
    submission = judge(data, "o.yaml", progress(phase))
    text = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode(errors="replace")
    lines = text.split("\n")
    for fault in submission.faults:
        assert 1 <= fault.mark.line <= len(lines)
        assert 1 <= fault.mark.column <= len(lines[fault.mark.line - 1]) + 1
        for language in ("fr", "en"):
            sentence = campaign().voice(language).fault(fault)
            assert sentence
            assert "\n" not in sentence
            assert "[''" not in sentence
    marks = [fault.mark for fault in submission.faults]
    assert marks == sorted(marks)
    if submission.accepted:
        for said in submission.receipts.values():
            assert len(campaign().voice().receipt(said)) > 1


@pytest.mark.parametrize("data", BYTES, ids=range(len(BYTES)))
def test_the_files_to_mutate_are_valid(data: bytes) -> None:
    phase = "roles" if "rôles".encode() in data else "placement" if b"\nplacement" in data else "turn"
    assert judge(data, "o.yaml", progress(phase)).faults == []


@given(st.binary(max_size=200), PHASES)
@example(b"\xff", "turn")
def test_random_bytes_never_raise(data: bytes, phase: str) -> None:
    judged(data, phase)


@given(mutated(), PHASES)
@examples(100)
@example(turn("Zoé", "arrêter: [oui]").encode(), "turn")
@example(turn("Max", "modifier: terreur rouge").encode(), "turn")
@example("joueur: Anna\nrôles: [brute]\n".encode(), "roles")
def test_mutations_of_valid_files_never_raise(data: bytes, phase: str) -> None:
    judged(data, phase)


@given(DOCUMENTS, PHASES)
@examples(100)
def test_documents_of_known_words_never_raise(document: dict[str, object], phase: str) -> None:
    judged(json.dumps(document, ensure_ascii=False).replace("_", " ").encode(errors="replace"), phase)
