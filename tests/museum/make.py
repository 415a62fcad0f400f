"""Write the campaigns of the museum as a version of the program leaves them on disk.

    python tests/museum/make.py 0.1

writes ``tests/museum/0.1`` (or some of its campaigns, named behind it) with the ``adjudicator`` of the Python that runs
this: only its command line is used, in processes of their own, at set times and with set seeds, so that the same
version writes the same bytes each time. Each campaign becomes one archive.
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

MUSEUM = Path(__file__).parent
INDEX = "index.json"
"""Beside the campaigns of a version, see ``README.md``."""
LONG_AGO = 315532800
"""The beginning of 1980: when all files of an archive were written, before whatever a test writes."""

SEED = "0123456789abcdef0123456789abcdef"
FOUR = f"""\
jeu: tsewnart
titre: Le gué
plateau: {{taille: 5x2, topologie: fermé}}
camps:
  bleu: {{zone: {{colonnes: 1}}, joueurs: [Anna, Luc]}}
  rouge: {{zone: {{colonnes: 5}}, joueurs: [Paul, Zoé]}}
graine: {SEED}
"""
ENGLISH = f"""\
game: tsewnart
title: Round the pond
language: en
board: {{size: 4x4, topology: torus}}
camps:
  Foxes: {{zone: {{rows: 1}}, players: [Alice, Ben]}}
  Herons: {{zone: {{rows: 3}}, players: [Dylan, Erin]}}
options: {{ghosts: hidden, reasons: yes}}
seed: {SEED}
"""
MIDDLE = f"""\
jeu: tsewnart
titre: « La <tour> » [de] Sorlin & Cie
plateau: {{taille: 5x3, topologie: bouée}}
camps:
  bleu: {{zone: {{colonnes: 1}}, joueurs: [{{nom: Anna, courriel: anna@example.org, forum: Anna_7}}, Luc, Max]}}
  rouge: {{capitaine: Zoé, zone: {{colonnes: 5}}, joueurs: [Paul, Zoé]}}
options: {{révéler à: public, raisons: oui}}
forum: phpbb
échéance: {{jours: 3, heure: "20:00", fuseau: Europe/Paris, grâce: 2, relances: [24, 3]}}
absents: permanents
absences:
  - {{joueur: Luc, du: 25/11/2026, au: 29/11/2026}}
  - {{joueur: Zoé, du: 26/11/2026, au: 5/12/2026, remplaçant: {{nom: Hana, courriel: hana@example.org}}}}
graine: {SEED}
"""
DEADLINE = 'échéance: {jours: 3, heure: "20:00", grâce: 2, relances: [24]}\n'
FLEET = f"""\
jeu: resistance
titre: La flotte
joueurs: [Anna, {{nom: Bruno, personnage: Laura Roslin}}, Chloé, Denis, {{nom: Emma, personnage: Gaius Baltar}}]
graine: {SEED}
"""
"""Bruno is a Cylon."""

ROLES = (
    "joueur: Anna\nrôles: {Anna: brute, Luc: agile}\n",
    "joueur: Paul\nrôles: {Paul: terreur, Zoé: savant}\n",
)
PLACES = (
    "joueur: Anna\nplacement: {Anna: (1;1), Luc: (1;2)}\n",
    "joueur: Paul\nplacement: {Paul: (5;1), Zoé: (5;2)}\n",
)


class Campaign:
    """A campaign being played; ``now`` is on the clock of Paris, ``orders`` are those with which it goes on.

    ``was`` is ``campaign.yaml`` before it was changed in the middle of the game.
    """

    def __init__(self, folder: Path, text: str, now: str = "2026-11-20 10:00") -> None:
        self.folder = folder
        self.orders: list[str] = []
        self.was: str | None = None
        self.at(now)
        (folder / "inbox").mkdir(parents=True)
        (folder / "campaign.yaml").write_text(text, encoding="utf-8", newline="")

    def at(self, now: str) -> None:
        """Let it be ``now``; it is winter."""
        self.now = datetime.fromisoformat(now.replace(" ", "T") + ":00+01:00").isoformat()

    def do(self, command: str, *options: str, stdin: str = "", codes: tuple[int, ...] = (0,)) -> str:
        """Run a command on the campaign; it must end with one of these exit statuses. Return what it printed."""
        line = [sys.executable, "-m", "adjudicator", command, self.folder.name, *options]
        names = dict.fromkeys(("LOGNAME", "USER", "LNAME", "USERNAME"), "MJ")
        env = os.environ | names | {"ADJUDICATOR_NOW": self.now}
        data = stdin.encode()
        done = subprocess.run(line, input=data, capture_output=True, check=False, env=env, cwd=self.folder.parent)
        out = (done.stdout + done.stderr).decode()
        if done.returncode not in codes:
            sys.exit(f"{' '.join(line)} ended with {done.returncode}:\n{stdin}\n{out}")
        return out

    def cron(self) -> None:
        """Let cron come, whether it calls the MJ or not."""
        self.do("run", "--all", codes=(0, 1))

    def send(self, *texts: str, code: int = 0) -> None:
        """Submit texts, each by itself."""
        for text in texts:
            self.do("submit", "-", stdin=text, codes=(code,))

    def drop(self, name: str, text: str) -> None:
        """Put a file into the inbox, saved there now."""
        path = self.folder / "inbox" / name
        path.write_text(text, encoding="utf-8", newline="")
        when = datetime.fromisoformat(self.now).timestamp()
        os.utime(path, (when, when))

    def edit(self, change: Callable[[str], str]) -> None:
        """Change ``campaign.yaml`` in the middle of the game."""
        path = self.folder / "campaign.yaml"
        self.was = path.read_text(encoding="utf-8")
        path.write_text(change(self.was), encoding="utf-8", newline="")

    def play(self, *texts: str, force: bool = False) -> None:
        """Submit texts and play the stage."""
        self.send(*texts)
        self.do("resolve", *(["--force"] if force else []))


# Tsewnart ------------------------------------------------------------------------------------------------------


def placed(folder: Path, text: str = FOUR) -> Campaign:
    """A game of two camps of two, before its first turn."""
    game = Campaign(folder, text)
    game.play(*ROLES)
    game.play(*PLACES)
    return game


def tsewnart_roles(folder: Path) -> Campaign:
    """Before the roles are chosen: a file is received, and one refused."""
    game = Campaign(folder, FOUR + DEADLINE)
    game.drop("anna.txt", f"Bonjour !\n[code]\n{ROLES[0]}note: à bientôt\n[/code]\n")
    game.do("submit")
    game.send("joueur: Paul\nrôles: {Paul: Terreurr, Zoé: brute}\nclef: 1\n", code=1)
    game.orders = [ROLES[1]]
    return game


def tsewnart_placement(folder: Path) -> Campaign:
    """Awaiting the placement; a file waits in the inbox."""
    game = Campaign(folder, FOUR + DEADLINE)
    game.play(*ROLES)
    game.at("2026-11-20 12:00")
    game.cron()
    game.drop("anna.yaml", PLACES[0])
    game.orders = [PLACES[1]]
    return game


def tsewnart_middle(folder: Path) -> Campaign:
    """Turn 4, with all that a campaign may keep: absences, standing orders, orders ahead, acts, visits, reminders."""
    game = Campaign(folder, MIDDLE)
    game.send("joueurs:\n  Anna: {rôles: {Anna: archer, Luc: agile, Max: mystique}}\n")
    game.drop("zoe.eml", "joueur: Zoé\nrôles: {Zoé: savant, Paul: terreur}\n")
    game.cron()
    game.at("2026-11-20 10:15")
    game.drop("anna.txt", "camp: bleu\nplacement: {Anna: (1;1), Luc: (1;2), Max: (1;3)}\n")
    game.drop("zoe.txt", "joueur: Zoé\nplacement: {Paul: (5;1), Zoé: (5;2)}\nnote: enfin !\n")
    game.cron()
    game.at("2026-11-20 10:30")
    game.drop("max.txt", "joueur: Max\ntour: 1\nordres:\n  reveler: (9;9)\n  viser: 2\n")
    game.cron()
    game.at("2026-11-21 20:00")
    game.send(
        "tour: 1\njoueurs:\n  Anna: {viser: (3;1)}\n  Luc: {déplacement: droite}\n  Max: {révéler: (5;1)}\n"
        "  Paul: {terroriser: (1;3)}\n",
        "joueur: Zoé\ntour: 1\nordres: {déplacement: gauche}\nnote: MJ : et si je m’absente ?\n",
    )
    game.cron()
    game.send("joueur: Paul\ntour: 2\npermanents: {déplacement: gauche}\n")
    game.send("joueur: Max\ntour: 3\nordres: {déplacement: haut}\n")
    game.send("joueur: Luc\ntour: 4\nordres: {déplacement: (9;9)}\n", code=1)
    game.do("hold", "--reason", "le forum est en panne", "--by", "Zoé")
    game.cron()
    game.at("2026-11-22 21:00")
    game.cron()
    game.do("release", "--reason", "il remarche", "--by", "Zoé")
    game.do("extend", "--more", "1j", "--reason", "une panne", "--by", "Zoé")
    game.send("tour: 2\njoueurs:\n  Anna: {tirer: oui}\n  Luc: {déplacement: haut}\n  Zoé: {attirer: gauche}\n")
    game.at("2026-11-24 20:00")
    game.cron()
    game.at("2026-11-25 22:15")
    game.cron()
    game.send("joueur: Anna\ntour: 3\nordres: {déplacement: bas}\npermanents: {déplacement: haut}\n")
    game.at("2026-11-27 09:00")
    game.cron()
    game.send("joueur: Zoé\ntour: 3\nordres: rien\n")
    game.at("2026-11-28 22:15")
    game.cron()
    (_,) = game.folder.glob("turns/*-turn-3/result")
    turn_4(game)
    return game


def turn_4(game: Campaign) -> None:
    """Begin the turn that is awaited in the middle of the game."""
    game.at("2026-11-29 12:00")
    game.do("extend", "--until", "2/12/2026 21:00", "--reason", "la neige", "--by", "Zoé")
    game.do("hold", "--until", "30/11/2026 08:00", "--reason", "la neige encore", "--by", "Zoé")
    game.at("2026-11-30 09:00")
    game.cron()
    game.do("release", "--reason", "elle fond", "--by", "Zoé")
    game.send("joueur: Anna\ntour: 4\nordres: {viser: (3;2)}\nnote: MJ : est-ce bien ma case ?\n")
    game.send("joueur: Luc\ntour: 4\nordres: {voler: haut}\n", code=1)
    game.send("joueur: Luc\ntour: 4\nordres: {déplacement: rien}\n", code=1)
    game.send("joueur: Max\ntour: 6\nordres: {déplacement: bas}\n")
    game.send("joueur: Max\ntour: 7\nordres: {déplacement: (1;1), tirer: oui}\n", code=1)
    game.at("2026-12-01 21:30")
    game.cron()
    game.at("2026-12-02 12:00")
    game.cron()
    game.drop("zoe.txt", "joueur: Zoé\r\ntour: 4\r\nordres:\r\n  déplacement: haut\r\n")


def tsewnart_braked(folder: Path) -> Campaign:
    """Held by ``run``, for too many orders are missing."""
    game = placed(folder, FOUR + DEADLINE + "absents: rien\n")
    game.send("joueur: Anna\ntour: 1\nordres: {déplacement: droite}\n")
    game.at("2026-11-21 10:00")
    game.cron()
    game.at("2026-11-22 20:00")
    game.cron()
    game.at("2026-11-23 22:00")
    game.cron()
    return game


def tsewnart_over(folder: Path) -> Campaign:
    """Stopped by a vote in the second turn; in English, on a board without edges."""
    game = Campaign(folder, ENGLISH)
    game.play(
        "camp: Foxes\nroles: {Alice: demented, Ben: religious}\n",
        "camp: Herons\nroles: {Dylan: tactician, Erin: professor}\n",
    )
    game.play(
        "player: Alice\nplacement: {Alice: (1;1), Ben: (2;1)}\n",
        "player: Dylan\nplacement: {Dylan: (1;3), Erin: (2;3)}\n",
    )
    game.play(
        "turn: 1\nplayers:\n  Alice: {teleport: (1;2)}\n  Ben: {sanctify: (2;2)}\n"
        "  Dylan: {move: up}\n  Erin: {reorder: {action: move of the Tacticien Herons, before: teleport Foxes}}\n",
        force=True,
    )
    stop = "".join(f"  {name}: {{stop: yes}}\n" for name in ("Alice", "Ben", "Dylan", "Erin"))
    game.play(f"turn: 2\nplayers:\n{stop}", force=True)
    game.cron()
    return game


def tsewnart_edited(folder: Path) -> Campaign:
    """In the middle of a game the title and the deadline were changed."""
    game = placed(folder, FOUR + DEADLINE)
    game.send("joueur: Anna\ntour: 1\nordres: {déplacement: droite}\n")
    game.cron()
    game.edit(lambda text: text.replace("Le gué", "Le grand gué").replace("jours: 3", "jours: 4"))
    game.at("2026-11-21 10:00")
    game.cron()
    game.send("joueur: Zoé\ntour: 1\nordres: {déplacement: gauche}\n")
    return game


def tsewnart_interrupted(folder: Path) -> Campaign:
    """A stage was published and the program stopped before it was announced."""
    game = placed(folder, FOUR + DEADLINE)
    game.send("tour: 1\njoueurs: {Anna: rien, Luc: rien, Paul: rien, Zoé: rien}\n")
    before = game.folder.with_name("before")
    shutil.copytree(game.folder, before, copy_function=shutil.copy2)
    game.do("resolve")
    (result,) = game.folder.glob("turns/*-turn-1/result")
    result.rename(before / result.relative_to(game.folder))
    shutil.rmtree(game.folder)
    before.rename(game.folder)
    return game


def tsewnart_unjudged(folder: Path) -> Campaign:
    """A file was stored, and the program stopped before it was judged."""
    game = placed(folder)
    game.send("joueur: Luc\ntour: 1\nordres: {déplacement: droite}\n")
    game.send("joueur: Anna\ntour: 1\nordres: {déplacement: droite}\nnote: me voilà\n")
    (verdict,) = game.folder.glob("turns/*-turn-1/orders/0002.accepted.json")
    verdict.unlink()
    (letter,) = game.folder.glob("outbox/*-turn-1/receipt-0002-*")
    letter.unlink()
    return game


# Resistance ----------------------------------------------------------------------------------------------------


def resistance_deal(folder: Path) -> Campaign:
    """Before the deal; cron has come and calls the MJ."""
    game = Campaign(folder, FLEET + DEADLINE)
    game.cron()
    return game


def resistance_vote(folder: Path) -> Campaign:
    """In a vote: some have voted, one was refused, one has no vote yet."""
    game = Campaign(folder, FLEET + DEADLINE + "absents: rien\n")
    game.do("resolve")
    game.play("joueur: Bruno\ntour: 1\nordres: {escadron: Anna et Laura Roslin}\n")
    game.send("joueur: Anna\ntour: 2\nordres: {vote: frak non}\nnote: jamais\n")
    game.send("joueur: Chloé\ntour: 2\nordres: {vote: peut-être}\n", code=1)
    game.at("2026-11-21 10:00")
    game.cron()
    game.send("joueur: Gaius Baltar\ntour: 2\nordres: {vote: oui}\n")
    return game


def resistance_mission(folder: Path) -> Campaign:
    """In a mission, held by the MJ."""
    game = Campaign(folder, FLEET)
    game.do("resolve")
    game.play("joueur: Bruno\ntour: 1\nordres: {escadron: [Anna, Bruno]}\n")
    game.play("tour: 2\njoueurs: {Anna: {vote: oui}, Bruno: {vote: oui}, Chloé: {vote: oui}}\n", force=True)
    game.send("joueur: Bruno\ntour: 3\nordres: {mission: réussite}\n")
    game.do("hold", "--reason", "vacances", "--by", "Zoé")
    game.at("2026-11-21 10:00")
    game.cron()
    return game


def resistance_ahead(folder: Path) -> Campaign:
    """Orders ahead, and standing orders that serve no more since ``campaign.yaml`` was changed."""
    game = Campaign(folder, FLEET + DEADLINE + "absents: permanents\n")
    game.do("resolve")
    game.send("joueur: Denis\ntour: 1\npermanents: {vote: oui, mission: réussite}\n")
    game.play("joueur: Bruno\ntour: 1\nordres: {escadron: [Bruno, Denis]}\n")
    game.send("joueur: Emma\ntour: 4\nordres: {vote: non}\n")
    game.send("joueur: Emma\ntour: 5\nordres: {vote: jamais}\n", code=1)
    game.send("joueur: Chloé\ntour: 2\nordres: {vote: non}\npermanents: {escadron: 'Chloé, Anna, Emma'}\n")
    game.cron()
    game.edit(lambda text: text.replace("absents: permanents", "absents: rien"))
    game.at("2026-11-21 10:00")
    game.cron()
    return game


def resistance_over(folder: Path) -> Campaign:
    """Over: one mission, then a round of rejected squads."""
    game = Campaign(folder, FLEET.replace("La flotte", "La dernière flotte"))
    game.do("resolve")
    game.play("joueur: Bruno\ntour: 1\nordres: {escadron: [Anna, Bruno]}\n")
    game.play("tour: 2\njoueurs: {Anna: {vote: oui}, Bruno: {vote: oui}, Denis: {vote: oui}}\n", force=True)
    game.play("tour: 3\njoueurs: {Bruno: {mission: échec}}\n", force=True)
    for _ in range(5):
        game.do("resolve", "--force")
    return game


# What is mended -------------------------------------------------------------------------------------------------

WHY = ("--public", "Un ordre avait été mal recopié.", "--reason", "Luc, bas au lieu de droite", "--by", "Zoé", "--yes")


def two_turns(folder: Path, text: str = FOUR) -> Campaign:
    """Two turns of a game of two camps of two have been played."""
    game = placed(folder, text)
    game.play(
        "tour: 1\njoueurs:\n  Anna: {déplacement: droite}\n  Luc: rien\n  Paul: rien\n  Zoé: {déplacement: gauche}\n"
    )
    game.at("2026-11-20 12:00")
    game.play("tour: 2\njoueurs:\n  Anna: rien\n  Luc: {déplacement: droite}\n  Paul: rien\n  Zoé: rien\n")
    return game


def tsewnart_taken_back(folder: Path) -> Campaign:
    """Two turns have been taken back, one order put right, nothing played again yet."""
    game = two_turns(folder, FOUR + DEADLINE)
    game.send("joueur: Anna\ntour: 3\nordres: {déplacement: droite}\n")
    game.at("2026-11-20 18:00")
    game.do("undo", "--to", "tour 1", *WHY)
    game.send("joueur: Luc\ntour: 1\nordres: {déplacement: droite}\n")
    game.cron()
    return game


def tsewnart_mended(folder: Path) -> Campaign:
    """Amended, taken back, played again; a seat has changed hands, and somebody has left."""
    game = two_turns(folder)
    game.do("amend", "-", *WHY, stdin="tour: 3\ntable: {pièces: {Paul: {case: (4;1)}}, scores: {rouge: 1}}\n")
    game.play("tour: 3\njoueurs: {Anna: rien, Luc: rien, Paul: rien, Zoé: rien}\n")
    game.at("2026-11-21 10:00")
    game.do("undo", "--to", "tour 2", *WHY)
    game.do("replay", "--by", "Zoé", "--yes")
    game.do("replace", "Luc=Hana", "--email", "hana@example.org", *WHY)
    game.do("leave", "Paul", *WHY)
    game.send("joueur: Hana\ntour: 4\nordres: {déplacement: haut}\n")
    game.orders = ["joueur: Anna\ntour: 4\nordres: rien\n", "joueur: Zoé\ntour: 4\nordres: rien\n"]
    return game


def tsewnart_by_hand(folder: Path) -> Campaign:
    """Played by hand until turn 7; the table is amended, nothing has been played here."""
    game = Campaign(folder, FOUR)
    pieces = "{Anna: {rôle: brute, case: (2;1), blessée: oui}, Paul: {rôle: archer, case: (4;2)}, Luc: rien, Zoé: rien}"
    game.do("amend", "-", *WHY, stdin=f"tour: 7\ntable: {{pièces: {pieces}, scores: {{rouge: 1}}}}\n")
    game.send("joueur: Anna\ntour: 7\nordres: {déplacement: droite}\n")
    game.orders = ["joueur: Paul\ntour: 7\nordres: rien\n"]
    return game


def resistance_mended(folder: Path) -> Campaign:
    """A vote was taken back, corrected, and played again: another stage has come of it."""
    game = Campaign(folder, FLEET)
    game.do("resolve")
    game.play("joueur: Bruno\ntour: 1\nordres: {escadron: [Anna, Bruno]}\n")
    game.play("tour: 2\njoueurs: {Anna: {vote: oui}, Bruno: {vote: oui}, Chloé: {vote: oui}}\n", force=True)
    game.do("undo", *WHY)
    game.send("tour: 2\njoueurs: {Anna: {vote: non}, Bruno: {vote: non}}\n")
    game.do("replay", "--yes", "--by", "Zoé")
    game.do("replace", "Emma=Farid", *WHY)
    return game


def tsewnart_exported(folder: Path) -> Campaign:
    """Over, with the file that was given to the players."""
    game = tsewnart_over(folder)
    game.do("export", f"{folder.name}/export.json")
    return game


def tsewnart_words(folder: Path) -> Campaign:
    """Draws hang on words of the players too; two of four sent one."""
    game = Campaign(folder, FOUR.replace("titre:", "aléa: joueurs\ntitre:"))
    game.send(ROLES[0] + "aléa: pastèque\n", "joueur: Luc\naléa: 4 8 15\n")
    game.play(ROLES[1])
    game.play(*PLACES)
    game.play(
        "tour: 1\njoueurs:\n  Anna: {déplacement: droite}\n  Luc: {déplacement: droite}\n"
        "  Paul: {déplacement: gauche}\n  Zoé: {déplacement: gauche}\n"
    )
    game.send("joueur: Anna\ntour: 2\nordres: {déplacement: droite}\n")
    others = ("joueur: Luc\ntour: 2\nordres: rien\n", "joueur: Paul\ntour: 2\nordres: {déplacement: gauche}\n")
    game.orders = [*others, "joueur: Zoé\ntour: 2\nordres: rien\n"]
    return game


MENDED = (
    tsewnart_taken_back,
    tsewnart_mended,
    tsewnart_by_hand,
    tsewnart_exported,
    resistance_mended,
    tsewnart_words,
)
"""What versions from 0.3 on can do."""
CAMPAIGNS = (
    tsewnart_roles,
    tsewnart_placement,
    tsewnart_middle,
    tsewnart_braked,
    tsewnart_over,
    tsewnart_edited,
    tsewnart_interrupted,
    tsewnart_unjudged,
    resistance_deal,
    resistance_vote,
    resistance_mission,
    resistance_ahead,
    resistance_over,
)


def made(version: str, wanted: Sequence[str]) -> None:
    """Write the campaigns of a version; those ``wanted`` by the names of their functions, all if none are."""
    said = subprocess.run([sys.executable, "-m", "adjudicator", "--version"], capture_output=True, check=True).stdout
    number = said.decode().split()[-1]
    if not f"{number}.".startswith(f"{version}."):
        sys.exit(f"this Python has adjudicator {number}, not {version}")
    case = MUSEUM / version
    case.mkdir()  # what is in the museum is never written again
    index = {}
    every = (*CAMPAIGNS, *(MENDED if float(version) >= 0.3 else ()))
    for make in [make for make in every if not wanted or make.__name__ in wanted]:
        name = make.__name__.replace("_", "-")
        with TemporaryDirectory(prefix="adjudicator-museum-") as temporary:
            game = make(Path(temporary) / name)
            status = json.loads(game.do("status", "--json", "--files"))
            settle(game.folder)
            (case / f"{name}.tar.xz").write_bytes(lzma.compress(packed(game.folder), preset=9))
            index[name] = {"now": game.now, "orders": game.orders, "was": game.was, "status": status}
        print(name, make.__doc__, sep=": ")
    text = json.dumps(index, ensure_ascii=False, indent=1) + "\n"
    (case / INDEX).write_text(text, encoding="utf-8", newline="")


def settle(folder: Path) -> None:
    """Take away what git does not keep, and what a machine decides: by what number it knows a file."""
    (folder / ".lock").unlink(missing_ok=True)
    for path in sorted(folder.rglob("*.came.json")):
        came = json.loads(path.read_bytes())
        if came.get("identity"):
            seal = came.pop("sha256")
            if seal != seal_of(came):
                sys.exit(f"{path}: not sealed as this script knows it; its identity cannot be settled")
            came["identity"] = [0] * len(came["identity"])
            text = json.dumps({**came, "sha256": seal_of(came)}, ensure_ascii=False, indent=1)
            path.write_text(text + "\n", encoding="utf-8", newline="")
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def packed(folder: Path) -> bytes:
    """Return the files of a folder as a tar archive: the same files are the same bytes, whoever wrote them and when."""
    data = io.BytesIO()
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(paths):
            about = tarfile.TarInfo(name)
            about.size, about.mtime = paths[name].stat().st_size, LONG_AGO
            with paths[name].open("rb") as file:
                archive.addfile(about, file)
    return data.getvalue()


def seal_of(value: dict[str, object]) -> str:
    """Return the hash that a sealed file keeps of itself."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    made(sys.argv[1], sys.argv[2:])
