"""Measure what users would notice, and hold it to its limits: ``make bench``, some minutes.

Figures are CPU time, that of children included, divided by what is measured beside it in the same round; a row shows
the median of its rounds. B is ``python -c 'import click, yaml, jsonschema, jinja2'``. So the limits hold on slow
machines and fast ones. The exit status is 1 when a row is over its limit.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).resolve().parent.parent
ROUNDS = 9
SEED = "0123456789abcdef0123456789abcdef"
FEW, MANY = 20, 200
"""Campaigns below one root that ``run`` visits."""
POSITIONS = 8
ROLES = ("brute", "dément", "religieux", "mystique", "agile", "professeur", "archer", "terreur", "savant")
CAMPS = {
    "bleu": ("Anna", "Bertrand", "Chloé", "Denis", "Élise", "Fanny", "Gérard", "Hugo", "Inès"),
    "rouge": ("Jules", "Karim", "Léa", "Marc", "Noémie", "Olivier", "Paul", "Quentin", "Rose"),
}
BEGUN, DAYS, AFTER = "2026-11-20T10:00:00+00:00", ("21", "22", "23"), "2026-11-23T21:00:00+00:00"
"""When the stage of the visited campaigns began, the mornings on which cron came, and a time after the deadline."""


class Row(NamedTuple):
    """A line of the table: what was measured, in which unit, and the most that it may be."""

    what: str
    value: float
    limit: float
    unit: str


class Program:
    """The program as users have it: a wheel of this checkout in an environment of its own."""

    def __init__(self, room: Path) -> None:
        """Build and install it below ``room``; what it depends on is found where this Python finds it."""
        _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(room / "wheel"), str(CHECKOUT))
        venv.create(room / "environment", symlinks=True)
        self.python = str(room / "environment/bin/python")
        (wheel,) = (room / "wheel").glob("*.whl")
        _pip("--python", self.python, "install", "--no-index", "--no-deps", str(wheel))
        (site,) = (room / "environment").glob("lib/python*/site-packages")
        (site / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")

    def cpu(self, *words: str | Path, now: str = "") -> float:
        """Run a command of the program that must succeed; return its CPU seconds."""
        return self._ran([self.python, "-Im", "adjudicator", *map(str, words)], now)[0]

    def base(self) -> float:
        """Return B: the CPU seconds of importing the libraries that the program needs."""
        return self._ran([self.python, "-c", "import click, yaml, jsonschema, jinja2"], "")[0]

    def peak(self, *words: str | Path, now: str = "") -> float:
        """Return the peak of memory of a command, in megabytes."""
        # A process inherits the peak of its parent, so its parent is a small one.
        weigh = (
            "import os, sys; pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ);"
            "print(os.wait4(pid, 0)[2].ru_maxrss, file=sys.stderr)"
        )
        line = [self.python, "-ISc", weigh, self.python, "-Im", "adjudicator", *map(str, words)]
        return int(self._ran(line, now)[1].split()[-1]) / 1024

    def _ran(self, line: Sequence[str], now: str) -> tuple[float, str]:
        """Run a command that must succeed; return its CPU seconds and what it wrote to its standard error."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        process = subprocess.Popen(
            line,
            env={**environment, "ADJUDICATOR_NOW": now} if now else environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        with process.stderr:
            complaints = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{' '.join(line)}\nexit status {process.returncode}\n{complaints}")
        return usage.ru_utime + usage.ru_stime, complaints


def _pip(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], check=True)


def rows(program: Program, room: Path) -> Iterator[Row]:
    """Measure all rows."""
    game = eighteen(program, room / "eighteen")
    order = room / "order.yaml"
    order.write_text("joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\n", encoding="utf-8")
    games = [Path(shutil.copytree(game, room / f"resolved-{number}")) for number in range(ROUNDS + 1)]
    base, check, resolve = in_turns(
        program.base,
        lambda: program.cpu("check", game, order),
        lambda: program.cpu("resolve", games.pop()),
    )
    yield Row("check, one order file", ratio(check, base), 0.85, "B")
    yield Row("resolve, 18 players, with pictures and forms", ratio(resolve, base), 4, "B")

    visited = small(program, room / "small")
    idle = copied(visited, room / "idle", FEW)
    one, several, base = in_turns(
        lambda: program.cpu("run", visited, now=f"2026-11-{DAYS[-1]}T09:00:00+00:00"),
        lambda: program.cpu("run", idle, now=f"2026-11-{DAYS[-1]}T09:00:00+00:00"),
        program.base,
    )
    yield Row("run, each campaign that is not due", ratio(each(several, one, FEW), base), 0.02, "B")
    one, several, base = in_turns(
        lambda: program.cpu("run", copied(visited, room / "due", 1), "--jobs", "1", now=AFTER),
        lambda: program.cpu("run", copied(visited, room / "due", FEW), "--jobs", "1", now=AFTER),
        program.base,
    )
    yield Row("run, each campaign that is due", ratio(each(several, one, FEW), base), 0.7, "B")
    few, many = (
        program.peak("run", copied(visited, room / "due", count), "--jobs", "1", now=AFTER) for count in (FEW, MANY)
    )
    yield Row(f"run, memory: {MANY} campaigns due, {FEW}", many / few, 1.1, "of few")

    turns, phases = list(turns_of(game)), list(phases_of_diplomacy())
    turn, phase = in_turns(lambda: timed(turns), lambda: timed(phases))
    yield Row("a turn of 18 players in memory, a phase of Diplomacy", ratio(turn, phase), 0.45, "phase")


def in_turns(*measures: Callable[[], float]) -> list[list[float]]:
    """Measure one after the other, round by round; the first round only warms up."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS + 1)][1:]
    return [list(column) for column in zip(*rounds, strict=True)]


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the median of the ratios of the rounds."""
    return median(one / other for one, other in zip(ours, theirs, strict=True))


def each(several: Sequence[float], one: Sequence[float], count: int) -> list[float]:
    """Return what each of ``count`` campaigns costs beyond the first."""
    return [(all_of_them - first) / (count - 1) for all_of_them, first in zip(several, one, strict=True)]


# Campaigns ----------------------------------------------------------------------------------------------------


def eighteen(program: Program, folder: Path) -> Path:
    """Return a Tsewnart of two camps of nine, for whose first turn every player has sent an order."""
    zones = {"bleu": "3-4", "rouge": "6-7"}
    text = f"jeu: tsewnart\ntitre: Mesures\nplateau: {{taille: 9x7, topologie: fermé}}\ngraine: {SEED}\ncamps:\n"
    for camp, players in CAMPS.items():
        text += f"  {camp}: {{zone: {{colonnes: {zones[camp]}}}, joueurs: [{', '.join(players)}]}}\n"
    begin(folder, text)
    for order, values in (("rôles", dict.fromkeys(CAMPS, ROLES)), ("placement", {c: places(c) for c in CAMPS})):
        for camp, players in CAMPS.items():
            pairs = ", ".join(f"{player}: {value}" for player, value in zip(players, values[camp], strict=True))
            (folder / "inbox" / f"{camp}.yaml").write_text(f"camp: {camp}\n{order}: {{{pairs}}}\n", encoding="utf-8")
        program.cpu("resolve", folder)
    for camp, players in CAMPS.items():
        way = "droite" if camp == "bleu" else "gauche"
        for player in players:
            text = f"joueur: {player}\ntour: 1\nordres:\n  déplacement: {way}\n"
            (folder / "inbox" / f"{player}.yaml").write_text(text, encoding="utf-8")
    return folder


def places(camp: str) -> list[str]:
    """Return a cell for each player of a camp, column by column."""
    first = 3 if camp == "bleu" else 6
    return [f"({first + number // 7};{number % 7 + 1})" for number in range(9)]


def small(program: Program, folder: Path) -> Path:
    """Return a Tsewnart of six players that cron has visited; four have sent orders for its first turn."""
    begin(
        folder,
        "jeu: tsewnart\ntitre: Mesures\nplateau: {taille: 6x3, topologie: fermé}\néchéance: {jours: 3}\n"
        f"absents: rien\ngraine: {SEED}\ncamps:\n  bleu: {{zone: {{colonnes: 1}}, joueurs: [Anna, Luc, Max]}}\n"
        "  rouge: {zone: {colonnes: 6}, joueurs: [Paul, Rita, Zoé]}\n",
    )
    for orders in (
        "joueurs:\n  Anna: {rôles: {Anna: brute, Luc: agile, Max: archer}}\n"
        "  Paul: {rôles: {Paul: terreur, Rita: savant, Zoé: professeur}}\n",
        "joueurs:\n  Anna: {placement: {Anna: (1;1), Luc: (1;2), Max: (1;3)}}\n"
        "  Paul: {placement: {Paul: (6;1), Rita: (6;2), Zoé: (6;3)}}\n",
        "tour: 1\njoueurs:\n  Anna: {déplacement: droite}\n  Luc: {déplacement: droite}\n  Max: {viser: (3;3)}\n"
        "  Paul: {terroriser: (1;1)}\n",
    ):
        (folder / "inbox" / "orders.yaml").write_text(orders, encoding="utf-8")
        program.cpu("run", folder, now=BEGUN)
    for day in DAYS:
        program.cpu("run", folder, now=f"2026-11-{day}T09:00:00+00:00")
    return folder


def begin(folder: Path, text: str) -> None:
    """Write a campaign file and make an inbox."""
    (folder / "inbox").mkdir(parents=True)
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")


def copied(campaign: Path, root: Path, count: int) -> Path:
    """Return a folder, made anew, with so many copies of a campaign."""
    shutil.rmtree(root, ignore_errors=True)
    for number in range(count):
        shutil.copytree(campaign, root / str(number))
    return root


# In memory ------------------------------------------------------------------------------------------------------


def timed(calls: Sequence[Callable[[], object]]) -> float:
    """Return the mean CPU seconds of some calls."""
    start = process_time()
    for call in calls:
        call()
    return (process_time() - start) / len(calls)


def turns_of(folder: Path) -> Iterator[Callable[[], object]]:
    """Yield the playing of some turns in a row, with an order drawn for each player from those that he may give."""
    from adjudicator.campaign.loading import load_campaign
    from adjudicator.campaign.stages import progress_of

    campaign, rng = load_campaign(folder), Random(SEED)
    setting, state, rules = campaign.setting, progress_of(campaign).state, campaign.game.rules
    for _ in range(POSITIONS):
        orders: dict[str, Any] = {}
        for player in rules.awaited(setting, state):
            possible = list(islice(campaign.game.orders.possible(rules.view(setting, state, player)), 200))
            orders[player] = rng.choice(possible)
        yield lambda state=state, orders=orders: rules.resolve(setting, state, orders, SEED)
        state = rules.resolve(setting, state, orders, SEED).state


def phases_of_diplomacy() -> Iterator[Callable[[], object]]:
    """Yield the playing of some movement phases of Diplomacy in a row, with random legal orders."""
    from diplomacy import Game

    game, rng = Game(), Random(SEED)
    for _ in range(POSITIONS):
        while game.phase_type != "M":
            game.process()
        possible = game.get_all_possible_orders()
        for power in game.powers:
            spots = [spot for spot in sorted(game.get_orderable_locations(power)) if possible[spot]]
            game.set_orders(power, [rng.choice(sorted(possible[spot])) for spot in spots])
        yield _Phase(game.get_state(), game.get_orders())
        game.process()


class _Phase:
    """A phase of Diplomacy before it is played; it can be played once each time it is asked for."""

    def __init__(self, state: dict[str, Any], orders: dict[str, list[str]]) -> None:
        from diplomacy import Game

        self.games = []
        for _ in range(ROUNDS + 1):
            self.games.append(Game())
            self.games[-1].set_state(state)
            for power, given in orders.items():
                self.games[-1].set_orders(power, given)

    def __call__(self) -> None:
        self.games.pop().process()


def main() -> int:
    """Print the table; return 1 when a row is over its limit, else 0."""
    over = 0
    with TemporaryDirectory(prefix="adjudicator-bench-") as name:
        print("| what | measured | limit | |\n| --- | --- | --- | --- |")
        for row in rows(Program(Path(name)), Path(name)):
            over |= row.value > row.limit
            verdict = "over" if row.value > row.limit else "ok"
            print(f"| {row.what} | {row.value:.3f} | {row.limit:g} {row.unit} | {verdict} |", flush=True)
    return over


if __name__ == "__main__":
    sys.exit(main())
