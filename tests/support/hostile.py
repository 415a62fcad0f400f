"""Hostile order files through whole commands: nothing that comes may stop a campaign, and nothing may be lost.

A batch is a campaign of its own, in which players send files for a few stages (``hostile_letters``) and the commands
are given that an MJ and cron would give: ``check``, ``submit``, ``status``, ``resolve --dry-run``, ``resolve``,
``run``, ``report``. What must hold all the while is in ``Batch``. The same seed makes the same batches::

    python tests/support/hostile.py --files 200000 --seed 1 --jobs 2
    python tests/support/hostile.py --seed 1 --batch 17

The first prints, in the end, what was counted and each distinct failure, whose files it keeps and makes as small as it
can; the second repeats one batch.
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from resistance import campaigns as resistance

from support.clocked import ALL, START, fleet, paris, tsewnart
from support.commands import CHOICES, EVERY_ROLE, PLACES, TWO, Done, plain, table
from support.hostile_letters import Letter, Scene, letter

ROUNDS = (120, 80, 40)
"""How many files come in each stage of a batch: what comes ahead is played in it too."""

LARGEST = 2**20 + 1
"""Bytes that are read at most of a file that the MJ brings himself."""

# Campaigns ---------------------------------------------------------------------------------------------------

DEADLINE = 'échéance: {jours: 3, heure: "20:00", fuseau: Europe/Paris, relances: [24]}\n'
MORE = {
    "plain": "",
    "waiting": DEADLINE,
    "standing": DEADLINE + "absents: permanents\n",
    "nothing": DEADLINE + "absents: rien\nforum: phpbb\n",
    "english": DEADLINE + "language: en\n",
    "names": "",
    "away": DEADLINE
    + "absents: permanents\nabsences: [{joueur: Luc, du: 20/11/2026, au: 22/11/2026, remplaçant: Nicole}]\n",
}
EVERYWHERE = ("plain", "waiting", "standing", "nothing")
STAGES = {
    "tsewnart": ("roles", "placement", "turn-1", "turn-2", "turn-3"),
    "resistance": ("proposal", "vote", "mission"),
}
BASES = [
    *((game, stage, variant) for game, stages in STAGES.items() for stage in stages for variant in EVERYWHERE),
    *(("tsewnart", stage, "english") for stage in ("roles", "turn-1", "turn-2")),
    *(("resistance", stage, "english") for stage in STAGES["resistance"]),
    *(("tsewnart", stage, "away") for stage in ("turn-1", "turn-2")),
    ("tsewnart", "over", "plain"),
    ("resistance", "deal", "plain"),
    *(
        (game, stage, "names")
        for game, stage in (("tsewnart", "turn-1"), ("tsewnart", "roles"), ("resistance", "deal"))
    ),
]
random.Random(0).shuffle(BASES)  # a few batches shall be of both games and of many stages
"""The campaigns with which batches begin: game, stage awaited, and what their ``campaign.yaml`` says besides."""
ODD_NAMES = ("Rien", "12", "Zoé d’Arc", "Oui", "Null", "Joueur", "Anna et Luc")
_STANDING = {"tsewnart": "{déplacement: haut}", "resistance": "{vote: oui, mission: réussite}"}


@cache
def base(game: str, stage: str, variant: str) -> Path:
    """Make a campaign to copy, once a process and those forked from it; return its folder."""
    folder = _bases() / str(os.getpid()) / f"{game}-{stage}-{variant}"
    more = MORE[variant]
    if variant == "names" and game == "resistance":
        resistance.begun(folder, tuple(map(json.dumps, ODD_NAMES)))
        (folder / "inbox").mkdir()
    elif game == "resistance":
        fleet(folder, more, stage)
    else:
        tsewnart(folder, more, stage, EVERY_ROLE if variant == "names" else TWO)
    if variant in ("standing", "away") and stage not in ("roles", "placement"):
        turn = int(stage[-1]) if game == "tsewnart" else 1 + STAGES[game].index(stage)
        sent = f"joueur: Anna\ntour: {turn}\npermanents: {_STANDING[game]}\n"
        os.environ["ADJUDICATOR_NOW"] = paris(START).isoformat()
        done = _command("submit", folder, "-", stdin=sent.encode())
        assert done.code == 0, done
    return folder


@cache
def _bases() -> Path:
    """Make a folder for the campaigns to copy, which is removed when the process ends that made it."""
    folder = Path(tempfile.mkdtemp(prefix="adjudicator-hostile-", dir=fast_folder()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def fast_folder() -> str | None:
    """Return a folder in memory where the system has one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


# Commands ----------------------------------------------------------------------------------------------------


def _command(*args: object, stdin: bytes = b"") -> Done:
    """Run a command in this process; an exception that it does not tell in words comes through."""
    from click.testing import CliRunner

    from adjudicator.cli.main import main

    result = CliRunner().invoke(main, [*map(str, args)], input=stdin, catch_exceptions=False)
    return Done(result.exit_code, result.stdout, result.stderr)


@contextmanager
def at_ease() -> Iterator[list[Exception]]:
    """Do not wait for the disk; give what ``run`` takes for a broken campaign, which it tells in a sentence."""
    from adjudicator.desk import scheduler

    caught: list[Exception] = []
    true = scheduler.broken

    def broken(folder: Path, error: Exception, language: str | None) -> scheduler.Visit:
        caught.append(error)
        return true(folder, error, language)

    with patch("os.fsync", lambda handle: None), patch.object(scheduler, "broken", broken), _fresh_clock():
        yield caught


@contextmanager
def _fresh_clock() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in ("ADJUDICATOR_NOW", "LANGUAGE")}
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@cache
def internal_words() -> tuple[str, ...]:
    """Return how the sentences begin that tell an error of the program itself, in each language."""
    from adjudicator.store.layout import locale_folder

    found = []
    for catalogue in sorted(locale_folder().glob("*/LC_MESSAGES/*.po")):
        said = re.findall(r'msgid "[^"]*internal[^"]*"\nmsgstr "([^"{]{8,})', catalogue.read_text(encoding="utf-8"))
        found += [plain(sentence) for sentence in said]
    assert found
    return ("Traceback", *found)


# One batch ---------------------------------------------------------------------------------------------------


@dataclass
class Failure:
    """Something that must not be: ``what``, and the ``place`` by which it is told from others."""

    what: str
    place: str
    detail: str
    number: int = 0

    @property
    def key(self) -> str:
        """What failures of one cause have in common."""
        return f"{self.what} @ {self.place}"


class StopError(Exception):
    """A batch cannot go on."""


@dataclass
class Tally:
    """What was done in some batches, and what came of it."""

    files: Counter[tuple[str, ...]] = field(default_factory=Counter)
    """By game, stage awaited, encoding, shape and verdict."""
    commands: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By command and exit status."""
    bases: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    stages: int = 0
    """Stages played."""
    handed_on: int = 0
    """Files for later turns that a stage handed on, and that were judged once more at the latest then."""
    slowest: tuple[float, str, int] = (0.0, "", 0)

    def add(self, other: Tally) -> None:
        """Take in what was done elsewhere."""
        self.files += other.files
        self.commands += other.commands
        self.bases += other.bases
        self.failures += other.failures
        self.stages += other.stages
        self.handed_on += other.handed_on
        self.slowest = max(self.slowest, other.slowest)


_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_HIDDEN = re.compile(r"\.|.*(?:~|\.part|\.tmp)\Z|no-file-", re.DOTALL)
_LITTER = "no-file-"
_NUMBERED = re.compile(r"(\d{4,})\.yaml")


class Batch:
    """A campaign, the files that come to it, and the commands that are given.

    ``only`` leaves out all files but those with these tokens; ``instead`` gives some of them other bytes.
    """

    def __init__(
        self,
        seed: int,
        number: int,
        only: frozenset[str] | None = None,
        instead: Mapping[str, bytes] | None = None,
        rounds: Sequence[int] = ROUNDS,
    ) -> None:
        self.seed, self.number, self.only, self.instead, self.rounds = seed, number, only, instead or {}, rounds
        self.course = random.Random(f"{seed}/{number}")
        self.game, self.stage, self.variant = BASES[number % len(BASES)]
        self.tally = Tally()
        self.letters: dict[str, Letter] = {}
        self.sent: Counter[str] = Counter()
        self.of: dict[str, list[Letter]] = {}
        self.phases: dict[str, str] = {}
        self.players: tuple[str, ...] = ()
        self.litters: list[Path] = []
        self.now = paris(START)
        self.caught: list[Exception] = []

    # Running it

    def run(self) -> Tally:
        """Play the batch; return what was done. No exception comes out but what is wrong with this program."""
        made = tempfile.TemporaryDirectory(prefix="adjudicator-hostile-", dir=fast_folder())
        with made as work, at_ease() as self.caught:
            self.folder, self.hand = Path(work) / "partie", Path(work) / "recus"
            shutil.copytree(base(self.game, self.stage, self.variant), self.folder)
            self.hand.mkdir()
            self.tally.bases[f"{self.game} {self.stage} {self.variant}"] += 1
            self.sent += Counter(_digest(path) for path in self.stored())
            try:
                for round_ in range(len(self.rounds)):
                    self.round(round_)
                self.count()
            except StopError:
                pass
            except Exception as error:  # of the program, asked by this one how far a campaign has come
                self.fail(*_told(error, "looked at"))
        return self.tally

    def fail(self, what: str, place: str, detail: str) -> None:
        """Note a failure."""
        self.tally.failures.append(Failure(what, place, detail, self.number))

    def command(self, *args: object, allowed: Sequence[int] = (0,), stdin: bytes = b"") -> Done:
        """Give a command for the campaign: it must end with one of the ``allowed`` statuses, without an exception."""
        name, *rest = args
        label = " ".join([str(name), *(str(one) for one in rest if str(one).startswith("--") and one != "--")])
        os.environ["ADJUDICATOR_NOW"] = self.now.isoformat()
        self.caught.clear()
        began = time.perf_counter()
        try:
            done = _command(name, self.folder, *rest, stdin=stdin)
        except Exception as error:
            self.fail(*_told(error, label))
            raise StopError from error
        self.tally.slowest = max(self.tally.slowest, (time.perf_counter() - began, label, self.number))
        self.tally.commands[label, done.code] += 1
        if self.caught:
            self.fail(*_told(self.caught[0], label))
            raise StopError
        if done.code not in allowed:
            self.fail(f"exit status {done.code}", label, done.out[-400:] + done.err[-800:])
            raise StopError
        for text in (done.out, done.err) if "--json" not in rest else ():  # what a program reads is escaped by it
            if found := _CONTROL.search(text):
                self.fail("control character printed", f"{label} U+{ord(found[0]):04X}", _around(text, found))
        for words in internal_words():
            if words in plain(done.out) + plain(done.err):
                self.fail("error of the program told", label, done.out[-400:] + done.err[-800:])
        return done

    def unchanged(self, *args: object, **options: Any) -> None:
        """Give a command that must write nothing."""
        before = _files(self.folder) if self.course.random() < 0.15 else None
        self.command(*args, **options)
        if before is not None and (after := _files(self.folder)) != before:
            changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
            self.fail("written", str(args[0]), " ".join(changed))

    # What happens

    def round(self, round_: int) -> None:
        """Let files come for the stage awaited, look, take them, mend what is missing, and play."""
        scene = self.scene()
        if scene is None:
            return self.over(round_)
        by_hand, piped = self.come(round_, scene)
        if self.course.random() < 0.15:
            self.litter(round_)
        if self.course.random() < 0.15:
            self.revise(round_)
        self.look()
        if self.course.random() < 0.1:
            self.without_outbox()
        self.take(by_hand, piped)
        self.settled()
        if self.course.random() < 0.3:
            self.lose_verdicts()
        if self.scene() == scene:
            self.order(scene)
            self.play(scene)
        self.settled()
        self.reports()
        return None

    def scene(self) -> Scene | None:
        """Return the stage awaited; None when the game is over."""
        from adjudicator.campaign.loading import load_campaign
        from adjudicator.campaign.stages import progress_of
        from adjudicator.orders.keys import order_key

        progress = progress_of(load_campaign(self.folder))
        if progress.stage is None:
            return None
        campaign, stage = progress.campaign, progress.stage
        self.players = tuple(campaign.players)
        keys = {player: order_key(campaign.seed, stage, player) for player in campaign.players}
        self.phases[progress.stage_folder.name] = stage.phase
        awaited = tuple(campaign.game.rules.awaited(campaign.setting, progress.state))
        return Scene(self.game, stage.phase, stage.turn, self.players, keys, awaited)

    def come(self, round_: int, scene: Scene) -> tuple[list[Letter], list[Letter]]:
        """Put files into the inbox; return those that the MJ brings himself: as files, and on standard input."""
        chance = random.Random(f"{self.seed}/{self.number}/{round_}")
        names: set[str] = set()
        by_hand: list[Letter] = []
        piped: list[Letter] = []
        for index in range(self.rounds[round_]):
            made, way = letter(chance, scene, f"f{round_}n{index:03d}"), chance.random()
            if self.only is not None and made.token not in self.only:
                continue
            name = f"{made.token}.yaml" if made.name in names else made.name
            names.add(name)
            one = Letter(made.token, name, self.instead.get(made.token, made.data), made.encoding, made.shape)
            self.letters[one.token] = one
            if way < 0.05:
                piped.append(one)
            elif way < 0.15:
                by_hand.append(one)
                (self.hand / name).write_bytes(one.data)
                self.expect(one, one.data[:LARGEST])
            else:
                self.drop(one, index)
        return by_hand, piped

    def drop(self, one: Letter, second: int) -> None:
        """Put a file into the inbox; it is taken unless it is hidden or half copied."""
        path = self.folder / "inbox" / one.name
        path.write_bytes(one.data)
        os.utime(path, (1_700_000_000 + second, 1_700_000_000 + second))
        if len(one.data) >= LARGEST:
            path.rename(path.with_name(f"{_LITTER}{one.token}"))  # which nobody takes either
        elif not _HIDDEN.match(one.name):
            self.expect(one, one.data)

    def expect(self, one: Letter, data: bytes) -> None:
        """Remember that these bytes must be kept."""
        digest = sha256(data).hexdigest()
        self.sent[digest] += 1
        self.of.setdefault(digest, []).append(one)

    def litter(self, round_: int) -> None:
        """Put into the inbox what is no file: it is left there, and not followed."""
        inbox = self.folder / "inbox"
        kind = self.course.choice(("folder", "link", "nowhere", "pipe"))
        name = f"{_LITTER}{round_}.yaml"
        self.litters.append(inbox / name)
        if kind == "folder":
            (inbox / name).mkdir()
            (inbox / name / "ordres.yaml").write_bytes(b"rien")
        elif kind == "pipe":
            os.mkfifo(inbox / name)
        else:
            (inbox / name).symlink_to(self.folder / "campaign.yaml" if kind == "link" else "nowhere")

    def revise(self, round_: int) -> None:
        """Change in ``campaign.yaml`` what may be changed in the middle of a game."""
        path = self.folder / "campaign.yaml"
        text = re.sub(r"titre: .*", f"titre: Un autre titre {round_}", path.read_text(encoding="utf-8"))
        if self.course.random() < 0.3:
            swap = {"permanents": "attendre", "attendre": "permanents"}
            text = re.sub(r"absents: (permanents|attendre)", lambda said: f"absents: {swap[said[1]]}", text)
        path.write_text(text, encoding="utf-8")

    def without_outbox(self) -> None:
        """Let files be taken while no letter can be written: they are owed, and written later."""
        outbox, away = self.folder / "outbox", self.folder / "outbox.away"
        if outbox.exists():
            outbox.rename(away)
        outbox.write_bytes(b"")
        self.command("submit", allowed=(0, 1, 2))
        outbox.unlink()
        if away.exists():
            away.rename(outbox)

    def look(self) -> None:
        """Give some of the commands that only look."""
        seen = self.course.random()
        if seen < 0.2:
            self.unchanged("check", allowed=(0, 1))
        elif seen < 0.4:
            self.unchanged("status")
        elif seen < 0.6:
            self.unchanged("resolve", "--dry-run", *self.course.choice(((), ("--force",), ("--json",))), allowed=(0, 3))
        elif seen < 0.7:
            self.unchanged("status", "--at", (self.now + timedelta(days=5)).isoformat())

    def take(self, by_hand: Sequence[Letter], piped: Sequence[Letter]) -> None:
        """Let the files be taken, by the MJ or by cron."""
        if by_hand:
            paths = [self.hand / one.name for one in by_hand]
            if self.course.random() < 0.2:
                self.unchanged("check", "--", *paths, allowed=(0, 1))
            self.command(
                "submit", *self.course.choice(((), ("--json",), ("--language", "en"))), "--", *paths, allowed=(0, 1)
            )
        for one in piped:
            if self.course.random() < 0.2:
                self.unchanged("check", "-", stdin=one.data, allowed=(0, 1))
            self.expect(one, one.data[:LARGEST])
            self.command("submit", "-", stdin=one.data, allowed=(0, 1))
        way = self.course.choice(("submit", "run", "run", "resolve", "late"))
        if way == "late":
            self.now += timedelta(days=4)
        if way == "resolve":
            self.command("resolve", *self.course.choice(((), ("--force",))), allowed=(0, 1, 3))
        else:
            spoken = self.course.choice(((), (), ("--language", "en")))
            self.command("submit" if way == "submit" else "run", *spoken, allowed=(0, 1))
        self.released()

    def released(self) -> None:
        """Release a campaign that the brake has stopped."""
        if self.held():
            self.command("release", "--reason", "on continue")

    def held(self) -> bool:
        """Tell whether the last thing that was done to the course of the game was to hold it."""
        *_, last = ["", *sorted(path.name for path in self.folder.glob("acts/*.json"))]
        return "-hold" in last

    def status(self) -> dict[str, Any]:
        """Return what ``status --json`` prints."""
        told = self.command("status", "--json").out
        try:
            found: dict[str, Any] = json.loads(told)
        except ValueError:
            self.fail("not JSON", "status --json", told[:800])
            raise StopError from None
        return found

    def order(self, scene: Scene) -> None:
        """Send good orders of everybody: they must be accepted."""
        for text in self.good_orders(scene):
            self.expect(Letter("good", "-", b"", "utf-8", "good"), text.encode())
            self.command("submit", "-", stdin=text.encode())
        told = self.status()
        if told["missing"]:
            self.fail("still missing", scene.phase, json.dumps(told, ensure_ascii=False)[:800])

    def good_orders(self, scene: Scene) -> list[str]:
        """Return orders of everybody who is awaited, right whatever came before."""
        if scene.game == "tsewnart" and scene.phase in ("roles", "placement"):
            given = {"roles": CHOICES, "placement": PLACES}[scene.phase]
            return list(given[EVERY_ROLE if self.variant == "names" else TWO])
        told = self.status()
        awaited = [json.dumps(name) for name in dict.fromkeys([*told["received"], *told["missing"], *told["away"]])]
        if not awaited:
            return []
        if scene.game == "tsewnart":
            return [table(scene.turn, **dict.fromkeys(awaited, "rien"))]
        if scene.phase == "proposal":
            commander = json.dumps(resistance.state(self.folder)["commander"])
            return [table(scene.turn, **{commander: "{" + self.squad() + "}"})]
        words = {"vote": "{vote: oui}", "mission": "{mission: réussite}"}[scene.phase]
        return [table(scene.turn, **dict.fromkeys(awaited, words))]

    def squad(self) -> str:
        """Return a squad of the size that the next mission takes."""
        from adjudicator.games.resistance.rules import squad_size

        state = resistance.state(self.folder)
        size = squad_size(len(state["seats"]), len(state["missions"]) + 1)
        return f"escadron: {json.dumps(state['seats'][:size])}"

    def play(self, scene: Scene) -> None:
        """Play the stage, in one of the ways in which that is done."""
        way = self.course.choice(("resolve", "force", "run", "late"))
        if scene.phase == "deal":
            way = "resolve"  # cron begins no game
        if way == "late":
            self.now += timedelta(days=5)
        before = self.played()
        if way in ("resolve", "force"):
            self.command("resolve", *(("--force",) if way == "force" else ()))
        else:
            self.command("run", allowed=(0, 1))
            if self.held():
                self.released()
                self.command("run", allowed=(0, 1))
        if self.played() == before:
            self.fail("not played", f"{way} {scene.phase}", self.command("status").out[:800])
            raise StopError
        self.handed_on()

    def played(self) -> int:
        """Return how many stages are played."""
        return sum(1 for _ in self.folder.glob("turns/*/result"))

    def reports(self) -> None:
        """Print a report again, and look at how things stand."""
        player = self.course.choice(self.players)
        reader = self.course.choice(("public", "mj", f"joueur:{player}"))
        form = self.course.choice(("bbcode", "text", "markdown", "html"))
        if self.played():
            self.unchanged("report", "--for", reader, "--format", form, allowed=(0, 2))
        self.unchanged("status", *self.course.choice(((), ("--public",))))
        self.unchanged("template", "--for", player, allowed=(0, 2))
        self.now += timedelta(hours=1)

    def over(self, round_: int) -> None:
        """Let files come to a game that is over: nothing is taken, and nothing stops."""
        scene = Scene(self.game, "turn", 3, ALL, {}, ())
        by_hand, piped = self.come(round_, scene)
        for one in (*by_hand, *piped):
            self.command("submit", "-", stdin=one.data, allowed=(1,))
        for args in (("status",), ("status", "--json"), ("check",), ("run",)):
            self.command(*args, allowed=(0, 1))
        self.command("resolve", allowed=(2,))

    # What must hold

    def settled(self) -> None:
        """Check what must hold when everything that came has been taken."""
        if self.scene() is None:
            return
        self.nothing_lost()
        self.one_verdict()
        self.refused_shown()

    def answered(self) -> None:
        """Check that each player of an accepted file has a letter about it."""
        for path, verdict in self.verdicts().items():
            came = path.parent.parent.name in self.phases  # else it came when the campaign was made
            for player in verdict["players"] if came and verdict["accepted"] else ():
                number = self.players.index(player) + 1
                letters = self.folder / "outbox" / path.parent.parent.name
                if not any(letters.glob(f"receipt-{path.stem}-{number:02d}*.txt")):
                    self.fail("no letter", "outbox/", f"{path}: {player} {verdict}"[:800])

    def stored(self) -> list[Path]:
        """Return the files kept, in all stages."""
        return [path for path in self.folder.glob("turns/*/orders/*.yaml") if _NUMBERED.fullmatch(path.name)]

    def nothing_lost(self) -> None:
        """Check that each file is somewhere in ``orders/``, byte for byte, once for each time that it came."""
        kept = Counter(_digest(path) for path in self.stored())
        for digest in self.sent - kept:
            self.fail("lost", "orders/", " ".join(f"{one.token} {one.name!r}" for one in self.of.get(digest, ())))
        if more := kept - self.sent:
            strange = [str(path) for path in self.stored() if _digest(path) in more]
            self.fail("kept and never sent", "orders/", " ".join(strange)[:800])
        left = [path.name for path in (self.folder / "inbox").iterdir() if not _HIDDEN.match(path.name)]
        if left:
            self.fail("left in the inbox", "inbox/", repr(left))
        if gone := [path.name for path in self.litters if not os.path.lexists(path)]:
            self.fail("taken though no file", "inbox/", repr(gone))

    def handed_on(self) -> None:
        """Check that what came ahead for the stage that begins is received now, or shown as refused."""
        scene = self.scene()
        *_, last = sorted(self.folder.glob("turns/*/result"))
        ahead = json.loads((last / "orders.json").read_bytes()).get("ahead", [])
        told = self.status()
        shown = {row["source"] for row in told["refused"]}
        for one in ahead if scene is not None else ():
            self.tally.handed_on += 1
            if one["turn"] == scene.turn and one["source"] not in shown and set(one["players"]) - {*told["received"]}:
                self.fail("handed on and not there", scene.phase, f"{one} {told}"[:1500])

    def one_verdict(self) -> None:
        """Check that each file that is kept has one verdict."""
        for path in self.stored():
            verdicts = [path.with_name(f"{path.stem}.{word}.json").exists() for word in ("accepted", "refused")]
            if sum(verdicts) != 1:
                self.fail("verdicts", f"{sum(verdicts)} of one file", f"{path}: {path.read_bytes()[:400]!r}")

    def verdicts(self, stage: str = "*") -> dict[Path, dict[str, Any]]:
        """Return the verdicts of a stage or of all, by the file that was judged, in their order."""
        paths = sorted(self.folder.glob(f"turns/{stage}/orders/*ed.json"))
        return {path.with_name(path.name.split(".")[0] + ".yaml"): json.loads(path.read_bytes()) for path in paths}

    def refused_shown(self) -> None:
        """Check that ``status`` names each refused file of the stage awaited that nobody has mended."""
        from adjudicator.speech.voice import voice_of

        waiting = self.waiting()
        if not waiting:
            return
        shown, rows = plain(self.command("status").out), [row["source"] for row in self.status()["refused"]]
        pasted = plain(voice_of("", "en" if self.variant == "english" else "fr").source("-"))
        for path, verdict in waiting:
            source = plain(verdict["source"])
            if verdict["source"] not in rows or (pasted if source == "-" else source) not in shown:
                self.fail("refused and not shown", "status", f"{path.name} {verdict}"[:800])

    def waiting(self) -> list[tuple[Path, dict[str, Any]]]:
        """Return the refused files of the stage awaited of which no later one may be the correction.

        One of nobody is let go when all who were missing have sent; it waits for sure while somebody is missing.
        """
        from adjudicator.campaign.loading import load_campaign
        from adjudicator.campaign.stages import progress_of

        stage = progress_of(load_campaign(self.folder)).stage_folder.name
        told, missing = list(self.verdicts(stage).items()), self.status()["missing"]
        return [
            (path, verdict)
            for at, (path, verdict) in enumerate(told)
            if not verdict["accepted"]
            and (verdict["players"] or missing)
            and not any(_may_mend(later, verdict) for _, later in told[at + 1 :])
        ]

    def lose_verdicts(self) -> None:
        """Take or damage some verdicts of the stage awaited: the next command makes the same ones again."""
        found = sorted(self.folder.glob("turns/*/orders/*ed.json"))
        found = [path for path in found if not (path.parent.parent / "result").exists()]
        lost = {path: path.read_bytes() for path in self.course.sample(found, min(len(found), 5))}
        for path, data in lost.items():
            if self.course.random() < 0.5:
                path.unlink()
            else:
                path.write_bytes(data[: len(data) // 2])
        self.unchanged("status")
        self.unchanged("resolve", "--dry-run", allowed=(0, 3) if self.scene() else (2,))
        for name in (path.with_name(f"{path.name.split('.')[0]}.name") for path in lost):
            if self.course.random() < 0.2:
                name.write_bytes(b"\xff\xe9\n\x1b[31m")
        way = self.course.choice(("submit", "run", "resolve", "hold"))
        self.command(way, *(("--reason", "une pause") if way == "hold" else ()), allowed=(0, 1, 3))
        self.released()
        for path, data in lost.items():
            if not path.exists() or _gist(path.read_bytes()) != _gist(data):
                self.fail("another verdict", "recovery", f"{path.name}: {data[:400]!r}")

    def letters_readable(self) -> None:
        """Check that all that is sent, published or reported is text, without control characters."""
        reports = self.folder.glob("turns/*/result/reports/**/*")
        for path in (*self.folder.glob("outbox/*/*"), *self.folder.glob("public/**/*"), *reports):
            if not path.is_file():
                continue
            try:
                text = path.read_bytes().decode()
            except UnicodeDecodeError as error:
                self.fail("not UTF-8", path.parent.parent.name, f"{path}: {error}")
                continue
            if found := _CONTROL.search(text):
                self.fail("control character", f"{path.parts[-3]} U+{ord(found[0]):04X}", _around(text, found))

    def count(self) -> None:
        """Count the files by how they were made and what became of them."""
        self.letters_readable()
        self.answered()
        verdicts = self.verdicts()
        for path, verdict in verdicts.items():
            of = self.of.get(_digest(path)) if path.exists() else None
            if not of:
                continue
            one = of.pop()
            if one.shape == "good":
                continue
            for fault in verdict.get("faults", ()):
                if "internal" in fault["code"]:
                    self.fail("refused by an error of the program", fault["message"], f"{one.token} {one.data[:400]!r}")
            said = "accepted" if verdict["accepted"] else "refused"
            phase = self.phases.get(path.parent.parent.name, self.stage)
            self.tally.files[self.game, phase, one.encoding, one.shape, said] += 1
        for left in (one for ones in self.of.values() for one in ones if one.shape != "good"):
            self.tally.files[self.game, "over", left.encoding, left.shape, "not taken"] += 1
        self.tally.stages += self.played()


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _files(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder; what is no file counts as an empty one."""
    found = {}
    for place, folders, files in os.walk(folder):
        found |= {os.path.join(place, name): b"" for name in folders}  # noqa: PTH118 - quicker, and it is done often
        for path in (Path(place) / name for name in files if name != ".lock"):
            found[str(path)] = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
    return found


def _gist(verdict: bytes) -> dict[str, Any]:
    """Return what a verdict says in whatever language: the command that gave it may have spoken another."""
    told: dict[str, Any] = json.loads(verdict)
    told["faults"] = [(fault["code"], fault["line"], fault["column"]) for fault in told.get("faults", ())]
    return {key: value for key, value in told.items() if key not in ("sha256", "source")}


def _may_mend(later: Mapping[str, Any], refused: Mapping[str, Any]) -> bool:
    """Tell whether an accepted file may be the correction of a refused one, or of a part of it."""
    if not later["accepted"] or later.get("turn") != refused.get("turn"):
        return False
    if not refused["players"]:
        return bool(later["source"] == refused["source"])
    return not set(refused["players"]).isdisjoint(later["players"])


def _told(error: BaseException, label: str) -> tuple[str, str, str]:
    """Return an exception as a failure: its kind, where in the program it was raised, and how it came there."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "adjudicator" in Path(frame.filename).parts] or frames
    place = f"{Path(ours[-1].filename).name}:{ours[-1].name}"
    return type(error).__name__, place, f"{label}: {error}\n" + "".join(traceback.format_list(ours[-6:]))


def _around(text: str, found: re.Match[str]) -> str:
    return repr(text[max(0, found.start() - 80) : found.end() + 80])


# Many batches ------------------------------------------------------------------------------------------------


def play(seed: int, number: int, **options: Any) -> Tally:
    """Play one batch."""
    return Batch(seed, number, **options).run()


def _played(job: tuple[int, int]) -> Tally:
    return play(*job)


def tallies(seed: int, jobs: int) -> Iterator[Tally]:
    """Play batch after batch, without end, ``jobs`` at a time."""
    _bases()  # made here, so that the processes to come share it, and this one removes it
    numbers = iter(range(10**9))
    if jobs == 1:
        for number in numbers:
            yield play(seed, number)
    with ProcessPoolExecutor(jobs) as pool:
        while True:
            yield from pool.map(_played, [(seed, next(numbers)) for _ in range(8 * jobs)])


def distinct(failures: Iterable[Failure]) -> dict[str, list[Failure]]:
    """Return failures by what they have in common."""
    found: dict[str, list[Failure]] = {}
    for failure in failures:
        found.setdefault(failure.key, []).append(failure)
    return found


# What is told ------------------------------------------------------------------------------------------------


def told(tally: Tally) -> Iterator[str]:
    """Return the counts as lines."""
    for at, title in ((2, "encoding"), (0, "game"), (1, "stage awaited"), (3, "shape")):
        rows: dict[str, Counter[str]] = {}
        for key, many in tally.files.items():
            rows.setdefault(key[at], Counter())[key[4]] += many
        verdicts = ("accepted", "refused", "not taken")
        yield f"\n{title:24}{'files':>10}" + "".join(f"{verdict:>11}" for verdict in verdicts)
        for name, row in sorted(rows.items()):
            yield f"{name:24}{row.total():>10}" + "".join(f"{row[verdict]:>11}" for verdict in verdicts)
    yield f"\n{'command':32}{'status 0':>10}{'1':>10}{'2':>10}{'3':>10}"
    for name in sorted({name for name, _ in tally.commands}):
        yield f"{name:32}" + "".join(f"{tally.commands[name, code]:>10}" for code in range(4))
    yield f"\n{tally.files.total()} files, {tally.commands.total()} commands, {tally.bases.total()} campaigns,"
    yield f"{tally.stages} stages played, {tally.handed_on} files handed on to a later stage"
    yield "slowest command: {:.2f} s, {}, batch {}".format(*tally.slowest)


def smallest(seed: int, failure: Failure) -> list[Letter]:
    """Return the fewest and shortest files, of the batch in which it came, with which a failure comes."""
    batch = Batch(seed, failure.number)
    batch.run()
    tokens, letters = list(batch.letters), batch.letters

    def fails(some: Iterable[str], instead: Mapping[str, bytes]) -> bool:
        tally = play(seed, failure.number, only=frozenset(some), instead=instead)
        return any(one.key == failure.key for one in tally.failures)

    tokens = _fewest(tokens, lambda some: fails(some, {}))
    instead = {token: letters[token].data for token in tokens}
    for token in tokens:
        pieces = instead[token].splitlines(keepends=True)
        pieces = _fewest(pieces, lambda some, token=token: fails(tokens, instead | {token: b"".join(some)}))
        instead[token] = b"".join(pieces)
        if len(instead[token]) <= 2_000:
            bytes_ = [instead[token][at : at + 1] for at in range(len(instead[token]))]
            kept = _fewest(bytes_, lambda some, token=token: fails(tokens, instead | {token: b"".join(some)}))
            instead[token] = b"".join(kept)
    return [Letter(token, letters[token].name, instead[token], letters[token].encoding, "") for token in tokens]


def _fewest(parts: list[Any], fails: Callable[[list[Any]], bool], tries: int = 120) -> list[Any]:
    """Leave out parts, in ever smaller pieces, as long as it still fails."""
    piece = len(parts) // 2
    while piece and tries:
        at = 0
        while at < len(parts) and tries:
            rest, tries = parts[:at] + parts[at + piece :], tries - 1
            if rest != parts and fails(rest):
                parts = rest
            else:
                at += piece
        piece = piece // 2
    return parts


def keep(seed: int, found: Mapping[str, list[Failure]], folder: Path) -> Iterator[str]:
    """Write what reproduces each distinct failure into ``folder``; return what is to be told of it, as lines."""
    for count, (key, failures) in enumerate(found.items(), 1):
        first = min(failures, key=lambda one: one.number)
        game, stage, variant = BASES[first.number % len(BASES)]
        yield f"\n{count}. {key}: {len(failures)} times, first in batch {first.number} ({game} {stage} {variant})"
        yield first.detail.rstrip()
        for one in smallest(seed, first):
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{count:02d}-{first.number}-{one.token}"
            path.write_bytes(one.data)
            yield f"   {path}: {one.name!r} ({one.encoding}), {len(one.data)} bytes: {one.data[:120]!r}"


def main(arguments: Sequence[str]) -> int:
    """Play batches until so many files have gone through; return 1 when something failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after this time at the latest")
    parser.add_argument("--batch", type=int, help="this one alone")
    parser.add_argument("--keep", type=Path, default=Path("hostile-failures"), help="where failing files are kept")
    options = parser.parse_args(arguments)
    began, shown, total = time.monotonic(), 0.0, Tally()
    alone = iter([play(options.seed, options.batch)]) if options.batch is not None else None
    for tally in alone or tallies(options.seed, options.jobs):
        for key in distinct(tally.failures).keys() - distinct(total.failures).keys():
            print(f"{total.files.total():>8} files: {key}", flush=True)
        total.add(tally)
        if total.files.total() >= options.files or time.monotonic() - began > 60 * options.minutes:
            break
        if time.monotonic() - shown > 20:
            shown = time.monotonic()
            rate = total.files.total() / (shown - began + 0.001)
            found = len(distinct(total.failures))
            print(f"{total.files.total():>8} files, {rate:.0f} a second, {found} distinct failures", flush=True)
    for line in (*told(total), f"{time.monotonic() - began:.0f} seconds"):
        print(line)
    found = distinct(total.failures)
    print(f"\n{len(total.failures)} failures, {len(found)} distinct")
    for line in keep(options.seed, found, options.keep):
        print(line, flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
