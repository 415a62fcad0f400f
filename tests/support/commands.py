"""The command line as the tests use it, and campaigns at every stage of their life.

``adjudicator`` runs a command in a process of its own, ``run`` in this one (quicker; what it prints and its exit
status are the same). ``campaign`` makes a folder at a stage: ``roles`` (new), ``placement`` (roles chosen),
``turn-1`` (placed), ``turn-2``, ``turn-3``, ``over``.

Run as a script this file kills a command at every file event, on a copy of a campaign for each.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from support.shared import once

SEED = "0123456789abcdef0123456789abcdef"
SEED_HASH = "3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9"

TWO = f"""\
jeu: tsewnart
titre: La grande partie
plateau: {{taille: 6x3, topologie: fermé}}
camps:
  bleu: {{zone: {{colonnes: 1}}, joueurs: [Anna, Luc, Max]}}
  rouge: {{zone: {{colonnes: 6}}, joueurs: [Paul, Rita, Zoé]}}
graine: {SEED}
"""
"""Two camps of three on 6x3, in French."""

ENGLISH = TWO.replace("titre: La grande partie", "title: The great game\nlanguage: en")

THREE = f"""\
jeu: tsewnart
titre: À trois
plateau: {{taille: 5x5, topologie: sphérique}}
camps:
  bleu: {{zone: {{lignes: 1}}, joueurs: [Anna, Luc]}}
  rouge: {{zone: {{lignes: 3}}, joueurs: [Paul, Rita]}}
  vert: {{zone: [(1;5), (3;5), (5;5)], joueurs: [Vera, Yves, Ugo]}}
graine: {SEED}
"""
"""Three camps on a torus."""

TINY = f"""\
jeu: tsewnart
titre: À deux
plateau: {{taille: 4x1, topologie: fermé}}
camps:
  bleu: {{zone: {{colonnes: 1}}, joueurs: [Anna]}}
  rouge: {{zone: {{colonnes: 4}}, joueurs: [Paul]}}
graine: {SEED}
"""
"""The smallest game there is, for what is done many times."""

EVERY_ROLE = f"""\
jeu: tsewnart
titre: Tous les rôles
plateau: {{taille: 9x6, topologie: fermé}}
camps:
  bleu: {{zone: {{colonnes: 1}}, joueurs: [Anna, Luc, Max, Nina, Omar, Jean-Paul]}}
  rouge: {{zone: {{colonnes: 9}}, joueurs: [Paul, Rita, Zoé, Rien, "Null"]}}
graine: {SEED}
"""
"""Eleven pieces, one of each role; two of the players have names that are words elsewhere."""

ROLES = ("Brute", "Dément", "Religieux", "Mystique", "Agile", "Professeur")
OTHER_ROLES = ("Croque-Mort", "Archer", "Terreur", "Tacticien", "Savant")

CHOICES = {
    TWO: (
        "joueur: Anna\nrôles: {Anna: brute, Luc: agile, Max: archer}\n",
        "joueur: Paul\nrôles: {Paul: terreur, Rita: savant, Zoé: professeur}\n",
    ),
    THREE: (
        "camp: bleu\nroles: {Anna: brute, Luc: agile}\n",
        "camp: rouge\nroles: {Paul: terreur, Rita: savant}\n",
        "camp: vert\nroles: {Vera: brute, Yves: agile, Ugo: terreur}\n",
    ),
    TINY: ("camp: bleu\nroles: {Anna: agile}\n", "camp: rouge\nroles: {Paul: archer}\n"),
    EVERY_ROLE: (
        "camp: bleu\nroles: {Anna: brute, Luc: dement, Max: religieux, Nina: mystique, Omar: agile,"
        " Jean-Paul: professeur}\n",
        'camp: rouge\nroles: {Paul: croque-mort, Rita: archer, Zoé: terreur, Rien: tacticien, "Null": savant}\n',
    ),
}
PLACES = {
    TWO: (
        "joueur: Anna\nplacement: {Anna: (1;1), Luc: (1;2), Max: (1;3)}\n",
        "joueur: Paul\nplacement: {Paul: (6;1), Rita: (6;2), Zoé: (6;3)}\n",
    ),
    THREE: (
        "camp: bleu\nplacement: {Anna: (1;1), Luc: (2;1)}\n",
        "camp: rouge\nplacement: {Paul: (4;3), Rita: (5;3)}\n",
        "camp: vert\nplacement: {Vera: (1;5), Yves: (3;5), Ugo: (5;5)}\n",
    ),
    TINY: ("camp: bleu\nplacement: {Anna: (1;1)}\n", "camp: rouge\nplacement: {Paul: (4;1)}\n"),
    EVERY_ROLE: (
        "camp: bleu\nplacement: {Anna: (1;1), Luc: (1;2), Max: (1;3), Nina: (1;4), Omar: (1;5), Jean-Paul: (1;6)}\n",
        'camp: rouge\nplacement: {Paul: (9;1), Rita: (9;2), Zoé: (9;3), Rien: (9;4), "Null": (9;5)}\n',
    ),
}
TURNS = (
    "tour: 1\njoueurs:\n  Anna: {déplacement: droite}\n"
    "  Luc: {déplacement: droite, déplacement supplémentaire: droite}\n"
    "  Max: {viser: (3;3)}\n  Paul: {terroriser: (1;1)}\n  Rita: {déplacement: gauche}\n  Zoé: {déplacement: gauche}\n",
    "tour: 2\njoueurs:\n  Anna: {déplacement: droite}\n  Luc: {déplacement: droite}\n  Max: rien\n"
    "  Paul: {déplacement: gauche}\n  Rita: {attirer: gauche}\n  Zoé: {déplacement: gauche}\n",
)
"""What everybody orders in the first turns of ``TWO``; Anna is terrorised in turn 1."""

STOP = "arrêter: oui"


def table(turn: int, **orders: str) -> str:
    """Return the MJ's table for a turn; ``orders`` are by player, in YAML."""
    lines = (f"  {player}: {order}\n" for player, order in orders.items())
    return f"tour: {turn}\njoueurs:\n" + "".join(lines)


def orders(player: str, turn: int, order: str) -> str:
    """Return an order file of one player."""
    return f"joueur: {player}\ntour: {turn}\nordres: {order}\n"


# Running the commands ----------------------------------------------------------------------------------------


class Done(NamedTuple):
    """What a command did: its exit status, and what it printed, with plain spaces where French has no-break ones."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Return what was printed as JSON."""
        return json.loads(self.out)


def plain(text: str) -> str:
    """Return ``text`` with plain spaces in place of no-break ones, as the tests write it."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


_CODED = re.compile(r"^ *(?:Code de ce reçu : |Code of this receipt: )[A-Z2-9-]{14}\.\n", re.MULTILINE)


def uncoded(text: str) -> str:
    """Return what was printed without the codes of receipts: see ``tests/orders/test_codes.py``."""
    return _CODED.sub("", text)


def adjudicator(
    *args: object, stdin: str | bytes = b"", env_more: dict[str, str] | None = None, **options: Any
) -> Done:
    """Run a command in a process of its own."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    command = [sys.executable, "-m", "adjudicator", *map(str, args)]
    env = _environment() | (env_more or {})
    done = subprocess.run(command, input=given, capture_output=True, check=False, env=env, **options)
    return Done(done.returncode, uncoded(plain(done.stdout.decode())), plain(done.stderr.decode()))


def start(*args: object, **options: Any) -> subprocess.Popen[bytes]:
    """Start a command in a process of its own, and do not wait for it."""
    command = [sys.executable, "-m", "adjudicator", *map(str, args)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, env=_environment(), **pipes)


def run(*args: object, stdin: str | bytes = b"") -> Done:
    """Run a command in this process."""
    result = _invoke(args, stdin)
    return Done(result.exit_code, uncoded(plain(result.stdout)), plain(result.stderr))


def printed(*args: object) -> bytes:
    """Run a command in this process; it must end well. Return the very bytes that it prints."""
    result = _invoke(args, b"")
    assert (result.exit_code, result.stderr) == (0, "")
    return bytes(result.stdout_bytes)


def _invoke(args: Iterable[object], stdin: str | bytes) -> Any:
    from unittest.mock import patch

    # Half the time would be the disk's; that files are synced is the business of test_disk.
    with patch("os.fsync"):
        return _invoke_synced(args, stdin)


def _invoke_synced(args: Iterable[object], stdin: str | bytes) -> Any:
    from click.testing import CliRunner

    from adjudicator.cli.main import main

    return CliRunner().invoke(main, [*map(str, args)], input=stdin, catch_exceptions=False)


def good(*args: object, stdin: str | bytes = b"") -> Done:
    """Run a command in this process; it must end well."""
    done = run(*args, stdin=stdin)
    assert done.code == 0, (args, done)
    return done


def given_back(folder: Path, message: str) -> list[str]:
    """Return the lines of the file that a message, which is refused, is handed back as."""
    done = run("check", folder, "-", stdin=f"{message}\n")
    assert done.code == 1, done
    return [line[4:] for line in done.err.splitlines() if line.startswith("    ")]


def send(folder: Path, *texts: str) -> Done:
    """Submit orders, each text a file of its own; all must be accepted. Return what the last one was told."""
    return [good("submit", folder, "-", stdin=text) for text in texts][-1]


def play(folder: Path, *texts: str) -> Done:
    """Submit orders and resolve; both must end well."""
    if texts:
        send(folder, *texts)
    return good("resolve", folder)


def on_terminal(*args: object, environment: dict[str, str] | None = None, answer: str = "") -> tuple[int, str]:
    """Run a command on a terminal, with an ``answer`` typed; return its exit status and all that it shows there."""
    import pty

    ours, theirs = pty.openpty()
    try:
        env = _environment() | {"TERM": "xterm-256color"} | (environment or {})
        command = [sys.executable, "-m", "adjudicator", *map(str, args)]
        process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
        os.close(theirs)
        os.write(ours, answer.encode())
        shown = b"".join(_read_all(ours))
        return process.wait(), plain(shown.decode()).replace("\r\n", "\n")
    finally:
        os.close(ours)


def _read_all(handle: int) -> Iterable[bytes]:
    while True:
        try:
            data = os.read(handle, 65536)
        except OSError:  # how Linux says that the other side is closed
            return
        if not data:
            return
        yield data


def _environment() -> dict[str, str]:
    from support.disks import environment

    return environment() | {"PYTHONWARNINGS": "error"}


# Folders -----------------------------------------------------------------------------------------------------


def unlinked(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files without the links of shown pages, which lead on later, and without the manifests of these."""
    manifests = {f"{name.removesuffix('public.html')}MANIFEST.json" for name in files if name.endswith("public.html")}
    bare = {name: re.sub(rb"<nav\b[^>]*>.*?</nav>\n", b"", data) for name, data in files.items()}
    return {name: data for name, data in bare.items() if name not in manifests}


def unposted(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files without the page of what waits to be posted, and the account of it: each letter changes them."""
    return {name: data for name, data in files.items() if name not in ("bureau.html", "posted.json")}


def announced(folder: Path) -> dict[str, bytes]:
    """Return what everybody may read, and the letters to the players, without what hangs on how orders came."""
    told = {name: data for name, data in tree(folder).items() if name.startswith(("public/", "outbox/"))}
    return {name: unsealed(data) for name, data in told.items() if not name.endswith("/MANIFEST.json")}


_SEAL = re.compile(rb"((?:Sceau du journal\xc2\xa0:|Seal of the journal:)\s+|\"head\":\")[0-9a-f]{64}")


_CODE = re.compile(rb"(?<=: )[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}(?=\.)")


def unannounced(stage: Path) -> None:
    """Leave a stage as a kill leaves it after its result was published, and before it was announced."""
    for name in ("published.json", "chain.json"):
        (stage / name).unlink()


def unsealed(data: bytes) -> bytes:
    """Return a file without the heads of the chain and the codes that it tells: they hang on how orders came."""
    return _CODE.sub(b"CODE", _SEAL.sub(rb"\1HEAD", data))


def tree(folder: Path) -> dict[str, bytes]:
    """Return everything in ``folder``: files with their bytes, folders with none; the empty ``.lock`` is left out."""
    found: dict[str, bytes] = {}
    for place, folders, names in os.walk(folder):
        inside = place.removeprefix(str(folder))[1:].replace(os.sep, "/") + "/" if place != str(folder) else ""
        found |= {f"{inside}{name}/": b"" for name in folders}
        for name in names:
            data = Path(place, name).read_bytes()
            if name != ".lock" or data:
                found[inside + name] = data
    return dict(sorted(found.items()))


def results(folder: Path) -> dict[str, bytes]:
    """Return what has been published: every file of every stage's ``result``."""
    return {name: data for name, data in tree(folder).items() if "/result/" in name}


def received(folder: Path, stage: str) -> list[bytes]:
    """Return the order files kept for a stage, in the order of their numbers."""
    return [path.read_bytes() for path in sorted(stage_folder(folder, stage).glob("orders/[0-9]*.yaml"))]


def verdicts(folder: Path, stage: str) -> list[dict[str, Any]]:
    """Return the verdicts kept for a stage, in the order of their numbers."""
    return [json.loads(path.read_bytes()) for path in sorted(stage_folder(folder, stage).glob("orders/[0-9]*ed.json"))]


def read_letter(letter: Path | bytes) -> dict[str, Any]:
    """Return what a letter of the outbox says, with plain spaces: ``player``, ``to``, ``forum``, ``subject``, ``text``.

    ``to`` lists everybody to whom it goes, ``forum`` the names there, ``text`` the lines below the head.
    """
    data = letter if isinstance(letter, bytes) else letter.read_bytes()
    head, text = uncoded(plain(data.decode())).split("\n\n", 1)
    fields = [tuple(line.split(": ", 1)) for line in head.split("\n")]
    assert {name for name, _ in fields} <= {"Player", "To", "Forum", "Subject"}, head
    told: dict[str, list[str]] = {name: [] for name in ("Player", "To", "Forum", "Subject")}
    for name, value in fields:
        told[name].append(value)
    (player,), (subject,) = told["Player"] or [""], told["Subject"]  # what is for everybody is about no player
    assert text.endswith("\n"), text
    return {
        "player": player,
        "to": told["To"],
        "forum": told["Forum"],
        "subject": subject,
        "text": text[:-1].split("\n"),
    }


def stage_folder(folder: Path, stage: str) -> Path:
    """Return the folder of a stage; it must be there, once."""
    (found,) = (folder / "turns").glob(f"[0-9]*-{stage}")
    return found


def result(folder: Path, stage: str, name: str) -> Any:
    """Return a JSON file of a published stage."""
    return json.loads((stage_folder(folder, stage) / "result" / name).read_bytes())


def report(folder: Path, *options: object) -> str:
    """Return what ``report`` prints."""
    return good("report", folder, *options).out


# Campaigns ---------------------------------------------------------------------------------------------------

_made: dict[tuple[object, ...], dict[str, bytes]] = {}


def campaign(folder: Path, stage: str = "roles", text: str = TWO) -> Path:
    """Make ``folder`` a campaign at ``stage``."""
    return made(folder, partial(_build, stage=stage, text=text), text, stage)


def made(folder: Path, make: Callable[[Path], object], *key: object) -> Path:
    """Let ``folder`` be as ``make`` makes one.

    What has the same ``key`` is made once for all processes, by the clock of its test, and then copied.
    """
    known = (*key, os.environ.get("ADJUDICATOR_NOW", ""))
    if known not in _made:

        def fill(room: Path) -> None:
            room.mkdir()
            make(room / "partie")

        name = f"made-{sha256(repr(known).encode()).hexdigest()[:24]}"
        _made[known] = tree(once(name, fill) / "partie")
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in _made[known].items():
        if name.endswith("/"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        else:
            (folder / name).write_bytes(data)
    return folder


def _build(folder: Path, stage: str, text: str) -> None:
    if stage == "roles":
        folder.mkdir()
        (folder / "inbox").mkdir()
        (folder / "campaign.yaml").write_text(text, encoding="utf-8")
        return
    before = {"placement": "roles", "turn-1": "placement", "over": "turn-2"}
    previous = before.get(stage) or f"turn-{int(stage.removeprefix('turn-')) - 1}"
    campaign(folder, previous, text)
    same = next(known for known in CHOICES if _camps(known) == _camps(text))
    if previous == "roles":
        play(folder, *CHOICES[same])
    elif previous == "placement":
        play(folder, *PLACES[same])
    elif stage == "over":
        names = good("status", folder, "--json").json()["missing"]
        play(folder, table(2, **dict.fromkeys(names, "{" + STOP + "}")))
    else:
        number = int(previous.removeprefix("turn-"))
        names = good("status", folder, "--json").json()["missing"]
        play(folder, TURNS[number - 1] if same == TWO else table(number, **dict.fromkeys(names, "rien")))


def _camps(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("  ")]


def alter(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the state after the last stage as no game would, and publish it as if it had come so."""
    from adjudicator.store.published import MANIFEST, publish_folder

    *_, last = sorted((folder / "turns").glob("*/result"))
    files = {name: data for name, data in tree(last).items() if not name.endswith("/") and name != MANIFEST}
    state = json.loads(files["state.json"])
    change(state)
    files["state.json"] = json.dumps(state, ensure_ascii=False).encode()
    shutil.rmtree(last)
    publish_folder(last, files)


def make_ghost(folder: Path, *players: str) -> None:
    """Turn pieces into ghosts that stand where the pieces stood."""

    def change(state: dict[str, Any]) -> None:
        for player in players:
            piece = state["pieces"].pop(player)
            state["ghosts"][player] = {key: piece[key] for key in ("player", "camp", "role", "cell")}

    alter(folder, change)


def take_all(folder: Path, *players: str) -> None:
    """Leave players without anything on the board."""

    def change(state: dict[str, Any]) -> None:
        for player in players:
            state["pieces"].pop(player, None)
            state["ghosts"].pop(player, None)

    alter(folder, change)


def drop(folder: Path, name: str, data: str | bytes, second: int = 0) -> Path:
    """Put a file into the inbox; it came at ``second``, counted from some moment."""
    path = folder / "inbox" / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    os.utime(path, (1_700_000_000 + second, 1_700_000_000 + second))
    return path


# Killing -----------------------------------------------------------------------------------------------------


KILLS = 3
"""At how many of its events a command is killed every day: the first, the last, one between."""


def killed_everywhere(base: Path, work: Path, *args: object, stdin: str = "", every: int = 1) -> list[Path]:
    """Run a command on a copy of ``base`` for each of its file events, killed there; return the copies.

    ``{}`` in ``args`` stands for the copy; ``every`` takes only one event of so many, and the last one; every day
    no more than ``KILLS`` of these, whatever the command comes to do.
    See :func:`disks.killed_at` for what an event is; the processes are forked from one that has everything loaded.
    The command itself, let alone, must end well; what it then leaves is the folder ``whole`` beside the copies.
    """
    from support.depth import HANG, is_deep

    work.mkdir(parents=True, exist_ok=True)
    job = json.dumps(
        {
            "base": str(base),
            "work": str(work),
            "args": [*map(str, args)],
            "stdin": stdin,
            "every": every,
            "most": 0 if is_deep() else KILLS,
        }
    )
    command = [sys.executable, "-m", "support.commands", job]
    environment = _environment()
    environment["PYTHONPATH"] = os.pathsep.join((str(ROOT / "tests"), environment.get("PYTHONPATH", "")))
    done = subprocess.run(command, capture_output=True, check=False, env=environment, timeout=HANG)
    assert done.returncode == 0, done.stderr.decode()
    return sorted(path for path in work.iterdir() if path.name.isdigit())


def _kill_everywhere(base: str, work: str, args: list[str], stdin: str, every: int, most: int = 0) -> None:
    whole = Path(work) / "whole"
    shutil.copytree(base, whole, copy_function=shutil.copy2)
    _command(args, whole, stdin)  # loads every module, which the children need not do again

    last = _run_killed(0, Path(work) / "0000", base, args, stdin)
    moments = sorted({*range(1, last, every), last})  # the very last event too, however many are left out
    if most and len(moments) > most:
        moments = [moments[round(n * (len(moments) - 1) / (most - 1))] for n in range(most)]
    for moment in moments:
        _run_killed(moment, Path(work) / f"{moment:04d}", base, args, stdin)


def _run_killed(moment: int, folder: Path, base: str, args: list[str], stdin: str) -> int:
    """Run a command on a copy of ``base``, killed at an event; 0: at none, and return how many there are."""
    shutil.copytree(base, folder, copy_function=shutil.copy2)
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        _child(moment, folder, args, stdin, tell)
    os.close(tell)
    with os.fdopen(told, "rb") as answer:
        events = int(answer.read() or b"0")
    _, status = os.waitpid(child, 0)
    if moment:
        assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, "it was not killed"
    else:
        assert os.waitstatus_to_exitcode(status) == 0, "the command does not end well"
        shutil.rmtree(folder)
    return events


def _child(moment: int, folder: Path, args: list[str], stdin: str, tell: int) -> None:
    from support import disks

    os.fsync = lambda handle: None  # a process that dies takes nothing with it that the system has been given
    try:
        events = disks._kill_at(moment, str(folder))
        _command(args, folder, stdin)
        os.write(tell, b"%d" % events())
        os._exit(0)
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
        os._exit(9)


def _command(args: list[str], folder: Path, stdin: str) -> None:
    done = _invoke_synced((arg.replace("{}", str(folder)) for arg in args), stdin)
    assert done.exit_code == 0, done.output


# Where things lie in the checkout.


ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
GOLDEN = ROOT / "tests" / "golden"


# Which files are opened by what runs in this process.


@contextmanager
def opened(folder: Path) -> Iterator[list[str]]:
    """Yield the names of the files in ``folder`` that are opened meanwhile, each as often as it is."""
    names: list[str] = []
    looking = True

    def hook(event: str, arguments: tuple[object, ...]) -> None:  # it cannot be taken away again
        if looking and event == "open" and str(arguments[0]).startswith(f"{folder}/"):
            names.append(Path(str(arguments[0])).relative_to(folder).as_posix())

    sys.addaudithook(hook)
    try:
        yield names
    finally:
        looking = False


# Work counted in place of time: the same on every machine, however busy it is.


def calls(function: Callable[[], object]) -> int:
    """Return how many functions are called, in Python and in C, while ``function`` is."""
    count = 0

    def counted(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        function()
    finally:
        sys.setprofile(before)
    return count


if __name__ == "__main__":
    _kill_everywhere(**json.loads(sys.argv[1]))
