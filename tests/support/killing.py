"""Commands killed, or refused something, at every system call that concerns a campaign's folder (Linux, strace).

A command is run once under strace, which lists its calls; then once for each of them, on a fresh copy of the campaign:
killed as it makes the call, or with an error in place of the call. Each time what is left must be whole, and the
command, given again, must end where it would have ended undisturbed::

    survey = Survey.of("resolve", tmp_path)
    for point in survey.points:
        assert survey.wrong_after(point, "KILL") == []

Run as a script this file does so for all commands, in two processes (``make crash``); or repeats one point::

    python tests/support/killing.py
    python tests/support/killing.py resolve rename:4 KILL
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple
from unittest.mock import patch

from support.commands import TINY, campaign, drop, orders, results, run, send, tree, unsealed
from support.depth import HANG
from support.disks import environment

BEFORE = {"ADJUDICATOR_NOW": "2026-11-20T12:00:00+01:00"}
CLOCK = {"ADJUDICATOR_NOW": "2026-11-24T20:05:00+01:00"}
"""When the campaign was brought so far, and when the command is given."""
_PATIENCE = 3
"""Tries: Python opens a folder of its own once more when somebody has written there, now or at the listing of calls."""
CARRIES_TIMES = ("published.json", "run.json", "began.json", "visit.json", ".came.json", "chain.json")
"""Files of which only the names must be the same, whenever a command is given."""

_SAYS_WHERE_FROM = re.compile(r"turns/.*/orders/\d+\.(accepted|refused)\.json$|outbox/")
"""Files that name an order file: by its number, when a kill came between the inbox and the verdict."""

LEFT_OVER = (".tmp-", ".stage-", ".taken-")
_CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)")
_ERRORS = {"write": "ENOSPC", "fsync": "EIO", "chmod": "EPERM", "fchmodat": "EPERM"}
_ERRORS |= dict.fromkeys(("rename", "renameat", "renameat2"), "EROFS")
_ERRORS |= dict.fromkeys(("mkdir", "mkdirat", "unlink", "unlinkat", "openat"), "EACCES")
"""The calls to look at, and what each is refused with. Not every machine has all of them."""


# Commands and campaigns --------------------------------------------------------------------------------------


class Command(NamedTuple):
    """A command as it is given; ``{}`` stands for the folder."""

    args: tuple[str, ...]
    then: tuple[str, ...] = ()
    """What is given after it to see what became of it."""
    before: tuple[tuple[str, ...], ...] = ()
    """What is given before it."""
    act: str = ""
    """The file by which what the MJ does is done: any command goes on from there, and this one is not given again."""


_TAKEN_BACK = "withdrawn/0001/"
_WHY = ("--reason", "mal recopié", "--public", "Un ordre avait été mal recopié.")
_RESOLVE = ("resolve", "{}")
_UNDO = ("undo", "{}", *_WHY)
_AMENDMENT = "{}/../amendment.yaml"
_TABLE = "tour: 2\ntable: {pièces: {Paul: {case: (3;1)}, Anna: {rôle: savant}}}\n"

COMMANDS = {
    "resolve": Command(_RESOLVE),
    "submit": Command(("submit", "{}"), then=_RESOLVE),
    "run": Command(("run", "{}")),
    "undo": Command(_UNDO, before=(_RESOLVE,), act="0001-undo.json"),
    "replay": Command(("replay", "{}", "--yes"), then=("submit", "{}"), before=(_RESOLVE, _UNDO)),
    "amend": Command(("amend", "{}", _AMENDMENT, *_WHY), before=(_RESOLVE,), act="0001-amend.json"),
    "replace": Command(("replace", "{}", "Anna=Yann", *_WHY), before=(_RESOLVE,), act="0001-replace.json"),
    "leave": Command(("leave", "{}", "Anna", *_WHY), before=(_RESOLVE,), act="0001-leave.json"),
}


def prepared(folder: Path) -> Path:
    """Make a campaign in turn 1: orders with a note are there, and all that are missing lie in the inbox."""
    deadline = 'échéance: {jours: 5, heure: "20:00", fuseau: Europe/Paris, dès que complet: oui}\n'
    with patch.dict(os.environ, BEFORE):
        campaign(folder, "turn-1", TINY + deadline)
        assert run("submit", folder, "-", stdin=orders("Paul", 1, "{déplacement: nulle part}")).code == 1
        send(folder, orders("Paul", 1, "{déplacement: gauche}") + "note: jusqu’à jeudi\n")
    drop(folder, "1.yaml", orders("Anna", 1, "{déplacement: ici}"), second=1)  # refused, and mended by the next
    drop(folder, "2.yaml", orders("Anna", 1, "{déplacement: haut}"), second=2)
    drop(folder, "3.yaml", orders("Anna", 1, "{déplacement: droite}").replace("\n", "\r\n"), second=3)
    return folder


# Points ------------------------------------------------------------------------------------------------------


class Point(NamedTuple):
    """One system call of a command, the ``number``-th of its name; the path that it concerns, inside the folder."""

    call: str
    number: int
    path: str
    error: str
    """What it can be refused with."""

    def __str__(self) -> str:
        """Return the name by which the point can be found again."""
        return f"{self.call}:{self.number}"


def _points_in(log: Path, folder: Path) -> Iterator[Point]:
    """The calls in strace's ``log`` that concern ``folder``, in their order; strace counts the others as well."""
    inside = re.compile(rf'[<"]{re.escape(str(folder))}(?:/([^">]*))?[">]')
    seen: Counter[str] = Counter()
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if not (made := _CALL.match(line)):
            continue
        call, arguments = made.groups()
        seen[call] += 1
        if found := inside.search(arguments):
            yield Point(call, seen[call], found[1] or ".", _error(call, arguments))


def _error(call: str, arguments: str) -> str:
    writes = "O_WRONLY" in arguments or "O_RDWR" in arguments
    return "EROFS" if writes else _ERRORS[call]


def _traced(log: Path, options: list[str], args: tuple[str, ...], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command on ``folder`` under strace, with the harshest umask."""
    command = [sys.executable, "-m", "adjudicator", *(arg.replace("{}", str(folder)) for arg in args)]
    return subprocess.run(
        ["strace", "-f", "-qq", "-y", "-o", str(log), *options, *command],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=environment() | CLOCK,
        cwd="/",
        stdin=subprocess.DEVNULL,
        timeout=HANG,
        umask=0o077,
    )


def _here(args: tuple[str, ...], folder: Path) -> Any:
    """Run a command on ``folder`` in this process."""
    with patch.dict(os.environ, CLOCK):
        return run(*(arg.replace("{}", str(folder)) for arg in args))


# Trials ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Survey:
    """A command, and in ``work`` a campaign before it (``base``), after it (``whole``), and further on (``end``)."""

    name: str
    work: Path
    points: tuple[Point, ...] = ()
    code: int = 0
    """How the command ends when it is not disturbed."""

    @classmethod
    def of(cls, name: str, work: Path) -> Survey:
        """Prepare a campaign, run the command on it undisturbed, and list its calls."""
        command, survey = COMMANDS[name], cls(name, work)
        base, whole, end = (survey.folder(part) for part in ("base", "whole", "end"))
        work.mkdir(parents=True, exist_ok=True)
        prepared(base)
        (work / "amendment.yaml").write_text(_TABLE, encoding="utf-8")
        for args in command.before:
            assert _here(args, base).code in (0, 1)  # 1: one of the orders is refused
        for folder in (work / "warm", whole):
            shutil.copytree(base, folder)
        options = ["-e", "trace=" + ",".join(f"?{call}" for call in _ERRORS)]
        _traced(work / "log", options, command.args, work / "warm")  # what a process compiles is not compiled again
        done = _traced(work / "log", options, command.args, whole)
        assert done.returncode in (0, 1), done.stderr  # 1: one of the orders is refused
        shutil.copytree(whole, end)
        if command.then:
            assert _here(command.then, end).code in (0, 1)
        return cls(name, work, tuple(_points_in(work / "log", whole)), done.returncode)

    def folder(self, part: str) -> Path:
        """Return where a campaign of this survey lies."""
        return self.work / part

    def wrong_after(self, point: Point, how: str) -> list[str]:
        """Disturb the command at ``point`` on a fresh copy: ``KILL`` it, or name an error. Return what is then wrong.

        The copy is kept when something is wrong.
        """
        folder, number = self.folder(f"{point.call}-{point.number}-{how}"), point.number
        for _ in range(_PATIENCE):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(self.folder("base"), folder)
            done, made = self._strike(point.call, number, how, folder)
            path = made.get(number, "nothing")
            if path == point.path:
                break
            there = [at for at, concerned in made.items() if concerned == point.path]
            number = min(there, key=lambda at: abs(at - point.number), default=point.number)
        else:
            return [f"the command does something else each time: {path} instead of {point.path}"]
        wrong = [
            *self._wrong_ending(done, how, folder),
            *self._wrong_in(folder),
            *self._wrong_at_the_end(folder, how),
        ]
        if not wrong:
            shutil.rmtree(folder)
        return wrong

    def _strike(
        self, call: str, number: int, how: str, folder: Path
    ) -> tuple[subprocess.CompletedProcess[str], dict[int, str]]:
        """Disturb the command on ``folder``; return how it ended, and by their number the paths of such calls in it."""
        log = folder.with_suffix(".log")
        action = "signal=KILL" if how == "KILL" else f"error={how}"
        options = ["-e", f"trace={call}", "-e", f"inject={call}:{action}:when={number}"]
        done = _traced(log, options, COMMANDS[self.name].args, folder)
        made = {at.number: at.path for at in _points_in(log, folder)}
        log.unlink()
        return done, made

    def _wrong_ending(self, done: subprocess.CompletedProcess[str], how: str, folder: Path) -> Iterator[str]:
        if how == "KILL":
            if done.returncode != -signal.SIGKILL:
                yield f"it was not killed: {done}"
        elif done.returncode not in (self.code, 1, 2) or not done.stderr + done.stdout or "Traceback" in done.stderr:
            yield f"it ended with {done.returncode}: {done.stdout}{done.stderr}"
        elif done.returncode == self.code == 0:  # 1 says that somebody should look, whatever at
            yield from differences(folder, self.folder("whole"), rights=how != "EPERM")

    def _wrong_in(self, folder: Path) -> Iterator[str]:
        """What a reader would see that should not be there, and orders that are no longer there."""
        from adjudicator.store.published import intact

        for result in folder.glob("turns/*/result"):
            if damaged := intact(result):
                yield f"{result} is damaged: {damaged}"
        before, after, whole = (tree(each) for each in (self.folder("base"), folder, self.folder("whole")))
        if lost := Counter(_orders(before)) - Counter(_orders(after)):
            yield f"orders have gone: {list(lost)}"
        for name in before.keys() & whole.keys() - after.keys():
            if f"{_TAKEN_BACK}{name}" not in after:  # else it comes back with the stage that is awaited again
                yield f"{name} has gone"
        for name, data in after.items():
            known = [comparable(name, one[name]) for one in (before, whole) if name in one]
            if not _is_left_over(name) and comparable(name, data) not in known:
                yield f"{name} is neither as it was nor as it will be: {data[:100]!r}"
        status = _here(("status", "{}", "--json"), folder)
        if status.code or not isinstance(json.loads(status.out), dict):
            yield f"status says: {status}"

    def _wrong_at_the_end(self, folder: Path, how: str) -> Iterator[str]:
        """What is not as it would have been undisturbed, when the command is given again."""
        command = COMMANDS[self.name]
        if command.act:
            yield from self._wrong_after_the_act(folder, folder / "acts" / command.act, how)
            return
        done_before = results(folder) == results(self.folder("whole")) != results(self.folder("base"))
        again = _here(command.args, folder)
        if again.code not in ((0, 1, 3) if done_before else (0, self.code)):
            yield f"given again it ends with {again}"
        if command.then:
            _here(command.then, folder)
        yield from differences(folder, self.folder("end"), rights=how != "EPERM")
        yield from (f"{name} is left over" for name in tree(folder) if _is_left_over(name))

    def _wrong_after_the_act(self, folder: Path, act: Path, how: str) -> Iterator[str]:
        """What is not as it would have been, whether the act was recorded or not, after another command."""
        wanted = "whole" if act.exists() else "base"
        if (other := _here(("submit", "{}"), folder)).code:
            yield f"another command ends with {other}"
        yield from differences(folder, self.folder(wanted), rights=how != "EPERM")
        yield from (f"{name} is left over" for name in tree(folder) if _is_left_over(name))


def differences(folder: Path, wanted: Path, rights: bool = True) -> Iterator[str]:
    """Compare two campaigns, and the ``rights`` to each file in them; what carries times may differ."""
    there, due = tree(folder), tree(wanted)
    yield from (f"{name} is missing" for name in due.keys() - there.keys())
    more = [name for name in there.keys() - due.keys() if not _is_left_over(name)]
    yield from (f"{name} is too many" for name in more if not name.endswith("/") or any((folder / name).iterdir()))
    for name in due.keys() & there.keys():
        found, sought = comparable(name, there[name]), comparable(name, due[name])
        if found != sought:
            yield f"{name} has {_part(found, sought)}, not {_part(sought, found)}"
        if rights and (has := _rights(folder / name)) != (should := _rights(wanted / name)):
            yield f"{name} has the rights {has:o}, not {should:o}"


def _rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def comparable(name: str, data: bytes) -> bytes:
    """Return what must be the same in a file each time; of one that carries times, that it can be read."""
    if name.endswith(CARRIES_TIMES):
        return b" ".join(key.encode() for key in sorted(json.loads(data)))
    if _SAYS_WHERE_FROM.match(name):
        return re.sub(rb'\d+\.yaml|"sha256": "\w+"', b"", unsealed(data))
    if name.startswith("public/") and name.endswith("/MANIFEST.json"):  # of reports that tell a head
        return b" ".join(key.encode() for key in sorted(json.loads(data)["files"]))
    return unsealed(data)


def _part(data: bytes, other: bytes) -> str:
    """Return what stands where ``data`` begins to differ from another."""
    pairs = enumerate(zip(data, other, strict=False))
    same = next((at for at, (one, two) in pairs if one != two), min(len(data), len(other)))
    start = max(0, same - 20)
    return repr(data[start : start + 100].decode(errors="replace"))


def _orders(files: dict[str, bytes]) -> list[bytes]:
    kept = re.compile(r"(inbox/[^.].*|.*/orders/\d+\.yaml)$")
    return [data for name, data in files.items() if kept.match(name) and not name.endswith("/")]


def _is_left_over(name: str) -> bool:
    return any(part.startswith(LEFT_OVER) for part in name.split("/"))


# All of them -------------------------------------------------------------------------------------------------


class Trial(NamedTuple):
    """A point of a command, and what happens there."""

    survey: Survey
    point: Point
    how: str


def _wrong(trial: Trial) -> list[str]:
    try:
        return trial.survey.wrong_after(trial.point, trial.how)
    except Exception as error:  # what a command raises in this process
        return [repr(error)]


def _try(trials: list[Trial]) -> int:
    """Try in two processes; print a line for each command and call, and what is wrong; return how much is."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    counted: Counter[str] = Counter()
    wrong_ones = 0
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for trial, wrong in zip(trials, pool.map(_wrong, trials), strict=True):
            counted[f"{trial.survey.name} {trial.point.call} {trial.how}"] += 1
            wrong_ones += bool(wrong)
            if wrong:
                print(
                    f"{trial.survey.name} {trial.point} {trial.how} ({trial.point.path}):",
                    *wrong,
                    sep="\n  ",
                    flush=True,
                )
    for name, count in sorted(counted.items()):
        print(f"{name:24} {count:4}")
    print(f"{'total':24} {len(trials):4}, {wrong_ones} of them wrong")
    return wrong_ones


def _main(work: Path, only: list[str]) -> int:
    surveys = [Survey.of(name, work / name) for name in COMMANDS if name in (only[:1] or COMMANDS)]
    trials = [Trial(each, point, how) for each in surveys for point in each.points for how in ("KILL", point.error)]
    wrong = _try([one for one in trials if only[1:] in ([], [str(one.point), one.how])])
    if wrong:
        print(f"What was left lies in {work}; repeat one by: {sys.executable} {__file__} COMMAND CALL:NUMBER HOW")
    else:
        shutil.rmtree(work)
    return wrong


if __name__ == "__main__":
    sys.exit(1 if _main(Path(mkdtemp(prefix="adjudicator-killing-")), sys.argv[1:]) else 0)
