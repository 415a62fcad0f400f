"""Files of adjudication cases: read, checked against their schema, run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.context import Context
from adjudicator.core.faults import Fault
from adjudicator.core.ruleset import Plain, Ruleset
from adjudicator.core.words import Names, fold
from adjudicator.files import strict_yaml
from adjudicator.files.campaign import unknown_game
from adjudicator.files.errors import FaultyFileError, UnusableError
from adjudicator.files.schemas import game_schema, vocabulary
from adjudicator.files.understanding import shown, understand
from adjudicator.files.validation import validate
from adjudicator.files.voice import objected
from adjudicator.rulesets import GAMES, default_game, game

LARGEST = 4 << 20
"""A file of cases may be larger than an order file: it is the MJ's own."""


class Case(NamedTuple):
    """One case of a file, in canonical words."""

    path: Path
    game: Ruleset
    plain: Plain


def case_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Return the files named and every ``*.yaml`` below the folders named, sorted.

    Raises ``UnusableError`` for a path that does not exist and for a folder without cases.
    """
    for path in paths:
        if path.is_dir():
            files = sorted(path.rglob("*.yaml"))
            if not files:
                raise UnusableError("error.no-cases", folder=str(path))
            yield from files
        elif path.exists():
            yield path
        else:
            raise UnusableError("error.no-file", file=str(path), reason="")


def read_cases(path: Path, language: str | None = None) -> list[Case]:
    """Read a file of cases. Raises ``FaultyFileError`` with every fault of the file, ``OSError`` when unreadable."""
    document = strict_yaml.read(path.read_bytes(), largest=LARGEST)
    if not document.complete or not isinstance(document.root, list):
        raise FaultyFileError(path, document.faults or [Fault("not-a-list")])
    name, parts, faults = _of_one_game(_parts(document))
    ruleset = game(name)
    faults += document.faults
    cases: list[Case] = []
    for part in parts:
        plain, found = _read_case(part, ruleset, language)
        cases.append(Case(path, ruleset, plain))
        faults += found
    if faults:
        raise FaultyFileError(path, sorted(faults, key=lambda fault: fault.mark), name)
    return cases


def _of_one_game(
    parts: Iterable[strict_yaml.Document],
) -> tuple[str, list[strict_yaml.Document], list[Fault]]:
    """Return the game of a file, which its first case names (left out: the default), its cases and the faults.

    Where cases name it, the canonical name is put in its place; those of another or an unknown game are left out.
    """
    known, own, faults = "", [], []
    for part in parts:
        root = part.root if isinstance(part.root, dict) else {}
        key = _key_of_game(root)
        if key is None:
            own.append(part)
            continue
        name, mark = fold(shown(root[key])), part.values[(key,)]
        if name not in GAMES:
            faults.append(unknown_game(shown(root[key]), mark))
        elif known not in ("", name):
            faults.append(Fault("other-game", mark, name, (known,)))
        else:
            root[key] = known = name
            own.append(part)
    return known or default_game(), own, faults


def _key_of_game(case: Iterable[str]) -> str | None:
    """Return the key under which a case names its game, as it is written; None when it names none."""
    return next((key for key in case if vocabulary("").meaning("cases", key) == "game"), None)


def _parts(document: strict_yaml.Document) -> list[strict_yaml.Document]:
    """Cut a list into a document an item, each with the marks of the whole file."""
    items = document.root if isinstance(document.root, list) else []
    parts = [strict_yaml.Document(item) for item in items]
    for marks, name in ((document.values, "values"), (document.keys, "keys")):
        for path, mark in marks.items():
            if path:
                getattr(parts[int(path[0])], name)[path[1:]] = mark
    return parts


def _read_case(part: strict_yaml.Document, ruleset: Ruleset, language: str | None) -> tuple[Plain, list[Fault]]:
    """Read one case: first its names, then, by these, its orders."""
    schema = {"$ref": f"{game_schema(ruleset.id, 'case')['$id']}#/$defs/case"}
    nameless = Context(vocabulary(ruleset.id), language or "en", kinds=ruleset.kinds)
    named = understand(part, schema, nameless).root
    players, camps = ruleset.names_in_case(named if isinstance(named, dict) else {})
    context = Context(vocabulary(ruleset.id), language or "en", Names(players), Names(camps), ruleset.kinds)
    understood = understand(part, schema, context)
    faults = [*understood.faults, *validate(understood, schema, context)]
    if not faults:
        faults = [objected(objection, understood) for objection in ruleset.case_objections(understood.root)]
    return understood.root, faults


def run_case(case: Case) -> dict[str, Any]:
    """Run one case; return its verdict, with what was expected and found where they differ."""
    wanted, met = case.game.run_case(case.plain)
    expected = {key: want for key, want in wanted.items() if want != met[key]}
    return {
        "id": case.plain["id"],
        "title": case.plain["title"],
        "rule": case.plain.get("rule", ""),
        "file": str(case.path),
        "passed": not expected,
        "expected": expected,
        "found": {key: met[key] for key in expected},
    }
