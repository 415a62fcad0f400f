"""Two checkouts of the program do the same: the same answers, the same files, byte for byte.

    python tests/same_bytes.py BEFORE AFTER --turns 2000 --jobs 2

plays random turns of each game, the example campaigns, ``demo``, the adjudication cases and all pages of help with
both; ``BEFORE`` and ``AFTER`` are checkouts, each with a ``.venv`` or else run by this Python. The work is cut into
chunks by game and seed; both sides are given the same commands and the same order files. What differs is shown by its
first place in each chunk; ``--chunk NAME`` repeats one.

Without ``--exact`` some differences do not count, all in ``Norm``: JSON files may gain ``format`` and ``edition``,
with what that does to hashes of them (``sha256``, ``made_of``, ``MANIFEST.json``, the digest of a dry run).

This script is for the time of a rebuilding and goes with it.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

STAGES_A_CHUNK = 20
SHOWN = 40
"""Lines that are shown of a difference."""


# What counts as the same ---------------------------------------------------------------------------------------


class Norm:
    """Outputs and files as they are compared."""

    DROPPED = ("format", "edition", "sha256", "made_of")
    """Keys at the top of a JSON file that may differ."""
    HEX = re.compile(r"[0-9a-f]{64}")

    def __init__(self, exact: bool) -> None:
        self.exact = exact

    def output(self, args: Sequence[str], text: str) -> str:
        """Return what a command printed, without what may differ: the digest of a dry run, the version."""
        if self.exact:
            return text
        if "--version" in args or (args[0] == "new" and "--help" in args):  # its options for a board are others now
            return ""
        if "--dry-run" in args and "--json" in args:
            return re.sub(r'("manifest": )"[0-9a-f]{64}"', r'\1"DIGEST"', text)
        if "--dry-run" in args:  # the digest is told in the last line; the hash of the seed stands in the report
            before, newline, last = text.rstrip("\n").rpartition("\n")
            return before + newline + self.HEX.sub("DIGEST", last)
        return text

    def file(self, path: str, data: bytes) -> bytes:
        """Return a file of a campaign without what may differ."""
        if not path.endswith(".json") or data.lstrip()[:1] != b"{":
            return data
        value = json.loads(data)
        if path.endswith("reminded.json") and not self.exact:  # its reminders stand below a name of their own now
            return json.dumps(value.get("reminders", {key: v for key, v in value.items() if key != "sha256"})).encode()
        if path.endswith("MANIFEST.json"):
            return data if self.exact else self._manifest(value, data)
        dropped = () if self.exact else self.DROPPED
        if value.get("identity"):  # by what a machine knows a file: another each time
            value["identity"], dropped = "the machine's", (*dropped, "sha256")
        elif self.exact:
            return data
        written = {**value, "identity": json.loads(data).get("identity")} if "identity" in value else value
        style = self._style(written, data)
        kept = {key: one for key, one in value.items() if key not in dropped}
        return (style + json.dumps(kept, ensure_ascii=False, indent=1)).encode()

    def _manifest(self, value: dict[str, Any], data: bytes) -> bytes:
        files = {name: "" if name.endswith(".json") else digest for name, digest in value["files"].items()}
        rest = {key: one for key, one in value.items() if key not in (*self.DROPPED, "files")}
        return (self._style(value, data) + json.dumps([files, rest], ensure_ascii=False, indent=1)).encode()

    @staticmethod
    def _style(value: Any, data: bytes) -> str:
        """Return how a JSON file is laid out, that this too is compared."""
        for indent in (None, 1, 2):
            for ascii_only in (False, True):
                for end in ("", "\n"):
                    if (json.dumps(value, ensure_ascii=ascii_only, indent=indent) + end).encode() == data:
                        return f"{indent} {ascii_only} {end!r}\n"
        return "laid out in another way\n"


# A campaign that is played at random ---------------------------------------------------------------------------


class Chunk:
    """Commands given to one side; each is a step with a label and what came of it."""

    def __init__(self, norm: Norm, folder: str, name: str, full: bool) -> None:
        self.norm, self.full = norm, full
        self.rng = random.Random(name)
        self.folder = folder
        self.count: Counter[str] = Counter()
        self.steps: list[tuple[str, str]] = []
        self.now = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)

    def step(self, label: str, came: str) -> None:
        """Keep what came of a step: as a hash, or whole where the chunk is repeated to be looked at."""
        self.steps.append((label, came if self.full else sha256(came.encode()).hexdigest()[:16]))

    def do(self, *args: str, stdin: str | bytes = "") -> tuple[int, str]:
        """Run a command in this process; return its exit status and what it printed."""
        import click
        from click.testing import CliRunner

        from adjudicator.cli import main as line

        given = stdin.encode() if isinstance(stdin, str) else stdin
        os.environ["ADJUDICATOR_NOW"] = self.now.isoformat()
        (main,) = {id(one): one for one in vars(line).values() if isinstance(one, click.Group)}.values()
        result = CliRunner().invoke(main, list(args), input=given)
        self.count["commands"] += 1
        crash = ""
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            crash = "".join(traceback.format_exception_only(result.exception))
            self.count["crashes"] += 1
        out = result.stdout_bytes.decode("utf-8", "replace")
        err = result.stderr_bytes.decode("utf-8", "replace")
        said = f"exit {result.exit_code}\n--- stdout\n{self.norm.output(args, out)}--- stderr\n{err}{crash}"
        self.step(f"{' '.join(args)} <<< {given!r} at {self.now:%m-%d %H:%M}", said)
        return result.exit_code, out

    def files(self) -> None:
        """Keep every file of the campaign, and count what is in it."""
        for path in sorted(Path(self.folder).rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            if path.is_dir() or path.name == ".lock":
                continue
            data = path.read_bytes()
            self.step(f"file {self.folder}/{name}", self.norm.file(name, data).decode("utf-8", "backslashreplace"))
            self.count["files sent"] += name.endswith(".came.json")
            self.count["accepted"] += name.endswith(".accepted.json")
            self.count["letters"] += name.startswith("outbox/")
            if name.endswith(".refused.json"):
                self.count["refused"] += 1
                self.count["faults"] += len(json.loads(data)["faults"])

    # What is known of the campaign

    def status(self, *options: str) -> dict[str, Any]:
        """Return what ``status --json`` says, or nothing where it says nothing."""
        _, out = self.do("status", self.folder, "--json", *options)
        try:
            told: dict[str, Any] = json.loads(out)
        except ValueError:
            return {}
        return told

    def state(self) -> dict[str, Any]:
        """Return the state after the last stage, for plausible orders."""
        results = sorted(Path(self.folder).glob("turns/*/result/state.json"))
        if not results:
            return {}
        state: dict[str, Any] = json.loads(results[-1].read_bytes())
        return state

    def key_of(self, number: int) -> str:
        """Return the key of the player of a number, which stands in his last report."""
        reports = sorted(Path(self.folder).glob(f"turns/*/result/reports/player-{number:02d}-*.txt"))
        found = re.findall(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b", reports[-1].read_text("utf-8")) if reports else []
        return found[0] if found else "AAAA-BBBB"

    def yes(self, share: float) -> bool:
        """Return True so often."""
        return self.rng.random() < share

    def pick(self, *options: Any) -> Any:
        """Return one of these."""
        return self.rng.choice(options)


NAMES = (
    "Anna",
    "Luc",
    "Max",
    "Paul",
    "Rita",
    "Zoé",
    "Élodie",
    "Jean-Paul",
    "Zoé d’Arc",
    "Ines",
    "Chloé",
    "Omar",
    "Yann",
)
CAMPS = (("bleu", "rouge", "vert"), ("Lune", "Soleil", "Étoiles"), ("Foxes", "Herons", "Otters"))
CHARACTERS = ("William Adama", "Laura Roslin", "Kara Thrace", "Gaius Baltar", "Saul Tigh")
NOTES = (
    "à lundi !",
    "MJ : suis-je bien là ?",
    '"un # et [des] crochets"',
    "<b>gras</b> & [i]italique[/i] *x* _y_",
    "Quoi : encore ?",
    "'c''est fini'",
    "|\n  deux\n  lignes",
    "I am late, sorry",
)
HEAD = {  # what the lines of a file are called, in French and in English
    "player": (("joueur",), ("player",)),
    "players": (("joueurs",), ("players",)),
    "camp": (("camp",), ("camp",)),
    "turn": (("tour",), ("turn",)),
    "key": (("clé", "clef"), ("key",)),
    "orders": (("ordres", "ordre"), ("orders", "order")),
    "standing": (("permanents", "ordres permanents"), ("standing", "standing orders")),
    "note": (("note", "remarque"), ("note",)),
    "nothing": (("rien", "je ne fais rien", "ne rien faire"), ("nothing", "none")),
    "yes": (("oui", "vrai"), ("yes", "true")),
    "no": (("non", "faux"), ("no", "false")),
    "roles": (("rôles",), ("roles",)),
    "placement": (("placement", "placements"), ("placement",)),
    "move": (("déplacement", "déplacer", "se déplacer"), ("move",)),
    "teleport": (("téléport", "téléportation"), ("teleport",)),
    "sanctify": (("sanctifier", "sanctification"), ("sanctify",)),
    "reveal": (("révéler", "révélation"), ("reveal",)),
    "extra": (("déplacement supplémentaire", "second déplacement"), ("extra move",)),
    "reorder": (("modifier", "modification"), ("reorder",)),
    "action": (("action",), ("action",)),
    "before": (("avant",), ("before",)),
    "after": (("après",), ("after",)),
    "examine": (("autopsie", "examiner"), ("examine",)),
    "steer": (("conduire fantôme", "conduire un fantôme"), ("steer ghost",)),
    "to": (("vers",), ("to",)),
    "conceal": (("anonyme", "rester anonyme"), ("conceal",)),
    "aim": (("viser", "visée"), ("aim",)),
    "shoot": (("tirer", "flèche", "tir"), ("shoot",)),
    "terrorise": (("terroriser", "terreur"), ("terrorise", "terrorize")),
    "swap": (("échanger", "échange"), ("swap",)),
    "pull": (("attirer", "attirance"), ("pull",)),
    "capture": (("capturer", "capture"), ("capture",)),
    "surrender": (("abandonner", "abandon"), ("surrender",)),
    "stop": (("arrêter", "arrêt"), ("stop",)),
    "up": (("haut", "en haut", "vers le haut"), ("up",)),
    "down": (("bas", "en bas", "vers le bas"), ("down",)),
    "left": (("gauche", "à gauche", "vers la gauche"), ("left",)),
    "right": (("droite", "à droite", "vers la droite"), ("right",)),
    "squad": (("escadron", "équipe"), ("squad", "team")),
    "target": (("cible", "mission visée"), ("target",)),
    "vote": (("vote", "voter"), ("vote",)),
    "mission": (("mission", "carte", "carte mission"), ("mission", "card")),
    "for": (("oui", "pour", "approuve", "frak oui"), ("yes", "approve", "so say we all")),
    "against": (("non", "contre", "je rejette", "frak non"), ("no", "reject", "frak no")),
    "success": (("réussite", "réussie", "succès"), ("success", "succeed")),
    "failure": (("échec", "échouée", "sabotage"), ("failure", "fail")),
}
STEPS = {  # what the Professeur may move, by what it is called in both languages
    "shoot": ("flèche", "shoot"),
    "terrorise": ("terreur", "terrorise"),
    "move-brute": ("déplacement de la Brute", "move brute"),
    "move-agile": ("déplacement de l’Agile", "move of the Agile"),
    "sanctify": ("sanctification", "sanctify"),
    "teleport": ("téléport", "teleport"),
    "move-savant": ("déplacement du Savant", "move savant"),
    "swap": ("échange", "swap"),
}
ROLES = (
    *("Brute", "Dément", "Religieux", "Mystique", "Agile", "Professeur"),
    *("Croque-Mort", "Archer", "Terreur", "Tacticien", "Savant"),
)
DIRECTIONS = ("up", "down", "left", "right")
Orders = list[tuple[str, str]]
"""Lines of orders: a word as it is called in ``HEAD``, and its value as YAML."""


class Writer:
    """Writes order files in the words of a language, well or badly."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk, self.rng = chunk, chunk.rng
        self.english = chunk.yes(0.3)

    def word(self, name: str) -> str:
        """Return one of the words for something, in one of its spellings."""
        word: str = self.rng.choice(HEAD[name][self.english])
        return self.rng.choice((word,) * 6 + (plain(word), word.upper(), word.capitalize()))

    def cell(self, column: int, row: int, flow: bool = True) -> str:
        """Return a cell as people write it; between braces it has its brackets."""
        forms = [f"({column};{row})"] * 4
        return self.rng.choice(
            forms if flow else [*forms, f"{column};{row}", f"[{column}, {row}]", f"({column},{row})"]
        )

    def block(self, orders: Orders, flow: bool) -> str:
        """Return orders as the value of a line."""
        if not orders:
            return " " + self.word("nothing") + "\n"
        lines = [f"{self.word(name)}: {value}" for name, value in orders]
        return f" {{{', '.join(lines)}}}\n" if flow else "\n" + "".join(f"  {line}\n" for line in lines)

    def file(self, player: str, turn: int | None, parts: dict[str, Orders], flow: bool, key: str = "") -> str:
        """Return an order file; ``parts`` are ``orders``, ``standing`` and the like."""
        lines = [f"{self.word('player')}: {spelt(self.rng, player)}\n"]
        lines += [f"{self.word('turn')}: {turn}\n"] if turn else []
        lines += [f"{self.word('key')}: {key}\n"] if key else []
        if self.chunk.yes(0.15):
            self.rng.shuffle(lines)
        lines += [f"{self.word(part)}:{self.block(orders, flow)}" for part, orders in parts.items()]
        lines += [f"{self.word('note')}: {self.rng.choice(NOTES)}\n"] if self.chunk.yes(0.2) else []
        return self.wrapped("".join(lines))

    def table(self, turn: int | None, rows: dict[str, str]) -> str:
        """Return a table of many players' orders, each with its flow of YAML."""
        head = f"{self.word('turn')}: {turn}\n" if turn else ""
        return f"{head}{self.word('players')}:\n" + "".join(f"  {name}:{row}" for name, row in rows.items())

    def wrapped(self, text: str) -> str:
        """Return a file as a forum or a mail would bring it."""
        kinds: list[Callable[[str], str]] = [
            lambda text: f"Bonjour !\n[code]\n{text}[/code]\n-- \nmoi\n",
            lambda text: text.replace("\n", "\r\n"),
            lambda text: f"# ordres\n{text}\n\n",
            lambda text: f"```yaml\n{text}```\n",
            lambda text: "\ufeff" + text,
            lambda text: (
                f"From: x@example.org\nDate: Fri, 20 Nov 2026 08:{self.rng.randint(10, 59)}:00 +0000\n\n"
                f"[code]\n{text}[/code]\n"
            ),
        ]
        return self.rng.choice(kinds)(text) if self.chunk.yes(0.12) else text

    def spoilt(self, text: str) -> str | bytes:
        """Return a file in which something is wrong."""
        rng = self.rng
        at = rng.randrange(len(text))
        lines = text.splitlines(keepends=True)
        line = rng.randrange(len(lines))
        kinds: list[Callable[[], str | bytes]] = [
            lambda: text[:at] + text[at + 1 :],
            lambda: text[:at] + rng.choice("xéz:;[]{}'\"\t#&*|") + text[at:],
            lambda: re.sub(r"(\w)(\w)(\w)", r"\2\1\3", text, count=rng.randint(1, 3)),
            lambda: re.sub(r"\(\d;", "(9;", text) if "(" in text else text.replace(": ", ": (9;9) ", 1),
            lambda: re.sub(r"(?im)^(tour|turn): \d+", rf"\1: {rng.choice((0, 1, 99, 'x', '', 2, 3))}", text),
            lambda: "".join([*lines[:line], lines[line], *lines[line:]]),
            lambda: "".join([*lines[:line], *lines[line + 1 :]]),
            lambda: text.replace("\n", "\n\t", 2),
            lambda: text + f"  {rng.choice(('voler', 'tirer', 'shoot', 'autopsie', 'vote', 'xyz'))}: oui\n",
            lambda: text + f"{rng.choice(('permanents', 'standing', 'ordres', 'camp', 'clé'))}: {rng.choice(NOTES)}\n",
            lambda: text.encode("latin-1", "replace"),
            lambda: text.encode("utf-16"),
            lambda: text + "\x00",
            lambda: text + "ordres: [\n",
            lambda: f"[code]{text}[/code]\n[code]{text}[/code]\n",
            lambda: text.replace("\n  ", "\n"),
            lambda: re.sub(
                r"(?im)^(joueur|player): .*", r"\1: " + rng.choice(("Persone", "Ann", "", "[a]", "42")), text
            ),
            lambda: "",
            lambda: "bonjour, je me déplace à droite\n",
        ]
        return rng.choice(kinds)()


def plain(text: str) -> str:
    """Return a text without accents."""
    return "".join(one for one in unicodedata.normalize("NFD", text) if not unicodedata.combining(one))


def spelt(rng: random.Random, name: str) -> str:
    """Return a name as people write it."""
    return rng.choice((name,) * 6 + (plain(name), name.lower(), name.upper()))


class Play:
    """A campaign from its beginning, stage by stage, with all that MJ, cron and players may do."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk, self.rng = chunk, chunk.rng
        self.players: list[str] = []
        self.clock = chunk.yes(0.75)
        chunk.now = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
        Path(chunk.folder).mkdir(parents=True)
        (Path(chunk.folder) / "inbox").mkdir()
        (Path(chunk.folder) / "campaign.yaml").write_text(self.campaign() + self.common(), encoding="utf-8", newline="")

    def campaign(self) -> str:
        """Return what ``campaign.yaml`` says of the game, and set ``players``."""
        raise NotImplementedError

    def letter(self, writer: Writer, player: str, told: dict[str, Any], state: dict[str, Any]) -> dict[str, Orders]:
        """Return what a player may well send in the stage awaited: ``orders`` and the like."""
        raise NotImplementedError

    def standing(self, writer: Writer, player: str, state: dict[str, Any]) -> Orders:
        """Return standing orders that a player may well leave."""
        raise NotImplementedError

    def first(self, writer: Writer, told: dict[str, Any]) -> list[str]:
        """Return good files for a stage before the first turn, which nobody can do without."""
        return []

    def common(self) -> str:
        """Return the lines of ``campaign.yaml`` that every game knows."""
        pick, yes = self.chunk.pick, self.chunk.yes
        text = f"graine: {self.rng.getrandbits(128):032x}\n"
        text += "language: en\n" if yes(0.25) else ""
        text += f"forum: {pick('forumactif', 'phpbb')}\n" if yes(0.4) else ""
        if not self.clock:
            return text
        days = pick("jours: 1", "jours: 2", "jours: 3", "chaque: [lundi, jeudi]", "jours fixes: [mardi]")
        more = pick("", ', heure: "21:30"', ", fuseau: Europe/Paris", ", fuseau: America/Montreal, heure: '08:00'")
        more += pick("", "", ", grâce: 2", ", grâce: 12") + pick("", ", relances: [24, 3]", ", relances: [48]")
        text += f"échéance: {{{days}{more}{pick('', '', '', ', dès que complet: non')}}}\n"
        text += pick("", "absents: rien\n", "absents: permanents\n", "absents: permanents\n", "absents: attendre\n")
        if yes(0.3):
            away = self.rng.sample(self.players, 2)
            more = pick("", ", remplaçant: Hana", ", remplaçant: {nom: Hana, courriel: h@example.org}")
            text += f"absences:\n  - {{joueur: {away[0]}, du: {pick(20, 22)}/11/2026, au: 26/11/2026{more}}}\n"
            text += f"  - {{joueur: {away[1]}, du: 2026-11-25, au: 2026-12-{pick('02', '20')}}}\n"
        return text + pick("", "", "frein: {manquants: 100}\n", "frein: {manquants: 80, silence: 72}\n")

    # A stage

    def stage(self) -> bool:
        """Play the stage awaited; return whether one was."""
        told = self.chunk.status()
        if told.get("phase") in (None, "over"):
            return False
        self.later(0, 20)
        self.sent(told)
        self.asides(told)
        for attempt in range(4):
            self.play(attempt)
            if self.moved(told):
                break
            if attempt >= 1:
                self.settled(told)
        else:
            self.chunk.count["stuck"] += 1
            return False
        self.chunk.count["turns"] += bool(told["turn"])
        self.chunk.count["stages"] += 1
        self.looked_at()
        return True

    def moved(self, told: dict[str, Any]) -> bool:
        """Return whether the stage awaited has been played."""
        stages = len(list(Path(self.chunk.folder).glob("turns/*/result")))
        before, self.played = getattr(self, "played", 0), stages
        return stages > before

    def later(self, least: int, most: int) -> None:
        """Let some hours go by."""
        self.chunk.now += timedelta(hours=self.rng.randint(least, most), minutes=self.rng.choice((0, 15, 20)))

    def sent(self, told: dict[str, Any]) -> None:
        """Let the players send what they send."""
        chunk, state = self.chunk, self.chunk.state()
        awaited = [*told["missing"], *told["received"], *told.get("away", [])]
        writer = Writer(chunk)
        rows: dict[str, str] = {}
        tabled = chunk.yes(0.5)
        for player in self.players:
            if not chunk.yes(0.8 if player in awaited else 0.06):
                continue
            parts = self.letter(writer, player, told, state)
            if tabled and "orders" in parts and told["turn"] and chunk.yes(0.7):
                rows[player] = writer.block(parts["orders"], flow=True)
                continue
            for _ in range(1 + chunk.yes(0.15)):
                writer = Writer(chunk)
                self.brought(self.one_file(writer, player, told, state, self.letter(writer, player, told, state)))
        if rows:
            text: str | bytes = writer.table(told["turn"], rows)
            if chunk.yes(0.15):
                self.brought(writer.spoilt(str(text)))
            self.brought(text)

    def one_file(
        self, writer: Writer, player: str, told: dict[str, Any], state: dict[str, Any], parts: dict[str, Orders]
    ) -> str | bytes:
        """Return a file of one player: for this stage or a later one, good or not."""
        yes, turn = self.chunk.yes, told["turn"]
        if turn and yes(0.12):
            parts = {**(parts if yes(0.5) else {}), "standing": self.standing(writer, player, state)}
        if turn and yes(0.08):
            turn += self.rng.randint(1, 4)
        key = ""
        if state and yes(0.15):
            right = self.chunk.key_of(self.players.index(player) + 1)
            key = self.chunk.pick(right, right.lower().replace("-", " "), right, right, right, "AAAA-BBBB", "~")
        text = writer.file(player, turn, parts, self.chunk.yes(0.4), key)
        return writer.spoilt(text) if yes(0.2) else text

    def brought(self, text: str | bytes) -> None:
        """Bring a file to the program, in one of the ways there are."""
        chunk, folder = self.chunk, self.chunk.folder
        data = text.encode() if isinstance(text, str) else text
        options = [*(["--json"] if chunk.yes(0.3) else []), *self.language()]
        if chunk.yes(0.12):
            chunk.do("check", folder, "-", *options, stdin=data)
        way = self.rng.random()
        if way < 0.65:
            chunk.do("submit", folder, "-", *options, stdin=data)
            return
        self.number = getattr(self, "number", 0) + 1
        where = Path(folder) / "inbox" if way < 0.9 else Path()
        path = where / f"{self.number:02d}-{chunk.pick('a', 'é', 'message', '-')}.{chunk.pick('txt', 'yaml', 'eml')}"
        path.write_bytes(data)
        when = chunk.now.timestamp() + self.rng.randint(-600, 0)
        os.utime(path, (when, when))
        if way >= 0.9:
            chunk.do("submit", folder, path.as_posix(), *options)
            path.unlink()
        elif chunk.yes(0.3):
            chunk.do(chunk.pick("submit", "check", "submit"), folder, *options)

    def language(self) -> list[str]:
        """Return options for a language, now and then."""
        return ["--language", self.chunk.pick("en", "fr")] if self.chunk.yes(0.15) else []

    def asides(self, told: dict[str, Any]) -> None:
        """Do what an MJ does besides."""
        do, folder, yes, pick = self.chunk.do, self.chunk.folder, self.chunk.yes, self.chunk.pick
        if yes(0.3):
            do("status", folder, *pick([], ["--public"], ["--files"], ["--json", "--files"], ["--public", "--json"]))
        if yes(0.1):
            do("status", folder, "--at", f"{self.chunk.now + timedelta(hours=30):%d/%m/%Y %H:%M}", *self.language())
        if yes(0.2):
            do("template", folder, "--for", self.rng.choice(self.players), *self.language())
        if yes(0.03):
            do("template", folder, "--schema")
        if yes(0.2):
            do("run", folder, *pick([], ["--all"], ["--quiet"], ["--json"]))
        if yes(0.06):
            do("hold", folder, "--reason", pick("panne", "vacances & co"), "--by", "Zoé", *self.language())
            if yes(0.6):
                do("release", folder, "--reason", "on reprend", "--by", "Zoé")
        if yes(0.08):
            more = pick("1j", "6h", "2j", "0h", "x")
            do("extend", folder, "--more", more, "--reason", "le forum", "--by", "Zoé", *self.language())
        if yes(0.07):
            self.edited()
        if yes(0.3):
            options = [*(["--force"] if yes(0.6) else []), *(["--json"] if yes(0.3) else []), *self.language()]
            do("resolve", folder, "--dry-run", *options)

    def edited(self) -> None:
        """Change ``campaign.yaml`` in the middle of the game: mostly what may be changed."""
        path = Path(self.chunk.folder) / "campaign.yaml"
        text = path.read_text(encoding="utf-8")
        change = self.chunk.pick(
            ("absents: rien", "absents: permanents"),
            ("absents: permanents", "absents: rien"),
            ("jours: 2", "jours: 4"),
            ("titre: ", "titre: Un "),
            ("forum: phpbb", "forum: forumotion"),
            ("graine: ", "graine: 0"),
        )
        path.write_text(text.replace(*change), encoding="utf-8", newline="")
        self.chunk.do("status", self.chunk.folder)
        if change[0] == "graine: ":
            path.write_text(text, encoding="utf-8", newline="")

    def play(self, attempt: int) -> None:
        """Play, by hand or by cron."""
        do, folder = self.chunk.do, self.chunk.folder
        if self.clock and attempt == 0 and self.chunk.yes(0.35):
            self.later(10, 60)
            do("run", folder, *self.chunk.pick([], ["--all"], ["--quiet"], ["--json"]), *self.language())
            return
        force = ["--force"] if attempt or self.chunk.yes(0.4) else []
        do("resolve", folder, *force, *self.language())

    def settled(self, told: dict[str, Any]) -> None:
        """Do away with what keeps a stage from being played."""
        if self.chunk.status().get("held"):
            self.chunk.do("release", self.chunk.folder, "--reason", "on joue", "--by", "Zoé")
        writer = Writer(self.chunk)
        for text in self.first(writer, told):
            self.chunk.do("submit", self.chunk.folder, "-", stdin=text)

    def looked_at(self) -> None:
        """Read a report or two."""
        readers = ["public", "mj", *(f"player:{name}" for name in self.players)]
        for _ in range(2):
            options = [
                "--for",
                self.rng.choice(readers),
                "--format",
                self.chunk.pick("text", "bbcode", "markdown", "html"),
            ]
            options += ["--forum", self.chunk.pick("phpbb", "forumotion")] if self.chunk.yes(0.2) else []
            options += ["--max-chars", "900"] if self.chunk.yes(0.15) else []
            self.chunk.do("report", self.chunk.folder, *options, *self.language())


# The games -----------------------------------------------------------------------------------------------------


class Tsewnart(Play):
    """A small board, two or three camps of two to four."""

    def campaign(self) -> str:
        pick, rng = self.chunk.pick, self.rng
        self.names = pick(*CAMPS)[: pick(2, 2, 3)]
        each = rng.randint(2, 4)
        drawn = rng.sample(NAMES, each * len(self.names))
        self.camps = {camp: drawn[i * each : (i + 1) * each] for i, camp in enumerate(self.names)}
        self.players = drawn
        self.columns, self.rows = rng.randint(4, 7), rng.randint(max(each, 3), 5)
        self.zones = dict(zip(self.names, (1, self.columns, self.columns // 2 + 1), strict=False))
        board = f"{{taille: {self.columns}x{self.rows}, topologie: {pick('fermé', 'bouée', 'sphérique')}}}"
        text = (
            f"jeu: tsewnart\ntitre: {pick('Le gué', 'La <tour> & [le] pont', 'L’Éclipse')}\nplateau: {board}\ncamps:\n"
        )
        for camp, players in self.camps.items():
            captain = f"capitaine: {players[-1]}, " if self.chunk.yes(0.3) else ""
            text += f"  {camp}: {{{captain}zone: {{colonnes: {self.zones[camp]}}}, joueurs: [{', '.join(players)}]}}\n"
        options = [pick("révéler à: public", "fantômes: cachés", "raisons: oui") for _ in range(rng.randint(0, 1))]
        return text + (f"options: {{{', '.join(options)}}}\n" if options else "")

    def first(self, writer: Writer, told: dict[str, Any]) -> list[str]:
        if told["phase"] not in ("roles", "placement"):
            return []
        return [f"camp: {camp}\n{told['phase']}:{self.chosen(writer, told['phase'], camp)}" for camp in self.camps]

    def chosen(self, writer: Writer, phase: str, camp: str) -> str:
        players = self.camps[camp]
        if phase == "roles":
            chosen = [spelt(self.rng, role) for role in self.rng.sample(ROLES, len(players))]
        else:
            rows = self.rng.sample(range(1, self.rows + 1), len(players))
            chosen = [f"({self.zones[camp]};{row})" for row in rows]
        return " {" + ", ".join(f"{name}: {one}" for name, one in zip(players, chosen, strict=True)) + "}\n"

    def one_file(
        self, writer: Writer, player: str, told: dict[str, Any], state: dict[str, Any], parts: dict[str, Orders]
    ) -> str | bytes:
        if told["phase"] == "turn":
            return super().one_file(writer, player, told, state, parts)
        camp = next(camp for camp, players in self.camps.items() if player in players)
        who = f"camp: {camp}" if self.chunk.yes(0.2) else f"{writer.word('player')}: {player}"
        text = writer.wrapped(f"{who}\n{writer.word(told['phase'])}:{self.chosen(writer, told['phase'], camp)}")
        return writer.spoilt(text) if self.chunk.yes(0.2) else text

    def letter(self, writer: Writer, player: str, told: dict[str, Any], state: dict[str, Any]) -> dict[str, Orders]:
        if told["phase"] != "turn":
            return {}
        return {"orders": self.orders(writer, player, state)}

    def standing(self, writer: Writer, player: str, state: dict[str, Any]) -> Orders:
        orders = self.orders(writer, player, state)
        return [one for one in orders if one[0] not in ("surrender", "stop", "shoot")]

    def orders(self, writer: Writer, player: str, state: dict[str, Any]) -> Orders:
        yes, rng = self.chunk.yes, self.rng
        votes: Orders = [(rng.choice(("stop", "surrender")), writer.word("yes"))] if yes(0.01) else []
        ghost = state.get("ghosts", {}).get(player)
        piece = state.get("pieces", {}).get(player)
        if ghost:
            taken = [("capture", rng.choice([*state["ghosts"], *self.players]))] if yes(0.5) else []
            return [("move", self.step(writer, ghost)), *taken, *votes]
        if not piece or yes(0.06):
            return votes
        if yes(0.04):
            piece = {**piece, "role": rng.choice([plain(role).lower() for role in ROLES])}  # another's power
        return [*self.power(writer, piece, state), *votes]

    def power(self, writer: Writer, piece: dict[str, Any], state: dict[str, Any]) -> Orders:
        """Return what a piece may do by its role: its power, or a move, or both."""
        step, yes = self.step(writer, piece), self.chunk.yes
        move: Orders = [("move", step)]
        cell = self.cell(writer)
        role = piece["role"]
        if not yes(0.7):
            return move
        if role == "professeur":
            item, other = (self.step_of(writer) for _ in range(2))
            where = writer.word(self.rng.choice(("before", "after")))
            return [("reorder", f"{{{writer.word('action')}: {item}, {where}: {other}}}")]
        if role == "croque-mort":
            ghosts = list(state.get("ghosts", {}).values())
            cells = [writer.cell(*ghost["cell"]) for ghost in ghosts] or [cell]
            to = f"{{case: {cells[0]}, {writer.word('to')}: {writer.word(self.rng.choice(DIRECTIONS))}}}"
            more = self.rng.choice((("examine", cells[0]), ("steer", to)))
            return [*move, more, *([("conceal", writer.word("yes"))] if yes(0.3) else [])]
        if role == "archer":
            return [("shoot", writer.word("yes"))] if piece.get("aimed") else [("aim", self.cell(writer, piece, 2))]
        return {
            "dement": [("teleport", cell)] if not piece.get("teleports") or yes(0.1) else move,
            "religieux": [("sanctify", self.cell(writer, piece, 1))],
            "mystique": [("reveal", self.cell(writer, piece, 3))],
            "agile": [*move, ("extra", self.step(writer, piece))],
            "terreur": [("terrorise", self.cell(writer, piece, 3))],
            "tacticien": [*move, ("swap", step)],
            "savant": [("pull", writer.word(self.rng.choice(DIRECTIONS)))],
        }.get(role, move)

    def step_of(self, writer: Writer) -> str:
        word = self.rng.choice(list(STEPS.values()))[writer.english]
        return f"{word} {self.rng.choice(self.names)}"

    def step(self, writer: Writer, piece: dict[str, Any]) -> str:
        """Return where a piece may go: a direction, or a cell beside its own."""
        column, row = piece["cell"]
        towards = [
            name
            for name, inside in zip(
                DIRECTIONS, (row > 1, row < self.rows, column > 1, column < self.columns), strict=True
            )
            if inside or self.chunk.yes(0.1)
        ]
        towards += ["right"] * (self.camps[self.names[0]].count(piece["player"]) and column < self.columns)
        name = self.rng.choice(towards or ["up"])
        if self.chunk.yes(0.8):
            return writer.word(name)
        dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[name]
        return writer.cell(column + dx, row + dy)

    def cell(self, writer: Writer, piece: dict[str, Any] | None = None, far: int = 0) -> str:
        """Return a cell of the board, not too far from a piece if one is given."""
        column, row = self.rng.randint(1, self.columns), self.rng.randint(1, self.rows)
        if piece is not None and self.chunk.yes(0.85):
            across = self.rng.randint(0, far)
            down = far - across if far == 2 else self.rng.randint(0, far - across)
            column = min(max(piece["cell"][0] + across * self.rng.choice((-1, 1)), 1), self.columns)
            row = min(max(piece["cell"][1] + down * self.rng.choice((-1, 1)), 1), self.rows)
        return writer.cell(column, row)


SQUADS = {5: (2, 3, 2, 3, 3), 6: (2, 3, 4, 3, 4), 7: (2, 3, 3, 4, 4), 8: (3, 4, 4, 5, 5)}


class Resistance(Play):
    """Five to eight at the table."""

    def campaign(self) -> str:
        pick, rng = self.chunk.pick, self.rng
        self.players = rng.sample(NAMES, rng.randint(5, 8))
        characters = rng.sample(CHARACTERS, 5)
        rows = [
            f"{{nom: {name}, personnage: {characters[i]}, courriel: x{i}@example.org}}"
            if i < 5 and pick(0, 0, 1)
            else name
            for i, name in enumerate(self.players)
        ]
        self.targeted = self.chunk.yes(0.2)
        options = ["attaques ciblées: oui"] if self.targeted else []
        options += [pick("cylons isolés: oui", "sièges: tirage", "rejets: partie", "vote manquant: ignoré")] * pick(
            0, 0, 1
        )
        options += ["sans escadron: tirage"] * pick(0, 0, 1)
        text = f"jeu: resistance\ntitre: {pick('La flotte', 'Le silence du <DRADIS> [2]')}\njoueurs:\n"
        text += "".join(f"  - {row}\n" for row in rows)
        return text + (f"options: {{{', '.join(options)}}}\n" if options else "")

    def letter(self, writer: Writer, player: str, told: dict[str, Any], state: dict[str, Any]) -> dict[str, Orders]:
        yes, phase = self.chunk.yes, told["phase"]
        if yes(0.03):
            phase = self.rng.choice(("proposal", "vote", "mission"))
        if phase == "vote":
            return {"orders": [("vote", writer.word("for" if yes(0.6) else "against"))]}
        if phase == "mission":
            return {"orders": [("mission", self.card(writer, player, state))]}
        done = {mission["number"] for mission in state.get("missions", [])}
        open_ones = [number for number in range(1, 6) if number not in done] or [1]
        target = self.rng.choice(open_ones[:3]) if self.targeted else open_ones[0]
        size = SQUADS[len(self.players)][target - 1] + (self.rng.choice((-1, 1)) if yes(0.08) else 0)
        squad = self.squad(size)
        return {"orders": [*([("target", str(target))] if self.targeted else []), ("squad", squad)]}

    def standing(self, writer: Writer, player: str, state: dict[str, Any]) -> Orders:
        left: Orders = [
            ("vote", writer.word(self.rng.choice(("for", "against")))),
            ("mission", self.card(writer, player, state)),
            ("squad", self.squad(max(SQUADS[len(self.players)]))),
        ]
        return self.rng.sample(left, self.rng.randint(1, 3))

    def card(self, writer: Writer, player: str, state: dict[str, Any]) -> str:
        cylon = player in state.get("cylons", [])
        return writer.word("failure" if (cylon and self.chunk.yes(0.6)) or self.chunk.yes(0.05) else "success")

    def squad(self, size: int) -> str:
        names = [spelt(self.rng, name) for name in self.rng.sample(self.players, min(size, len(self.players)))]
        return self.chunk.pick(f"[{', '.join(names)}]", f'"{", ".join(names)}"', f"[{', '.join(names)}]")


GAMES: dict[str, type[Play]] = {"tsewnart": Tsewnart, "resistance": Resistance}


# Chunks --------------------------------------------------------------------------------------------------------


def played_at_random(chunk: Chunk, game: str) -> None:
    """Play campaigns until there are stages enough."""
    name = chunk.folder
    for number in range(1, STAGES_A_CHUNK):
        chunk.folder = f"{name}-{number}"
        play = GAMES[game](chunk)
        while play.stage() and chunk.count["stages"] < STAGES_A_CHUNK:
            pass
        chunk.do("status", chunk.folder)
        chunk.files()
        if chunk.count["stages"] >= STAGES_A_CHUNK:
            return


def example(chunk: Chunk, source: Path) -> None:
    """Play an example campaign with its orders, and read all its reports."""
    folder = Path(chunk.folder)
    folder.mkdir()
    shutil.copyfile(source / "campaign.yaml", folder / "campaign.yaml")
    shutil.copytree(source / "orders", "orders")
    while (told := chunk.status("--files")).get("phase") not in (None, "over"):
        label = told["phase"] + (f"-{told['turn']}" if told["turn"] else "")
        for path in sorted(Path("orders", label).glob("*")):
            chunk.do("submit", chunk.folder, path.as_posix())
        chunk.do("resolve", chunk.folder, "--dry-run", "--force")
        if chunk.do("resolve", chunk.folder, "--force")[0] != 0:
            break
        for form in ("text", "bbcode", "markdown", "html"):
            for language in ("fr", "en"):
                for reader in ("public", "mj"):
                    chunk.do("report", chunk.folder, "--for", reader, "--format", form, "--language", language)
    chunk.files()


COMMANDS = (
    *("new", "submit", "check", "template", "status", "resolve", "report", "run"),
    *("hold", "release", "extend", "cases", "demo"),
)


def other_commands(chunk: Chunk, material: Path) -> None:
    """Read the help, begin campaigns, play the demonstrations and the cases."""
    chunk.do("--version")
    for language in ("fr", "en"):
        chunk.do("--help", "--language", language)
        for command in COMMANDS:
            chunk.do(command, "--help", "--language", language)
            chunk.do(command, "--language", language)
            chunk.do(command, "nowhere", "--wrong", "--language", language)
        for game in ("tsewnart", "resistance"):
            chunk.do("demo", "--game", game, "--language", language)
        chunk.do("demo", f"demo-{language}", "--language", language)
    shutil.copytree(material / "tests" / "cases", "cases")
    chunk.do("cases", "cases")
    chunk.do("cases", "cases", "--json", "--language", "en")
    for number, options in enumerate(
        (
            ["--camp", "bleu=Anna,Luc", "--camp", "rouge=Paul,Zoé"],
            ["--camp", "a=A,B,C", "--camp", "b=D,E,F", "--camp", "c=G,H,I", "--language", "en"],
            ["--game", "resistance", "--players", "Anna,Bruno,Chloé,Denis,Emma"],
            ["--game", "resistance", "--players", "Anna"],
            ["--camp", "bleu=Anna"],
        )
    ):
        chunk.do("new", f"new-{number}", "--title", "À voir", "--seed", f"{number:032x}", *options)
    chunk.folder = "."
    shutil.rmtree("cases")
    chunk.files()


def chunk_done(name: str, material: Path, exact: bool, full: bool) -> dict[str, Any]:
    """Do the work of a chunk in a folder of its own; return its steps and counts."""
    kind, _, rest = name.partition(":")
    start = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="same-bytes-", dir=fast_folder()) as temporary:
        chunk = Chunk(Norm(exact), name.replace(":", "-").replace(".", "-"), name, full)
        os.chdir(temporary)
        try:
            if kind == "example":
                example(chunk, material / "campaigns" / rest)
            elif kind == "commands":
                other_commands(chunk, material)
            else:
                played_at_random(chunk, kind)
        except Exception:
            chunk.step("the work of this chunk fails", traceback.format_exc())
            chunk.count["failed chunks"] += 1
        finally:
            os.chdir(start)
    return {"steps": chunk.steps, "count": chunk.count}


def fast_folder() -> str | None:
    """Return a folder in memory where the system has one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def work() -> None:
    """Be a worker: a chunk a line from the standard input, its result a line to the standard output."""
    import adjudicator

    if not Path(adjudicator.__file__).is_relative_to(Path.cwd()):
        sys.exit(f"{sys.executable} runs {adjudicator.__file__}, not what is in {Path.cwd()}")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with patch("os.fsync"):
        for line in sys.stdin:
            answers.write(
                json.dumps(chunk_done(**(job := json.loads(line)) | {"material": Path(job["material"])})) + "\n"
            )
            answers.flush()


# Both sides ----------------------------------------------------------------------------------------------------


class Side:
    """Workers of one checkout."""

    def __init__(self, checkout: Path, workers: int) -> None:
        self.checkout = checkout.resolve()
        self._idle: list[subprocess.Popen[str]] = [self._started() for _ in range(workers)]
        self._free = threading.Semaphore(workers)

    def _started(self) -> subprocess.Popen[str]:
        own = self.checkout / ".venv" / "bin" / "python"
        python = str(own) if own.exists() else sys.executable
        names = dict.fromkeys(("LOGNAME", "USER", "LNAME", "USERNAME"), "MJ")
        env = os.environ | names | {"PYTHONPATH": str(self.checkout), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "100"}
        env.pop("ADJUDICATOR_NOW", None)
        line = [
            python,
            "-c",
            f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import same_bytes as s; s.work()",
        ]
        pipe = subprocess.PIPE
        return subprocess.Popen(line, stdin=pipe, stdout=pipe, env=env, cwd=self.checkout, encoding="utf-8")

    def done(self, **job: Any) -> dict[str, Any]:
        """Have a worker do a chunk."""
        with self._free:
            worker = self._idle.pop()
            assert worker.stdin is not None
            assert worker.stdout is not None
            worker.stdin.write(json.dumps(job) + "\n")
            worker.stdin.flush()
            line = worker.stdout.readline()
            if not line:
                sys.exit(f"a worker of {self.checkout} has died at {job}")
            self._idle.append(worker)
        result: dict[str, Any] = json.loads(line)
        return result

    def close(self) -> None:
        """End the workers."""
        for worker in self._idle:
            with contextlib.suppress(OSError):
                if worker.stdin is not None:
                    worker.stdin.close()
            worker.wait()


def first_difference(one: list[list[str]], other: list[list[str]]) -> int | None:
    """Return the number of the first step that differs; files are steps of their own."""
    for number, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return number
    return None if len(one) == len(other) else min(len(one), len(other))


def show(name: str, one: list[list[str]], other: list[list[str]]) -> None:
    """Print the first difference of a chunk, and how many of its steps differ."""
    at = first_difference(one, other)
    if at is None:
        print(f"{name}: differs no more when it is repeated")
        return
    differing = [a[0] for a, b in zip(one, other, strict=False) if a != b]
    print(f"\n{name}: {len(differing)} of {len(one)} steps differ; the first is number {at}")
    (label, came), (after_label, after) = (
        side[at] if at < len(side) else ["nothing more", ""] for side in (one, other)
    )
    print(f"  {label[:600]}")
    if label != after_label:
        print(f"  after: {after_label[:600]}")
    lines = difflib.unified_diff(came.splitlines(), after.splitlines(), "before", "after", lineterm="", n=1)
    for line in list(lines)[:SHOWN]:
        print(f"    {line}")
    for also in differing[1:9]:
        print(f"  also {also[:150]}")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--turns", type=int, default=2000, help="of each game")
    parser.add_argument("--jobs", type=int, default=2, help="processes, half of them for each side")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--exact", action="store_true", help="every difference counts")
    parser.add_argument("--chunk", action="append", help="only this one, as tsewnart:1.7, example:demo, commands:")
    asked = parser.parse_args()
    began = time.monotonic()
    examples = sorted(path.name for path in (asked.before / "campaigns").iterdir() if path.is_dir())
    fixed = ["commands:", *(f"example:{name}" for name in examples)]
    workers = max(1, asked.jobs // 2)
    sides = [Side(folder, workers) for folder in (asked.before, asked.after)]
    total: Counter[str] = Counter()
    by_game: dict[str, Counter[str]] = {game: Counter() for game in GAMES}
    job = {"material": str(asked.before.resolve()), "exact": asked.exact}
    with ThreadPoolExecutor(8 * workers) as both, ThreadPoolExecutor(4 * workers) as pairs:  # no side waits
        counting = threading.Lock()

        def compared(name: str) -> None:
            one, other = both.map(lambda side: side.done(name=name, full=False, **job), sides)
            with counting:
                tally(name, one, other)

        def tally(name: str, one: dict[str, Any], other: dict[str, Any]) -> None:
            game = by_game.get(name.partition(":")[0], Counter())
            for key, number in one["count"].items():
                total[key] += number
                game[key] += number
            total["chunks"] += 1
            total["steps"] += len(one["steps"])
            if total["chunks"] % 20 == 0:
                print(f"… {told_of(total)}, differing {total['differing']}", file=sys.stderr)
            if first_difference(one["steps"], other["steps"]) is not None:
                total["differing"] += 1
                if total["differing"] <= 10:
                    again = both.map(lambda side: side.done(name=name, full=True, **job), sides)
                    show(name, *(result["steps"] for result in again))

        if asked.chunk:
            list(pairs.map(compared, asked.chunk))
        else:
            list(pairs.map(compared, fixed))
            for game in GAMES:
                number = 0
                while by_game[game]["turns"] < asked.turns:
                    list(pairs.map(compared, [f"{game}:{asked.seed}.{number + i}" for i in range(8 * workers)]))
                    number += 8 * workers
    for side in sides:
        side.close()
    for game, count in by_game.items():
        print(f"{game}: {told_of(count)}")
    print(f"in all: {told_of(total)}, differing {total['differing']}, {time.monotonic() - began:.0f} s")
    sys.exit(1 if total["differing"] else 0)


def told_of(count: Counter[str]) -> str:
    """Return figures in words."""
    names = ("chunks", "stages", "turns", "files sent", "accepted", "refused", "faults", "letters", "commands", "steps")
    names += ("crashes", "stuck", "failed chunks")
    return ", ".join(f"{name} {count[name]}" for name in names if count[name])


if __name__ == "__main__":
    main()
