"""Commands on one campaign, as users run them, and the pages that come of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from clocks import typical
from plan import MEGABYTE, Plan
from prepared import CAMPS, TURNS_BEFORE, copies
from processes import Failed, Line, in_turns
from verdicts import Measured, Skipped, against

WHY = ("--public", "an order was mistyped", "--reason", "to measure", "--yes")
WEIGHINGS = 3
PLAYERS = [player for players in CAMPS.values() for player in players]


def measured(plan: Plan) -> Iterator[Measured | Skipped]:
    """Measure the rows of single commands, and of what they write."""
    yield from _timed(plan)
    if "first" in plan.keys:
        yield _first(plan)
    if "clauses" in plan.keys:
        yield _clauses(plan)
    if "filled" in plan.keys:
        yield _filled(plan)
    if "crowded" in plan.keys:
        yield _crowded(plan)
    if "resolve-memory" in plan.keys:
        yield _weighed(plan)
    if "form-size" in plan.keys:
        yield from _sizes(plan)


def _timed(plan: Plan) -> Iterator[Measured]:
    lines = {key: line for key, line in _lines(plan).items() if key in plan.keys}
    rounds = in_turns(plan.program, lines, plan.scale.rounds)
    base = [spent["base"] for spent in rounds]
    yield Measured("base", [1], typical(base))
    for key in lines:
        if key != "base":
            yield against(key, [spent[key] for spent in rounds], base)


def _lines(plan: Plan) -> dict[str, Callable[[int], Line]]:
    """Return the commands, each made from the number of the round: a turn can be played once."""
    program, made, count = plan.program, plan.campaigns, plan.scale.rounds + 1

    def fresh(key: str, source: Path) -> list[Path]:
        return copies(source, plan.folder(key), count) if key in plan.keys else []

    submitted, inbox = fresh("submitted", made.submitted), fresh("inbox", made.inbox)
    undone, amended = fresh("undo", made.submitted), fresh("amend", made.submitted)
    drawn = ("--for", "mj", "--turn", "6", "--format", "png", "--output")
    return {
        "base": lambda number: program.imports,
        "help": lambda number: program.line("--help"),
        "check": lambda number: program.line("check", made.submitted, made.order),
        "submitted": lambda number: program.line("resolve", submitted[number]),
        "inbox": lambda number: program.line("resolve", inbox[number]),
        "undo": lambda number: program.line("undo", undone[number], *WHY),
        "amend": lambda number: program.line("amend", amended[number], made.amendment, *WHY),
        "verify": lambda number: program.line("verify", _demo(plan)),
        "png": lambda number: program.line("report", _demo(plan), *drawn, plan.room / f"boards-{number}.png"),
    }


def _demo(plan: Plan) -> Path:
    """Return the example that is played to its end, made when it is first asked for."""
    folder = plan.room / "demo"
    if not folder.exists():
        plan.program.run(plan.program.line("demo", folder))
    return folder


def _first(plan: Plan) -> Measured:
    """Measure the first run after installing: before each, all is as pip has left it. The first round only warms up.

    Its base is run twice and measured once: it shall find all as warm as that of other rows does.
    """
    program, taken = plan.program, []
    for folder in copies(plan.campaigns.submitted, plan.folder("first"), plan.scale.rounds + 1):
        plan.installation.renew()
        first = program.spent(program.line("resolve", folder))
        program.run(program.imports)
        taken.append((first, program.spent(program.imports)))
    return against("first", [first for first, _ in taken[1:]], [base for _, base in taken[1:]])


def _clauses(plan: Plan) -> Measured:
    """Compare a turn in which all have left as many orders with conditions as they may with one of plain ones alone."""
    program, count = plan.program, plan.scale.rounds + 1
    lines = {}
    for key, clauses in (("none", ""), ("clauses", f"  si:\n{CLAUSES}")):
        source = copies(plan.campaigns.inbox, plan.folder(f"{key}-left"), 1)[0]
        shutil.rmtree(source / "inbox")
        files = [source.parent / f"{number}.yaml" for number in range(len(PLAYERS))]
        for player, path in zip(PLAYERS, files, strict=True):
            path.write_text(f"joueur: {player}\ntour: {TURNS_BEFORE + 1}\npermanents:\n  déplacement: haut\n{clauses}")
        program.run(program.line("submit", source, *files))
        fresh = copies(source, plan.folder(key), count)
        lines[key] = lambda number, fresh=fresh: program.line("resolve", fresh[number], "--force")
    rounds = in_turns(program, lines, plan.scale.rounds)
    return against("clauses", [spent["clauses"] for spent in rounds], [spent["none"] for spent in rounds])


CLAUSES = "".join(
    f"    - {{tour: {turn}, voisine libre: gauche, alors: {{déplacement: gauche}}}}\n" for turn in range(50, 62)
)


def _filled(plan: Plan) -> Measured:
    """Compare a turn for which all sent their forms, one line filled, with one for which they sent that line alone."""
    program, count = plan.program, plan.scale.rounds + 1
    lines, played = {}, []
    for key in ("bare", "filled"):
        source = copies(plan.campaigns.inbox, plan.folder(f"{key}-sent"), 1)[0]
        for path in (source / "inbox").iterdir():
            path.unlink()
        for player in PLAYERS:
            path = source / "inbox" / f"{player}.yaml"
            path.write_text(_sent(plan, source, player, whole=key == "filled"), encoding="utf-8")
        fresh = copies(source, plan.folder(key), count)
        lines[key] = lambda number, fresh=fresh: program.line("resolve", fresh[number])
        played += fresh
    rounds = in_turns(program, lines, plan.scale.rounds)
    _check_taken(played)
    return against("filled", [spent["filled"] for spent in rounds], [spent["bare"] for spent in rounds])


def _sent(plan: Plan, folder: Path, player: str, whole: bool) -> str:
    """Return what a player sends who votes against giving up: the ``whole`` form, or no more than has to be."""
    if not whole:
        return f"joueur: {player}\ntour: {TURNS_BEFORE + 1}\nordres:\n  abandonner: non\n"
    form = plan.program.run(plan.program.line("template", folder, "--for", player)).decode()
    return form.replace("  abandonner:\n", "  abandonner: non\n")


def _check_taken(played: Sequence[Path]) -> None:
    """Stop when of some campaign that was resolved not every player's orders were taken."""
    for folder in played:
        stage = folder / "turns" / f"{TURNS_BEFORE + 3:04d}-turn-{TURNS_BEFORE + 1}"
        if (taken := len(list(stage.glob("orders/*.accepted.json")))) != len(PLAYERS):
            raise Failed(f"{stage}: {taken} orders were taken")


def _crowded(plan: Plan) -> Measured:
    """Compare ``status`` after very many orders, all of them kept, with that of a stage without any."""
    program, crowded, orders = plan.program, plan.room / "crowded", plan.scale.orders
    empty = copies(plan.campaigns.inbox, plan.folder("empty"), 1)[0]
    shutil.rmtree(empty / "inbox")
    shutil.copytree(plan.campaigns.inbox, crowded)
    shutil.rmtree(crowded / "inbox")
    files = sorted(plan.campaigns.order.parent.iterdir())
    program.run(program.line("submit", crowded, *(files * (orders // len(files) + 1))[:orders]))
    stage = max((crowded / "turns").iterdir())
    if (kept := len(list(stage.glob("orders/*.accepted.json")))) != orders:
        raise Failed(f"{stage}: of {orders} orders {kept} were kept")
    lines = {"empty": lambda _: program.line("status", empty), "crowded": lambda _: program.line("status", crowded)}
    rounds = in_turns(program, lines, plan.scale.rounds)
    return against("crowded", [spent["crowded"] for spent in rounds], [spent["empty"] for spent in rounds])


def _weighed(plan: Plan) -> Measured | Skipped:
    fresh = copies(plan.campaigns.inbox, plan.folder("weighed"), WEIGHINGS)
    peaks = [plan.program.peak(plan.program.line("resolve", folder)) for folder in fresh]
    known = [peak for peak in peaks if peak is not None]
    if not known:
        return Skipped("resolve-memory", "this system does not tell it")
    return Measured("resolve-memory", [median(known) / MEGABYTE])


def _sizes(plan: Plan) -> Iterator[Measured]:
    """Weigh the pages that are sent by mail or served: the replay of a whole game, the largest order form."""
    folder = copies(plan.campaigns.submitted, plan.folder("pages"), 1)[0]
    plan.program.run(plan.program.line("resolve", folder))
    form = max(path.stat().st_size for path in folder.glob("turns/*/forms/*.html"))
    yield Measured("form-size", [form / 1000])
    yield Measured("replay-size", [(_demo(plan) / "public" / "index.html").stat().st_size / 1000])
